"""Who said what next to whom: counts of grade pairs as a picture, the agreements on the diagonal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from assay.types import GRADES
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S2, S3, Theme, body_font, number_font
from assay_desktop.widgets.grade import paint_grade_mark

Counts: TypeAlias = "tuple[tuple[int, ...], ...]"

_CELL = 84.0  # px, at most
_LEAST_CELL = 52.0
_AXIS = 44.0  # room for the marks and digits of the rows
_TITLE = 24.0  # room for the name of an axis
_MARK = 10.0
_DEEPEST = 0.4  # so much of its colour has the cell with most pairs; more would swallow the count


class ConfusionMatrix(QWidget):
    """3 x 3 counts, rows one assessor, columns the other; the deeper a cell, the more pairs it holds.

    Agreements are tinted in the accent colour, disagreements in the danger colour; the count stands in each
    cell, so that colour never speaks alone.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counts: Counts = ()
        self._rows, self._columns = "", ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_counts(self, counts: Sequence[Sequence[int]], *, rows: str, columns: str) -> None:
        """Show `counts[a][b]`: pairs that `rows` graded a and `columns` graded b."""
        self._counts = tuple(tuple(row) for row in counts)
        self._rows, self._columns = rows, columns
        self.setAccessibleName(self.tr("Confusion matrix of {0} and {1}").format(rows, columns))
        self.setAccessibleDescription(self.words())
        self.update()

    def words(self) -> str:
        """Return the same in words, for those who do not see it."""
        return "; ".join(
            self.tr("{0} and {1}: {2}").format(a, b, numeral(count))
            for a, row in enumerate(self._counts)
            for b, count in enumerate(row)
        )

    def sizeHint(self) -> QSize:
        side = len(GRADES) * _CELL
        return QSize(round(_TITLE + _AXIS + side + S2), round(_TITLE + _AXIS + side + S2))

    def minimumSizeHint(self) -> QSize:
        side = len(GRADES) * _LEAST_CELL
        return QSize(round(_TITLE + _AXIS + side + S2), round(_TITLE + _AXIS + side + S2))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._counts:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = min(self.width() - _TITLE - _AXIS - S2, self.height() - _TITLE - _AXIS - S2)
        side = min(_CELL, room / len(GRADES))
        self._paint_titles(painter, side)
        for grade in GRADES:
            self._paint_grade(painter, QRectF(_TITLE, self._top(grade, side), _AXIS, side), grade)
            self._paint_grade(painter, QRectF(self._left(grade, side), _TITLE, side, _AXIS), grade)
        most = max((max(row) for row in self._counts), default=0)
        for a, row in enumerate(self._counts):
            for b, count in enumerate(row):
                box = QRectF(self._left(b, side), self._top(a, side), side, side)
                self._paint_cell(painter, box.adjusted(1, 1, -1, -1), count, most, agrees=a == b)

    def _left(self, column: int, side: float) -> float:
        return _TITLE + _AXIS + column * side

    def _top(self, row: int, side: float) -> float:
        return _TITLE + _AXIS + row * side

    def _paint_titles(self, painter: QPainter, side: float) -> None:
        painter.setFont(body_font(12))
        painter.setPen(self._theme.color("muted"))
        length = len(GRADES) * side
        metrics = painter.fontMetrics()
        elided = Qt.TextElideMode.ElideRight
        across = QRectF(self._left(0, side), 0, length, _TITLE)
        text = metrics.elidedText(self._columns, elided, round(length))
        painter.drawText(across, Qt.AlignmentFlag.AlignCenter, text)
        painter.save()
        painter.translate(0, self._top(0, side) + length)
        painter.rotate(-90)
        text = metrics.elidedText(self._rows, elided, round(length))
        painter.drawText(QRectF(0, 0, length, _TITLE), Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()

    def _paint_grade(self, painter: QPainter, box: QRectF, grade: int) -> None:
        font = number_font(13, QFont.Weight.DemiBold)
        painter.setFont(font)
        digit = painter.fontMetrics().horizontalAdvance(str(grade))
        left = box.center().x() - (_MARK + S1 + digit) / 2
        mark = QRectF(left, box.center().y() - _MARK / 2, _MARK, _MARK)
        paint_grade_mark(painter, mark, grade, self._theme.color(f"grade{grade}"))
        painter.setPen(self._theme.color("text"))
        place = QRectF(left + _MARK + S1 + 1, box.top(), digit + S3, box.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, str(grade))

    def _paint_cell(self, painter: QPainter, box: QRectF, count: int, most: int, *, agrees: bool) -> None:
        color = self._theme.color
        painter.setPen(QPen(color("line"), 1))
        share = _DEEPEST * (count / most) ** 0.5 if most else 0.0  # zeros agreed upon would pale all else
        painter.setBrush(mixed(color("panel"), color("accent" if agrees else "danger"), share))
        painter.drawRoundedRect(box, 4, 4)
        painter.setFont(number_font(15, QFont.Weight.DemiBold if count else QFont.Weight.Normal))
        painter.setPen(color("text" if count else "muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, numeral(count))


def mixed(ground: QColor, colour: QColor, share: float) -> QColor:
    """`ground` with so much (0..1) of `colour` over it."""
    return QColor.fromRgbF(
        ground.redF() + (colour.redF() - ground.redF()) * share,
        ground.greenF() + (colour.greenF() - ground.greenF()) * share,
        ground.blueF() + (colour.blueF() - ground.blueF()) * share,
    )
