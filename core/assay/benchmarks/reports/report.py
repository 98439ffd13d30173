"""A run's results in one file: what a person reads, and what a later run is compared with."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assay.benchmarks.results import TaskResult, result_of
from assay.benchmarks.resuming import left_out
from assay.benchmarks.store import BenchRun, BenchStore, systems_of
from assay.errors import BadInput, EvaluationError

KIND = "assay-bench"


@dataclass(frozen=True, slots=True)
class BenchReport:
    """Systems on tasks, and the tasks that were asked for and are not there (id, why).

    `left` is what a run that was stopped has not come to: (task's id, its name, system) each. `places` say of
    each task its id, group, whether it is in-train, and its metrics; runs of earlier programs have none.
    """

    run_id: str
    results: tuple[TaskResult, ...]
    absent: tuple[tuple[str, str], ...]
    created: str
    left: tuple[tuple[str, str, str], ...] = ()
    places: tuple[tuple[str, ...], ...] = ()

    @property
    def n_asked(self) -> int:
        return len(self.results) + len(self.left)


def report_of(store: BenchStore, run: BenchRun) -> BenchReport:
    """The report of a run. Raises EvaluationError where none of its results is kept any more."""
    results = store.results(run)
    if not results and not run.keys and run.partial:
        raise EvaluationError(
            f"The run {run.run_id} was stopped at 0 of {run.n_asked:,} results. Go on with it by "
            f"`assay bench run --resume {run.run_id}`."
        )
    if not results:
        raise EvaluationError(f"Of the run {run.run_id} no result is kept. Run it again.")
    left = left_out(run, results)
    return BenchReport(run.run_id, tuple(results), run.absent, run.created, left, run.places)


def report_json(report: BenchReport) -> dict[str, Any]:
    """All of it, with every query and paper: the file that `read_report` reads."""
    return {
        "kind": KIND,
        "run_id": report.run_id,
        "created": report.created,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "absent": [list(each) for each in report.absent],
        "left": [list(each) for each in report.left],
        "places": [list(each) for each in report.places],
        "results": [result.as_json() for result in report.results],
    }


def read_report(path: Path) -> BenchReport:
    """What `report_json` gave. Raises BadInput for another file, EvaluationError for a newer program's."""
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{path} is no JSON ({error}). Give a file that `assay bench report` wrote."
        ) from error
    if not isinstance(row, dict) or row.get("kind") != KIND or not isinstance(row.get("results"), list):
        raise BadInput(f"{path} is no report of benchmarks. Give a file that `assay bench report` wrote.")
    return BenchReport(
        run_id=str(row.get("run_id", "")),
        results=tuple(result_of(each) for each in row["results"]),
        absent=tuple((str(task), str(why)) for task, why in row.get("absent", ())),
        created=str(row.get("created", "")),
        left=tuple((str(task), str(name), str(system)) for task, name, system in row.get("left", ())),
        places=tuple(tuple(map(str, place)) for place in row.get("places", ())),
    )


def joined(reports: Sequence[BenchReport]) -> tuple[TaskResult, ...]:
    """The results of several reports side by side.

    A system that two of them have on one task stands as NAME and, of the later one, as NAME (RUN); of the
    same run once more as NAME (RUN, 2).
    """
    results: list[TaskResult] = []
    seen: set[tuple[str, str]] = set()
    for report in reports:
        names = {system: _free_name(system, report, seen) for system in systems_of(report.results)}
        own = [result.under(names[result.system]) for result in report.results]
        results += own
        seen |= {(each.system, each.task) for each in own}
    return tuple(results)


def _free_name(system: str, report: BenchReport, seen: Collection[tuple[str, str]]) -> str:
    tasks = [each.task for each in report.results if each.system == system]
    again = (f"{system} ({report.run_id}, {n})" for n in itertools.count(2))
    names = itertools.chain((system, f"{system} ({report.run_id})"), again)
    return next(name for name in names if not any((name, task) in seen for task in tasks))


def side_by_side(reports: Sequence[BenchReport]) -> BenchReport:
    """Several reports as one, as `joined` lays them; it is called and dated as the first one is."""
    first = reports[0]
    absent = dict(each for report in reports for each in report.absent)
    left = tuple(each for report in reports for each in report.left)
    places = tuple(each for report in reports for each in report.places)
    return BenchReport(first.run_id, joined(reports), tuple(absent.items()), first.created, left, places)
