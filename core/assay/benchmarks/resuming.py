"""Going on with a run that was stopped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.benchmarks.asked import Asked, Unasked, tasks_of
from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import BenchRun
from assay.errors import BadInput


def tasks_left(run: BenchRun) -> tuple[list[Asked], list[Unasked]]:
    """All tasks of the run, found anew where it found them, in its order; those that are gone come second.

    Raises BadInput for a run of which nobody noted what was asked, EvaluationError where its folder is gone.
    """
    if not run.tasks:
        raise BadInput(
            f"Of the run {run.run_id} it was not noted which tasks were asked for. Run them anew: what was "
            "scored is kept."
        )
    data = Path(run.asking.data) if run.asking.data else None
    files = [Path(file) for file in run.asking.files]
    names = [task for task, _ in run.tasks]
    asked, unasked = tasks_of(data=data, files=files, names=names)
    return sorted(asked, key=lambda task: names.index(task.task_id)), unasked


def left_out(run: BenchRun, results: Sequence[TaskResult]) -> tuple[tuple[str, str, str], ...]:
    """(task's id, its name, system) of what was asked for and has no result, in the order of the run."""
    there = {(each.task, each.system) for each in results}
    return tuple(
        (task, name, system)
        for task, name in run.tasks
        for system in run.systems
        if (task, system) not in there
    )
