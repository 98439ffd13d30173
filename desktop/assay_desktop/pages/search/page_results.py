"""The list of what was found, which keeps the reader's place when the results change theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView

from assay_desktop.pages.search.open_tabs import Place
from assay_desktop.pages.search.results import ResultModel
from assay_desktop.widgets.papers.card_model import CARD_ROLE
from assay_desktop.widgets.papers.paper_card import PaperCardDelegate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent

    from assay_desktop.theme import Theme
    from assay_desktop.widgets.papers.card import PaperCard


class ResultList(QListView):
    """Cards of which one is selected."""

    selected = Signal(str)  # doc_id of the card that is selected now; "" for none
    similar_wanted = Signal(str)  # doc_id
    seed_wanted = Signal(str)
    place_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.cards = ResultModel()
        self.setModel(self.cards)
        self._changing = False  # other results are being put in
        self.is_chosen = False  # the reader chose the selected paper; else it is the first, whichever that is
        self._delegate = PaperCardDelegate(theme, CARD_ROLE)
        self._delegate.similar_wanted.connect(self.similar_wanted)
        self._delegate.seed_wanted.connect(self.seed_wanted)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Results"))
        self.selectionModel().currentChanged.connect(self._tell)
        self.selectionModel().currentChanged.connect(lambda *_: self.place_changed.emit())
        self.verticalScrollBar().valueChanged.connect(lambda _value: self.place_changed.emit())
        theme.changed.connect(self.viewport().update)

    @property
    def selected_id(self) -> str:
        card = self.cards.card(self.currentIndex().row())
        return card.doc_id if card else ""

    def show_cards(self, cards: Sequence[PaperCard]) -> None:
        """New results, seen from their beginning."""
        self._changing = True
        self.cards.show(cards)
        self.is_chosen = False
        self.setCurrentIndex(self.cards.index(0))
        self._changing = False
        self.scrollToTop()
        self.selected.emit(self.selected_id)

    def show_new_order(self, cards: Sequence[PaperCard]) -> None:
        """The same search in another order. Marks stay, and a paper that the reader chose stays selected and
        in its place on the screen. Until one was chosen, the first row is selected, whichever that is now.

        Where the chosen paper is no longer listed, none is selected, so that no grade goes to another one.
        """
        doc_id, at, above = self.selected_id, *self._anchor()
        before = [self.cards.card(row) for row in range(self.cards.rowCount())]
        grades = {card.doc_id: card.grade for card in before if card is not None}
        self._changing = True
        self.cards.show([replace(card, grade=grades.get(card.doc_id)) for card in cards])
        row = self.cards.row_of(doc_id) if self.is_chosen else 0
        self.setCurrentIndex(self.cards.index(row) if row >= 0 else QModelIndex())
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
        """Takes the reader there; they stay where they are if the paper is not among the results."""
        row = self.cards.row_of(place.doc_id)
        if row >= 0:
            self.setCurrentIndex(self.cards.index(row))
            self.doItemsLayout()
            self.verticalScrollBar().setValue(place.scroll)

    def select_next(self, step: int) -> None:
        """Selects the next result, or with -1 the one before, and stays at the ends."""
        row = self.currentIndex().row() + step
        if 0 <= row < self.cards.rowCount():
            self.setCurrentIndex(self.cards.index(row))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.indexAt(event.position().toPoint()).isValid():
            self.is_chosen = True  # also where it was the selected one before

    def _tell(self) -> None:
        if not self._changing:
            self.is_chosen = True
            self.selected.emit(self.selected_id)
