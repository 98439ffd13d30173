"""The pane at the left: what restricts the search, saved searches, and the library's queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QListView, QVBoxLayout, QWidget

from assay_desktop.pages.search.delegate import LINE_ROLE, SideDelegate
from assay_desktop.pages.search.model import QueryLine
from assay_desktop.pages.search.sidebar.facets import FacetPane
from assay_desktop.pages.search.sidebar.saved import SavedList
from assay_desktop.pages.search.widgets.filter_panel import FilterPanel
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import ROW_HEIGHT, S2, S3, S4, Theme
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import scrolled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.types import Filters
    from assay_desktop.pages.search.model import SavedLine


_LEAST_ROWS = 3
"""So many queries are in sight where the window is low; the facets have the rest."""


class QueryPane(QFrame):
    """Filters above, then saved searches, then queries as far down as there is room."""

    filters_changed = Signal(object)  # Filters
    query_chosen = Signal(object)  # QueryLine

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(176)
        column = QVBoxLayout(self)
        column.setContentsMargins(S2, S4, S2, S2)
        column.setSpacing(S2)
        column.addWidget(_heading(self.tr("Filter")))
        self._filters = FilterPanel()
        self._filters.filters_changed.connect(self.filters_changed)
        self.facets = FacetPane(theme)
        column.addWidget(self._filters)
        column.addWidget(self._build_facets(), 4)
        column.addSpacing(S3)
        self._saved_heading = _heading(self.tr("Saved searches"))
        column.addWidget(self._saved_heading)
        self.saved = SavedList(theme)
        column.addWidget(self.saved)
        column.addSpacing(S3)
        column.addWidget(_heading(self.tr("Queries")))
        self._none = label(self.tr("A search becomes a query with its first grade."), "caption", wrap=True)
        self._none.setContentsMargins(S2, 0, S2, 0)
        column.addWidget(self._none)
        column.addWidget(self._build_list(theme), 1)

    def _build_facets(self) -> QWidget:
        """Below the fields, scrolled where there is too little room."""
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.facets)
        inner.addStretch(1)
        area = scrolled(holder)
        area.hide()  # the queries have its room until there is something in it
        self.facets.counted.connect(area.setVisible)
        area.setMinimumHeight(1)  # where the window is very low the facets give way
        return area

    def _build_list(self, theme: Theme) -> QListView:
        self._model = QStandardItemModel()
        self._list = QListView()
        self._list.setModel(self._model)
        self._delegate = SideDelegate(theme)
        self._list.setItemDelegate(self._delegate)
        self._list.setMouseTracking(True)
        self._list.setMinimumHeight(_LEAST_ROWS * ROW_HEIGHT)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setAccessibleName(self.tr("Queries of this library"))
        self._list.clicked.connect(self._choose)
        self._list.activated.connect(self._choose)
        return self._list

    def show_queries(self, lines: Sequence[QueryLine]) -> None:
        self._none.setVisible(not lines)
        self._model.clear()
        for line in lines:
            item = QStandardItem(line.label)
            item.setData(line, LINE_ROLE)
            item.setToolTip(escape_markup(line.label))
            item.setEditable(False)
            self._model.appendRow(item)

    def show_saved(self, lines: Sequence[SavedLine], current: SavedLine | None) -> None:
        """Without any there is nothing to see of them."""
        self._saved_heading.setVisible(bool(lines))
        self.saved.show_lines(lines, None if current is None else current.pk)

    def show_venues(self, venues: Sequence[tuple[str, int]], years: tuple[int, int] | None) -> None:
        self._filters.show_choices(venues, years)

    def show_filters(self, filters: Filters) -> None:
        self._filters.show_filters(filters)

    def clear_filters(self) -> None:
        self._filters.clear()

    def _choose(self, index: QModelIndex) -> None:
        line = index.data(LINE_ROLE)
        if isinstance(line, QueryLine):
            self.query_chosen.emit(line)


def _heading(text: str) -> QWidget:
    made = label(text, "section")
    made.setContentsMargins(S2, 0, S2, 0)
    return made
