"""What a table of papers shows besides their fields, and how papers are sorted by it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from assay.items.item import Item, write_item
from assay.library import Library
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from postgres_server import PostgresServer

COLUMNS = ("type", "added", "tags", "grade", "pdf", "citations", "key")
TYPES = {"a": "book", "b": "article-journal", "c": "", "d": "thesis", "e": "article-journal"}
CITES = {"a": ("b", "c", "nobody"), "b": ("c", "b"), "d": ("c",), "e": ("b",)}


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def filled(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Library]:
    if request.param == "SQLite":
        with Library.open(tmp_path / "library") as library:
            fill(library)
            yield library
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.new_database()
    with Library.open(url) as library:
        fill(library)
        yield library
    server.drop(url)


def fill(library: Library) -> None:
    for doc_id, type_ in TYPES.items():
        item = write_item(Item(type_, {"note": '"}{'})) if type_ else ""
        paper = Paper(doc_id, f"Paper {doc_id}", cites=CITES.get(doc_id, ()), item=item)
        library.papers.add([(paper, ())])


def by(library: Library, sort: str, *, descending: bool = False) -> str:
    return "".join(library.papers.ids(sort=sort, descending=descending))


def test_types_and_keys_sort_and_what_is_not_known_comes_last(filled: Library) -> None:
    assert (by(filled, "type"), by(filled, "type", descending=True)) == ("beadc", "daebc")
    assert (by(filled, "key"), by(filled, "key", descending=True)) == ("abcde", "edcba")


def test_tags_sort_by_their_names_and_stand_in_the_facts(filled: Library) -> None:
    filled.tags.add("Zebra", ["b", "d"])
    filled.tags.add("apple", ["d", "e"])
    assert (by(filled, "tags"), by(filled, "tags", descending=True)) == ("debac", "bedca")
    facts = filled.papers.facts(list("abde"), ["tags"])
    assert [facts[each].tags for each in "abde"] == [(), ("Zebra",), ("apple", "Zebra"), ("apple",)]


def test_the_highest_grade_of_anyone_counts(filled: Library) -> None:
    from assay.ingest.queries import add_query

    queries = [add_query(filled, text).query_id for text in ("owls", "bats")]
    grades = [("a", 0), ("b", 1), ("b", 2), ("d", 2), ("d", 0), ("e", 1)]
    for number, (doc_id, grade) in enumerate(grades):
        filled.judgements.record(queries[number % 2], doc_id, assessor="ada", relevance=grade)
    best = {doc_id: max(grade for one, grade in grades if one == doc_id) for doc_id, _ in grades}
    facts = filled.papers.facts(list(TYPES), ["grade"])
    assert {doc_id: known.grade for doc_id, known in facts.items()} == {**best, "c": None}
    assert (by(filled, "grade"), by(filled, "grade", descending=True)) == ("aebdc", "dbeac")


def test_citations_inside_the_library_are_counted_again_when_it_changes(filled: Library) -> None:
    def counts() -> dict[str, int]:
        return {one: known.n_citations for one, known in filled.papers.facts(list(TYPES), COLUMNS).items()}

    links = {(one, other) for one, others in CITES.items() for other in others if one != other}
    assert counts() == {one: sum(cited == one for _, cited in links) for one in TYPES}
    assert (by(filled, "citations"), by(filled, "citations", descending=True)) == ("bcade", "cbeda")
    filled.edits.remove(["d"])
    assert counts()["c"] == 2


def test_facts_that_were_not_asked_for_are_left_out_and_times_are_there(filled: Library) -> None:
    filled.tags.add("x", ["a"])
    known = filled.papers.facts(["a", "gone"], [])
    assert (list(known), known["a"].tags, known["a"].type) == (["a"], (), "")
    assert known["a"].added is not None
    assert filled.papers.facts(["a"], ["type"])["a"].type == "book"
    assert json.loads(filled.papers.get(["a"])[0].item)["type"] == "book"
