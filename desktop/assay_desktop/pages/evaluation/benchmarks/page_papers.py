"""Papers of a test: what is true of each, and what both systems said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from assay_desktop.figures import numeral
from assay_desktop.pages.evaluation.benchmarks.behind import predicted_columns
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.theme import S3
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.rows import RowsModel
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.table import plain_table

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.benchmarks.behind import Behind


class PapersView(QWidget):
    """All of them, or only those on which the systems differ."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Behind, str, str] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S3)
        row = QHBoxLayout()
        row.setSpacing(S3)
        self._said = label(role="muted", wrap=True)
        self.differing = QCheckBox(self.tr("Only where they differ"))
        self.differing.setChecked(True)
        self.differing.toggled.connect(lambda _on: self._show())
        row.addWidget(self._said, 1)
        row.addWidget(self.differing)
        column.addLayout(row)
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Papers of the test"))
        column.addWidget(framed(self.table), 1)

    def show_papers(self, behind: Behind, *, reference: str, system: str) -> None:
        self._shown = (behind, reference, system)
        self.differing.setVisible(reference != system)
        self._show()

    def _show(self) -> None:
        if self._shown is None:
            return
        behind, reference, system = self._shown
        filtered = reference != system and self.differing.isChecked()
        rows = [row for row in behind.predicted if row.differs or not filtered]
        self._model.show(predicted_columns(reference, system, of_classes=behind.of_classes), rows)
        self._said.setText(self._summary(behind, reference, system))

    def _summary(self, behind: Behind, reference: str, system: str) -> str:
        papers = behind.predicted
        differing = sum(row.differs for row in papers)
        if not behind.of_classes:
            text = self.tr("{0} papers of the test; the predictions differ on {1}.")
            return text.format(numeral(len(papers)), numeral(differing))
        right = [row.right for row in papers]
        text = self.tr(
            "{0} papers of the test: both right on {1}, only {2} on {3}, only {4} on {5}, neither on {6}."
        )
        return text.format(
            numeral(len(papers)),
            numeral(right.count((True, True))),
            short_name(reference),
            numeral(right.count((True, False))),
            short_name(system),
            numeral(right.count((False, True))),
            numeral(right.count((False, False))),
        )
