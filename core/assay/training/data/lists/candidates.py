"""For each query the papers that it learns to put in order, and which of them are relevant.

The first `n` of a first stage, and before them what is relevant and was not found (as CODER has it): a
list is as long as `n` and the missing ones together. What is relevant has its grade, all else -inf, whether
it was judged not relevant or never. A query without anything relevant teaches nothing: it is left out, and
named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.codec import decode, encode
from assay.errors import BadInput
from assay.messages import message
from assay.training.data.holdout import example_rng
from assay.training.data.lists.documents import NO_ROW
from assay.types import Qrels, Run

N = 1000
ABSENT = -np.inf
_FORMAT = 1
_LISTS = "lists.json"
_IDS, _GRADES = "candidates.int32", "grades.float32"
LIST_FILES = (_IDS, _GRADES, _LISTS)

Ids = npt.NDArray[np.int32]
Grades = npt.NDArray[np.float32]


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

    def save(self, folder: Path) -> None:
        """Save two files of numbers and one of names, which comes last. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        np.ascontiguousarray(self.ids).tofile(folder / _IDS)
        np.ascontiguousarray(self.grades).tofile(folder / _GRADES)
        names = _Names(self.query_ids, tuple(self.ends.tolist()), self.without)
        (folder / _LISTS).write_text(encode(names), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class _Names:
    """The lists but for their candidates."""

    query_ids: tuple[str, ...]
    ends: tuple[int, ...]  # of each list, among all candidates
    without: tuple[str, ...]
    format: int = _FORMAT


def candidate_lists(
    run: Run, qrels: Qrels, rows: Mapping[str, int], *, n: int = N, add_relevant: bool = True
) -> CandidateLists:
    """Return the lists of all queries of the run that have something relevant (a grade above 0).

    `rows` is doc_id -> row of the documents; a run may have fewer than `n` papers of a query. Without
    `add_relevant` what the first stage missed stays missing, as it is where a model is measured. Ties are
    broken as trec_eval breaks them, by doc_id from the last. Raises BadInput for `n` below 1, and for
    candidates and relevant papers that have no row.
    """
    if n < 1:
        raise BadInput("{0} candidates a query: take at least 1.", n)
    lists, grades, names, without = [], [], [], []
    for query_id, scores in run.items():
        wanted = {doc_id: grade for doc_id, grade in qrels.get(query_id, {}).items() if grade > 0}
        best = sorted(scores, key=lambda doc_id: (scores[doc_id], doc_id), reverse=True)[:n]
        found = set(best)
        missed = [doc_id for doc_id in wanted if doc_id not in found] if add_relevant else []
        own = [*missed, *best]
        if not any(doc_id in wanted for doc_id in own):
            without.append(query_id)
            continue
        lists.append(_rows(own, rows, query_id))
        grades.append(np.array([wanted.get(doc_id, ABSENT) for doc_id in own], dtype=np.float32))
        names.append(query_id)
    return CandidateLists(
        tuple(names),
        np.cumsum([len(own) for own in lists], dtype=np.int64),
        np.concatenate([*lists, np.zeros(0, dtype=np.int32)]),
        np.concatenate([*grades, np.zeros(0, dtype=np.float32)]),
        tuple(without),
    )


def with_random(lists: CandidateLists, n: int, *, n_documents: int, seed: int) -> CandidateLists:
    """Each list with `n` more rows that it does not have, drawn by chance; all that are left where fewer are.

    They are of all papers, and the same in every epoch; CODER draws others in each batch (`with_others`).
    """
    if not n:
        return lists
    ids, grades, ends = [], [], []
    for place, query_id in enumerate(lists.query_ids):
        own, graded = lists.batch([place])
        others = np.setdiff1d(np.arange(n_documents, dtype=np.int32), own[0])
        rng = example_rng(seed, query_id, 0, 0)
        drawn = others if len(others) <= n else rng.choice(others, n, replace=False)
        ids.append(np.concatenate([own[0], drawn.astype(np.int32)]))
        grades.append(np.concatenate([graded[0], np.full(len(drawn), ABSENT, dtype=np.float32)]))
        ends.append(len(ids[-1]))
    if not ids:
        return lists
    return CandidateLists(
        lists.query_ids,
        np.cumsum(ends, dtype=np.int64),
        np.concatenate(ids),
        np.concatenate(grades),
        lists.without,
    )


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


def _rows(doc_ids: Sequence[str], rows: Mapping[str, int], query_id: str) -> Ids:
    unknown = [doc_id for doc_id in doc_ids if doc_id not in rows]
    if unknown:
        raise BadInput(
            "Query {0}: {1} of its {2} candidates are no papers of the index, the first of them {3}. "
            "Index the papers, or take a ranking of this library.",
            query_id,
            len(unknown),
            len(doc_ids),
            repr(unknown[0]),
        )
    return np.array([rows[doc_id] for doc_id in doc_ids], dtype=np.int32)


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
        raise _damaged(folder / _GRADES, "a list has nothing relevant, or a grade that is no number")
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
