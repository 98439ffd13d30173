"""Behind a task's score: gains and losses by query with both rankings, or papers with both predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLayout, QWidget

from assay_desktop.pages.evaluation.benchmarks.widgets.papers import PapersView
from assay_desktop.pages.evaluation.benchmarks.widgets.queries import QueriesView
from assay_desktop.pages.evaluation.benchmarks.words import metric_words, short_name
from assay_desktop.pages.evaluation.widgets.back import BackButton
from assay_desktop.text.core_words import translated
from assay_desktop.theme import S2, S3, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox, refill
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.state_panel import StatePanel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.types import ItemPage, TaskItems
    from assay.types import Rankings


class BehindView(QWidget):
    """Widgets only."""

    back_wanted = Signal()
    retry_wanted = Signal()
    metric_chosen = Signal(str)
    reference_chosen = Signal(str)
    system_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._why = label(role="caption", wrap=True)
        self.queries, self.papers, self.empty = QueriesView(theme), PapersView(), StatePanel(theme)
        self.empty.action_requested.connect(lambda _action: self.retry_wanted.emit())
        self._stack = stacked(self.empty, self.queries, self.papers)
        vbox(self._build_head(), self._why, (self._stack, 1), on=self, gap=S3)
        self._show_reading()  # made before it is needed

    def _build_head(self) -> QLayout:
        self.back, self._title = BackButton(self.back_wanted.emit), ElidedLabel("strong")
        row = hbox(self.back, self._title, STRETCH, gap=S2)
        self.measure, self.system, self.reference = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self._metric_label = label(self.tr("Measure"), "muted")
        self._system_label = label(self.tr("Compare"), "muted")
        self._reference_label = label(self.tr("with"), "muted")
        for words, box, name, signal in (
            (self._metric_label, self.measure, self.tr("Measure"), self.metric_chosen),
            (self._system_label, self.system, self.tr("System to compare"), self.system_chosen),
            (self._reference_label, self.reference, self.tr("Baseline"), self.reference_chosen),
        ):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.activated.connect(lambda _at, box=box, signal=signal: signal.emit(str(box.currentData())))
            words.setBuddy(box)
            row.addWidget(words)
            row.addWidget(box)
        return row

    # --- what there is to see

    def show_task(self, name: str, systems: Sequence[str], *, reference: str, system: str) -> None:
        """Show the task at once, while its queries are read; those of the one before stay until then."""
        if self._title.text() != name:
            self._show_reading()
            self._why.hide()
            self._show_metrics((), "")
        self._title.show_text(name)
        for box, chosen in ((self.system, system), (self.reference, reference)):
            refill(box, [(short_name(each), each) for each in systems], chosen)
        several = len(systems) > 1
        for widget in (self.system, self._system_label, self.reference, self._reference_label):
            widget.setVisible(several)

    def show_items(self, items: TaskItems, *, reference: str, system: str, differing: bool) -> None:
        """Show the items; `differing` says whether papers are only those on which the systems differ."""
        self._show_metrics(items.metrics, items.metric)
        self._why.setText(self.tr("Only paper ids are shown: {0}").format(translated(items.why)))
        self._why.setVisible(bool(items.why))
        if items.unit == "papers":
            self.papers.show_papers(items, reference=reference, system=system, differing=differing)
            self._stack.setCurrentWidget(self.papers)
        else:
            self.queries.show_queries(items, reference=reference, system=system)
            self._stack.setCurrentWidget(self.queries)

    def show_page(self, unit: str, page: ItemPage | None) -> None:
        """Show rows that came later; None where they could not be read."""
        (self.papers if unit == "papers" else self.queries).show_page(page)

    def show_rankings(self, rankings: Rankings, *, reference: str, system: str) -> None:
        self.queries.show_rankings(rankings, reference=reference, system=system)

    def show_failure(self, text: str) -> None:
        self.empty.show_message("warning-circle", text, action=self.tr("Try again"))
        self._stack.setCurrentWidget(self.empty)

    def _show_reading(self) -> None:
        self.empty.show_message("hourglass", self.tr("Reading the task…"))
        self._stack.setCurrentWidget(self.empty)

    def _show_metrics(self, metrics: Sequence[str], chosen: str) -> None:
        refill(self.measure, [(metric_words(each), each) for each in metrics], chosen)
        for widget in (self.measure, self._metric_label):
            widget.setVisible(len(metrics) > 1)
