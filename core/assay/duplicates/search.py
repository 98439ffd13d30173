"""The papers of a library that are one: candidates, a quick look, a comparison in full, groups."""

from __future__ import annotations

import logging
import time
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from assay.codec import decode, encode
from assay.duplicates.comparison import (
    FIRST_WORDS,
    LEAST_ALIKE,
    compare,
    title_forms,
    traits_of,
)
from assay.duplicates.types import Duplicates, Group, Likeness, Verdict
from assay.importers.entries.identity import PREPRINT_DOIS, identity_keys
from assay.importers.entries.titles import name_words
from assay.messages import message
from assay.progress import Progress, silent
from assay.types import Paper
from assay.workers import Job, Workers

BLOCK = 60  # papers of one key that are all compared with each other
NEIGHBOURS = 8  # of each paper, where a key has more papers than that
BEGINNING = 20  # letters of a title that make a key
RARE_WORDS = 4  # of a title, of which each two make a key
CODES_AT_ONCE = 4_000_000  # codes of pairs, 8 bytes each, before what was found twice is thrown away

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
        """Put papers at the end; their abstracts are not looked at."""
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
    """Return the pairs of papers that share a key."""
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
            if sum(map(len, waiting)) > CODES_AT_ONCE:
                found, waiting = np.unique(np.concatenate((found, *waiting))), []
    found = np.unique(np.concatenate((found, *waiting)))
    pairs = np.stack((found // max(n, 1), found % max(n, 1)), axis=1)
    return Candidates(pairs, n_cut)


def _codes(one: Codes, two: Codes, n: int) -> Codes:
    """Return one number a pair, the smaller row first; a paper that has a key twice is no pair."""
    lower, upper = np.minimum(one, two), np.maximum(one, two)
    different = lower != upper
    codes: Codes = lower[different] * n + upper[different]
    return codes


def _n_beyond(size: int, reach: int) -> int:
    """Return the pairs of a block that lie further apart than `reach`."""
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


Identifiers = Mapping[str, Mapping[str, str]]
"""doc_id -> kind of identifier ("doi", "pmid", ...) -> the identifier; unknown ones are left out."""


def grouped(
    links: Iterable[Likeness], apart: Collection[tuple[str, str]] = (), identifiers: Identifiers | None = None
) -> tuple[list[Group], list[Likeness]]:
    """Return the groups that the links of verdict SAME make, and the links that had to give way.

    No group holds two papers of `apart`, or two identifiers of one kind, however they are linked. The surest
    links come first, so where one of two must give way it is the less sure, in whichever order they are
    given. A link that gives way comes back as POSSIBLE, with the reason.
    """
    sets = _Sets(apart, identifiers or {})
    joining: list[Likeness] = []
    refused: list[Likeness] = []
    for link in sorted(links, key=lambda link: (-link.score, link.doc_id, link.other)):
        if between := sets.keeps_apart(link.doc_id, link.other):
            reason = message("but '{0}' and '{1}' are not one paper", *between[:2])
            refused.append(replace(link, verdict=Verdict.POSSIBLE, reasons=(*link.reasons, reason)))
        elif sets.join(link.doc_id, link.other):
            joining.append(link)
    by_root: dict[str, list[Likeness]] = {}
    for link in joining:
        by_root.setdefault(sets.root(link.doc_id), []).append(link)
    groups = [
        Group(tuple(sorted(sets.members(root))), min(link.score for link in found), tuple(found))
        for root, found in by_root.items()
    ]
    return sorted(groups, key=lambda group: group.doc_ids), refused


class _Sets:
    """Disjoint sets of ids (union-find) that know which ids may never be in one set."""

    def __init__(self, apart: Collection[tuple[str, str]], identifiers: Identifiers) -> None:
        self._identifiers = identifiers
        self._known: dict[str, dict[str, str]] = {}  # root -> kind of identifier -> a member that has one
        self._parent: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        self._apart: dict[str, set[str]] = {}
        for one, two in apart:
            self._apart.setdefault(one, set()).add(two)
            self._apart.setdefault(two, set()).add(one)

    def root(self, name: str) -> str:
        parent = self._parent.setdefault(name, name)
        while parent != self._parent[parent]:
            parent = self._parent[parent] = self._parent[self._parent[parent]]
        self._parent[name] = parent
        return parent

    def members(self, name: str) -> list[str]:
        root = self.root(name)
        return self._members.setdefault(root, [root])

    def keeps_apart(self, one: str, two: str) -> tuple[str, str] | None:
        """A member of each one's set that are to stay apart, the first by name; None if there is none."""
        mine, theirs = self._holders(one), self._holders(two)
        for kind in sorted(mine.keys() & theirs.keys()):
            holder, other = mine[kind], theirs[kind]
            if self._identifiers[holder][kind] != self._identifiers[other][kind]:
                return min(holder, other), max(holder, other)
        others = set(self.members(two))
        found = [
            (min(member, other), max(member, other))
            for member in self.members(one)
            for other in self._apart.get(member, set()) & others
        ]
        return min(found, default=None)

    def _holders(self, name: str) -> dict[str, str]:
        """A set has at most one identifier of a kind, so any member that has one speaks for all."""
        root = self.root(name)
        return self._known.setdefault(root, dict.fromkeys(self._identifiers.get(root, ()), root))

    def join(self, one: str, two: str) -> bool:
        """Make one set of the two; False if they are one already."""
        first, second = sorted((self.root(one), self.root(two)), key=lambda r: (-len(self.members(r)), r))
        if first == second:
            return False
        holders = {**self._holders(second), **self._holders(first)}
        self._parent[second] = first
        self._known[first] = holders
        self.members(first).extend(self._members.pop(second))
        return True


AT_ONCE = 100_000
ROOM = 5  # percent by which the quick look is more generous than the comparison that follows


def screened(columns: Columns, pairs: Codes, *, progress: Progress) -> Iterator[tuple[int, int]]:
    """Those of the (n, 2) pairs of rows whose titles are alike in a form of theirs, or that share an id."""
    sorted_words = [tuple(" ".join(sorted(form.split())) for form in forms) for forms in columns.titles]
    first = [forms[0] if forms else "" for forms in sorted_words]
    several = np.fromiter((len(forms) > 1 for forms in sorted_words), bool, len(columns))
    for start in range(0, len(pairs), AT_ONCE):
        progress("comparing titles", start, len(pairs))
        chunk = pairs[start : start + AT_ONCE]
        left, right = chunk[:, 0], chunk[:, 1]
        percent = process.cpdist(
            [first[row] for row in left], [first[row] for row in right],
            scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE - ROOM, dtype=np.float32,
        )  # fmt: skip
        near = percent > 0
        for place in np.flatnonzero(~near):
            one, two = int(left[place]), int(right[place])
            near[place] = (
                _begins(columns, one, two)
                or _shares_id(columns, one, two)
                or ((several[one] or several[two]) and _any_alike(sorted_words[one], sorted_words[two]))
            )
        yield from ((int(one), int(two)) for one, two in chunk[near])
    progress("comparing titles", len(pairs), len(pairs))


def _begins(columns: Columns, one: int, two: int) -> bool:
    return any(
        long.startswith(short + " ") and short.count(" ") + 1 >= FIRST_WORDS
        for mine in columns.titles[one]
        for theirs in columns.titles[two]
        for short, long in (((mine, theirs),) if len(mine) < len(theirs) else ((theirs, mine),))
    )


def _shares_id(columns: Columns, one: int, two: int) -> bool:
    return not set(columns.identifiers[one]).isdisjoint(columns.identifiers[two])


def _any_alike(forms: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return any(fuzz.ratio(form, other) >= LEAST_ALIKE - ROOM for form in forms for other in others)


Load = Callable[[Sequence[str]], Iterable[Paper]]

PAIRS_AT_ONCE = 2000  # whose papers are in memory with their abstracts

log = logging.getLogger(__name__)


def find_duplicates(
    papers: Iterable[Sequence[Paper]],
    load: Load,
    *,
    apart: Collection[tuple[str, str]] = (),
    workers: Workers | None = None,
    progress: Progress = silent,
) -> Duplicates:
    """The papers that are one, versions of one, or may be.

    `papers` gives all papers batch by batch; they may lack abstracts and all authors but the first.
    `load(doc_ids)` gives papers as they are known in full; one that is gone by then is left out. Pairs of
    `apart` are known not to be duplicates: they are not reported, and nothing joins them. `workers` compare
    where there are any. Raises Cancelled where `progress` does, WorkersFailed; nothing is changed by finding.
    """
    started = time.perf_counter()
    columns = Columns()
    for batch in papers:
        columns.add(batch)
        progress("reading papers", len(columns), None)
    pairs = candidates(columns)
    known = {(min(pair), max(pair)) for pair in apart}
    near = screened(columns, pairs.pairs, progress=progress)
    likenesses = [
        likeness
        for likeness in _compared(columns, near, load, progress, workers)
        if (likeness.doc_id, likeness.other) not in known
    ]
    of = {verdict: [found for found in likenesses if found.verdict is verdict] for verdict in Verdict}
    kept_apart = {*known, *((found.doc_id, found.other) for found in likenesses if found.apart)}
    kept_apart |= {(found.doc_id, found.other) for found in of[Verdict.VERSION]}
    groups, refused = grouped(of[Verdict.SAME], kept_apart, _identifiers(columns))
    log.info(
        "found %d groups of duplicates, %d versions, %d doubts among %d papers by %d pairs in %.1f s",
        len(groups), len(of[Verdict.VERSION]), len(of[Verdict.POSSIBLE]) + len(refused), len(columns),
        len(pairs.pairs), time.perf_counter() - started,
    )  # fmt: skip
    return Duplicates(
        groups=tuple(groups),
        versions=_sorted(of[Verdict.VERSION]),
        doubtful=_sorted([*of[Verdict.POSSIBLE], *refused]),
        n_papers=len(columns),
        n_compared=len(pairs.pairs),
        n_cut=pairs.n_cut,
    )


@dataclass(frozen=True, slots=True)
class _Shard:
    pairs: tuple[tuple[str, str], ...]
    papers: tuple[Paper, ...]  # of the pairs; one that is gone by now is left out

    def likenesses(self) -> list[Likeness]:
        traits = {paper.doc_id: traits_of(paper) for paper in self.papers}
        known = ((traits[one], traits[two]) for one, two in self.pairs if one in traits and two in traits)
        return [found for one, two in known if (found := compare(one, two))]


def _compared(
    columns: Columns,
    near: Iterator[tuple[int, int]],
    load: Load,
    progress: Progress,
    workers: Workers | None,
) -> Iterator[Likeness]:
    """Yield what is alike, in the order of the pairs."""

    def shard(rows: Iterable[tuple[int, int]]) -> _Shard:
        pairs = tuple((columns.doc_ids[one], columns.doc_ids[two]) for one, two in rows)
        return _Shard(pairs, tuple(load(list(dict.fromkeys(doc_id for pair in pairs for doc_id in pair)))))

    done = 0
    if workers is None:
        while own := list(islice(near, PAIRS_AT_ONCE)):
            yield from shard(own).likenesses()
            done += len(own)
            progress("comparing papers", done, None)
        return
    rows = np.array(list(near), dtype=np.int64).reshape(-1, 2)
    cuts = range(0, len(rows), PAIRS_AT_ONCE)
    answers: dict[int, bytes] = {}
    answers.update(
        workers.run(
            Job(__name__, ""),
            len(cuts),
            lambda place: encode(shard(rows[cuts[place] : cuts[place] + PAIRS_AT_ONCE].tolist())).encode(),
            pulse=lambda: progress("comparing papers", len(answers) * PAIRS_AT_ONCE, len(rows)),
        )
    )
    for place in range(len(cuts)):
        yield from decode(answers[place], list[Likeness])


def open_job(settings: str, device: str) -> Callable[[bytes], bytes]:  # noqa: ARG001 - needs neither
    """Compare shards of pairs, in a worker."""
    return lambda shard: encode(decode(shard, _Shard).likenesses()).encode()


def _identifiers(columns: Columns) -> dict[str, dict[str, str]]:
    """doc_id -> kind -> identifier. A paper may have the DOI of a preprint server and a publisher's."""
    found: dict[str, dict[str, str]] = {}
    for doc_id, keys in zip(columns.doc_ids, columns.identifiers, strict=True):
        for key in keys:
            kind, _, identifier = key.partition(":")
            is_preprint = kind == "doi" and identifier.startswith(PREPRINT_DOIS)
            found.setdefault(doc_id, {})["preprint" if is_preprint else kind] = identifier
    return found


def _sorted(likenesses: Iterable[Likeness]) -> tuple[Likeness, ...]:
    """Return the surest first."""
    return tuple(sorted(likenesses, key=lambda found: (-found.score, found.doc_id, found.other)))
