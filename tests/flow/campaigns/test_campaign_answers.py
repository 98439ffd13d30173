"""What commands about campaigns say: what would be refused, what is compared with what, and how many."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_papers import CAMPAIGN as NAME

from assay.cli.output import count

Assay = Callable[..., Any]


def _grade_everything(campaign: Assay, *, first: int = 1) -> list[tuple[str, str]]:
    """Everybody gives 1 to all their pairs, but ada `first` to her first two, which are answered."""
    theirs = []
    for assessor in ("ada", "bob", "eve"):
        pairs = campaign("campaign", "queue", NAME, "--assessor", assessor, "--json").payload["pairs"]
        for number, pair in enumerate(pairs):
            grade = first if assessor == "ada" and number < 2 else 1
            where = (pair["query_id"], pair["doc_id"])
            theirs += [where] * (assessor == "ada" and number < 2)
            assert campaign("campaign", "grade", NAME, *where, grade, "--assessor", assessor).status == 0
    return theirs


# -- import -----------------------------------------------------------------------------------------------


def test_a_preview_of_what_would_be_refused_says_so_first(campaign: Assay, tmp_path: Path) -> None:
    path = tmp_path / "their.qrels"
    path.write_text("q77 0 bees 1\n", encoding="utf-8")
    shown = campaign("campaign", "import", NAME, path, "--preview")
    assert shown.status == 1
    assert "would import" not in shown.out
    first, second = shown.out.splitlines()[:2]
    assert first == "would be refused:"
    assert "'q77'" in second
    assert "in the file: 1 judgement of 1 query and 1 paper" in shown.out
    payload = campaign("campaign", "import", NAME, path, "--preview", "--json")
    assert payload.status == 1
    assert any("q77" in problem for problem in payload.payload["problems"])
    assert campaign("campaign", "import", NAME, path).status == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("their.qrels", "t1 0 bees 1\nt1 0 owls -1\n"),
        ("their.csv", "query,docid,kim\nt1,bees,1\nt1,owls,-1\n"),
    ],
)
def test_a_negative_grade_names_the_option_that_maps_it(
    assay: Assay, papers_file: Path, tmp_path: Path, name: str, text: str
) -> None:
    assay("import", papers_file)
    assay("campaign", "create", "theirs")
    (tmp_path / name).write_text(text, encoding="utf-8")
    given = ("campaign", "import", "theirs", tmp_path / name, "--create")
    refused = assay(*given)
    assert refused.status == 2
    meant = re.search(r"such as (-1=0)\..*--map", refused.err)
    assert meant is not None, refused.err
    done = assay(*given, "--map", meant[1])
    assert done.status == 0, done
    assert assay("campaign", "status", "theirs", "--json").payload["grades"] == [1, 1, 0]


@pytest.mark.parametrize("header", ["search,paper,score", "query;docid;rating", "query id,doc id,my own"])
def test_a_table_with_other_columns_is_told_those_of_quepids_forms(
    campaign: Assay, tmp_path: Path, header: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f"{header}\nbees,owls,2\n", encoding="utf-8")
    refused = campaign("campaign", "import", NAME, path)
    assert refused.status == 2
    for words in ("query,docid and a column for each rater", "query,docid,rating", "Query Text, Doc ID"):
        assert words in refused.err


def test_qrels_that_are_named_as_a_table_are_read_as_qrels(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    assay("import", papers_file)
    assay("campaign", "create", "theirs")
    path = tmp_path / "qrels.csv"
    path.write_text("t1 0 bees 2\n", encoding="utf-8")
    assert assay("campaign", "import", "theirs", path, "--create").status == 0


# -- evaluate ---------------------------------------------------------------------------------------------


def test_evaluation_says_what_runs_are_compared_with_and_how_p_was_adjusted(campaign: Assay) -> None:
    _grade_everything(campaign)
    campaign("campaign", "release", NAME)
    rows = campaign("campaign", "evaluate", NAME, "--json").payload["rows"]
    lowest = min(rows, key=lambda row: row["mean"]["nDCG@10"])["mean"]["nDCG@10"]
    shown = " ".join(campaign("campaign", "evaluate", NAME).out.split())
    said = re.search(r"baseline: (\w+), the lowest nDCG@10 \(--baseline TAG takes another\)", shown)
    assert said is not None, shown
    assert {row["tag"]: row["mean"]["nDCG@10"] for row in rows}[said[1]] == lowest
    assert "Holm-adjusted" in shown
    asked = " ".join(campaign("campaign", "evaluate", NAME, "--baseline", "words").out.split())
    assert "baseline: words;" in asked


def test_a_run_that_was_not_pooled_has_no_difference_to_show(campaign: Assay) -> None:
    _grade_everything(campaign)
    campaign("campaign", "run", NAME, "late", "--mode", "hybrid")
    campaign("campaign", "release", NAME)
    payload = campaign("campaign", "evaluate", NAME, "--json").payload
    assert {row["tag"] for row in payload["pool_bias"]} == {"words", "meaning"}
    assert payload["not_pooled"] == ["late"]
    table = campaign("campaign", "evaluate", NAME).out.partition("Left out")[2]
    (row,) = (line for line in table.splitlines() if line.startswith("late"))
    assert "not pooled" in row
    assert "+0.0000" not in row


# -- numbers, and what settles a pair ---------------------------------------------------------------------


def test_one_is_one_and_two_are_two() -> None:
    assert [count(n, "query") for n in (0, 1, 2)] == ["0 queries", "1 query", "2 queries"]
    assert [count(n, "new pair") for n in (0, 1, 2)] == ["0 new pairs", "1 new pair", "2 new pairs"]


def test_no_answer_speaks_of_one_thing_as_of_several(indexed: Assay, tmp_path: Path) -> None:
    bundle = tmp_path / "small.jsonl"
    indexed("campaign", "create", "small", "--query", "owls", "--assessor", "ada")
    said = [
        indexed("campaign", "run", "small", "words", "--mode", "keyword", "-k", 1),
        indexed("campaign", "pool", "small", "--depth", 1),
        indexed("campaign", "assign", "small"),
        indexed("campaign", "open", "small"),
    ]
    pair = indexed("campaign", "queue", "small", "--assessor", "ada", "--json").payload["next"]
    grade = ("campaign", "grade", "small", *pair, 1, "--assessor", "ada")
    said += [
        indexed("campaign", "unjudged", "small", "--run", "words", "--k", 1),
        indexed(*grade),
        indexed("campaign", "agreement", "small"),
        indexed("campaign", "status", "small"),
        indexed("campaign", "release", "small"),
        indexed("campaign", "evaluate", "small"),
        indexed("campaign", "export", "small", tmp_path / "small.qrels"),
        indexed("campaign", "export", "small", bundle, "--format", "bundle"),
        indexed("campaign", "merge", bundle, "--create", folder=tmp_path / "other"),
    ]
    for answer in said:
        assert answer.status == 0, answer
        assert not re.search(r"(?<![\d./])1 (new )?\w+(s|ies)\b(?! rated)", answer.out), answer.out


def test_a_merge_counts_events_since_notes_are_events_too(campaign: Assay, tmp_path: Path) -> None:
    bundle, other = tmp_path / "set.jsonl", tmp_path / "other"
    campaign("campaign", "export", NAME, bundle, "--format", "bundle")
    campaign("campaign", "merge", bundle, "--create", folder=other)
    pair = campaign("campaign", "queue", NAME, "--assessor", "bob", "--json").payload["next"]
    campaign("campaign", "grade", NAME, *pair, 1, "--assessor", "bob", "--note", "why")
    campaign("campaign", "export", NAME, bundle, "--format", "bundle", "--force")
    assert "merged: 2 new events, 0 known" in campaign("campaign", "merge", bundle, folder=other).out


@pytest.mark.parametrize("grade", ["3", "unsure", "later", "-1", ""])
def test_what_settles_nothing_is_told_what_does(campaign: Assay, grade: str) -> None:
    pair, _ = _grade_everything(campaign, first=2)
    refused = campaign("campaign", "adjudicate", NAME, *pair, grade, "--by", "lead")
    assert refused.status == 2
    assert "Give 0, 1 or 2, or withdraw." in refused.err
    for state in ("unsure", "later", "unreadable"):
        assert state not in refused.err.replace(f"'{grade}'", "")
