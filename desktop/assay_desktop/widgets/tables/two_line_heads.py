"""Heads of a table's columns that break into a second line before they are cut."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QWidget

from assay_desktop.theme import scaled

_BREAKS: Final = frozenset("-_:,/")  # a name breaks after one of them, or after a blank


class TwoLineHeads(QHeaderView):
    """A table's head whose words may stand in two lines; its owner says when to `fit` its height to them."""

    PADDING: Final = 18  # left and right of the words together

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # Qt would take away the second line

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logical_index: int) -> None:
        super().initStyleOptionForIndex(option, logical_index)
        shown: Any = option  # PySide's stubs leave out the fields of options
        room = self.sectionSize(logical_index) - self.PADDING
        shown.text = "\n".join(in_lines(str(shown.text), self.fontMetrics(), room))

    def fit(self, line_px: int) -> None:
        """Make it as high as its words are now; `line_px` is the usual height of one line."""
        self.setFixedHeight(scaled(line_px) + (self.n_lines - 1) * self.fontMetrics().lineSpacing())

    @property
    def n_lines(self) -> int:
        """Two where the words of any column need them."""
        model, metrics = self.model(), self.fontMetrics()
        for section in range(self.count()):
            title = str(model.headerData(section, Qt.Orientation.Horizontal))
            room = self.sectionSize(section) - self.PADDING
            if not self.isSectionHidden(section) and len(in_lines(title, metrics, room)) > 1:
                return 2
        return 1


def in_lines(text: str, metrics: QFontMetrics, room: int) -> list[str]:
    """Return one line that fits into `room` pixels, else two, as even as they can be.

    Where two are not enough the middle gives way: the end of a name tells models apart.
    """
    if metrics.horizontalAdvance(text) <= room:
        return [text]
    breaks = (
        n
        for n in range(1, len(text))
        if (text[n - 1].isspace() or text[n - 1] in _BREAKS) and not text[n].isspace()
    )
    pairs = [(text[:n].rstrip(), text[n:]) for n in breaks]
    fitting = [pair for pair in pairs if metrics.horizontalAdvance(pair[0]) <= room]
    if not fitting:
        return [metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)]
    whole = [pair for pair in fitting if metrics.horizontalAdvance(pair[1]) <= room]
    if whole:
        return list(min(whole, key=lambda pair: max(map(metrics.horizontalAdvance, pair))))
    first, last = fitting[-1]
    return [first, metrics.elidedText(last, Qt.TextElideMode.ElideLeft, room)]
