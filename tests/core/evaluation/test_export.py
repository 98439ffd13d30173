"""Releases as files, read back by the plainest readers."""

from __future__ import annotations

import csv
import errno
import gzip
import hashlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from huggingface_hub import DatasetCard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytrec_eval import RelevanceEvaluator, parse_qrel

from assay.campaign_types import ReleaseItem
from assay.errors import AssayError, BadInput, EvaluationError
from assay.evaluation import CSV_COLUMNS, read_beir, read_qrels, write_release
from assay.evaluation.datasets import DatasetFacts
from assay.types import Paper, Query

PAPERS = [
    Paper("p1", "Owls hunt by sound", "They hear a mouse\nbelow the snow."),
    Paper("p2", "=Bats, and echo", ""),
    Paper("-p3", "", "A paper without a title – 梟 \u2028."),
    Paper("p4", "Never judged", "But part of the corpus."),
]
QUERIES = [
    Query("p1", "Owls hunt by sound", "p1"),
    Query("q2", 'who "hears"\nwhat?'),
    Query("q3", "unjudged"),
]
ITEMS = [
    ReleaseItem("q2", "p1", 2, 2, "adjudicated"),
    ReleaseItem("q2", "-p3", 0, 1, "single"),
    ReleaseItem("p1", "p2", 1, 4, "unanimous"),
]
JUDGED = {("q2", "p1"): 2, ("q2", "-p3"): 0, ("p1", "p2"): 1}
FORMATS = ["trec", "beir", "iclr2022", "csv", "datasets"]


def export(
    path: Path, format: str, items: list[ReleaseItem] = ITEMS, **changes: Any
) -> tuple[list[Path], int]:
    given_parts: dict[str, Any] = {"queries": QUERIES, "papers": PAPERS, **changes}
    report = write_release(path, format=format, items=items, **given_parts)
    return sorted(report.files), report.rows


def json_rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def beir_rows(path: Path) -> dict[tuple[str, str], int]:
    """As BEIR's own reader does: the first row is skipped, whatever it says."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
        next(reader)
        return {(query_id, doc_id): int(grade) for query_id, doc_id, grade in reader}


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


# -- the four forms ---------------------------------------------------------------------------------------


def test_trec_qrels_have_every_row_and_pytrec_eval_takes_them(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    assert export(path, "trec") == ([path], 3)
    rows = [line.split(" ") for line in path.read_text().splitlines()]
    assert {(q, d): int(grade) for q, zero, d, grade in rows if zero == "0"} == JUDGED
    with path.open() as file:
        qrels = parse_qrel(file)
    evaluator = RelevanceEvaluator(qrels, {"ndcg"})
    assert evaluator.evaluate({"q2": {"p1": 1.0, "-p3": 0.5}})["q2"]["ndcg"] == 1.0


def test_a_compressed_name_gives_a_compressed_file(tmp_path: Path) -> None:
    export(tmp_path / "qrels.gz", "trec")
    assert gzip.decompress((tmp_path / "qrels.gz").read_bytes()) == b"p1 0 p2 1\nq2 0 -p3 0\nq2 0 p1 2\n"
    export(tmp_path / "table.csv.gz", "csv")
    assert gzip.decompress((tmp_path / "table.csv.gz").read_bytes()).count(b"\n") == 4


def test_a_beir_folder_loses_nothing_to_a_reader_that_skips_the_first_row(tmp_path: Path) -> None:
    folder = tmp_path / "owls"
    files, rows = export(folder, "beir")
    names = ["corpus.jsonl", "manifest.json", "qrels/test.tsv", "queries.jsonl"]
    assert (files, rows) == ([folder / name for name in names], 3)
    assert sorted(everything(folder)) == names
    assert beir_rows(folder / "qrels" / "test.tsv") == JUDGED
    assert json_rows(folder / "corpus.jsonl") == [
        {"_id": paper.doc_id, "title": paper.title, "text": paper.abstract} for paper in PAPERS
    ]
    assert json_rows(folder / "queries.jsonl") == [
        {"_id": "p1", "title": "Owls hunt by sound", "text": "They hear a mouse\nbelow the snow."},
        {"_id": "q2", "text": 'who "hears"\nwhat?'},
        {"_id": "q3", "text": "unjudged"},
    ]
    back = read_beir(folder)
    assert {(q, d): grade for q, grades in back.qrels.items() for d, grade in grades.items()} == JUDGED
    assert back.own_papers == {"p1": "p1"}


def test_the_iclr_2022_layout_has_a_title_for_every_query_and_its_qrels_in_the_root(tmp_path: Path) -> None:
    folder = tmp_path / "owls"
    export(folder, "iclr2022")
    assert sorted(everything(folder)) == ["corpus.jsonl", "manifest.json", "qrels.tsv", "queries.jsonl"]
    assert (folder / "qrels.tsv").read_text().splitlines()[0] == "query-id\tcorpus-id\tscore"
    assert beir_rows(folder / "qrels.tsv") == JUDGED
    assert [sorted(row) for row in json_rows(folder / "queries.jsonl")] == [["_id", "text", "title"]] * 3
    assert json_rows(folder / "queries.jsonl")[1] == {"_id": "q2", "title": "", "text": 'who "hears"\nwhat?'}
    assert [sorted(row) for row in json_rows(folder / "corpus.jsonl")] == [["_id", "text", "title"]] * 4
    assert sum(map(len, read_beir(folder).qrels.values())) == 3


def test_the_hubs_library_loads_a_folder_of_parquet_offline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    import datasets

    folder = tmp_path / "owls"
    facts = DatasetFacts("owls", 3, "2026-01-02T03:04:05+00:00", "ab" * 32, "cc-by-4.0", ("en",), "# Owls")
    export(folder, "datasets", facts=facts)
    rows = {
        name: datasets.load_dataset(str(folder), name, split=split, cache_dir=str(tmp_path / "c")).to_list()
        for name, split in (("corpus", "corpus"), ("queries", "queries"), ("qrels", "test"))
    }
    assert rows["corpus"] == [
        {"_id": paper.doc_id, "title": paper.title, "text": paper.abstract} for paper in PAPERS
    ]
    assert rows["queries"] == [
        {"_id": "p1", "text": "Owls hunt by sound They hear a mouse\nbelow the snow."},
        {"_id": "q2", "text": 'who "hears"\nwhat?'},
        {"_id": "q3", "text": "unjudged"},
    ]
    assert {(row["query-id"], row["corpus-id"]): row["score"] for row in rows["qrels"]} == JUDGED
    head = DatasetCard.load(folder / "README.md").data
    assert (head.license, head.language, head.size_categories) == ("cc-by-4.0", ["en"], ["n<1K"])


def test_croissant_names_every_file_with_its_checksum_and_every_column(tmp_path: Path) -> None:
    folder = tmp_path / "owls"
    export(folder, "datasets")
    found = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    assert found["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    sums = {row["contentUrl"]: row["sha256"] for row in found["distribution"]}
    assert sums == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.parquet")
    }
    kinds = {"sc:Text": "string", "sc:Integer": "int64"}
    for records in found["recordSet"]:
        schema = pq.read_schema(folder / f"{records['name']}.parquet")
        columns = {row["source"]["extract"]["column"]: kinds[row["dataType"]] for row in records["field"]}
        assert columns == {field.name: str(field.type) for field in schema}


def test_without_pyarrow_nothing_is_written_and_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInput, match="pyarrow") as refused:
        export(tmp_path / "owls", "datasets")
    assert "extra bench" in refused.value.advice
    assert not list(tmp_path.iterdir())


def test_a_table_has_its_columns_one_line_a_row_and_nothing_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "owls.csv"
    assert export(path, "csv") == ([path], 3)
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") == 4
    assert list(csv.reader(io.StringIO(text))) == [
        list(CSV_COLUMNS),
        ["q2", 'who "hears" what?', "p1", "Owls hunt by sound", "2", "2", "adjudicated"],
        ["q2", 'who "hears" what?', "'-p3", "", "0", "1", "single"],
        ["p1", "Owls hunt by sound", "p2", "'=Bats, and echo", "1", "4", "unanimous"],
    ]


def test_the_manifest_has_the_checksum_of_every_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "owls"
    export(folder, "beir", card={"n": 3}, extras={"README.md": "# Owls\n"})
    files = everything(folder)
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["files"] == {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    assert manifest["rows"] == 3
    assert json.loads(files["card.json"]) == {"n": 3}
    assert files["README.md"] == b"# Owls\n"


def test_the_card_of_a_single_file_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    files, _ = export(path, "trec", card={"name": "梟"}, extras={"md": "# Owls"})
    assert files == [path, tmp_path / "qrels.txt.card.json", tmp_path / "qrels.txt.md"]
    assert json.loads((tmp_path / "qrels.txt.card.json").read_text(encoding="utf-8")) == {"name": "梟"}
    assert (tmp_path / "qrels.txt.md").read_text() == "# Owls\n"


ids = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], exclude_characters='"\ufeff'),
    min_size=1,
    max_size=6,
).filter(lambda text: not text.startswith("#") and not any(c.isspace() for c in text))
titles = st.text(st.characters(), max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(
    grades=st.dictionaries(st.tuples(ids, ids), st.integers(0, 2), min_size=1, max_size=8),
    title=titles,
    abstract=titles,
)
def test_any_legal_release_comes_back_row_for_row(
    tmp_path: Path, grades: dict[tuple[str, str], int], title: str, abstract: str
) -> None:
    items = [ReleaseItem(q, d, grade, 1, "single") for (q, d), grade in grades.items()]
    papers = [Paper(d, title, abstract) for d in dict.fromkeys(d for _, d in grades)]
    queries = [Query(q, "some text") for q in dict.fromkeys(q for q, _ in grades)]
    for form, qrels in (("beir", "qrels/test.tsv"), ("iclr2022", "qrels.tsv")):
        folder = tmp_path / form
        assert export(folder, form, items, queries=queries, papers=papers)[1] == len(grades)
        with (folder / qrels).open(encoding="utf-8", newline="\n") as file:
            rows = [line.rstrip("\n").split("\t") for line in file][1:]
        assert {(q, d): int(grade) for q, d, grade in rows} == grades
        assert [row["title"] for row in json_rows(folder / "corpus.jsonl")] == [title] * len(papers)
    export(tmp_path / "qrels", "trec", items, queries=queries, papers=papers)
    back = read_qrels(tmp_path / "qrels")
    assert {(q, d): grade for q, found in back.items() for d, grade in found.items()} == grades


# -- preflight --------------------------------------------------------------------------------------------

BAD_IDS = ["a b", "a\tb", "a\u00a0b", "a\nb", "", "#1", 'a"b', "a\x07", "\ud800", "a\u2028b"]


def one_item(**changes: Any) -> list[ReleaseItem]:
    fields = {"query_id": "q2", "doc_id": "p1", "relevance": 1, "n_raters": 1, "source": "single", **changes}
    return [ReleaseItem(**fields)]


@pytest.mark.parametrize("format", FORMATS)
def test_ids_that_a_file_cannot_hold_are_refused_and_nothing_is_written(tmp_path: Path, format: str) -> None:
    for bad in BAD_IDS:
        for change, extra in (
            ({"query_id": bad}, {"queries": [Query(bad, "text")]}),
            ({"doc_id": bad}, {"papers": [Paper(bad, "title")]}),
        ):
            with pytest.raises(EvaluationError, match=r"[Ii]d"):
                export(tmp_path / "out", format, one_item(**change), **extra)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("grade", [-1, 3, 1.0, True, "2", None])
def test_grades_off_the_scale_are_refused(tmp_path: Path, format: str, grade: object) -> None:
    with pytest.raises(EvaluationError, match=r"has the grade .*Grades are 0, 1 and 2"):
        export(tmp_path / "out", format, one_item(relevance=grade))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("items", "changes", "words"),
    [
        ([], {}, "holds no judgements"),
        (ITEMS + ITEMS[:1], {}, "Query 'q2', document 'p1' occurs twice"),
        (ITEMS, {"queries": QUERIES[1:]}, "1 queries that the collection does not have, such as 'p1'"),
        (ITEMS, {"papers": PAPERS[:2]}, "1 documents that the collection does not have, such as '-p3'"),
        (ITEMS, {"papers": [*PAPERS, PAPERS[0]]}, "The id 'p1' occurs twice among the papers"),
        (ITEMS, {"queries": [*QUERIES, QUERIES[1]]}, "The id 'q2' occurs twice among the queries"),
        (ITEMS, {"queries": [QUERIES[0], Query("q2", " ")]}, "query 'q2' has no text"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    tmp_path: Path, format: str, items: list[ReleaseItem], changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(EvaluationError, match=words):
        export(tmp_path / "out", format, items, **changes)
    assert not list(tmp_path.iterdir())


def test_ids_that_differ_by_a_guard_alone_stay_two(tmp_path: Path) -> None:
    items = one_item(doc_id="=x") + one_item(doc_id="'=x")
    papers = [Paper("=x", "one"), Paper("'=x", "other")]
    export(tmp_path / "out.csv", "csv", items, papers=papers)
    text = (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert {row["doc_id"] for row in csv.DictReader(io.StringIO(text))} == {"'=x", "''=x"}
    assert export(tmp_path / "out", "trec", items, papers=papers)[1] == 2


def test_unknown_formats_and_names_that_are_taken_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no format 'ris'"):
        export(tmp_path / "out", "ris")
    for name in ("corpus.jsonl", "manifest.json", "card.json", "a/b", "..", ""):
        with pytest.raises(BadInput, match="cannot be the name of a file"):
            export(tmp_path / "out", "beir", card={"n": 1}, extras={name: ""})
    assert not list(tmp_path.iterdir())


# -- whole or not at all ----------------------------------------------------------------------------------


def test_an_older_export_is_replaced_and_any_other_folder_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "owls"
    export(folder, "beir")
    export(folder, "iclr2022", ITEMS[:1])
    assert beir_rows(folder / "qrels.tsv") == {("q2", "p1"): 2}
    assert not (folder / "qrels").exists()
    (folder / "notes.txt").write_text("mine")
    before = everything(folder)
    with pytest.raises(
        BadInput, match=r"holds files that this program did not write.*Nothing was overwritten"
    ):
        export(folder, "beir")
    assert everything(folder) == before
    (folder / "notes.txt").unlink()
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq2\tp1\t1\n")
    with pytest.raises(BadInput, match="changed since"):
        export(folder, "beir")
    assert [path.name for path in tmp_path.iterdir()] == ["owls"]


@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"format": "assay-release"}', "[" * 100_000])
def test_a_folder_with_a_strange_manifest_is_somebody_elses(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(BadInput, match="did not write"):
        export(tmp_path, "beir")
    assert everything(tmp_path) == {"manifest.json": manifest.encode()}


def test_an_empty_folder_is_filled_and_a_file_is_not_taken_for_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    export(tmp_path / "empty", "beir")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="is a file"):
        export(tmp_path / "file", "beir")
    with pytest.raises(AssayError, match="is a folder"):
        export(tmp_path / "empty", "trec")
    with pytest.raises(EvaluationError, match="cannot be written"):
        export(tmp_path / "file" / "deeper", "beir")
    assert (tmp_path / "file").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "file"]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("nth", [1, 2, 3, 4, 5])
def test_a_full_disk_leaves_the_older_export_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, nth: int
) -> None:
    path = tmp_path / "owls"
    export(path, format, ITEMS[:1])
    before = everything(tmp_path)
    calls = 0

    def full(_descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls == nth:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    try:
        export(path, format)
    except EvaluationError as error:
        assert "No space left on device" in str(error)  # noqa: PT017 - with fewer files nothing fails
        assert everything(tmp_path) == before
    else:
        assert calls < nth
        assert everything(tmp_path) != before
    assert [found.name for found in tmp_path.iterdir()] == ["owls"]


def test_a_folder_that_cannot_be_put_in_place_leaves_the_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "owls"
    export(folder, "beir", ITEMS[:1])
    before = everything(folder)
    replace = Path.replace

    def busy(self: Path, target: Path) -> Path:
        if self.name.endswith(".draft") and self.is_dir():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    with pytest.raises(EvaluationError, match=r"Permission denied.*nothing was changed"):
        export(folder, "beir")
    assert everything(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["owls"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_query_may_be_a_paper_that_is_no_part_of_the_corpus(tmp_path: Path, format: str) -> None:
    asked = [Paper("away", "Owls away from here", "Far off."), Paper("p2", "older words of p2", "")]
    queries = [Query("q1", "", "away"), Query("q2", "typed", "p2"), Query("q3", "typed", "gone")]
    items = [ReleaseItem(f"q{n}", "p1", 1, 1, "single") for n in (1, 2, 3)]
    files, rows = export(tmp_path / "out", format, items, queries=queries, query_papers=asked)
    assert rows == 3
    if format == "csv":
        texts = [
            row["query_text"] for row in csv.DictReader(io.StringIO(files[0].read_text(encoding="utf-8")))
        ]
        assert texts == ["Owls away from here", "'=Bats, and echo", "typed"]
    elif format == "datasets":
        texts = pq.read_table(tmp_path / "out" / "queries.parquet").column("text").to_pylist()
        assert texts == ["Owls away from here Far off.", "=Bats, and echo", "typed"]
    elif format != "trec":
        told = {
            row["_id"]: (row.get("title", ""), row["text"])
            for row in json_rows(tmp_path / "out" / "queries.jsonl")
        }
        assert told == {
            "q1": ("Owls away from here", "Far off."),
            "q2": ("=Bats, and echo", ""),
            "q3": ("", "typed"),
        }
        assert "away" not in {row["_id"] for row in json_rows(tmp_path / "out" / "corpus.jsonl")}
    with pytest.raises(EvaluationError, match="judged query 'q1' has no text"):
        export(tmp_path / "none", format, items, queries=queries)
