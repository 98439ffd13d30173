"""A label of one line that gives way: what does not fit is cut out, and whole in the tooltip."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from assay_desktop.text.escape_markup import escape_markup

_LEAST_PX = 48


class ElidedLabel(QLabel):
    """Takes the room of its whole text where there is as much, and never more.

    A text is cut in its middle; one of parts, which `between` stands between, loses its last parts whole,
    for half a number is another number. The first is never cut, and has no “…” that it would look cut with.
    """

    def __init__(self, role: str, *, between: str = "") -> None:
        super().__init__()
        self._between = between
        self._first = ""  # the first part of the last text that had several: its room is kept
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        if self._between and self._between in text:
            self._first = text.partition(self._between)[0]
        self.setText(text)
        self.setToolTip(escape_markup(text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        whole = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(whole, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        measured, least = self.fontMetrics().horizontalAdvance, _LEAST_PX
        if self._between:
            least = max(map(measured, (self.text().partition(self._between)[0], self._first))) + 2
        else:
            least = min(least, self.sizeHint().width())
        return QSize(least, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(
            self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.shown_text()
        )

    def shown_text(self) -> str:
        """Return what of the text is drawn at the width that the label has."""
        metrics, text = self.fontMetrics(), self.text()
        while self._between in text[1:] and self._between and metrics.horizontalAdvance(text) > self.width():
            text = text.removesuffix("…").rpartition(self._between)[0]
            text += "…" if self._between in text else ""
        cut = Qt.TextElideMode.ElideRight if self._between else Qt.TextElideMode.ElideMiddle
        return metrics.elidedText(text, cut, self.width())


def distinct_text(place: int, texts: Sequence[str], metrics: QFontMetrics, width: int) -> str:
    """Return the text at `place` cut at its end to fit `width` pixels.

    Where that would read like another of the texts, the words are left out that all of these begin with.
    """
    end = Qt.TextElideMode.ElideRight
    cut = metrics.elidedText(texts[place], end, width)
    if cut == texts[place]:
        return cut
    alike = [text for text in texts if text.startswith(cut[:-3])]  # one letter more or less says little
    columns = zip(*(text.split(" ") for text in alike), strict=False)
    shared = next((n for n, words in enumerate(columns) if len(set(words)) > 1), 0)
    rest = " ".join(["…", *texts[place].split(" ")[shared:]])
    return metrics.elidedText(rest, end, width) if shared else cut
