"""The data card: every number from what it was given, and readable as it stands."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from assay.campaign_types import (
    Campaign,
    CampaignStatus,
    Guideline,
    PoolRound,
    PoolStrategy,
    QueueKind,
    ReleaseItem,
    ReleaseRule,
)
from assay.judging import RunFacts, agreement, card_markdown, data_card
from assay.types import Query

WHEN = datetime(2026, 3, 1, 12, tzinfo=UTC)
CAMPAIGN = Campaign(
    "owls | of the_world",
    "uuid-1",
    CampaignStatus.CLOSED,
    raters_per_pair=2,
    queue=QueueKind.ASSIGNED,
    seed=7,
    created_at=WHEN,
    corpus_sha256="c" * 64,
    n_papers=1094,
    n_queries=2,
)
ITEMS = [
    ReleaseItem("q1", "d1", 2, 2, "unanimous"),
    ReleaseItem("q1", "d2", 0, 2, "adjudicated"),
    ReleaseItem("q1", "d3", 0, 1, "single"),
]
RATINGS = [
    ("q1", "d1", "ann", 2), ("q1", "d1", "bob", 2),
    ("q1", "d2", "ann", 0), ("q1", "d2", "bob", 1),
    ("q1", "d3", "cat", 0),
]  # fmt: skip
FACTS: dict[str, Any] = {
    "campaign": CAMPAIGN,
    "version": 3,
    "rule": ReleaseRule.ADJUDICATED,
    "sha256": "r" * 64,
    "created": datetime(2026, 3, 4, 9, 30, tzinfo=timezone(timedelta(hours=2))),
    "items": ITEMS,
    "queries": [Query("q2", "bats"), Query("q1", "barn owls\n| at night", "p1")],
    "agreement": agreement(RATINGS),
    "rounds": [
        PoolRound(1, PoolStrategy.DEPTH, {"depth": 10, "runs": ["bm25", "dense"]}, 40, WHEN),
        PoolRound(2, PoolStrategy.UNJUDGED, {"depth": 5, "runs": ["new"]}, 3, WHEN),
    ],
    "runs": [
        RunFacts("bm25", model="BM25", mode="keyword", text="title+abstract"),
        RunFacts("dense", "all-MiniLM-L6-v2", "semantic", "title", "f" * 16),
        RunFacts("new"),
    ],
    "guideline": Guideline(2, "# How to grade\n\n2 is *very* relevant.", "a" * 64, WHEN),
    "graded": {"bob": 2, "ann": 2, "cat": 1},
    "left_out": {"unsure": 4, "not judged": 1234},
    "changed_papers": ["p9", "p4"],
    "bias_note": "Each run keeps its rank.",
}


def cells(text: str, first: str) -> list[str]:
    """The cells of the one table row that begins with `first`."""
    (row,) = [line for line in text.splitlines() if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[2:-1]]


def test_a_card_is_json_and_holds_what_it_was_given() -> None:
    card = data_card(**FACTS)
    assert json.loads(json.dumps(card, allow_nan=False)) == card
    assert card["release"] == {
        "version": 3,
        "rule": "adjudicated",
        "min_raters": 1,
        "sha256": "r" * 64,
        "created": "2026-03-04T07:30:00Z",
        "n_items": 3,
        "grades": {"0": 2, "1": 0, "2": 1},
        "sources": {"adjudicated": 1, "single": 1, "unanimous": 1},
    }
    assert card["corpus"] == {"n_papers": 1094, "sha256": "c" * 64}
    assert [(q["query_id"], q["n"], q["grades"]) for q in card["queries"]] == [
        ("q1", 3, {"0": 2, "1": 0, "2": 1}),
        ("q2", 0, {"0": 0, "1": 0, "2": 0}),
    ]
    assert card["raters"]["graded"] == {"ann": 2, "bob": 2, "cat": 1}
    assert card["raters"]["n_grades_of_pair"] == {"1": 1, "2": 2}
    assert card["guideline"]["sha256"] == "a" * 64
    assert [(p["strategy"], p["params"]["depth"], p["n_pairs"]) for p in card["pools"]] == [
        ("depth", 10, 40),
        ("holes", 5, 3),
    ]
    assert card["runs"][1] == {
        "tag": "dense",
        "model": "all-MiniLM-L6-v2",
        "mode": "semantic",
        "text": "title",
        "fingerprint": "f" * 16,
    }
    assert card["left_out"] == {"not judged": 1234, "unsure": 4}
    assert card["changed_papers"] == ["p4", "p9"]


def test_a_card_gives_agreement_with_its_n_and_null_for_undefined() -> None:
    found = data_card(**FACTS)["agreement"]
    assert (found["n_ratings"], found["n_items"], found["n_co_rated"], found["raw"]) == (5, 3, 2, 0.5)
    by_names = {(p["assessor_a"], p["assessor_b"]): p for p in found["pairs"]}
    assert by_names["ann", "bob"]["n"] == 2
    assert by_names["ann", "bob"]["confusion"] == [[0, 1, 0], [0, 0, 0], [0, 0, 1]]
    assert by_names["ann", "cat"]["n"] == 0
    assert by_names["ann", "cat"]["kappa"] is None
    assert found["per_query"]["q1"]["n_co_rated"] == 2


def test_a_card_read_back_from_json_gives_the_same_text() -> None:
    card = data_card(**FACTS)
    assert card_markdown(json.loads(json.dumps(card))) == card_markdown(card)


def test_a_name_with_markup_stays_a_name() -> None:
    card = data_card(**{**FACTS, "campaign": replace(CAMPAIGN, name="<b>*owls*\n# x"), "graded": {"a|b": 1}})
    text = card_markdown(card)
    assert text.splitlines()[0] == "# \\<b\\>\\*owls\\* # x, release 3"
    assert cells(text, "a\\|b") == ["1"]


def test_conflicts_and_texts_that_changed_until_the_export_are_counted_and_older_cards_still_read() -> None:
    card = data_card(**FACTS, conflicts=3)
    assert card["raters"]["conflicts"] == 3
    assert "two machines by one assessor: 3 judgements." in card_markdown(card)
    later = {**card, "export": {"changed_papers": ["d1", "d9"]}}
    assert "2 papers: `d1`, `d9`." in card_markdown(later)
    older = data_card(**FACTS)
    del older["raters"]["conflicts"]
    assert "two machines" not in card_markdown(older)
