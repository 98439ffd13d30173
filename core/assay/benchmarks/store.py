"""Results by their keys, one file each, and the runs that asked for them."""

from __future__ import annotations

import gzip
import itertools
import json
import logging
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from assay import config as configuration
from assay.benchmarks.results import TaskResult, result_of
from assay.benchmarks.tasks.ranked import Similarity
from assay.errors import BadInput, EvaluationError
from assay.files import write_bytes
from assay.models.scores import write_whole

RESULTS, RUNS = "results", "runs"

logger = logging.getLogger(__name__)


def bench_folder() -> Path:
    """Beside the user's trained models: results belong to models, not to one library."""
    return configuration.models_folder().with_name("benchmarks")


@dataclass(frozen=True, slots=True)
class Asking:
    """Where the tasks of a run are, and how they are scored: what it takes to go on with it."""

    data: str = ""  # the folder of the benchmarks; "" for none
    files: tuple[str, ...] = ()  # of tasks of one's own
    similarity: Similarity = "l2"
    intercept: bool = False


@dataclass(frozen=True, slots=True)
class BenchRun:
    """What was asked for in one go: the systems, and the keys of what they scored, in order.

    `tasks` are all that were asked for (id, name): a run that was stopped has fewer keys than systems times
    tasks. It is empty where nobody noted them, in runs of earlier programs.
    """

    run_id: str  # "20261123-004512"
    systems: tuple[str, ...]
    keys: tuple[tuple[str, str], ...]  # (system's name, the result's key)
    absent: tuple[tuple[str, str], ...] = ()  # (task's id, why it was not asked)
    created: str = ""
    tasks: tuple[tuple[str, str], ...] = ()
    asking: Asking = Asking()
    unscored: tuple[tuple[str, str], ...] = ()  # those of `keys` that say why there is no score
    places: tuple[tuple[str, ...], ...] = ()  # of each task its id, group, in-train or not, and metrics

    @property
    def n_asked(self) -> int:
        """How many results it has once it is whole; 0 where that is not known."""
        return len(self.systems) * len(self.tasks)

    @property
    def n_scores(self) -> int:
        """Results that are scores; in runs of earlier programs all of them are counted."""
        return len(self.keys) - len(self.unscored)

    def remaining(self, results: Sequence[TaskResult]) -> tuple[tuple[str, str, str], ...]:
        """Return (task's id, its name, system) of what has no result, in the run's order."""
        there = {(each.task, each.system) for each in results}
        return tuple(
            (task, name, system)
            for task, name in self.tasks
            for system in self.systems
            if (task, system) not in there
        )

    @property
    def partial(self) -> bool:
        """Whether it was stopped, or is still at work."""
        return len(self.keys) < self.n_asked


class BenchStore:
    """A folder of results and runs. Several processes may write: a result is whole or not there."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or bench_folder()

    def get(self, key: str) -> TaskResult | None:
        """None where nothing is kept, or it is damaged: then it is worked out again."""
        path = self._result(key)
        try:
            return result_of(json.loads(gzip.decompress(path.read_bytes())))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, EOFError, zlib.error, EvaluationError) as error:
            logger.warning("the kept result %s is not used: %s", path.name, error)
            return None

    def put(self, result: TaskResult) -> None:
        """Durable once this returns. Raises EvaluationError where it cannot be written."""
        packed = gzip.compress(json.dumps(result.as_json(), ensure_ascii=False).encode(), mtime=0)
        path = self._result(result.key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, packed, durable=True)
        except OSError as error:
            raise EvaluationError(
                f"The result {path} cannot be written: {error.strerror or error}. Make room, and run again: "
                "what was scored before is kept."
            ) from error

    def begin_run(self, run: BenchRun) -> BenchRun:
        """Writes a new run, under its id or the next that is free: two may begin in one second.

        Raises EvaluationError where it cannot be written.
        """
        names = (f"{run.run_id}-{n}" if n else run.run_id for n in itertools.count())
        folder = self.folder / RUNS
        try:
            folder.mkdir(parents=True, exist_ok=True)
            begun = replace(run, run_id=next(name for name in names if _claimed(folder / f"{name}.json")))
        except OSError as error:
            raise EvaluationError(
                f"No run can be written to {folder}: {error.strerror or error}. Make room, and run again."
            ) from error
        self.keep_run(begun)
        return begun

    def keep_run(self, run: BenchRun) -> None:
        """Writes the run, also while it is at work: it may be resumed. Raises EvaluationError."""
        row: dict[str, Any] = {
            "run_id": run.run_id,
            "systems": run.systems,
            "keys": run.keys,
            "absent": run.absent,
            "created": run.created,
            "tasks": run.tasks,
            "asking": asdict(run.asking),
            "unscored": run.unscored,
            "places": run.places,
        }
        write_whole(self.folder / RUNS / f"{run.run_id}.json", json.dumps(row, ensure_ascii=False, indent=1))

    def runs(self) -> list[BenchRun]:
        """The latest one first; damaged files are passed over."""
        found = []
        for path in sorted((self.folder / RUNS).glob("*.json"), key=lambda path: path.stem, reverse=True):
            try:
                found.append(_run_of(json.loads(path.read_text(encoding="utf-8"))))
            except (OSError, ValueError, KeyError, TypeError) as error:
                logger.warning("the run %s is not read: %s", path.name, error)
        return found

    def run(self, run_id: str = "") -> BenchRun:
        """The run of this id, or the latest that has a result. Raises BadInput where there is none."""
        known = self.runs()
        if not known:
            raise BadInput("No benchmark was run yet. Start with `assay bench run MODEL --data FOLDER`.")
        if not run_id:
            return next((run for run in known if run.keys), known[0])
        found = next((run for run in known if run.run_id == run_id), None)
        if found is None:
            raise BadInput(
                f"There is no benchmark run {run_id!r:.40}. There are "
                f"{', '.join(run.run_id for run in known[:5])}."
            )
        return found

    def results(self, run: BenchRun) -> list[TaskResult]:
        """What is kept of the run, in its order."""
        found = ((name, self.get(key)) for name, key in run.keys)
        return [result.under(name) for name, result in found if result is not None]

    def _result(self, key: str) -> Path:
        return self.folder / RESULTS / f"{key}.json.gz"


def _claimed(path: Path) -> bool:
    """Whether the file is ours now: only one process can make it."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def _run_of(row: Any) -> BenchRun:
    return BenchRun(
        run_id=str(row["run_id"]),
        systems=tuple(map(str, row["systems"])),
        keys=_pairs(row["keys"]),
        absent=_pairs(row["absent"]),
        created=str(row["created"]),
        tasks=_pairs(row.get("tasks", ())),
        asking=_asking_of(row.get("asking") or {}),
        unscored=_pairs(row.get("unscored", ())),
        places=tuple(tuple(map(str, place)) for place in row.get("places", ())),
    )


def _pairs(rows: Any) -> tuple[tuple[str, str], ...]:
    return tuple((str(one), str(other)) for one, other in rows)


def _asking_of(row: Any) -> Asking:
    return Asking(
        data=str(row.get("data", "")),
        files=tuple(map(str, row.get("files", ()))),
        similarity=row.get("similarity", "l2"),
        intercept=bool(row.get("intercept", False)),
    )
