"""The list model of papers as cards, for result lists and for the similar papers of the inspector."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from assay_desktop.text.escape_markup import escape_markup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay_desktop.widgets.papers.card import PaperCard

_ROOT = QModelIndex()
CARD_ROLE = Qt.ItemDataRole.UserRole + 1


class CardModel(QAbstractListModel):
    """Papers in the order given.

    The whole card is under `CARD_ROLE`; the display role reads it out for assistive tools.
    """

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[PaperCard] = []

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._cards)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if not index.isValid():
            return None
        card = self._cards[index.row()]
        if role == CARD_ROLE:
            return card
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            grade = "" if card.grade is None else f", graded {card.grade}"
            return f"{card.title}. {card.byline}{grade}"
        return escape_markup(card.title) if role == Qt.ItemDataRole.ToolTipRole else None

    @property
    def doc_ids(self) -> list[str]:
        """The papers' ids, in the order shown."""
        return [card.doc_id for card in self._cards]

    def card(self, row: int) -> PaperCard | None:
        return self._cards[row] if 0 <= row < len(self._cards) else None

    def row_of(self, doc_id: str) -> int:
        """The row of a paper, or -1."""
        return next((row for row, card in enumerate(self._cards) if card.doc_id == doc_id), -1)

    def show(self, cards: Sequence[PaperCard]) -> None:
        self.beginResetModel()
        self._cards = list(cards)
        self.endResetModel()

    def show_grades(self, grades: Mapping[str, int]) -> None:
        """Marks the papers in `grades` with their grade and takes the mark off all others."""
        self._cards = [replace(card, grade=grades.get(card.doc_id)) for card in self._cards]
        if self._cards:
            self.dataChanged.emit(self.index(0), self.index(len(self._cards) - 1))
