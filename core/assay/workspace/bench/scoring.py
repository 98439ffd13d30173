"""One system on one task: vectors are scored, rankings are measured, and what a system cannot do is said."""

from __future__ import annotations

import time
from dataclasses import replace

from assay.errors import EvaluationError
from assay.evaluation.tasks import (
    AnyData,
    LabelledData,
    RankedData,
    Scoring,
    TaskScore,
    score_run,
    score_task,
)
from assay.progress import Progress
from assay.workspace.bench.asked import Asked
from assay.workspace.bench.results import Cost, TaskResult
from assay.workspace.bench.systems import AnySystem, ModelSystem, RankingSystem


class Inapplicable(EvaluationError):
    """A system cannot give what the task asks for, by its kind: nobody is at fault."""


def score(
    system: AnySystem, task: Asked, data: AnyData, *, scoring: Scoring, progress: Progress
) -> TaskResult:
    """Raises EvaluationError, ModelError, Cancelled."""
    if isinstance(system, RankingSystem):
        found, cost = _ranked(system, task, data, progress)
    else:
        found, cost = _by_vectors(system, task, data, scoring, progress)
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
        judged=found.details.judged,
        n=found.details.n,
        coverage=found.coverage,
        cost=cost,
    )


def _ranked(system: RankingSystem, task: Asked, data: AnyData, progress: Progress) -> tuple[TaskScore, Cost]:
    if not isinstance(data, RankedData) or task.rules is None:
        raise Inapplicable(
            f"{system.name} ranks papers and has no vectors, which the task '{task.name}' asks for."
        )
    typed, every = task.kind == "adhoc_search", task.rules.candidates == "all"
    run, cost = system.run(data, typed=typed, every=every, progress=progress)
    return score_run(task.rules, data, run), cost


def _by_vectors(
    system: ModelSystem, task: Asked, data: AnyData, scoring: Scoring, progress: Progress
) -> tuple[TaskScore, Cost]:
    if task.rules is None or not isinstance(data, LabelledData | RankedData):
        raise EvaluationError(f"The task '{task.name}' is not scored yet.")
    vectors, cost = system.vectors(data, task.formats, progress)
    started = time.monotonic()
    found = score_task(task.rules, data, vectors, scoring=scoring, progress=progress)
    return found, replace(cost, scoring_s=time.monotonic() - started)
