"""Results of a run: read by the engine, compared task by task while they are looked at."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypedDict

from PySide6.QtCore import QObject, Signal

from assay.benchmarks.types import CompareCall, Differences, ExportCall, ReportCall, RunLine
from assay.engine.bench_types import BENCH_COMPARE, BENCH_EXPORT, BENCH_REPORT, BENCH_RUNS
from assay.engine.types import EmptyCall
from assay_desktop.pages.evaluation.benchmarks.results import (
    Difference,
    choose_compared,
    choose_reference,
    differences_of,
    rows_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.types import Form, Runs, ScoreReport
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView

_AGAIN_S: Final = 3.0  # between two looks at a run that is at work


_NO_RUN: Final = RunLine("", "", (), 0, 0, 0)


What: TypeAlias = Literal["scores", "published", "differences"]


class ReportFields(TypedDict):
    """The fields of `ReportCall`."""

    run: str
    reports: tuple[str, ...]


class ResultsPresenter(QObject):
    """One run at a time, perhaps with files of earlier ones next to it."""

    shown = Signal(object)  # ScoreReport: another run, reference or system

    def __init__(self, page: BenchmarksView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._visible, self._stale = False, True
        self._runs: tuple[RunLine, ...] = ()
        self._run = ""  # "" for the latest that has a score
        self._newest = False  # but for the one that has just ended, if it has none
        self._files: tuple[str, ...] = ()
        self._shown_files: tuple[str, ...] = ()
        self._wanted = ("", "")
        self._at_work = ""
        self._known: frozenset[str] = frozenset()  # runs from before the one that is at work
        self._reading = ""  # the run whose report is awaited
        self.results: ScoreReport | None = None
        self.reference = self.other = ""
        self._differences: dict[tuple[str, str, str], Difference] = {}
        self._done: set[str] = set()  # tasks that were compared
        self._left: list[str] = []  # and those to come
        self._read_at = 0.0

    # --- intents

    def set_visible(self, visible: bool) -> None:
        self._visible = visible
        if visible and self._stale:
            self.refresh()
        elif visible:
            self._compare_next()

    def refresh(self) -> None:
        """Read which runs there are, and the chosen one again."""
        self._stale = False
        self._read_at = time.monotonic()
        self._context.engine.ask(BENCH_RUNS, EmptyCall(), self._show_runs, self._fail, key=BENCH_RUNS.name)

    def retry(self) -> None:
        """Ask again, of a new engine where the last one gave up."""
        if self._context.engine.state.phase == "dead":
            self._context.engine.restart()
        self.refresh()

    def follow(self) -> None:
        """Follow a run at work: read its results now and then, where they are looked at."""
        if self._visible and self._run in ("", self._at_work) and time.monotonic() - self._read_at > _AGAIN_S:
            self.refresh()

    def run_ended(self, resumed: str = "") -> None:
        """Show the run, also where it was stopped before its first score."""
        self._run, self._newest, self._stale = resumed, True, True
        if self._visible:
            self.refresh()

    def show_work(self, run: str) -> None:
        """Note which run is at work: its id, "new" for one that was not there before, "" for none."""
        if run != self._at_work:
            self._at_work, self._newest = run, self._newest and not run
            self._known = frozenset(each.run_id for each in self._runs)
            self._tell_runs()

    def choose_run(self, run_id: str) -> None:
        self._run, self._files = run_id, ()
        self._read()

    def add_file(self, path: str) -> None:
        """Lay the results of an earlier run's file next to this one's."""
        if path not in self._files:
            self._files = (*self._files, path)
        self._read()

    def drop_files(self) -> None:
        self._files = ()
        self._read()

    def set_reference(self, system: str) -> None:
        """Compare with this one from now on. The system that was the reference is looked at next to it."""
        self._wanted = (system, self.reference if self.other == system else self.other)
        self._settle()

    def set_compared(self, system: str) -> None:
        """Show the differences of this one; they are known for all systems."""
        self._wanted = (self.reference, system)
        self._settle()

    def export(self, path: str, form: Form, what: What) -> None:
        """Write scores, alone or with the published tables, or differences, as the command line does."""
        call = ExportCall(**self.fields, path=path, form=form, what=what, reference=self.reference)
        self._context.engine.ask(
            BENCH_EXPORT,
            call,
            lambda _answer: self._page.message.emit(self.tr("Written to {0}").format(Path(path).name)),
            self._fail,
        )

    @property
    def fields(self) -> ReportFields:
        """What names these results to the engine."""
        run = self.results.run_id if self.results is not None else self._run
        return {"run": run, "reports": self._files}

    # --- reading

    def _show_runs(self, answer: Runs) -> None:
        self._runs = answer.runs
        if self._run not in [run.run_id for run in self._runs]:
            self._run = ""
        if not self._runs:
            self.results = None
            self._page.show_no_runs()
            return
        self._read()

    def _read(self) -> None:
        run = self._tell_runs()
        self._reading = run.run_id
        if run.unscored:
            self._left, self.results = [], None
            return
        self._context.engine.ask(
            BENCH_REPORT,
            ReportCall(run=run.run_id, reports=self._files),
            partial(self._show, self._files),
            self._fail_reading,
            key=BENCH_REPORT.name,
        )

    def _tell_runs(self) -> RunLine:
        """Show which runs there are, and return which of them is chosen."""
        latest = next((run.run_id for run in self._runs), "")
        new = "" if latest in self._known else latest
        at_work = new if self._at_work == "new" else self._at_work
        runs = [replace(run, at_work=run.run_id == at_work) for run in self._runs]
        chosen = self._chosen(runs)
        if runs:
            self._page.show_runs(runs, chosen.run_id)
        if runs and chosen.unscored:
            self._page.show_unscored(chosen)
        return chosen

    def _chosen(self, runs: Sequence[RunLine]) -> RunLine:
        """Return the run in view: the one that was asked for, or the latest."""
        if self._run:
            return next((run for run in runs if run.run_id == self._run), _NO_RUN)
        scored = [run for run in runs if not run.unscored]
        return next(iter(runs if self._newest else [*scored, *runs]), _NO_RUN)

    def _show(self, files: tuple[str, ...], report: ScoreReport) -> None:
        """Show the report, but leave what is on screen already as it is, with its differences."""
        if self._reading not in ("", report.run_id):
            return  # another run was chosen since
        before = (self.results, self._shown_files)
        self.results, self._shown_files = report, files
        if before == (self.results, files):
            return
        if before[0] is not None and before[0].run_id == self.results.run_id and before[1] == files:
            self._forget(before[0], self.results)
        else:
            self._differences, self._done = {}, set()
        self._settle()

    def _forget(self, before: ScoreReport, now: ScoreReport) -> None:
        """Forget what was compared, but keep what holds: where nothing came to its task, of a run at work."""
        same = {task for task in self._done if task and rows_of(before, task) == rows_of(now, task)}
        self._differences = {key: found for key, found in self._differences.items() if key[0] in same}
        self._done = same

    def _settle(self) -> None:
        """Show the results, and what is to be compared now."""
        if self.results is None:
            return
        before = self.reference
        self.reference = choose_reference(self.results, self._wanted[0])
        self.other = choose_compared(self.results, self._wanted[1], self.reference)
        self._page.show_results(self.results, reference=self.reference, other=self.other, files=self._files)
        if self.reference != before:
            self._differences, self._done = {}, set()
        self._left = [task for task in self._comparable() if task not in self._done]
        self._tell_differences()
        self.shown.emit(self.results)
        if self._visible:
            self._compare_next()

    # --- comparing

    def _comparable(self) -> list[str]:
        """Tasks on which the reference and another have a score; "" for the columns that all have."""
        if self.results is None or not self.other:
            return []
        found = []
        for row in self.results.rows:
            known = {name for name, value in row.values.items() if value is not None}
            if self.reference in known and len(known) > 1:
                found.append(row.task)
        return [*dict.fromkeys(found), ""]

    def _compare_next(self) -> None:
        """One task after the other, so that a newer wish need not wait for all."""
        if not self._left:
            return
        task = self._left[0]
        self._context.engine.ask(
            BENCH_COMPARE,
            CompareCall(**self.fields, reference=self.reference, task=task),
            lambda answer: self._take(task, answer),
            lambda kind, message: self._skip(task, kind, message),
            key=BENCH_COMPARE.name,
        )

    def _take(self, task: str, answer: Differences) -> None:
        if self._left[:1] != [task]:
            return
        self._left = self._left[1:]
        self._done.add(task)
        self._differences |= differences_of(answer)
        self._tell_differences()
        if self._visible:
            self._compare_next()

    def _skip(self, task: str, kind: str, message: str) -> None:
        """Skip a task that cannot be compared; without an engine there is nothing more to do."""
        if kind == "EngineError":
            self._fail(kind, message)
        else:
            self._take(task, Differences(()))

    def _tell_differences(self) -> None:
        self._page.results.show_differences(dict(self._differences), n_left=len(self._left))

    # --- failing

    def _fail(self, _kind: str, message: str) -> None:
        self._stale = True
        self._page.results.show_failure(message)

    def _fail_reading(self, kind: str, message: str) -> None:
        """Leave out a file that cannot be read; the run stays."""
        had, self._files = self._files, self._files[:-1]
        self._fail(kind, message)
        if had and self.results is not None:
            self._stale = False
