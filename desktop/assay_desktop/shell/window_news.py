"""What has happened, shown in the status bar, the jobs panel and the toast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from assay.errors import AssayError
from assay.training_runs.types import RunSummary
from assay.types import CheckReport
from assay_desktop.actions.suggesting import hosts_on
from assay_desktop.actions.training_news import ended_words, sharing_words
from assay_desktop.actions.training_watch import TrainingWatch
from assay_desktop.background.engine_client import EngineState
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_outcome
from assay_desktop.context import AppContext, Change
from assay_desktop.errors import Fault, Faults
from assay_desktop.shell.widgets.job_panel import JobPanel
from assay_desktop.shell.widgets.status_bar import StatusBar
from assay_desktop.shell.widgets.toast import Toast

_OF_LIBRARY: Final = ("import", "files")
"""Kinds of jobs whose outcome the Library page says."""


class WindowNews(QObject):
    """Listens to faults, engine, jobs and trainings for as long as the window lives."""

    run_wanted = Signal(str)  # to be looked at; its folder
    report_wanted = Signal(object)  # Job

    def __init__(
        self,
        context: AppContext,
        *,
        faults: Faults,
        watch: TrainingWatch,
        status: StatusBar,
        panel: JobPanel,
        toast: Toast,
        shown: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        """`shown` is the key of the page in sight: what that page says itself, no toast says again."""
        super().__init__(parent)
        self._shown = shown
        self._context, self._watch = context, watch
        self._status, self._panel, self._toast = status, panel, toast
        self.is_shown: Callable[[str], bool] = lambda _folder: False
        """Whether the page of trainings shows this run, and so its end."""
        self._last_pair = ""  # the job reported as sharing the machine
        faults.occurred.connect(self._show_fault)
        context.engine.state_changed.connect(status.show_engine)
        context.engine.state_changed.connect(self._tell_engine)
        context.jobs.changed.connect(self._show_jobs)
        context.jobs.changed.connect(self._tell_sharing)
        context.jobs.finished.connect(self._tell_outcome)
        context.jobs.refused.connect(toast.say)
        watch.changed.connect(self._show_trainings)
        watch.began.connect(lambda _training: self._tell_sharing())
        watch.ended.connect(self._tell_end)
        watch.refused.connect(toast.say)
        self._connect_panel()
        context.changes.changed.connect(self._tell_hosts)
        status.show_engine(context.engine.state)
        # After the page in sight has asked for what it shows: of the lane this takes a while the first time.
        QTimer.singleShot(0, self, lambda: self._tell_hosts(Change(lookups=True)))
        self._show_jobs()

    def _connect_panel(self) -> None:
        jobs, watch, panel = self._context.jobs, self._watch, self._panel
        panel.cancel_requested.connect(jobs.cancel)
        panel.again_requested.connect(jobs.again)
        panel.remove_requested.connect(jobs.remove)
        panel.training_requested.connect(self.run_wanted)
        panel.training_word_requested.connect(watch.ask)
        panel.training_resume_requested.connect(watch.resume)
        panel.training_remove_requested.connect(watch.forget)

    @property
    def training(self) -> RunSummary | None:
        """The run that the line of status shows: one that computes before one that waits."""
        return next(iter((*self._watch.computing, *self._watch.open)), None)

    def _tell_hosts(self, change: Change) -> None:
        """Whether anything may leave this machine is always in sight."""
        if change.lookups:
            self._context.lane.submit(hosts_on, self._status.show_hosts, _say_nothing, key="hosts-on")

    def _show_fault(self, fault: Fault) -> None:
        self._toast.say(fault.what, details=fault.details)

    def _tell_engine(self, state: EngineState) -> None:
        engine = self._context.engine
        if engine.gave_up and self._shown() != "search":
            self._toast.say(state.message, action=self.tr("Restart"), act=engine.restart, stays=True)

    # -- jobs

    def _show_jobs(self) -> None:
        jobs = self._context.jobs.all()
        self._panel.show_jobs(jobs)
        waiting = sum(job.state == "queued" for job in jobs)
        self._status.show_jobs(self._context.jobs.running, waiting=waiting)

    def _tell_outcome(self, job: Job) -> None:
        """Show a failure as a toast that leads to the jobs; the page shows an import's outcome."""
        if job.state == "failed":
            if self._shown() == "library" and job.kind in _OF_LIBRARY and job.started:
                return
            self._toast.say(
                self.tr("{0} failed. {1}").format(job.title, job.error),
                action=self.tr("Show jobs"),
                act=self._panel.show,
            )
        elif job.kind == "check" and job.state == "done":
            self._toast.say(
                job_outcome(job),
                action=self.tr("Show report"),
                act=lambda: self.report_wanted.emit(job),
                stays=job.answer(CheckReport).hurt,
            )

    # -- trainings

    def _show_trainings(self) -> None:
        self._panel.show_trainings(self._watch.all)
        self._status.show_training(self.training, more=max(0, len(self._watch.open) - 1))

    def _tell_end(self, training: RunSummary) -> None:
        """Tell of the end for a while, except where its page shows it; the list of jobs keeps it."""
        if self.is_shown(training.key):
            return
        self._toast.say(
            ended_words(training),
            action=self.tr("View"),
            act=lambda: self.run_wanted.emit(training.key),
        )

    def _tell_sharing(self) -> None:
        """Say, once a job, that both compute: jobs wait for each other, but not for trainings of days."""
        job = next((job for job in self._context.jobs.all() if job.state == "running"), None)
        computing = self._watch.computing
        pair = "" if job is None else " ".join((job.id, *(training.key for training in computing)))
        if job is not None and computing and pair != self._last_pair:
            self._toast.say(sharing_words(job.title, computing))
            self._last_pair = pair


def _say_nothing(_error: AssayError) -> None:
    """Say nothing: a damaged file turns no host on, and the settings say so."""
