"""What every run scores on a release, and what it would score had it not helped to make the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.pages.campaigns.columns import bias_columns, score_columns
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import fit_height, plain_table

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
        self._model, self._bias_model = RowsModel(self), RowsModel(self)
        self._table = plain_table(self._model, self.tr("Runs measured on the release"))
        self._bias = plain_table(self._bias_model, self.tr("Runs as if they had not been pooled"))
        self._frame, self._bias_frame = framed(self._table), framed(self._bias)
        self._test = label(role="caption", wrap=True)
        self._note = label(role="caption", wrap=True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        column.addWidget(self._say)
        column.addWidget(self._go)
        column.addWidget(self._frame)
        column.addWidget(self._test)
        column.addSpacing(S3)
        column.addWidget(self._bias_frame)
        column.addWidget(self._note)
        column.addStretch(1)
        self.show_scores(None)

    def show_scores(self, scores: Scores | None, *, busy: str = "") -> None:
        done = scores is not None
        for widget in (self._frame, self._test, self._bias_frame, self._note):
            widget.setVisible(done)
        if self._go.hasFocus() and (busy or done):  # else the focus would leave the page for the next button
            (self._table if done else self).setFocus()
        self._go.setVisible(not done)
        self._go.setEnabled(not busy)
        self._say.setVisible(not done)
        self._say.setText(
            busy
            or self.tr("Measures every run on this release, and once more without the pairs it alone found.")
        )
        if scores is None:
            return
        self._model.show(score_columns(scores.measure), scores.rows)
        self._bias_model.show(bias_columns(scores.measure), scores.rows)
        for table in (self._table, self._bias):
            fit_height(table, len(scores.rows), most=10)
        text = self.tr(
            "Paired randomisation test over {0} queries with {1} judgements, 10,000 draws. "
            "A query paper is never a result of its own."
        )
        self._test.setText(text.format(numeral(scores.n_queries), numeral(scores.n_judgements)))
        self._note.setText(
            self.tr(
                "A bias that is small beside the differences above says that the release is fair to runs "
                "that were not pooled."
            )
        )
