"""Each step of the trust region method against the published algorithm, and what the classes ask of it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import LinearSVC, LinearSVR

from assay.benchmarks.tasks.probes.class_grid import LinearClasses, best_classes, is_primal
from assay.benchmarks.tasks.probes.newton import Machine, _next_radius, _to_the_edge, fit_machines
from assay.benchmarks.tasks.probes.probes import (
    CLASS_GRID,
    NUMBER_GRID,
    predict_classes,
    predict_labels,
    predict_numbers,
)

Floats = npt.NDArray[np.float64]


def liblinears_radius(delta: float, snorm: float, gs: float, actred: float, prered: float) -> float:
    """TRON's update (Lin and Moré 1999; liblinear's tron.cpp), in its own names."""
    eta0, eta1, eta2 = 1e-4, 0.25, 0.75
    sigma1, sigma2, sigma3 = 0.25, 0.5, 4.0
    fnew_less_f = -actred
    alpha = sigma3 if fnew_less_f - gs <= 0 else max(sigma1, -0.5 * (gs / (fnew_less_f - gs)))
    if actred < eta0 * prered:
        return min(max(alpha, sigma1) * snorm, sigma2 * delta)
    if actred < eta1 * prered:
        return max(sigma1 * delta, min(alpha * snorm, sigma2 * delta))
    if actred < eta2 * prered:
        return max(sigma1 * delta, min(alpha * snorm, sigma3 * delta))
    return max(delta, min(alpha * snorm, sigma3 * delta))


def test_the_region_grows_and_shrinks_as_the_published_code_lets_it() -> None:
    rng = np.random.default_rng(1)
    shares = (-3.0, -0.1, 0.0, 5e-5, 1e-4, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0, 1.5, 4.0)
    for _ in range(300):
        radius, length, promised = rng.exponential(2.0, 3)
        slope = -float(rng.exponential(2.0))
        for share in shares:
            given = (float(radius), float(length), slope, share * float(promised), float(promised))
            assert _next_radius(*given) == liblinears_radius(*given)
    # -gained - slope is 0 where a step gained just what its slope said: no bend, so the region may grow
    assert _next_radius(1.0, 1.0, -2.0, 2.0, 1.0) == liblinears_radius(1.0, 1.0, -2.0, 2.0, 1.0) == 4.0


def test_a_step_to_the_edge_ends_there() -> None:
    rng = np.random.default_rng(2)
    turned = set()
    for _ in range(50):
        step, direction = rng.normal(size=(2, 4))
        radius = math.sqrt(float(step @ step)) * (1 + float(rng.exponential()))
        far = _to_the_edge(step, direction, radius)
        turned.add(bool(step @ direction >= 0))
        assert far > 0
        assert np.linalg.norm(step + far * direction) == pytest.approx(radius, rel=1e-9)
    assert turned == {True, False}
    assert _to_the_edge(np.zeros(2), np.array([0.0, 2.0]), 3.0) == pytest.approx(1.5)


def overlapping(seed: int, n: int, share: float, scale: float) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    signs = np.where(np.arange(n) < share * n, 1.0, -1.0)
    return (rng.normal(size=(n, 8)) + 0.7 * signs[:, None] / math.sqrt(8)) * scale, signs


@pytest.mark.parametrize("share", [0.5, 0.9, 0.05])
@pytest.mark.parametrize(("cost", "scale"), [(1.0, 1.0), (100.0, 0.2), (0.01, 5.0), (10.0, 20.0)])
def test_steps_and_their_end_are_liblinears(share: float, cost: float, scale: float) -> None:
    """Equal but for rounding: so early an end, by another rule, would lie thousands of times further off."""
    rows, signs = overlapping(3, 300, share, scale)
    svm = LinearSVC(C=cost, loss="squared_hinge", dual=False, fit_intercept=False)
    expected = svm.fit(rows, signs).coef_[0]
    (found,) = fit_machines(rows, [Machine(signs, cost)])
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8 * np.abs(expected).max())


def test_rows_on_one_side_alone_have_weights_too() -> None:
    rows, _ = overlapping(4, 40, 0.5, 1.0)
    for sign in (1.0, -1.0):
        (found,) = fit_machines(rows + 2 * sign, [Machine(np.full(40, sign), 1.0)])
        assert np.isfinite(found).all()
        assert (np.sign((rows + 2 * sign) @ found) == sign).mean() > 0.9


# --- classes


def test_the_highest_value_or_its_sign_decides() -> None:
    three = LinearClasses(np.array(["a", "b", "c"]), np.array([[1.0, 0], [0, 1], [-1, -1]]), 1.0)
    rows = np.array([[2.0, 1], [1, 2], [-1, -1], [1, 1]], dtype=np.float32)
    assert three.predict(rows).tolist() == ["a", "b", "c", "a"]
    lifted = LinearClasses(three.classes, np.array([[1.0, 0, 0], [0, 1, 0], [-1, -1, 9]]), 1.0)
    assert lifted.predict(rows).tolist() == ["c"] * 4
    two = LinearClasses(np.array(["a", "b"]), np.array([[1.0, 0]]), 1.0)
    assert two.predict(np.array([[0.0, 1], [0.1, 0], [-0.1, 0]], dtype=np.float32)).tolist() == [
        "a",
        "b",
        "a",
    ]
    moved = LinearClasses(two.classes, np.array([[1.0, 0, -1.0]]), 1.0)
    assert moved.predict(np.array([[1.0, 0], [1.1, 0]], dtype=np.float32)).tolist() == ["a", "b"]
    assert (is_primal(3, 3), is_primal(2, 3)) == (True, False)


def test_of_costs_that_are_equally_right_the_first_is_taken_and_without_folds_the_first_of_all() -> None:
    rows, signs = overlapping(7, 60, 0.5, 1.0)
    rows = rows + 5 * signs[:, None]  # every cost is right everywhere
    labels = np.where(signs > 0, "a", "b")
    folds = [*StratifiedKFold(3).split(rows, labels)]
    for grid in ([1.0, 0.1, 10.0], [10.0, 1.0]):
        assert best_classes(rows, labels, grid, folds, intercept=False).cost == grid[0]
        assert best_classes(rows, labels, grid, [], intercept=False).cost == grid[0]


# --- probes that scikit-learn fits itself


def quietly(fit: Callable[[], object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fit()


@pytest.mark.parametrize("intercept", [False, True])
def test_labels_that_all_or_none_have_do_not_end_what_is_learnt_of_the_others(intercept: bool) -> None:
    rng = np.random.default_rng(9)
    vectors = rng.normal(size=(80, 6)).astype(np.float32)
    train, test = vectors[:50], vectors[50:]
    sets = [
        tuple(
            name
            for name, has in (("all", True), ("first", row[0] > 0.2), ("second", row[1] + row[2] > 0.5))
            if has
        )
        for row in train
    ]
    steps: list[int] = []
    names = ["none", "all", "first", "second"]
    found = predict_labels(train, sets, test, names=names, intercept=intercept, step=lambda: steps.append(1))
    assert len(steps) == 4
    assert found[:, 0].tolist() == [0] * 30
    assert found[:, 1].tolist() == [1] * 30
    for place, name in ((2, "first"), (3, "second")):
        own = [int(name in one) for one in sets]
        svm = LinearSVC(loss="hinge", random_state=42, fit_intercept=intercept, max_iter=10_000)
        search = GridSearchCV(svm, {"C": list(CLASS_GRID)}, cv=3)
        quietly(lambda: search.fit(train, own))  # noqa: B023 - used at once
        assert found[:, place].tolist() == search.predict(test).tolist()
        one = LinearSVC(C=10.0, loss="hinge", random_state=42, fit_intercept=intercept, max_iter=10_000)
        quietly(lambda: one.fit(train, own))  # noqa: B023
        with_10 = predict_labels(train, sets, test, names=[name], grid=[10.0], intercept=intercept)
        assert with_10[:, 0].tolist() == one.predict(test).tolist()


@pytest.mark.parametrize("intercept", [False, True])
def test_numbers_are_scikit_learns_own_to_the_last_digit(intercept: bool) -> None:
    rng = np.random.default_rng(10)
    vectors = rng.normal(size=(40, 3)).astype(np.float32)
    truth = 3 + vectors[:, 0] - vectors[:, 1] + 0.3 * rng.normal(size=40)
    model = LinearSVR(epsilon=0.0, random_state=42, fit_intercept=intercept)
    search = GridSearchCV(model, {"C": list(NUMBER_GRID)}, cv=3)
    quietly(lambda: search.fit(vectors[:30], truth[:30]))
    found = predict_numbers(vectors[:30], truth[:30].tolist(), vectors[30:], intercept=intercept)
    np.testing.assert_array_equal(found, search.predict(vectors[30:]))
    alone = LinearSVR(C=1.0, epsilon=0.0, random_state=42, fit_intercept=intercept)
    quietly(lambda: alone.fit(vectors[:2], truth[:2]))  # two rows: there is nothing to choose by
    found = predict_numbers(vectors[:2], truth[:2].tolist(), vectors[30:], intercept=intercept)
    np.testing.assert_array_equal(found, alone.predict(vectors[30:]))


@pytest.mark.parametrize("share", [(2, 2), (5, 1)])
def test_rows_too_few_to_choose_by_are_learnt_at_the_cost_1(share: tuple[int, int]) -> None:
    rng = np.random.default_rng(13)
    names = ["a"] * share[0] + ["b"] * share[1]
    train, test = (rng.normal(size=(n, 2)).astype(np.float32) for n in (len(names), 400))
    found = predict_classes(train, names, test)
    by_cost = {
        cost: LinearSVC(C=cost, dual=False, fit_intercept=False).fit(train, names).predict(test).tolist()
        for cost in CLASS_GRID
    }
    assert found == by_cost[1.0]
    assert found != by_cost[0.01]
    assert predict_classes(train, names, test, grid=[0.01]) == by_cost[0.01]
