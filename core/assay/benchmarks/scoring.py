"""One system on one task: vectors are scored, rankings are measured, and what a system cannot do is said."""

from __future__ import annotations

import time
from dataclasses import replace

from assay import __version__
from assay.benchmarks.asked import Asked
from assay.benchmarks.results import Conditions, Cost, TaskResult
from assay.benchmarks.systems import AnySystem, RankingSystem
from assay.benchmarks.tasks import (
    AnyData,
    PartedData,
    RankedData,
    Scoring,
    TaskScore,
    score_rankings,
    score_task,
)
from assay.benchmarks.tasks.probes.probes import CLASS_GRID, NUMBER_GRID
from assay.errors import EvaluationError
from assay.progress import Progress
from assay.types import Run

RANKED = ("proximity", "adhoc_search")  # the kinds for which a ranking is an answer


class Inapplicable(EvaluationError):
    """A system cannot give what the task asks for, by its kind: nobody is at fault."""


def check_applies(system: AnySystem, task: Asked) -> None:
    """Raises Inapplicable, before anything is read."""
    if isinstance(system, RankingSystem) and task.kind not in RANKED:
        raise Inapplicable(
            f"{system.name} ranks papers and has no vectors, which the task '{task.name}' asks for."
        )


def score(
    system: AnySystem, task: Asked, data: AnyData, *, scoring: Scoring, workers: int, progress: Progress
) -> TaskResult:
    """Raises EvaluationError, ModelError, Cancelled."""
    if isinstance(system, RankingSystem):
        found, cost = _ranked(system, task, data, progress)
        notes: tuple[str, ...] = ()
    else:
        vectors, cost = system.vectors(data, task.formats, progress)
        started = time.monotonic()
        found = score_task(task.rules, data, vectors, scoring=scoring, workers=workers, progress=progress)
        cost = replace(cost, scoring_s=time.monotonic() - started)
        notes = told_scoring(task, scoring)
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
            length=int(getattr(system.encoder, "length", 0)),
            grid=_grid(task),
        ),
        notes=notes,
    )


def _grid(task: Asked) -> tuple[float, ...]:
    """The values of C from which the task's classifiers are chosen."""
    if task.kind == "classification":
        return task.rules.grid or CLASS_GRID
    return NUMBER_GRID if task.kind == "regression" else ()


def told_scoring(task: Asked, scoring: Scoring) -> tuple[str, ...]:
    """What was chosen of the scoring, as far as the task's score depends on it."""
    if task.kind in RANKED:
        return (f"similarity {scoring.similarity}",)
    if task.kind in ("classification", "regression"):
        return (f"probes {'with' if scoring.intercept else 'without'} an intercept",)
    return ()


def _ranked(system: RankingSystem, task: Asked, data: AnyData, progress: Progress) -> tuple[TaskScore, Cost]:
    if not isinstance(data, RankedData | PartedData):
        raise Inapplicable(f"{system.name} cannot answer the task '{task.name}', which is no ranking.")
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
