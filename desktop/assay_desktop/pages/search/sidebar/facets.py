"""What the results have in common, at the left: years as bars, then venues, authors and keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.pages.search.widgets.facet_list import FacetLine, FacetList
from assay_desktop.pages.search.widgets.year_bars import YearBars
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S2
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from assay_desktop.pages.search.facets import Counts, Value
    from assay_desktop.theme import Theme


class FacetPane(QWidget):
    """Shows counts; a choice leaves as a signal. Without papers to count nothing is there."""

    value_chosen = Signal(str, str)  # facet, value
    years_chosen = Signal(int, int)
    counted = Signal(bool)  # whether there is anything to show

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.years = YearBars(theme)
        self.years.chosen.connect(self.years_chosen)
        self.values = FacetList(theme)
        self.values.chosen.connect(self.value_chosen)
        self._counted = label(role="caption", wrap=True)
        self._counted.setContentsMargins(S2, 0, S2, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S1)
        column.addWidget(self.years)
        column.addWidget(self.values)
        column.addWidget(self._counted)
        self.hide()

    def show_counts(self, counts: Counts) -> None:
        self.years.show_years(counts.years)
        self.years.setVisible(len(counts.years) > 1)
        self.values.show_lines(self._lines(counts.values))
        self.values.setVisible(bool(counts.values))
        of = (
            self.tr("Based on the top {0} results.")
            if counts.of_search
            else self.tr("Counted in {0} papers.")
        )
        self._counted.setText(of.format(numeral(counts.n_papers)))
        is_any = bool(counts.years or counts.values)
        self.setVisible(is_any)
        self.counted.emit(is_any)

    def _lines(self, values: tuple[Value, ...]) -> list[FacetLine]:
        titles = {
            "venue": self.tr("Venue"),
            "author": self.tr("Author"),
            "tag": self.tr("Keyword"),
            "pdf": self.tr("More"),
            "judged": self.tr("More"),
        }
        words = {
            ("pdf", "yes"): self.tr("Has a PDF"),
            ("judged", "yes"): self.tr("Judged"),
            ("judged", "no"): self.tr("Not judged"),
        }
        lines: list[FacetLine] = []
        before = ""
        for each in values:
            if titles[each.facet] != before:
                before = titles[each.facet]
                lines.append(FacetLine(before))
            lines.append(FacetLine(words.get((each.facet, each.value), each.value), each))
        return lines
