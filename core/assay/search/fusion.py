"""Rankings of several channels made one: by their scores, or by their ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

Fused = tuple[str, float, dict[str, int]]
"""(doc_id, score, channel -> rank there, from 1)."""

RRF_K = 60
"""The paper's constant: it damps the lead of the first ranks."""

MEANING = 0.8
"""What the cosine counts for next to the words: the best of SciFact's training claims, Cranfield, CISI and
CACM together. The others choose 0.7 to 0.85 where one is left out, and it gains (docs/benchmarks.md)."""

MEANING_OF_PAPERS = 0.95
"""The same where papers are searched with, and nothing was written: their informative stems say less than
what a person types. With it linked papers are nowhere found worse than by meaning alone, with the weight of
what is typed they sometimes are (docs/benchmarks.md)."""


def rrf(
    rankings: Mapping[str, Sequence[str]],
    *,
    k: int = RRF_K,
    weights: Mapping[str, Mapping[str, float]] = MappingProxyType({}),
) -> list[Fused]:
    """Fuse rankings (channel -> doc_ids, best first) by reciprocal rank, best first (Cormack, Clarke and
    Buettcher, SIGIR 2009).

    score = sum over channels of weight / (k + rank), with `weights` channel -> doc_id -> weight, 1 where none
    is given; a channel that does not hold a paper adds nothing. Equal scores are ordered by doc_id, so the
    order of the channels makes no difference.
    """
    # Sorted terms: the sum of floats must not depend on which channel came first.
    fused = [
        (
            doc_id,
            sum(
                sorted(
                    weights.get(channel, {}).get(doc_id, 1.0) / (k + rank) for channel, rank in found.items()
                )
            ),
            found,
        )
        for doc_id, found in ranks_in(rankings).items()
    ]
    return sorted(fused, key=lambda hit: (-hit[1], hit[0]))


def convex(
    rankings: Mapping[str, Sequence[str]],
    words: Mapping[str, float],
    meaning: Mapping[str, float],
    *,
    weight: float = MEANING,
) -> list[Fused]:
    """Fuse the papers of these rankings by their scores, best first, equal ones by doc_id.

    score = weight * meaning + (1 - weight) * words, both at most 1 and, where nothing is farther or has no
    word, 0: the convex combination with theoretical-minimum normalisation of Bruch, Gai and Ingber (TOIS
    2023, section 4). A paper without words scores 0 there. One without a vector has no score for its meaning
    to be left out by: it gets that of the paper whose rank by meaning is the best of its own.
    """
    ranks = ranks_in(rankings)
    falling = sorted(meaning.values(), reverse=True)
    fused = []
    for doc_id, found in ranks.items():
        near = meaning.get(doc_id)
        if near is None:
            near = falling[min(*found.values(), len(falling)) - 1] if falling else 0.0
        fused.append((doc_id, weight * near + (1 - weight) * words.get(doc_id, 0.0), found))
    return sorted(fused, key=lambda hit: (-hit[1], hit[0]))


def ranks_in(rankings: Mapping[str, Sequence[str]]) -> dict[str, dict[str, int]]:
    """doc_id -> channel -> its rank there."""
    ranks: dict[str, dict[str, int]] = {}
    for channel, doc_ids in rankings.items():
        for rank, doc_id in enumerate(doc_ids, start=1):
            ranks.setdefault(doc_id, {}).setdefault(channel, rank)
    return ranks


def behind(
    fused: Sequence[Fused], deeper: Mapping[str, Sequence[tuple[str, float]]], depth: int
) -> list[Fused]:
    """The papers that a fusion so deep left out, by their best rank, equal ones by doc_id.

    They score lower than any fused one: the least fused score, less of it by what their rank would score less
    than the first rank behind the fusion, were they fused by ranks.
    """
    known = {doc_id for doc_id, _, _ in fused}
    ranks: dict[str, dict[str, int]] = {}
    for channel, ranking in deeper.items():
        for rank, (doc_id, _) in enumerate(ranking, start=1):
            if doc_id not in known:
                # An approximate index may find a paper sooner when it looks deeper.
                ranks.setdefault(doc_id, {})[channel] = max(rank, depth + 1)
    least = fused[-1][1] if fused else 1.0
    order = sorted(ranks.items(), key=lambda item: (min(item[1].values()), item[0]))
    return [
        (doc_id, least - abs(least) * (1 - (RRF_K + depth) / (RRF_K + min(found.values()))), found)
        for doc_id, found in order
    ]
