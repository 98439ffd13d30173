"""Gains and losses by query, and below them both rankings of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from assay_desktop.figures import numeral
from assay_desktop.pages.evaluation.benchmarks.behind import Item, item_columns, place_columns
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.theme import S2, S3, S6, Theme
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.plot import Bar, GainPlot
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.rows import RowsModel
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.table import narrow_columns, plain_table

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView

    from assay_desktop.pages.evaluation.benchmarks.behind import Behind, Rankings


_VALUE_PX = 88
_PLACE_PX = (36, 96, 84)  # rank, grade, move


class QueriesView(QWidget):
    """Choosing a bar or a row asks for its rankings."""

    query_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown = ""  # the query whose rankings are there
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setObjectName("behind")
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(self._build_queries())
        split.addWidget(self._build_rankings())
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        column.addWidget(split)

    # --- building

    def _build_queries(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, S3)
        row.setSpacing(S6)
        left = QVBoxLayout()
        left.setSpacing(S2)
        self._plot_title = label(role="strong")
        self.plot = GainPlot(self._theme)
        self.plot.bar_chosen.connect(self.choose)
        ends = QHBoxLayout()
        self._better, self._worse = label(role="caption"), label(role="caption")
        ends.addWidget(self._better)
        ends.addStretch(1)
        ends.addWidget(self._worse)
        left.addWidget(self._plot_title)
        left.addWidget(self.plot, 1)
        left.addLayout(ends)
        row.addLayout(left, 5)
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Values by query"))
        self.table.selectionModel().currentRowChanged.connect(self._tell)
        row.addWidget(framed(self.table), 4)
        return holder

    def _build_rankings(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, S3, 0, 0)
        column.setSpacing(S2)
        head = QHBoxLayout()
        head.setSpacing(S3)
        self._query = ElidedLabel("strong")
        self._relevant = label(role="caption")
        head.addWidget(self._query)
        head.addStretch(1)
        head.addWidget(self._relevant)
        column.addLayout(head)
        row = QHBoxLayout()
        row.setSpacing(S6)
        self._models = RowsModel(self), RowsModel(self)
        self._names = ElidedLabel("muted"), ElidedLabel("muted")
        self.rankings = tuple(
            self._ranking(model, name)
            for model, name in zip(
                self._models,
                (self.tr("Ranking of the reference"), self.tr("Ranking of the system")),
                strict=True,
            )
        )
        self._sides = []
        for name, table in zip(self._names, self.rankings, strict=True):
            side = QWidget()
            inner = QVBoxLayout(side)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.setSpacing(S2)
            inner.addWidget(name)
            inner.addWidget(framed(table), 1)
            row.addWidget(side, 1)
            self._sides.append(side)
        column.addLayout(row, 1)
        return holder

    def _ranking(self, model: RowsModel, name: str) -> QTableView:
        return plain_table(model, name, stretch=1)

    # --- what there is to see

    def show_queries(self, behind: Behind, *, reference: str, system: str) -> None:
        """The query that was looked at stays chosen; at first it is the one that loses most."""
        alone = reference == system
        items = behind.items
        before = self._shown
        with QSignalBlocker(self.table.selectionModel()):
            self._model.show(item_columns(reference, system), items)
        narrow_columns(self.table, *([_VALUE_PX] * 3))
        self._show_plot(behind, reference, system)
        worst = min(items, key=lambda item: item.value if alone else item.gain, default=None)
        known = any(item.item_id == before for item in items)
        self._shown = ""
        self._show_nothing()
        if worst is not None:
            self.choose(before if known else worst.item_id)

    def show_rankings(self, rankings: Rankings, *, reference: str, system: str) -> None:
        alone = reference == system
        self._query.show_text(rankings.text or rankings.query)
        said = self.tr("{0} relevant papers; arrows say how far {1} moves a paper")
        self._relevant.setText(
            said.format(numeral(rankings.relevant), short_name(system))
            if rankings.graded and not alone
            else ""
        )
        pairs = ((reference, rankings.reference), (system, rankings.system))
        for number, (name, places) in enumerate(pairs):
            self._names[number].show_text(short_name(name))
            shown = place_columns(of_reference=number == 0, alone=alone)
            self._models[number].show(shown, places)
            narrow_columns(self.rankings[number], *_PLACE_PX, stretch=1)
        self._sides[1].setVisible(not alone)

    def choose(self, query: str) -> None:
        """Selects a query in the table, which asks for its rankings."""
        row = self._model.find(lambda item: item.item_id == query)
        index = self._model.index(row, 0)
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.table.scrollTo(index)

    # --- inner

    def _show_plot(self, behind: Behind, reference: str, system: str) -> None:
        alone = reference == system
        items = sorted(behind.items, key=lambda item: -item.value) if alone else behind.items
        better = sum(item.gain > 0 for item in items)
        worse = sum(item.gain < 0 for item in items)
        equal = len(items) - better - worse
        if alone:
            self._plot_title.setText(self.tr("{0} by query").format(short_name(system)))
        else:
            text = self.tr("{0} against {1} by query")
            self._plot_title.setText(text.format(short_name(system), short_name(reference)))
        bars = [
            Bar(
                item.item_id,
                item.value if alone else item.gain,
                f"{item.text or item.item_id}\n{numeral(item.reference, 1)} → {numeral(item.value, 1)}",
            )
            for item in items
        ]
        description = self.tr("{0} better, {1} worse, {2} equal").format(better, worse, equal)
        self.plot.show_bars(bars, description=description)
        self._better.setText("" if alone else self.tr("{0} better, {1} equal").format(better, equal))
        self._worse.setText("" if alone else self.tr("{0} worse").format(worse))

    def _show_nothing(self) -> None:
        for model in self._models:
            model.show([], [])
        self._query.show_text("")
        self._relevant.setText("")

    def _tell(self, current: QModelIndex) -> None:
        item = self._model.row(current.row())
        if isinstance(item, Item) and item.item_id != self._shown:
            self._shown = item.item_id
            self.plot.mark(item.item_id)
            self.query_chosen.emit(item.item_id)
