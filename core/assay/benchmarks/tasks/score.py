"""A task's score from vectors alone, whatever made them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import get_args

import numpy as np

from assay.benchmarks.tasks.authors.score import score_authors
from assay.benchmarks.tasks.clicks import score_clicks
from assay.benchmarks.tasks.data import Coverage, Fields, LabelledData, RankedData
from assay.benchmarks.tasks.details import NO_DETAILS, Details, together
from assay.benchmarks.tasks.kinds import AnyData, ClickData, ClusterData, PartedData, ReviewerData
from assay.benchmarks.tasks.probes.few_shot import FewShotScore, with_few
from assay.benchmarks.tasks.probes.probing import Probing
from assay.benchmarks.tasks.ranked import candidate_run, ranking_details
from assay.benchmarks.tasks.reviewers import score_reviewers
from assay.benchmarks.tasks.task import EvaluationTask
from assay.benchmarks.types import Group, Similarity
from assay.errors import DimensionMismatch, EvaluationError
from assay.progress import Item, Progress, silent
from assay.types import Run, Vectors

SCORING_VERSION = 5
"""Part of the key of every kept score: raise it when a measure, a reader or a solver changes its answers, or
when what was scored before is refused. 5: authors are told apart by S2AND's own columns and settings."""

SELF_HITS = "with self-hits"
"""The part of a score in which a query that is a paper may find itself, as some published numbers let it."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How tasks are scored; the defaults are SciRepEval's."""

    intercept: bool = False  # of the linear probes
    similarity: Similarity = "l2"  # of rankings

    def __post_init__(self) -> None:
        if self.similarity not in get_args(Similarity):
            raise EvaluationError(
                "There is no similarity '{0}'. There are {1}.",
                self.similarity,
                ", ".join(get_args(Similarity)),
            )


@dataclass(frozen=True, slots=True)
class TaskVectors:
    """A row for each paper and for each query, in the order of the task's data."""

    papers: Vectors  # (n, d)
    queries: Vectors  # (q, d); (0, d) where there are none


AS_PUBLISHED = Scoring()
NOTHING = Coverage(0)


@dataclass(frozen=True, slots=True)
class TaskScore:
    """One task. `values` is metric -> percent: the mean of the training on all rows and each few-shot one.

    A few-shot setting that cannot be trained has no part in it, and says why in `few_shot`.
    """

    task: str
    group: Group
    in_train: bool
    values: Mapping[str, float]
    complete: Mapping[str, float]  # with all rows to train with
    few_shot: tuple[FewShotScore, ...] = ()
    coverage: Coverage = NOTHING
    details: Details = NO_DETAILS


logger = logging.getLogger(__name__)


def score_task(
    task: EvaluationTask,
    data: AnyData,
    vectors: TaskVectors,
    *,
    scoring: Scoring = AS_PUBLISHED,
    workers: int = 1,
    progress: Progress = silent,
    fits: Path | None = None,
) -> TaskScore:
    """Score vectors of the task's data, on `workers` cores at once.

    Reviewers have one value, the mean of theirs; a task in parts has the mean over its parts. What they are
    the means of is in the details. A task of hours keeps in the file `fits` what it has, and resumes from
    it. Raises EvaluationError, which names the task and where a vector is wrong its paper,
    DimensionMismatch, Cancelled.
    """
    started = time.monotonic()
    _check_vectors(task, data, vectors)
    few: tuple[FewShotScore, ...] = ()
    try:
        if isinstance(data, LabelledData):
            work = Probing(
                task, data, vectors.papers, intercept=scoring.intercept, workers=workers, progress=progress
            )
            complete, details = work.complete()
            few = tuple(map(work.few, task.few_shot))
        else:
            complete, details = _scored(
                task, data, vectors, scoring, workers=workers, progress=progress, fits=fits
            )
    except EvaluationError as error:
        raise EvaluationError("Task '{0}': {1}", task.name, error.message) from error
    logger.info("scored task %s, %.1f s", task.name, time.monotonic() - started)
    values = with_few(complete, few)
    return TaskScore(task.name, task.group, task.in_train, values, complete, few, data.coverage, details)


def score_rankings(
    task: EvaluationTask,
    data: RankedData | PartedData,
    rank: Callable[[RankedData], Run],
    *,
    progress: Progress = silent,
) -> TaskScore:
    """Score what `rank` makes of the candidates, of each part on its own where there are parts.

    Raises EvaluationError, also for parts that are no rankings, and what `rank` raises.
    """

    def scored(part: RankedData | ClusterData) -> tuple[dict[str, float], Details]:
        if not isinstance(part, RankedData):
            raise EvaluationError("it asks who wrote what, and a ranking does not tell that.")
        return _measured(task, part, rank(part))

    try:
        complete, details = (
            scored(data) if isinstance(data, RankedData) else _over_parts(task, data, scored, progress)
        )
    except EvaluationError as error:
        raise EvaluationError("Task '{0}': {1}", task.name, error.message) from error
    return TaskScore(
        task.name, task.group, task.in_train, complete, complete, coverage=data.coverage, details=details
    )


def _check_vectors(task: EvaluationTask, data: AnyData, vectors: TaskVectors) -> None:
    """Raise EvaluationError unless there is a vector of numbers for each text."""
    for what, own, texts in (
        ("paper", vectors.papers, data.papers),
        ("query", vectors.queries, data.queries),
    ):
        if len(own) != len(texts):
            raise EvaluationError("Task '{0}': {1} vectors for {2} texts.", task.name, len(own), len(texts))
        wrong = np.flatnonzero(~np.isfinite(own).all(axis=1))
        if len(wrong):
            raise EvaluationError(
                "Task '{0}': the vector of the {1} '{2}' holds NaN or infinity, as {3} of {4} do. Encode "
                "them again, in float32.",
                task.name,
                what,
                [*texts][wrong[0]],
                len(wrong),
                len(own),
            )
    if len(vectors.queries) and vectors.papers.shape[1] != vectors.queries.shape[1]:
        raise DimensionMismatch(expected=vectors.papers.shape[1], got=vectors.queries.shape[1])


def _scored(
    task: EvaluationTask,
    data: RankedData | ReviewerData | ClusterData | PartedData | ClickData,
    vectors: TaskVectors,
    scoring: Scoring,
    *,
    workers: int,
    progress: Progress,
    fits: Path | None,
) -> tuple[dict[str, float], Details]:
    if isinstance(data, PartedData):
        return _parted(task, data, vectors, scoring, workers=workers, progress=progress, fits=fits)
    if isinstance(data, ReviewerData):
        return score_reviewers(data, vectors.papers, vectors.queries, task.metrics)
    if isinstance(data, ClickData):
        return score_clicks(data, vectors.papers, progress=progress)
    if isinstance(data, ClusterData):
        alone = {task.name: vectors.papers}
        found = score_authors({task.name: data}, alone, workers=workers, progress=progress, fits=fits)
        return found[task.name]
    run = candidate_run(
        data.qrels,
        dict(zip(data.queries, vectors.queries, strict=True)),
        {doc_id: row for row, doc_id in enumerate(data.papers)},
        vectors.papers,
        similarity=scoring.similarity,
        every=task.candidates == "all",
    )
    return _measured(task, data, run)


def _measured(task: EvaluationTask, data: RankedData, run: Run) -> tuple[dict[str, float], Details]:
    """A query that is a paper finds itself neither among all papers nor in a task's part.

    Where it could have, what is measured with itself is the details' part SELF_HITS.
    """
    if task.candidates != "all":
        return ranking_details(data.qrels, run, task.metrics, own={})
    own = data.own or ({query_id: query_id for query_id in run} if task.type == "proximity" else {})
    values, details = ranking_details(data.qrels, run, task.metrics, own=own)
    if any(doc_id in run.get(query_id, {}) for query_id, doc_id in own.items()):
        kept, _ = ranking_details(data.qrels, run, task.metrics, own={})
        details = replace(details, parts={SELF_HITS: kept})
    return values, details


def _parted(
    task: EvaluationTask,
    data: PartedData,
    vectors: TaskVectors,
    scoring: Scoring,
    *,
    workers: int,
    progress: Progress,
    fits: Path | None,
) -> tuple[dict[str, float], Details]:
    """Return the mean over the parts, scored alone but for authors; items are named by part and query."""
    papers, queries = _rows(data.papers), _rows(data.queries)

    def own(part: RankedData | ClusterData) -> TaskVectors:
        # A part has the candidates that were judged: a query is none of its own.
        return TaskVectors(
            vectors.papers[[papers[doc_id] for doc_id in part.papers]],
            vectors.queries[[queries[query_id] for query_id in part.queries]],
        )

    authors = {name: part for name, part in data.parts.items() if isinstance(part, ClusterData)}
    if authors:
        of_each = {name: own(part).papers for name, part in authors.items()}
        return _mean(score_authors(authors, of_each, workers=workers, progress=progress, fits=fits))

    def scored(part: RankedData | ClusterData) -> tuple[dict[str, float], Details]:
        return _scored(task, part, own(part), scoring, workers=workers, progress=progress, fits=None)

    return _over_parts(task, data, scored, progress)


def _over_parts(
    task: EvaluationTask,
    data: PartedData,
    scored: Callable[[RankedData | ClusterData], tuple[dict[str, float], Details]],
    progress: Progress,
) -> tuple[dict[str, float], Details]:
    if not data.parts:
        raise EvaluationError("it has no parts. Is its file whole?")
    found: dict[str, tuple[dict[str, float], Details]] = {}
    for name, part in data.parts.items():
        progress("scoring", len(found), len(data.parts), Item((task.name,)))
        try:
            found[name] = scored(part)
        except EvaluationError as error:
            raise EvaluationError("part '{0}': {1}", name, error.message) from error
    return _mean(found)


def _mean(found: Mapping[str, tuple[dict[str, float], Details]]) -> tuple[dict[str, float], Details]:
    values = {name: each for name, (each, _) in found.items()}
    metrics = [*next(iter(values.values()))]
    mean = {metric: fmean(each[metric] for each in values.values()) for metric in metrics}
    return mean, together(values, {name: details for name, (_, details) in found.items()})


def _rows(texts: Mapping[str, Fields]) -> dict[str, int]:
    return {name: row for row, name in enumerate(texts)}
