"""Adjudications: what settles a pair, what makes it stale, and what two machines settled differently."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from library_machines import (
    NAME,
    PAIRS,
    bring,
    log,
    records,
    settled,
)

from assay.campaign_types import Assignment, CampaignStatus, QueueKind
from assay.errors import BadInput
from assay.types import JudgementState

if TYPE_CHECKING:
    from assay.library import CampaignStore, Library

PAIR, OTHER = PAIRS[:2]


@pytest.fixture
def store(machines: list[Library]) -> CampaignStore:
    """The campaign on the first machine, with kim and lee at odds about two pairs."""
    campaign = machines[0].campaign(NAME)
    for pair in (PAIR, OTHER):
        campaign.judgements.record(*pair, assessor="kim", relevance=0)
        campaign.judgements.record(*pair, assessor="lee", relevance=2)
    return campaign


def test_an_adjudication_stands_beside_the_raters_grades_and_changes_none(
    store: CampaignStore, machines: list[Library]
) -> None:
    before = store.judgements.current(), log(machines[0])
    given = store.adjudications.record(*PAIR, adjudicator="sam", relevance=1, reason="see §2")
    assert (given.query_id, given.doc_id, given.adjudicator) == (*PAIR, "sam")
    assert (given.relevance, given.reason, given.stale, given.conflict) == (1, "see §2", False, False)
    assert given.is_valid
    assert timedelta(0) <= datetime.now(UTC) - given.occurred_at < timedelta(minutes=5)
    assert store.adjudications.all() == [given]
    assert store.adjudications.history(*PAIR) == [given]
    assert store.adjudications.history(*OTHER) == []
    assert (store.judgements.current(), log(machines[0])) == before


def test_what_was_looked_at_is_kept_as_a_checksum_of_the_ratings(
    store: CampaignStore, machines: list[Library]
) -> None:
    store.judgements.record(*OTHER, assessor="lee", state=JudgementState.UNSURE)
    store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    store.adjudications.record(*OTHER, adjudicator="sam", relevance=1)
    uuids = {person.handle: person.uuid for person in machines[0].annotators.all()}
    lines = [
        sorted([f"{uuids['kim']}\tgrade\t0\n", f"{uuids['lee']}\tgrade\t2\n"]),
        sorted([f"{uuids['kim']}\tgrade\t0\n", f"{uuids['lee']}\tunsure\t\n"]),
    ]
    kept = [r["inputs_sha256"] for r in records(store) if r["kind"] == "adjudication"]
    assert kept == [hashlib.sha256("".join(rows).encode()).hexdigest() for rows in lines]


def test_a_later_adjudication_replaces_the_earlier_one(store: CampaignStore) -> None:
    first = store.adjudications.record(*PAIR, adjudicator="sam", relevance=1, reason="a")
    second = store.adjudications.record(*PAIR, adjudicator="lee", relevance=2, reason="b")
    assert store.adjudications.all() == [second]
    assert store.adjudications.history(*PAIR) == [second, first]


@pytest.mark.parametrize("change", ["regrade", "unsure", "clear", "undo"])
def test_it_is_stale_as_soon_as_a_rating_changes_and_not_any_more_when_it_is_changed_back(
    store: CampaignStore, change: str
) -> None:
    judgements = store.judgements
    store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    store.adjudications.record(*OTHER, adjudicator="sam", relevance=1)
    judgements.set_note(*PAIR, assessor="lee", note="a note is no rating")
    assert [a.stale for a in store.adjudications.all()] == [False, False]
    if change == "regrade":
        judgements.record(*OTHER, assessor="lee", relevance=1)
    elif change == "unsure":
        judgements.record(*OTHER, assessor="lee", state=JudgementState.UNSURE)
    elif change == "clear":
        judgements.clear(*OTHER, assessor="lee")
    else:
        judgements.undo(assessor="lee")
        judgements.undo(assessor="lee")
    assert [(a.stale, a.is_valid) for a in store.adjudications.all()] == [(False, True), (True, False)]
    assert [a.stale for a in store.adjudications.history(*OTHER)] == [True]
    judgements.record(*OTHER, assessor="lee", relevance=2)
    assert [a.stale for a in store.adjudications.all()] == [False, False]


def test_settling_a_stale_pair_again_makes_it_stand(store: CampaignStore) -> None:
    store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    store.judgements.record(*PAIR, assessor="kim", relevance=2)
    assert store.adjudications.record(*PAIR, adjudicator="sam", relevance=1).is_valid
    assert [a.is_valid for a in store.adjudications.all()] == [True]
    assert [a.stale for a in store.adjudications.history(*PAIR)] == [False, True]


def test_renaming_a_rater_makes_nothing_stale(store: CampaignStore, machines: list[Library]) -> None:
    store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    machines[0].annotators.rename("kim", "kim lee")
    machines[0].annotators.rename("sam", "samuel")
    assert [(a.adjudicator, a.is_valid) for a in store.adjudications.all()] == [("samuel", True)]


def test_none_withdraws_what_was_settled_and_only_that(store: CampaignStore) -> None:
    with pytest.raises(BadInput, match="nothing to withdraw"):
        store.adjudications.record(*PAIR, adjudicator="sam", relevance=None)
    store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    gone = store.adjudications.record(*PAIR, adjudicator="sam", relevance=None, reason="too early")
    assert (gone.relevance, gone.is_valid) == (None, False)
    assert store.adjudications.all() == [gone]
    with pytest.raises(BadInput, match="nothing to withdraw"):
        store.adjudications.record(*PAIR, adjudicator="sam", relevance=None)


REFUSED: list[tuple[dict[str, Any], str]] = [
    *(({"relevance": bad}, "0, 1 or 2") for bad in (3, -1, 1.5, "2 ", True)),
    ({"query_id": "nope"}, "1 query not in this library"),
    ({"doc_id": "nope"}, "1 paper not in this library"),
    ({"doc_id": "d5"}, "was not pooled"),
    ({"adjudicator": " sam"}, "not an assessor name"),
]


def test_what_settles_no_pair_is_refused(store: CampaignStore) -> None:
    fine = {"query_id": PAIR[0], "doc_id": PAIR[1], "adjudicator": "sam", "relevance": 1}
    for asked, said in REFUSED:
        with pytest.raises(BadInput, match=said):
            store.adjudications.record(**{**fine, **asked})
    assert store.adjudications.all() == []


def test_a_deactivated_adjudicator_is_refused_and_nothing_is_lost(
    store: CampaignStore, machines: list[Library]
) -> None:
    given = store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    machines[0].annotators.set_active("sam", False)
    with pytest.raises(BadInput, match=r"'sam' is deactivated.*activate sam"):
        store.adjudications.record(*PAIR, adjudicator="sam", relevance=2)
    assert store.adjudications.all() == [given]


def test_while_the_campaign_is_open_all_raters_of_the_pair_must_be_through(machines: list[Library]) -> None:
    store = machines[0].campaign(NAME)
    judgements, settle = store.judgements, store.adjudications.record
    with pytest.raises(BadInput, match="kim, lee have yet to judge this pair"):
        settle(*PAIR, adjudicator="sam", relevance=1)
    judgements.record(*PAIR, assessor="kim", relevance=0)
    judgements.record(*PAIR, assessor="lee", state=JudgementState.LATER)
    with pytest.raises(BadInput, match="lee has yet to judge this pair"):
        settle(*PAIR, adjudicator="sam", relevance=1)
    judgements.record(*PAIR, assessor="lee", state=JudgementState.UNREADABLE)
    assert settle(*PAIR, adjudicator="sam", relevance=1).is_valid


def test_during_adjudication_one_rating_is_enough_and_a_closed_campaign_takes_none(
    machines: list[Library],
) -> None:
    library, store = machines[0], machines[0].campaign(NAME)
    store.judgements.record(*PAIR, assessor="kim", relevance=0)
    library.campaigns.set_status(NAME, CampaignStatus.ADJUDICATING)
    given = store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    with pytest.raises(BadInput, match="0 of 1 raters have judged"):
        store.adjudications.record(*OTHER, adjudicator="sam", relevance=1)
    library.campaigns.set_status(NAME, CampaignStatus.CLOSED)
    with pytest.raises(BadInput, match="closed"):
        store.adjudications.record(*PAIR, adjudicator="sam", relevance=2)
    assert store.adjudications.all() == [given]


def test_on_a_shared_queue_the_pair_needs_as_many_raters_as_the_campaign_says(
    machines: list[Library],
) -> None:
    library, first = machines[0], machines[0].campaign(NAME)
    library.campaigns.create("drawn", raters_per_pair=2, queue=QueueKind.SHARED)
    store = library.campaign("drawn")
    store.freeze_corpus()
    store.queries.add(first.queries.all())
    store.pool.add([PAIR])
    for person in ("kim", "lee"):
        store.add_assessor(person)
    library.campaigns.set_status("drawn", CampaignStatus.OPEN)
    for n, person in enumerate(("kim", "lee")):
        store.assignments.claim(person, order_keys=lambda pairs: dict.fromkeys(pairs, "0"))
        store.judgements.record(*PAIR, assessor=person, relevance=n)
        if n == 0:
            with pytest.raises(BadInput, match="1 of 2 raters have judged"):
                store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    assert store.adjudications.record(*PAIR, adjudicator="sam", relevance=1).is_valid
    assert first.adjudications.all() == []


def test_a_lease_that_ran_out_holds_up_no_adjudication(machines: list[Library]) -> None:
    store = machines[0].campaign(NAME)
    store.judgements.record(*PAIR, assessor="kim", relevance=0)
    store.assignments.withdraw(*PAIR, "lee")
    past = datetime.now(UTC) - timedelta(hours=1)
    store.assignments.add([Assignment(*PAIR, "lee", "0", past)])
    assert store.adjudications.record(*PAIR, adjudicator="sam", relevance=1).is_valid


def test_different_adjudications_of_two_machines_are_a_conflict_until_settled_again(
    store: CampaignStore, machines: list[Library]
) -> None:
    one, two, _ = machines
    bring(one, two)
    store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    two.campaign(NAME).adjudications.record(*PAIR, adjudicator="kim", relevance=2)
    bring(one, two)
    bring(two, one)
    assert settled(one) == settled(two)
    (found,) = settled(one)
    assert (found.conflict, found.is_valid) == (True, False)
    assert [a.conflict for a in store.adjudications.history(*PAIR)] == [True, True]
    again = store.adjudications.record(*PAIR, adjudicator="lee", relevance=2)
    bring(one, two)
    assert settled(two) == [again]
    assert again.is_valid
    assert [a.conflict for a in store.adjudications.history(*PAIR)] == [False, False, False]


def test_the_same_adjudication_on_two_machines_is_no_conflict(
    store: CampaignStore, machines: list[Library]
) -> None:
    one, two, _ = machines
    bring(one, two)
    for library in (one, two):
        library.campaign(NAME).adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    bring(one, two)
    bring(two, one)
    assert settled(one) == settled(two)
    assert [a.is_valid for a in settled(one)] == [True]


def test_three_machines_adjudications_are_closed_by_one_that_saw_them_all(
    store: CampaignStore, machines: list[Library]
) -> None:
    one, *others = machines
    for library in others:
        bring(one, library)
    for relevance, library in enumerate(machines):
        library.campaign(NAME).adjudications.record(*PAIR, adjudicator="sam", relevance=relevance)
    for library in others:
        bring(library, one)
    assert [a.conflict for a in settled(one)] == [True]
    store.adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    assert [a.is_valid for a in settled(one)] == [True]
    for library in others:
        bring(one, library)
        assert settled(library) == settled(one)
