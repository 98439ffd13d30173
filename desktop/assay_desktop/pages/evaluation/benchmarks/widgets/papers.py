"""Papers of a test: what is true of each, and what both systems said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QWidget

from assay_desktop.pages.evaluation.benchmarks.items import predicted_columns
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.pages.evaluation.widgets.paged_rows import PagedRows
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S3
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.tables.table import narrow_columns, plain_table

if TYPE_CHECKING:
    from assay.benchmarks.types import ItemPage, TaskItems

_CLASS_PX: Final = 170
_NUMBER_PX: Final = 110


class PapersView(QWidget):
    """All of them, or only those on which the systems differ."""

    def __init__(self) -> None:
        super().__init__()
        self._summary_label = label(role="muted", wrap=True)
        self.differing = QCheckBox(self.tr("Only where they differ"))
        self.differing.setChecked(True)
        self.differing_wanted = self.differing.toggled
        self._model = PagedRows(self)
        self.page_wanted, self.sort_wanted = self._model.page_wanted, self._model.sort_wanted
        self.table = plain_table(self._model, self.tr("Papers of the test"), fixed=True)
        head = hbox((self._summary_label, 1), self.differing, gap=S3)
        vbox(head, (framed(self.table), 1), on=self, gap=S3)

    def show_papers(self, items: TaskItems, *, reference: str, system: str, differing: bool) -> None:
        self.differing.setVisible(reference != system)
        with QSignalBlocker(self.differing):
            self.differing.setChecked(differing)
        columns = predicted_columns(reference, system, of_classes=items.of_classes)
        self._model.show(columns, items.n_rows, items.rows, first=items.first)
        narrow_columns(self.table, *[_CLASS_PX if items.of_classes else _NUMBER_PX] * (len(columns) - 1))
        self.table.scrollToTop()
        self._summary_label.setText(self._summary(items, reference, system))

    def show_page(self, page: ItemPage | None) -> None:
        """Show a page; None where it could not be read."""
        if page is None:
            self._model.give_up()
        else:
            self._model.fill(page.first, page.rows)

    def _summary(self, items: TaskItems, reference: str, system: str) -> str:
        if not items.of_classes:
            text = self.tr("{0} papers of the test; the predictions differ on {1}.")
            return text.format(numeral(items.n), numeral(items.n_differing))
        text = self.tr(
            "{0} papers of the test: both right on {1}, only {2} on {3}, only {4} on {5}, neither on {6}."
        )
        both, only_reference, only_system, neither = map(numeral, items.counts)
        return text.format(
            numeral(items.n),
            both,
            short_name(reference),
            only_reference,
            short_name(system),
            only_system,
            neither,
        )
