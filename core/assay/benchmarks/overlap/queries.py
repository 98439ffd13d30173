"""Queries of a benchmark that were trained on, word for word or nearly so."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.errors import BadInput
from assay.evaluation.plain import Plain
from assay.importers.entries.titles import normalised_title

THRESHOLD = 0.8
SHORT = 20  # words
WIDTH = 3  # words in a run

RULE = (
    "Queries are nearly the same if both have at least {share:.0%} of all that the two are made of: words, "
    "where the benchmark's query has fewer than {short}, else runs of {width} words; case, accents and "
    "punctuation set aside (the Jaccard index, of which no pair is missed)."
)

Piece = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NearQuery(Plain):
    """A query of the benchmark, and the nearest of the training data; `similarity` is at most 1."""

    query_id: str
    training_id: str
    similarity: float


@dataclass(frozen=True, slots=True)
class QueryMatches:
    """`pairs` is training query -> queries of the benchmark that are nearly the same."""

    near: tuple[NearQuery, ...]
    pairs: Mapping[str, tuple[str, ...]]


def match_queries(
    training: Mapping[str, str], benchmark: Mapping[str, str], *, threshold: float = THRESHOLD
) -> QueryMatches:
    """Compares every query text of the training data with those of the benchmark, by `RULE`.

    No pair is missed: a training query is only compared with those that share one of its rarest pieces, of
    which two texts that are alike must have one in common. Raises BadInput for a threshold outside 0.5 to 1.
    """
    if not 0.5 <= threshold <= 1:
        raise BadInput(f"Queries cannot be compared at {threshold:g}. Give a share from 0.5 to 1.")
    words = {query_id: normalised_title(text).split() for query_id, text in benchmark.items()}
    kinds = (
        _Index({q: frozenset(own) for q, own in words.items() if 0 < len(own) < SHORT}, threshold),
        _Index({q: runs(own) for q, own in words.items() if len(own) >= SHORT}, threshold),
    )
    short, long = kinds
    best: dict[str, NearQuery] = {}
    pairs: dict[str, tuple[str, ...]] = {}
    for training_id, text in training.items():
        own = normalised_title(text).split()
        found = list(short.like(frozenset(own)))
        if not long.is_foreign(own):
            found += long.like(runs(own))
        for query_id, similarity in found:
            if query_id not in best or similarity > best[query_id].similarity:
                best[query_id] = NearQuery(query_id, training_id, similarity)
        if found:
            pairs[training_id] = tuple(query_id for query_id, _ in found)
    return QueryMatches(tuple(best[q] for q in benchmark if q in best), pairs)


def runs(words: list[str]) -> frozenset[Piece]:
    """All runs of three words; of fewer words the one that there is."""
    if len(words) < WIDTH:
        return frozenset([tuple(words)] if words else ())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


class _Index:
    """Sets of pieces, found again by any set that is alike."""

    def __init__(self, sets: Mapping[str, frozenset[Piece]], threshold: float) -> None:
        self._threshold = threshold
        self._sets = list(sets.items())
        self._places: dict[Piece, dict[int, list[int]]] = {}  # piece -> size of the set -> its places
        self._counts: dict[Piece, int] = {}
        for place, (_, pieces) in enumerate(self._sets):
            for piece in pieces:
                self._places.setdefault(piece, {}).setdefault(len(pieces), []).append(place)
                self._counts[piece] = self._counts.get(piece, 0) + 1

    def is_foreign(self, words: list[str]) -> bool:
        """Whether the first runs of the words alone say that all of them are like no set.

        It is so where more of them are in no set than a text that is alike may have. Most texts end here, at
        a third of the cost.
        """
        beginning = runs(words[: len(words) // 3 + WIDTH])
        may_lack = (1 - self._threshold) * len(words) + 1e-9
        return not self._sets or len(beginning.difference(self._counts)) > may_lack

    def like(self, pieces: frozenset[Piece]) -> Iterator[tuple[str, float]]:
        """(id, Jaccard index) of those at or above the threshold.

        A set that is alike shares at least threshold * n of these n pieces, so it has one of any
        n - threshold * n + 1 of them: the rarest are looked up.
        """
        known = [piece for piece in pieces if piece in self._counts]
        n = len(pieces)
        # A hair below, since 0.8 * 5 may come out as 4.000000000000001.
        needed = max(1, math.ceil(self._threshold * n - 1e-9))
        if len(known) < needed:
            return
        known.sort(key=self._counts.__getitem__)
        sizes = range(needed, int(n / self._threshold + 1e-9) + 1)
        places = {
            place
            for piece in known[: len(known) - needed + 1]
            for size, some in self._places[piece].items()
            if size in sizes
            for place in some
        }
        for place in sorted(places):
            query_id, other = self._sets[place]
            shared = len(pieces & other)
            similarity = shared / (n + len(other) - shared)
            if similarity >= self._threshold - 1e-9:
                yield query_id, similarity
