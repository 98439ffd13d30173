"""For each query the papers that it learns to put in order, and which of them are relevant.

The first `n` of a first stage, and before them what is relevant and was not found (as CODER has it): a
list is as long as `n` and the missing ones together. What is relevant has its grade, all else -inf, whether
it was judged not relevant or never. A query without anything relevant teaches nothing: it is left out, and
named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.codec import decode, encode
from assay.errors import BadInput
from assay.messages import message
from assay.training.data.holdout import example_rng
from assay.training.data.lists.documents import NO_ROW
from assay.types import Qrels

N = 1000
ABSENT = -np.inf
_FORMAT = 1
_LISTS = "lists.json"
_IDS, _GRADES = "candidates.int32", "grades.float32"
LIST_FILES = (_IDS, _GRADES, _LISTS)

Ids = npt.NDArray[np.int32]
Grades = npt.NDArray[np.float32]
RowsOf = Callable[[Sequence[str]], Ids]
"""(n,) rows of ids; NO_ROW for what is none of the documents."""


@dataclass(frozen=True, slots=True)
class CandidateLists:
    """Lists of rows of a `Documents`, one after the other; they may lie in files that are mapped."""

    query_ids: tuple[str, ...]
    ends: npt.NDArray[np.int64]  # (queries,) where each list ends, and the next begins
    ids: Ids  # (candidates of all,) rows
    grades: Grades  # (candidates of all,)
    without: tuple[str, ...] = ()  # queries that were left out: nothing is relevant

    def __len__(self) -> int:
        return len(self.query_ids)

    def batch(self, places: Sequence[int]) -> tuple[Ids, Grades]:
        """(b, longest) ids and grades of some lists; `NO_ROW` and -inf where a list is shorter."""
        parts = [slice(int(self.ends[place - 1]) if place else 0, int(self.ends[place])) for place in places]
        longest = max(part.stop - part.start for part in parts)
        ids = np.full((len(parts), longest), NO_ROW, dtype=np.int32)
        grades = np.full((len(parts), longest), ABSENT, dtype=np.float32)
        for row, part in enumerate(parts):
            ids[row, : part.stop - part.start] = self.ids[part]
            grades[row, : part.stop - part.start] = self.grades[part]
        return ids, grades


@dataclass(frozen=True, slots=True)
class _Names:
    """The lists but for their candidates."""

    query_ids: tuple[str, ...]
    ends: tuple[int, ...]  # of each list, among all candidates
    without: tuple[str, ...]
    format: int = _FORMAT


@dataclass(frozen=True, slots=True)
class OneList:
    """The candidates of one query; none where nothing is relevant."""

    query_id: str
    ids: Ids
    grades: Grades
    missed: int = 0  # relevant papers that the first stage had not found, which stand first


def rows_of(rows: Mapping[str, int]) -> RowsOf:
    """Return what looks ids up in a mapping."""
    return lambda names: np.fromiter((rows.get(name, NO_ROW) for name in names), np.int32, len(names))


def lists_of(
    ranked: Iterable[tuple[str, Mapping[str, float]]],
    qrels: Qrels,
    rows: RowsOf,
    *,
    n: int = N,
    add_relevant: bool = True,
) -> Iterator[OneList]:
    """The list of each query (query id, doc_id -> score), as they come: a run may have fewer than `n` papers.

    Without `add_relevant` what the first stage missed stays missing, as it is where a model is measured.
    Ties are broken as trec_eval breaks them, by doc_id from the last. Raises BadInput for `n` below 1, and
    for candidates and relevant papers that have no row.
    """
    if n < 1:
        raise BadInput("{0} candidates a query: take at least 1.", n)
    nothing = np.zeros(0, np.int32), np.zeros(0, np.float32)
    for query_id, scores in ranked:
        wanted = {doc_id: grade for doc_id, grade in qrels.get(query_id, {}).items() if grade > 0}
        best = sorted(scores, key=lambda doc_id: (scores[doc_id], doc_id), reverse=True)[:n]
        found = set(best)
        missed = [doc_id for doc_id in wanted if doc_id not in found] if add_relevant else []
        own = [*missed, *best]
        if not any(doc_id in wanted for doc_id in own):
            yield OneList(query_id, *nothing)
            continue
        ids = rows(own)
        if (ids == NO_ROW).any():
            raise _unknown(query_id, own, ids)
        grades = np.array([wanted.get(doc_id, ABSENT) for doc_id in own], dtype=np.float32)
        yield OneList(query_id, ids, grades, len(missed))


def with_random(found: Iterable[OneList], n: int, *, n_documents: int, seed: int) -> Iterator[OneList]:
    """Each list with `n` more rows that it does not have, drawn by chance; all that are left where fewer are.

    They are of all papers, and the same in every epoch; CODER draws others in each batch (`with_others`).
    """
    for one in found:
        if not n or not len(one.ids):
            yield one
            continue
        rng = example_rng(seed, one.query_id, 0, 0)
        several = rng.choice(n_documents, min(n_documents, n + len(one.ids)), replace=False)
        drawn = several[~np.isin(several, one.ids)][:n].astype(np.int32)
        absent = np.full(len(drawn), ABSENT, dtype=np.float32)
        ids, grades = np.concatenate([one.ids, drawn]), np.concatenate([one.grades, absent])
        yield replace(one, ids=ids, grades=grades)


@dataclass(frozen=True, slots=True)
class WrittenLists:
    """What `write_lists` wrote."""

    query_ids: tuple[str, ...] = ()
    without: tuple[str, ...] = ()  # queries that were left out: nothing is relevant
    candidates: int = 0  # of all
    missed: int = 0  # relevant papers that the first stage had not found


def write_lists(folder: Path, found: Iterable[OneList]) -> WrittenLists:
    """Write what `open_lists` opens, one list in memory at a time; the names come last. Raises OSError.

    Nothing stays of lists that cannot be had, or of none at all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[bool, list[str]] = {True: [], False: []}
    ends, missed = [0], 0
    try:
        with (folder / _IDS).open("wb") as ids, (folder / _GRADES).open("wb") as grades:
            for one in found:
                names[len(one.ids) > 0].append(one.query_id)
                missed += one.missed
                if len(one.ids):
                    ids.write(one.ids.tobytes())
                    grades.write(one.grades.tobytes())
                    ends.append(ends[-1] + len(one.ids))
        if names[True]:
            lists = _Names(tuple(names[True]), tuple(ends[1:]), tuple(names[False]))
            (folder / _LISTS).write_text(encode(lists), encoding="utf-8")
    finally:
        if not (folder / _LISTS).exists():
            (folder / _IDS).unlink(missing_ok=True)
            (folder / _GRADES).unlink(missing_ok=True)
    return WrittenLists(tuple(names[True]), tuple(names[False]), ends[-1], missed)


def with_others(
    ids: Ids, grades: Grades, n: int, *, n_documents: int, rng: np.random.Generator
) -> tuple[Ids, Grades]:
    """A batch (b, longest + n): each list with `n` candidates of the others that are none of its own.

    None is drawn twice. Where the batch has too few, papers of the whole collection join them (CODER).
    """
    batch = np.unique(ids[ids != NO_ROW])
    drawn = np.full((len(ids), n), NO_ROW, dtype=np.int32)
    for row, own in enumerate(ids):
        others = np.setdiff1d(batch, own)
        if len(others) < n:
            more = rng.integers(n_documents, size=2 * (n + len(own)), dtype=np.int32)
            others = np.setdiff1d(np.union1d(others, more), own)
        drawn[row, : len(others)] = rng.choice(others, min(n, len(others)), replace=False)
    return np.hstack([ids, drawn]), np.hstack([grades, np.full(drawn.shape, ABSENT, dtype=np.float32)])


def _unknown(query_id: str, doc_ids: Sequence[str], ids: Ids) -> BadInput:
    unknown = np.flatnonzero(ids == NO_ROW)
    return BadInput(
        "Query {0}: {1} of its {2} candidates are not papers of the index, the first of them {3}. Index "
        "the papers, or take a ranking of this library.",
        query_id,
        len(unknown),
        len(doc_ids),
        repr(doc_ids[unknown[0]]),
    )


def open_lists(folder: Path, *, n_documents: int) -> CandidateLists:
    """Map lists that were saved, without reading them. Raises BadInput for damaged or truncated files."""
    found = _names(folder / _LISTS)
    names, ends = found.query_ids, np.array(found.ends, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    if len(names) != len(ends) or (np.diff(ends, prepend=0) < 1).any():
        raise _damaged(folder / _LISTS, "its lists have no end each")
    ids = _mapped(folder / _IDS, np.int32, total)
    if total and (int(ids.min()) < 0 or int(ids.max()) >= n_documents):
        raise _damaged(folder / _IDS, "it names papers beyond the {0} that there are", f"{n_documents:,}")
    grades = _mapped(folder / _GRADES, np.float32, total)
    best = np.maximum.reduceat(grades, np.concatenate([[0], ends[:-1]])) if total else grades
    if not np.isfinite(best).all():
        raise _damaged(folder / _GRADES, "a list has nothing relevant, or a grade that is not a number")
    return CandidateLists(names, ends, ids, grades, found.without)


def _names(path: Path) -> _Names:
    try:
        found = decode(path.read_bytes(), _Names)
    except (OSError, BadInput) as error:
        raise _damaged(path, "it cannot be read: {0}", error) from error
    if found.format != _FORMAT:
        raise _damaged(path, "another version of Assay wrote it")
    return found


def _mapped(path: Path, dtype: Any, n: int) -> npt.NDArray[Any]:
    size = path.stat().st_size if path.exists() else 0
    if size != n * np.dtype(dtype).itemsize:
        raise _damaged(
            path, "it has {0} bytes, and {1} candidates take another number", f"{size:,}", f"{n:,}"
        )
    return np.memmap(path, dtype=dtype, mode="r") if n else np.zeros(0, dtype=dtype)


def _damaged(path: Path, what: str, *values: object) -> BadInput:
    return BadInput("The candidates in {0}: {1}. Have them retrieved again.", path, message(what, *values))
