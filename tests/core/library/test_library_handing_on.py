"""What a leader does when somebody leaves: pairs are taken from one assessor, and handed on to others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assay.campaign_types import Assignment, CampaignStatus
from assay.errors import BadInput
from assay.library import ActionArgs, CampaignStore, Library
from assay.types import JudgementState, Paper, Query

Pair = tuple[str, str]
PAIRS: list[Pair] = [("q1", "d0"), ("q1", "d1"), ("q1", "d2"), ("q2", "d0"), ("q2", "d1"), ("q2", "d3")]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", check=False) as opened:
        opened.papers.add([(Paper(f"d{n}", f"Paper {n}"), ()) for n in range(5)])
        for name in ("another", "set"):
            opened.campaigns.create(name, raters_per_pair=2)
            store = opened.campaign(name)
            store.queries.add([Query("q1", "first"), Query("q2", "second")])
            store.pool.add(PAIRS)
            store.freeze_corpus()
            for person in ("ada", "bob", "eve"):
                store.add_assessor(person)
            opened.campaigns.set_status(name, CampaignStatus.OPEN)
            store.assignments.add(
                [Assignment(*pair, "ada", f"k{9 - n}") for n, pair in enumerate(PAIRS)]
                + [Assignment(*PAIRS[0], "bob", "b")]
            )
        yield opened


@pytest.fixture
def store(library: Library) -> CampaignStore:
    return library.campaign("set")


def holding(store: CampaignStore) -> dict[str, list[tuple[Pair, str]]]:
    found: dict[str, list[tuple[Pair, str]]] = {}
    for one in store.assignments.all():
        found.setdefault(one.assessor, []).append(((one.query_id, one.doc_id), one.order_key))
    return {who: sorted(pairs) for who, pairs in found.items()}


def test_open_pairs_are_those_held_and_not_judged_in_the_assessors_order(
    library: Library, store: CampaignStore
) -> None:
    assert store.assignments.open_pairs("ada") == PAIRS[::-1]
    assert store.assignments.open_pairs("eve") == []
    store.judgements.record(*PAIRS[0], assessor="ada", relevance=0)
    store.judgements.record(*PAIRS[1], assessor="ada", state=JudgementState.UNREADABLE)
    store.judgements.record(*PAIRS[2], assessor="ada", state=JudgementState.LATER)
    store.judgements.set_note(*PAIRS[3], assessor="ada", note="hm")
    assert store.assignments.open_pairs("ada") == [*PAIRS[:1:-1]]
    assert store.assignments.open_pairs("ada", query_ids=["q2"]) == [*PAIRS[:2:-1]]
    assert store.assignments.open_pairs("ada", query_ids=[]) == []
    library.papers.remove(["d3"])
    assert store.assignments.open_pairs("ada") == [PAIRS[4], PAIRS[3], PAIRS[2]]
    store.assignments.withdraw(*PAIRS[4], "ada")
    assert store.assignments.open_pairs("ada") == [PAIRS[3], PAIRS[2]]
    assert library.campaign("another").assignments.open_pairs("ada") == [
        pair for pair in PAIRS[::-1] if pair[1] != "d3"
    ]


def test_a_lease_holds_a_pair_while_it_runs(store: CampaignStore) -> None:
    soon, over = (datetime.now(UTC) + timedelta(hours=hours) for hours in (1, -1))
    store.assignments.add([Assignment(*PAIRS[1], "eve", "a", soon), Assignment(*PAIRS[2], "eve", "b", over)])
    assert store.assignments.open_pairs("eve") == [PAIRS[1]]


@pytest.mark.parametrize(
    ("who", "query_ids", "said"),
    [
        ("max", None, "'max' is not an assessor of 'set', which has 'ada', 'bob', 'eve'"),
        ("ada", ["q1", "q9", "q8"], "'set' has no query 'q8'"),
    ],
)
def test_pairs_of_nobody_or_of_unknown_queries_are_not_asked_for(
    store: CampaignStore, who: str, query_ids: list[str] | None, said: str
) -> None:
    before = holding(store)
    with pytest.raises(BadInput, match=said):
        store.assignments.open_pairs(who, query_ids=query_ids)
    with pytest.raises(BadInput, match=said):
        store.assignments.withdraw_open(who, query_ids=query_ids)
    assert holding(store) == before


def test_open_pairs_are_withdrawn_in_one_action_that_can_be_undone(
    library: Library, store: CampaignStore
) -> None:
    store.judgements.record(*PAIRS[0], assessor="ada", relevance=0)
    before, other = holding(store), holding(library.campaign("another"))
    done = store.assignments.withdraw_open("ada", query_ids=["q1"])
    assert (done.kind, done.title, done.args) == (
        "withdraw pairs",
        "Withdrew 2 pairs of set from ada",
        ActionArgs(2, ("ada", "set")),
    )
    left = {**before, "ada": [one for one in before["ada"] if one[0] not in PAIRS[1:3]]}
    assert holding(store) == left
    with pytest.raises(BadInput, match="is not assigned to 'ada'"):
        store.judgements.record(*PAIRS[1], assessor="ada", relevance=1)
    library.actions.undo()
    assert holding(store) == before
    store.judgements.record(*PAIRS[1], assessor="ada", relevance=1)
    assert store.assignments.withdraw_open("ada").title == "Withdrew 4 pairs of set from ada"
    assert [pair for pair, _ in holding(store)["ada"]] == PAIRS[:2]
    with pytest.raises(BadInput, match="'ada' has no open pair of 'set' to withdraw: what they judged"):
        store.assignments.withdraw_open("ada")
    assert holding(library.campaign("another")) == other


def test_pairs_are_handed_on_for_good_and_back_again_by_an_undo(
    library: Library, store: CampaignStore
) -> None:
    store.judgements.record(*PAIRS[5], assessor="ada", relevance=0)
    store.assignments.add([Assignment(*PAIRS[4], "eve", "old")])
    store.assignments.withdraw(*PAIRS[4], "eve")  # who had it once
    before = holding(store)
    done = store.assignments.hand_on(
        "ada",
        [
            Assignment(*PAIRS[1], "bob", "x"),
            Assignment(*PAIRS[1], "eve", "y"),
            Assignment(*PAIRS[4], "eve", "z"),
        ],
    )
    assert (done.title, done.args) == ("Reassigned 2 pairs of set from ada", ActionArgs(2, ("ada", "set")))
    after = {
        "ada": [one for one in before["ada"] if one[0] not in (PAIRS[1], PAIRS[4])],
        "bob": [(PAIRS[0], "b"), (PAIRS[1], "x")],
        "eve": [(PAIRS[1], "y"), (PAIRS[4], "z")],
    }
    assert holding(store) == after
    assert {one.lease_until for one in store.assignments.all()} == {None}
    library.actions.undo()
    assert holding(store) == before
    library.actions.redo()
    assert holding(store) == after
    for who in ("bob", "eve"):
        store.judgements.record(*PAIRS[1], assessor=who, relevance=1)
    with pytest.raises(BadInput, match="not assigned"):
        store.judgements.record(*PAIRS[1], assessor="ada", relevance=1)
    assert store.assignments.hand_on("ada", [Assignment(*PAIRS[2], "eve", "w")]).title == (
        "Reassigned 1 pair of set from ada"
    )


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("q1", "d1", "max")], "'max' is not an assessor of 'set', which has 'ada', 'bob', 'eve'"),
        ([("q1", "d1", "gone")], "'gone' is deactivated"),
        ([("q2", "d3", "eve")], "Paper 'd3' of query 'q2' is no longer an open pair of 'ada'; nothing was"),
        ([("q1", "d4", "eve")], "Paper 'd4' of query 'q1' is no longer an open pair of 'ada'"),
        ([("q1", "d0", "bob")], "'bob' has paper 'd0' of query 'q1' already; nothing was reassigned"),
    ],
)
def test_pairs_are_handed_on_all_or_none(
    library: Library, store: CampaignStore, rows: list[tuple[str, str, str]], said: str
) -> None:
    store.judgements.record(*PAIRS[5], assessor="ada", relevance=0)
    store.add_assessor("gone")
    library.annotators.set_active("gone", False)
    if rows[0][2] == "gone":
        said = "'gone' is deactivated"
    else:
        store.remove_assessor("gone")
    before, history = holding(store), library.actions.all()
    with pytest.raises(BadInput, match=said):
        store.assignments.hand_on(
            "ada", [Assignment(*PAIRS[1], "eve", "a"), *(Assignment(*row, "b") for row in rows)]
        )
    assert (holding(store), library.actions.all()) == (before, history)


def test_nothing_is_handed_on_once_the_campaign_is_closed(library: Library, store: CampaignStore) -> None:
    for status, allowed in ((CampaignStatus.ADJUDICATING, True), (CampaignStatus.CLOSED, False)):
        library.campaigns.set_status("set", status)
        if allowed:
            store.assignments.hand_on("ada", [Assignment(*PAIRS[1], "eve", "a")])
            store.assignments.withdraw_open("ada", query_ids=["q2"])
            continue
        with pytest.raises(BadInput, match="is closed, so nothing can be withdrawn; nothing was written"):
            store.assignments.withdraw_open("ada")
        with pytest.raises(BadInput, match="is closed, so nothing can be reassigned; nothing was written"):
            store.assignments.hand_on("ada", [Assignment(*PAIRS[2], "eve", "a")])
    assert [pair for pair, _ in holding(store)["ada"]] == [PAIRS[0], PAIRS[2]]
