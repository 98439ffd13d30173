"""Improving search: whose judgements teach which model's queries, how far it is, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QWidget

from assay.query_tuning.types import ENCODER_FROM
from assay_desktop.pages.training.improvement_words import judgements_words
from assay_desktop.pages.training.widgets.improvement import ImprovementPanel, StepsPanel
from assay_desktop.pages.training.words import local_time
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S2, S3, S4, S6
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import choices
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.controls.question import ask
from assay_desktop.widgets.reading import MAX_LINE_PX, label
from assay_desktop.widgets.section import button, put_forward, scrolled
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.searching.types import LearnedVersion
    from assay_desktop.background.work import Work
    from assay_desktop.pages.training.improvement_runs import Attempt, ImproveOptions, Source
    from assay_desktop.theme import Theme

UNTUNABLE = "hashing"
"""The one model without weights: `encoding.HASHING_MODEL`."""


class ImproveView(QWidget):
    """Widgets only."""

    start_wanted = Signal(str, str, bool)  # judgements, model, whether its encoder is fine-tuned
    attempt_chosen = Signal(str)  # its folder
    go_on_wanted = Signal()
    deletion_agreed = Signal()
    use_wanted = Signal()
    drop_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._sources: tuple[Source, ...] = ()
        self._counted: Source | None = None
        self._least = 0
        self._locked = False
        self._knows_models = False
        self._version = ""  # of the learned weights that hybrid search uses
        self.strip = Strip(theme)
        self.work = WorkLine()
        promise = self.tr(
            "Tune keyword and semantic weights, a small ranker or the query encoder on your "
            "judgements. Paper vectors stay unchanged, each step is tested on held-out queries, and "
            "nothing changes until you apply it."
        )
        self._promise = label(promise, "muted", wrap=True)
        self._promise.setMaximumWidth(MAX_LINE_PX)
        title = label(self.tr("Improve search from my judgements"), "page-title")
        above = (title, self._promise, self._build_active(), self._build_form(), self.strip, self.work, S2)
        self._nothing = StatePanel(theme)
        self._result = self._build_result()
        below = (self._build_head(), (self._nothing, 1), (self._result, 1))
        vbox(*above, *below, on=self, gap=S3, margins=(S6 + S2, S4, S6 + S2, S4))
        self.show_attempts((), "")
        self.show_attempt(None, in_use="", known=())

    # --- building

    def _build_active(self) -> QWidget:
        self._active_words = label(role="body")
        self.drop = button(self.tr("Stop using"), self.drop_wanted.emit)
        self.drop.setToolTip(self.tr("Search without the learned weights; they are kept"))
        self._active = boxed(hbox(self._active_words, S2, self.drop, STRETCH, gap=S2))
        self._active.setVisible(False)
        return self._active

    def _build_form(self) -> QGridLayout:
        self.judgements = choices(self.tr("Judgements to learn from"), ())
        self.judgements.currentIndexChanged.connect(self._show_count)
        self.model = choices(self.tr("Model to tune"), ())
        for box in (self.judgements, self.model):
            box.setMinimumContentsLength(28)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._count = label(role="caption", wrap=True)
        self.start = button(self.tr("Improve search"), self._start, kind="primary")
        self.encoder = QCheckBox(self.tr("Also fine-tune the query encoder"))
        self.encoder.setToolTip(self.tr("Takes minutes; worthwhile from a few hundred judged queries"))
        text = self.tr("Train and test: seconds, or minutes with the query encoder ({0})")
        hint(self.start, text, "training.start")
        grid = QGridLayout()
        grid.setHorizontalSpacing(S3)
        grid.setVerticalSpacing(S2)
        for row, text, box in (
            (0, self.tr("Judgements"), self.judgements),
            (2, self.tr("Query encoder"), self.model),
        ):
            name = label(text, "muted")
            name.setBuddy(box)
            grid.addWidget(name, row, 0)
            grid.addWidget(box, row, 1)
        grid.addWidget(self._count, 1, 1, 1, 3)
        grid.addWidget(self.encoder, 3, 1)
        grid.addWidget(self.start, 3, 2)
        grid.setColumnStretch(3, 1)
        return grid

    def _build_head(self) -> QWidget:
        self.attempts = choices(self.tr("Attempts, newest first"), ())
        self.attempts.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.attempts.activated.connect(
            lambda _index: self.attempt_chosen.emit(str(self.attempts.currentData() or ""))
        )
        self.delete = button(self.tr("Delete…"), self._ask_deletion)
        self.delete.setToolTip(self.tr("Delete this attempt; a saved model is kept"))
        self.go_on = button(self.tr("Resume"), self.go_on_wanted.emit, kind="primary")
        self.go_on.setToolTip(self.tr("Resume from where it stopped"))
        self.use = button(self.tr("Use it…"), self.use_wanted.emit)
        self.use.setToolTip(self.tr("Use the tuned query encoder in this library"))
        acts = (self.delete, self.go_on, self.use)
        row = hbox(label(self.tr("Result"), "section"), S2, self.attempts, STRETCH, *acts, gap=S2)
        self._head = boxed(row)
        return self._head

    def _build_result(self) -> QWidget:
        self._summary = label(role="body", wrap=True)
        self._summary.setMaximumWidth(MAX_LINE_PX)
        self.steps = StepsPanel()
        self.panel = ImprovementPanel()
        panels = (self.steps, self.panel, self._summary)
        return scrolled(boxed(vbox(*panels, STRETCH, gap=S3, margins=(0, 0, S2, 0))))

    # --- what there is to see

    def show_options(self, options: ImproveOptions) -> None:
        """Show whose judgements there are. What was chosen stays chosen."""
        self._sources, self._least = options.sources, options.least
        self._show_active(options.active)
        chosen = self.judgements.currentData()
        with QSignalBlocker(self.judgements):
            self.judgements.clear()
            for source in options.sources:
                self.judgements.addItem(self._source_words(source), source.judgements)
            self.judgements.setCurrentIndex(max(0, self.judgements.findData(chosen)))
        self._show_count()

    def show_models(self, models: Sequence[str], in_use: str) -> None:
        """Show whose queries can be tuned; the library's model first."""
        chosen = self.model.currentData()
        self._knows_models = True
        self.model.clear()
        for model in dict.fromkeys([in_use, *models]):
            if model == UNTUNABLE:
                continue
            words = self.tr("{0}, active").format(model) if model == in_use else model
            self.model.addItem(words, model)
        self.model.setCurrentIndex(max(0, self.model.findData(chosen)))
        self._show_count()

    def show_attempts(self, attempts: Sequence[Attempt], chosen: str) -> None:
        """Show the list again, the newest first."""
        self.attempts.clear()
        for attempt in attempts:
            when = local_time(attempt.began)
            over = "" if attempt.finished else self.tr("not finished")
            parts = (when, judgements_words(attempt.request.judgements), attempt.request.model, over)
            self.attempts.addItem(" · ".join(filter(None, parts)), str(attempt.folder))
        self.attempts.setCurrentIndex(self.attempts.findData(chosen))
        self._head.setVisible(bool(attempts))

    def show_attempt(
        self, attempt: Attempt | None, *, in_use: str, known: Sequence[str], fault: str = ""
    ) -> None:
        """Say in one sentence what came of it. `known` are the models there are, `in_use` the library's.
        `fault` is why it failed, where it did."""
        improved = None if attempt is None else attempt.improved
        steps = None if attempt is None else attempt.steps
        version = "" if attempt is None else attempt.version
        self.steps.setVisible(steps is not None)
        if steps is not None:
            self.steps.show_steps(steps)
        self.panel.setVisible(improved is not None)
        self.delete.setVisible(attempt is not None)
        self.go_on.setVisible(attempt is not None and not attempt.finished)
        there = improved is not None and improved.found.model_id in known
        used = improved is not None and improved.found.model_id == in_use
        self.use.setVisible(version != self._version if version else there and not used)
        self._nothing.setVisible(attempt is None)
        self._result.setVisible(attempt is not None)
        summary = self.tr(
            "Uses cross-validation over your queries: seconds, or a few minutes with the query encoder. You "
            "can stop at any time and resume later."
        )
        if attempt is None:
            self._nothing.show_message("chart-bar", summary)
        if version:
            put_forward(self.use, primary=True)
            summary = self._version_words(version)
        elif steps is not None and improved is None:
            summary = ""
        if improved is not None:
            self.panel.show_improved(improved)
        if improved is not None and not version:
            put_forward(self.use, primary=improved.is_better)
            summary = self._model_words(improved.found.model_id, there=there, used=used)
        elif attempt is not None and not attempt.finished:
            ended = self.tr("Failed: {0}").format(fault) if fault else self.tr("Stopped early.")
            kept = self.tr("Progress is saved; choose Resume to finish.")
            summary = f"{ended} {kept}"
        self._summary.setText(summary)

    def show_work(self, work: Work | None, *, locked: bool) -> None:
        """Show what is under way. `locked` while an attempt or a change of the models is."""
        self.work.show_work(work)
        self._locked = locked
        for each in (self.go_on, self.delete, self.use, self.drop):
            each.setEnabled(not locked)
        self._show_count()

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger")

    # --- inner

    def _start(self) -> None:
        if not self.start.isEnabled():  # its key comes here too
            return
        self.strip.hide()
        judgements, model = (str(box.currentData() or "") for box in (self.judgements, self.model))
        self.start_wanted.emit(judgements, model, self.encoder.isChecked())

    def _show_active(self, active: LearnedVersion | None) -> None:
        self._version = "" if active is None else active.version
        self._active.setVisible(active is not None)
        if active is not None:
            text = self.tr(
                "Hybrid search uses weights learned from {0} judged queries on {1}: nDCG@10 {2} → {3}."
            )
            figures = (numeral(active.before, 3), numeral(active.after, 3))
            when = local_time(active.created)
            self._active_words.setText(text.format(numeral(active.n_queries), when, *figures))

    def _version_words(self, version: str) -> str:
        if version == self._version:
            return self.tr("Active in hybrid search.")
        return self.tr("Saved as {0} (not active)").format(version)

    def _source_words(self, source: Source) -> str:
        if not source.judgements:
            return self.tr("This library (current)")
        return f"{judgements_words(source.judgements)} · {local_time(source.frozen)}"

    def _show_count(self) -> None:
        place = self.judgements.currentIndex()
        source = self._sources[place] if 0 <= place < len(self._sources) else None
        missing = 0 if source is None else max(0, self._least - source.queries)
        if source is not None and source != self._counted:
            self._counted = source
            self.encoder.setChecked(source.queries >= ENCODER_FROM)
        has_model = self.model.count() > 0
        self.start.setEnabled(source is not None and not missing and has_model and not self._locked)
        if source is None:
            self._count.setText("")
            return
        if not has_model and self._knows_models:
            text = self.tr("The model {0} counts words and cannot be tuned. Choose another one in Settings.")
            self._count.setText(text.format(UNTUNABLE))
            return
        one = self.tr("typed query with a relevant paper")
        text = counted(source.queries, one, self.tr("typed queries with a relevant paper"))
        if missing:
            text = self.tr("{0}. At least {1} are needed: judge {2} more.").format(
                text, numeral(self._least), numeral(missing)
            )
        elif source.by_paper:
            text = self.tr("{0}. {1} {1:seed-paper query is|seed-paper queries are} not used.").format(
                text, numeral(source.by_paper)
            )
        self._count.setText(text)

    def _model_words(self, model: str, *, there: bool, used: bool) -> str:
        if used:
            return self.tr("Active model: {0}").format(model)
        if there:
            return self.tr("Saved as {0} (not active)").format(model)
        return self.tr("Its model {0} was deleted.").format(model)

    def _ask_deletion(self) -> None:
        ask(
            self,
            self.tr("Delete this attempt?"),
            self.tr("Its test models are deleted. A saved model is kept, with these figures."),
            yes=self.tr("Delete"),
            agreed=self.deletion_agreed.emit,
            danger=True,
        )
