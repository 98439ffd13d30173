"""Reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

RRF_K = 60
"""The paper's constant: it damps the lead of the first ranks."""


def rrf(
    rankings: Mapping[str, Sequence[str]],
    *,
    k: int = RRF_K,
    weights: Mapping[str, Mapping[str, float]] = MappingProxyType({}),
) -> list[tuple[str, float, dict[str, int]]]:
    """Fuse rankings (channel -> doc_ids, best first): (doc_id, score, channel -> rank from 1), best first.

    score = sum over channels of weight / (k + rank), with `weights` channel -> doc_id -> weight, 1 where none
    is given; a channel that does not hold a paper adds nothing. Equal scores are ordered by doc_id, so the
    order of the channels makes no difference.
    """
    ranks: dict[str, dict[str, int]] = {}
    for channel, doc_ids in rankings.items():
        for rank, doc_id in enumerate(doc_ids, start=1):
            ranks.setdefault(doc_id, {}).setdefault(channel, rank)
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
        for doc_id, found in ranks.items()
    ]
    return sorted(fused, key=lambda hit: (-hit[1], hit[0]))
