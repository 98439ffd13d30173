"""Small parts of the tabs and dialogs: a whole number, a hash in short, shares of a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S2, S4, Theme, number_font
from assay_desktop.widgets.boxes import STRETCH, hbox
from assay_desktop.widgets.grade import paint_grade_mark
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 10
"""Characters of a hash that are shown: enough to tell two apart by eye."""


class ShortHash(QWidget):
    """`name` says what the hash is of."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme, self._name, self._hash = theme, name, ""
        self._text = label(role="mono")
        self._copy = QToolButton()
        self._copy.setToolTip(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy {0}").format(name))
        self._copy.clicked.connect(self.copy)
        hbox(self._text, self._copy, STRETCH, on=self, gap=S1)
        theme.changed.connect(self._paint)
        self._paint()

    def show_hash(self, value: str) -> None:
        self._hash = value
        self._text.setText(value[:SHOWN] + ("…" if len(value) > SHOWN else ""))
        self._text.setToolTip(value)
        self._text.setAccessibleName(f"{self._name}: {value}")
        self.setVisible(bool(value))

    def copy(self) -> None:
        """Copy the whole hash to the clipboard."""
        QGuiApplication.clipboard().setText(self._hash)

    def _paint(self) -> None:
        self._copy.setIcon(icon("copy", self._theme.color("muted")))


_BAR_PX = 10.0
_LINE_PX = 20.0
_MARK = 9.0


@dataclass(frozen=True, slots=True)
class Part:
    """`tone` is a colour of the palette; a `grade` is marked by its shape, anything else by a square."""

    words: str
    n: int
    tone: str
    grade: int | None = None


class SharesBar(QWidget):
    """The parts from left to right with their numbers; what does not fit on one line wraps to the next."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme, self._name = theme, name
        self._parts: tuple[Part, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumWidth(200)
        theme.changed.connect(self.update)

    def show_parts(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self.setAccessibleName(f"{self._name}: " + ", ".join(_words(part) for part in parts))
        self.setFixedHeight(self.heightForWidth(self.width()))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, self.heightForWidth(400))

    def heightForWidth(self, width: int) -> int:
        places = self._places(width)
        last = max((box.bottom() for box in places), default=_BAR_PX)
        return round(last)

    def resizeEvent(self, event: object) -> None:  # noqa: ARG002 - Qt's signature
        self.setFixedHeight(self.heightForWidth(self.width()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bar(painter)
        painter.setFont(number_font(12))
        for part, box in zip(self._parts, self._places(self.width()), strict=True):
            mark = QRectF(box.left(), box.center().y() - _MARK / 2, _MARK, _MARK)
            if part.grade is not None:
                paint_grade_mark(painter, mark, part.grade, self._theme.color(part.tone))
            else:
                painter.setPen(self._theme.color("faint" if part.tone == "line" else part.tone))
                painter.setBrush(self._theme.color(part.tone))
                painter.drawRoundedRect(mark, 2, 2)
            painter.setPen(self._theme.color("text"))
            line = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(box.adjusted(_MARK + S2, 0, 4, 0), line, _words(part))

    def _paint_bar(self, painter: QPainter) -> None:
        bar = QRectF(0, 0, self.width(), _BAR_PX)
        outline = QPainterPath()
        outline.addRoundedRect(bar, _BAR_PX / 2, _BAR_PX / 2)
        painter.save()
        painter.setClipPath(outline)
        painter.fillRect(bar, self._theme.color("line"))
        total, left = sum(part.n for part in self._parts), 0.0
        for part in self._parts:
            width = bar.width() * part.n / total if total else 0.0
            painter.fillRect(QRectF(left, 0, max(0.0, width - 1), _BAR_PX), self._theme.color(part.tone))
            left += width
        painter.restore()

    def _places(self, width: int) -> list[QRectF]:
        """Return where the words of each part stand."""
        metrics = QFontMetricsF(number_font(12))
        places, left, top = [], 0.0, _BAR_PX + S2
        for part in self._parts:
            needed = _MARK + S2 + metrics.horizontalAdvance(_words(part))
            if left and left + needed > width:
                left, top = 0.0, top + _LINE_PX
            places.append(QRectF(left, top, needed, _LINE_PX))
            left += needed + S4
        return places


def _words(part: Part) -> str:
    return f"{part.words} {numeral(part.n)}"
