"""Collections, tags, removal, edits and the history, on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]


@pytest.fixture
def library(assay: Assay, papers_file: Path) -> Assay:
    """The command line on a library of invented papers with a keyword index."""
    assert assay("import", papers_file).status == 0
    assert assay("index", "--keyword-only").status == 0
    return assay


def found(library: Assay, *arguments: object) -> list[str]:
    """The doc_ids that a keyword search finds."""
    answer = library("search", *arguments, "--mode", "keyword", "--json")
    assert answer.status == 0, answer.err
    return [row["doc_id"] for row in answer.payload["hits"]]


def test_papers_are_put_into_collections_and_searched_there(library: Assay) -> None:
    bees = found(library, "bees")
    made = library("collection", "add", "Thesis/Two", bees[0], "--json").payload
    assert made["action"]["kind"] == "collect"
    assert made["index_is_behind"] is False
    listed = library("collection", "list", "--json").payload["collections"]
    assert listed == [{"path": "Thesis", "n_papers": 1}, {"path": "Thesis/Two", "n_papers": 1}]
    assert found(library, "bees", "--collection", "thesis") == bees[:1]
    assert found(library, "bees collection:two") == bees[:1]
    assert bees[0] not in found(library, "bees -collection:thesis")
    assert library("collection", "move", "Thesis/Two", "").status == 0
    assert library("collection", "rename", "two", "Second").status == 0
    assert library("collection", "remove", "Second", bees[0]).status == 0
    assert library("collection", "delete", "Thesis").status == 0
    assert "Second" in library("collection", "list").out
    assert library("search", "bees", "--collection", "Nothing").status == 2


def test_papers_are_tagged_and_searched_by_tag(library: Assay) -> None:
    bees = found(library, "bees")
    assert library("tag", "add", "to read", bees[0], "--json").payload["action"]["kind"] == "tag"
    assert library("tag", "list", "--json").payload["tags"] == [{"name": "to read", "n_papers": 1}]
    assert found(library, "bees", "--tag", "To Read") == bees[:1]
    assert found(library, 'bees tag:"to read"') == bees[:1]
    assert library("tag", "rename", "to read", "read").status == 0
    assert library("tag", "remove", "read", bees[0]).status == 0
    assert "There are no tags" in library("tag", "list").out


def test_a_collection_is_exported(library: Assay, tmp_path: Path) -> None:
    bees = found(library, "bees")
    library("collection", "add", "Thesis", bees[0])
    assert (
        library("export", tmp_path / "thesis.bib", "--collection", "thesis", "--json").payload["exported"]
        == 1
    )


def test_a_removed_paper_is_not_found_and_comes_back(library: Assay) -> None:
    bees = found(library, "bees")
    removed = library("remove", bees[0])
    assert "`assay index` brings searches up to date." in removed.out
    assert found(library, "bees") == bees[1:]
    assert [row["doc_id"] for row in library("removed", "--json").payload["papers"]] == bees[:1]
    assert library("restore-papers", bees[0]).status == 0
    assert found(library, "bees") == bees
    assert "No paper is removed." in library("removed").out


def test_an_edit_is_found_once_it_is_indexed(library: Assay) -> None:
    bees = found(library, "bees")
    edited = library("edit", bees[0], "--title", "Zebras", "--author", "One", "--author", "Two", "--json")
    assert edited.payload["index_is_behind"] is True
    assert edited.payload["action"]["args"]["fields"] == ["authors", "title"]
    before = library("search", "bees", "--mode", "keyword")
    assert "Changed since they were indexed: 1 paper" in before.out
    assert library("index", "--keyword-only", "--json").payload["keyword"]["n_encoded"] == 1
    assert found(library, "zebras author:two") == bees[:1]
    assert "since" not in library("search", "zebras", "--mode", "keyword").out
    assert library("edit", bees[0]).status == 2
    assert "is not a year" in library("edit", bees[0], "--year", "soon").err


def test_everything_is_undone_and_done_again(library: Assay) -> None:
    bees = found(library, "bees")
    library("tag", "add", "mine", bees[0])
    library("remove", bees[0])
    actions = library("history", "--json").payload["actions"]
    assert [action["kind"] for action in actions] == ["remove", "tag", "import"]
    assert library("history", "undo", "--json").payload["action"]["kind"] == "remove"
    assert library("duplicates", "undo", "--json").payload["action"]["kind"] == "tag"
    assert library("history", "redo", "--json").payload["action"]["kind"] == "tag"
    assert "(undone)" in library("history").out
    assert library("history", "undo").out.startswith("Undone: Tagged ")
    assert library("history", "undo").out.startswith("Undone: Imported papers.jsonl: ")
    assert found(library, "bees") == []
    assert "Nothing to undo" in library("history", "undo").err
