"""Classifications and regressions at work: linear probes of all rows to train with, and of few."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.data import LabelledData
from assay.benchmarks.tasks.details import Details
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.tasks.probes.probes import (
    CLASS_GRID,
    few_label_rows,
    few_shot_rows,
    predict_classes,
    predict_labels,
    predict_numbers,
)
from assay.benchmarks.tasks.task import EvaluationTask
from assay.benchmarks.types import FewShot
from assay.errors import EvaluationError
from assay.evaluation.statistics.class_measures import class_score
from assay.evaluation.statistics.predicted import kendall_tau
from assay.progress import Item, Progress
from assay.types import Vectors


class Probing:
    """One task; `vectors` (n, d) are those of its papers, in their order."""

    def __init__(
        self,
        task: EvaluationTask,
        data: LabelledData,
        vectors: Vectors,
        *,
        intercept: bool,
        workers: int,
        progress: Progress,
    ) -> None:
        rows = {doc_id: row for row, doc_id in enumerate(data.papers)}
        self._task, self._data = task, data
        self._intercept, self._workers = intercept, workers
        self._grid = task.grid or CLASS_GRID
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
        values = self._scored(np.arange(len(self._train)), self._grid)
        papers = [doc_id for doc_id, _ in self._data.test]
        predictions = dict(zip(papers, zip(self._truth, self._predicted, strict=True), strict=True))
        return values, Details(len(papers), predictions=predictions)

    def few(self, few: FewShot) -> FewShotScore:
        """The mean over the trainings on few rows, or why it cannot be. Without several labels C stays 1."""
        settings = few.sample_size, few.iterations
        try:
            if self._task.multi_label:
                draws = few_label_rows(self._known, self._names, few)
                turns = [self._scored(rows, self._grid) for rows in draws]
            else:
                turns = [self._scored(rows, (1.0,)) for rows in few_shot_rows(self._known, few)]
        except EvaluationError as error:
            return FewShotScore(*settings, failure=str(error))
        values = {metric: fmean(turn[metric] for turn in turns) for metric in self._task.metrics}
        return FewShotScore(*settings, values)

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
        return {metric: class_score(metric, self._truth, classes) for metric in self._task.metrics}

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
            tuple(name for name, has in zip(self._names, row, strict=True) if has) for row in found.tolist()
        ]
        return {
            metric: class_score(metric, self._truth, self._predicted, self._names)
            for metric in self._task.metrics
        }

    def _step(self) -> None:
        self._alive()
        self._done += 1

    def _alive(self) -> None:
        done = min(self._done, self._steps)
        self._progress("scoring", done, self._steps, Item((self._task.name,)))
