"""Duplicates on the command line: found, merged, kept apart, linked, and all of it undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.importers import identity_keys
from assay.library import Library
from assay.types import Paper

Assay = Callable[..., Any]
TITLE = "How moths jam the sonar of hunting bats over open fields"
PEOPLE = ("Aaron Corcoran", "Jesse Barber")
FIRST = Paper("first", TITLE, authors=PEOPLE, year=2019, doi="10.1242/j.1")
TYPO = Paper("typo", TITLE.replace("open", "opne"), authors=("Corcoran, A.", "Barber, J."), year=2019)
PREPRINT = Paper(
    "preprint", TITLE, authors=PEOPLE, year=2018, doi="10.1101/2018.01.01.123456", venue="bioRxiv"
)
STRANGER = Paper("stranger", "Owls listen for voles under the snow of long winters", year=2019)


@pytest.fixture
def library(assay: Assay, tmp_path: Path) -> Assay:
    """The command line on a library whose papers no import has compared."""
    with Library.open(tmp_path / "library") as opened:
        opened.papers.add([(paper, identity_keys(paper)) for paper in (FIRST, TYPO, PREPRINT, STRANGER)])
    return assay


def test_duplicates_are_found_with_reasons(library: Assay) -> None:
    found = library("duplicates", "find", "--json").payload
    assert [group["doc_ids"] for group in found["groups"]] == [["first", "typo"]]
    assert {"text": "same authors", "values": []} in found["groups"][0]["links"][0]["reasons"]
    assert [(one["doc_id"], one["other"], one["preprint"]) for one in found["versions"]] == [
        ("first", "preprint", "preprint")
    ]
    printed = library("duplicates", "find").out
    assert TITLE in printed
    assert "4 papers: 1 duplicate in 1 group" in printed


def test_a_merge_is_previewed_done_undone_and_done_again(library: Assay) -> None:
    preview = library("duplicates", "merge", "--dry-run", "--json").payload
    assert preview["action"] is None
    assert [(plan["kept"], plan["hidden"]) for plan in preview["preview"]["merges"]] == [("first", ["typo"])]
    assert library("duplicates", "merge").out.splitlines()[-1] == "Merged 2 papers into 1"
    assert library("duplicates", "find", "--json").payload["groups"] == []
    assert library("duplicates", "undo").out == "Undone: Merged 2 papers into 1\n"
    assert len(library("duplicates", "find", "--json").payload["groups"]) == 1
    assert library("duplicates", "redo", "--json").payload["action"]["undone"] is False
    history = library("duplicates", "history", "--json").payload["actions"]
    assert [action["title"] for action in history] == ["Merged 2 papers into 1"]


def test_named_papers_are_merged_into_the_one_to_keep(library: Assay) -> None:
    done = library("duplicates", "merge", "first", "preprint", "--keep", "preprint", "--json").payload
    assert done["preview"]["merges"][0]["kept"] == "preprint"
    assert library("duplicates", "history").out.endswith("Merged 2 papers into 1\n")


def test_papers_kept_apart_are_not_found_again(library: Assay) -> None:
    assert library("duplicates", "mark-distinct", "typo", "first").out == "Marked 1 pair as distinct\n"
    found = library("duplicates", "find", "--json").payload
    assert ["first", "typo"] not in [group["doc_ids"] for group in found["groups"]]
    again = library("duplicates", "mark-distinct", "first", "typo", "--json")
    assert again.status == 2
    assert json.loads(again.out)["error"]["kind"] == "BadInput"


def test_versions_are_linked(library: Assay) -> None:
    assert library("duplicates", "link", "preprint", "first").status == 0
    found = library("duplicates", "find", "--json").payload
    assert "first" not in {name for one in found["versions"] for name in (one["doc_id"], one["other"])}
    assert library("duplicates", "undo").out == "Undone: Linked 1 pair of versions\n"
    assert library("duplicates", "link").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["merge", "first"], "at least two papers"),
        (["merge", "--keep", "first"], "Name the papers too"),
        (["merge", "first", "nobody"], "No paper 'nobody'"),
        (["mark-distinct", "first"], "at least two papers"),
        (["link", "first"], "Name two papers"),
        (["undo"], "Nothing to undo"),
        (["redo"], "Nothing to redo"),
    ],
)
def test_what_cannot_be_done_is_said(library: Assay, arguments: list[str], message: str) -> None:
    answer = library("duplicates", *arguments)
    assert answer.status == 2
    assert message in answer.err


def test_two_names_of_one_paper_are_nothing_to_merge(library: Assay) -> None:
    library("duplicates", "merge", "first", "typo")
    answer = library("duplicates", "merge", "first", "typo", "--json")
    assert (answer.status, answer.payload["error"]["kind"]) == (2, "BadInput")
    assert "'first' and 'typo' are one paper of this library already" in answer.payload["error"]["message"]
