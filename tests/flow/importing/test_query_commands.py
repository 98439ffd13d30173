"""`queries import` takes queries and nothing else; queries are renamed and removed, and that is undone."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]

# As published: trec.nist.gov's qrels, a run of trec_eval's README, BEIR's qrels/test.tsv, ir_datasets' JSON.
QRELS = "1 0 LA010189-0001 0\n1 0 LA010189-0002 1\n2 0 LA010190-0043 2\n"
JUDGED = {
    "qrels.txt": QRELS,
    "qrels-tabs.txt": QRELS.replace(" ", "\t"),
    "qrels-one-line.txt": "301 0 FBIS3-10082 1\n",
    "qrels-subtopics.txt": "51 1 clueweb09-en0000 1\n51 2 clueweb09-en0001 -2\n",
    "negative.txt": "1 0 0k77by2e -1\n1 Q0 0gb0wzn1 1\n",
    "test.tsv": "query-id\tcorpus-id\tscore\n1\t31715818\t1\n3\t14717500\t1\n",
    "no-header.tsv": "1\t31715818\t1\n3\t14717500\t1\n",
    "qrels.csv": "query_id,doc_id,relevance\n1,31715818,1\n",
    "qrels.jsonl": '{"query_id": "1", "doc_id": "31715818", "relevance": 1, "iteration": "0"}\n',
}
RUNS = {
    "bm25.run": "1 Q0 doc7 1 14.8929 STANDARD\n1 Q0 doc3 2 1.1e-05 STANDARD\n",
    "tabs.run": "030\tQ0\tZF08-175-870\t0\t4238\tprise1\n",
    "bm25.trec": "q1 0 d1 1 -3.5 my-run\n",
}
PAPERS = {
    "one.bib": "@article{a, title={Study of bats and moths}, abstract={x}}\n",
    "several.bib": "% my papers\n\n@article{a,\n  title = {Bats},\n}\n\n@book{b,\n  title = {Moths},\n}\n",
    "a.ris": "TY  - JOUR\nTI  - Bats\nER  - \n",
    "pubmed.nbib": "PMID- 1\nOWN - NLM\nTI  - Bats\n",
    "savedrecs.txt": "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nTI Bats\nER\n",
    "a.enw": "%0 Journal Article\n%T Bats\n",
    "a.xml": '<?xml version="1.0"?>\n<PubmedArticleSet></PubmedArticleSet>\n',
    "csl.json": '[\n  {\n    "id": "a",\n    "title": "Bats"\n  }\n]\n',
}


def texts(assay: Assay) -> dict[str, str]:
    found = assay("queries", "list", "--json").payload["queries"]
    return {query["query_id"]: query["text"] or query["doc_id"] for query in found}


@pytest.mark.parametrize("name", [*JUDGED, *RUNS])
@pytest.mark.parametrize("packed", [False, True])
def test_judgements_and_runs_are_no_queries(
    name: str, packed: bool, assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    assert assay("import", papers_file).status == 0
    text = {**JUDGED, **RUNS}[name].encode()
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(text) if packed else text)

    answer = assay("queries", "import", path)

    assert answer.status == 2
    assert ("qrels import" in answer.err) == (name in JUDGED)
    assert ("assay evaluate --run" in answer.err) == (name in RUNS)
    assert texts(assay) == {}


@pytest.mark.parametrize("name", PAPERS)
def test_papers_are_no_queries(name: str, assay: Assay, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(PAPERS[name], encoding="utf-8")
    for words in (
        ("queries", "import", path),
        ("encode", path, "--format", "QRY", "--out", tmp_path / "v.npy"),
    ):
        answer = assay(*words)
        assert (answer.status, "assay import" in answer.err) == (2, True), answer.err
    assert texts(assay) == {}
    assert not (tmp_path / "v.npy").exists()


@pytest.mark.parametrize(
    "text",
    [
        "PT symmetric lattices\n[CLS] or mean pooling\nwhat @article means\n",
        "covid 19 vaccine 2\n",  # four words, and a number among them
        "how 0 became a number\nwhat came before 1\n",
        "1\tdoes 0 count\n2\twhat is 3 to 1\n",
        "one two three 4 5 six\nand a line that is no run\n",
    ],
)
def test_queries_that_hold_numbers_are_queries(text: str, assay: Assay, tmp_path: Path) -> None:
    path = tmp_path / "queries.txt"
    path.write_text(text)

    assert assay("queries", "import", path).status == 0
    assert len(texts(assay)) == len(text.splitlines())


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.csv", "id,text\n1,bees and nests\n2,bats\n", {"1": "bees and nests", "2": "bats"}),
        (
            "a.csv",
            'text,qid\n"how, when and\nwhy do bees dance",7\n',
            {"7": "how, when and why do bees dance"},
        ),
        ("a.csv", "\ufeffQuery ID;Query;Notes\nq1;bees;-\nq2;bats;-\n", {"q1": "bees", "q2": "bats"}),
        ("a.tsv", "text\tqid\nbees\tq1\n", {"q1": "bees"}),
        ("a.tsv", "qid\ttext\nq1\ta\ttab inside\n", {"q1": "a tab inside"}),
        ("a.tsv", 'id\ttext\nq1\t"bees" dance\n', {"q1": '"bees" dance'}),
        ("a.csv", "id,doc_id,text\nq1,bees,\n", {"q1": "bees"}),
    ],
)
def test_a_header_names_the_columns(
    name: str, text: str, expected: dict[str, str], assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    assert assay("import", papers_file).status == 0
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")

    answer = assay("queries", "import", path)

    assert (answer.status, texts(assay)) == (0, expected), answer.err


def test_a_csv_without_a_header_is_asked_for_one(assay: Assay, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("1,bees and nests\n2,bats\n")

    answer = assay("queries", "import", path)

    assert answer.status == 2
    assert "such as id,text" in answer.err
    path.write_text("query\nbees and nests\nbats\n")
    assert assay("queries", "import", path).status == 0
    assert sorted(texts(assay).values()) == ["bats", "bees and nests"]


# -- renamed and removed ----------------------------------------------------------------------------------


@pytest.fixture
def judged(indexed: Assay) -> Assay:
    for doc_id, grade in (("bees", 2), ("swarm", 1)):
        assert indexed("judge", "q1", doc_id, grade, "--assessor", "ada").status == 0
    assert indexed("judge", "q2", "bats", 2, "--assessor", "ada").status == 0
    assert indexed("run", "--mode", "keyword", "--tag", "words").status == 0
    return indexed


def grades(assay: Assay, tmp_path: Path) -> list[str]:
    out = tmp_path / "now.qrels"
    answer = assay("qrels", "export", out, "--force")
    return out.read_text().splitlines() if answer.status == 0 else []


def test_a_removed_query_is_hidden_with_its_grades_and_comes_back_with_them(
    judged: Assay, tmp_path: Path, queries_file: Path
) -> None:
    before, listed = grades(judged, tmp_path), texts(judged)
    assert judged("pool").status == 0

    assert judged("queries", "remove", "q1").status == 0

    assert texts(judged) == {"q2": listed["q2"]}
    assert grades(judged, tmp_path) == ["q2 0 bats 2"]
    refused = judged("judge", "q1", "bees", 0, "--assessor", "ada")
    assert refused.status == 2
    assert judged("undo", "--assessor", "ada", "--json").payload["query_id"] == "q2"
    assert judged("judge", "q2", "bats", 2, "--assessor", "ada").status == 0
    assert judged("history", "undo").status == 0
    assert (texts(judged), grades(judged, tmp_path)) == (listed, before)
    assert judged("history", "redo").status == 0
    assert judged("queries", "import", queries_file, "--json").payload["new"] == 1  # the other way back
    assert (texts(judged), grades(judged, tmp_path)) == (listed, before)


def test_a_renamed_query_keeps_its_grades_and_its_runs(judged: Assay, tmp_path: Path) -> None:
    before, listed = grades(judged, tmp_path), texts(judged)
    scores = judged("compare", "words", "words", "--json").payload["mean_a"]

    assert judged("queries", "rename", "q1", "how bees decide", "--id", "bees-1").status == 0

    assert texts(judged) == {"bees-1": "how bees decide", "q2": listed["q2"]}
    assert grades(judged, tmp_path) == sorted(line.replace("q1", "bees-1") for line in before)
    assert judged("compare", "words", "words", "--json").payload["mean_a"] == scores > 0
    assert judged("history", "undo").status == 0
    assert (texts(judged), grades(judged, tmp_path)) == (listed, before)
    assert judged("compare", "words", "words", "--json").payload["mean_a"] == scores


def test_an_id_in_use_is_refused_and_undo_never_breaks_one(judged: Assay, tmp_path: Path) -> None:
    taken = judged("queries", "rename", "q1", "--id", "q2")
    assert (taken.status, "Choose another id" in taken.err) == (2, True)
    assert judged("queries", "rename", "q1", "--id", "old").status == 0
    other = tmp_path / "other.tsv"
    other.write_text("q1\tanother one\n")
    assert judged("queries", "import", other).status == 0

    refused = judged("history", "undo")

    assert refused.status == 2
    assert "nothing was changed" in refused.err
    assert texts(judged)["q1"] == "another one"
    for words in (("rename", "q9", "x"), ("remove", "q9"), ("rename", "q1"), ("rename", "q1", " ")):
        assert judged("queries", *words).status == 2, words


def test_a_typed_query_that_was_renamed_can_be_typed_anew(assay: Assay, tmp_path: Path) -> None:
    """Its id comes from its text: with the old id the old text could never come in again."""
    path = tmp_path / "typed.txt"
    path.write_text("bes dancing\n")
    assert assay("queries", "import", path).status == 0
    (old,) = texts(assay)

    assert assay("queries", "rename", old, "bees dancing").status == 0
    assert assay("queries", "import", path).status == 0

    assert sorted(texts(assay).values()) == ["bees dancing", "bes dancing"]


def test_queries_are_described_merged_and_written(judged: Assay, tmp_path: Path) -> None:
    before = grades(judged, tmp_path)
    described = ("--description", "how swarms choose", "--narrative", "field work only")
    assert judged("queries", "describe", "q1", *described).status == 0
    assert judged("queries", "describe", "q1", "--source", "a survey").status == 0
    out = tmp_path / "written.jsonl"
    assert judged("queries", "export", out, "--json").payload["rows"] == 2
    listed = judged("queries", "list", "--json").payload["queries"]
    assert [json.loads(line) for line in out.read_text().splitlines()] == listed
    assert [listed[0][name] for name in ("description", "narrative", "source")] == [
        described[1],
        described[3],
        "a survey",
    ]

    merged = judged("queries", "merge", "q2", "--into", "q1", "--json")
    assert merged.payload["action"]["kind"] == "merge queries"
    assert grades(judged, tmp_path) == ["q1 0 bats 2", "q1 0 bees 2", "q1 0 swarm 1"]
    assert judged("queries", "merge", "q1", "--into", "q1").status == 2
    assert judged("history", "undo").status == 0
    assert grades(judged, tmp_path) == before
