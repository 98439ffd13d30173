"""What hosts suggest for the paper beside the list: each field as it is and as it would be."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assay_desktop.actions.suggesting import field_name
from assay_desktop.text.verbatim import verbatim
from assay_desktop.theme import S1, S2
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay_desktop.actions.suggesting import SuggestionLine

_LONGEST = 280


class PaperSuggestions(QWidget):
    """A few lines a field; below several of them one word for all."""

    accepted = Signal(object)  # list[SuggestionLine]
    declined = Signal(object)  # list[SuggestionLine]

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, S2, 0, 0)
        self._column.setSpacing(S2)
        self.hide()

    def show_suggestions(self, lines: Sequence[SuggestionLine]) -> None:
        """Without suggestions nothing is there."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if lines:
            self._column.addWidget(label(self.tr("Suggestions"), "section"))
        for line in lines:
            self._column.addWidget(self._line(line))
        if len(lines) > 1:
            self._column.addWidget(self._all(list(lines)))
        self.setVisible(bool(lines))

    def _line(self, line: SuggestionLine) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S1)
        said = label(self.tr("{0}, by {1}").format(field_name(line.field), line.host), "muted")
        head = QHBoxLayout()
        head.setSpacing(S2)
        head.addWidget(said)
        head.addStretch(1)
        for each in self._buttons([line], self.tr("Accept"), self.tr("Decline"), kind="link"):
            head.addWidget(each)
        column.addLayout(head)
        if line.before:
            before = label(self.tr("Now: {0}").format(_short(line.before)), "muted", wrap=True)
            before.setToolTip(verbatim(line.before))
            column.addWidget(before)
        after = label(_short(line.after), "body", wrap=True)
        after.setToolTip(verbatim(line.after))
        column.addWidget(after)
        return made

    def _all(self, lines: list[SuggestionLine]) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S2)
        for each in self._buttons(lines, self.tr("Accept all"), self.tr("Decline all")):
            row.addWidget(each)
        row.addStretch(1)
        return holder

    def _buttons(
        self, lines: list[SuggestionLine], yes: str, no: str, *, kind: str = ""
    ) -> Iterator[QPushButton]:
        what = field_name(lines[0].field) if len(lines) == 1 else ""
        for text, emit in ((yes, self.accepted.emit), (no, self.declined.emit)):
            made = button(text, partial(emit, lines), kind=kind)
            made.setAccessibleName(f"{text}: {what}" if what else text)
            yield made


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
