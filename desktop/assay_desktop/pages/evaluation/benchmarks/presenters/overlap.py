"""Leakage: a training is chosen, compared with the tasks of a run as a job, and what came out is shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from assay.benchmarks.types import OverlapReport
from assay.engine.bench_types import BENCH_TRAININGS
from assay.engine.types import EmptyCall
from assay_desktop.pages.evaluation.benchmarks.job_progress import open_job, overlap_work_of
from assay_desktop.pages.evaluation.benchmarks.overlap import FOLDER, MODEL, Training

if TYPE_CHECKING:
    from assay.benchmarks.types import TrainedModels
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.benchmarks.presenters.results import ResultsPresenter

_KEY: Final = "benchmarks/trainings"  # recipes and folders that were chosen, the latest first
_MOST: Final = 8
_COMMAND: Final = ("bench", "overlap")
_SPLIT: Final = "train"


class OverlapPresenter(QObject):
    """One comparison at a time; the latest one of a run is there again when its results are."""

    def __init__(
        self,
        page: BenchmarksView,
        context: AppContext,
        results: ResultsPresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._results = page, context, results
        self._models: tuple[Training, ...] = ()
        self._own = _trainings(context.settings.text(_KEY))
        self._chosen: Training | None = None
        self._split = _SPLIT
        context.jobs.changed.connect(self.tell_work)
        context.jobs.finished.connect(self._hear)

    def open(self) -> None:
        """Show what was found for the run that is looked at, if anything was."""
        self._page.open_overlap()
        self._show_trainings()
        self._context.engine.ask(
            BENCH_TRAININGS, EmptyCall(), self._take_models, lambda _kind, _message: None,
            key=BENCH_TRAININGS.name,
        )  # fmt: skip
        jobs = [job for job in self._context.jobs.all() if _is_overlap(job) and job.state == "done"]
        reports = filter(None, (job.answer_if_any(OverlapReport) for job in jobs))
        of_run = [report for report in reports if report.run_id == self._results.fields["run"]]
        self._page.overlap.show_report(of_run[-1] if of_run else None)
        self.tell_work()

    def choose(self, training: Training) -> None:
        self._chosen = training
        self._show_trainings()

    def add(self, training: Training) -> None:
        """Add a recipe or folder; it is offered again in the next session."""
        self._own = tuple(dict.fromkeys((training, *self._own)))[:_MOST]
        self._context.settings.set_text(_KEY, json.dumps([[each.kind, each.name] for each in self._own]))
        self.choose(training)

    def choose_split(self, split: str) -> None:
        self._split = split.strip()

    def run(self) -> None:
        """Compare the training with every task of the run that is looked at."""
        words = self._words()
        if words and self._job() is None:
            self._context.jobs.add(self.tr("Find train/test overlap"), words)
            self.tell_work()

    def cancel(self) -> None:
        job = self._job()
        if job is not None:
            self._context.jobs.cancel(job.id)

    def tell_work(self) -> None:
        job = self._job()
        self._page.overlap.show_work(None if job is None else overlap_work_of(job))

    # --- inner

    def _words(self) -> list[str]:
        run = self._results.fields["run"]
        if self._chosen is None or not run:
            return []
        words = [*_COMMAND, self._chosen.name, "--run", run, "--figures"]
        if self._chosen.kind == FOLDER:
            words += ["--split", self._split or _SPLIT]
        return words

    def _take_models(self, answer: TrainedModels) -> None:
        self._models = tuple(Training(MODEL, name) for name in answer.models)
        self._show_trainings()

    def _show_trainings(self) -> None:
        known = (*self._models, *self._own)
        if self._chosen not in known:
            self._chosen = next(iter(known), None)
        self._page.overlap.show_trainings(known, self._chosen, self._split)

    def _job(self) -> Job | None:
        return open_job(self._context.jobs, *_COMMAND)

    def _hear(self, job: Job) -> None:
        if not _is_overlap(job):
            return
        self.tell_work()
        if job.state == "done":
            self._page.overlap.show_report(job.answer(OverlapReport))
        elif job.state == "failed":
            self._page.overlap.show_failure(job.error)


def _is_overlap(job: Job) -> bool:
    return job.runs(*_COMMAND)


def _trainings(saved: str) -> tuple[Training, ...]:
    """Saved recipes and folders; () for anything else."""
    try:
        return tuple(Training(str(kind), str(name)) for kind, name in json.loads(saved or "[]"))
    except (ValueError, TypeError):
        return ()
