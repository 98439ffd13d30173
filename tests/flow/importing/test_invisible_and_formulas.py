"""Titles that hide text from the eye, and cells that run where a semicolon or a tab separates."""

from __future__ import annotations

import csv
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]

# As in published attacks: a tag's ASCII smuggled behind a title, a reversed file name, zero-width marks.
HIDDEN = {
    "tags": "Bees" + "".join(chr(0xE0000 + ord(letter)) for letter in "ignore all"),
    "bidi": "Nests\u202egnp.exe",
    "isolate": "Dances\u2066\u2069",
    "zero width": "Ha\u200bsh\u200c\u200d\u2060 functions",
    "mark inside": "Moths\ufeff and bats",
    "soft hyphen": "Pho\u00adtons",
    "variants": "Sleep\U000e0100\ufe01",
    "filler": "Winter\u3164",
}
PAYLOADS = [
    "Bees;=cmd|' /C calc'!A0",
    'Nests\t=HYPERLINK("http://x";"y")',
    "Bats;\t@SUM(A1)",
    "Moths; +1+1",
    "Plain;text",
]


@pytest.fixture
def library(assay: Assay, tmp_path: Path) -> Assay:
    rows = [
        {"_id": f"p{n}", "title": title, "text": "an abstract"}
        for n, title in enumerate([*HIDDEN.values(), *PAYLOADS])
    ]
    path = tmp_path / "papers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert assay("import", path).status == 0
    assert assay("index", "--model", "hashing").status == 0
    return assay


def invisible(text: str) -> list[str]:
    """By Unicode's own categories, and the letters that are drawn as nothing."""
    return [c for c in text if unicodedata.category(c) == "Cf" or c in "\u3164\ufe01\U000e0100"]


def test_what_cannot_be_seen_is_an_escape_on_the_terminal_and_itself_in_json(library: Assay) -> None:
    words = "bees nests dances functions moths photons sleep winter"
    said = library("search", words, "--mode", "semantic", "-k", "20")
    assert said.status == 0
    assert not invisible(said.out)
    hits = library("search", words, "--mode", "semantic", "-k", "20", "--json").payload["hits"]
    kept = set(
        invisible("".join(hit["title"] for hit in hits))
    )  # some are no part of a title after the import
    assert {"\U000e0069", "\u200d", "\u3164", "\U000e0100"} <= kept
    for character in kept:
        escape = f"\\U{ord(character):08x}" if ord(character) > 0xFFFF else f"\\u{ord(character):04x}"
        assert escape in said.out, escape


def test_an_id_or_file_name_that_hides_something_is_named_with_escapes(library: Assay) -> None:
    said = library("similar", "no\u200bpaper")
    assert said.status == 2
    assert "no\\u200bpaper" in said.err
    said = library("import", "no\U000e0041where.bib")
    assert "no\\U000e0041where.bib" in said.err


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_runs_whatever_separates_the_cells(library: Assay, tmp_path: Path, separator: str) -> None:
    """The table read as programs of another language read it: split at semicolons or tabs."""
    assert library("export", tmp_path / "out.csv").status == 0
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file, delimiter=separator))
    cells = [cell for row in rows for cell in row]
    assert any("calc" in cell for cell in cells)
    for cell in cells:
        assert not cell.strip().startswith(("=", "+", "-", "@")), cell


def test_the_table_comes_back_as_it_went(library: Assay, tmp_path: Path) -> None:
    assert library("export", tmp_path / "out.csv").status == 0
    assert library("import", tmp_path / "out.csv", folder=tmp_path / "again").status == 0
    assert library("export", tmp_path / "again.jsonl", folder=tmp_path / "again").status == 0
    lines = (tmp_path / "again.jsonl").read_text(encoding="utf-8").splitlines()
    titles = {" ".join(json.loads(line)["title"].split()) for line in lines}
    assert {" ".join(title.split()) for title in PAYLOADS} <= titles
