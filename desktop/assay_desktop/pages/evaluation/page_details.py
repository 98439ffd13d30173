"""The lower half of the evaluation: gains and losses query by query, as bars and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QLayout, QWidget

from assay_desktop.pages.evaluation.model import MEASURES, QueryRow, query_columns, query_rows
from assay_desktop.pages.evaluation.widgets.plot import Bar, GainPlot
from assay_desktop.text.figures import numeral, signed
from assay_desktop.theme import S1, S2, S3, S6, Theme, scaled
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from assay.types import LibraryOverview

_LOSS_FROM_PX: Final = 230


class QueryDetails(QWidget):
    """Bars at the left, the same queries with their values at the right; choosing in one marks the other."""

    query_opened = Signal(str)  # its rankings are wanted

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._loses = False
        hbox((self._build_plot(theme), 5), (self._build_table(), 4), on=self, gap=S6)
        self.setFocusProxy(self._table)

    def _build_plot(self, theme: Theme) -> QLayout:
        self._plot_title = ElidedLabel("section")
        self._measure = ChoiceBox()
        self._measure.addItems(MEASURES)
        self._measure.setAccessibleName(self.tr("Measure of the comparison"))
        self.measure_chosen = self._measure.textActivated
        self._plot = GainPlot(theme)
        self._plot.bar_chosen.connect(self._mark)
        self._plot.bar_opened.connect(self.query_opened)
        self._loss_query = label(role="strong", wrap=True)
        self._loss = label(role="muted", wrap=True)
        self._losses = (label(self.tr("Largest loss"), "section"), self._loss_query, self._loss)
        head = hbox(self._plot_title, STRETCH, self._measure)
        return vbox(head, (self._plot, 1), S1, *self._losses, gap=S2)

    def _build_table(self) -> QLayout:
        self._open = button(self.tr("Both rankings"), self.open_query)
        words = self.tr("Both runs' results for the query, side by side ({0})")
        hint(self._open, words, "evaluation.rankings")
        self._model = RowsModel(self)
        self._table = plain_table(self._model, self.tr("Values by query"))
        self._table.selectionModel().currentRowChanged.connect(self._tell_plot)
        self._table.activated.connect(lambda _index: self.open_query())
        head = hbox(label(self.tr("By query"), "section"), STRETCH, self._open)
        return vbox(head, (framed(self._table), 1), gap=S3)

    def show_run(self, report: LibraryOverview, tag: str) -> None:
        """Compare `tag` with the reference of the report."""
        rows = query_rows(report, tag)
        self._measure.setCurrentText(report.measure)
        chosen = self._query
        self._model.show(query_columns(report, tag), rows)
        self._table.selectRow(max(0, self._model.find(lambda row: row.query_id == chosen)))
        self._open.setEnabled(bool(rows))
        self._open.setText(self.tr("Ranking") if tag == report.reference else self.tr("Both rankings"))
        self._show_plot(report, tag, rows)
        self._show_loss(report, tag, rows)

    def _show_plot(self, report: LibraryOverview, tag: str, rows: Sequence[QueryRow]) -> None:
        alone = tag == report.reference
        if alone:
            title = self.tr("{0} by query, {1}").format(tag, report.measure)
        else:
            title = self.tr("{0} against {1} by query, {2}").format(tag, report.reference, report.measure)
        self._plot_title.show_text(title)
        bars = [
            Bar(
                row.query_id,
                row.value if alone else row.gain,
                f"{row.text or row.query_id}\n{numeral(row.reference, 3)} → {numeral(row.value, 3)}",
            )
            for row in rows
        ]
        better, worse = sum(row.gain > 0 for row in rows), sum(row.gain < 0 for row in rows)
        self._plot.show_bars(
            sorted(bars, key=lambda bar: -bar.value), (better, worse, len(rows) - better - worse), alone=alone
        )

    def _show_loss(self, report: LibraryOverview, tag: str, rows: Sequence[QueryRow]) -> None:
        worst = min(rows, key=lambda row: row.gain, default=None)
        self._loses = worst is not None and worst.gain < 0
        self._fit()
        if worst is not None and self._loses:
            before, after, gain = numeral(worst.reference, 3), numeral(worst.value, 3), signed(worst.gain)
            words = self.tr("{0}: {1} under {2}, {3} under {4} ({5}).")
            self._loss_query.setText(worst.text or worst.query_id)
            self._loss.setText(words.format(report.measure, before, report.reference, after, tag, gain))

    def _fit(self) -> None:
        """Leave the largest loss out where the plot has no room above it: the table says it too."""
        for widget in self._losses:
            widget.setVisible(self._loses and self.height() >= scaled(_LOSS_FROM_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @property
    def _query(self) -> str:
        """The chosen query's id, or ""."""
        row = self._model.row(self._table.currentIndex().row())
        return row.query_id if isinstance(row, QueryRow) else ""

    def open_query(self) -> None:
        """Ask for the rankings of the chosen query."""
        if self._query:
            self.query_opened.emit(self._query)

    def _tell_plot(self, _current: QModelIndex) -> None:
        if self._query:
            self._plot.mark(self._query)

    def _mark(self, query_id: str) -> None:
        self._table.selectRow(self._model.find(lambda row: row.query_id == query_id))
        self._table.setFocus(Qt.FocusReason.MouseFocusReason)
