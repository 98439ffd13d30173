"""The pane at the left: what restricts the search, saved searches, and the library's queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QFrame,
    QGridLayout,
    QLineEdit,
    QWidget,
)

from assay.types import Filters
from assay_desktop.pages.search.model import QueryLine, SavedLine
from assay_desktop.pages.search.widgets.facets import FacetPane
from assay_desktop.pages.search.widgets.queries import QueryList
from assay_desktop.pages.search.widgets.saved import SavedList
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S2, S4, Theme, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import scrolled

FIRST_YEAR, LAST_YEAR = 1000, 2999


class FilterPanel(QWidget):
    """Empty fields restrict nothing. A year takes effect when it is complete."""

    filters_changed = Signal(object)  # Filters

    def __init__(self) -> None:
        super().__init__()
        self._shown = Filters()
        grid = QGridLayout(self)
        grid.setContentsMargins(S2, 0, S2, 0)
        grid.setHorizontalSpacing(S2)
        grid.setVerticalSpacing(S2)
        self._from, self._to = self._year(self.tr("from")), self._year(self.tr("to"))
        self._from.setAccessibleName(self.tr("Published from"))
        self._to.setAccessibleName(self.tr("Published until"))
        years = hbox(self._from, label("–", "muted"), self._to, gap=S1)
        self._venue = ChoiceBox()
        self._venue.setEditable(True)
        self._venue.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._venue.setAccessibleName(self.tr("Venue"))
        self._venue.setMinimumContentsLength(6)
        self._venue.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        edit = self._venue.lineEdit()
        if edit is not None:
            edit.setPlaceholderText(self.tr("any"))
            edit.setProperty("bare", True)
            edit.editingFinished.connect(self._tell)
        self._venue.activated.connect(self._tell)
        grid.addWidget(label(self.tr("Year")), 0, 0)
        grid.addLayout(years, 0, 1)
        self._venue_name = label(self.tr("Venue"))
        grid.addWidget(self._venue_name, 1, 0)
        grid.addWidget(self._venue, 1, 1)
        self._has_file = QCheckBox(self.tr("Has a PDF"))
        self._has_file.clicked.connect(self._tell)
        grid.addWidget(self._has_file, 2, 1)
        grid.setColumnStretch(1, 1)

    def show_choices(self, venues: Sequence[tuple[str, int]], years: tuple[int, int] | None) -> None:
        """Show the library's venues, largest first, and the years its papers span (as placeholders)."""
        with QSignalBlocker(self._venue):
            chosen = self._venue.currentText()
            self._venue.clear()
            self._venue.addItem("")
            for venue, count in venues:
                if venue:
                    self._venue.addItem(venue)
                    tip = escape_markup(f"{venue}: {numeral(count)}")
                    self._venue.setItemData(self._venue.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
            self._venue.setCurrentText(chosen)
        completer = QCompleter(self._venue.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._venue.setCompleter(completer)
        if years is not None:
            self._from.setPlaceholderText(str(years[0]))
            self._to.setPlaceholderText(str(years[1]))

    def show_venue(self, shown: bool) -> None:
        """Show the field for a venue, or not where venues are listed with their counts below."""
        self._venue_name.setVisible(shown)
        self._venue.setVisible(shown)

    def show_filters(self, filters: Filters) -> None:
        """Show what restricts the search, and says nothing of it."""
        if filters == self._shown:
            return
        self._shown = filters
        self._from.setText("" if filters.year_from is None else str(filters.year_from))
        self._to.setText("" if filters.year_to is None else str(filters.year_to))
        self._venue.setCurrentText(_together(filters.venues))
        if (edit := self._venue.lineEdit()) is not None:
            edit.setCursorPosition(0)
        self._has_file.setChecked(filters.has_file)

    def clear(self) -> None:
        """Lift every restriction."""
        self._from.clear()
        self._to.clear()
        self._venue.setCurrentText("")
        self._has_file.setChecked(False)
        if self._shown:
            self._shown = Filters()
            self.filters_changed.emit(self._shown)

    def _year(self, placeholder: str) -> QLineEdit:
        field = QLineEdit(placeholderText=placeholder)
        field.setValidator(QIntValidator(0, LAST_YEAR, field))
        field.setProperty("kind", "year")
        set_px(field, least=52)
        field.setMaxLength(4)
        field.textEdited.connect(self._tell)
        return field

    def _tell(self) -> None:
        venue = self._venue.currentText().strip()
        several = self._shown.venues if venue == _together(self._shown.venues) else (venue,)
        filters = replace(
            self._shown,
            year_from=_year_of(self._from),
            year_to=_year_of(self._to),
            venues=several if venue else (),
            has_file=self._has_file.isChecked(),
        )
        if filters != self._shown:
            self._shown = filters
            self.filters_changed.emit(filters)


def _together(venues: Sequence[str]) -> str:
    """Several, which only the facets can choose, as one text."""
    return ", ".join(venues)


def _year_of(field: QLineEdit) -> int | None:
    """The year in the field, or None while it is empty or half typed."""
    text = field.text()
    return int(text) if text.isdigit() and FIRST_YEAR <= int(text) <= LAST_YEAR else None


class QueryPane(QFrame):
    """Queries, saved searches and filters with their counts below each other, scrolled as one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        set_px(self, least=176)
        self._none = label(self.tr("A search becomes a query with its first grade."), "caption", wrap=True)
        self._none.setContentsMargins(S2, 0, S2, 0)
        self.queries = QueryList(theme)
        self._saved_heading = _heading(self.tr("Saved searches"))
        self.saved = SavedList(theme)
        self.filters = FilterPanel()
        self.facets = FacetPane(theme)
        self.facets.venues_shown.connect(lambda shown: self.filters.show_venue(not shown))
        column = vbox(
            _heading(self.tr("Queries")),
            self._none,
            self.queries,
            hbox(self.queries.more, STRETCH),
            S2,
            self._saved_heading,
            self.saved,
            S2,
            _heading(self.tr("Filter")),
            self.filters,
            self.facets,
            STRETCH,
            gap=S2,
            margins=(S2, S4, S2, S2),
        )
        vbox(scrolled(boxed(column)), on=self)

    def show_queries(self, lines: Sequence[QueryLine]) -> None:
        self._none.setVisible(not lines)
        self.queries.show_lines(lines)

    def show_saved(self, lines: Sequence[SavedLine], current: SavedLine | None) -> None:
        """Show the saved searches; without any there is nothing to see of them."""
        self._saved_heading.setVisible(bool(lines))
        self.saved.show_lines(lines, None if current is None else current.pk)


def _heading(text: str) -> QWidget:
    made = label(text, "section")
    made.setContentsMargins(S2, 0, S2, 0)
    return made
