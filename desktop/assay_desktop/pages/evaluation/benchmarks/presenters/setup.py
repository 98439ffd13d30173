"""What is to be measured on what: read by the engine, ticked by the user, run as a job."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from assay.benchmarks.types import OptionsCall
from assay.engine.bench_types import BENCH_OPTIONS
from assay_desktop.pages.evaluation.benchmarks.job_progress import open_job, work_of
from assay_desktop.pages.evaluation.benchmarks.options import Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.types import BenchOptions
    from assay_desktop.background.job import Job
    from assay_desktop.background.job_kinds import Words
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView

NEW: Final = "new"  # a run that is no earlier one
_LISTS: Final = ("files", "tasks", "systems", "more")
_WORDS: Final = ("data", "similarity", "device")
_KEYS: Final = {name: f"benchmarks/{name}" for name in (*_LISTS, *_WORDS, "intercept")} | {
    "data": "benchmarks/folder"
}


class SetupPresenter(QObject):
    """Remembers what was chosen. One run at a time; what was scored before is not done again."""

    run_ended = Signal(str)  # the id of a run that was resumed, or ""
    progressed = Signal()  # a run is at work, and may have more results than before
    choice_changed = Signal(object)  # Choice
    work_changed = Signal(str)  # the run that is at work: its id, "new" or ""

    def __init__(self, page: BenchmarksView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self.choice = self._remembered()
        self._options: BenchOptions | None = None
        self._at_work = ""
        self._shown_places: tuple[str, tuple[str, ...]] | None = None
        context.jobs.changed.connect(self.tell_work)
        context.jobs.finished.connect(self._hear)

    # --- reading

    def set_visible(self, visible: bool) -> None:
        """Look again each time: models may have been trained and files copied since."""
        if visible:
            self.refresh()

    def retry(self) -> None:
        """Ask again, of a new engine where the last one gave up."""
        if self._context.engine.state.phase == "dead":
            self._context.engine.restart()
        self.refresh()

    def refresh(self) -> None:
        """Look into the folder and for the models again."""
        folder = self.choice.data
        self._context.engine.ask(
            BENCH_OPTIONS,
            OptionsCall(folder, self.choice.files),
            self._show,
            lambda _kind, message: self._fail(message, folder),
            key=BENCH_OPTIONS.name,
        )

    # --- choosing

    def choose_folder(self, folder: str) -> None:
        self._choose(replace(self.choice, data=folder))
        self.refresh()

    def add_file(self, path: str) -> None:
        """Add a file of the user's own tasks."""
        if path not in self.choice.files:
            self._choose(replace(self.choice, files=(*self.choice.files, path)))
            self.refresh()

    def remove_file(self, path: str) -> None:
        self._choose(replace(self.choice, files=tuple(f for f in self.choice.files if f != path)))
        self.refresh()

    def tick_tasks(self, tasks: Sequence[str]) -> None:
        self._choose(replace(self.choice, tasks=tuple(tasks)))
        self._show_choice()

    def tick_systems(self, systems: Sequence[str]) -> None:
        self._choose(replace(self.choice, systems=tuple(systems)))
        self._show_choice()

    def add_system(self, name: str) -> None:
        """Add a hybrid or a model's folder, ticked at once."""
        more = tuple(dict.fromkeys((*self.choice.more, name)))
        systems = tuple(dict.fromkeys((*self.choice.systems, name)))
        self._choose(replace(self.choice, more=more, systems=systems))
        self._show_systems()

    def remove_system(self, name: str) -> None:
        more, systems = (
            tuple(n for n in names if n != name) for names in (self.choice.more, self.choice.systems)
        )
        self._choose(replace(self.choice, more=more, systems=systems))
        self._show_systems()

    def choose_scoring(self, similarity: str, intercept: bool) -> None:
        self._choose(replace(self.choice, similarity=similarity, intercept=intercept))
        self._show_choice()

    def choose_device(self, device: str) -> None:
        self._choose(replace(self.choice, device=device))
        self._show_choice()

    # --- running

    def run(self) -> None:
        """Run all that is ticked and there, as a job."""
        words = self._words()
        if words and self._job() is None:
            self._context.jobs.add(self.tr("Run benchmarks"), list(words))
            self.tell_work()

    def resume(self, run: str) -> None:
        """Resume a run that was stopped."""
        if self._job() is None:
            self._context.jobs.add(self.tr("Run benchmarks"), ["bench", "run", "--resume", run])
            self.tell_work()

    def cancel(self) -> None:
        """Stop the run; what was scored so far is kept."""
        job = self._job()
        if job is not None:
            self._context.jobs.cancel(job.id)

    def tell_work(self) -> None:
        job = self._job()
        self._page.show_work(None if job is None else work_of(job, now=time.time()))
        at_work = "" if job is None else _run_of(job)
        if at_work != self._at_work:
            self._at_work = at_work
            self.work_changed.emit(at_work)
        if job is not None and job.state == "running":
            self.progressed.emit()

    # --- inner

    def _show(self, options: BenchOptions) -> None:
        before, self._options = self._options, options
        if not self.choice.systems:  # something to begin with: words, and the library's model
            first = [each.name for each in self._options.systems if each.kind == "words" or each.in_use]
            self._choose(replace(self.choice, systems=tuple(first)))
        places = (self.choice.data, self.choice.files)
        if before != self._options or places != self._shown_places:  # else the list would lose its place
            self._page.setup.show_options(self._options, self.choice)
            self._shown_places = places
        self._show_choice()
        self.tell_work()

    def _show_systems(self) -> None:
        if self._options is not None:
            self._page.setup.systems.show_options(self._options, self.choice)
        self._show_choice()

    def _show_choice(self) -> None:
        self._page.setup.show_choice(self.choice, self._words())

    def _words(self) -> Words:
        return () if self._options is None else self.choice.words(self._options)

    def _fail(self, message: str, folder: str) -> None:
        self._options = None
        self._page.setup.show_failure(message, folder)

    def _job(self) -> Job | None:
        """The run that is under way or waits its turn."""
        return open_job(self._context.jobs, "bench", "run")

    def _hear(self, job: Job) -> None:
        if not job.runs("bench", "run"):
            return
        self.tell_work()
        if job.state == "failed":
            self._page.show_run_failure(job.error)
        resumed = _run_of(job)
        self.run_ended.emit("" if resumed == NEW else resumed)

    # --- remembering

    def _choose(self, choice: Choice) -> None:
        self.choice = choice
        settings = self._context.settings
        for name in _WORDS:
            settings.set_text(_KEYS[name], getattr(choice, name))
        for name in _LISTS:
            settings.set_text(_KEYS[name], json.dumps(getattr(choice, name)))
        settings.set_text(_KEYS["intercept"], "yes" if choice.intercept else "")
        self.choice_changed.emit(choice)

    def _remembered(self) -> Choice:
        """Return what a setting does not say is as in a new choice."""
        new = Choice()
        text = self._context.settings.text
        files, tasks, systems, more = (_strings(text(_KEYS[name])) for name in _LISTS)
        return Choice(
            data=text(_KEYS["data"]),
            files=files,
            tasks=tasks,
            systems=systems,
            more=more,
            similarity=text(_KEYS["similarity"]) or new.similarity,
            intercept=text(_KEYS["intercept"]) == "yes",
            device=text(_KEYS["device"]) or new.device,
        )


def _run_of(job: Job) -> str:
    """Return the run that a job continues with; "new" for another one."""
    return job.args[job.args.index("--resume") + 1] if "--resume" in job.args else NEW


def _strings(saved: str) -> tuple[str, ...]:
    """Return a saved list; () for anything else."""
    try:
        values = json.loads(saved or "[]")
    except ValueError:
        return ()
    return tuple(map(str, values)) if isinstance(values, list) else ()
