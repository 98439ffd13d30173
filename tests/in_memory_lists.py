"""Candidate lists in memory, as small tests and the old way in measurements have them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from assay.training.data.lists.candidates import CandidateLists, N, lists_of, rows_of
from assay.types import Qrels, Run


def candidate_lists(
    run: Run, qrels: Qrels, rows: Mapping[str, int], *, n: int = N, add_relevant: bool = True
) -> CandidateLists:
    """Return the lists of all queries of the run that have something relevant (a grade above 0), in memory.

    `rows` is doc_id -> row of the documents; for the rest see `lists_of`.
    """
    names, without, ids, grades = [], [], [np.zeros(0, np.int32)], [np.zeros(0, np.float32)]
    for one in lists_of(run.items(), qrels, rows_of(rows), n=n, add_relevant=add_relevant):
        if not len(one.ids):
            without.append(one.query_id)
            continue
        names.append(one.query_id)
        ids.append(one.ids)
        grades.append(one.grades)
    ends = np.cumsum([len(own) for own in ids[1:]], dtype=np.int64)
    return CandidateLists(tuple(names), ends, np.concatenate(ids), np.concatenate(grades), tuple(without))


def save(lists: CandidateLists, folder: Path) -> None:
    """Write the three files of lists as they are described: numbers, and names with where each list ends."""
    folder.mkdir(parents=True, exist_ok=True)
    np.ascontiguousarray(lists.ids).tofile(folder / "candidates.int32")
    np.ascontiguousarray(lists.grades).tofile(folder / "grades.float32")
    names = {"query_ids": lists.query_ids, "ends": lists.ends.tolist(), "without": lists.without, "format": 1}
    (folder / "lists.json").write_text(json.dumps(names), encoding="utf-8")
