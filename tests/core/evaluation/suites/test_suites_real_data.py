"""Real data of the published benchmarks, where they lie beside the checkout: each form is read."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.suites.availability import read, task_states
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.suites.user_sets import user_sets
from assay.benchmarks.tasks.data import LabelledData, RankedData
from small_benchmarks import write_parquet
from small_tasks import write_rows

pytestmark = pytest.mark.shared_data


def rows_of(path: Path, n: int = 40) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in islice(file, n)]


def ranked(name: str, folder: Path) -> RankedData:
    data = read(task_named(name), folder)
    assert isinstance(data, RankedData)
    return data


def test_scifact_is_read_whole(shared_data: Path) -> None:
    data = ranked("beir/scifact", shared_data)
    sizes = len(data.papers), len(data.queries), sum(map(len, data.qrels.values()))
    assert sizes == (5183, 300, 339)
    assert data.coverage.whole
    assert data.own == {}


def test_the_old_collections_are_sets_of_the_users(shared_data: Path) -> None:
    tasks = {task.id: task for task in user_sets(shared_data)}
    assert {"own/cacm", "own/cisi", "own/cranfield"} <= set(tasks)
    cranfield = read(tasks["own/cranfield"], shared_data)
    assert isinstance(cranfield, RankedData)
    assert (len(cranfield.queries), len(cranfield.papers)) == (225, 1398)  # two of 1,400 have no text
    assert cranfield.coverage.n_rows == 1837
    assert {each.state for each in task_states(shared_data, tasks.values())} == {"present"}


def test_scirepevals_classes_are_read(shared_data: Path, tmp_path: Path) -> None:
    rows = rows_of(shared_data / "scirepeval_samples" / "fos_small.jsonl.gz", 205)
    write_parquet(tmp_path / "scirepeval" / "fos" / "evaluation-00000-of-00001.parquet", rows)
    labels = [{"paper_id": row["corpus_id"], "label": row["labels_text"]} for row in rows]
    for split in ("train", "test"):
        write_parquet(tmp_path / "scirepeval_test" / "fos" / split / "0000.parquet", labels)
    data = read(task_named("scirepeval/fos"), tmp_path)
    assert isinstance(data, LabelledData)
    first = str(rows[0]["corpus_id"])
    assert data.train[0] == (first, ("Mathematics",))
    assert data.papers[first] == (rows[0]["title"].strip(), (rows[0]["abstract"] or "").strip())


def test_scirepevals_candidates_are_read(shared_data: Path, tmp_path: Path) -> None:
    """The samples of training are of the form of the evaluation, the score beside each candidate."""
    authors = rows_of(shared_data / "scirepeval_samples" / "s2and_small.jsonl.gz")
    searches = [
        {"doc_id": f"q{k}", **row}
        for k, row in enumerate(rows_of(shared_data / "scirepeval_samples" / "search_small.jsonl.gz"))
    ]
    for config, rows in (("same_author", authors), ("search", searches)):
        pairs = [
            {
                "query_id": row.get("doc_id") or row["query"]["corpus_id"],
                "cand_id": one["corpus_id"],
                "score": one["score"],
            }
            for row in rows
            for one in row["candidates"]
        ]
        write_rows(tmp_path / "scirepeval" / config / "evaluation.jsonl", rows)
        write_rows(tmp_path / "scirepeval_test" / config / "test.jsonl", pairs)
    near = ranked("scirepeval/same-author", tmp_path)
    assert len(near.queries) == 40
    assert set(near.queries) == {str(row["query"]["corpus_id"]) for row in authors}
    assert near.coverage.whole
    search = ranked("scirepeval/search", tmp_path)
    one = searches[0]["candidates"][0]
    assert search.queries["q0"] == (searches[0]["query"],)
    assert search.papers[str(one["corpus_id"])] == (
        one["title"].strip(),
        one["abstract"].strip(),
        one["venue"].strip(),
        str(int(one["year"])),
    )
