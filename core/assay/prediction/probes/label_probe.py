"""Labels read off a vector, such as a paper's topics: each with a probability that means what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from assay.errors import EvaluationError
from assay.messages import Message, message
from assay.prediction.probes.calibration import Sigmoids, calibration_error, fit_sigmoids
from assay.prediction.probes.folds import FOLDS, Fitted, Folds, cross_fit
from assay.prediction.probes.number_probe import DOUBT
from assay.prediction.probes.ridge import Floats
from assay.prediction.types import LabelQuality
from assay.types import Vectors

LEAST_PAPERS = 40
LEAST_WITH_LABEL = 10
"""A label of fewer papers, or that fewer papers lack, is not learned."""
MOST_LABELS = 200
"""The most frequent ones."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LabelProbe:
    """What predicts labels, in the order of their names."""

    fitted: Fitted
    sigmoids: Sigmoids
    quality: LabelQuality

    def predict(self, vector: Vectors, fold: int | None) -> Floats:
        """Probabilities (t,) of one vector (d,), by the function that did not see `fold`.

        They do not add up to 1: each label is predicted on its own.
        """
        return self.sigmoids(self.fitted(vector, fold))


def fit_labels(
    vectors: Vectors, names: Sequence[str], labels: Flags, folds: Folds, step: Callable[[int], None]
) -> LabelProbe:
    """A probe for labels (n, t) of vectors (n, d): ridge regression, then a sigmoid on scores out of fold.

    Labels that the vectors do not tell are left out. Raises EvaluationError where none is left, or there are
    too few papers.
    """
    if len(labels) < LEAST_PAPERS:
        raise EvaluationError(
            "{0} {0:paper has|papers have} some; {1} of different texts are needed.",
            len(labels),
            LEAST_PAPERS,
        )
    if len(np.unique(folds)) < FOLDS:
        raise EvaluationError(
            "{0} papers have some, but their texts are the same ones again and again; {1} of different "
            "texts are needed.",
            len(labels),
            LEAST_PAPERS,
        )
    counts = labels.sum(axis=0)
    enough = np.minimum(counts, len(labels) - counts) >= LEAST_WITH_LABEL
    often = np.zeros_like(enough)
    often[np.argsort(-np.where(enough, counts, -1), kind="stable")[:MOST_LABELS]] = True
    tried = enough & often
    if not tried.any():
        raise EvaluationError(_why_none(names, counts, len(labels)))
    names, labels = [name for name, kept in zip(names, tried, strict=True) if kept], labels[:, tried]
    fitted, scores = cross_fit(vectors, labels.astype(np.float64), folds, step)
    predictable = _predictable(scores, labels)
    if not predictable.any():
        raise EvaluationError(
            "The vectors of {0} papers do not tell any of the {1} that are frequent enough.",
            len(labels),
            len(names),
        )
    scores, labels = scores[:, predictable], labels[:, predictable]
    names = [name for name, kept in zip(names, predictable, strict=True) if kept]
    quality = _quality(names, scores, labels, folds)
    return LabelProbe(fitted.of(predictable), fit_sigmoids(scores, labels), quality)


def _predictable(scores: Floats, labels: Flags) -> Flags:
    """(t,) whether papers with the label score above the others (Mann and Whitney's U, one-sided, normal)."""
    from scipy.stats import rankdata

    n, positive = len(labels), labels.sum(axis=0)
    above = np.where(labels, rankdata(scores, axis=0), 0.0).sum(axis=0) - positive * (positive + 1) / 2
    spread = np.sqrt(positive * (n - positive) * (n + 1) / 12)
    predictable: Flags = (above - positive * (n - positive) / 2) / spread > NormalDist().inv_cdf(1 - DOUBT)
    return predictable


def _quality(names: Sequence[str], scores: Floats, labels: Flags, folds: Folds) -> LabelQuality:
    """Of probabilities whose sigmoids were fitted on the other folds, as the scores were."""
    from sklearn.metrics import average_precision_score

    found = np.zeros_like(scores)
    for fold in range(FOLDS):
        seen = folds != fold
        found[~seen] = fit_sigmoids(scores[seen], labels[seen])(scores[~seen])
    ap = tuple(float(average_precision_score(y, p)) for y, p in zip(labels.T, scores.T, strict=True))
    return LabelQuality(
        names=tuple(names),
        n=len(labels),
        ap=ap,
        shares=tuple(labels.mean(axis=0).tolist()),
        f1=_f1(found >= 0.5, labels),
        calibration_error=calibration_error(found, labels),
    )


def _f1(predicted: Flags, labels: Flags) -> float:
    """Over all pairs of paper and label; 0 where none is predicted."""
    hits = int((predicted & labels).sum())
    return 2 * hits / (int(predicted.sum()) + int(labels.sum()))


def _why_none(names: Sequence[str], counts: npt.NDArray[np.int64], n: int) -> Message:
    """Return why no label can be predicted: each is too rare, or nearly every paper has it."""
    if not len(counts):
        return message("There are none.")
    most = int(counts.argmax())
    if counts[most] < LEAST_WITH_LABEL:
        return message(
            "None of them has at least {0} papers: the most frequent, '{1}', has {2}.",
            LEAST_WITH_LABEL,
            names[most],
            counts[most],
        )
    return message(
        "'{0}' has {1} of {2} papers: {3} without it are also needed, to tell them apart.",
        names[most],
        counts[most],
        n,
        LEAST_WITH_LABEL,
    )
