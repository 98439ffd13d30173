"""Below the table: differences as a forest, cost against quality, what is missing, how it was scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from assay.table import Table
from assay_desktop.pages.evaluation.benchmarks.conditions import how_table
from assay_desktop.pages.evaluation.benchmarks.results import (
    CERTAIN,
    difference_text,
    missing_name,
    p_words,
    row_text,
)
from assay_desktop.pages.evaluation.benchmarks.words import metric_words, short_name, state_words
from assay_desktop.pages.evaluation.widgets.cost_plot import CostPlot, Dot
from assay_desktop.pages.evaluation.widgets.forest_plot import ForestPlot, Span
from assay_desktop.pages.evaluation.widgets.table_rows import show_table
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.boxes import hbox, stacked, vbox
from assay_desktop.widgets.controls.mode_switch import ModeSwitch
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from assay.benchmarks.types import ScoreReport, ScoreRow
    from assay_desktop.pages.evaluation.benchmarks.results import Difference, DifferenceMap
    from assay_desktop.theme import Theme

DIFFERENCES, COST, MISSING, HOW = "differences", "cost", "missing", "how"
_OVERALL: Final = "overall"  # the span of no row
_VIEWS: Final = (DIFFERENCES, COST, MISSING, HOW)


class Plots(QWidget):
    """One of four at a time."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.switch = ModeSwitch(
            theme,
            {
                DIFFERENCES: (
                    self.tr("Differences"),
                    self.tr("Differences to the baseline with 95 % intervals, task by task"),
                ),
                COST: (
                    self.tr("Cost and quality"),
                    self.tr("Seconds per 1,000 papers against the mean over shared columns"),
                ),
                MISSING: (
                    self.tr("What is missing"),
                    self.tr("Tasks that are absent, failed or partly scored"),
                ),
                HOW: (
                    self.tr("How this was scored"),
                    self.tr("Similarity measures, classifiers, models and data, to reproduce the scores"),
                ),
            },
        )
        self.switch.chosen.connect(self.show_view)
        self._caption = label(role="caption", wrap=True)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.forest, self.cost = ForestPlot(theme), CostPlot(theme)
        self._missing = RowsModel(self)
        self.missing = plain_table(self._missing, self.tr("What is missing"), stretch=1)
        self._how = RowsModel(self)
        self.how = plain_table(self._how, self.tr("How this was scored"), stretch=2)
        self._views = stacked(self.forest, self.cost, framed(self.missing), framed(self.how))
        self.chosen = label(role="caption", wrap=True)  # what the tests say of the row that is selected
        head = hbox(self.switch, (self._caption, 1), gap=S3)
        vbox(head, (self._views, 1), self.chosen, on=self, gap=S2, margins=(0, S3, 0, 0))
        self._captions = dict.fromkeys(_VIEWS, "")
        self.show_view(DIFFERENCES)

    def show_view(self, view: str) -> None:
        self._views.setCurrentIndex(_VIEWS.index(view))
        self.switch.choose(view)
        self._caption.setText(self._captions[view])

    def show_results(self, results: ScoreReport) -> None:
        """Show what hangs on no reference: costs, what is missing, and how it was scored."""
        show_table(self._how, how_table(results.conditions))
        dots = [
            Dot(short_name(cost.model.name), cost.model.seconds, score, beaten=bool(cost.beaten_by))
            for cost in results.costs
            if cost.model.seconds and (score := cost.model.score) is not None
        ]
        n = results.n_cost_columns if results.costs else 0
        axis = self.tr("mean over the {0} shared columns, in percent").format(numeral(n))
        self.cost.show_dots(dots, height=axis, across=self.tr("seconds for 1,000 papers, on this machine"))
        self._captions[COST] = self._cost_caption(results)
        self._show_missing(results)
        self.show_view(_VIEWS[self._views.currentIndex()])

    def show_differences(
        self, results: ScoreReport, reference: str, other: str, differences: DifferenceMap
    ) -> None:
        """Show the spans of `other` by task, in the table's order, and below them that over all columns."""
        several = {row.task for row in results.rows if sum(r.task == row.task for r in results.rows) > 1}
        spans = []
        for row in results.rows:
            found = differences.get((row.task, row.metric, other))
            if found is not None:
                name = f"{row.name}, {metric_words(row.metric)}" if row.task in several else row.name
                tip = self.tr("{0} better, {1} equal, {2} worse of {3}").format(
                    numeral(found.row.wins),
                    numeral(found.row.ties),
                    numeral(found.row.losses),
                    numeral(found.of.n),
                )
                spans.append(
                    Span(
                        f"{row.task} {row.metric}",
                        name,
                        found.row.difference,
                        *found.row.ci,
                        found.certain,
                        f"{name}\n{difference_text(found)}\n{tip}\n{p_words(found)}",
                    )
                )
        overall = differences.get(("", "", other))
        if overall is not None:
            name = self.tr("All columns")
            spans.append(
                Span(
                    _OVERALL,
                    name,
                    overall.row.difference,
                    *overall.row.ci,
                    overall.certain,
                    f"{name}\n{difference_text(overall)}",
                    strong=True,
                )
            )
        self.forest.show_spans(spans)
        template = self.tr("{0} to {1}, percent; full where p by Holm is below {2}")
        self._captions[DIFFERENCES] = (
            template.format(short_name(other), short_name(reference), numeral(CERTAIN, 2)) if spans else ""
        )
        self.show_view(_VIEWS[self._views.currentIndex()])

    def mark(self, row: ScoreRow, found: Difference | None) -> None:
        """Outline the span of a row, and says below the plot what each test found."""
        self.forest.mark(f"{row.task} {row.metric}" if row.task else "")
        text = row_text(row, found)
        self.chosen.setText(f"{row.name}, {metric_words(row.metric)}: {text}" if text else "")
        self.chosen.setVisible(bool(text))

    # --- inner

    def _show_missing(self, results: ScoreReport) -> None:
        """Show which task, why, and what it is that is missing of it."""
        partial = self.tr("{0} of {1} rows were scored; the others, such as {2}, have no text here.")
        stopped = self.tr("the run was stopped before it, on {0}")
        rows = [
            *((missing_name(each), each.why, self.tr("failed")) for each in results.failures),
            *(
                (
                    each.name,
                    partial.format(numeral(each.n_scored), numeral(each.n_rows), each.first),
                    self.tr("in part"),
                )
                for each in results.partial
            ),
            *(
                (each.task_id, f"{state_words(each.state)}: {each.why}", self.tr("not run"))
                for each in results.absent
            ),
            *(
                (each.name, stopped.format(short_name(each.system)), self.tr("not done"))
                for each in results.remaining
            ),
        ]
        unable = [short_name(name) for name in results.unable]
        if unable:
            why = self.tr("{0} rank papers and have no vectors.").format(", ".join(unable))
            rows.append((self.tr("Label tasks"), why, self.tr("not applicable")))
        rows += [("", note, self.tr("average")) for note in results.notes]
        show_table(self._missing, Table("", (self.tr("Task"), self.tr("Why"), self.tr("What")), tuple(rows)))
        n = len(results.failures) + len(results.absent)
        template = self.tr("{0} {0:task|tasks} absent or not scored, {1} failed")
        self._captions[MISSING] = (
            template.format(numeral(len(results.absent)), numeral(len(results.failures))) if n else ""
        )

    def _cost_caption(self, results: ScoreReport) -> str:
        timed = {cost.model.name for cost in results.costs if cost.model.seconds}
        without = [short_name(name) for name in results.systems if name not in timed]
        if not timed:
            return self.tr("No timings: no system encoded anything new in this run.")
        mean = self.tr("Up: mean over {0} columns, in percent.").format(numeral(results.n_cost_columns))
        caption = f"{mean} {self.tr('Hollow: another system is at least as good and as fast.')}"
        if not without:
            return caption
        return f"{caption} {self.tr('Not timed: {0}.').format(', '.join(without))}"
