"""The question before a long list is imported: the counts, and what becomes of the first entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from assay.ingest.types import PlannedEntry
from assay.items.readable import readable
from assay_desktop.background.job_words import short_failure_line
from assay_desktop.text.figures import counted, numeral
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import narrow_columns, plain_table

if TYPE_CHECKING:
    from assay.ingest.types import ImportPreview

_SIZE = (720, 560)
_OUTCOME_PX = 240
_MOST_FAILED = 100


class ImportPreviewDialog(FormDialog):
    """Shows the counts and the first entries, exceptions before what is new until a column is chosen."""

    def __init__(self, parent: QWidget, preview: ImportPreview) -> None:
        super().__init__(
            parent,
            self.tr("Import preview"),
            action=self.tr("Import {0}").format(numeral(preview.n_entries - len(preview.report.failed))),
            width=_SIZE[0],
        )
        counts = label(self._counts(preview), "strong", wrap=True)
        self.model = RowsModel(self)
        table = plain_table(self.model, self.tr("The first entries"), fixed=True)
        columns = (
            Column(self.tr("Entry"), _title, number=False, tip=_title),
            Column(self.tr("Result"), self._becomes, number=False, tip=self._becomes),
        )
        failed, incomplete = (
            [PlannedEntry(short_failure_line(one), outcome) for one in failures[:_MOST_FAILED]]
            for outcome, failures in (
                ("failed", preview.report.failed),
                ("incomplete", preview.report.incomplete),
            )
        )
        self.model.show(columns, [*failed, *incomplete, *preview.first])
        narrow_columns(table, _OUTCOME_PX)
        self.column.insertWidget(1, counts)
        self.column.insertWidget(2, table, 1)
        hidden = preview.n_entries - len(preview.first) - len(failed)
        if hidden > 0:
            one = self.tr("more entry is not listed here.")
            self.show_note(counted(hidden, one, self.tr("more entries are not listed here.")))
        self.resize(*_SIZE)
        self.action.setFocus()

    def _counts(self, preview: ImportPreview) -> str:
        report = preview.report
        parts = (
            (report.new, *2 * (self.tr("new"),)),
            (
                report.merged,
                self.tr("merges with a paper that is here or in the file"),
                self.tr("merge with papers that are here or in the file"),
            ),
            (report.brought_back, self.tr("restores a removed paper"), self.tr("restore removed papers")),
            (
                report.conflict,
                self.tr("looks like another paper and stays separate"),
                self.tr("look like another paper and stay separate"),
            ),
            (report.unchanged, self.tr("is already here"), self.tr("are already here")),
            (len(report.failed), *2 * (self.tr("cannot be read"),)),
            (report.counts["incomplete"], *2 * (self.tr("incomplete"),)),
            (preview.n_pdfs, self.tr("PDF to read"), self.tr("PDFs to read")),
        )
        return " · ".join(counted(n, one, many) for n, one, many in parts if n)

    def _becomes(self, row: Any) -> str:
        entry: PlannedEntry = row
        words = {
            "failed": self.tr("cannot be read"),
            "incomplete": self.tr("incomplete"),
            "new": self.tr("new"),
            "merged": self.tr("merges into “{0}”")
            if entry.into
            else self.tr("merges into a paper that is here"),
            "brought_back": self.tr("restores a removed paper"),
            "conflict": self.tr("stays separate, as a conflict"),
            "unchanged": self.tr("is already here"),
        }
        return words[entry.outcome].format(readable(entry.into))


def _title(row: Any) -> str:
    entry: PlannedEntry = row
    return readable(entry.title)
