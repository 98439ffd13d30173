"""Score systems on tasks, one result after the other; finished results are kept."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from assay import __version__
from assay.benchmarks.results import Conditions, Cost, TaskResult
from assay.benchmarks.selection import SelectedTask
from assay.benchmarks.store import BenchRun, BenchStore, KeptResult, RunSettings, RunTask
from assay.benchmarks.systems import AnySystem, RankingSystem, system_named
from assay.benchmarks.tasks.data import RankedData
from assay.benchmarks.tasks.kinds import AnyData, PartedData
from assay.benchmarks.tasks.probes.probes import CLASS_GRID, NUMBER_GRID
from assay.benchmarks.tasks.score import (
    AS_PUBLISHED,
    SCORING_VERSION,
    Scoring,
    TaskScore,
    score_rankings,
    score_task,
)
from assay.benchmarks.types import SkippedTask
from assay.errors import AssayError, EvaluationError
from assay.progress import Item, Progress, silent
from assay.types import Run
from assay.workers import Workers

logger = logging.getLogger(__name__)
OnResult = Callable[[TaskResult, bool], None]
"""Hears of each result, and whether it was kept from before."""

NOWHERE = RunSettings()


def _nothing(result: TaskResult, kept: bool) -> None: ...


def _nobody(run: BenchRun) -> None: ...


@dataclass(slots=True)
class Bench:
    """Runs tasks. Each is read once for all systems, and each text is encoded once for a model and format."""

    store: BenchStore
    scoring: Scoring = AS_PUBLISHED
    device: str = "auto"
    precision: str = "float32"
    max_length: int | None = None
    separator: str | None = None
    encoders: Workers | None = None  # that encode, elsewhere
    workers: int = 1  # cores that fit classifiers
    progress: Progress = silent
    on_result: OnResult = _nothing
    begun: Callable[[BenchRun], None] = _nobody
    """Hears of the run, before anything is scored."""

    def run(
        self,
        systems: Sequence[str],
        tasks: Sequence[SelectedTask],
        absent: Sequence[SkippedTask] = (),
        *,
        settings: RunSettings = NOWHERE,
        resumed: BenchRun | None = None,
    ) -> tuple[BenchRun, list[TaskResult]]:
        """Return every system on every task; of those kept from before nothing is done again.

        A task that cannot be read or scored gives a result that says why, and the others continue. Raises
        BadInput and ModelError for a system that does not load, and Cancelled; the run is kept as far as it
        came, and the same call resumes it. `settings` are noted with the run, which can be `resumed` by
        them: then what it has stays, but for what failed, and it keeps its id.
        """
        opened = [
            system_named(
                name,
                device=self.device,
                precision=self.precision,
                max_length=self.max_length,
                separator=self.separator,
                workers=self.encoders,
            )
            for name in dict.fromkeys(systems)
        ]
        run = resumed or BenchRun(
            run_id=datetime.now(UTC).strftime("%Y%m%d-%H%M%S"),
            systems=tuple(system.name for system in opened),
            tasks=tuple(
                RunTask(task.task_id, task.name, task.group, task.in_train, task.metrics) for task in tasks
            ),
            created=_now(),
            settings=settings,
            absent=tuple(absent),
        )
        run = self._resumed(run) if resumed else self.store.begin_run(run)
        self.begun(run)
        results: list[TaskResult] = []
        total = len(opened) * len(tasks)
        for place, task in enumerate(tasks):
            of_task = _TaskAtWork(self, task, place * len(opened), total)
            for system in opened:
                result = of_task.result(system)
                results.append(result)
                kept = KeptResult(system.name, result.key, result.scored)
                if kept not in run.results:
                    run = replace(run, results=(*run.results, kept))
                    self.store.keep_run(run)
        return run, results

    def _resumed(self, run: BenchRun) -> BenchRun:
        """Try again what failed, and what is not kept any more."""
        scored = tuple(each for each in run.results if each.scored and self.store.get(each.key) is not None)
        return replace(run, results=scored)


@dataclass(slots=True)
class _TaskAtWork:
    bench: Bench
    task: SelectedTask
    done: int
    total: int
    digest: str = ""
    data: AnyData | None = None
    fault: str = ""

    def result(self, system: AnySystem) -> TaskResult:
        self.done += 1
        self.bench.progress("", self.done - 1, self.total, self._place(system))
        try:
            check_applies(system, self.task)
            key = self._key(system)
        except AssayError as error:
            return self._failed(system, str(error), applies=not isinstance(error, Inapplicable))
        kept = self.bench.store.get(key)
        if kept is not None and kept.scored:
            found = self._renamed(kept).under(system.name)
            self.bench.on_result(found, True)
            return found
        return self._scored(system, key)

    def _renamed(self, kept: TaskResult) -> TaskResult:
        """Name it by the id by which the task is asked for: it may stand in another file as well."""
        task = self.task
        if kept.task == task.task_id:
            return kept
        key = sha256(json.dumps([kept.key, task.task_id]).encode()).hexdigest()[:32]
        found = replace(kept, task=task.task_id, name=task.name, key=key)
        self.bench.store.put(found)
        return found

    def _scored(self, system: AnySystem, key: str) -> TaskResult:
        started = time.monotonic()
        try:
            if self.fault:
                return self._failed(system, self.fault)
            if self.data is None:
                self.data = self.task.read()
            bench = self.bench
            found = score(
                system,
                self.task,
                self.data,
                scoring=bench.scoring,
                workers=bench.workers,
                progress=self._within(system),
                fits=bench.store.fits(key),
            )
        except AssayError as error:
            if self.data is None:
                self.fault = str(error)
            return self._failed(system, str(error), applies=not isinstance(error, Inapplicable))
        found = replace(found, key=key, created=_now())
        self.bench.store.put(found)
        self.bench.store.fits(key).unlink(missing_ok=True)
        logger.info("%s on %s, %.1f s", system.name, self.task.task_id, time.monotonic() - started)
        self.bench.on_result(found, False)
        return found

    def _place(self, system: AnySystem) -> Item:
        return Item((self.task.name, system.name), self.done, self.total)

    def _within(self, system: AnySystem) -> Progress:
        """Tell of each stage of the work to which task it belongs, and how far all are."""
        place = self._place(system)
        return lambda stage, done, total, _item=None: self.bench.progress(stage, done, total, place)

    def _failed(self, system: AnySystem, why: str, *, applies: bool = True) -> TaskResult:
        """Keep the failure too, under a key of its own, so that the report of this run names it."""
        task = self.task
        key = sha256(json.dumps(["failure", task.task_id, system.name, why]).encode()).hexdigest()[:32]
        found = TaskResult(
            task=task.task_id,
            system=system.name,
            key=key,
            name=task.name,
            kind=task.kind,
            group=task.group,
            in_train=task.in_train,
            failure=why,
            applies=applies,
            created=_now(),
        )
        self.bench.store.put(found)
        self.bench.on_result(found, False)
        return found

    def _key(self, system: AnySystem) -> str:
        if not self.digest:
            self.digest = self.task.digest()
        key = [
            SCORING_VERSION,
            self.digest,
            asdict(self.bench.scoring),
            system.fingerprint(self.task.formats),
        ]
        return sha256(json.dumps(key).encode()).hexdigest()[:32]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


RANKED = ("proximity", "adhoc_search")  # the kinds for which a ranking is an answer


class Inapplicable(EvaluationError):
    """A system cannot give what the task asks for, by its kind: nobody is at fault."""


def check_applies(system: AnySystem, task: SelectedTask) -> None:
    """Raise Inapplicable, before anything is read."""
    if isinstance(system, RankingSystem) and task.kind not in RANKED:
        raise Inapplicable(
            "{0} ranks papers and has no vectors, which the task '{1}' asks for.", system.name, task.name
        )


def score(
    system: AnySystem,
    task: SelectedTask,
    data: AnyData,
    *,
    scoring: Scoring,
    workers: int,
    progress: Progress,
    fits: Path | None = None,
) -> TaskResult:
    """Raise EvaluationError, ModelError, Cancelled."""
    if isinstance(system, RankingSystem):
        found, cost = _ranked(system, task, data, progress)
        notes: tuple[str, ...] = ()
    else:
        vectors, cost = system.vectors(data, task.formats, progress)
        started = time.monotonic()
        found = score_task(
            task.rules, data, vectors, scoring=scoring, workers=workers, progress=progress, fits=fits
        )
        cost = replace(cost, scoring_s=time.monotonic() - started)
        notes = scoring_notes(task, scoring)
    return TaskResult(
        task=task.task_id,
        system=system.name,
        key="",
        name=task.name,
        kind=task.kind,
        group=task.group,
        in_train=task.in_train,
        values=found.values,
        complete=found.complete,
        few_shot=found.few_shot,
        parts=found.details.parts,
        items=found.details.items,
        predictions=found.details.predictions,
        first=found.details.first,
        scores=found.details.scores,
        judged=found.details.judged,
        n=found.details.n,
        coverage=found.coverage,
        cost=cost,
        conditions=Conditions(
            similarity=scoring.similarity,
            intercept=scoring.intercept,
            device=system.device if cost.encoded else "",
            precision=str(getattr(system.encoder, "precision", "")),
            data=task.digest(),
            model=system.fingerprint(task.formats),
            version=__version__,
            pooling=str(getattr(system.encoder, "pooling", "")),
            separator="" if system.encoder is None else system.encoder.template.separator,
            length=int(getattr(system.encoder, "length", 0)),
            grid=_grid(task),
        ),
        notes=notes,
    )


def _grid(task: SelectedTask) -> tuple[float, ...]:
    """The values of C from which the task's classifiers are chosen."""
    if task.kind == "classification":
        return task.rules.grid or CLASS_GRID
    return NUMBER_GRID if task.kind == "regression" else ()


def scoring_notes(task: SelectedTask, scoring: Scoring) -> tuple[str, ...]:
    """Return what was chosen of the scoring, as far as the task's score depends on it."""
    if task.kind in RANKED:
        return (f"similarity {scoring.similarity}",)
    if task.kind in ("classification", "regression"):
        return (f"probes {'with' if scoring.intercept else 'without'} an intercept",)
    return ()


def _ranked(
    system: RankingSystem, task: SelectedTask, data: AnyData, progress: Progress
) -> tuple[TaskScore, Cost]:
    if not isinstance(data, RankedData | PartedData):
        raise Inapplicable(
            "{0} cannot answer the task '{1}', which is not a ranking.", system.name, task.name
        )
    typed, every = task.kind == "adhoc_search", task.rules.candidates == "all"
    started = time.monotonic()
    spent: list[tuple[int, float]] = []  # of each part: papers that were new, seconds

    def rank(part: RankedData) -> Run:
        spent.append(system.encode(part, typed=typed, progress=progress))
        return system.run(part, typed=typed, every=every, progress=progress)

    found = score_rankings(task.rules, data, rank, progress=progress)
    encoded, encoding_s = sum(n for n, _ in spent), sum(seconds for n, seconds in spent if n)
    texts = len(data.papers) + len(data.queries)
    return found, Cost(
        texts,
        encoded,
        encoding_s,
        time.monotonic() - started - sum(each for _, each in spent),
        system.pace(task.formats[1]),
    )
