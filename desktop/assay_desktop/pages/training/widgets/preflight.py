"""What a dry run found: what there is to learn from, what it would cost, and what an example looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QProgressBar, QVBoxLayout, QWidget

from assay_desktop.pages.training.model import objective_columns
from assay_desktop.pages.training.words import duration, gigabytes
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S2, S3
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.papers.card import shortened
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed, scrolled
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from assay.training.types import Estimate, ObjectiveEstimate
    from assay_desktop.theme import Theme

_TEXT_LETTERS = 320
_MOST_ROWS = 8


class PreflightView(QWidget):
    """Empty, under way, failed, or the estimate; one that is of another text than the form's says so."""

    check_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._state = StatePanel(theme)
        self._state.action_requested.connect(lambda _action: self.check_wanted.emit())
        self._busy = self._build_busy()
        self._report = QWidget()
        self._stale = label(self.tr("The recipe has changed since this check."), "caption")
        self._stale.hide()
        self._area = scrolled(self._report)
        vbox(self._state, self._busy, self._stale, (self._area, 1), on=self, margins=(0, S2, 0, 0))
        self.show_nothing()

    def _build_busy(self) -> QWidget:
        self._stage = label(role="muted", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress of the check"))
        stop = button(self.tr("Stop the check"), self.cancel_wanted.emit, kind="link")
        return boxed(vbox(hbox((self._stage, 1), stop), self._bar, STRETCH, margins=(0, S2, 0, 0)))

    def show_nothing(self) -> None:
        text = self.tr("A check reads the data, times a few steps and shows examples. Nothing is kept.")
        self._state.show_message("check-square", text, action=self.tr("Check"))
        self._show(self._state)

    def show_busy(self, stage: str, done: int, total: int | None) -> None:
        words = {"reading": self.tr("Reading the data…"), "timing": self.tr("Timing a few steps…")}
        self._stage.setText(words.get(stage, self.tr("Starting…")))
        self._bar.setRange(0, total or 0)
        self._bar.setValue(done)
        self._show(self._busy)

    def show_failure(self, text: str) -> None:
        self._state.show_message("warning-circle", text, action=self.tr("Check again"))
        self._show(self._state)

    def show_stale(self) -> None:
        """Say that the recipe is not the one that was checked any more."""
        self._stale.setVisible(self._area.isVisibleTo(self))

    def show_preflight(self, estimate: Estimate) -> None:
        report = _Report(estimate)
        self._area.setWidget(report)
        self._report = report
        self._show(self._area)

    def _show(self, shown: QWidget) -> None:
        self._stale.hide()
        for widget in (self._state, self._busy, self._area):
            widget.setVisible(widget is shown)


class _Report(QWidget):
    def __init__(self, estimate: Estimate) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, S3, S3)
        column.setSpacing(S3)
        column.addWidget(self._facts(estimate))
        for note in estimate.messages:
            column.addWidget(label(translated(note), "caption", wrap=True))
        objectives = [each for stage in estimate.stages for each in stage.objectives]
        model = RowsModel(self)
        table = plain_table(model, self.tr("Objectives"))
        model.show(objective_columns(), objectives)
        table.fit_height(len(objectives), most=_MOST_ROWS)
        table.setSortingEnabled(False)  # the order is the recipe's; and six columns stand in a narrow pane
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setStyleSheet("QTableView::item { padding: 0 1px; }")
        table.horizontalHeader().setStyleSheet("QHeaderView::section { padding: 6px 5px; }")
        column.addWidget(framed(table))
        for each in objectives:
            self._add_objective(column, each)
        column.addStretch(1)

    def _facts(self, estimate: Estimate) -> QWidget:
        steps = ", ".join(
            self.tr("{0}: {1}, {2} examples each").format(
                stage.name, numeral(stage.steps), stage.examples_per_step
            )
            for stage in estimate.stages
        )
        model = self.tr("{0}, {1} million parameters, {2} dimensions")
        rows = [
            (self.tr("Time"), self.tr("about {0}").format(duration(estimate.seconds))),
            (
                self.tr("Memory"),
                self.tr("{0}, or {1} for a batch of the longest texts").format(
                    gigabytes(estimate.memory_bytes), gigabytes(estimate.worst_memory_bytes)
                ),
            ),
            (self.tr("Steps"), steps),
            (self.tr("Device"), f"{estimate.device} · {estimate.precision}"),
            (
                self.tr("Base"),
                model.format(estimate.base, numeral(estimate.parameters / 1e6, 1), estimate.dim),
            ),
        ]
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(S3)
        grid.setVerticalSpacing(S1 + 2)
        grid.setColumnStretch(1, 1)
        for number, (name, value) in enumerate(rows):
            grid.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(value, wrap=True), number, 1)
        return holder

    def _add_objective(self, column: QVBoxLayout, facts: ObjectiveEstimate) -> None:
        column.addWidget(label(self.tr("{0}: examples").format(facts.name), "section"))
        for reason, n in ((reason, n) for reason, n in facts.left_out.items() if n):
            first = facts.first_left_out.get(reason)
            text = self.tr("left out: {0} {1} (first: {2})") if first else self.tr("left out: {0} {1}")
            column.addWidget(label(text.format(numeral(n), translated(reason), first), "caption", wrap=True))
        for example in facts.examples:
            frame = QFrame()
            frame.setProperty("role", "raised")
            inner = QGridLayout(frame)
            inner.setContentsMargins(S3, S2, S3, S2)
            inner.setHorizontalSpacing(S3)
            inner.setColumnStretch(1, 1)
            names = {
                "query": self.tr("query"),
                "positive": self.tr("positive"),
                "negative": self.tr("negative"),
                "list": self.tr("candidates"),
                "text": self.tr("text"),
                "target": self.tr("label"),
            }
            shown = [(key, name) for key, name in names.items() if key in example]
            for number, (key, name) in enumerate(shown):
                inner.addWidget(label(name, "caption"), number, 0, Qt.AlignmentFlag.AlignTop)
                text = shortened(" ".join(str(example[key]).split()), _TEXT_LETTERS)
                inner.addWidget(label(text, wrap=True), number, 1)
            column.addWidget(frame)
