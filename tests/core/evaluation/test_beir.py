"""Collections in BEIR's form: small ones written here, and the real ones where they are at hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from assay.errors import EvaluationError
from assay.evaluation import Collection, evaluate, read_beir, write_beir
from assay.types import Paper, Query

CORPUS = [
    {"_id": "1", "title": "Owls hunt by sound", "text": "They hear a mouse below the snow."},
    {"_id": "2", "title": "Bats hunt by echo", "text": "They call and listen."},
    {"_id": "3", "title": "Empty"},
    {"_id": 4, "title": None, "text": "A document whose id is a number."},
]
QUERIES = [
    {"_id": "1", "text": "animals that hunt at night", "metadata": {"n": 1}},
    {"_id": "2", "text": "nobody judged this one"},
    {"_id": "q3", "text": "numbers"},
]
HEADER = "query-id\tcorpus-id\tscore\n"
QRELS = HEADER + "1\t1\t2\n1\t2\t1\nq3\t4\t1\n"


def jsonl(rows: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def made(folder: Path, files: dict[str, bytes | str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return folder


@pytest.fixture
def owls(tmp_path: Path) -> Path:
    return made(
        tmp_path / "owls",
        {
            "corpus.jsonl": jsonl(CORPUS),
            "queries.jsonl": jsonl(QUERIES),
            "qrels/test.tsv": QRELS,
            "qrels/train.tsv": HEADER + "2\t3\t1\n",
        },
    )


def test_a_collection_is_read_with_its_judged_queries_only(owls: Path) -> None:
    found = read_beir(owls)
    assert (found.name, found.split) == ("owls", "test")
    assert found.papers == [
        Paper("1", "Owls hunt by sound", "They hear a mouse below the snow."),
        Paper("2", "Bats hunt by echo", "They call and listen."),
        Paper("3", "Empty"),
        Paper("4", "", "A document whose id is a number."),
    ]
    assert found.queries == [Query("1", "animals that hunt at night"), Query("q3", "numbers")]
    assert found.qrels == {"1": {"1": 2, "2": 1}, "q3": {"4": 1}}
    assert [query.query_id for query in read_beir(owls, split="train").queries] == ["2"]


def test_a_query_is_not_its_own_paper_just_because_their_numbers_are_equal(owls: Path) -> None:
    assert read_beir(owls).own_papers == {}


def test_compressed_collections_are_read_as_well(owls: Path, tmp_path: Path) -> None:
    packed = made(
        tmp_path / "packed" / "owls",
        {"corpus.jsonl.gz": jsonl(CORPUS), "queries.jsonl.gz": jsonl(QUERIES), "qrels/test.tsv.gz": QRELS},
    )
    assert read_beir(packed) == read_beir(owls)


def test_the_iclr_layout_has_paper_queries_and_its_qrels_in_the_root(tmp_path: Path) -> None:
    folder = made(
        tmp_path / "iclr",
        {
            "corpus.jsonl": jsonl(CORPUS[:3]),
            "queries.jsonl": jsonl(
                [
                    {"_id": "1", "title": "Owls hunt by  sound", "text": "They hear a mouse below the snow."},
                    {"_id": "other", "title": "bats hunt by echo", "text": "They call and listen."},
                    {"_id": "gone", "title": "A paper of another corpus", "text": "Far away."},
                ]
            ),
            "qrels.tsv": HEADER + "1\t2\t1\nother\t1\t2\ngone\t3\t0\n",
        },
    )
    found = read_beir(folder)
    assert [query.doc_id for query in found.queries] == ["1", "2", None]
    assert found.queries[2].text == "A paper of another corpus Far away."
    assert found.own_papers == {"1": "1", "other": "2"}
    run = {"1": {"1": 9.0, "2": 1.0}, "other": {"2": 9.0, "1": 1.0}, "gone": {}}
    mean = evaluate(found.qrels, run, ["RR"], exclude_self=found.own_papers).mean
    assert mean["RR"] == pytest.approx(2 / 3), "each own paper is gone from rank 1"


def test_a_query_without_title_is_its_own_paper_if_the_text_is_the_same(tmp_path: Path) -> None:
    folder = made(
        tmp_path / "arguments",
        {
            "corpus.jsonl": jsonl([{"_id": "a-pro01a", "title": "Owls", "text": "They are quiet."}, *CORPUS]),
            "queries.jsonl": jsonl([{"_id": "a-pro01a", "text": "They are  quiet."}]),
            "qrels/test.tsv": HEADER + "a-pro01a\t1\t1\n",
        },
    )
    found = read_beir(folder)
    assert found.own_papers == {"a-pro01a": "a-pro01a"}
    assert found.queries == [Query("a-pro01a", "They are  quiet.")], "it is still ranked as a text"


def test_unknown_ids_in_the_qrels_are_counted_and_shown(owls: Path) -> None:
    made(owls, {"qrels/test.tsv": QRELS + "1\tx1\t1\nq3\tx2\t1\nq3\tx1\t0\n"})
    with pytest.raises(EvaluationError, match=r"name 2 documents .*'x1', 'x2'"):
        read_beir(owls)
    made(owls, {"qrels/test.tsv": QRELS + "q9\t1\t1\n"})
    with pytest.raises(EvaluationError, match=r"name 1 queries .*'q9'"):
        read_beir(owls)


def test_a_split_that_does_not_exist_names_those_that_do(owls: Path) -> None:
    with pytest.raises(EvaluationError, match=r"no split 'dev'\. The splits are: test, train"):
        read_beir(owls, split="dev")


@pytest.mark.parametrize(
    ("missing", "words"),
    [("corpus.jsonl", "no corpus.jsonl"), ("queries.jsonl", "no queries.jsonl"), ("qrels", "no qrels")],
)
def test_a_missing_file_is_named(owls: Path, missing: str, words: str) -> None:
    target = owls / missing
    target.rename(owls.parent / "away")
    with pytest.raises(EvaluationError, match=words):
        read_beir(owls)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "not JSON"),
        ("[1]", "not an object"),
        ("[" * 100_000, "not JSON"),
        ('{"title": "no id"}', '"_id" is None'),
        ('{"_id": 1.5, "title": "x"}', '"_id" is 1.5'),
        ('{"_id": true, "title": "x"}', '"_id" is True'),
        ('{"_id": " 9", "title": "x"}', '"_id" is '),
        ('{"_id": "2", "title": "again"}', "'2' occurs twice"),
        ('{"_id": "9", "title": ["x"]}', '"title" is not text but list'),
    ],
)
def test_a_bad_row_is_refused_with_file_and_line(owls: Path, line: str, words: str) -> None:
    made(owls, {"corpus.jsonl": jsonl(CORPUS[:2]) + b"\n" + line.encode() + b"\n"})
    with pytest.raises(EvaluationError, match=words) as caught:
        read_beir(owls)
    assert str(caught.value).startswith(f"{owls / 'corpus.jsonl'}:4: ")


def test_empty_files_are_refused(owls: Path) -> None:
    for name in ("corpus.jsonl", "queries.jsonl"):
        before = (owls / name).read_bytes()
        made(owls, {name: b""})
        with pytest.raises(EvaluationError, match="is empty"):
            read_beir(owls)
        made(owls, {name: before})


def test_a_judged_query_without_text_is_refused(owls: Path) -> None:
    made(owls, {"queries.jsonl": jsonl([{"_id": "1", "text": " "}, QUERIES[2]])})
    with pytest.raises(EvaluationError, match="judged query '1' has no text"):
        read_beir(owls)


def test_negative_grades_are_read_as_zero_unless_they_are_to_be_refused(
    owls: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made(owls, {"qrels/test.tsv": QRELS + "1\t3\t-1\n"})
    with pytest.raises(EvaluationError, match=r"test\.tsv:5: the grade -1 is negative"):
        read_beir(owls, negatives="refuse")
    assert read_beir(owls).qrels["1"]["3"] == 0
    assert "1 negative grade is read as 0" in caplog.text


def test_a_collection_comes_back_as_it_was_written(owls: Path, tmp_path: Path) -> None:
    paper = Paper("1", "Owls hunt by sound", "They hear a mouse below the snow.")
    before = Collection(
        name="copy",
        papers=[paper, Paper("d2", "Zwölf Eulen 文", ""), Paper("d3", "", "")],
        queries=[Query("t", 'a "text"'), Query("p", f"{paper.title} {paper.abstract}", "1")],
        qrels={"t": {"1": 0, "d2": 2}, "p": {"d3": 1}},
        split="mine",
        own_papers={"p": "1"},
    )
    write_beir(before, tmp_path / "deep" / "copy")
    assert read_beir(tmp_path / "deep" / "copy", split="mine") == before


def test_a_collection_that_does_not_hold_together_is_not_written(tmp_path: Path) -> None:
    papers, queries = [Paper("d", "t")], [Query("q", "x")]
    for broken in (
        Collection("c", papers, queries, {"q": {"other": 1}}, "test"),
        Collection("c", papers, queries, {"other": {"d": 1}}, "test"),
        Collection("c", papers * 2, queries, {"q": {"d": 1}}, "test"),
        Collection("c", [Paper("a b", "t")], queries, {"q": {"a b": 1}}, "test"),
    ):
        with pytest.raises(EvaluationError):
            write_beir(broken, tmp_path / "c")
    assert not list(tmp_path.iterdir())


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "documents", "queries", "rows"),
    [
        ("scifact", 5183, 300, 339),
        ("cranfield", 1400, 225, 1837),
        ("cisi", 1460, 76, 3114),
        ("cacm", 3204, 52, 796),
    ],
)
def test_the_real_collections_have_their_known_sizes(
    shared_data: Path, name: str, documents: int, queries: int, rows: int
) -> None:
    found = read_beir(shared_data / name)
    assert (len(found.papers), len(found.queries)) == (documents, queries)
    assert sum(map(len, found.qrels.values())) == rows
    assert found.own_papers == {}, "their queries are texts, whatever their numbers"
