"""The results as a list model: cards, which of them are new, and whose grade could not be saved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from assay_desktop.widgets.papers.card_model import CARD_ROLE, CardModel

if TYPE_CHECKING:
    from collections.abc import Collection


class ResultModel(CardModel):
    """A card that is new, or whose grade was not saved, says so in a badge, and to assistive tools."""

    def __init__(self) -> None:
        super().__init__()
        self._unsaved: frozenset[str] = frozenset()
        self._new: frozenset[str] = frozenset()

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        value = super().data(index, role)
        card = self.card(index.row())
        words = self._marks(card.doc_id) if card is not None else ()
        if card is None or not words:
            return value
        if role == CARD_ROLE:
            return replace(card, badges=(*words, *card.badges), new=card.doc_id in self._new)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return ", ".join((str(value), *words))
        return value

    def _marks(self, doc_id: str) -> tuple[str, ...]:
        new = (self.tr("new"),) if doc_id in self._new else ()
        return (*new, self.tr("grade not saved")) if doc_id in self._unsaved else new

    def show_new(self, doc_ids: Collection[str]) -> None:
        """Marks these papers as new, and no others, whatever results come."""
        self._new = frozenset(doc_ids)
        self._tell()

    def show_unsaved(self, doc_ids: Collection[str]) -> None:
        """Marks these papers and no others."""
        self._unsaved = frozenset(doc_ids)
        self._tell()

    def _tell(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))
