"""Ids as people type them: as the library keeps them, or as their source wrote them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]

ROWS = [
    {"_id": "da Rosa 2019", "title": "Slow rivers and their meadows", "text": "Meadows feed slow rivers."},
    {"_id": "lone", "title": "Meadows without a river", "text": "Dry meadows of the north."},
    {"_id": "Case", "title": "Upper case in names", "text": "Names with capitals."},
    {"_id": "case-b", "title": "Another letter b", "text": "Letters."},
    {"_id": "CASE-B", "title": "Yet another capital letter", "text": "More letters."},
]


@pytest.fixture
def library(assay: Assay, tmp_path: Path) -> Assay:
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    assert assay("import", file).status == 0
    assert assay("index", "--model", "hashing").status == 0
    return assay


def found(library: Assay, typed: str) -> set[str]:
    answer = library("search", typed, "--mode", "keyword", "--json").payload
    return {hit["doc_id"] for hit in answer["hits"]}


@pytest.mark.parametrize("form", ["da Rosa 2019", "da%20Rosa%202019"])
def test_both_forms_of_an_id_with_blanks_are_taken_wherever_one_is_typed(
    library: Assay, tmp_path: Path, form: str
) -> None:
    kept = "da%20Rosa%202019"
    ids, out = tmp_path / "ids.txt", tmp_path / "out.csv"
    ids.write_text(f"{form}\n", encoding="utf-8")
    answer = library("export", out, "--ids", ids, "--json").payload
    assert (answer["exported"], answer["missing"]) == (1, [])
    assert library("cite", form, "--json").payload["references"][0]["doc_id"] == kept
    assert kept not in {hit["doc_id"] for hit in library("similar", form, "--json").payload["hits"]}
    assert found(library, f'id:"{form}"') == {kept}
    assert found(library, f'meadows -id:"{form}"') == {"lone"}
    merged = library("duplicates", "merge", form, "lone", "--keep", form, "--json").payload
    assert merged["preview"]["merges"][0]["kept"] == kept


def test_what_an_export_writes_can_be_typed_again(library: Assay, tmp_path: Path) -> None:
    out, ids = tmp_path / "out.csv", tmp_path / "ids.txt"
    library("export", out)
    rows = out.read_text(encoding="utf-8").splitlines()[1:]
    ids.write_text("\n".join(row.partition(",")[0].strip('"') for row in rows), encoding="utf-8")
    answer = library("export", tmp_path / "again.csv", "--ids", ids, "--json").payload
    assert (answer["exported"], answer["missing"]) == (len(ROWS), [])


def test_an_id_in_another_case_finds_its_paper_where_there_is_only_one(library: Assay) -> None:
    assert found(library, "id:cASE") == {"Case"}
    assert found(library, "id:case-b") == {"case-b"}
    assert found(library, "id:Case-b") == set()
    assert found(library, 'id:"DA ROSA 2019"') == {"da%20Rosa%202019"}
    assert found(library, "id:LONE id:case") == {"lone", "Case"}
    assert found(library, "meadows -id:LONE") == {"da%20Rosa%202019"}
