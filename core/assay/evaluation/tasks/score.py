"""A task's score from vectors alone, whatever made them."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from assay.errors import DimensionMismatch, EvaluationError
from assay.evaluation.tasks.data import Coverage, LabelledData, RankedData, TaskData
from assay.evaluation.tasks.details import NO_DETAILS, Details
from assay.evaluation.tasks.probes import (
    CLASS_GRID,
    class_metric,
    few_label_rows,
    few_shot_rows,
    kendall_tau,
    labels_metric,
    predict_classes,
    predict_labels,
    predict_numbers,
)
from assay.evaluation.tasks.ranked import Similarity, candidate_run, ranking_details
from assay.evaluation.tasks.task import EvaluationTask, FewShot, Group
from assay.progress import Progress, silent
from assay.types import Run, Vectors


@dataclass(frozen=True, slots=True)
class Scoring:
    """How tasks are scored; the defaults are SciRepEval's."""

    intercept: bool = False  # of the linear probes
    similarity: Similarity = "l2"  # of rankings

    def __post_init__(self) -> None:
        if self.similarity not in get_args(Similarity):
            raise EvaluationError(
                f"There is no similarity '{self.similarity}'. There are {', '.join(get_args(Similarity))}."
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
    """One task. `values` is metric -> percent: the mean of the training on all rows and each few-shot one."""

    task: str
    group: Group
    in_train: bool
    values: Mapping[str, float]
    complete: Mapping[str, float]  # with all rows to train with
    few_shot: Mapping[int, Mapping[str, float]] = field(default_factory=dict)  # sample size -> the same
    coverage: Coverage = NOTHING
    details: Details = NO_DETAILS


logger = logging.getLogger(__name__)


def score_task(
    task: EvaluationTask,
    data: TaskData,
    vectors: TaskVectors,
    *,
    scoring: Scoring = AS_PUBLISHED,
    workers: int = 1,
    progress: Progress = silent,
) -> TaskScore:
    """Scores vectors of the task's data, on `workers` cores at once.

    Raises EvaluationError, DimensionMismatch, Cancelled.
    """
    started = time.monotonic()
    for own, texts in ((vectors.papers, data.papers), (vectors.queries, data.queries)):
        if len(own) != len(texts):
            raise EvaluationError(f"Task '{task.name}': {len(own)} vectors for {len(texts)} texts.")
    few: dict[int, dict[str, float]] = {}
    try:
        if isinstance(data, RankedData):
            complete, details = _ranked(task, data, vectors, scoring)
        else:
            work = _Probing(task, data, vectors.papers, scoring, workers=workers, progress=progress)
            complete, details = work.complete()
            few = {each.sample_size: work.few(each) for each in task.few_shot}
    except EvaluationError as error:
        raise EvaluationError(f"Task '{task.name}': {error}") from error
    values = {
        metric: fmean([complete[metric], *(row[metric] for row in few.values())]) for metric in complete
    }
    logger.info("scored task %s, %.1f s", task.name, time.monotonic() - started)
    return TaskScore(task.name, task.group, task.in_train, values, complete, few, data.coverage, details)


def score_run(task: EvaluationTask, data: RankedData, run: Run) -> TaskScore:
    """Scores a ranking of the candidates, whatever made it. Raises EvaluationError."""
    try:
        complete, details = ranking_details(data.qrels, run, task.metrics, own=_own(task, run))
    except EvaluationError as error:
        raise EvaluationError(f"Task '{task.name}': {error}") from error
    return TaskScore(
        task.name, task.group, task.in_train, complete, complete, coverage=data.coverage, details=details
    )


def _own(task: EvaluationTask, run: Run) -> dict[str, str]:
    """query -> itself, where queries are among the papers that they rank."""
    every = task.candidates == "all" and task.type == "proximity"
    return {query_id: query_id for query_id in run} if every else {}


def _ranked(
    task: EvaluationTask, data: RankedData, vectors: TaskVectors, scoring: Scoring
) -> tuple[dict[str, float], Details]:
    if vectors.papers.shape[1] != vectors.queries.shape[1]:
        raise DimensionMismatch(expected=vectors.papers.shape[1], got=vectors.queries.shape[1])
    every = task.candidates == "all"
    run = candidate_run(
        data.qrels,
        dict(zip(data.queries, vectors.queries, strict=True)),
        {doc_id: row for row, doc_id in enumerate(data.papers)},
        vectors.papers,
        similarity=scoring.similarity,
        every=every,
    )
    return ranking_details(data.qrels, run, task.metrics, own=_own(task, run))


class _Probing:
    """A classification or regression at work."""

    def __init__(
        self,
        task: EvaluationTask,
        data: LabelledData,
        vectors: Vectors,
        scoring: Scoring,
        *,
        workers: int,
        progress: Progress,
    ) -> None:
        rows = {doc_id: row for row, doc_id in enumerate(data.papers)}
        self._task, self._data = task, data
        self._intercept, self._workers = scoring.intercept, workers
        self._predicted: list[Any] = []  # by the last training
        self._train, self._test = (
            vectors[[rows[doc_id] for doc_id, _ in part]] for part in (data.train, data.test)
        )
        # Which of the three kinds of label they are, the task says.
        self._known: list[Any] = [label for _, label in data.train]
        self._truth: list[Any] = [label for _, label in data.test]
        self._progress, self._done = progress, 0
        self._names = sorted({name for row in self._known for name in row}) if task.multi_label else []
        turns = 1 + sum(few.iterations for few in task.few_shot)
        self._steps = turns * max(1, len(self._names))

    def complete(self) -> tuple[dict[str, float], Details]:
        values = self._scored(np.arange(len(self._train)), CLASS_GRID)
        papers = [doc_id for doc_id, _ in self._data.test]
        predictions = dict(zip(papers, zip(self._truth, self._predicted, strict=True), strict=True))
        return values, Details(len(papers), predictions=predictions)

    def few(self, few: FewShot) -> dict[str, float]:
        """The mean over the trainings on few rows. Without several labels C stays 1."""
        if self._task.multi_label:
            draws = few_label_rows(self._known, self._names, few)
            turns = [self._scored(rows, CLASS_GRID) for rows in draws]
        else:
            turns = [self._scored(rows, (1.0,)) for rows in few_shot_rows(self._known, few)]
        return {metric: fmean(turn[metric] for turn in turns) for metric in self._task.metrics}

    def _scored(self, rows: npt.NDArray[np.int64], grid: Sequence[float]) -> dict[str, float]:
        train, known = self._train[rows], [self._known[row] for row in rows.tolist()]
        if self._task.type == "regression":
            self._step()
            found = predict_numbers(
                train, known, self._test, intercept=self._intercept, workers=self._workers
            )
            self._predicted = [float(value) for value in found]
            return {"kendalltau": kendall_tau(self._truth, found)}
        if self._task.multi_label:
            return self._labels_scored(train, known, grid)
        self._step()
        classes = predict_classes(
            train,
            known,
            self._test,
            grid=grid,
            intercept=self._intercept,
            workers=self._workers,
            alive=self._alive,
        )
        self._predicted = list(classes)
        return {metric: class_metric(metric, self._truth, classes) for metric in self._task.metrics}

    def _labels_scored(self, train: Vectors, known: list[Any], grid: Sequence[float]) -> dict[str, float]:
        found = predict_labels(
            train,
            known,
            self._test,
            names=self._names,
            grid=grid,
            intercept=self._intercept,
            workers=self._workers,
            step=self._step,
        )
        self._predicted = [
            [name for name, has in zip(self._names, row, strict=True) if has] for row in found.tolist()
        ]
        truth = np.array([[name in row for name in self._names] for row in self._truth], dtype=np.int64)
        return {metric: labels_metric(metric, truth, found) for metric in self._task.metrics}

    def _step(self) -> None:
        self._alive()
        self._done += 1

    def _alive(self) -> None:
        self._progress(f"scoring {self._task.name}", min(self._done, self._steps), self._steps)
