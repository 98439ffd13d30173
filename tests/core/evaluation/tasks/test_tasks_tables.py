"""Files of rows in the forms that benchmarks are published in."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assay.benchmarks.tasks.tables import Place, read_document, read_objects, shards
from assay.errors import EvaluationError

ROWS: list[dict[str, Any]] = [
    {"paper_id": "a", "label": ["x", "y"], "year": 2001},
    {"paper_id": "b", "label": [], "year": None},
]


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [row for _, row in read_objects("Task", path, usual="table")]


def test_parquet_and_json_lines_give_the_same_rows(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "test.parquet")
    with gzip.open(tmp_path / "test.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in ROWS)
    assert rows_of(tmp_path / "test.parquet") == ROWS == rows_of(tmp_path / "test.jsonl.gz")
    assert [place.line for place, _ in read_objects("Task", tmp_path / "test.parquet", usual="table")] == [
        1,
        2,
    ]


def test_the_first_shard_stands_for_all_and_so_does_a_folder(tmp_path: Path) -> None:
    for k, row in enumerate(ROWS):
        pq.write_table(pa.Table.from_pylist([row]), tmp_path / f"train-{k:05}-of-00002.parquet")
    (tmp_path / "index.duckdb").write_bytes(b"an index of the host's")
    assert rows_of(tmp_path / "train-00000-of-00002.parquet") == ROWS == rows_of(tmp_path)
    (tmp_path / "train-00001-of-00002.parquet").unlink()
    with pytest.raises(EvaluationError, match=r"train-00001-of-00002.parquet, task 'Task': it is missing"):
        rows_of(tmp_path / "train-00000-of-00002.parquet")


def test_a_folder_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"no file in it ends in .parquet"):
        rows_of(tmp_path)


@pytest.mark.parametrize("indent", [None, 2])
def test_an_object_of_papers_gives_each_with_its_id(tmp_path: Path, indent: int | None) -> None:
    papers = {"a": {"title": "A"}, "b": {"doc_id": "c", "title": "B"}}
    path = tmp_path / "papers.json"
    path.write_text(json.dumps(papers, indent=indent), encoding="utf-8")
    assert rows_of(path) == [{"doc_id": "a", "title": "A"}, {"doc_id": "c", "title": "B"}]


def test_json_lines_may_be_called_json(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    path.write_text('{"doc_id": "a"}\n{"doc_id": "b"}\n', encoding="utf-8")
    assert rows_of(path) == [{"doc_id": "a"}, {"doc_id": "b"}]


def test_qrels_have_no_header(tmp_path: Path) -> None:
    path = tmp_path / "test.qrel"
    path.write_text("q1 0 d1 1\n\nq1 0 d2 0\n", encoding="utf-8")
    assert rows_of(path)[1] == {"query_id": "q1", "cand_id": "d2", "score": "0"}
    path.write_text("q1 0 d1 1\nq1 d2 0\n", encoding="utf-8")
    with pytest.raises(EvaluationError, match=r"test.qrel:2, task 'Task': 3 columns instead of 4"):
        rows_of(path)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.parquet", b"PAR1 and no more", r"a.parquet, task 'Task': it cannot be read as Parquet"),
        ("a.jsonl", b'{"a": 1}\n[2]\n', r"a.jsonl:2, task 'Task': not an object"),
        ("a.json", b'{\n"a": {},\n"b": 3}', r"a.json, entry 'b', task 'Task': not an object"),
        ("a.json", b'{\n"a": {},\n"b": {', r"a.json:3, task 'Task': not JSON"),
        ("a.json", b"{\n}\n]", r"a.json:3, task 'Task': not JSON"),
        ("a.json", b"[3]", r"a.json, task 'Task': not an object"),
        ("a.csv", b"pid,class_label\na,1\nb\n", r"a.csv:3, task 'Task': 1 columns, and the header has 2"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(EvaluationError, match=reason):
        rows_of(tmp_path / name)


def test_without_the_library_parquet_is_refused_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "test.parquet")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(EvaluationError, match=r"pyarrow, which is missing. .*extra bench, or write"):
        rows_of(tmp_path / "test.parquet")


def test_a_document_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": [1,\n 2]}', encoding="utf-8")
    assert read_document(Place("Task", tmp_path / "a.json")) == {"a": [1, 2]}


def test_a_folder_of_compressed_shards_is_read_in_their_order(tmp_path: Path) -> None:
    for name, row in (("b.jsonl.gz", ROWS[1]), ("a.jsonl.gz", ROWS[0])):
        (tmp_path / name).write_bytes(gzip.compress(json.dumps(row).encode() + b"\n"))
    for name in ("readme.md", "c.txt.gz", "d.gz"):
        (tmp_path / name).write_text("no rows", encoding="utf-8")
    assert rows_of(tmp_path) == ROWS
    assert shards("Task", tmp_path) == [tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"]
    (tmp_path / "a.jsonl").write_text(json.dumps({"paper_id": "first"}) + "\n", encoding="utf-8")
    assert [row["paper_id"] for row in rows_of(tmp_path)] == ["first", "a", "b"]


def test_a_name_with_numbers_is_a_shard_only_where_it_says_of_how_many(tmp_path: Path) -> None:
    for name in ("train-00000.jsonl", "train-0-of-2.jsonl", "train-00000-of-00001", "train.jsonl"):
        assert shards("Task", tmp_path / name) == [tmp_path / name]
    names = [f"x-y-{k:05}-of-00011.jsonl.gz" for k in range(11)]
    for name in names:
        (tmp_path / name).touch()
    assert shards("Task", tmp_path / names[3]) == [tmp_path / name for name in names]
    (tmp_path / names[10]).unlink()
    with pytest.raises(EvaluationError, match=r"x-y-00010-of-00011.jsonl.gz, task 'Task': .* in 11 files"):
        shards("Task", tmp_path / names[0])
