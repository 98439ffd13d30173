"""The results as a list model: cards, and which of them carry a grade that could not be saved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from assay_desktop.widgets.card_model import CARD_ROLE, CardModel

if TYPE_CHECKING:
    from collections.abc import Collection


class ResultModel(CardModel):
    """A card whose grade was not saved says so in a badge, and to assistive tools."""

    def __init__(self) -> None:
        super().__init__()
        self._unsaved: frozenset[str] = frozenset()

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        value = super().data(index, role)
        card = self.card(index.row())
        if card is None or card.doc_id not in self._unsaved:
            return value
        if role == CARD_ROLE:
            return replace(card, badges=(self.tr("grade not saved"), *card.badges))
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self.tr("{0}, grade not saved").format(value)
        return value

    def show_unsaved(self, doc_ids: Collection[str]) -> None:
        """Marks these papers and no others."""
        self._unsaved = frozenset(doc_ids)
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))
