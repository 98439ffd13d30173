"""What every run scores on a release, and what it would score had it not helped to make the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.pages.campaigns.columns import bias_columns
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.rows import RowsModel
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.table import fit_height, plain_table

if TYPE_CHECKING:
    from assay_desktop.pages.campaigns.model import Scores


class ScoresPane(QWidget):
    """A button until it was pressed; then the table."""

    evaluation_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, S3, 0, 0)
        column.setSpacing(S2)
        self._say = label(role="muted", wrap=True)
        self._go = button(self.tr("Evaluate all runs"), self.evaluation_wanted.emit)
        self._model = RowsModel(self)
        self._table = plain_table(self._model, self.tr("Runs measured on the release"))
        self._frame = framed(self._table)
        self._note = label(role="caption", wrap=True)
        column.addWidget(self._say)
        column.addWidget(self._go)
        column.addWidget(self._frame)
        column.addWidget(self._note)
        column.addStretch(1)
        self.show_scores(None)

    def show_scores(self, scores: Scores | None, *, busy: str = "") -> None:
        done = scores is not None
        self._frame.setVisible(done)
        self._note.setVisible(done)
        self._go.setVisible(not done)
        self._go.setEnabled(not busy)
        self._say.setVisible(not done)
        self._say.setText(
            busy
            or self.tr("Measures every run on this release, and once more without the pairs it alone found.")
        )
        if scores is None:
            return
        self._model.show(bias_columns(scores.measure), scores.rows)
        fit_height(self._table, len(scores.rows), most=12)
        text = self.tr(
            "{0} queries, {1} judgements. Left out of the pool, each run loses what stands under bias: "
            "small beside the differences between runs, the release is fair to runs that were not pooled."
        )
        self._note.setText(text.format(f"{scores.n_queries:,}", f"{scores.n_judgements:,}"))
