"""Which papers to compare: those that share a trait that few papers have. Never all with all.

Every paper gets some keys (identifiers; the beginning of its title; each two of its rarest words; first
author with year), and papers of one key are compared. A key that very many papers have is cut: there, in the
order of the titles, each is compared with its next neighbours alone. So the work grows with the number of
papers, whatever they are called.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from assay.duplicates.comparison import title_forms
from assay.importers.entries.identity import identity_keys
from assay.importers.entries.titles import name_words
from assay.types import Paper

BLOCK = 60  # papers of one key that are all compared with each other
NEIGHBOURS = 8  # of each paper, where a key has more papers than that
BEGINNING = 20  # letters of a title that make a key
RARE_WORDS = 4  # of a title, of which each two make a key
PAIRS_AT_ONCE = 4_000_000  # codes of pairs, 8 bytes each, before what was found twice is thrown away

Codes = npt.NDArray[np.int64]


@dataclass
class Columns:
    """The papers as narrow columns: what keys are made of, some 300 bytes a paper.

    `people` are a first author's family name with the year, "" where the author is not known.
    """

    doc_ids: list[str] = field(default_factory=list)
    titles: list[tuple[str, ...]] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    identifiers: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, papers: Iterable[Paper]) -> None:
        """Puts papers at the end; their abstracts are not looked at."""
        for paper in papers:
            family = name_words(paper.authors[0])[0] if paper.authors else ""
            self.doc_ids.append(paper.doc_id)
            self.titles.append(title_forms(paper.title))
            self.people.append(f"{family} {paper.year or ''}" if family else "")
            keys = identity_keys(paper)
            self.identifiers.append(tuple(key for key in keys if not key.startswith("title:")))

    def __len__(self) -> int:
        return len(self.doc_ids)


@dataclass(frozen=True)
class Candidates:
    """Pairs of rows, (n, 2) int64, each once, the smaller row first; `n_cut` pairs were left out."""

    pairs: Codes
    n_cut: int


def candidates(columns: Columns) -> Candidates:
    """The pairs of papers that share a key."""
    hashes, rows = _keyed_rows(columns)
    order = np.lexsort((_title_ranks(columns)[rows], hashes))
    hashes, rows = hashes[order], rows[order]
    starts = np.flatnonzero(np.r_[True, hashes[1:] != hashes[:-1]]) if len(hashes) else np.empty(0, np.int64)
    sizes = np.diff(np.r_[starts, len(hashes)])
    found, n_cut = np.empty(0, np.int64), 0
    waiting: list[Codes] = []
    n = len(columns)
    for size in np.unique(sizes[sizes > 1]):
        blocks = starts[sizes == size]
        reach = int(size) - 1 if size <= BLOCK else NEIGHBOURS
        n_cut += len(blocks) * _n_beyond(int(size), reach)
        for distance in range(1, reach + 1):
            first = (blocks[:, None] + np.arange(size - distance)).ravel()
            waiting.append(_codes(rows[first], rows[first + distance], n))
            if sum(map(len, waiting)) > PAIRS_AT_ONCE:
                found, waiting = np.unique(np.concatenate((found, *waiting))), []
    found = np.unique(np.concatenate((found, *waiting)))
    pairs = np.stack((found // max(n, 1), found % max(n, 1)), axis=1)
    return Candidates(pairs, n_cut)


def _codes(one: Codes, two: Codes, n: int) -> Codes:
    """One number a pair, the smaller row first; a paper that has a key twice is no pair."""
    lower, upper = np.minimum(one, two), np.maximum(one, two)
    different = lower != upper
    codes: Codes = lower[different] * n + upper[different]
    return codes


def _n_beyond(size: int, reach: int) -> int:
    """The pairs of a block that lie further apart than `reach`."""
    beyond = max(size - 1 - reach, 0)
    return beyond * (beyond + 1) // 2


def _keyed_rows(columns: Columns) -> tuple[Codes, Codes]:
    """Hashes of keys and the rows that have them, both of one length."""
    frequency = Counter(word for forms in columns.titles for form in forms for word in set(form.split()))
    hashes, rows = array("q"), array("q")  # 8 bytes a key where a list of numbers takes 40
    for row in range(len(columns)):
        keys = {hash(key) for key in _keys(columns, row, frequency)}
        hashes.extend(keys)
        rows.extend([row] * len(keys))
    return np.frombuffer(hashes, dtype=np.int64), np.frombuffer(rows, dtype=np.int64)


def _keys(columns: Columns, row: int, frequency: Counter[str]) -> Iterator[tuple[str, ...]]:
    person = columns.people[row]
    for identifier in columns.identifiers[row]:
        yield ("id", identifier)
    if person:
        yield ("person", person)
    for form in columns.titles[row]:
        yield ("title", form.replace(" ", "")[:BEGINNING])
        # A word that no other title has is no trait to share: it may be mistyped, here or there.
        known = {word for word in form.split() if frequency[word] > 1}
        rare = sorted(known, key=lambda word: (frequency[word], word))[:RARE_WORDS]
        for pair in combinations(sorted(rare), 2):
            yield ("words", *pair)
        if len(rare) == 1:
            yield ("word", rare[0])


def _title_ranks(columns: Columns) -> Codes:
    """The place of each paper in the order of titles, then of ids: what neighbours in a large block are."""
    order = sorted(range(len(columns)), key=lambda row: (columns.titles[row][:1], columns.doc_ids[row]))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
