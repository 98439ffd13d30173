"""The results: cards in a list that keeps the reader's place, or one sentence on why there are none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStackedWidget

from assay.types import SearchMode
from assay_desktop.pages.search.model import Place, SearchState
from assay_desktop.text.figures import numeral
from assay_desktop.theme import Theme
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.papers.card import CARD_ROLE, CardModel, PaperCard
from assay_desktop.widgets.papers.paper_card import PaperCardDelegate
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import Index


class ResultModel(CardModel):
    """A card that is new, or whose grade was not saved, says so in a badge, and to assistive tools."""

    def __init__(self) -> None:
        super().__init__()
        self._unsaved: frozenset[str] = frozenset()
        self._new: frozenset[str] = frozenset()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
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
        """Mark these papers as new, and no others, whatever results come."""
        self._new = frozenset(doc_ids)
        self._tell()

    def show_unsaved(self, doc_ids: Collection[str]) -> None:
        """Mark these papers and no others."""
        self._unsaved = frozenset(doc_ids)
        self._tell()

    def _tell(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))


class ResultList(QListView):
    """Cards; one of those that are selected is the one that is read."""

    selected = Signal(str)  # doc_id of the card that is read now; "" for none
    place_changed = Signal()
    left_upwards = Signal()  # Up on the first card

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.cards = ResultModel()
        self._changing = False  # other results are being put in
        self.is_chosen = False  # the reader chose the selected paper; else it is the first, whichever that is
        self._delegate = PaperCardDelegate(theme, CARD_ROLE)
        self.similar_wanted, self.seed_wanted = self._delegate.similar_wanted, self._delegate.seed_wanted
        set_up_list(self, self.tr("Results"), self.cards, self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentChanged.connect(self._tell)
        self.selectionModel().currentChanged.connect(lambda *_: self.place_changed.emit())
        self.verticalScrollBar().valueChanged.connect(lambda _value: self.place_changed.emit())
        theme.changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt hands Enter on after it has opened a paper, to the page that is in front by then."""
        if event.key() == Qt.Key.Key_Up and not event.modifiers() and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()

    @property
    def selected_id(self) -> str:
        card = self.cards.card(self.currentIndex().row())
        return card.doc_id if card else ""

    @property
    def selected_ids(self) -> list[str]:
        """The doc_ids of all cards that are selected, from the top."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return [card.doc_id for row in rows if (card := self.cards.card(row)) is not None]

    def choose_row(self, row: int) -> None:
        """Select this row alone, -1 for none: Qt would add it to others while Ctrl or Shift is held."""
        how = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self.cards.index(row) if row >= 0 else QModelIndex(), how)

    def show_cards(self, cards: Sequence[PaperCard]) -> None:
        """Show new results, from their beginning."""
        self._changing = True
        self.cards.show(cards)
        self.is_chosen = False
        self.choose_row(0)
        self._changing = False
        self.scrollToTop()
        self.selected.emit(self.selected_id)

    def show_new_order(self, cards: Sequence[PaperCard]) -> None:
        """Show the same search in another order. Marks stay, and a paper that the reader chose stays
        in its place on the screen. Until one was chosen, the first row is selected, whichever that is now.

        Where the chosen paper is no longer listed, none is selected, so that no grade goes to another one.
        """
        doc_id, at, above = self.selected_id, *self._anchor()
        before = [self.cards.card(row) for row in range(self.cards.rowCount())]
        grades = {card.doc_id: card.grade for card in before if card is not None}
        self._changing = True
        self.cards.show([replace(card, grade=grades.get(card.doc_id)) for card in cards])
        self.choose_row(self.cards.row_of(doc_id) if self.is_chosen else 0)
        self._changing = False
        if self.selected_id != doc_id:
            self.selected.emit(self.selected_id)
        self.doItemsLayout()
        bar, row = self.verticalScrollBar(), self.cards.row_of(at)
        bar.setValue(
            bar.value() + self.visualRect(self.cards.index(row)).top() - above if row >= 0 else above
        )

    def _anchor(self) -> tuple[str, int]:
        """The paper that is to stay where it is, with its place in pixels below the upper edge.

        The selected one if it is on screen, else the first that is; at the beginning of the list none but one
        that was chosen, and that is the place.
        """
        if not self.verticalScrollBar().value() and not self.is_chosen:
            return "", 0
        view = self.viewport().rect()
        for index in (self.currentIndex(), self.indexAt(view.topLeft() + QPoint(1, 1))):
            card, box = self.cards.card(index.row()), self.visualRect(index)
            if card is not None and box.intersects(view):
                return card.doc_id, box.top()
        return "", self.verticalScrollBar().value()

    @property
    def place(self) -> Place:
        """Where the reader is."""
        return Place(self.selected_id, self.verticalScrollBar().value())

    def show_place(self, place: Place) -> None:
        """Take the reader there; they stay where they are if the paper is not among the results."""
        row = self.cards.row_of(place.doc_id)
        if row >= 0:
            self.choose_row(row)
            self.doItemsLayout()
            self.verticalScrollBar().setValue(place.scroll)

    def select_next(self, step: int) -> None:
        """Select the next result, or with -1 the one before, and stays at the ends."""
        row = self.currentIndex().row() + step
        if 0 <= row < self.cards.rowCount():
            self.choose_row(row)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.indexAt(event.position().toPoint()).isValid():
            self.is_chosen = True  # also where it was the selected one before

    def _tell(self) -> None:
        if not self._changing:
            self.is_chosen = True
            self.selected.emit(self.selected_id)


class FoundPane(QStackedWidget):
    """The list of results, and in its place the empty state."""

    clearing_wanted = Signal()  # of the filters
    meaning_wanted = Signal()  # searches by meaning instead
    import_wanted = Signal()
    index_wanted = Signal()
    first_query_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.results = ResultList(theme)
        self.empty = StatePanel(theme)
        self.empty.action_requested.connect(self._act)
        self.addWidget(self.results)
        self.addWidget(self.empty)

    def show_results(self) -> None:
        """Bring the list to the front."""
        self.setCurrentWidget(self.results)

    def show_nothing_found(self, state: SearchState, *, waiting: int = 0) -> None:
        """Say that nothing was found; of `waiting` papers, not in the keyword index yet, nobody knows."""
        if waiting:
            text = self.tr("Nothing found so far. {0} {0:paper|papers} cannot be searched until indexed.")
            self._show("magnifying-glass", text.format(numeral(waiting)), "")
            return
        nothing = (
            self.tr("No papers match “{0}”").format(state.text.strip())
            if state.text.strip()
            else self.tr("No papers match")
        )
        if state.filters:
            within = self.tr("{0} within these filters.").format(nothing)
            self._show("funnel", within, self.tr("Clear the filters"))
        elif state.mode is SearchMode.KEYWORD:
            by_word = self.tr("{0} by keyword.").format(nothing)
            self._show("magnifying-glass", by_word, self.tr("Semantic search"))
        else:
            self._show("magnifying-glass", self.tr("{0}.").format(nothing), "")

    def show_welcome(self, *, total: int, indexed: bool, has_query: bool) -> None:
        """Show the page before any search; `has_query`: the library has a query to begin with."""
        if not total:
            self._show("books", self.tr("No papers to search yet."), self.tr("Import papers"))
        elif not indexed:
            text = self.tr("{0} {0:paper|papers} can be searched by keyword. An index adds semantic search.")
            self._show("magnifying-glass", text.format(numeral(total)), self.tr("Build the index"))
        else:
            text = self.tr("Search {0} {0:paper|papers}. Describe what you need, or start from a paper.")
            example = self.tr("Try an example search") if has_query else ""
            self._show("magnifying-glass", text.format(numeral(total)), example)

    def _show(self, icon: str, sentence: str, action: str) -> None:
        self.results.cards.show([])
        self.empty.show_message(icon, sentence, action=action)
        self.setCurrentWidget(self.empty)

    def _act(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Clear the filters"): self.clearing_wanted.emit,
            self.tr("Semantic search"): self.meaning_wanted.emit,
            self.tr("Import papers"): self.import_wanted.emit,
            self.tr("Build the index"): self.index_wanted.emit,
            self.tr("Try an example search"): self.first_query_wanted.emit,
        }
        acts[action]()
