"""One run: where it is, its curves, what it says, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from assay_desktop.actions.training_news import RESUMABLE
from assay_desktop.background.job_words import time_left
from assay_desktop.pages.training.live import whole_curve
from assay_desktop.pages.training.model import state_words
from assay_desktop.pages.training.widgets.result import ComparisonTable, ResultPanel
from assay_desktop.pages.training.words import duration, gigabytes, rate
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral, percent, plain
from assay_desktop.theme import S1, S2, S3, S4, S6, number_font, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import tabbed
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.plots.curve_plot import CurvePlot, Line
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, scrolled
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from assay.models.types import ModelComparison
    from assay.training_runs.types import RunSummary
    from assay_desktop.pages.training.live import LiveRun
    from assay_desktop.theme import Theme

COLORS: Final = ("accent", "grade1", "grade2", "danger", "muted", "text")
_FACTS_PX: Final = 264
_WIDE_PX: Final = 860
"""In a narrower view a comparison takes the facts' room: its table is wider than what is left beside them."""


class RunView(QWidget):
    """Widgets only."""

    word_wanted = Signal(str)  # run, pause or cancel
    resume_wanted = Signal()
    recipe_wanted = Signal()  # to be the beginning of a new one
    delete_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._logged = 0
        self._strip_text = ""  # of the run's state, in the strip
        self._compared: ModelComparison | None = None
        self.strip = Strip(theme)
        self.result = ResultPanel()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 1000)
        self._bar.setAccessibleName(self.tr("Progress of the stage"))
        left, self._facts = self._build_left(), self._build_facts()
        self._tabs.currentChanged.connect(self._share_room)
        middle = hbox((left, 1), self._facts, gap=S6)
        parts = (self._build_head(), self._bar, self.strip, (middle, 1), self.result)
        vbox(*parts, on=self, gap=S3, margins=(S6 + S2, S4, S6 + S2, S4))
        self.result.hide()

    # --- building

    def _build_head(self) -> QVBoxLayout:
        self._title = ElidedLabel("page-title")
        self._where = ElidedLabel("muted", between=" · ")
        self.pause = button(self.tr("Pause"), lambda: self.word_wanted.emit("pause"))
        hint(self.pause, self.tr("Save a checkpoint after the next step, then pause ({0})"), "training.pause")
        self.go_on = button(self.tr("Resume"), self.resume_wanted.emit, kind="primary")
        hint(self.go_on, self.tr("Resume from where it stopped ({0})"), "training.pause")
        self.cancel = button(self.tr("Cancel"), lambda: self.word_wanted.emit("cancel"))
        self.cancel.setToolTip(self.tr("Save a checkpoint and stop; you can resume later"))
        self.again = button(self.tr("Reuse recipe"), self.recipe_wanted.emit)
        self.again.setToolTip(self.tr("Start a new training from this recipe"))
        self.delete = button(self.tr("Delete…"), self.delete_wanted.emit)
        acts = (self.again, self.delete, self.cancel, self.pause, self.go_on)
        return vbox(hbox(self._title, STRETCH, *acts, gap=S2), self._where, gap=S1)

    def _build_left(self) -> QVBoxLayout:
        self.plot = CurvePlot(self._theme)
        self.log = _Log(readOnly=True)
        self.log.setAccessibleName(self.tr("Log of the run"))
        self.log.setMaximumBlockCount(400)
        self.log.setMinimumHeight(72)
        self.log.setTabChangesFocus(True)
        self._take_font()
        self._theme.changed.connect(self._take_font)
        self.comparison = ComparisonTable()
        pages = {self.tr("Log"): self.log, self.tr("Comparison"): scrolled(self.comparison)}
        self._tabs, stack = tabbed(self.tr("Views of the run"), pages)
        self._tabs.setTabVisible(1, False)
        return vbox(label(self.tr("Loss"), "section"), (self.plot, 4), self._tabs, (stack, 3), gap=S2)

    def _take_font(self) -> None:
        self.log.setFont(number_font(12))

    def _share_room(self) -> None:
        self._facts.setVisible(self._tabs.currentIndex() == 0 or self.width() >= _WIDE_PX)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _build_facts(self) -> QWidget:
        self._now = _Facts(
            [
                self.tr("Examples per second"),
                self.tr("Tokens per second"),
                self.tr("Peak memory"),
                self.tr("Waiting for data"),
                self.tr("Learning rate"),
                self.tr("Epoch"),
                self.tr("Elapsed"),
            ]
        )
        self._held_out = _Facts(
            [self.tr("Mean"), self.tr("Best of the stage"), self.tr("Early-stop patience left")]
        )
        self._ordered = _Facts([self.tr("nDCG@10, held out"), self.tr("Before training")])
        self._run = _Facts([self.tr("Device"), self.tr("Precision"), self.tr("Examples")])
        self._now_title = label(self.tr("Now"), "section")
        loss, run = (label(text, "section") for text in (self.tr("Validation loss"), self.tr("Run")))
        now, held_out = (self._now_title, self._now, S2), (loss, self._held_out, self._ordered, S2)
        holder = boxed(vbox(*now, *held_out, run, self._run, S2, STRETCH, gap=S2))
        set_px(holder, width=_FACTS_PX)
        return holder

    # --- what there is to see

    def show_run(self, row: RunSummary, live: LiveRun, others: Sequence[tuple[str, LiveRun]] = ()) -> None:
        """Show the run; the curves of `others`, each with its name, lie over its own."""
        self._title.show_text(row.name)
        self._where.show_text(self._where_words(row, live))
        self._bar.setValue(round(1000 * (1.0 if row.state in {"finished", "stopped"} else live.share)))
        working = row.state == "running"
        self.pause.setVisible(working)
        self.go_on.setVisible(row.state == "paused" or row.state in RESUMABLE)
        over = not row.is_open
        self.cancel.setVisible(not over and row.state != "cancelling")
        self.delete.setVisible(over)
        self.again.setVisible(over)
        self._show_strip(row, live)
        self._now_title.setText(self.tr("Now") if working else self.tr("At the last step"))
        self._show_facts(live, row.seconds)
        self._show_log(live)
        if others:
            self._show_several([(row.name, live), *others])
        else:
            self._show_curves(live)

    def clear(self) -> None:
        """Clear all, before another run is shown."""
        self._logged, self._strip_text = 0, ""
        self.log.clear()
        self.plot.show_lines((), reach=1, description=self.tr("No losses yet"))
        self.result.hide()
        self.show_comparison(None)
        self.strip.hide()

    def show_comparison(self, compared: ModelComparison | None) -> None:
        """Turn to it when it is news."""
        self._tabs.setTabVisible(1, compared is not None)
        if compared is None:
            self._tabs.setCurrentIndex(0)
        elif compared != self._compared:
            self.comparison.show_comparison(compared)
            self._tabs.setCurrentIndex(1)
        self._compared = compared

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger")

    def _where_words(self, row: RunSummary, live: LiveRun) -> str:
        parts = [state_words(row.state)]
        if row.host:
            parts.append(self.tr("on {0}").format(row.host))
        if live.stage_number and len(live.stages) > 1:
            parts.append(self.tr("stage {0} of {1}").format(live.stage_number, len(live.stages)))
        if live.steps:
            parts.append(self.tr("step {0} of {1}").format(numeral(live.step), numeral(live.steps)))
        if row.state == "running" and live.last_step:
            parts.append(time_left(live.last_step.eta_seconds))
        return " · ".join(filter(None, parts))

    def _show_strip(self, row: RunSummary, live: LiveRun) -> None:
        words = {
            "failed": self.tr("The run failed. {0}").format(translated(row.reason)),
            "interrupted": self.tr(
                "The run's process ended unexpectedly, for example because the computer was switched off. "
                "Resume continues from its last checkpoint."
            ),
            "damaged": self.tr("The run's folder cannot be read. {0}").format(translated(row.reason)),
            "pausing": self.tr("Pausing after this step; a checkpoint is saved."),
            "cancelling": self.tr("Cancelling after this step; a checkpoint is saved."),
            "starting": self.tr("Reading {0}…").format(
                live.reading or self.tr("the data and the base model")
            ),
        }
        text = words.get(row.state, "")
        if text and text != self._strip_text:
            self.strip.say(text, tone="accent" if row.is_open else "warning")
        elif not text and self.strip.text == self._strip_text:
            self.strip.hide()
        self._strip_text = text

    def _show_facts(self, live: LiveRun, elapsed: float) -> None:
        step, check = live.last_step, live.check
        self._now.show_values(
            [
                rate(step.examples_per_second) if step else "",
                numeral(step.tokens_per_second) if step else "",
                gigabytes(step.memory_bytes) if step else "",
                percent(step.loading_share, 1) if step else "",
                plain(step.learning_rate, 2) if step else "",
                numeral(step.epoch, 2) if step else "",
                duration(step.seconds) if step else duration(elapsed) if elapsed else "",
            ]
        )
        self._held_out.show_values(
            [
                numeral(check.mean, 4) if check else "",
                numeral(check.best, 4) if check and check.best is not None else "",
                f"{check.patience_left}" if check and check.patience_left is not None else "",
            ]
        )
        ndcg = check.ndcg if check else None
        before = check.before_ndcg if check else None
        if check and check.best is None:  # nothing is learned yet
            before = ndcg
        self._ordered.setVisible(ndcg is not None)
        self._ordered.show_values(
            [numeral(value, 4) if value is not None else "" for value in (ndcg, before)]
        )
        processes = self.tr("{0} processes").format(live.world) if live.world > 1 else ""
        self._run.show_values(
            [
                " · ".join(filter(None, (live.device, processes))),
                live.precision,
                numeral(sum(live.examples.values())) if live.examples else "",
            ]
        )

    def _show_log(self, live: LiveRun) -> None:
        new = min(live.lines - self._logged, len(live.log))
        if new > 0:
            bar = self.log.verticalScrollBar()
            at_end = bar.value() >= bar.maximum() or not self._logged
            for line in list(live.log)[-new:]:
                self.log.appendPlainText(line)
            if at_end:
                bar.setValue(bar.maximum())
        self._logged = live.lines

    def _show_curves(self, live: LiveRun) -> None:
        lines = []
        names = list(dict.fromkeys([*live.training, *live.validation]))
        alone = len(names) == 1
        for number, name in enumerate(names):
            color = COLORS[number % len(COLORS)]
            curve, checks = live.training.get(name), live.validation.get(name)
            if curve is not None and len(curve):
                xs, ys = zip(*curve.points(), strict=True)
                shown = self.tr("training") if alone else self.tr("{0}, training").format(name)
                lines.append(Line(shown, xs, ys, "muted" if alone else color))
            if checks is not None and checks.points:
                xs, ys = zip(*checks.points, strict=True)
                shown = self.tr("validation") if alone else self.tr("{0}, validation").format(name)
                lines.append(Line(shown, xs, ys, color, strong=True))
        values = ", ".join(f"{line.name} {numeral(line.ys[-1], 3)}" for line in lines)
        self.plot.show_lines(
            lines,
            reach=live.reach,
            description=self.tr("Losses: {0}").format(values or self.tr("none yet")),
            marks=[(begun, name) for name, begun in live.begins.items()] if len(live.stages) > 1 else (),
        )

    def _show_several(self, runs: Sequence[tuple[str, LiveRun]]) -> None:
        """Show one curve a run: what it lost on what was held out, averaged over its objectives."""
        lines = []
        for (name, live), color in zip(runs, COLORS, strict=False):
            xs, ys, held_out = whole_curve(live)
            if xs:
                shown = name if held_out else self.tr("{0}, training").format(name)
                lines.append(Line(shown, xs, ys, color, strong=held_out))
        values = ", ".join(f"{line.name} {numeral(line.ys[-1], 3)}" for line in lines)
        self.plot.show_lines(
            lines,
            reach=max(live.reach for _name, live in runs),
            description=self.tr("Validation losses of several runs: {0}").format(values),
        )


class _Log(QPlainTextEdit):
    """Anyone who reads its end still does when it becomes lower."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        super().resizeEvent(event)
        if at_end:
            bar.setValue(bar.maximum())


class _Facts(QWidget):
    """Names at the left, numbers at the right."""

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(S2)
        grid.setVerticalSpacing(S1 + 2)
        grid.setColumnStretch(0, 1)
        self._values = []
        for number, name in enumerate(names):
            value = label(role="number")
            value.setFont(number_font())
            grid.addWidget(label(name, "muted"), number, 0)
            grid.addWidget(value, number, 1, Qt.AlignmentFlag.AlignRight)
            self._values.append(value)

    def show_values(self, values: list[str]) -> None:
        for place, value in zip(self._values, values, strict=True):
            place.setText(value or "–")
