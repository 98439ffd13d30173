"""Reading on the command line: notes that are searched, a reading list, highlights written elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from assay.library import Library
from assay.pdf.drawing import Drawer
from assay.types import Highlight
from pdf_writing import Type, pdf

Assay = Callable[..., Any]


@pytest.fixture
def library(assay: Assay, papers_file: Path) -> Assay:
    """The command line on a library of invented papers with a keyword index."""
    assert assay("import", papers_file).status == 0
    assert assay("index", "--keyword-only").status == 0
    return assay


def found(library: Assay, *arguments: object) -> list[str]:
    answer = library("search", *arguments, "--mode", "keyword", "--json")
    assert answer.status == 0, answer.err
    return [row["doc_id"] for row in answer.payload["hits"]]


def test_notes_are_found_by_their_words_and_by_their_field(library: Assay) -> None:
    first, second = found(library, "bees")[:2]
    assert library("edit", first, "--set", "notes=Ask *Zebedee* for the data").status == 0
    assert library("index", "--keyword-only").status == 0
    assert found(library, "zebedee") == [first]
    assert found(library, "bees note:zebe") == [first]
    assert first not in found(library, "bees -note:zebedee")
    assert second in found(library, "bees -note:zebedee")
    assert library("history", "undo").status == 0
    assert library("index", "--keyword-only").status == 0
    assert found(library, "zebedee") == []


def test_the_reading_list_is_kept_filtered_and_undone(library: Assay) -> None:
    first, second = found(library, "bees")[:2]
    assert library("reading", "add", first, second, "--json").payload["action"]["kind"] == "to read"
    assert library("reading", "done", second).status == 0
    rows = library("reading", "list", "--json").payload["reading"]
    assert rows == [{"state": "to read", "doc_id": first}, {"state": "read", "doc_id": second}]
    assert found(library, "bees read:list") == [first]
    assert found(library, "bees read:yes") == [second]
    assert second not in found(library, "bees read:no")
    library("history", "undo")
    assert found(library, "bees read:list") == [first, second]
    assert library("reading", "clear", first, second).status == 0
    assert "Nothing is on the reading list" in library("reading", "list").out
    assert library("reading", "add", "nobody").status == 2


def test_highlights_are_listed_and_written_as_markdown_and_into_a_copy(
    library: Assay, tmp_path: Path
) -> None:
    path = tmp_path / "moss.pdf"
    path.write_bytes(pdf([Type("Moss grows slowly on stones", 100, 200, 14)]))
    doc_id = found(library, "bees")[0]
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf([Type("Lichen", 100, 200, 14)]))
    assert library("files", "attach", doc_id, other).status == 0
    assert library("files", "attach", doc_id, path, "--replace").status == 0
    with Library.open(tmp_path / "library") as opened:
        [place] = Drawer().find(path, ["moss"])
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        opened.annotations.add(Highlight(doc_id, sha256, 1, place.boxes, "pink", "Moss", "Check"))
    [row] = library("highlights", "list", "--json").payload["highlights"]
    assert (row["doc_id"], row["quote"], row["colour"], row["comment"]) == (doc_id, "Moss", "pink", "Check")
    assert library("highlights", "export", tmp_path / "notes.md").status == 0
    assert "> Moss\n>\n> p. 1, pink\n\nCheck" in (tmp_path / "notes.md").read_text()
    assert library("highlights", "export", tmp_path / "notes.md").status == 2  # it is there already
    done = library("highlights", "annotate", doc_id, tmp_path / "copy.pdf", "--json").payload
    assert (done["annotations"], len(pypdfium2.PdfDocument(tmp_path / "copy.pdf"))) == (1, 1)
    assert library("highlights", "remove", row["uuid"]).status == 0
    assert "There are no highlights" in library("highlights", "list").out
    refused = library("files", "find", doc_id, "--json")
    assert (refused.status, refused.payload["error"]["kind"]) == (2, "BadInput")


def test_notes_for_a_vault_are_written_and_renewed(library: Assay, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    assert library("edit", "bees", "--set", "notes=Ask *Zebedee*").status == 0
    answer = library("export", vault, "--notes", "--json")
    assert (answer.status, answer.payload["exported"], answer.payload["format"]) == (0, 8, "markdown")
    assert len(list(vault.iterdir())) == 8
    bees = vault / "bees.md"
    assert "Scout bees dance" in bees.read_text("utf-8")
    assert "Ask *Zebedee*" in bees.read_text("utf-8")
    bees.write_text(bees.read_text("utf-8") + "my own words\n", "utf-8")
    bees.rename(vault / "On dancing.md")
    assert library("edit", "bees", "--set", "notes=Ask Florence").status == 0
    ids = tmp_path / "ids"
    ids.write_text("bees\nnobody\n", "utf-8")
    some = library("export", vault, "--notes", "--ids", ids)
    assert some.status == 0
    assert "Not in this library: nobody" in some.out
    text = (vault / "On dancing.md").read_text("utf-8")
    assert text.endswith("my own words\n")
    assert "Ask Florence" in text
    assert "Zebedee" not in text
    assert not bees.exists()
    assert library("export", vault, "--notes", "--format", "bibtex").status == 2
    blocked = tmp_path / "file"
    blocked.write_text("x", "utf-8")
    assert library("export", blocked, "--notes").status == 2
