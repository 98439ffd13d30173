"""Search improved from judgements: begun as a job, followed, gone on with, and used on a person's word."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from assay.errors import AssayError
from assay_desktop.background.job_words import job_outcome
from assay_desktop.pages.training.improvement_runs import (
    ImproveReader,
    ImproveRequest,
    Part,
    begin,
    discard,
    part_of,
    work_of,
)
from assay_desktop.text.core_words import translated

if TYPE_CHECKING:
    from assay_desktop.background.job import Job
    from assay_desktop.background.trainings import Trainings
    from assay_desktop.context import AppContext, Change
    from assay_desktop.pages.training.catalogue import Catalogue
    from assay_desktop.pages.training.improvement_runs import Attempt, ImproveOptions
    from assay_desktop.pages.training.page import TrainingPage
    from assay_desktop.pages.training.presenters.models import ModelsPresenter

KIND: Final = "improve"
_PART_S: Final = 1.0  # between two looks at how many trainings are done


class ImprovePresenter(QObject):
    """One attempt at a time: a job of the queue, whose folder is given by `--out` so that it can resume."""

    def __init__(
        self,
        page: TrainingPage,
        context: AppContext,
        models: ModelsPresenter,
        trainings: Trainings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._models = page, context, models
        self._reader = ImproveReader(trainings.folder)
        self._options: ImproveOptions | None = None
        self._chosen = ""
        self._part: Part | None = None
        self._read_at = 0.0
        self._faults: dict[str, str] = {}  # folder of an attempt -> why it failed last
        context.jobs.changed.connect(self._tell_work)
        context.jobs.finished.connect(self._hear)
        context.changes.changed.connect(self._hear_change)
        models.catalogue_read.connect(self._take_catalogue)
        models.busy_changed.connect(self._tell_work)

    # --- intents

    def open(self) -> None:
        """Show the view, read again."""
        self._page.open_improve()
        self.refresh()
        self._models.refresh()

    def refresh(self) -> None:
        self._context.lane.submit(self._reader.read, self._show, self._fail, key="training-improve")

    def start(self, judgements: str, model: str, encoder: bool) -> None:
        """Start a new attempt."""
        sources = self._options.sources if self._options is not None else ()
        queries = next((each.queries for each in sources if each.judgements == judgements), 0)
        request = ImproveRequest(judgements, model, queries, encoder)
        try:
            folder = begin(self._context.jobs.location, request)
        except AssayError as error:
            self._page.improve.show_error(translated(error.message))
            return
        if not self._queue(folder, request):
            discard(folder)

    def start_own(self) -> None:
        """Start an attempt with the library's own judgements and the active model, whose queries it tunes."""
        catalogue = self._models.catalogue
        self.start("", catalogue.in_use if catalogue is not None else "", True)

    def go_on(self) -> None:
        """Resume the chosen attempt, from where it was interrupted."""
        attempt = self._attempt()
        if attempt is not None and not attempt.finished:
            self._queue(attempt.folder, attempt.request)

    def cancel(self) -> None:
        job = self._job()
        if job is not None:
            self._context.jobs.cancel(job.id)

    def choose(self, folder: str) -> None:
        self._chosen = folder
        self._show_chosen()

    def delete(self) -> None:
        """Delete the chosen attempt's folder; the model that it kept stays."""
        folder = Path(self._chosen)
        if self._job() is None and self._attempt() is not None:
            self._context.lane.submit(lambda _ws: discard(folder), lambda _none: self.refresh(), self._fail)

    def use(self) -> None:
        """Search with learned weights; before a model is used, it is asked, as every promotion does."""
        attempt = self._attempt()
        if attempt is not None and attempt.version:
            title = self.tr("Use learned weights")
            self._context.jobs.add(title, ["weights", "use", attempt.version])
        elif attempt is not None and attempt.improved is not None:
            self._models.want_promotion(attempt.improved.found.model_id)

    def drop(self) -> None:
        """Search without what was learned."""
        self._context.jobs.add(self.tr("Drop learned weights"), ["weights", "drop"])

    # --- inner

    def _queue(self, folder: Path, request: ImproveRequest) -> bool:
        title = self.tr("Improve search from judgements")
        if self._job() is not None or not self._context.jobs.add(title, request.words(folder)):
            return False
        self._chosen, self._part, self._read_at = str(folder), None, 0.0
        self._tell_work()
        self.refresh()
        return True

    def _show(self, options: ImproveOptions) -> None:
        first = self._options is None
        self._options = options
        self._take_refusals()
        listed = self._listed()
        folders = [str(each.folder) for each in listed]
        working = self._job()
        if first and working is not None:
            self._chosen = _folder_of(working)
        if listed and (first or self._chosen) and self._chosen not in folders:
            self._chosen = folders[0]
        self._page.improve.show_options(options)
        self._page.improve.show_attempts(listed, self._chosen)
        self._show_chosen()
        self._tell_work()

    def _show_chosen(self) -> None:
        catalogue: Catalogue | None = self._models.catalogue
        known = [] if catalogue is None else [card.model_id for card in catalogue.cards if not card.damage]
        job = self._job()
        shown = None if job is not None and _folder_of(job) == self._chosen else self._attempt()
        in_use = "" if catalogue is None else catalogue.in_use
        self._page.improve.show_attempt(
            shown, in_use=in_use, known=known, fault=self._faults.get(self._chosen, "")
        )

    def _take_catalogue(self, catalogue: Catalogue) -> None:
        sound = [card.model_id for card in catalogue.cards if not card.damage]
        self._page.improve.show_models(sound, catalogue.in_use)
        self._show_chosen()

    def _tell_work(self) -> None:
        job = self._job()
        locked = job is not None or self._models.locked
        self._page.improve.show_work(None if job is None else work_of(job, self._part), locked=locked)
        if job is not None and job.state == "running" and time.monotonic() - self._read_at > _PART_S:
            self._read_at = time.monotonic()
            self._look(Path(_folder_of(job)))

    def _look(self, folder: Path) -> None:
        """How many trainings are done."""

        def done(part: Part) -> None:
            self._part = part

        request = next(
            (each.request for each in self._attempts() if each.folder == folder), ImproveRequest("", "")
        )
        self._context.lane.submit(lambda _ws: part_of(folder, request), done, self._fail, key="improve-part")

    def _hear(self, job: Job) -> None:
        if job.kind == "weights":
            if job.state == "failed":
                self._page.improve.show_error(job.error)
            elif job.state == "done":
                self._page.message.emit(job_outcome(job))
            self.refresh()
        if job.kind != KIND:
            return
        folder = _folder_of(job)
        self._faults.pop(folder, None)
        if job.state == "failed":
            self._faults[folder] = job.error
        elif job.state == "done":
            self._chosen = folder
            self._models.refresh()
        self.refresh()

    def _take_refusals(self) -> None:
        """Show why an attempt failed that has nothing prepared to resume from."""
        prepared = {str(each.folder) for each in self._attempts() if each.prepared or each.finished}
        for folder in self._faults.keys() - prepared:
            self._page.improve.show_error(self._faults.pop(folder))
            if self._chosen == folder:
                self._chosen = ""

    def _hear_change(self, change: Change) -> None:
        """Read again: more judgements may be enough to begin."""
        if self._options is not None and (change.judgements or change.campaigns):
            self.refresh()

    def _job(self) -> Job | None:
        """The attempt that is under way or waits its turn."""
        return next((job for job in self._context.jobs.all() if job.is_open and job.kind == KIND), None)

    def _attempts(self) -> tuple[Attempt, ...]:
        return () if self._options is None else self._options.attempts

    def _attempt(self) -> Attempt | None:
        return next((each for each in self._attempts() if str(each.folder) == self._chosen), None)

    def _listed(self) -> list[Attempt]:
        """List attempts without those that never came to anything: there is nothing to continue with."""
        job = self._job()
        working = "" if job is None else _folder_of(job)
        return [
            each for each in self._attempts() if each.prepared or each.finished or str(each.folder) == working
        ]

    def _fail(self, error: AssayError) -> None:
        self._page.improve.show_error(str(error))


def _folder_of(job: Job) -> str:
    """Return where it works; "" for a job of another program's words."""
    return job.args[job.args.index("--out") + 1] if "--out" in job.args[:-1] else ""
