"""Papers and queries of a benchmark that were in the training data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from assay.benchmarks.overlap.material import Material, Record
from assay.errors import BadInput
from assay.importers.entries.titles import compatible_titles, is_generic, is_short, normalised_title

By = Literal["id", "doi", "title", "text"]

PAPER_RULE = (
    "Papers are the same if they have one DOI; or one title, case, accents, markup and punctuation set "
    'aside, unless it is short or says nothing ("Editorial"); or one id, unless their titles tell them '
    "apart; or, where the title is not known, one text."
)

_RESOLVERS = ("https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/", "doi:")


@dataclass(frozen=True, slots=True)
class SharedPaper:
    """A paper of the benchmark, and the first of the training data that is the same."""

    doc_id: str
    training_id: str
    by: By


@dataclass(frozen=True, slots=True)
class PaperMatches:
    """`pairs` is training paper -> papers of the benchmark. `n_clashing` ids are of two different papers."""

    shared: tuple[SharedPaper, ...]
    pairs: Mapping[str, tuple[str, ...]]
    n_clashing: int


def match_papers(training: Material, benchmark: Material) -> PaperMatches:
    """Compare every paper of the training data with those of the benchmark, by `PAPER_RULE`."""
    index = _PaperIndex(benchmark, texts=any(not record.title for record in training.papers.values()))
    ids = training.named and benchmark.named
    found: dict[str, SharedPaper] = {}
    pairs: dict[str, tuple[str, ...]] = {}
    n_clashing = 0
    for training_id, record in training.papers.items():
        own: dict[str, By] = {}
        for doc_id, by in index.same(record):
            own.setdefault(doc_id, by)
        if ids and training_id in benchmark.papers and training_id not in own:
            if _may_be_one(record, benchmark.papers[training_id]):
                own[training_id] = "id"
            else:
                n_clashing += 1
        for doc_id, by in own.items():
            found.setdefault(doc_id, SharedPaper(doc_id, training_id, by))
        if own:
            pairs[training_id] = tuple(own)
    shared = tuple(found[doc_id] for doc_id in benchmark.papers if doc_id in found)
    return PaperMatches(shared, pairs, n_clashing)


class _PaperIndex:
    """The benchmark's papers by what they can be known by."""

    def __init__(self, benchmark: Material, *, texts: bool) -> None:
        self._dois: dict[str, list[str]] = {}
        self._titles: dict[str, list[str]] = {}
        self._texts: dict[str, list[str]] = {}
        for doc_id, record in benchmark.papers.items():
            if doi := bare_doi(record.doi):
                self._dois.setdefault(doi, []).append(doc_id)
            if title := telling_title(record.title):
                self._titles.setdefault(title, []).append(doc_id)
            if texts and (text := _whole(record)):
                self._texts.setdefault(text, []).append(doc_id)

    def same(self, record: Record) -> Iterator[tuple[str, By]]:
        if doi := bare_doi(record.doi):
            yield from ((doc_id, "doi") for doc_id in self._dois.get(doi, ()))
        if record.title:
            # Also of another DOI: a preprint and what was published of it have two.
            yield from ((doc_id, "title") for doc_id in self._titles.get(telling_title(record.title), ()))
        else:
            text = _whole(record)
            yield from ((doc_id, "text") for doc_id in self._texts.get(text, ()))
            yield from ((doc_id, "text") for doc_id in self._titles.get(text, ()))


def bare_doi(doi: str) -> str:
    """Return the DOI in lower case and without a resolver."""
    doi = doi.strip().casefold()
    for resolver in _RESOLVERS:
        doi = doi.removeprefix(resolver)
    return doi


def telling_title(title: str) -> str:
    """Return the normalised title; "" where two papers may well share it."""
    bare = normalised_title(title)
    return "" if is_short(bare) or is_generic(bare) else bare


def _whole(record: Record) -> str:
    return normalised_title(f"{record.title} {record.abstract}")


def _may_be_one(one: Record, other: Record) -> bool:
    return compatible_titles(normalised_title(one.title), normalised_title(other.title))


THRESHOLD = 0.8
SHORT = 20  # words
WIDTH = 3  # words in a run

QUERY_RULE = (
    "Queries are nearly the same if both have at least {share:.0%} of all that the two are made of: words, "
    "where the benchmark's query has fewer than {short}, else runs of {width} words; case, accents and "
    "punctuation set aside (the Jaccard index, of which no pair is missed)."
)

Piece = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NearQuery:
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
    """Compare every query text of the training data with those of the benchmark, by `QUERY_RULE`.

    No pair is missed: a training query is only compared with those that share one of its rarest pieces, of
    which two texts that are alike must have one in common. Raises BadInput for a threshold outside 0.5 to 1.
    """
    if not 0.5 <= threshold <= 1:
        raise BadInput("Queries cannot be compared at {0}. Give a share from 0.5 to 1.", f"{threshold:g}")
    words = {query_id: normalised_title(text).split() for query_id, text in benchmark.items()}
    kinds = (
        _QueryIndex({q: frozenset(own) for q, own in words.items() if 0 < len(own) < SHORT}, threshold),
        _QueryIndex({q: runs(own) for q, own in words.items() if len(own) >= SHORT}, threshold),
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


class _QueryIndex:
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
        """Return whether the first runs of the words alone say that all of them are like no set.

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
