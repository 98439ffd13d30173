"""Probes at their edges: the bounds of what is learned and shown, and each number worked out anew."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import minimize
from scipy.special import log_expit
from scipy.stats import kendalltau, t
from threadpoolctl import threadpool_info, threadpool_limits

from assay.errors import EvaluationError
from assay.prediction.probes import (
    FOLDS,
    NumberQuality,
    calibration,
    fit_labels,
    fit_numbers,
    label_probe,
    number_probe,
    ridge,
)
from assay.prediction.probes.calibration import Sigmoids, calibration_error, fit_sigmoids
from assay.prediction.probes.folds import left_out_means
from assay.prediction.probes.label_probe import _told
from assay.prediction.probes.number_probe import _why_not, half_width
from assay.prediction.probes.ridge import fit_ridge

Floats = npt.NDArray[np.float64]


def cross_entropy(slope: float, offset: float, scores: Floats, aims: Floats) -> float:
    logits = slope * scores + offset
    return float(-(aims * log_expit(logits) + (1 - aims) * log_expit(-logits)).sum())


def aims_of(labels: npt.NDArray[np.bool_]) -> Floats:
    n_yes, n_no = int(labels.sum()), int((~labels).sum())
    return np.where(labels, (n_yes + 1) / (n_yes + 2), 1 / (n_no + 2))


# --- sigmoids


def test_a_sigmoid_is_the_logistic_function_however_far_out() -> None:
    found = Sigmoids(np.array([2.0, -1.0]), np.array([1.0, 0.5]))(np.array([[0.0, 0.0], [3.0, -2.0]]))
    expected = [[1 / (1 + math.exp(-x)) for x in row] for row in ([1.0, 0.5], [7.0, 2.5])]
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    far = Sigmoids(np.array([1.0]), np.array([0.0]))(np.array([[-499.0], [-1e6], [1e6]]))[:, 0]
    np.testing.assert_allclose(far, [math.exp(-499), math.exp(-500), 1.0], rtol=1e-9)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_a_fit_is_where_the_cross_entropy_is_least(seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    labels = rng.random(60) < share
    labels[:2] = True, False
    scores = rng.normal(size=60) + 3 * labels
    scores[-1] = 30.0  # one far out, so that a full step of Newton's jumps too far
    found = fit_sigmoids(scores[:, None], labels[:, None])
    aims = aims_of(labels)
    best = min(
        (
            minimize(lambda w: cross_entropy(w[0], w[1], scores, aims), start, method="Nelder-Mead",
                     options={"xatol": 1e-10, "fatol": 1e-13, "maxiter": 4000})
            for start in ([0.1, 0.0], [1.0, -2.0])
        ),
        key=lambda one: one.fun,
    )  # fmt: skip
    ours = cross_entropy(float(found.slopes[0]), float(found.offsets[0]), scores, aims)
    assert ours <= best.fun + 1e-9
    said = found(scores[:, None])[:, 0]  # where it is least, it has no slope any more
    assert abs((said - aims).sum()) < 1e-6
    assert abs(((said - aims) * scores).sum()) < 1e-5


def test_columns_are_fitted_each_alone_however_many_go_along_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    labels = rng.random((50, 7)) < np.linspace(0.1, 0.9, 7)
    scores = rng.normal(size=(50, 7)) + labels
    whole = fit_sigmoids(scores, labels)
    assert whole.slopes.shape == whole.offsets.shape == (7,)
    for at_once in (0, 50, 149, 150, 351):
        monkeypatch.setattr(calibration, "_AT_ONCE", at_once)
        parts = fit_sigmoids(scores, labels)
        np.testing.assert_allclose(parts.slopes, whole.slopes, rtol=1e-4)
        np.testing.assert_allclose(parts.offsets, whole.offsets, rtol=1e-4, atol=1e-4)


def test_scores_that_are_all_the_same_say_the_share() -> None:
    labels = (np.arange(20) < 5)[:, None]
    found = fit_sigmoids(np.full((20, 1), 3.0), labels)
    np.testing.assert_allclose(found(np.full((1, 1), 3.0)), aims_of(labels[:, 0]).mean(), rtol=1e-6)


def test_columns_that_are_done_stay_where_they_are_while_others_go_on() -> None:
    """Near its end a column's last halved step may be worse by a rounding error: it is then not made."""
    rng = np.random.default_rng(4)
    labels = rng.random((60, 40)) < np.linspace(0.05, 0.95, 40)
    labels[0], labels[1] = True, False
    scores = rng.normal(size=(60, 40)) + labels * rng.random(40) * 6
    scores[-1] *= 30
    found = fit_sigmoids(scores, labels)
    said, aims = found(scores), np.stack([aims_of(column) for column in labels.T], axis=1)
    np.testing.assert_allclose((said - aims).sum(axis=0), 0, atol=1e-5)
    np.testing.assert_allclose(((said - aims) * scores).sum(axis=0), 0, atol=1e-3)


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
    assert (_why_not(NumberQuality(60, mae, mean, tau, 0.8), p) == "") is shown


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


def test_fifty_papers_in_five_folds_are_enough_and_less_is_not() -> None:
    vectors, labels, folds = numbers(50, 0.1)
    assert fit_numbers(vectors, labels, folds, lambda _: None).quality.n == 50
    with pytest.raises(EvaluationError, match="different texts"):
        fit_numbers(vectors, labels, folds % 4, lambda _: None)


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
        assert found.low == pytest.approx(value - probe.half_width, rel=1e-5)
        assert found.high == pytest.approx(value + probe.half_width, rel=1e-5)
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
    assert probe.names == ("ten", "thirty")
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
    assert probe.names == ("twenty", "thirty")
    assert steps == [1, 2, 3, 4, 5, 6]


def test_labels_that_stand_with_nearly_all_papers_are_named_with_their_count() -> None:
    vectors, labels, folds = flags(45, [40, 5])
    with pytest.raises(EvaluationError, match="'most' stands with 40 of 45 papers"):
        fit_labels(vectors, ["most", "few"], labels, folds, lambda _: None)
    with pytest.raises(EvaluationError, match="There are none"):
        fit_labels(vectors, [], labels[:, :0], folds, lambda _: None)
    rare = np.arange(45)[:, None] < np.array([3, 9, 7])
    with pytest.raises(EvaluationError, match="'nine', stands with 9"):
        fit_labels(vectors, ["three", "nine", "seven"], rare, folds, lambda _: None)
    twelve = np.arange(45)[:, None] < np.array([36])
    with pytest.raises(EvaluationError, match="stands with 36 of 45"):
        fit_labels(vectors, ["a"], twelve, folds, lambda _: None)


def test_what_is_told_of_labels_is_of_sigmoids_fitted_on_the_other_folds() -> None:
    rng = np.random.default_rng(7)
    n = 120
    vectors = rng.normal(size=(n, 3)).astype(np.float32)
    labels = rng.random((n, 2)) < 1 / (1 + np.exp(-3 * vectors[:, :2] + 0.5))
    folds = rng.integers(0, FOLDS, n)
    probe = fit_labels(vectors, ["a", "b"], labels, folds, lambda _: None)
    scores = np.array([probe.fitted(v, int(f)) for v, f in zip(vectors, folds, strict=True)])
    said = np.zeros_like(scores)
    for i in range(n):
        others = folds != folds[i]
        for column in range(2):
            one = fit_sigmoids(scores[others][:, [column]], labels[others][:, [column]])
            said[i, column] = one(scores[[i]][:, [column]])[0, 0]
    hits = int(((said >= 0.5) & labels).sum())
    assert probe.quality.f1 == pytest.approx(2 * hits / ((said >= 0.5).sum() + labels.sum()))
    assert probe.quality.calibration_error == pytest.approx(calibration_error(said, labels), abs=1e-3)
    whole = fit_sigmoids(scores, labels)
    np.testing.assert_allclose(
        probe.predict(vectors[0], 2), whole(probe.fitted(vectors[0], 2)[None])[0], atol=1e-3
    )


def test_scores_just_above_what_chance_gives_one_time_in_a_hundred_tell() -> None:
    """20 papers of 40 have the label: z = (U - 200) / sqrt(20 * 20 * 41 / 12), and 2.326 is the bound."""
    labels = np.arange(40) < 20
    needed = 200 + 2.3263478740408408 * math.sqrt(20 * 20 * 41 / 12)
    for u in (math.floor(needed), math.ceil(needed)):
        scores = np.where(labels, 0.0, np.arange(40.0))  # all labelled ones lowest: U = 0
        order = list(range(20, 40))  # place in the order of those without; move labelled ones up
        left, above = u, []
        for _ in range(20):
            step = min(left, 20)
            above.append(step)
            left -= step
        assert left == 0
        scores = np.array([*(float(a) + 0.5 for a in above), *(float(i - 20 + 1) for i in order)])
        assert int(sum((a > b) for a in scores[:20] for b in scores[20:])) == u
        assert bool(_told(scores[:, None], labels[:, None])[0]) is (u > needed)


def test_one_core_fits_the_folds_whatever_was_set_before() -> None:
    vectors, labels, folds = numbers(60, 0.3)
    seen: list[int] = []
    with threadpool_limits(limits=2, user_api="blas"):
        before = {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}
        fit_numbers(
            vectors,
            labels,
            folds,
            lambda _: seen.extend(o["num_threads"] for o in threadpool_info() if o["user_api"] == "blas"),
        )
        after = {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}
    assert set(seen) == {1}
    assert before == after


@pytest.mark.parametrize("n_rows", [1, 7, 20, 39, 40])
def test_rows_are_taken_in_blocks_and_each_counts_once(monkeypatch: pytest.MonkeyPatch, n_rows: int) -> None:
    rng = np.random.default_rng(3)
    vectors = (rng.normal(size=(40, 3)) + 1).astype(np.float32)
    labels = np.stack([vectors @ [1.0, 2.0, 3.0], rng.normal(size=40)], axis=1)
    whole = fit_ridge(vectors, labels)
    monkeypatch.setattr(ridge, "_ROWS", n_rows)
    found = fit_ridge(vectors, labels)
    np.testing.assert_allclose(found.weights, whole.weights, rtol=1e-9)
    np.testing.assert_allclose(found.intercepts, whole.intercepts, rtol=1e-9)
