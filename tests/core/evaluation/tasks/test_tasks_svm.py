"""The SVM of classes beside scikit-learn's own: the same C, the same classes, and the same weights."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import LinearSVC

from assay.benchmarks.tasks.probes.class_grid import best_classes
from assay.benchmarks.tasks.probes.newton import Machine, fit_machines
from assay.benchmarks.tasks.probes.probes import CLASS_GRID, predict_classes
from assay.progress import Cancelled
from assay.types import Vectors

WIDTH = 24


def texts_like(rng: np.random.Generator, n: int, shares: dict[str, float]) -> tuple[Vectors, list[str]]:
    """Unit vectors as an encoder's: some directions say much, most little, and classes overlap."""
    names = rng.choice([*shares], size=n, p=[*shares.values()])
    middles = {name: rng.normal(size=WIDTH) for name in shares}
    spread = 1 / np.sqrt(1 + np.arange(WIDTH))
    rows = np.array([middles[name] for name in names]) * 0.5 * spread + rng.normal(size=(n, WIDTH)) * spread
    unit: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit, names.tolist()


def theirs(rows: Vectors, labels: list[str], *, intercept: bool) -> Any:
    svm = LinearSVC(loss="squared_hinge", random_state=42, fit_intercept=intercept)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        return GridSearchCV(svm, {"C": list(CLASS_GRID)}, cv=3).fit(rows, labels)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(
    "shares",
    [{"a": 0.6, "b": 0.4}, {"a": 0.4, "b": 0.3, "c": 0.2, "d": 0.1}, {"a": 0.5, "b": 0.495, "rare": 0.005}],
    ids=["two", "four", "rare"],
)
def test_the_grid_chooses_and_predicts_as_scikit_learns_does(
    shares: dict[str, float], intercept: bool
) -> None:
    rng = np.random.default_rng(1)
    rows, labels = texts_like(rng, 900, shares)
    train, known, test = rows[:500], labels[:500], rows[500:]
    search = theirs(train, known, intercept=intercept)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        folds = [*StratifiedKFold(3).split(np.zeros((500, 1)), known)]
    ours = best_classes(train, np.array(known), CLASS_GRID, folds, intercept=intercept)
    assert ours.cost == search.best_params_["C"]
    assert ours.weights[:, :WIDTH] == pytest.approx(search.best_estimator_.coef_, rel=1e-3, abs=1e-3)
    found = predict_classes(train, known, test, intercept=intercept)
    assert found == search.predict(test).tolist()
    assert predict_classes(train, known, test, intercept=intercept, workers=2) == found


def test_fewer_rows_than_columns_go_to_scikit_learn_itself() -> None:
    rows, labels = texts_like(np.random.default_rng(3), 200, {"a": 0.5, "b": 0.5})
    few = WIDTH + 3  # all rows are more than columns, those of a fold fewer
    assert (
        predict_classes(rows[:few], labels[:few], rows[few:])
        == theirs(rows[:few], labels[:few], intercept=False).predict(rows[few:]).tolist()
    )
    one = LinearSVC(C=1.0, fit_intercept=False, random_state=42).fit(rows[:10], labels[:10])
    assert predict_classes(rows[:10], labels[:10], rows[10:], grid=(1.0,)) == one.predict(rows[10:]).tolist()


def test_the_weights_are_where_the_value_is_least() -> None:
    """Another program's minimum of the same function."""
    rng = np.random.default_rng(4)
    rows, labels = texts_like(rng, 300, {"a": 0.5, "b": 0.5})
    signs = np.where(np.array(labels) == "a", 1.0, -1.0)
    table = rows.astype(np.float64)

    def value(w: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        short = np.maximum(1 - signs * (table @ w), 0)
        return float(w @ w / 2 + 3.0 * short @ short), w - 6.0 * (signs * short) @ table

    least = minimize(value, np.zeros(WIDTH), jac=True, options={"gtol": 1e-10})
    (found,) = fit_machines(table, [Machine(signs, 3.0)])
    assert value(found)[0] == pytest.approx(least.fun, rel=1e-7)
    assert found == pytest.approx(least.x, abs=2e-3)


def test_machines_fitted_together_are_those_fitted_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    rows, labels = texts_like(rng, 200, {"a": 0.3, "b": 0.3, "c": 0.4})
    table = rows.astype(np.float64)
    machines = [
        Machine(np.where(np.array(labels) == name, 1.0, -1.0), cost) for name in "abc" for cost in (0.1, 1.0)
    ]
    alone = np.concatenate([fit_machines(table, [machine]) for machine in machines])
    for threads in (1, 2, 3, 8):
        assert fit_machines(table, machines, threads=threads) == pytest.approx(alone, abs=1e-3)
    monkeypatch.setattr("assay.benchmarks.tasks.probes.newton._CELLS", 500)  # two at once
    assert fit_machines(table, machines) == pytest.approx(alone, abs=1e-3)
    assert fit_machines(table, []).shape == (0, WIDTH)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_fit_ends_when_it_is_called_off(threads: int) -> None:
    rows, labels = texts_like(np.random.default_rng(6), 400, {"a": 0.5, "b": 0.5})
    calls = 0

    def off() -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        predict_classes(rows, labels, rows, workers=threads, alive=off)
    assert calls == 4
