"""A ranking that learns from the grades of its results (relevance feedback).

Rocchio's method (The SMART Retrieval System, 1971, chapter 14): the query moves towards the papers that are
relevant, and away from those that are not. Here both of its halves move, the vector and the words. From five
grades on it moves along the normal of a logistic model of the relevant papers too, against the others and
some of the library (as AutoTAR draws papers that nobody judged: Cormack and Grossman, SIGIR 2015).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from assay.index import LexicalIndex
from assay.search.query.seeds import Component, direction
from assay.types import Paper, Vectors

RELEVANT = 1.0
"""What the mean of the relevant papers counts for, next to the query's vector."""

OTHERS = 0.2
"""What is taken away of the mean of the papers that are not relevant."""

WORDS = 1.0
"""What the relevant papers' telling stems count for, next to words that were typed."""

N_STEMS = 25

NORMAL = 0.7
"""What the logistic model's normal counts for, next to the query that Rocchio moved."""

FROM_GRADES = 5
"""A model of fewer grades wins nothing beyond chance."""

N_UNJUDGED = 100

OTHER, UNJUDGED = 0.01, 0.001
"""What one paper counts for in the model's loss that is not relevant, or that nobody judged; the relevant
count 1 together, times their mean grade."""

WEAKNESS = 500.0
"""The inverse of the strength of the logistic model's L2 term; 150 and 1,500 do as well."""

Graded = Sequence[tuple[Paper, int]]


def moved(
    parts: Sequence[Component],
    grades: Graded,
    vectors: Mapping[str, Vectors],
    unjudged: Callable[[], Vectors],
) -> list[Component]:
    """Return the parts of a query as one, with what the graded papers add.

    `vectors` are theirs (dim,), of length 1; `unjudged` gives those of other papers (n, dim), where they are
    needed.
    """
    found = [(vectors[paper.doc_id], grade) for paper, grade in grades if paper.doc_id in vectors]
    relevant = [(vector, float(grade)) for vector, grade in found if grade > 0]
    others = [vector for vector, grade in found if grade <= 0]
    total = sum(weight for _, weight in relevant)
    by_rocchio = [
        Component(direction(parts), 1.0),
        *(Component(vector, RELEVANT * weight / total) for vector, weight in relevant),
        *(Component(vector, -OTHERS / len(others)) for vector in others),
    ]
    if len(found) < FROM_GRADES or not relevant or not others:
        return by_rocchio
    normal = _normal(relevant, others, unjudged())
    return [Component(direction(by_rocchio), 1.0), Component(normal, NORMAL)]


def few_of(doc_ids: Iterable[str]) -> list[str]:
    """The same papers whatever their order: those whose ids have the smallest checksums."""
    return heapq.nsmallest(N_UNJUDGED, doc_ids, key=lambda doc_id: (crc32(doc_id.encode()), doc_id))


def _normal(
    relevant: Sequence[tuple[Vectors, float]], others: Sequence[Vectors], unjudged: Vectors
) -> Vectors:
    """(dim,) of the plane between the relevant papers and all others."""
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    limits: Any = threadpool_limits
    points = np.vstack([*(vector for vector, _ in relevant), *others, *unjudged]).astype(np.float64)
    counts = [grade / len(relevant) for _, grade in relevant]
    counts += [OTHER] * len(others) + [UNJUDGED] * len(unjudged)
    labels = np.arange(len(points)) < len(relevant)
    make: Any = LogisticRegression
    with limits(limits=1, user_api="blas"):  # so few numbers that two threads wait for each other
        model = make(C=WEAKNESS, tol=1e-6, max_iter=1000).fit(points, labels, sample_weight=counts)
    return np.asarray(model.coef_[0], np.float32)


def telling_stems(lexical: LexicalIndex, grades: Graded) -> dict[str, float]:
    """The stems that tell the relevant papers from the library's others, with their weights."""
    relevant = [(paper, float(grade)) for paper, grade in grades if grade > 0]
    total = sum(weight for _, weight in relevant)
    found: dict[str, float] = {}
    for paper, weight in relevant:
        for stem, share in lexical.paper_stems(paper).items():
            found[stem] = found.get(stem, 0.0) + WORDS * share * weight / total
    best = sorted(found, key=lambda stem: (-found[stem], stem))[:N_STEMS]
    return {stem: found[stem] for stem in best}
