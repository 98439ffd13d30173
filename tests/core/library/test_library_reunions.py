"""What a merge must not do: split a person, join two papers, bring back what was taken back, overfill."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from library_machines import NAME, PAIRS, bring, records, standings

from assay.campaign_types import Assignment
from assay.errors import BadInput
from assay.library.bundles.merging import merge
from assay.library.db.schema import annotator
from assay.types import Paper, Query

if TYPE_CHECKING:
    from assay.library import CampaignStore, Library

PAIR, OTHER = PAIRS[:2]
SHA = "ab" * 32


def raters(store: CampaignStore, pair: tuple[str, str] = PAIR) -> list[str]:
    return [one.assessor for one in store.assignments.all() if (one.query_id, one.doc_id) == pair]


def judged_before(bare: Library, uuid: str) -> None:
    """Kim has judged on her own machine, under a uuid that nobody else knows."""
    bare.queries.add([Query("own", "mine")])
    bare.papers.add([(Paper("p", "Mine"), ())])
    bare.judgements.record("own", "p", assessor="kim", relevance=1)
    with bare._database.write() as connection:
        connection.execute(sa.update(annotator).values(annotator_uuid=uuid))


# -- people -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["0", "f"])
def test_a_person_with_two_uuids_stays_one_when_she_is_renamed_before_her_first_bundle(
    machines: list[Library], empty: Library, first: str
) -> None:
    one, two, _ = machines
    uuid = f"{first * 8}-0000-4000-8000-000000000000"
    judged_before(empty, uuid)
    bring(one, empty, create=True)
    empty.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    one.annotators.rename("kim", "Kim Smith")
    own = {person.handle: person.uuid for person in one.annotators.all()}
    report = bring(empty, one)
    store = one.campaign(NAME)
    assert report.notes == ("'kim' there is 'Kim Smith' here, and stayed so.",)
    assert report.assignments_new == 0
    assert store.judgements.ratings() == [(*PAIR, "Kim Smith", 2)]
    assert raters(store) == ["Kim Smith", "lee"]
    assert {person.handle: person.uuid for person in one.annotators.all()} == own
    bring(one, two)  # who has never heard of the other uuid, and hears of it by the first machine
    bring(empty, two)
    assert standings(two) == standings(one)
    assert len(two.annotators.all()) == 3


def test_an_adjudication_is_not_stale_because_two_uuids_were_found_to_be_one_person(
    machines: list[Library], empty: Library
) -> None:
    one, two, _ = machines
    judged_before(empty, "00000000-0000-4000-8000-000000000000")
    bring(one, empty, create=True)
    empty.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    store = one.campaign(NAME)
    for who, relevance in (("kim", 0), ("lee", 2)):
        store.judgements.record(*OTHER, assessor=who, relevance=relevance)
    store.adjudications.record(*OTHER, adjudicator="sam", relevance=1)
    for source, target in ((empty, one), (one, empty), (one, two)):
        bring(source, target)
        assert [a.stale for a in target.campaign(NAME).adjudications.all()] == [False]
    there = empty.campaign(NAME)
    there.adjudications.record(*OTHER, adjudicator="sam", relevance=2)  # under her other uuid
    bring(empty, one)
    assert [(a.relevance, a.stale) for a in store.adjudications.all()] == [(2, False)]
    there.judgements.record(*OTHER, assessor="kim", relevance=2)
    there.judgements.record(*OTHER, assessor="lee", relevance=0)  # the same grades, of the other one each
    assert [a.stale for a in there.adjudications.all()] == [True]


def test_two_people_here_who_are_one_in_a_bundle_stay_two_and_that_is_said(
    machines: list[Library],
) -> None:
    one, two, _ = machines
    two.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    bring(two, one)
    rows = records(two.campaign(NAME))
    uuids = {person.handle: person.uuid for person in two.annotators.all()}
    chair = {"kind": "assessor", "uuid": "5" * 8, "also": [], "handle": "the chair", "active": True}
    rows.insert(next(n for n, row in enumerate(rows) if row["kind"] == "paper"), chair)
    chair |= {"member": False, "quota": None}
    merge(one, rows, sha256=SHA, source="b", create=False, confirmed=None)
    rows.remove(chair)
    next(row for row in rows if row.get("uuid") == uuids["kim"])["also"] = ["5" * 8]
    report = merge(one, rows, sha256=SHA, source="b", create=False, confirmed=None)
    assert report.notes == ("'kim' there is both 'kim' and 'the chair' here, who stay two people.",)
    assert one.campaign(NAME).judgements.ratings() == [(*PAIR, "kim", 2)]


def test_whoever_goes_on_under_a_former_name_is_told_the_new_one(machines: list[Library]) -> None:
    library = machines[0]
    judgements = library.campaign(NAME).judgements
    for who in ("kim", "lee"):
        judgements.record(*PAIR, assessor=who, relevance=1)
    library.queries.add([Query("h", "home")])
    library.judgements.record("h", "d1", assessor="kim", relevance=1)
    library.annotators.rename("kim", "kim o'hara")
    before = library.annotators.all()
    for act in (
        lambda: judgements.record(*PAIR, assessor="kim", relevance=0),
        lambda: judgements.set_note(*PAIR, assessor="kim", note="n"),
        lambda: judgements.undo(assessor="kim"),
        lambda: judgements.redo(assessor="kim"),
        lambda: library.judgements.record("h", "d2", assessor="kim", relevance=1),
        lambda: library.judgements.undo(assessor="kim"),
        lambda: library.judgements.import_qrels({"h": {"d2": 1}}, assessor="kim"),
        lambda: library.campaign(NAME).adjudications.record(*PAIR, adjudicator="kim", relevance=1),
    ):
        with pytest.raises(BadInput, match=r"'kim' is now called 'kim o'hara' in this library.*Continue as"):
            act()
    assert library.annotators.all() == before
    assert judgements.ratings() == [(*PAIR, "kim o'hara", 1), (*PAIR, "lee", 1)]
    library.campaign(NAME).add_assessor("kim")  # somebody else, on purpose
    assert library.judgements.record("h", "d2", assessor="kim", relevance=1).assessor == "kim"
    library.annotators.rename("kim", "kim b")
    with pytest.raises(BadInput, match="'kim' is now called 'kim b'"):
        library.judgements.undo(assessor="kim")
    library.annotators.rename("kim o'hara", "kim")
    assert judgements.record(*PAIR, assessor="kim", relevance=0).assessor == "kim"


def test_an_event_that_was_moved_to_another_pair_or_person_is_refused(machines: list[Library]) -> None:
    one, two, _ = machines
    two.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    bring(two, one)
    rows = records(two.campaign(NAME))
    at = next(n for n, row in enumerate(rows) if row["kind"] == "event")
    lee = next(row["uuid"] for row in rows if row.get("handle") == "lee")
    for change, said in (({"doc_id": "d2"}, "of another pair"), ({"assessor": lee}, "of another person")):
        wrong = copy.deepcopy(rows)
        wrong[at] |= change
        with pytest.raises(BadInput, match=f"same event {said}: one of them was changed by hand"):
            merge(one, wrong, sha256=SHA, source="b", create=False, confirmed=None)


# -- assignments ------------------------------------------------------------------------------------------


def test_a_withdrawn_pair_stays_withdrawn_and_the_others_hear_of_it(machines: list[Library]) -> None:
    one, two, _ = machines
    store, there = one.campaign(NAME), two.campaign(NAME)
    store.assignments.withdraw(*PAIR, "kim")
    with pytest.raises(BadInput, match="not assigned"):
        store.judgements.record(*PAIR, assessor="kim", relevance=1)
    with pytest.raises(BadInput, match="is not assigned to 'kim'"):
        store.assignments.withdraw(*PAIR, "kim")
    store.assignments.add([Assignment(*PAIR, "sam", "zz")])
    report = bring(two, one)
    assert (report.assignments_new, report.notes) == (0, ())
    assert raters(store) == ["lee", "sam"]
    report = bring(one, two)
    assert (report.assignments_new, report.notes) == (
        1,
        ("1 assignment was withdrawn there, and so here too.",),
    )
    assert raters(there) == ["lee", "sam"]
    assert bring(one, two).notes == bring(two, one).notes == ()


def test_what_was_graded_before_the_withdrawal_was_heard_of_is_kept_and_said(machines: list[Library]) -> None:
    one, two, _ = machines
    store = one.campaign(NAME)
    store.assignments.withdraw(*PAIR, "kim")
    store.assignments.add([Assignment(*PAIR, "sam", "zz")])
    store.judgements.record(*PAIR, assessor="sam", relevance=0)
    two.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    said = "1 pair has more raters than the 2 that the campaign asks for; what was graded is kept."
    assert bring(two, one).notes == (said,)
    assert store.judgements.ratings() == [(*PAIR, "kim", 2), (*PAIR, "sam", 0)]
    report = bring(one, two)
    assert said in report.notes
    assert standings(one) == standings(two)


# -- papers -----------------------------------------------------------------------------------------------


def test_a_merge_gives_nobody_more_pairs_than_the_quota(machines: list[Library]) -> None:
    one, two, _ = machines
    store = one.campaign(NAME)
    for pair in PAIRS[2:]:
        store.assignments.withdraw(*pair, "kim")
    store.add_assessor("kim", quota=3)
    there = two.campaign(NAME)
    there.pool.add([("q1", "d4"), ("q1", "d5")])
    there.assignments.add([Assignment("q1", doc_id, "kim", "a") for doc_id in ("d4", "d5")])
    report = bring(two, one)
    assert report.assignments_new == 1
    assert "1 assignment was not taken over" in report.notes[0]
    assert len(store.assignments.of("kim")) == 3
    for doc_id in ("d4", "d5"):
        there.judgements.record("q1", doc_id, assessor="kim", relevance=1)
    assert "'kim' has 4 pairs, above the quota of 3." in bring(two, one).notes
    assert len(store.judgements.ratings()) == 2


@pytest.mark.parametrize("at_once", [1, 2000])
def test_two_papers_that_are_one_on_another_machine_stay_two_in_the_campaign(
    machines: list[Library], empty: Library, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("assay.library.bundles.merging.CHUNK", at_once)
    one = machines[0]
    empty.papers.add([(Paper("d2", "Paper 2", "On 2."), ())])
    empty.papers.alias([("d1", "d2")])
    store = one.campaign(NAME)
    store.judgements.record("q1", "d1", assessor="kim", relevance=2)
    store.judgements.record("q1", "d2", assessor="kim", relevance=0)
    report = bring(one, empty, create=True)
    there = empty.campaign(NAME)
    assert report.conflicts == ()
    assert report.notes == ("'d1' and 'd2' are one paper here, and stay two in the campaign.",)
    assert set(there.judgements.ratings()) == set(store.judgements.ratings())
    assert sorted(there.corpus()) == sorted(store.corpus())
    assert there.changed_papers() == []
    there.judgements.record("q1", "d1", assessor="kim", relevance=1)
    assert bring(empty, one).events_new == 1
    assert store.judgements.ratings() == [("q1", "d1", "kim", 1), ("q1", "d2", "kim", 0)]
    assert bring(one, empty).notes == ()


def test_two_papers_that_became_one_before_a_merge_are_not_joined_by_it(machines: list[Library]) -> None:
    one, two, _ = machines
    one.papers.remove(["d5"])
    one.papers.alias([("d5", "d4")])
    there = two.campaign(NAME)
    there.pool.add([("q1", "d4"), ("q1", "d5")])
    there.assignments.add([Assignment("q1", doc_id, "kim", "a") for doc_id in ("d4", "d5")])
    for doc_id, relevance in (("d4", 2), ("d5", 0)):
        there.judgements.record("q1", doc_id, assessor="kim", relevance=relevance)
    assert bring(two, one).conflicts == ()
    assert one.campaign(NAME).judgements.ratings() == [("q1", "d4", "kim", 2), ("q1", "d5", "kim", 0)]


def test_two_papers_that_are_one_here_are_named_where_none_may_be_made(
    machines: list[Library], empty: Library
) -> None:
    rows = records(machines[0].campaign(NAME))
    empty.papers.add([(Paper(f"d{n}", f"Paper {n}", f"On {n}."), ()) for n in (0, 1, 3, 4, 5)])
    empty.papers.alias([("d2", "d1")])
    empty.campaigns.create(NAME, raters_per_pair=2, uuid=rows[0]["uuid"])
    with pytest.raises(BadInput, match=r"\(paper\).*'d1' of the bundle are one paper here.*--create"):
        merge(empty, rows, sha256=SHA, source="b", create=False, confirmed=None)
    assert empty.campaign(NAME).pool.pairs() == []


# -- crafted ----------------------------------------------------------------------------------------------
