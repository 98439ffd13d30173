"""SciDocs' *recommend*: a small network learns from clicks, and ranks what was shown with other queries.

Cohan et al. 2020, "SPECTER", section 4; features, measures and settings as in allenai/scidocs at ebf239d
(`scidocs/recommender`, `recomm_click_eval.py`) and its `train_similar_papers_model.json` at b75344d. Titles
are split into words and marks, where that code takes spaCy's English rules.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.details import Details
from assay.benchmarks.tasks.kinds import Click, ClickData, ClickPaper
from assay.errors import EvaluationError
from assay.progress import Progress, silent
from assay.training.model.pair_ranker import fit_ranker
from assay.types import Vectors

METRICS = ("ndcg", "P_1")
FEATURES = (
    "authors", "place", "title", "cosine", "cited by", "references", "cites the query", "query cites",
    "age", "years apart", "citations",
)  # fmt: skip
_OTHERS = 10  # of a click's other papers that are learned from
_UNKNOWN = ClickPaper()

Features = npt.NDArray[np.float32]


def score_clicks(
    data: ClickData, vectors: Vectors, *, progress: Progress = silent
) -> tuple[dict[str, float], Details]:
    """Return {"ndcg": percent, "P_1": percent} over the clicks of the test.

    `vectors` (n, d) are of `data.papers`, in their order. A click counts the more, the less likely its place
    is looked at: by the inverse of its propensity. Raises EvaluationError where a split has no two papers.
    """
    pairs = _Pairs(data, vectors)
    train, validation = (pairs.of(split, data.clicks[split]) for split in ("train", "validation"))
    # The released reader writes every place as 0, by which its loss takes the last place's propensity.
    scores = np.array(data.propensity) / np.mean(data.propensity)
    rank = fit_ranker(train, validation, weight=1 / scores[-1], progress=progress)
    if not data.clicks["test"]:
        raise EvaluationError("there are no clicks to test.")
    weights, found = [], []
    for click in data.clicks["test"]:
        own, *others = rank(pairs.features(click.query, [click.clicked, *_others(click)])).tolist()
        above = sum((each > own) + 0.5 * (each == own) for each in others)
        found.append((1 / math.log2(2 + above), float(above == 0)))
        weights.append(1 / scores[click.shown.index(click.clicked)])
    means = 100 * np.average(np.array(found), axis=0, weights=weights)
    return dict(zip(METRICS, means.tolist(), strict=True)), Details(len(data.clicks["test"]))


class _Pairs:
    """What is known of a query and a paper that was shown with it."""

    def __init__(self, data: ClickData, vectors: Vectors) -> None:
        long = np.asarray(vectors, dtype=np.float64)
        long = long / np.maximum(np.linalg.norm(long, axis=1, keepdims=True), 1e-8)
        self._vectors = dict(zip(data.papers, long, strict=True))
        self._papers: Mapping[str, ClickPaper] = data.known

    def of(self, split: str, clicks: Sequence[Click]) -> tuple[Features, Features]:
        """(n, FEATURES) of papers that were clicked, and of those shown with them that were not."""
        clicked, others = [], []
        for click in clicks:
            own, *rest = self.features(click.query, [click.clicked, *_others(click)[:_OTHERS]])
            clicked += [own] * len(rest)
            others += rest
        if not others:
            raise EvaluationError("no click of {0} was shown with another paper.", split)
        return np.stack(clicked), np.stack(others)

    def features(self, query: str, papers: Sequence[str]) -> Features:
        return np.array([self._row(query, doc_id) for doc_id in papers], dtype=np.float32)

    def _row(self, query: str, doc_id: str) -> list[float]:
        one, other = (self._papers.get(each, _UNKNOWN) for each in (query, doc_id))
        vectors = [self._vectors.get(each) for each in (query, doc_id)]
        return [
            _jaccard(one.authors, other.authors),
            0.0,
            _jaccard(_words(one.title), _words(other.title)),
            0.0 if vectors[0] is None or vectors[1] is None else float(vectors[0] @ vectors[1]),
            _jaccard(one.cited_by, other.cited_by),
            _jaccard(one.references, other.references),
            float(doc_id in one.cited_by or query in other.references),
            float(query in other.cited_by or doc_id in one.references),
            0.0 if other.year is None else _decades(2020 - other.year),
            0.0 if one.year is None or other.year is None else _decades(one.year - other.year),
            math.log(len(other.cited_by) + 1) / 10,
        ]


def _others(click: Click) -> list[str]:
    return [doc_id for doc_id in click.shown if doc_id != click.clicked]


def _words(title: str) -> set[str]:
    return {*re.findall(r"\w+|[^\w\s]", title or "<blank>")}


def _jaccard(a: Collection[str], b: Collection[str]) -> float:
    union = len({*a, *b})
    return len({*a} & {*b}) / union if union else 0.0


def _decades(years: int) -> float:
    """Return two decades as 1, and no more than that."""
    return max(-1.0, min(1.0, years / 20))
