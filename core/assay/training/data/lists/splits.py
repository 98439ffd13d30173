"""Queries to learn from and queries to be judged by, parted so that the judgement means something.

Never a pair but a query as a whole stands on one side, and queries that are nearly the same text stand on one
side together. A query that is held out may still ask for a paper that a learned one asks for: a model that
has learned to find that paper will find it again, which says little of others. Such queries are marked,
not left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.errors import BadInput
from assay.training.data.holdout import held_out, joined

ALIKE = 80.0
"""Percent of the letters in common, in order, that make two queries one: what leaks SciFact's claims have."""
MANY = 20_000
"""Of more queries only those are compared that share one of their three rarest words."""
_ROWS = 256  # queries that are compared with all others at once

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Split:
    """Rows of queries; the three together are all of them, and none is in two."""

    train: Rows
    shared: Rows  # held out, and some relevant paper is one of a query of `train` too
    clean: Rows  # held out, and none is

    @property
    def held_out(self) -> Rows:
        return np.sort(np.concatenate([self.shared, self.clean]))


def alike(texts: Sequence[str], relevant: Sequence[Set[Any]] = ()) -> npt.NDArray[np.uint64]:
    """(n,) the group of each query: those nearly the same are in one, and so are those between them.

    Where `relevant` papers are given, queries that share one are together too.
    """
    plain = [" ".join(text.casefold().split()) for text in texts]
    keys: list[list[int]] = [[row] for row in range(len(plain))]
    for rows in _together(plain):
        for one, other in _near([plain[row] for row in rows]):
            keys[rows[other]].append(rows[one])
    numbers = {paper: -1 - place for place, paper in enumerate({paper for own in relevant for paper in own})}
    for row, own in enumerate(relevant):
        keys[row] += [numbers[paper] for paper in own]
    return joined(keys)


def _near(plain: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs of texts that are nearly the same, the earlier first."""
    from rapidfuzz import fuzz, process

    for start in range(0, len(plain), _ROWS):
        some = plain[start : start + _ROWS]
        near = process.cdist(some, plain[start:], scorer=fuzz.ratio, score_cutoff=ALIKE)
        for row, other in np.argwhere(near >= ALIKE).tolist():
            if other > row:
                yield start + row, start + other


def _together(plain: Sequence[str]) -> Iterator[Sequence[int]]:
    """Rows that are compared with each other: all of a few, of many those with a rare word in common."""
    if len(plain) <= MANY:
        yield range(len(plain))
        return
    words = [sorted({*text.split()}) for text in plain]
    often = Counter(chain.from_iterable(words))
    by_word: dict[str, list[int]] = {}
    for row, own in enumerate(words):
        for word in sorted(own, key=often.__getitem__)[:3]:
            by_word.setdefault(word, []).append(row)
    yield from (rows for rows in by_word.values() if len(rows) > 1)


def separable(texts: Sequence[str], relevant: Sequence[Set[Any]], *, most: float) -> npt.NDArray[np.uint64]:
    """The groups of `alike` with queries of one paper together, if none has more than `most` of them (0..1).

    Else the groups of like texts alone: what is held out then shares papers with what is learned.
    """
    groups = alike(texts, relevant)
    largest = int(np.unique(groups, return_counts=True)[1].max()) if len(groups) else 0
    return groups if largest <= most * len(groups) else alike(texts)


def split_queries(
    texts: Sequence[str], relevant: Sequence[Set[Any]], *, share: float, seed: int, apart: bool = False
) -> Split:
    """Hold out about `share` of the queries (0..1), as near below as groups of like queries allow.

    `relevant` are the relevant papers of each query. With `apart` those that share one stand on one side,
    where that is possible (`separable`). The same texts, share and seed give the same split.
    Raises BadInput where there are not two queries that differ.
    """
    groups = separable(texts, relevant, most=1 - share) if apart else alike(texts)
    held = held_out(groups, share, np.random.default_rng([seed, len(texts)]))
    if not held.any():
        raise BadInput(
            "{0} queries, of which {1} differ, are too few to learn from some and be judged by others. "
            "Judge more queries.",
            len(texts),
            len({*groups.tolist()}),
        )
    return _split_of(held, relevant)


def folds(
    texts: Sequence[str], relevant: Sequence[Set[Any]], *, n: int, seed: int, apart: bool = False
) -> list[Split]:
    """`n` splits that hold out every query once. Raises BadInput where fewer than `n` queries differ."""
    groups = separable(texts, relevant, most=1 / n) if apart else alike(texts)
    names, sizes = np.unique(groups, return_counts=True)
    if len(names) < n:
        raise BadInput("{0} queries that differ do not make {1} parts. Judge more queries.", len(names), n)
    fold_of: dict[int, int] = {}
    filled = np.zeros(n, dtype=np.int64)
    order = np.random.default_rng([seed, len(texts)]).permutation(len(names))
    for place in order[
        np.argsort(-sizes[order], kind="stable")
    ]:  # the largest first, where there is most room
        least = int(filled.argmin())
        fold_of[int(names[place])] = least
        filled[least] += sizes[place]
    own = np.array([fold_of[int(group)] for group in groups])
    return [_split_of(own == fold, relevant) for fold in range(n)]


def _split_of(held: npt.NDArray[np.bool_], relevant: Sequence[Set[Any]]) -> Split:
    learned = {paper for own, out in zip(relevant, held, strict=True) if not out for paper in own}
    shares = np.array([not learned.isdisjoint(own) for own in relevant], dtype=np.bool_)
    return Split(np.flatnonzero(~held), np.flatnonzero(held & shares), np.flatnonzero(held & ~shares))
