"""Probes at their edges: the bounds of what is learned and shown, and each number worked out anew."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import kendalltau, t

from assay.errors import EvaluationError
from assay.prediction.probes import (
    FOLDS,
    fit_labels,
    fit_numbers,
    label_probe,
    number_probe,
    ridge,
)
from assay.prediction.probes.calibration import Sigmoids, calibration_error
from assay.prediction.probes.folds import left_out_means
from assay.prediction.probes.number_probe import _why_not, half_width
from assay.prediction.probes.ridge import fit_ridge
from assay.prediction.types import NumberQuality

Floats = npt.NDArray[np.float64]


# --- sigmoids


def test_a_sigmoid_is_the_logistic_function_however_far_out() -> None:
    found = Sigmoids(np.array([2.0, -1.0]), np.array([1.0, 0.5]))(np.array([[0.0, 0.0], [3.0, -2.0]]))
    expected = [[1 / (1 + math.exp(-x)) for x in row] for row in ([1.0, 0.5], [7.0, 2.5])]
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    far = Sigmoids(np.array([1.0]), np.array([0.0]))(np.array([[-499.0], [-1e6], [1e6]]))[:, 0]
    np.testing.assert_allclose(far, [math.exp(-499), math.exp(-500), 1.0], rtol=1e-9)


def test_the_calibration_error_is_a_loop_over_ten_bins() -> None:
    rng = np.random.default_rng(2)
    said = np.concatenate([rng.random((80, 3)), np.linspace(0, 1, 21)[:, None].repeat(3, 1)])
    came = rng.random(said.shape) < 0.4
    total = 0.0
    for bin_ in range(10):
        inside = [
            (p, y)
            for p, y in zip(said.ravel().tolist(), came.ravel().tolist(), strict=True)
            if (int(p * 10) == bin_) or (bin_ == 9 and p == 1.0)
        ]
        total += abs(sum(p for p, _ in inside) - sum(y for _, y in inside))
    assert calibration_error(said, came) == pytest.approx(total / said.size)
    assert calibration_error(np.array([[1.0], [0.95]]), np.array([[False], [True]])) == pytest.approx(0.475)


# --- numbers


@pytest.mark.parametrize(
    ("errors", "width"),
    [([5.0], 5.0), ([3.0, 1.0, 2.0], 3.0), ([4.0, 1.0, 3.0, 2.0], 4.0), (list(range(1, 20)), 16.0)],
)
def test_the_width_is_the_error_of_rank_four_fifths_of_one_more(errors: list[float], width: float) -> None:
    assert half_width(np.array(errors, dtype=np.float64)) == width


@pytest.mark.parametrize(
    ("mae", "mean", "tau", "p", "shown"),
    [
        (1.0, 2.0, 0.5, 0.001, True),
        (1.9999, 2.0, 0.0001, 0.00999, True),
        (2.0, 2.0, 0.5, 0.001, False),
        (2.1, 2.0, 0.5, 0.001, False),
        (1.0, 2.0, 0.5, 0.01, False),
        (1.0, 2.0, 0.5, math.nan, False),
        (1.0, 2.0, 0.0, 0.001, False),
        (1.0, 2.0, -0.5, 0.001, False),
    ],
)
def test_a_probe_is_shown_where_it_beats_the_mean_surely_and_puts_papers_in_order(
    mae: float, mean: float, tau: float, p: float, shown: bool
) -> None:
    assert (_why_not(NumberQuality(1.0, 60, mae, mean, tau, 0.8), p) is None) is shown


def numbers(n: int, noise: float) -> tuple[npt.NDArray[np.float32], Floats, npt.NDArray[np.int64]]:
    rng = np.random.default_rng(n)
    vectors = rng.normal(size=(n, 4)).astype(np.float32)
    labels = 10 + vectors @ np.array([2.0, -1.0, 0.5, 0.0]) + noise * rng.normal(size=n)
    return vectors, labels, np.arange(n) % FOLDS


def test_every_number_of_the_quality_is_that_of_papers_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, labels, folds = numbers(50, 1.0)
    given: list[float] = []
    monkeypatch.setattr(number_probe, "_why_not", lambda quality, p: given.append(p) or "")
    steps: list[int] = []
    probe = fit_numbers(vectors, labels, folds, steps.append)
    assert steps == [1, 2, 3, 4, 5, 6]
    said = np.array([probe.fitted(v, int(f))[0] for v, f in zip(vectors, folds, strict=True)])
    errors = np.abs(labels - said)
    plain = np.array([abs(y - labels[folds != f].mean()) for y, f in zip(labels, folds, strict=True)])
    gain = plain**2 - errors**2
    statistic = gain.mean() / (gain.std(ddof=1) / math.sqrt(50))
    assert given == [pytest.approx(t.sf(statistic, 49), rel=1e-3)]
    assert probe.quality.n == 50
    assert probe.quality.mae == pytest.approx(errors.mean(), rel=1e-4)
    assert probe.quality.mae_of_mean == pytest.approx(plain.mean())
    assert probe.quality.tau == pytest.approx(kendalltau(said, labels).statistic)
    inside = [
        errors[i] <= np.sort(errors[folds != folds[i]])[math.ceil(0.8 * 41) - 1] for i in range(len(labels))
    ]
    assert probe.quality.coverage == pytest.approx(np.mean(inside))
    assert (probe.lowest, probe.highest) == (labels.min(), labels.max())
    np.testing.assert_allclose(left_out_means(labels, folds), [labels[folds != f].mean() for f in folds])


def test_a_prediction_is_the_function_s_give_or_take_the_width() -> None:
    vectors, labels, folds = numbers(80, 0.3)
    probe = fit_numbers(vectors, labels, folds, lambda _: None)
    nearest = int(np.abs(labels - labels.mean()).argmin())
    for fold in (None, 0, 3):
        found = probe.predict(vectors[nearest], fold)
        place = FOLDS if fold is None else fold
        value = float(
            vectors[nearest] @ probe.fitted.weights[place][:, 0] + probe.fitted.intercepts[place][0]
        )
        assert found.value == pytest.approx(value, rel=1e-5)
        assert found.low == pytest.approx(value - probe.quality.half_width, rel=1e-5)
        assert found.high == pytest.approx(value + probe.quality.half_width, rel=1e-5)
    beyond = probe.predict(vectors[nearest] * -1000 * np.sign(probe.fitted.weights[FOLDS][:, 0]), None)
    assert probe.lowest <= beyond.low <= beyond.value <= beyond.high <= probe.highest


# --- labels


def flags(
    n: int, counts: list[int]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Labels of the first papers, which a column of the vectors tells each."""
    labels = np.arange(n)[:, None] < np.array(counts)
    rng = np.random.default_rng(1)
    vectors = (labels + 0.3 * rng.normal(size=labels.shape)).astype(np.float32)
    return vectors, labels, np.arange(n) % FOLDS


def test_ten_papers_with_a_label_and_ten_without_are_enough() -> None:
    vectors, labels, folds = flags(40, [9, 10, 30, 31])
    probe = fit_labels(vectors, ["nine", "ten", "thirty", "thirty-one"], labels, folds, lambda _: None)
    assert probe.quality.names == ("ten", "thirty")
    assert probe.quality.n == 40
    assert probe.quality.shares == (0.25, 0.75)
    with pytest.raises(EvaluationError, match="different texts"):
        fit_labels(vectors, ["a", "b", "c", "d"], labels, folds % 4, lambda _: None)


def test_the_most_frequent_labels_are_learned_and_of_equal_ones_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(label_probe, "MOST_LABELS", 2)
    vectors, labels, folds = flags(60, [20, 12, 30, 20, 55])
    steps: list[int] = []
    probe = fit_labels(vectors, ["twenty", "twelve", "thirty", "again", "all"], labels, folds, steps.append)
    assert probe.quality.names == ("twenty", "thirty")
    assert steps == [1, 2, 3, 4, 5, 6]


def test_labels_that_stand_with_nearly_all_papers_are_named_with_their_count() -> None:
    vectors, labels, folds = flags(45, [40, 5])
    with pytest.raises(EvaluationError, match="'most' has 40 of 45 papers"):
        fit_labels(vectors, ["most", "few"], labels, folds, lambda _: None)
    with pytest.raises(EvaluationError, match="There are none"):
        fit_labels(vectors, [], labels[:, :0], folds, lambda _: None)
    rare = np.arange(45)[:, None] < np.array([3, 9, 7])
    with pytest.raises(EvaluationError, match="'nine', has 9"):
        fit_labels(vectors, ["three", "nine", "seven"], rare, folds, lambda _: None)
    twelve = np.arange(45)[:, None] < np.array([36])
    with pytest.raises(EvaluationError, match="has 36 of 45"):
        fit_labels(vectors, ["a"], twelve, folds, lambda _: None)


@pytest.mark.parametrize("n_rows", [7, 40])
def test_rows_are_taken_in_blocks_and_each_counts_once(monkeypatch: pytest.MonkeyPatch, n_rows: int) -> None:
    rng = np.random.default_rng(3)
    vectors = (rng.normal(size=(40, 3)) + 1).astype(np.float32)
    labels = np.stack([vectors @ [1.0, 2.0, 3.0], rng.normal(size=40)], axis=1)
    whole = fit_ridge(vectors, labels)
    monkeypatch.setattr(ridge, "_ROWS", n_rows)
    found = fit_ridge(vectors, labels)
    np.testing.assert_allclose(found.weights, whole.weights, rtol=1e-9)
    np.testing.assert_allclose(found.intercepts, whole.intercepts, rtol=1e-9)
