"""What an assessor can take back and bring again, and what a campaign asks, from the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from small_papers import CAMPAIGN as NAME
from small_papers import PAPERS

Assay = Callable[..., Any]

TITLES = {doc_id: title for doc_id, title, _ in PAPERS}


def _stands(campaign: Assay, assessor: str = "ada") -> dict[tuple[str, str], tuple[str | None, int | None]]:
    rows = campaign("campaign", "queue", NAME, "--assessor", assessor, "--json").payload["pairs"]
    return {(row["query_id"], row["doc_id"]): (row["state"], row["relevance"]) for row in rows}


def test_grades_are_taken_back_and_brought_again_and_it_says_what_stands(campaign: Assay) -> None:
    pair = next(iter(_stands(campaign)))
    for grade in (1, 2):
        campaign("campaign", "grade", NAME, *pair, grade, "--assessor", "ada")
    undo, redo = (("campaign", word, NAME, "--assessor", "ada") for word in ("undo", "redo"))
    first = campaign(*undo, "--json").payload
    assert first == {
        "query_id": pair[0],
        "doc_id": pair[1],
        "assessor": "ada",
        "state": "grade",
        "relevance": 1,
        "note": "",
    }
    assert _stands(campaign)[pair] == ("grade", 1)
    assert campaign(*undo).out == f"undone: {pair[0]} {pair[1]}, now not judged\n"
    assert _stands(campaign)[pair] == (None, None)
    assert campaign(*redo).out == f"done again: {pair[0]} {pair[1]}, now 1\n"
    assert campaign(*redo, "--json").payload["relevance"] == 2
    assert _stands(campaign)[pair] == ("grade", 2)


def test_a_note_is_taken_back_before_the_grade_it_was_written_to(campaign: Assay) -> None:
    pair = next(iter(_stands(campaign)))
    campaign("campaign", "grade", NAME, *pair, "unsure", "--assessor", "ada", "--note", "half of it")
    campaign("campaign", "undo", NAME, "--assessor", "ada")
    again = campaign("campaign", "redo", NAME, "--assessor", "ada")
    assert again.out == f"done again: {pair[0]} {pair[1]}, now unsure (half of it)\n"


def test_nothing_to_take_back_and_strangers_are_refused_in_words(campaign: Assay) -> None:
    for word in ("undo", "redo"):
        nothing = campaign("campaign", word, NAME, "--assessor", "ada")
        assert (nothing.status, nothing.out) == (2, "")
        assert f"'ada' has nothing to {word} in '{NAME}'" in nothing.err
        stranger = campaign("campaign", word, NAME, "--assessor", "adda")
        assert stranger.status == 2
        assert "'adda' is not an assessor" in stranger.err
        assert "'ada', 'bob', 'eve'" in stranger.err


def test_queries_are_listed_with_ids_texts_and_titles(campaign: Assay) -> None:
    listed = campaign("campaign", "queries", NAME, "--json").payload["queries"]
    assert {query_id for query_id, _ in _stands(campaign)} == {row["query_id"] for row in listed}
    (typed,) = (row for row in listed if row["doc_id"] is None)
    (paper,) = (row for row in listed if row["doc_id"] is not None)
    assert (typed["text"], typed["title"]) == ("bees deciding on a nest", None)
    assert paper["query_id"] == paper["doc_id"]
    assert paper["title"] == TITLES[paper["doc_id"]]
    shown = campaign("campaign", "queries", NAME).out
    for word in (typed["query_id"], typed["text"], paper["query_id"], paper["title"]):
        assert word in shown


def test_a_run_of_strangers_is_told_what_this_campaign_asks(campaign: Assay, tmp_path: Path) -> None:
    (tmp_path / "their.run").write_text("q77 Q0 owls 1 2.0 theirs\n", encoding="utf-8")
    refused = campaign("campaign", "run", NAME, "--file", tmp_path / "their.run")
    assert refused.status == 2
    assert f"`assay campaign queries {NAME}`" in refused.err
    ids = [row["query_id"] for row in campaign("campaign", "queries", NAME, "--json").payload["queries"]]
    assert any(f"'{query_id}'" in refused.err for query_id in ids)
