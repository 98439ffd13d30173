"""The lower half of the evaluation: gains and losses query by query, as bars and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from assay_desktop.pages.evaluation.model import QueryRow, query_columns, query_rows
from assay_desktop.pages.evaluation.widgets.plot import Bar, GainPlot
from assay_desktop.text.figures import numeral, signed
from assay_desktop.theme import S1, S2, S3, S6, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.types import LibraryOverview


class QueryDetails(QWidget):
    """Bars at the left, the same queries with their values at the right; choosing in one marks the other."""

    query_opened = Signal(str)  # its rankings are wanted

    def __init__(self, theme: Theme, measures: Sequence[str]) -> None:
        super().__init__()
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S6)
        row.addLayout(self._build_plot(measures), 5)
        row.addLayout(self._build_table(), 4)
        self.setFocusProxy(self._table)

    def _build_plot(self, measures: Sequence[str]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(S2)
        head = QHBoxLayout()
        self._plot_title = ElidedLabel("section")
        head.addWidget(self._plot_title)
        head.addStretch(1)
        self._measure = QComboBox()
        self._measure.addItems(list(measures))
        self._measure.setAccessibleName(self.tr("Measure of the comparison"))
        self.measure_chosen = self._measure.textActivated
        head.addWidget(self._measure)
        column.addLayout(head)
        self._plot = GainPlot(self._theme)
        self._plot.bar_chosen.connect(self._mark)
        self._plot.bar_opened.connect(self.query_opened)
        column.addWidget(self._plot, 1)
        ends = QHBoxLayout()
        self._better, self._worse = label(role="caption"), label(role="caption")
        ends.addWidget(self._better)
        ends.addStretch(1)
        ends.addWidget(self._worse)
        column.addLayout(ends)
        column.addSpacing(S1)
        self._loss_title = label(self.tr("Largest loss"), "section")
        self._loss_query = label(role="strong", wrap=True)
        self._loss = label(role="muted", wrap=True)
        for widget in (self._loss_title, self._loss_query, self._loss):
            column.addWidget(widget)
        return column

    def _build_table(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(S3)
        self._open = button(self.tr("Both rankings"), self.open_query)
        hint(
            self._open,
            self.tr("What both runs rank for the query, next to each other ({0})"),
            "evaluation.rankings",
        )
        column.addLayout(hbox(label(self.tr("By query"), "section"), STRETCH, self._open))
        frame = QFrame()
        frame.setProperty("role", "raised")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(1, 1, 1, 1)
        self._model = RowsModel(self)
        self._table = plain_table(self._model, self.tr("Values by query"))
        self._table.selectionModel().currentRowChanged.connect(self._tell_plot)
        self._table.activated.connect(lambda _index: self.open_query())
        inner.addWidget(self._table)
        column.addWidget(frame, 1)
        return column

    def show_run(self, report: LibraryOverview, tag: str) -> None:
        """Compare `tag` with the reference of the report."""
        rows = query_rows(report, tag)
        self._measure.setCurrentText(report.measure)
        chosen = self._model.row(self._table.currentIndex().row())
        self._model.show(query_columns(report, tag), rows)
        if rows:
            same = self._model.find(
                lambda row: isinstance(chosen, QueryRow) and row.query_id == chosen.query_id
            )
            self._table.selectRow(max(0, same))
        self._open.setEnabled(bool(rows))
        self._open.setText(self.tr("Ranking") if tag == report.reference else self.tr("Both rankings"))
        self._show_plot(report, tag, rows)
        self._show_loss(report, tag, rows)

    def _show_plot(self, report: LibraryOverview, tag: str, rows: Sequence[QueryRow]) -> None:
        better = sum(row.gain > 0 for row in rows)
        worse = sum(row.gain < 0 for row in rows)
        alone = tag == report.reference
        title = self.tr("{0} by query, {1}") if alone else self.tr("{0} against {1} by query, {2}")
        self._plot_title.show_text(
            title.format(tag, report.measure)
            if alone
            else title.format(tag, report.reference, report.measure)
        )
        bars = [self._bar(row, row.value if alone else row.gain) for row in rows]
        if alone:
            bars.sort(key=lambda bar: -bar.value)
        equal = len(rows) - better - worse
        description = self.tr("{0} better, {1} worse, {2} equal").format(better, worse, equal)
        self._plot.show_bars(bars, description=description)
        self._better.setText("" if alone else self.tr("{0} better, {1} equal").format(better, equal))
        self._worse.setText("" if alone else self.tr("{0} worse").format(worse))

    def _bar(self, row: QueryRow, height: float) -> Bar:
        return Bar(
            row.query_id,
            height,
            f"{row.text or row.query_id}\n{numeral(row.reference, 3)} → {numeral(row.value, 3)}",
        )

    def _show_loss(self, report: LibraryOverview, tag: str, rows: Sequence[QueryRow]) -> None:
        worst = min(rows, key=lambda row: row.gain, default=None)
        losing = worst is not None and worst.gain < 0
        for widget in (self._loss_title, self._loss_query, self._loss):
            widget.setVisible(losing)
        if worst is not None and losing:
            self._loss_query.setText(worst.text or worst.query_id)
            self._loss.setText(
                self.tr("{0}: {1} under {2}, {3} under {4} ({5}).").format(
                    report.measure,
                    numeral(worst.reference, 3),
                    report.reference,
                    numeral(worst.value, 3),
                    tag,
                    signed(worst.gain),
                )
            )

    def open_query(self) -> None:
        """Ask for the rankings of the chosen query."""
        row = self._model.row(self._table.currentIndex().row())
        if isinstance(row, QueryRow):
            self.query_opened.emit(row.query_id)

    def _tell_plot(self, current: QModelIndex) -> None:
        row = self._model.row(current.row())
        if isinstance(row, QueryRow):
            self._plot.mark(row.query_id)

    def _mark(self, query_id: str) -> None:
        row = self._model.find(lambda each: each.query_id == query_id)
        index = self._model.index(row, 0)
        flags = QItemSelectionModel.SelectionFlag
        self._table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._table.scrollTo(index)
        self._table.setFocus(Qt.FocusReason.MouseFocusReason)
