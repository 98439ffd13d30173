# ruff: noqa: E501 - a table is read by its rows
"""The type and the fields of papers: one table for all formats, one text in the library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assay.items import Item, Original, merged_items, read_item, write_item
from assay.items.docs import page
from assay.items.item import with_abstract, without_abstract
from assay.items.table import FIELDS, TYPES, csl_type, type_name, written_name
from assay.items.view import values_of, with_value
from assay.types import Paper

OLD = write_item(Item("article-journal", {"container-title": "Old"}))
DOCS = Path(__file__).parents[2] / "docs"


def test_the_published_table_is_the_one_in_use() -> None:
    assert (DOCS / "fields.md").read_text("utf-8") == page()


@pytest.mark.parametrize("column", ["bibtex", "ris", "endnote", "zotero"])
def test_a_type_that_a_format_has_comes_back(column: str) -> None:
    common = (
        "article-journal",
        "book",
        "chapter",
        "paper-conference",
        "thesis",
        "report",
        "patent",
        "webpage",
    )
    for type_ in common:
        assert csl_type(column, type_name(column, type_)) == type_


def test_every_row_has_a_name_of_its_own() -> None:
    assert len({row.variable for row in FIELDS}) == len(FIELDS)
    assert len({row.csl for row in TYPES}) == len(TYPES)


@pytest.mark.parametrize(
    ("variable", "type_", "bibtex", "ris"),
    [
        ("issue", "article-journal", "number", "IS"), ("number", "report", "number", "IS"),
        ("publisher", "thesis", "school", "PB"), ("publisher", "report", "institution", "PB"),
        ("publisher", "book", "publisher", "PB"), ("container-title", "article-journal", "journal", "T2"),
        ("container-title", "paper-conference", "booktitle", "T2"), ("collection-title", "book", "series", "T2"),
        ("collection-title", "chapter", "series", "T3"), ("ISSN", "article-journal", "issn", "SN"),
        ("ISBN", "book", "isbn", "SN"), ("editor", "chapter", "editor", "A2"), ("page", "chapter", "pages", "SP"),
    ],
)  # fmt: skip
def test_fields_have_the_names_that_the_manuals_give(
    variable: str, type_: str, bibtex: str, ris: str
) -> None:
    assert (written_name(variable, "bibtex", type_), written_name(variable, "ris", type_)) == (bibtex, ris)


def test_an_item_is_text_and_back() -> None:
    item = Item(
        "thesis", {"publisher": "ETH", "editor": ["Roe, Al"]}, ("A note",), ("publisher",),
        {"ris": Original("THES", "k", (("AU", "Doe, Jane"),), {"rest": ["C8"]})},
    )  # fmt: skip
    assert read_item(write_item(item)) == item
    assert write_item(Item()) == ""
    assert read_item("{broken") == read_item("[]") == read_item("") == Item()


def test_merging_fills_gaps_and_leaves_what_was_typed() -> None:
    one = write_item(Item("book", {"volume": "1"}, (), ("page",)))
    other = write_item(Item("thesis", {"volume": "2", "page": "3", "issue": "4"}, ("n",)))
    merged, gained = merged_items(one, other)
    assert read_item(merged) == Item("book", {"volume": "1", "issue": "4"}, ("n",), ("page",))
    assert gained == ["issue", "notes"]
    assert merged_items(merged, other) == (merged, [])


def test_a_long_abstract_stands_once_and_comes_back_while_it_is_the_same() -> None:
    abstract = "Rivers are long. " * 20
    original = Original("article", "k", (("title", "{T}"), ("abstract", f"{{{abstract}}}")))
    short = without_abstract(original, abstract)
    assert len(write_item(Item(originals={"bibtex": short}))) < 200
    assert with_abstract(short, abstract).fields == original.fields
    assert with_abstract(short, "Another one.").fields == (("title", "{T}"),)


def test_a_venue_that_was_written_later_is_the_journal() -> None:
    paper = Paper("p", "T", year=2001, venue="Old", item=OLD)
    assert values_of(paper)["container-title"] == "Old"
    changed = with_value(paper, "container-title", "New")
    assert (changed.venue, values_of(changed)["container-title"]) == ("New", "New")
    over_a_typed_venue = with_value(replace(paper, venue="Typed"), "container-title", "New")
    assert (over_a_typed_venue.venue, values_of(over_a_typed_venue)["container-title"]) == ("New", "New")
    dated = with_value(paper, "issued", "2003-05")
    assert (dated.year, values_of(dated)["issued"]) == (2003, "2003-05")
