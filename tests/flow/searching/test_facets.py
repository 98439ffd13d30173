"""Counts of what a search found, on the command line and in the engine."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from engine_talk import Talk

ROWS = [
    {"_id": f"p{n}", "title": f"Number {n} of bees", "text": "A hive." if n % 2 else "A comb.",
     "year": 2000 + n % 4, "venue": ["ACL", "SIGIR"][n % 2], "authors": [["Ada Lovelace"], ["Wei Li"]][n % 2]}
    for n in range(24)
]  # fmt: skip


@pytest.fixture
def filled(assay, tmp_path: Path):
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    assert assay("import", file).status == 0
    assert assay("index", "--keyword-only").status == 0
    return assay


def values(facets, name: str) -> dict[str, int]:
    return {each["value"]: each["n"] for each in facets["values"][name]}


def test_facets_count_what_the_search_found(filled) -> None:
    asked = ("search", "hive", "--mode", "keyword", "--facets", "--json", "-k", 2)
    facets = filled(*asked).payload["facets"]
    with_word = [row for row in ROWS if "hive" in row["text"]]
    assert (facets["n_papers"], facets["of"]) == (len(with_word), "found")
    assert values(facets, "year") == Counter(str(row["year"]) for row in with_word)
    assert values(facets, "author") == {"Wei Li": 12}


def test_a_facets_own_filter_does_not_restrict_its_counts(filled) -> None:
    asked = ("search", "bees", "--mode", "keyword", "--facets", "--json")
    facets = filled(*asked, "--venue", "ACL", "--author", "Ada Lovelace").payload["facets"]
    chosen = [row for row in ROWS if row["venue"] == "ACL"]
    assert facets["n_papers"] == len(chosen)
    assert values(facets, "year") == Counter(str(row["year"]) for row in chosen)
    # The other venue has no paper by this author, and the other author none at this venue.
    assert values(facets, "venue") == {"ACL": 12}
    lone = filled(*asked, "--venue", "ACL").payload["facets"]
    assert values(lone, "venue") == {"ACL": 12, "SIGIR": 12}
    assert values(lone, "author") == {"Ada Lovelace": 12}


def test_where_nothing_is_asked_but_fields_the_library_is_counted(filled) -> None:
    facets = filled("search", "year:2001", "--mode", "keyword", "--facets", "--json").payload["facets"]
    assert (facets["n_papers"], facets["of"]) == (6, "listed")
    assert values(facets, "year") == {"2001": 6}
    printed = filled("search", "year:2001", "--mode", "keyword", "--facets").out
    assert "Among 6 papers" in printed
    assert "Wei Li" in printed


def test_the_engine_counts_as_the_command_line_does(filled, start, tmp_path: Path) -> None:
    told = filled("search", "bees", "--mode", "keyword", "--facets", "--json", "--venue", "ACL").payload
    talk = Talk(start(tmp_path / "library", "engine"))
    try:
        request = {"text": "bees", "mode": "keyword", "filters": {"venues": ["ACL"]}}
        talk.send(id=1, op="facets", request=request)
        answer = talk.answer(1)["ok"]
        request["filters"] = {"years": [[2001, 2001], [2003, 2003]], "author_names": ["Li, Wei"]}
        talk.send(id=2, op="facets", request=request)
        years = talk.answer(2)["ok"]
    finally:
        talk.process.kill()
        talk.process.communicate()
    assert answer["n_papers"] == told["facets"]["n_papers"]
    assert answer["values"] == told["facets"]["values"]
    chosen = [row for row in ROWS if row["year"] in {2001, 2003}]
    assert years["n_papers"] == len(chosen)
    venues = {each["value"]: each["n"] for each in years["values"]["venue"]}
    assert venues == Counter(row["venue"] for row in chosen)
