"""Saved searches on the command line: kept, asked again after an import, renamed, removed, brought back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]


@pytest.fixture
def saved(indexed: Assay) -> Assay:
    assert indexed("saved", "add", "Bees", "bees deciding on a nest").status == 0
    return indexed


def bring(assay: Assay, tmp_path: Path) -> None:
    path = tmp_path / "more.jsonl"
    row = {"_id": "new", "title": "How bees decide on a nest", "text": "Bees decide on a nest together."}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert assay("import", path).status == 0
    assert assay("index").status == 0


def test_news_are_what_an_import_brought(saved: Assay, tmp_path: Path) -> None:
    assert saved("saved", "news", "--json").payload["saved"] == [{"name": "Bees", "new": [], "fault": ""}]
    bring(saved, tmp_path)
    (told,) = saved("saved", "news", "--json").payload["saved"]
    assert told["new"] == [{"doc_id": "new", "title": "How bees decide on a nest"}]
    assert "Bees (1 new paper)" in saved("saved", "news", "bees").out
    (listed,) = saved("saved", "list", "--json").payload["saved"]
    assert (listed["name"], listed["n_new"]) == ("Bees", 1)


def test_a_run_marks_what_is_new_until_it_is_seen(saved: Assay, tmp_path: Path) -> None:
    bring(saved, tmp_path)
    hits = saved("saved", "run", "Bees", "-k", 3, "--json").payload["hits"]
    assert [hit["doc_id"] for hit in hits if hit["new"]] == ["new"]
    assert len(hits) == 3
    assert "*" in saved("saved", "run", "Bees", "--seen").out
    assert not any(hit["new"] for hit in saved("saved", "run", "Bees", "--json").payload["hits"])


def test_seen_says_what_had_been_new(saved: Assay, tmp_path: Path) -> None:
    bring(saved, tmp_path)
    saved("saved", "news")
    assert saved("saved", "seen", "--json").payload == {"seen": {"Bees": ["new"]}}
    assert saved("saved", "seen").out == "0 papers looked at.\n"


def test_renaming_and_removing_are_undone(saved: Assay) -> None:
    assert saved("saved", "rename", "bees", "Nests").out == "Renamed the saved search Bees to Nests\n"
    assert saved("saved", "remove", "nests").out == "Removed the saved search Nests\n"
    assert saved("saved", "list", "--json").payload["saved"] == []
    assert saved("duplicates", "undo").status == 0
    assert saved("duplicates", "undo").status == 0
    (kept,) = saved("saved", "list", "--json").payload["saved"]
    assert kept["name"] == "Bees"
    assert saved("history", "undo").out == "Undone: Saved the search Bees\n"
    assert saved("saved", "list", "--json").payload["saved"] == []
    assert saved("history", "redo").out == "Done again: Saved the search Bees\n"
    assert saved("saved", "run", "bees").status == 0


def test_seeds_have_signs_and_weights(indexed: Assay, tmp_path: Path) -> None:
    first, second = (hit["doc_id"] for hit in indexed("search", "bees", "-k", 2, "--json").payload["hits"])
    made = indexed("saved", "add", "Like", "--like", first, "--unlike", f"{second}:0.5", "--json").payload
    assert made["saved"]["request"]["seeds"] == [
        {"doc_id": first, "sign": 1, "weight": 1.0},
        {"doc_id": second, "sign": -1, "weight": 0.5},
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "Empty"), "nothing to search for"),
        (("add", "Bees", "again"), "already"),
        (("add", "Far", "--like", "nobody"), "No paper 'nobody'"),
        (("add", "Heavy", "--like", "bees:0"), "above 0"),
        (("run", "bee"), "Did you mean 'Bees'"),
        (("remove", "zzz"), "no saved search 'zzz'"),
    ],
)
def test_what_cannot_be_done_is_said(saved: Assay, arguments: tuple[str, ...], said: str) -> None:
    answer = saved("saved", *arguments)
    assert answer.status == 2
    assert said in answer.err
    assert [each["name"] for each in saved("saved", "list", "--json").payload["saved"]] == ["Bees"]
