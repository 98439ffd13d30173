"""Two rankings of one query side by side, each with grades and with the places that papers moved by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, Signal
from PySide6.QtWidgets import QTableView, QWidget

from assay.types import RankedPaper
from assay_desktop.pages.evaluation.rankings import place_columns
from assay_desktop.theme import S2, S3, S6
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import narrow_columns, plain_table

if TYPE_CHECKING:
    from assay.types import Rankings

_PLACE_PX: Final = (36, 96, 84)  # rank, grade, move
_REVIEWER_PX: Final = (36, 80, 72, 84)  # rank, grade, score, move


class RankingPair(QWidget):
    """The baseline at the left. A paper that is chosen in one ranking is chosen in the other one too."""

    paper_chosen = Signal(str)  # its doc_id, "" for none

    def __init__(self) -> None:
        super().__init__()
        self._query = ElidedLabel("strong")
        self._about = label(role="caption")
        self._models = RowsModel(self), RowsModel(self)
        self._names = ElidedLabel("muted"), ElidedLabel("muted")
        titles = self.tr("Ranking of the baseline"), self.tr("Ranking of the system")
        self.tables = tuple(
            plain_table(model, title, stretch=1) for model, title in zip(self._models, titles, strict=True)
        )
        self._sides = [
            boxed(vbox(name, (framed(table), 1), gap=S2))
            for name, table in zip(self._names, self.tables, strict=True)
        ]
        for table in self.tables:
            table.selectionModel().currentRowChanged.connect(self._tell)
        sides = hbox((self._sides[0], 1), (self._sides[1], 1), gap=S6)
        vbox(hbox(self._query, STRETCH, self._about, gap=S3), (sides, 1), on=self, gap=S2)
        self.setFocusProxy(self.tables[0])

    def show_rankings(
        self, rankings: Rankings, names: tuple[str, str], *, about: str, alone: bool, graded: str
    ) -> None:
        """Show both, named in this order; `alone` only the first. The paper that was chosen stays so."""
        chosen = self.paper
        self._query.show_text(rankings.text or rankings.query)
        self._about.setText(about)
        widths = _PLACE_PX if rankings.asks == "queries" else _REVIEWER_PX
        for place, places in enumerate((rankings.reference, rankings.system)):
            self._names[place].show_text(names[place])
            columns = place_columns(of_reference=place == 0, alone=alone, asks=rankings.asks, graded=graded)
            with QSignalBlocker(self.tables[place].selectionModel()):
                self._models[place].show(columns, places)
            narrow_columns(self.tables[place], *widths, stretch=1)
        self._sides[1].setVisible(not alone)
        if chosen is not None:
            self._choose(chosen.doc_id)

    def show_nothing(self) -> None:
        for model in self._models:
            model.show([], [])
        self._query.show_text("")
        self._about.setText("")

    @property
    def paper(self) -> RankedPaper | None:
        """The paper that is chosen, as the ranking has it in which it was."""
        for model, table in zip(self._models, self.tables, strict=True):
            row = model.row(table.currentIndex().row())
            if isinstance(row, RankedPaper):
                return row
        return None

    def choose_first(self) -> None:
        """Choose the first paper of the ranking at the left, or else of the other one."""
        table = next((each for each in self.tables if each.model().rowCount()), None)
        if table is not None:
            table.selectRow(0)

    def _tell(self, current: QModelIndex) -> None:
        row = next((m.row(current.row()) for m in self._models if m is current.model()), None)
        if isinstance(row, RankedPaper):
            self._choose(row.doc_id)
            self.paper_chosen.emit(row.doc_id)

    def _choose(self, doc_id: str) -> None:
        for model, table in zip(self._models, self.tables, strict=True):
            _mark(table, model.index(model.find(lambda place: place.doc_id == doc_id), 0))


def _mark(table: QTableView, index: QModelIndex) -> None:
    """Select the row without a word of it; none where the ranking lacks the paper."""
    flags = QItemSelectionModel.SelectionFlag
    selection = table.selectionModel()
    with QSignalBlocker(selection):
        if index.isValid():
            selection.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            table.scrollTo(index)
        else:
            selection.clear()
    table.viewport().update()
