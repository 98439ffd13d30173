"""Linear probes against scikit-learn, SciPy, brute force and fresh data."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import mannwhitneyu
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import average_precision_score, f1_score

from assay.errors import EvaluationError
from assay.prediction.probes import FOLDS, LabelProbe, NumberProbe, fit_labels, fit_numbers
from assay.prediction.probes.calibration import fit_sigmoids
from assay.prediction.probes.label_probe import _predictable
from assay.prediction.probes.ridge import STRENGTHS, fit_ridge
from assay.types import Vectors

Floats = npt.NDArray[np.float64]
DIM = 6


def drawn(n: int, *, seed: int = 1, dim: int = DIM) -> tuple[Vectors, npt.NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    vectors = (rng.normal(size=(n, dim)) * [3, 1, 1, 0.5, 0.2, 0.1] + 2).astype(np.float32)
    return vectors, rng.integers(0, FOLDS, n)


def numbers_of(vectors: Vectors, *, noise: float, seed: int = 2) -> Floats:
    rng = np.random.default_rng(seed)
    return 2000 + vectors @ np.array([1.0, -2.0, 0.5, 3.0, 0.0, 0.0]) + noise * rng.normal(size=len(vectors))


def probe_of(
    n: int = 300, *, noise: float = 2.0
) -> tuple[NumberProbe, Vectors, Floats, npt.NDArray[np.int64]]:
    vectors, folds = drawn(n)
    labels = numbers_of(vectors, noise=noise)
    return fit_numbers(vectors, labels, folds, lambda _: None), vectors, labels, folds


def strengths(vectors: Vectors) -> Floats:
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    return STRENGTHS * np.linalg.eigvalsh(centred.T @ centred).mean()


def left_out_one_by_one(vectors: Vectors, labels: Floats, strength: float) -> float:
    total = 0.0
    for row in range(len(vectors)):
        rest = np.arange(len(vectors)) != row
        model = Ridge(alpha=strength).fit(vectors[rest].astype(np.float64), labels[rest])
        total += float((model.predict(vectors[[row]].astype(np.float64))[0] - labels[row]) ** 2)
    return total


@pytest.mark.parametrize("noise", [0.5, 8.0, 60.0])
def test_the_strength_is_the_one_that_leaving_out_one_by_one_finds_best(noise: float) -> None:
    vectors, _ = drawn(30)
    labels = numbers_of(vectors, noise=noise)
    best = min(strengths(vectors), key=lambda strength: left_out_one_by_one(vectors, labels, strength))
    reference = Ridge(alpha=best).fit(vectors.astype(np.float64), labels)
    found = fit_ridge(vectors, labels[:, None])
    np.testing.assert_allclose(found.weights[:, 0], reference.coef_, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(found.intercepts[0], reference.intercept_, rtol=1e-9)


def test_each_column_has_a_strength_of_its_own() -> None:
    vectors, _ = drawn(60)
    labels = np.stack([numbers_of(vectors, noise=noise) for noise in (0.1, 100.0)], axis=1)
    together = fit_ridge(vectors, labels)
    apart = [fit_ridge(vectors, labels[:, [column]]).weights[:, 0] for column in (0, 1)]
    np.testing.assert_allclose(together.weights, np.stack(apart, axis=1), rtol=1e-9)


def test_vectors_that_are_all_the_same_predict_the_mean() -> None:
    found = fit_ridge(np.ones((20, 3), np.float32), np.arange(20.0)[:, None])
    np.testing.assert_allclose(found(np.ones((1, 3), np.float32)), [[9.5]])


def test_more_columns_than_papers_still_have_a_finite_solution() -> None:
    rng = np.random.default_rng(3)
    found = fit_ridge(rng.normal(size=(10, 40)).astype(np.float32), rng.normal(size=(10, 2)))
    assert np.isfinite(found.weights).all()


def test_the_interval_holds_for_four_fifths_of_papers_to_come() -> None:
    probe, *_ = probe_of(600, noise=3.0)
    vectors, _ = drawn(4000, seed=11)
    labels = numbers_of(vectors, noise=3.0, seed=12)
    found = [probe.predict(vector, None) for vector in vectors]
    inside = np.mean([one.low <= y <= one.high for one, y in zip(found, labels, strict=True)])
    assert 0.77 < inside < 0.83
    assert probe.quality.coverage == pytest.approx(0.8, abs=0.03)


def test_a_paper_of_a_fold_does_not_change_what_is_said_of_its_fold() -> None:
    vectors, folds = drawn(200)
    labels = numbers_of(vectors, noise=1.0)
    changed = np.where(folds == 2, labels + np.random.default_rng(5).normal(size=200), labels)
    one, other = (fit_numbers(vectors, each, folds, lambda _: None) for each in (labels, changed))
    np.testing.assert_array_equal(one.fitted.weights[2], other.fitted.weights[2])
    assert np.abs(one.fitted.weights[FOLDS] - other.fitted.weights[FOLDS]).max() > 0


@pytest.mark.parametrize("seed", range(3))
def test_numbers_that_have_nothing_to_do_with_the_vectors_are_refused(seed: int) -> None:
    vectors, folds = drawn(200, seed=seed)
    labels = np.random.default_rng(100 + seed).normal(size=200)
    with pytest.raises(EvaluationError, match="no more than the mean"):
        fit_numbers(vectors, labels, folds, lambda _: None)


def test_too_few_papers_or_all_the_same_number_are_refused() -> None:
    vectors, folds = drawn(49)
    with pytest.raises(EvaluationError, match="49 papers have one; 50"):
        fit_numbers(vectors, numbers_of(vectors, noise=0.1), folds, lambda _: None)
    vectors, folds = drawn(60)
    with pytest.raises(EvaluationError, match="same"):
        fit_numbers(vectors, np.full(60, 2001.0), folds, lambda _: None)
    with pytest.raises(EvaluationError, match="different texts"):
        fit_numbers(vectors, numbers_of(vectors, noise=0.1), np.zeros(60, np.int64), lambda _: None)


def test_sigmoids_are_logistic_regressions_on_smoothed_aims() -> None:
    rng = np.random.default_rng(6)
    scores = rng.normal(size=(150, 3)) * [1.0, 0.01, 40.0] + [0.0, 5.0, -100.0]
    labels = rng.random((150, 3)) < 1 / (1 + np.exp(-(scores - scores.mean(0)) / scores.std(0) * 2 + 1))
    found = fit_sigmoids(scores, labels)
    for column in range(3):
        positive = int(labels[:, column].sum())
        aims = np.where(labels[:, column], (positive + 1) / (positive + 2), 1 / (150 - positive + 2))
        scaled = (scores[:, [column]] - scores[:, column].mean()) / scores[:, column].std()
        reference = LogisticRegression(C=np.inf, tol=1e-10, max_iter=10_000).fit(
            np.concatenate([scaled, scaled]),
            np.repeat([1, 0], 150),
            sample_weight=np.concatenate([aims, 1 - aims]),
        )
        ours = found(scores)[:, column]
        np.testing.assert_allclose(ours, reference.predict_proba(scaled)[:, 1], atol=1e-5)


def test_labels_that_fall_apart_without_error_still_have_a_finite_slope() -> None:
    scores = np.concatenate([np.full(20, -1.0), np.full(20, 1.0)])[:, None]
    found = fit_sigmoids(scores, scores > 0)
    # The best fit says exactly the aims: 1/22 and 21/22.
    np.testing.assert_allclose(found(np.array([[-1.0], [1.0]]))[:, 0], [1 / 22, 21 / 22], atol=1e-6)


def labelled(n: int = 400) -> tuple[Vectors, npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Two labels that the vectors tell, one that they do not, and one that only three papers have."""
    vectors, folds = drawn(n)
    rng = np.random.default_rng(8)
    chance = 1 / (1 + np.exp(-(vectors[:, :2] - 2) @ np.array([[1.0, 0.0], [0.0, 2.5]])))
    told = rng.random((n, 2)) < chance
    noise, rare = rng.random((n, 1)) < 0.4, np.arange(n)[:, None] < 3
    return vectors, np.concatenate([told, noise, rare], axis=1), folds


def labels_probe() -> tuple[LabelProbe, Vectors, npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    vectors, labels, folds = labelled()
    probe = fit_labels(vectors, ["one", "two", "noise", "rare"], labels, folds, lambda _: None)
    return probe, vectors, labels, folds


def test_only_labels_that_are_frequent_and_told_are_kept() -> None:
    probe, *_ = labels_probe()
    assert probe.quality.names == ("one", "two")


def test_what_is_told_is_what_a_rank_test_finds() -> None:
    rng = np.random.default_rng(9)
    labels = rng.random((120, 30)) < 0.3
    scores = rng.normal(size=(120, 30)) + labels * np.linspace(0, 1, 30)
    reference = [
        mannwhitneyu(
            s[y], s[~y], alternative="greater", method="asymptotic", use_continuity=False
        ).pvalue < 0.01
        for s, y in zip(scores.T, labels.T, strict=True)
    ]  # fmt: skip
    assert _predictable(scores, labels).tolist() == reference
    assert 0 < sum(reference) < 30


def test_the_quality_of_labels_is_that_of_scikit_learn_on_papers_that_were_not_seen() -> None:
    probe, vectors, labels, folds = labels_probe()
    own = labels[:, :2]
    scores = np.array([probe.fitted(vector, int(fold)) for vector, fold in zip(vectors, folds, strict=True)])
    probabilities = np.zeros_like(scores)
    for fold in range(FOLDS):
        seen = folds != fold
        probabilities[~seen] = fit_sigmoids(scores[seen], own[seen])(scores[~seen])
    assert probe.quality.f1 == pytest.approx(f1_score(own, probabilities >= 0.5, average="micro"))
    for column in (0, 1):
        assert probe.quality.ap[column] == pytest.approx(
            average_precision_score(own[:, column], scores[:, column]), abs=1e-4
        )
    assert probe.quality.shares == pytest.approx(tuple(own.mean(axis=0)))


def test_labels_that_nothing_tells_are_refused() -> None:
    vectors, folds = drawn(200)
    labels = np.random.default_rng(31).random((200, 3)) < 0.3
    with pytest.raises(EvaluationError, match="do not tell any of the 3"):
        fit_labels(vectors, ["a", "b", "c"], labels, folds, lambda _: None)
