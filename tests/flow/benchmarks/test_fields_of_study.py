"""SciRepEval's Fields of Study as published, beside the released evaluator's computation.

The labels are multi-hot (`label: Sequence(int32)`, 23 columns). The evaluator is written here anew from
`evaluation/evaluator.py` and `few_shot_evaluator.py` of allenai/scirepeval e04594e, with scikit-learn's
classes as they use them. It leaves the solver's order to a global generator; here both have one seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

from assay.benchmarks.suites import availability, describe
from assay.benchmarks.suites.availability import evaluation_task, read
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.tasks.data import LabelledData
from assay.benchmarks.tasks.score import Scoring, TaskVectors, score_task
from assay.benchmarks.types import FewShot
from assay.errors import EvaluationError

FIELDS = 23
TRAIN, PAPERS = 110, 160
Rows = list[dict[str, Any]]


def multi_hot(n: int, *, seed: int = 7) -> np.ndarray:
    """(n, 23) of 0 and 1: at least one field a paper, some twice as common as others."""
    rng = np.random.default_rng(seed)
    hot = (rng.random((n, FIELDS)) < np.linspace(0.12, 0.3, FIELDS)).astype(np.int32)
    hot[np.arange(n), rng.integers(FIELDS, size=n)] = 1
    return hot


def write_published(folder: Path, hot: np.ndarray) -> Path:
    """The two data sets as their Parquet files have them: ids of papers are text, labels lists of int32."""
    papers = [
        {"doc_id": f"{100 + k}", "doi": None, "corpus_id": 100 + k, "title": f"Paper {k}",
         "abstract": f"On {k}.", "labels_text": [f"Field {n}" for n in np.flatnonzero(row)],
         "labels": np.flatnonzero(row).tolist()}
        for k, row in enumerate(hot)
    ]  # fmt: skip
    _write(folder / "scirepeval" / "fos" / "evaluation-00000-of-00001.parquet", pa.Table.from_pylist(papers))
    schema = pa.schema([("paper_id", pa.string()), ("label", pa.list_(pa.int32()))])
    rows = [{"paper_id": f"{100 + k}", "label": row.tolist()} for k, row in enumerate(hot)]
    train = len(rows) * TRAIN // PAPERS
    for split, part in (("train", rows[:train]), ("test", rows[train:])):
        table = pa.Table.from_pylist(part, schema=schema)
        _write(folder / "scirepeval_test" / "fos" / split / "0000.parquet", table)
    return folder


def _write(path: Path, table: pa.Table) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path)


def released_f1(x: np.ndarray, y: np.ndarray, x_test: np.ndarray, y_test: np.ndarray, **svm: Any) -> float:
    """One against the rest, a hinge SVM each, C by three folds; macro F1 in percent with two decimals."""
    linear = LinearSVC(max_iter=10000, loss="hinge", random_state=42, **svm)
    search = GridSearchCV(estimator=linear, cv=3, param_grid={"C": np.logspace(-2, 2, 5)})
    predicted = OneVsRestClassifier(search, n_jobs=1).fit(x, y).predict(x_test)
    return float(np.round(100 * f1_score(y_test, predicted, average="macro"), 2))


def released_draws(y: np.ndarray, size: int, turns: int) -> Iterator[list[int]]:
    for turn in range(turns):
        np.random.seed(42 + turn)
        taken: set[int] = set()
        for column in range(y.shape[1]):
            having = np.where(y[:, column] == 1)[0]
            taken.update(np.random.choice(having, size, replace=False).tolist())
        yield list(taken)


def vectors(hot: np.ndarray, *, seed: int = 11) -> np.ndarray:
    """(n, 6), of which a paper's fields tell a little: no field can be read from them without fail."""
    rng = np.random.default_rng(seed)
    told = hot @ rng.normal(size=(FIELDS, 6))
    return (0.15 * (told + 2 * rng.normal(size=told.shape))).astype(np.float32)


@pytest.fixture(autouse=True)
def _seed_kept() -> Iterator[None]:
    state = np.random.get_state()
    yield
    np.random.set_state(state)


def scores(folder: Path, x: np.ndarray, few: tuple[FewShot, ...], *, intercept: bool) -> tuple[float, ...]:
    """(complete, each few-shot setting) by Assay, in percent with two decimals."""
    bench = task_named("scirepeval/fos")
    data = read(bench, folder)
    assert isinstance(data, LabelledData)
    task = replace(evaluation_task(bench, folder), few_shot=few)
    rows = x[[int(doc_id) - 100 for doc_id in data.papers]]
    found = score_task(
        task, data, TaskVectors(rows, np.zeros((0, x.shape[1]), dtype=np.float32)),
        scoring=Scoring(intercept=intercept),
    )  # fmt: skip
    return (found.complete["f1_macro"], *(each.values["f1_macro"] for each in found.few_shot))


@pytest.mark.filterwarnings(f"ignore::{ConvergenceWarning.__module__}.{ConvergenceWarning.__name__}")
@pytest.mark.parametrize(
    ("intercept", "few"),
    [
        (False, (FewShot(5, 2),)),
        (True, ()),
        *(
            pytest.param(each, (FewShot(10, 1), FewShot(5, 2)), marks=pytest.mark.soak)
            for each in (False, True)
        ),
    ],
)
def test_fields_of_study_score_as_the_released_evaluator_scores_them(
    tmp_path: Path, *, intercept: bool, few: tuple[FewShot, ...]
) -> None:
    hot = multi_hot(PAPERS)
    x = vectors(hot)
    train, test = slice(None, TRAIN), slice(TRAIN, None)
    parts = (x[test], hot[test])
    expected = [released_f1(x[train], hot[train], *parts, fit_intercept=intercept)]
    for each in few:
        drawn = released_draws(hot[train], each.sample_size, each.iterations)
        values = [released_f1(x[rows], hot[rows], *parts, fit_intercept=intercept) for rows in drawn]
        expected.append(float(np.mean(values)))
    found = scores(write_published(tmp_path, hot), x, few, intercept=intercept)
    assert found == pytest.approx(expected, abs=0.01)  # they round each training, we round nothing
    assert max(found) < 70


@pytest.mark.soak
@pytest.mark.filterwarnings(f"ignore::{ConvergenceWarning.__module__}.{ConvergenceWarning.__name__}")
def test_all_trainings_of_the_published_task_score_as_released(tmp_path: Path) -> None:
    hot = multi_hot(PAPERS)
    x = vectors(hot)
    few = task_named("scirepeval/fos").few_shot
    assert few == (FewShot(10, 50), FewShot(5, 100))
    found = scores(write_published(tmp_path, hot), x, few, intercept=False)
    for each, value in zip(few, found[1:], strict=True):
        drawn = released_draws(hot[:TRAIN], each.sample_size, each.iterations)
        expected = [
            released_f1(x[rows], hot[rows], x[TRAIN:], hot[TRAIN:], fit_intercept=False) for rows in drawn
        ]
        assert value == pytest.approx(float(np.mean(expected)), abs=0.01)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_random_vectors_are_no_perfect_score_on_the_command_line(
    assay: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """The hashing model sees "Paper 17 [SEP] On 17.": nothing that tells a field. 100.0 was said of it.

    Every day without the few-shot draws, which take minutes; with all of them in `make soak`.
    """
    if not whole:
        tasks = tuple(replace(task, few_shot=()) for task in describe.every_task())
        for module in (describe, availability):
            monkeypatch.setattr(module, "every_task", lambda: tasks)
    folder = write_published(tmp_path / "data", multi_hot(PAPERS))
    run = assay("bench", "run", "hashing", "--data", folder, "--task", "scirepeval/fos", "--json")
    assert run.status == 0, run.err
    assert '"f1_macro"' in run.out
    (result,) = [row for row in json.loads(run.out)["results"] if row["task"] == "scirepeval/fos"]
    assert result["complete"]["f1_macro"] < 60


def labels_refused(tmp_path: Path, hot: np.ndarray) -> str:
    with pytest.raises(EvaluationError) as caught:
        read(task_named("scirepeval/fos"), write_published(tmp_path, hot))
    return str(caught.value)


def test_labels_that_all_papers_have_or_none_has_are_refused_by_name(tmp_path: Path) -> None:
    every, none = multi_hot(PAPERS), multi_hot(PAPERS)
    every[:TRAIN, 3] = 1
    none[:, 17] = 0
    assert "all papers to train with have the label '03'" in labels_refused(tmp_path / "every", every)
    assert "no paper to train with has the label '17'" in labels_refused(tmp_path / "none", none)


def test_a_row_of_fewer_columns_is_refused(tmp_path: Path) -> None:
    folder = write_published(tmp_path, multi_hot(PAPERS))
    path = folder / "scirepeval_test" / "fos" / "test" / "0000.parquet"
    rows = pq.read_table(path).to_pylist()
    rows[5]["label"] = rows[5]["label"][:-1]
    _write(path, pa.Table.from_pylist(rows))
    with pytest.raises(EvaluationError, match="lists of 0 and 1 of 22 to 23 values"):
        read(task_named("scirepeval/fos"), folder)
