"""The measures once more, straight from their definitions and in the plainest Python, to compare with."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cmp_to_key

from hypothesis import strategies as st

from assay.types import Qrels, Run

DOC_IDS = [f"d{i}" for i in range(12)] + ["D2", "d10x", "ä", "文", "\uffff", "\U0001f600"]
QUERY_IDS = ["1", "2", "10", "q", "Q"]


def best_first(scores: Mapping[str, float]) -> list[str]:
    """Higher scores first; of two equal ones, the document whose UTF-8 bytes are greater."""

    def order(a: str, b: str) -> int:
        if scores[a] != scores[b]:
            return -1 if scores[a] > scores[b] else 1
        return -1 if a.encode() > b.encode() else 1

    return sorted(scores, key=cmp_to_key(order))


def ndcg(grades: Mapping[str, int], docs: Sequence[str], k: int | None = None) -> float:
    def gain(gains: Sequence[int]) -> float:
        return sum(g / math.log2(place + 2) for place, g in enumerate(gains[:k]))

    ideal = gain(sorted(grades.values(), reverse=True))
    return gain([grades.get(d, 0) for d in docs]) / ideal if ideal else 0.0


def precision(grades: Mapping[str, int], docs: Sequence[str], k: int, rel: int = 1) -> float:
    return sum(grades.get(d, 0) >= rel for d in docs[:k]) / k


def recall(grades: Mapping[str, int], docs: Sequence[str], k: int, rel: int = 1) -> float:
    relevant = [d for d, grade in grades.items() if grade >= rel]
    return len(set(relevant) & set(docs[:k])) / len(relevant) if relevant else 0.0


def average_precision(
    grades: Mapping[str, int], docs: Sequence[str], k: int | None = None, rel: int = 1
) -> float:
    n_relevant = sum(grade >= rel for grade in grades.values())
    hits = [place for place, d in enumerate(docs[:k], start=1) if grades.get(d, 0) >= rel]
    return sum(precision(grades, docs, place, rel) for place in hits) / n_relevant if n_relevant else 0.0


def reciprocal_rank(
    grades: Mapping[str, int], docs: Sequence[str], k: int | None = None, rel: int = 1
) -> float:
    return next((1 / i for i, d in enumerate(docs[:k], start=1) if grades.get(d, 0) >= rel), 0.0)


def judged(grades: Mapping[str, int], docs: Sequence[str], k: int) -> float:
    shown = docs[:k]
    return len([d for d in shown if d in grades]) / len(shown) if shown else 0.0


def success(grades: Mapping[str, int], docs: Sequence[str], k: int, rel: int = 1) -> float:
    return 1.0 if any(grades.get(d, 0) >= rel for d in docs[:k]) else 0.0


def r_precision(grades: Mapping[str, int], docs: Sequence[str], rel: int = 1) -> float:
    n_relevant = sum(grade >= rel for grade in grades.values())
    return precision(grades, docs, n_relevant, rel) if n_relevant else 0.0


def bpref(grades: Mapping[str, int], docs: Sequence[str], k: int | None = None, rel: int = 1) -> float:
    """Buckley and Voorhees (SIGIR 2004), as trec_eval has it since version 8."""
    n_relevant = sum(grade >= rel for grade in grades.values())
    n_others = len(grades) - n_relevant
    shown = [d for d in docs[:k] if d in grades]
    total = 0.0
    for place, d in enumerate(shown):
        if grades[d] >= rel:
            above = sum(grades[other] < rel for other in shown[:place])
            total += 1 - min(above, n_relevant) / min(n_relevant, n_others) if above else 1.0
    return total / n_relevant if n_relevant else 0.0


def rank_biased(
    grades: Mapping[str, int], docs: Sequence[str], p: float, k: int | None = None, rel: int = 1
) -> float:
    return sum((1 - p) * p ** (i - 1) for i, d in enumerate(docs[:k], start=1) if grades.get(d, 0) >= rel)


REFERENCE = {
    "Success@1": lambda g, d: success(g, d, 1),
    "Success(rel=2)@5": lambda g, d: success(g, d, 5, 2),
    "Rprec": r_precision,
    "Rprec(rel=2)": lambda g, d: r_precision(g, d, 2),
    "Bpref": bpref,
    "Bpref(rel=2)": lambda g, d: bpref(g, d, rel=2),
    "Bpref@3": lambda g, d: bpref(g, d, 3),
    "RBP(p=0.8)": lambda g, d: rank_biased(g, d, 0.8),
    "RBP(p=0.5,rel=2)@3": lambda g, d: rank_biased(g, d, 0.5, 3, 2),
    "nDCG": ndcg,
    "nDCG@1": lambda g, d: ndcg(g, d, 1),
    "nDCG@10": lambda g, d: ndcg(g, d, 10),
    "AP": average_precision,
    "AP@3": lambda g, d: average_precision(g, d, 3),
    "AP(rel=2)": lambda g, d: average_precision(g, d, rel=2),
    "RR": reciprocal_rank,
    "RR@3": lambda g, d: reciprocal_rank(g, d, 3),
    "RR@10": lambda g, d: reciprocal_rank(g, d, 10),
    "RR(rel=2)@3": lambda g, d: reciprocal_rank(g, d, 3, 2),
    "P@5": lambda g, d: precision(g, d, 5),
    "P(rel=2)@5": lambda g, d: precision(g, d, 5, 2),
    "R@3": lambda g, d: recall(g, d, 3),
    "R@100": lambda g, d: recall(g, d, 100),
    "R(rel=2)@3": lambda g, d: recall(g, d, 3, 2),
    "Judged@10": lambda g, d: judged(g, d, 10),
    "Judged@3": lambda g, d: judged(g, d, 3),
}

grades_of_a_query = st.dictionaries(st.sampled_from(DOC_IDS), st.integers(0, 4), min_size=1, max_size=12)
scores_of_a_query = st.dictionaries(
    st.sampled_from(DOC_IDS),
    st.one_of(  # few distinct values give many ties; the last two are one number in float32
        st.sampled_from([0.0, 1.0, -1.0, 0.5, 1e30, 0.1234567891, 0.1234567892]),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    max_size=15,
)
some_qrels: st.SearchStrategy[Qrels] = st.dictionaries(
    st.sampled_from(QUERY_IDS), grades_of_a_query, min_size=1
)
some_run: st.SearchStrategy[Run] = st.dictionaries(st.sampled_from([*QUERY_IDS, "other"]), scores_of_a_query)
