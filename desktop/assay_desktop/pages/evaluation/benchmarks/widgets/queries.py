"""Gains and losses by query, and below them both rankings of the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from assay.benchmarks.types import QueryRow
from assay_desktop.pages.evaluation.benchmarks.items import item_columns
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.pages.evaluation.widgets.paged_rows import PagedRows
from assay_desktop.pages.evaluation.widgets.plot import Bar, GainPlot
from assay_desktop.pages.evaluation.widgets.rankings import RankingPair
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S6, Theme
from assay_desktop.widgets.boxes import boxed, hbox, split, vbox
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
        self._pair = RankingPair()
        self._pair.setContentsMargins(0, S3, 0, 0)
        self.rankings = self._pair.tables
        vbox(split(self._build_queries(), self._pair, stretch=(1, 1), down=True), on=self)

    # --- building

    def _build_queries(self) -> QWidget:
        self._plot_title = label(role="strong")
        self.plot = GainPlot(self._theme)
        self.plot.bar_chosen.connect(self.choose)
        self._model = PagedRows(self)
        self.page_wanted, self.sort_wanted = self._model.page_wanted, self._model.sort_wanted
        self.heads = TwoLineHeads()
        self.table = plain_table(self._model, self.tr("Values by query"), fixed=True, heads=self.heads)
        self.table.selectionModel().currentRowChanged.connect(self._tell)
        plot = vbox(self._plot_title, (self.plot, 1), gap=S2)
        return boxed(hbox((plot, 5), (framed(self.table), 5), gap=S6, margins=(0, 0, 0, S3)))

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
        self._pair.show_rankings(
            rankings,
            (short_name(reference), short_name(system)),
            alone=reference == system,
            graded=self.tr("The benchmark's grade; – if unjudged"),
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
        self.table.selectRow(row)
        self.table.scrollTo(self._model.index(row, 0))

    def _show_plot(self, items: TaskItems, reference: str, system: str) -> None:
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
        self.plot.show_bars(self._bars, items.counts, alone=reference == system)

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
