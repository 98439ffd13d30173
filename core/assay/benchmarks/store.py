"""Results by their keys, one file each, and the runs that asked for them."""

from __future__ import annotations

import gzip
import itertools
import json
import logging
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay import config as configuration
from assay.benchmarks.results import TaskResult
from assay.benchmarks.types import Group, MissingScore, Similarity, SkippedTask
from assay.codec import decode, shallow, to_json
from assay.errors import BadInput, EvaluationError
from assay.files import write_bytes
from assay.models.scores import write_whole

RESULTS, RUNS, FITS = "results", "runs", "fits"

logger = logging.getLogger(__name__)


def bench_folder() -> Path:
    """Return the folder next to the user's trained models: results belong to models, not to one library."""
    return configuration.models_folder().with_name("benchmarks")


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Where the tasks of a run are, and how they are scored: what it takes to resume it."""

    data: str = ""  # the folder of the benchmarks; "" for none
    files: tuple[str, ...] = ()  # of tasks of one's own
    similarity: Similarity = "l2"
    intercept: bool = False
    precision: str = "float32"  # in which models encode
    max_length: int | None = None  # tokens of a text; each model's own if None
    separator: str | None = None  # between title and abstract; each model's own if None

    @property
    def places(self) -> tuple[Path | None, list[Path]]:
        """The folder and the files."""
        return Path(self.data) if self.data else None, [Path(file) for file in self.files]


@dataclass(frozen=True, slots=True)
class RunTask:
    """A task of a run, as far as averages need it that no result has come to."""

    task: str  # its id
    name: str
    group: Group
    in_train: bool
    metrics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A result of a run: the system, the key by which it is kept, and whether it is a score."""

    system: str
    key: str
    scored: bool


@dataclass(frozen=True, slots=True)
class BenchRun:
    """One run: its systems and tasks, and the results that it has so far, in order."""

    run_id: str  # "20261123-004512"
    systems: tuple[str, ...]
    tasks: tuple[RunTask, ...]
    created: str
    settings: RunSettings = RunSettings()
    results: tuple[KeptResult, ...] = ()
    absent: tuple[SkippedTask, ...] = ()

    @property
    def n_expected(self) -> int:
        """How many results it has once it is whole."""
        return len(self.systems) * len(self.tasks)

    @property
    def n_scores(self) -> int:
        return sum(each.scored for each in self.results)

    def remaining(self, results: Sequence[TaskResult]) -> tuple[MissingScore, ...]:
        """Return what has no result yet, in the run's order."""
        there = {(each.task, each.system) for each in results}
        return tuple(
            MissingScore(each.task, each.name, system)
            for each in self.tasks
            for system in self.systems
            if (each.task, system) not in there
        )

    @property
    def partial(self) -> bool:
        """Whether it was stopped, or is still at work."""
        return len(self.results) < self.n_expected


class BenchStore:
    """A folder of results and runs. Several processes may write: a result is whole or not there."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or bench_folder()

    def get(self, key: str) -> TaskResult | None:
        """Return a result; None where nothing is kept or it cannot be read: then it is scored again."""
        path = self._result(key)
        try:
            return decode(gzip.decompress(path.read_bytes()), TaskResult)
        except FileNotFoundError:
            return None
        except (OSError, EOFError, zlib.error, BadInput) as error:
            logger.warning("the kept result %s is not used: %s", path.name, error)
            return None

    def put(self, result: TaskResult) -> None:
        """Keep a result, durable once this returns. Raises EvaluationError where it cannot be written."""
        packed = gzip.compress(json.dumps(result, default=shallow, ensure_ascii=False).encode(), mtime=0)
        path = self._result(result.key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, packed, durable=True)
        except OSError as error:
            raise EvaluationError(
                "The result {0} cannot be written: {1}. Free some space, and run again: what was scored "
                "before is kept.",
                path,
                error.strerror or error,
            ) from error

    def fits(self, key: str) -> Path:
        """Return where a result that takes hours keeps what it has, until it is there."""
        return self.folder / FITS / f"{key}.jsonl"

    def begin_run(self, run: BenchRun) -> BenchRun:
        """Write a new run, under its id or the next that is free: two may begin in one second.

        Raises EvaluationError where it cannot be written.
        """
        names = (f"{run.run_id}-{n}" if n else run.run_id for n in itertools.count())
        folder = self.folder / RUNS
        try:
            folder.mkdir(parents=True, exist_ok=True)
            begun = replace(run, run_id=next(name for name in names if _claimed(folder / f"{name}.json")))
        except OSError as error:
            raise EvaluationError(
                "No run can be written to {0}: {1}. Free some space, and run again.",
                folder,
                error.strerror or error,
            ) from error
        self.keep_run(begun)
        return begun

    def keep_run(self, run: BenchRun) -> None:
        """Write the run, also while it is at work: it may be resumed. Raises EvaluationError."""
        text = json.dumps(to_json(run), ensure_ascii=False, indent=1)
        write_whole(self.folder / RUNS / f"{run.run_id}.json", text)

    def runs(self) -> list[BenchRun]:
        """Return the runs, the latest first; files that cannot be read are passed over."""
        found = []
        for path in sorted((self.folder / RUNS).glob("*.json"), key=lambda path: path.stem, reverse=True):
            try:
                found.append(decode(path.read_bytes(), BenchRun))
            except (OSError, BadInput) as error:
                logger.warning("the run %s is not read: %s", path.name, error)
        return found

    def run(self, run_id: str = "") -> BenchRun:
        """Return the run of this id, or the latest that has a result. Raises BadInput where there is none."""
        known = self.runs()
        if not known:
            raise BadInput(
                "No benchmark has been run yet.",
                advice="Start with `assay bench run MODEL --data FOLDER`.",
            )
        if not run_id:
            return next((run for run in known if run.results), known[0])
        found = next((run for run in known if run.run_id == run_id), None)
        if found is None:
            raise BadInput(
                "There is no benchmark run {0}. There are {1}.",
                f"{run_id!r:.40}",
                ", ".join(run.run_id for run in known[:5]),
            )
        return found

    def results(self, run: BenchRun) -> list[TaskResult]:
        """Return what is kept of the run, in its order."""
        found = ((each.system, self.get(each.key)) for each in run.results)
        return [result.under(name) for name, result in found if result is not None]

    def _result(self, key: str) -> Path:
        return self.folder / RESULTS / f"{key}.json.gz"


def _claimed(path: Path) -> bool:
    """Return whether the file is ours now: only one process can make it."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
