"""Trained models: listed, measured, promoted, rolled back, exported and deleted.

Nothing here loads a model: what needs one is a child process, and torch never comes into the window.
"""

from __future__ import annotations

import glob
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from assay.codec import from_json
from assay.models.types import ExportedModel, Promotion, PromotionPlan, kept_comparisons
from assay_desktop.actions.comparing import evaluation_words
from assay_desktop.background.command import Command
from assay_desktop.background.job_words import job_progress
from assay_desktop.background.work import Work
from assay_desktop.pages.training.catalogue import Catalogue, read_catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.page import TrainingPage

BEIR: Final = "beir"
_GRACE_MS: Final = 300
_MEASURING: Final = (("model", "evaluate"), ("model", "speed"))
_SWITCHING: Final = (("model", "promote"), ("model", "rollback"))


@dataclass(frozen=True, slots=True)
class _Task:
    """One change of the models: the words after `assay model`, and what to do with the answer."""

    doing: str
    words: tuple[str, ...]
    done: Callable[[object], None]
    can_cancel: bool = False


class ModelsPresenter(QObject):
    """One change of the models at a time, each by a child of its own; measuring is a job like any other."""

    catalogue_read = Signal(object)  # Catalogue
    busy_changed = Signal()
    failed = Signal(str, str)  # model, why it could not be measured

    def __init__(self, page: TrainingPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._command = Command(context.jobs.location, self, grace_ms=1000)
        self._command.ended.connect(self._ended)
        self._task: _Task | None = None
        self._chosen = ""
        self.catalogue: Catalogue | None = None
        context.jobs.finished.connect(self._hear_job)
        context.jobs.changed.connect(self._tell_work)

    # --- reading

    def refresh(self) -> None:
        """Read the models and the library's choice again."""
        self._context.lane.submit(read_catalogue, self._show, self._fail_reading, key="training-models")

    def choose(self, model: str) -> None:
        self._chosen = model
        self._tell_work()

    def show(self, model: str) -> None:
        """Mark a model from now on."""
        self._chosen = model
        if self.catalogue is not None:
            self._page.models.show_catalogue(self.catalogue, model)

    def work(self, model: str) -> Work | None:
        """Return what is under way with this model, or with any; None for nothing."""
        if self._task is not None:
            return Work(self._task.doing, can_cancel=self._task.can_cancel)
        switch = self._switching(model)
        if switch is not None:
            words = self.tr("{0} becomes active once its index is ready").format(model)
            if model not in switch.args:
                words = self.tr("The previous model becomes active once its index is ready")
            text = " · ".join(filter(None, (words, job_progress(switch))))
            return Work(text, switch.done, switch.total, can_cancel=True)
        job = self._measuring(model)
        if job is None:
            return None
        if job.state == "queued":
            return Work(self.tr("Measuring {0} is queued…").format(model), can_cancel=True)
        text = " · ".join(filter(None, (self.tr("Measuring {0}").format(model), job_progress(job))))
        return Work(text, job.done, job.total, can_cancel=True)

    @property
    def locked(self) -> bool:
        """Whether a model is being promoted, added, exported or deleted."""
        return self._task is not None or self._switching() is not None

    def cancel(self, model: str) -> None:
        """End what `work` tells of."""
        if self._task is not None:
            if self._task.can_cancel:
                self._command.cancel(_GRACE_MS)
            return
        job = self._switching(model) or self._measuring(model)
        if job is not None:
            self._context.jobs.cancel(job.id)

    def cancel_chosen(self) -> None:
        self.cancel(self._shown_model())

    # --- doing

    def evaluate(self, model: str, on: str) -> None:
        """Measure the model next to the library's, as a job. `on` is as `EvaluateButton` says it."""
        if on == BEIR:
            self._page.ask_beir(model)
            return
        args = evaluation_words(model, on)
        if not self._context.jobs.is_waiting(args):
            self._context.jobs.add(self.tr("Measure {0}").format(model), args)

    def measure_speed(self, model: str) -> None:
        """Time the model on this machine, as a job."""
        args = ["model", "speed", model]
        if not self._context.jobs.is_waiting(args):
            self._context.jobs.add(self.tr("Time {0}").format(model), args)

    def want_promotion(self, model: str) -> None:
        """Ask once it is known what it takes: the model is loaded and some papers are timed."""
        if self.catalogue is not None and model == self.catalogue.in_use:
            return

        def done(answer: object) -> None:
            tested = None if self.catalogue is None else self.catalogue.tested(model)
            self._page.ask_promotion(from_json(answer, PromotionPlan), tested)

        doing = self.tr("Testing {0} and timing its index…").format(model)
        self._run(_Task(doing, ("promote", model, "--dry-run"), done, can_cancel=True))

    def leave(self) -> None:
        """Give up a promotion that was not asked yet: its question belongs to this page."""
        if self._task is not None and self._task.words[0] == "promote":
            self._task = replace(self._task, done=lambda _plan: None)
            self._command.cancel(_GRACE_MS)

    def promote(self, model: str) -> None:
        """Queue its index, after which it becomes the active model."""
        self._add_switch(self.tr("Promote {0}").format(model), ["model", "promote", model, "--index"])

    def roll_back(self) -> None:
        before = self.catalogue.before[-1] if self.catalogue is not None and self.catalogue.before else ""
        title = self.tr("Roll back to {0}").format(before)
        self._add_switch(title, ["model", "rollback", "--index"])

    def diff(self, model: str, other: str) -> None:
        def call(_ws: Workspace) -> list[tuple[str, Any, Any]]:
            from assay.registry.packaged_models import differences_of

            return [(each.key, each.a, each.b) for each in differences_of(model, other).differences]

        self._context.lane.submit(
            call,
            lambda rows: self._page.models.show_diff(model, other, rows),
            self._fail,
            key="training-diff",
        )

    def export(self, model: str, folder: str) -> None:
        def done(answer: object) -> None:
            out = from_json(answer, ExportedModel).path
            self._page.message.emit(self.tr("{0} exported to {1}.").format(model, out))

        doing = self.tr("Copying {0} to {1}…").format(model, Path(folder).name)
        self._run(_Task(doing, ("export", model, folder), done, can_cancel=True))

    def delete(self, model: str) -> None:
        def done(_answer: object) -> None:
            self._page.message.emit(self.tr("Model {0} deleted.").format(model))

        self._run(_Task(self.tr("Deleting {0}…").format(model), ("delete", model), done))

    def add(self, folder: str, pooling: str = "") -> None:
        """Copy a finished run, or a model's folder, to the models; asks for the pooling it does not say."""
        from assay.encoding.model_files.published import needs_pooling

        if not pooling and needs_pooling(Path(folder)):
            self._page.models.ask_pooling(folder)
            return

        def done(answer: object) -> None:
            from assay.registry.card import Card

            self._chosen = from_json(answer, Card).model_id
            self._page.message.emit(self.tr("Saved as {0}.").format(self._chosen))

        doing = self.tr("Copying and checking {0}…").format(Path(folder).name)
        words = ("add", folder, *(["--pooling", pooling] if pooling else []))
        self._run(_Task(doing, words, done, can_cancel=True))

    # --- inner

    def _show(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._page.models.show_catalogue(catalogue, self._chosen)
        self._tell_work()
        self.catalogue_read.emit(catalogue)

    def _run(self, task: _Task) -> None:
        """Run `assay model ...` as a child: half a gigabyte is copied and summed; the library stays free."""
        if self._task is not None:
            return
        self._task = task
        self._tell_work()
        self._command.run("model", *task.words)

    def _ended(self, state: str, answer: object, error: str) -> None:
        if self._task is None:
            return
        task, self._task = self._task, None
        self._tell_work()
        if state == "cancelled":
            _remove_drafts(task.words)
            self._page.message.emit(self.tr("Cancelled."))
            self.refresh()
        elif state != "done":
            self._page.show_error(error)
        else:
            task.done(answer)
            self.refresh()

    def _add_switch(self, title: str, words: list[str]) -> None:
        if self._switching() is None:
            self._context.jobs.add(title, words)

    def _switching(self, model: str = "") -> Job | None:
        """Return the promotion or the rollback that is under way; of `model`, or with no model named."""
        jobs = [job for job in self._context.jobs.all() if job.is_open and job.args[:2] in _SWITCHING]
        return next(
            (job for job in jobs if not model or job.args[1] == "rollback" or model in job.args), None
        )

    def _hear_switch(self, job: Job) -> None:
        if job.state == "failed":
            self._page.show_error(job.error)
        elif job.state == "done":
            made = job.answer_if_any(Promotion)
            model = job.args[2] if made is None else made.model
            self._page.message.emit(self.tr("{0} is now the active model.").format(model))
        self.refresh()

    def _tell_work(self) -> None:
        self._page.models.show_work(self.work(self._shown_model()), locked=self.locked)
        self.busy_changed.emit()

    def _shown_model(self) -> str:
        """Return the model whose card is shown: the first one where none was chosen yet."""
        cards = self.catalogue.cards if self.catalogue is not None else ()
        ids = [card.model_id for card in cards]
        return self._chosen if self._chosen in ids or not ids else ids[0]

    def _measuring(self, model: str) -> Job | None:
        return next(
            (
                job
                for job in self._context.jobs.all()
                if job.is_open and job.args[:2] in _MEASURING and job.args[2] == model
            ),
            None,
        )

    def _hear_job(self, job: Job) -> None:
        if job.args[:2] == ("model", "speed"):
            self._hear_speed(job)
        if job.args[:2] in _SWITCHING:
            self._hear_switch(job)
        if job.args[:2] != ("model", "evaluate"):
            return
        if job.state == "failed":
            message = self.tr("{0} could not be measured: {1}").format(job.args[2], job.error)
            self._page.models.show_error(message)
            self.failed.emit(job.args[2], message)
        if job.state != "done":
            return
        for found in kept_comparisons([job.result]):
            self._page.models.show_comparison(job.args[2], found)
        self.refresh()

    def _hear_speed(self, job: Job) -> None:
        if job.state == "failed":
            message = self.tr("{0} could not be timed: {1}").format(job.args[2], job.error)
            self._page.models.show_error(message)
        elif job.state == "done":
            self.refresh()

    def _fail_reading(self, error: AssayError) -> None:
        self._page.models.show_failure(str(error))

    def _fail(self, error: AssayError) -> None:
        self._page.show_error(str(error))


def _remove_drafts(words: tuple[str, ...]) -> None:
    """Remove what a killed export left next to its folder: hidden, and of no use to anybody."""
    if words[0] == "export":
        out = Path(words[-1])
        for draft in out.parent.glob(f".{glob.escape(out.name)}.*.draft"):
            shutil.rmtree(draft, ignore_errors=True)
