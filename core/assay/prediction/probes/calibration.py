"""From scores to probabilities: Platt's sigmoid, fitted on scores of papers that a probe did not see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.prediction.probes.ridge import Floats

_STEPS = 100
_BINS = 10
_RIDGE = 1e-9
_AT_ONCE = 2_000_000  # numbers: 16 MB for each intermediate


@dataclass(frozen=True, slots=True)
class Sigmoids:
    """One for each of t labels."""

    slopes: Floats  # (t,)
    offsets: Floats  # (t,)

    def __call__(self, scores: Floats) -> Floats:
        """Probabilities (..., t) of scores (..., t)."""
        found: Floats = 1 / (1 + np.exp(-np.clip(self.slopes * scores + self.offsets, -500, 500)))
        return found


def fit_sigmoids(scores: Floats, labels: npt.NDArray[np.bool_]) -> Sigmoids:
    """Maximum likelihood for scores (n, t) by Newton's method, with Platt's smoothed aims.

    Aims are (n+ + 1) / (n+ + 2) and 1 / (n- + 2) rather than 1 and 0 (Platt 1999), so that a label which
    falls apart without an error still has a finite slope.
    """
    width = max(1, _AT_ONCE // max(1, len(labels)))
    parts = [
        _fit(scores[:, start : start + width], labels[:, start : start + width])
        for start in range(0, labels.shape[1], width)
    ]
    return Sigmoids(np.concatenate([p.slopes for p in parts]), np.concatenate([p.offsets for p in parts]))


def _fit(scores: Floats, labels: npt.NDArray[np.bool_]) -> Sigmoids:
    n, positive = len(labels), labels.sum(axis=0)
    aims = np.where(labels, (positive + 1) / (positive + 2), 1 / (n - positive + 2))  # (n, t)
    middle, spread = scores.mean(axis=0), np.maximum(scores.std(axis=0), 1e-12)
    x = (scores - middle) / spread
    share = aims.mean(axis=0)
    slopes, offsets = np.zeros_like(share), np.log(share / (1 - share))
    loss = _loss(x, aims, slopes, offsets)
    for _ in range(_STEPS):
        found = Sigmoids(slopes, offsets)(x)
        by_offset, by_slope = (found - aims).sum(axis=0), ((found - aims) * x).sum(axis=0)
        bend = found * (1 - found)
        a, b, c = bend.sum(axis=0) + _RIDGE, (bend * x).sum(axis=0), (bend * x * x).sum(axis=0) + _RIDGE
        whole = np.maximum(a * c - b * b, _RIDGE**2)
        step_offset, step_slope = (
            (c * by_offset - b * by_slope) / whole,
            (a * by_slope - b * by_offset) / whole,
        )
        size = np.ones_like(share)
        for _halving in range(30):  # a full step of Newton's may jump over the minimum
            trial = _loss(x, aims, slopes - size * step_slope, offsets - size * step_offset)
            if not (worse := trial > loss).any():
                break
            size = np.where(worse, size / 2, size)
        moved = trial <= loss
        slopes = np.where(moved, slopes - size * step_slope, slopes)
        offsets = np.where(moved, offsets - size * step_offset, offsets)
        if (loss - np.where(moved, trial, loss)).max() < 1e-12 * n:
            break
        loss = np.where(moved, trial, loss)
    return Sigmoids(slopes / spread, offsets - slopes * middle / spread)


def _loss(x: Floats, aims: Floats, slopes: Floats, offsets: Floats) -> Floats:
    """(t,) cross-entropy in nats."""
    logits = slopes * x + offsets
    found: Floats = (np.logaddexp(0.0, logits) - aims * logits).sum(axis=0)
    return found


def calibration_error(probabilities: Floats, labels: npt.NDArray[np.bool_]) -> float:
    """The mean distance of what was promised from what came true, over ten bins of equal width (ECE)."""
    places = np.minimum((probabilities * _BINS).astype(np.int64), _BINS - 1).ravel()
    promised = np.bincount(places, weights=probabilities.ravel(), minlength=_BINS)
    true = np.bincount(places, weights=labels.ravel(), minlength=_BINS)
    return float(np.abs(promised - true).sum() / labels.size)
