"""Published files of reviewers, fields and names: all cells are read, wrong ones named with their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.suites.mdcr import _grades
from assay.benchmarks.suites.reviewing import read_reviewers
from assay.benchmarks.suites.s2and import _details, _signature, _Source
from assay.benchmarks.tasks.kinds import AuthorPaper, Signature
from assay.benchmarks.tasks.rows import cell_whole
from assay.benchmarks.tasks.tables import Place
from assay.errors import EvaluationError

AT = Place("Names", Path("folder/rows.json"), entry="s7")
NAMED = r"rows.json.*entry 's7'.*task 'Names'"


# --- S2AND, whose signatures are as its README shows them

SIGNATURE: dict[str, Any] = {
    "paper_id": 12345,
    "author_info": {
        "block": "a love",
        "first": "Ada",
        "middle": "K.",
        "last": "Love",
        "suffix": "Jr",
        "position": 3,
        "email": "ada@example.org",
        "affiliations": ["A School", "", "B Lab"],
    },
}
PAPER: dict[str, Any] = {
    "title": "On owls",
    "abstract": "They hear.",
    "venue": "Nature",
    "journal_name": "J. Owls",
    "year": 1999,
    "authors": [{"position": 1, "author_name": "B. B"}, {"position": 0, "author_name": "A. A"}],
    "references": [7, "8"],
}


def test_every_cell_of_a_signature_and_of_its_paper_is_kept() -> None:
    assert _signature(AT, SIGNATURE) == Signature(
        paper_id="12345",
        block="a love",
        first="Ada",
        middle="K.",
        last="Love",
        suffix="Jr",
        position=3,
        email="ada@example.org",
        affiliations=("A School", "B Lab"),
    )
    bare = _signature(AT, {"paper_id": "1", "author_info": {"block": "b", "last": "L"}})
    assert bare == Signature("1", "b", "", "", "L", "", 0, "", ())
    assert _details(AT, PAPER) == AuthorPaper(
        title="On owls",
        abstract="They hear.",
        venue="Nature",
        journal="J. Owls",
        year=1999,
        authors=((0, "A. A"), (1, "B. B")),
        references=("7", "8"),
    )
    assert _details(AT, {"authors": [{"author_name": "A"}]}) == AuthorPaper(
        "", "", "", "", None, ((0, "A"),), ()
    )
    assert (cell_whole({"year": 0}, "year", AT), cell_whole({}, "year", AT)) == (0, None)


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("block", None),
        ("block", ""),
        ("first", ["A"]),
        ("middle", True),
        ("last", {}),
        ("suffix", [1]),
        ("email", False),
        ("position", "3"),
        ("position", True),
        ("position", 1.5),
        ("affiliations", "A School"),
    ],
)
def test_a_wrong_cell_of_a_signature_is_named_with_its_place(key: str, wrong: object) -> None:
    row = {**SIGNATURE, "author_info": {**SIGNATURE["author_info"], key: wrong}}
    with pytest.raises(EvaluationError, match=f"{NAMED}.*'{key}'"):
        _signature(AT, row)


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("title", ["A"]),
        ("abstract", True),
        ("venue", {}),
        ("journal_name", [1]),
        ("year", "1999"),
        ("authors", "A. A"),
        ("references", "7"),
        ("references", [None]),
    ],
)
def test_a_wrong_cell_of_a_paper_is_named_with_its_place(key: str, wrong: object) -> None:
    with pytest.raises(EvaluationError, match=f"{NAMED}.*'{key}'"):
        _details(AT, {**PAPER, key: wrong})


def source(tmp_path: Path, **changes: Any) -> _Source:
    """Ada's s1 and s2 and Bob's s3; s4 is of a paper without a text."""
    given: dict[str, Any] = {
        "signatures": {
            name: {"paper_id": paper, "author_info": {"block": block, "last": "L"}}
            for name, paper, block in (("s1", "1", "a"), ("s2", "2", "b"), ("s3", "3", "c"), ("s4", "4", "a"))
        },
        "papers": {name: {"title": f"On {name}"} for name in ("1", "2", "3", "5")} | {"4": {"year": 1999}},
        "clusters": {"ada": {"signature_ids": ["s1", "s2"]}, "bob": {"signature_ids": ["s3", "s4"]}},
        "blocks": {"train": ["a"], "dev": ["b"], "test": ["c"]},
        **changes,
    }
    files = {}
    for role, rows in given.items():
        files[role] = tmp_path / f"{role}.json"
        files[role].write_text(json.dumps(rows), encoding="utf-8")
    return _Source(task_named("scirepeval/s2and"), files)


def test_a_source_is_read_whole_and_what_has_no_text_is_counted(tmp_path: Path) -> None:
    found = source(tmp_path).data()
    assert found.train == {"a": ("s1",)}
    assert found.validation == {"b": ("s2",)}
    assert found.test == {"c": ("s3",)}
    assert found.papers == {name: (f"On {name}", "") for name in "123"}
    assert set(found.details) == set("12345")  # what papers refer to is compared too
    assert set(found.signatures) == {"s1", "s2", "s3"}
    assert found.clusters == {"s1": "ada", "s2": "ada", "s3": "bob"}
    assert (found.coverage.n_rows, found.coverage.n_missing) == (4, 1)
    assert found.coverage.first == "signatures.json: s4"


@pytest.mark.parametrize("name", ["dev", "val", "validation"])
def test_the_middle_split_has_three_names(tmp_path: Path, name: str) -> None:
    blocks = {"train": ["a"], name: {"b": ["s2"]}, "test": ["c"]}
    assert source(tmp_path, blocks=blocks).data().validation == {"b": ("s2",)}


# --- reviewers


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def reviewers(tmp_path: Path, **changes: list[Any]) -> dict[str, Path]:
    """hard and soft judgements of q1 and q2 by ada, who wrote p1, and bob, who wrote p1 and p2."""
    rows: dict[str, list[Any]] = {
        "papers": [
            {"doc_id": name, "title": f"On {name}", "abstract": ""} for name in ("q1", "q2", "p1", "p2")
        ],
        "reviewers": [{"r_id": "ada", "papers": ["p1"]}, {"r_id": "bob", "papers": ["p2", "p1", "p2"]}],
        "test_hard": [{"query_id": "q1", "cand_id": "ada", "score": 1}],
        "test_soft": [
            {"query_id": "q1", "cand_id": "ada", "score": 0},
            {"query_id": "q2", "cand_id": "bob", "score": 3},
        ],
        **changes,
    }
    return {name: write(tmp_path / f"{name}.jsonl", some) for name, some in rows.items()}


def test_the_first_of_two_of_one_pair_or_reviewer_or_paper_counts(tmp_path: Path) -> None:
    twice = reviewers(
        tmp_path,
        test_hard=[{"query_id": "q1", "r_id": "ada", "score": s} for s in (1, 0)],
        reviewers=[
            {"reviewer_id": "ada", "papers": ["p1"]},
            {"reviewer_id": "ada", "papers": ["p2"]},
            {"reviewer_id": "bob", "papers": ["p2"]},
        ],
        papers=[
            *({"doc_id": name, "title": f"On {name}"} for name in ("q1", "q2", "p1", "p2")),
            {"doc_id": "p1", "title": "another"},
        ],
    )
    found = read_reviewers(task_named("scirepeval/reviewers"), twice)
    assert found.judgements["hard"] == {"q1": {"ada": 1}}
    assert found.reviewers["ada"] == ("p1",)
    assert found.papers["p1"][0] == "On p1"


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        (
            {"test_hard": [{"query_id": None, "cand_id": "ada", "score": 1}]},
            "test_hard.jsonl:1",
            "'query_id'",
        ),
        ({"test_hard": [{"query_id": "q1", "cand_id": True, "score": 1}]}, "test_hard.jsonl:1", "'cand_id'"),
        ({"test_hard": [{"query_id": "q1", "cand_id": "ada", "score": "x"}]}, "test_hard.jsonl:1", "'score'"),
        ({"test_hard": [{"query_id": "q1", "score": 1}]}, "test_hard.jsonl", "cand_id"),
        ({"reviewers": [{"r_id": None, "papers": ["p1"]}]}, "reviewers.jsonl:1", "'r_id'"),
        ({"reviewers": [{"r_id": "ada", "papers": "p1"}]}, "reviewers.jsonl:1", "'papers' is 'p1'"),
        ({"reviewers": [{"r_id": "ada", "papers": [["p1"]]}]}, "reviewers.jsonl:1", "'papers'"),
        ({"reviewers": [{"papers": ["p1"]}]}, "reviewers.jsonl", "r_id"),
        ({"papers": [{"doc_id": "p1", "title": ["x"]}]}, "papers.jsonl:1", "'title'"),
    ],
)
def test_a_wrong_cell_of_reviewers_is_named_with_its_place_and_task(
    tmp_path: Path, changes: dict[str, list[Any]], place: str, words: str
) -> None:
    task = task_named("scirepeval/reviewers")
    with pytest.raises(EvaluationError, match=f"{place}.*{words}") as caught:
        read_reviewers(task, reviewers(tmp_path, **changes))
    assert f"task '{task.name}'" in str(caught.value)


# --- MDCR


def test_what_is_cited_is_right_whatever_else_found_it_and_no_query_finds_itself() -> None:
    found = _grades(AT, "Art", "q", {"bm25": [1, 2, "q"], "true": [2, 3], "spectre": [4]})
    assert found == {"1": 0, "2": 1, "3": 1, "4": 0}
    assert _grades(AT, "Art", "q", {"true": [2]}) == {"2": 1}
    wrong: list[tuple[Any, str]] = [
        (["1"], "must lead from ways"),
        ({"true": "1"}, "must lead from ways"),
        ({"bm25": ["1"]}, "no papers under 'true'"),
        ({"true": []}, "no papers under 'true'"),
        ({"true": [None]}, "'true'"),
        ({"true": ["1"], "bm25": [None]}, "'bm25'"),
    ]
    for given, words in wrong:
        with pytest.raises(EvaluationError, match=f"entry 'Art, query q'.*task 'Names'.*{words}"):
            _grades(AT, "Art", "q", given)
