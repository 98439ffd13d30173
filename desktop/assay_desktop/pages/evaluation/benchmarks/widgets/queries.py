"""Gains and losses by query, and below them both rankings of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from assay.benchmarks.types import QueryRow
from assay_desktop.pages.evaluation.benchmarks.items import item_columns
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.pages.evaluation.widgets.paged_rows import PagedRows
from assay_desktop.pages.evaluation.widgets.plot import Bar, GainPlot
from assay_desktop.pages.evaluation.widgets.rankings import RankingPair
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S6, Theme
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.tables.table import HEADER_HEIGHT, narrow_columns, plain_table, shared_out
from assay_desktop.widgets.tables.two_line_heads import TwoLineHeads

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from assay.benchmarks.types import ItemPage, TaskItems
    from assay.types import Rankings

_VALUE_PX, _QUERY_PX = 80, 260  # at least
_HEAD_PX = 26  # next to a head's words
_TITLE = 60  # letters


class QueriesView(QWidget):
    """Choosing a bar or a row asks for its rankings."""

    query_chosen = Signal(str)
    find_wanted = Signal(str)  # a query that is on a page which is not there yet

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown = ""  # the query whose rankings are there
        self._bars: list[Bar] = []
        self._group = 1
        self._titles: list[str] = []  # of the columns next to the query's
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setObjectName("behind")
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(self._build_queries())
        self._pair = RankingPair()
        self._pair.setContentsMargins(0, S3, 0, 0)
        self.rankings = self._pair.tables
        split.addWidget(self._pair)
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
        self._model = PagedRows(self)
        self.page_wanted, self.sort_wanted = self._model.page_wanted, self._model.sort_wanted
        self.heads = TwoLineHeads()
        self.table = plain_table(self._model, self.tr("Values by query"), fixed=True, heads=self.heads)
        self.table.selectionModel().currentRowChanged.connect(self._tell)
        row.addWidget(framed(self.table), 5)
        return holder

    # --- what there is to see

    def show_queries(self, items: TaskItems, *, reference: str, system: str) -> None:
        """Select the query that the engine chose: the one that was looked at, or that loses most."""
        columns = item_columns(reference, system, asks=items.asks)
        with QSignalBlocker(self.table.selectionModel()):
            self._model.show(columns, items.n_rows, items.rows, first=items.first)
        self._titles = [column.title for _name, column in columns[1:]]
        self._share_width()
        self._show_plot(items, reference, system)
        self._shown = ""
        self._pair.show_nothing()
        self._select(items.place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give systems the room of their names, as far as the query keeps its own; half is the table's."""
        metrics = self.table.horizontalHeader().fontMetrics()
        wished = [max(_VALUE_PX, metrics.horizontalAdvance(title) + _HEAD_PX) for title in self._titles]
        if wished:
            room = (self.width() - S6) // 2 - _QUERY_PX
            narrow_columns(self.table, *shared_out(wished, room, least=_VALUE_PX))
            self.heads.fit(HEADER_HEIGHT)

    def show_page(self, page: ItemPage | None) -> None:
        """Show a page; None where it could not be read."""
        if page is None:
            self._model.give_up()
            return
        self._model.fill(page.first, page.rows)
        self._tell(self.table.currentIndex())

    def show_rankings(self, rankings: Rankings, *, reference: str, system: str) -> None:
        alone = reference == system
        self._pair.show_rankings(
            rankings,
            (short_name(reference), short_name(system)),
            about=self._about(rankings, system, alone=alone),
            alone=alone,
            graded=self.tr("As judged by the benchmark; – where nobody judged it"),
        )

    def choose(self, query: str) -> None:
        """Select a query in the table, which asks for its rankings, or ask on which page it is."""
        row = self._model.find(lambda item: item.item_id == query)
        if row >= 0:
            self._select(row)
        else:
            self.find_wanted.emit(query)

    # --- inner

    def _select(self, row: int) -> None:
        index = self._model.index(row, 0)
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.table.scrollTo(index)

    def _about(self, rankings: Rankings, system: str, *, alone: bool) -> str:
        """Return what was judged of the query, and what the arrows mean; of a reviewer what they wrote."""
        if rankings.wrote:
            template = self.tr("{0} papers of their own, such as “{1}”")
            return template.format(numeral(len(rankings.wrote)), shortened(rankings.wrote[0]))
        if not rankings.graded or alone:
            return ""
        if rankings.asks == "submissions":
            template = self.tr("{0} reviewers who fit; arrows say how far {1} moves one")
        elif rankings.relevant == 1:
            template = self.tr("{0} relevant paper; arrows say how far {1} moves a paper")
        else:
            template = self.tr("{0} relevant papers; arrows say how far {1} moves a paper")
        return template.format(numeral(rankings.relevant), short_name(system))

    def _show_plot(self, items: TaskItems, reference: str, system: str) -> None:
        alone = reference == system
        self._plot_title.setText(self._title(items, reference, system))
        self._group = items.group
        self._bars = [
            Bar(
                bar.item_id,
                bar.height,
                f"{bar.text or bar.item_id}\n{numeral(bar.reference, 1)} → {numeral(bar.value, 1)}",
            )
            for bar in items.bars
        ]
        better, worse, equal = items.counts
        description = self.tr("{0} better, {1} worse, {2} equal").format(better, worse, equal)
        self.plot.show_bars(self._bars, description=description)
        counts = self.tr("{0} better, {1} equal").format(numeral(better), numeral(equal))
        self._better.setText("" if alone else counts)
        self._worse.setText("" if alone else self.tr("{0} worse").format(numeral(worse)))

    def _title(self, items: TaskItems, reference: str, system: str) -> str:
        alone = {
            "submissions": self.tr("{0} by submission"),
            "reviewers": self.tr("{0} by reviewer"),
        }
        both = {
            "submissions": self.tr("{0} against {1} by submission"),
            "reviewers": self.tr("{0} against {1} by reviewer"),
        }
        if reference == system:
            text = alone.get(items.asks, self.tr("{0} by query")).format(short_name(system))
        else:
            text = both.get(items.asks, self.tr("{0} against {1} by query"))
            text = text.format(short_name(system), short_name(reference))
        if items.group == 1:
            return text
        return self.tr("{0}, each bar the mean of {1} neighbours").format(text, numeral(items.group))

    def _tell(self, current: QModelIndex) -> None:
        item = self._model.row(current.row())
        if isinstance(item, QueryRow) and item.item_id != self._shown:
            self._shown = item.item_id
            place = item.place // self._group
            self.plot.mark(self._bars[place].key if place < len(self._bars) else "")
            self.query_chosen.emit(item.item_id)


def shortened(title: str) -> str:
    """Return a title in a line that has other words too."""
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"
