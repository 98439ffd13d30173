"""What a merge takes over, what it leaves as it is, and where the line between the two runs."""

from __future__ import annotations

import copy
import hashlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from library_machines import NAME, PAIRS, bring, records

from assay.campaign_types import (
    Assignment,
    CampaignStatus,
    GradeChange,
    HeldBack,
    PoolStrategy,
    ReleaseItem,
    ReleaseRule,
)
from assay.errors import BadInput
from assay.library.bundles.merging import merge, preview_merge
from assay.library.rows.assignment_rows import FREED
from assay.types import JudgementState, Paper, Query

if TYPE_CHECKING:
    from pathlib import Path

    from assay.campaign_types import MergeReport
    from assay.library import CampaignStore, Library

PAIR = PAIRS[0]
SHA = "ab" * 32
Rows = list[dict[str, Any]]


@pytest.fixture
def here(two_machines: list[Library]) -> Library:
    return two_machines[0]


@pytest.fixture
def there(two_machines: list[Library]) -> Library:
    return two_machines[1]


def united(library: Library, rows: Rows, **options: Any) -> MergeReport:
    asked: dict[str, Any] = {"create": False, "confirmed": None, **options}
    return merge(library, iter(rows), sha256=SHA, source="kim.jsonl", **asked)


def at(rows: Rows, kind: str, **fields: object) -> dict[str, Any]:
    """The first record of a kind with these fields."""
    return next(row for row in rows if row["kind"] == kind and fields.items() <= row.items())


def uuids(library: Library) -> dict[str, str]:
    return {person.handle: person.uuid for person in library.annotators.all()}


def ago(**time: float) -> str:
    return (datetime.now(UTC) - timedelta(**time)).isoformat()


# -- beside another campaign ------------------------------------------------------------------------------


def test_another_campaign_of_the_library_is_neither_read_nor_written(
    here: Library, there: Library, empty: Library
) -> None:
    """It has the same names of everything, and says something else under each."""
    here.campaigns.create("another", raters_per_pair=1)
    other = here.campaign("another")
    other.queries.add([Query("q1", "not the first"), Query("q9", "not the ninth"), Query("d0", "no paper")])
    other.runs.save("bm25", {"q1": {"d5": 1.0}}, mode="other")
    other.runs.save("new", {"q1": {"d4": 1.0}}, mode="other")
    other.pool.add([("q1", "d1"), ("q9", "d4")], strategy=PoolStrategy.MANUAL, params={})
    other.pool.add([("q1", "d4")], strategy=PoolStrategy.MANUAL, params={})
    for text in ("one", "another", "two"):
        other.set_guideline(text)
    here.campaign(NAME).set_guideline("two")
    other.add_assessor("kim", quota=2)
    other.add_assessor("new")
    other.freeze_corpus([f"d{n}" for n in range(5)])
    here.campaigns.set_status("another", CampaignStatus.OPEN)
    other.assignments.add([Assignment(*pair, "kim", "a") for pair in (("q1", "d1"), ("q1", "d4"))])
    other.judgements.record("q1", "d4", assessor="kim", relevance=0)
    items = [ReleaseItem("q1", "d4", 0, 1, "single")]
    other.releases.freeze(items, rule=ReleaseRule.UNANIMOUS, sha256="cd" * 32, card={})
    before = records(other)

    store = there.campaign(NAME)
    store.queries.add([Query("q9", "late")])
    store.runs.save("new", {"q1": {"d1": 1.0}}, mode="keyword")
    united(there, records(here.campaign(NAME)))  # its second guideline
    store.add_assessor("new", quota=1)
    store.pool.add([("q1", "d4"), ("q9", "d4")], strategy=PoolStrategy.RRF, params={"k": 1})
    store.assignments.add([Assignment("q1", "d4", "kim", "a"), Assignment("q9", "d4", "new", "a")])
    store.judgements.record("q1", "d4", assessor="kim", relevance=2)
    items = [ReleaseItem("q1", "d4", 2, 1, "single")]
    store.releases.freeze(items, rule=ReleaseRule.UNANIMOUS, sha256=SHA, card={})
    sent = records(store)
    report = united(here, sent)
    assert [{**row, "also": []} if "also" in row else row for row in records(other)] == before
    (note,) = report.notes  # "new" of the other campaign had no part in this one
    assert note == "'new' there is taken for the 'new' whom this library had already."
    assert (report.events_new, report.pairs_new, report.assignments_new, report.releases_new) == (1, 2, 2, 1)
    mine, theirs = uuids(here)["new"], uuids(there)["new"]
    known = [{**row, "uuid": mine, "also": [theirs]} if row.get("uuid") == theirs else row for row in sent]
    known = [{**row, "assessor": mine} if row.get("assessor") == theirs else row for row in known]

    def sorted_people(rows: Rows) -> Rows:
        return sorted(rows, key=lambda row: (row["kind"], row.get("handle", "")))

    assert sorted_people(records(here.campaign(NAME))) == sorted_people(known)
    assert united(here, sent).notes == ()
    own = "SELECT query.campaign_pk = guideline.campaign_pk FROM judgement_event JOIN guideline "
    own += "ON guideline.pk = guideline_pk JOIN pair ON pair.pk = pair_pk JOIN query ON query.pk = query_pk"
    with here._database.read() as connection:
        assert connection.exec_driver_sql(own).scalars().all() == [1, 1]
    united(empty, before, create=True)
    assert records(empty.campaign("another")) == before


# -- the campaign -----------------------------------------------------------------------------------------


def test_a_campaign_without_a_corpus_is_taken_over_as_it_is(tmp_path: Path, empty: Library) -> None:
    from assay.library import Library

    with Library.open(tmp_path / "draft", check=False) as source:
        source.papers.add([(Paper("d1", "One"), ())])
        source.campaigns.create("draft")
        store = source.campaign("draft")
        store.queries.add([Query("q", "", doc_id="d1")])
        merge(empty, records(store), sha256=SHA, source="b", create=True)
        there = empty.campaign("draft")
        assert (there.info().corpus_sha256, there.corpus()) == ("", [])
        assert records(there) == records(store)
        store.freeze_corpus()
        merge(empty, records(store), sha256=SHA, source="b", create=True)
        assert there.corpus() == ["d1"]
        assert records(there) == records(store)


def test_the_corpus_here_stays_where_the_bundle_has_none(here: Library, there: Library) -> None:
    rows = records(there.campaign(NAME))
    rows[0]["corpus_sha256"] = ""
    for row in rows:
        if row["kind"] == "paper":
            row["text_sha256"] = None
    before = here.campaign(NAME).corpus()
    assert united(here, rows).notes == ()
    assert here.campaign(NAME).corpus() == before
    assert here.campaign(NAME).info().corpus_sha256 == records(there.campaign(NAME))[0]["corpus_sha256"]


# -- guidelines -------------------------------------------------------------------------------------------


def test_a_guideline_is_told_from_another_by_its_text_and_its_moment(here: Library, there: Library) -> None:
    rows = records(there.campaign(NAME))
    first = at(rows, "guideline")
    text = "another"
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    new = {**first, "markdown": text, "sha256": sha256}
    rows.insert(2, new)
    report = united(here, rows)
    assert report.notes == ("Version 1 of the guideline is another text here; the bundle's is version 2.",)
    store = here.campaign(NAME)
    assert {one.version: one.markdown for one in store.guidelines()} == {1: first["markdown"], 2: text}
    assert united(here, rows).notes == ()
    later = {**new, "version": 7, "created_at": ago(seconds=0)}  # said again, later
    rows.insert(3, later)
    assert united(here, rows).notes == ()
    assert [one.version for one in store.guidelines()][-1] == 7
    for version in (0, 1.0):
        rows[3] = {**later, "version": version}
        with pytest.raises(BadInput, match=r"Record 4 \(guideline\).*its version must be"):
            united(here, rows)


# -- people -----------------------------------------------------------------------------------------------


def person(uuid: str, handle: str, **fields: object) -> dict[str, Any]:
    known = {"kind": "assessor", "uuid": uuid, "also": [], "handle": handle, "active": True}
    return {**known, "member": True, "quota": None, **fields}


def with_people(rows: Rows, *people: dict[str, Any]) -> Rows:
    where = next(n for n, row in enumerate(rows) if row["kind"] == "paper")
    return [*rows[:where], *people, *rows[where:]]


def test_newcomers_of_taken_names_are_numbered_within_the_longest_handle(
    here: Library, there: Library
) -> None:
    long = "x" * 95 + " yyyy"
    here.campaign(NAME).add_assessor(long)
    rows = records(there.campaign(NAME))
    united(here, with_people(rows, person("a", "kim"), person("b", "kim"), person("c", long)))
    handles = [one.handle for one in here.campaign(NAME).assessors()]
    assert handles[-3:] == ["kim (2)", "kim (3)", "x" * 95 + " (2)"]


def test_a_newcomer_comes_as_the_bundle_says(here: Library, there: Library) -> None:
    rows = with_people(
        records(there.campaign(NAME)),
        person("a", "away", active=False, quota=4),
        person("b", "guest", member=False),
        person("c", "both", also=["c2"]),
    )
    assert united(here, rows).notes == ()
    store = here.campaign(NAME)
    assert [(one.handle, one.active, one.quota) for one in store.assessors()][3:] == [
        ("away", False, 4),
        ("both", True, None),
    ]
    assert {one.handle: (one.uuid, one.active) for one in here.annotators.all()}["guest"] == ("b", True)
    assert at(records(store), "assessor", handle="both")["also"] == ["c2"]
    swapped = with_people(records(there.campaign(NAME)), person("c2", "both"))
    assert united(here, swapped).notes == ()  # known by the other uuid
    assert len(here.annotators.all()) == 6


def test_a_quota_and_a_deactivation_here_stay(here: Library, there: Library) -> None:
    store = here.campaign(NAME)
    store.add_assessor("kim", quota=9)
    here.annotators.set_active("lee", False)
    there.campaign(NAME).add_assessor("kim", quota=7)
    bring(there, here)
    assert [(one.handle, one.active, one.quota) for one in store.assessors()] == [
        ("kim", True, 9),
        ("lee", False, None),
        ("sam", True, None),
    ]


@pytest.mark.parametrize("n", [15, 16])
def test_a_person_has_at_most_sixteen_uuids(here: Library, there: Library, n: int) -> None:
    several = [f"u{number}" for number in range(n)]
    rows = with_people(records(there.campaign(NAME)), person("a", "max", also=several))
    if n == 15:
        united(here, rows)
        assert at(records(here.campaign(NAME)), "assessor", handle="max")["also"] == sorted(several)
    else:
        with pytest.raises(BadInput, match="its also must be fewer than 16 uuids"):
            united(here, rows)


# -- assignments ------------------------------------------------------------------------------------------


def assigned(store: CampaignStore, who: str) -> set[tuple[str, str]]:
    return {(one.query_id, one.doc_id) for one in store.assignments.of(who)}


def with_assignment(store: CampaignStore, pair: tuple[str, str], who: str, **fields: object) -> Rows:
    """The bundle with a new assignment; pairs and people are there."""
    rows = records(store)
    new = {**at(rows, "assignment"), "query_id": pair[0], "doc_id": pair[1], "assessor": who}
    where = max(n for n, row in enumerate(rows) if row["kind"] in ("pair", "assignment"))
    return [*rows[: where + 1], {**new, "order_key": "zz", **fields}, *rows[where + 1 :]]


def test_the_later_word_on_an_assignment_holds(here: Library, there: Library) -> None:
    """Kim has it here since an hour; the bundle withdrew it before that, or since."""
    rows, who = records(there.campaign(NAME)), uuids(there)["kim"]
    theirs = at(rows, "assignment", assessor=who, query_id=PAIR[0], doc_id=PAIR[1])
    since = datetime.fromisoformat(theirs["assigned_at"])
    theirs["lease_until"] = FREED.isoformat()
    for seconds, holds in ((-1, True), (0, True), (1, False)):
        theirs["withdrawn_at"] = (since + timedelta(seconds=seconds)).isoformat()
        report = united(here, rows)
        assert report.assignments_new == 0
        assert (PAIR in assigned(here.campaign(NAME), "kim")) is holds
        assert report.notes == (() if holds else ("1 assignment was withdrawn there, and so here too.",))
    theirs["lease_until"] = theirs["withdrawn_at"] = None
    for seconds, holds in ((0, False), (1, False), (2, True)):
        theirs["assigned_at"] = (since + timedelta(seconds=seconds)).isoformat()
        report = united(here, rows)
        assert report.assignments_new == int(holds)
        assert (PAIR in assigned(here.campaign(NAME), "kim")) is holds
        assert report.notes == ()


def test_a_withdrawal_leaves_a_grade_and_takes_what_was_put_off(here: Library, there: Library) -> None:
    store = here.campaign(NAME)
    store.judgements.record(*PAIRS[0], assessor="kim", relevance=1)
    store.judgements.record(*PAIRS[1], assessor="kim", state=JudgementState.LATER)
    store.judgements.set_note(*PAIRS[2], assessor="kim", note="hm")
    for pair in PAIRS[:3]:
        there.campaign(NAME).assignments.withdraw(*pair, "kim")
    report = bring(there, here)
    assert report.notes == ("2 assignments were withdrawn there, and so here too.",)
    assert assigned(store, "kim") == {PAIRS[0], PAIRS[3]}
    store.judgements.record(*PAIRS[0], assessor="kim", relevance=2)
    with pytest.raises(BadInput, match="not assigned"):
        store.judgements.record(*PAIRS[1], assessor="kim", relevance=2)


def test_a_lease_that_ran_out_is_known_and_holds_nothing(here: Library, there: Library) -> None:
    there.campaign(NAME).pool.add([("q1", "d4")])
    who = uuids(there)["kim"]
    rows = with_assignment(there.campaign(NAME), ("q1", "d4"), who, lease_until=ago(minutes=1))
    report = united(here, rows)
    assert (report.assignments_new, report.notes) == (0, ())
    assert ("q1", "d4") not in assigned(here.campaign(NAME), "kim")
    sent = at(records(here.campaign(NAME)), "assignment", doc_id="d4")
    assert sent == at(rows, "assignment", doc_id="d4")


def test_a_lease_may_end_in_a_year_and_a_day_and_no_later(here: Library, there: Library) -> None:
    there.campaign(NAME).pool.add([("q1", "d4")])
    who, now = uuids(there)["kim"], datetime.now(UTC)
    until = now + timedelta(days=366, minutes=-1)
    rows = with_assignment(there.campaign(NAME), ("q1", "d4"), who, lease_until=until.isoformat())
    preview = preview_merge(here, iter(rows), confirmed=None)
    assert preview.assignments_new == 1
    later = (now + timedelta(days=366, minutes=5)).isoformat()
    at(rows, "assignment", doc_id="d4")["lease_until"] = later
    with pytest.raises(BadInput, match="its lease_until must be a time from 1990 on"):
        united(here, rows)


def test_a_pair_takes_one_rater_more_of_a_bundle_and_not_two(here: Library, there: Library) -> None:
    store = there.campaign(NAME)
    store.pool.add([("q1", "d4")])
    store.assignments.add([Assignment("q1", "d4", who, "a") for who in ("kim", "lee")])
    rows = with_assignment(store, ("q1", "d4"), uuids(there)["sam"])
    third = {**at(rows, "assignment", order_key="zz"), "doc_id": "d5", "order_key": "zzz"}
    rows.insert(next(n for n, row in enumerate(rows) if row["kind"] == "assignment"), third)
    rows.insert(rows.index(third), {"kind": "pair", "query_id": "q1", "doc_id": "d5", "round": None})
    report = united(here, rows)
    assert report.assignments_new == 3
    assert report.notes == (
        "1 assignment was not taken over: the pairs have their raters here, or the assessors their quota.",
    )
    found = here.campaign(NAME).assignments.all()
    assert {one.assessor for one in found if one.doc_id == "d4"} == {"kim", "lee"}
    assert {one.assessor for one in found if one.doc_id == "d5"} == {"sam"}


def test_what_was_judged_is_assigned_whatever_the_quota(here: Library, there: Library) -> None:
    here.campaign(NAME).add_assessor("kim", quota=4)
    store = there.campaign(NAME)
    store.pool.add([("q1", "d4"), ("q1", "d5")])
    store.assignments.add([Assignment("q1", doc_id, "kim", "a") for doc_id in ("d4", "d5")])
    store.judgements.record("q1", "d4", assessor="kim", relevance=1)
    report = bring(there, here)
    assert report.assignments_new == 1
    assert report.notes == (
        "1 assignment was not taken over: the pairs have their raters here, or the assessors their quota.",
        "'kim' has 5 pairs, above the quota of 4.",
    )
    assert assigned(here.campaign(NAME), "kim") == {*PAIRS, ("q1", "d4")}


def test_who_judged_a_pair_without_having_it_is_one_of_its_raters(here: Library, there: Library) -> None:
    store, pair = there.campaign(NAME), ("q1", "d4")
    store.pool.add([pair])
    store.assignments.add([Assignment(*pair, who, "a") for who in ("kim", "lee")])
    for who, relevance in (("kim", 2), ("lee", 0)):
        store.judgements.record(*pair, assessor=who, relevance=relevance)
    rows = [row for row in records(store) if row["kind"] != "assignment"]
    assert united(here, rows).notes == ()
    mine = here.campaign(NAME)
    assert pair not in assigned(mine, "kim")
    assert mine.rated_counts()[pair] == 2
    with pytest.raises(BadInput, match="would have 3 raters where the campaign says 2"):
        mine.assignments.add([Assignment(*pair, "sam", "a")])
    graded = {one.assessor: one.n_graded for one in mine.progress()}
    assert graded == {"kim": 1, "lee": 1, "sam": 0}
    with pytest.raises(BadInput, match="'kim' has 5 pairs of 'team set' already, more than a quota of 4"):
        mine.add_assessor("kim", quota=4)


# -- runs and rounds --------------------------------------------------------------------------------------


def test_a_run_is_the_same_whatever_its_details(here: Library, there: Library) -> None:
    rows = records(there.campaign(NAME))
    at(rows, "run")["details"] = {"k": 1}
    assert united(here, rows).notes == ()
    for name, value in (("mode", "x"), ("model_fingerprint", "x"), ("created_at", ago(days=2))):
        changed = copy.deepcopy(rows)
        at(changed, "run")[name] = value
        assert united(here, changed).notes == ("The run 'bm25' is another one here, and stayed so.",)
    (run,) = here.campaign(NAME).runs.all()
    assert (run.mode, run.details) == ("keyword", {})


def test_the_rankings_of_new_runs_come_and_those_of_old_ones_stay(here: Library, there: Library) -> None:
    store = there.campaign(NAME)
    store.runs.save("a", {"q1": {"d1": 1.0, "d2": 3.0}, "d0": {"d4": 0.5}})
    store.runs.save("b", {"q1": {"d5": 1.0}})
    rows = records(store)
    at(rows, "run_query", tag="bm25")["hits"] = [["d5", 9.0]]
    before = here.campaign(NAME).runs.load("bm25")
    united(here, rows)
    runs = here.campaign(NAME).runs
    assert [run.tag for run in runs.all()] == ["bm25", "a", "b"]
    assert list(runs.load("a")["q1"].items()) == [("d2", 3.0), ("d1", 1.0)]
    assert (runs.load("a")["d0"], runs.load("b")) == ({"d4": 0.5}, {"q1": {"d5": 1.0}})
    assert runs.load("bm25") == before
    twice = [*rows[: rows.index(at(rows, "run"))], at(rows, "run"), *rows[rows.index(at(rows, "run")) :]]
    with pytest.raises(BadInput, match="the run 'bm25' is in the bundle twice"):
        united(here, twice)


def test_a_round_whose_making_was_hidden_takes_it_over_from_the_first_bundle_that_says_it(
    here: Library, there: Library
) -> None:
    store = there.campaign(NAME)
    store.pool.add([("q1", "d4")], strategy=PoolStrategy.RRF, params={"k": 60, "runs": ["bm25"]})
    whole = records(store)
    hidden = copy.deepcopy(whole)
    at(hidden, "pool", round=2).update(strategy="manual", params={})
    united(here, hidden)
    rounds = here.campaign(NAME).pool.rounds
    assert [(one.strategy, one.params) for one in rounds()][1] == (PoolStrategy.MANUAL, {})
    united(here, whole)
    told = [(one.round, one.strategy, one.params, one.n_pairs) for one in rounds()]
    assert told == [
        (1, PoolStrategy.DEPTH, {"depth": 10, "runs": ["bm25"]}, 4),
        (2, PoolStrategy.RRF, {"k": 60, "runs": ["bm25"]}, 1),
    ]
    united(here, hidden)  # known by its moment
    assert [(one.round, one.strategy, one.params, one.n_pairs) for one in rounds()] == told
    at(whole, "pool", round=2).update(strategy="holes")  # of the same moment, and made in another way
    united(here, whole)
    assert [(one.round, one.strategy) for one in rounds()][1:] == [(2, "rrf"), (3, "holes")]


def test_a_round_by_hand_that_says_why_hides_nothing(here: Library, there: Library) -> None:
    store = there.campaign(NAME)
    store.pool.add([("q1", "d4")], strategy=PoolStrategy.MANUAL, params={"why": "asked for"})
    rows = records(store)
    united(here, rows)
    at(rows, "pool", round=2).update(strategy="rrf", params={"k": 1})
    united(here, rows)
    assert [one.strategy for one in here.campaign(NAME).pool.rounds()] == ["depth", "manual", "rrf"]


def test_a_round_takes_the_first_free_number_behind_all(here: Library, there: Library) -> None:
    for doc_id in ("d4", "d5"):
        here.campaign(NAME).pool.add([("q1", doc_id)], strategy=PoolStrategy.MANUAL, params={"n": doc_id})
    there.campaign(NAME).pool.add([("d0", "d4")], strategy=PoolStrategy.RRF, params={"k": 1})
    rows = records(there.campaign(NAME))
    for row in rows:
        if row.get("round") == 2:
            row["round"] = 9
    free = copy.deepcopy(rows)
    bring(there, here)
    assert [one.round for one in here.campaign(NAME).pool.rounds()] == [1, 2, 3, 4]
    assert united(here, free).pairs_new == 0
    assert [one.round for one in here.campaign(NAME).pool.rounds()] == [1, 2, 3, 4]
    at(free, "pool", round=9)["created_at"] = ago(days=1)
    united(here, free)
    assert [one.round for one in here.campaign(NAME).pool.rounds()] == [1, 2, 3, 4, 9]
    twice = [*free]
    twice.insert(free.index(at(free, "pool", round=9)), at(free, "pool", round=9))
    with pytest.raises(BadInput, match="round 9 is in the bundle twice"):
        united(here, twice)


def test_a_pair_belongs_to_the_round_that_had_it_first(here: Library, there: Library) -> None:
    here.campaign(NAME).pool.add([("q1", "d4")], strategy=PoolStrategy.MANUAL, params={"here": 1})
    there.campaign(NAME).pool.add(
        [("q1", "d4"), ("q1", "d5")], strategy=PoolStrategy.RRF, params={"there": 1}
    )
    assert bring(there, here).pairs_new == 1
    told = [(one.strategy, one.n_pairs) for one in here.campaign(NAME).pool.rounds()]
    assert told == [("depth", 4), ("manual", 1), ("rrf", 1)]


def test_a_new_pair_of_a_round_that_is_known_belongs_to_it(here: Library, there: Library) -> None:
    rows = records(there.campaign(NAME))
    last = max(n for n, row in enumerate(rows) if row["kind"] == "pair")
    new = [{**rows[last], "query_id": "q1", "doc_id": doc_id} for doc_id in ("d4", "d5")]
    new[1]["round"] = None
    report = united(here, [*rows[: last + 1], *new, *rows[last + 1 :]])
    assert report.pairs_new == 2
    assert [(one.round, one.n_pairs) for one in here.campaign(NAME).pool.rounds()] == [(1, 5)]


# -- events -----------------------------------------------------------------------------------------------


def test_an_undo_of_an_event_that_is_new_with_it_is_taken_over(here: Library, there: Library) -> None:
    judgements = there.campaign(NAME).judgements
    judgements.record(*PAIR, assessor="kim", relevance=2)
    judgements.undo(assessor="kim")
    assert bring(there, here).events_new == 2
    assert here.campaign(NAME).judgements.current() == []
    judgements.redo(assessor="kim")
    report = bring(there, here)
    assert (report.events_new, report.events_known) == (1, 2)
    assert here.campaign(NAME).judgements.ratings() == [(*PAIR, "kim", 2)]


def test_conflicts_are_reported_whoever_brought_them(here: Library, there: Library) -> None:
    for library, relevance in ((here, 0), (there, 2)):
        library.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=relevance)
    (conflict,) = bring(there, here).conflicts
    assert (conflict.query_id, conflict.doc_id, conflict.assessor) == (*PAIR, "kim")
    assert conflict.state is JudgementState.CONFLICT
    assert len(bring(there, here).conflicts) == 1  # nothing new came


# -- releases ---------------------------------------------------------------------------------------------


# -- whose word it is -------------------------------------------------------------------------------------

HERS, HIS = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"


def as_from(rows: Rows, device: str, events: Rows) -> Rows:
    """The bundle with these events, all made on one machine."""
    where = max(n for n, row in enumerate(rows) if row["kind"] in ("assignment", "event"))
    return [*rows[: where + 1], *({**one, "device": device} for one in events), *rows[where + 1 :]]


def grade(library: Library, number: int, who: str, pair: tuple[str, str], value: int, **fields: Any) -> Any:
    event: dict[str, Any] = {
        "kind": "event",
        "uuid": f"00000000-0000-4000-8000-{number:012}",
        "assessor": uuids(library)[who],
    }
    event |= {"query_id": pair[0], "doc_id": pair[1], "event": "grade", "grade": value, "note": None}
    event |= {"active_ms": None, "occurred_at": ago(hours=1), "guideline": None}
    return {**event, "supersedes": None, "target": None, "merges": None, **fields}


def offered(library: Library, rows: Rows, device: str, **options: Any) -> MergeReport:
    """A merge in which nobody is confirmed unless that is said."""
    asked: dict[str, Any] = {"create": False, **options}
    return merge(library, rows, sha256=SHA, source="b", device=device, **asked)


def test_new_grades_of_a_known_machine_come_unasked_and_others_wait(here: Library) -> None:
    rows = records(here.campaign(NAME))
    hers = as_from(rows, HERS, [grade(here, 1, "kim", PAIRS[0], 2)])
    report = offered(here, hers, HERS)  # her first, from a machine that is nobody's yet
    assert report.held_back == ()
    assert report.events_new == 1
    more = as_from(rows, HERS, [grade(here, 2, "kim", PAIRS[1], 1)])
    assert offered(here, more, HERS).events_new == 1
    forged = as_from(rows, HIS, [grade(here, n, "kim", PAIRS[2], 0) for n in (3, 4)])
    forged[-1]["supersedes"] = forged[-2]["uuid"]
    his = as_from(forged, HIS, [grade(here, 5, "lee", PAIRS[2], 1)])
    report = offered(here, his, HIS)
    assert report.held_back == (HeldBack("kim", 2, 2), HeldBack("lee", 1, 1))
    assert (report.events_new, report.events_known) == (0, 0)
    assert preview_merge(here, his, device=HIS, confirmed=["kim"]).held_back == (HeldBack("lee", 1, 1),)
    report = offered(here, his, HIS, confirmed=["lee"])
    assert report.held_back == (HeldBack("kim", 2, 2),)
    given = [(*PAIRS[0], "kim", 2), (*PAIRS[1], "kim", 1), (*PAIRS[2], "lee", 1)]
    assert sorted(here.campaign(NAME).judgements.ratings()) == sorted(given)
    assert offered(here, his, HIS, confirmed=["kim"]).events_new == 2
    again = as_from(rows, HIS, [grade(here, 6, "kim", PAIRS[3], 0)])
    assert offered(here, again, HIS).held_back == ()  # once confirmed, the machine is known as hers too


def test_a_change_of_what_stands_waits_for_a_word_even_from_her_own_machine(here: Library) -> None:
    rows = records(here.campaign(NAME))
    first = grade(here, 1, "kim", PAIRS[0], 2)
    offered(here, as_from(rows, HERS, [first]), HERS)
    change = grade(here, 2, "kim", PAIRS[0], 0, supersedes=first["uuid"])
    changed = as_from(rows, HERS, [first, change, grade(here, 3, "kim", PAIRS[1], 1)])
    report = offered(here, changed, HERS)
    assert report.held_back == (HeldBack("kim", 2, 0, (GradeChange(*PAIRS[0], "2", "0"),)),)
    assert here.campaign(NAME).judgements.ratings() == [(*PAIRS[0], "kim", 2)]
    assert preview_merge(here, changed, device=HERS).held_back == report.held_back
    unsure = as_from(rows, HERS, [first, {**change, "event": "unsure", "grade": None}])
    (held,) = offered(here, unsure, HERS).held_back
    assert held.changes == (GradeChange(*PAIRS[0], "2", "unsure"),)
    same = as_from(rows, HERS, [first, {**change, "grade": 2}])
    assert offered(here, same, HERS).held_back == ()


def test_a_machine_that_is_somebody_elses_is_not_a_newcomers(here: Library) -> None:
    rows = records(here.campaign(NAME))
    offered(here, as_from(rows, HERS, [grade(here, 1, "kim", PAIRS[0], 2)]), HERS)
    new = as_from(rows, HERS, [grade(here, 2, "lee", PAIRS[0], 2)])
    assert offered(here, new, HERS).held_back == (HeldBack("lee", 1, 1),)
    two = as_from(rows, HIS, [grade(here, 3, who, PAIRS[1], 1) for who in ("lee", "kim")])
    two[-1]["uuid"] = two[-1]["uuid"][:-1] + "9"
    assert {held.assessor for held in offered(here, two, HIS).held_back} == {"kim", "lee"}
    alone = as_from(rows, HIS, [grade(here, 4, "lee", PAIRS[0], 2)])
    assert offered(here, alone, HERS).held_back == (HeldBack("lee", 1, 1),)  # in another one's bundle
    assert offered(here, alone, "").held_back == (HeldBack("lee", 1, 1),)  # in nobody's
    assert offered(here, alone, HIS).held_back == ()


def test_a_campaign_that_is_new_here_is_taken_over_without_a_word(here: Library, empty: Library) -> None:
    rows = as_from(records(here.campaign(NAME)), HERS, [grade(here, 1, "kim", PAIRS[0], 2)])
    report = offered(empty, rows, HIS, create=True)
    assert (report.held_back, report.events_new) == ((), 1)


def test_a_settlement_of_others_is_overruled_only_on_a_word(here: Library, there: Library) -> None:
    for who in ("kim", "lee"):
        there.campaign(NAME).judgements.record(*PAIR, assessor=who, relevance=1)
    there.campaign(NAME).adjudications.record(*PAIR, adjudicator="sam", relevance=1)
    bring(there, here)
    rows = records(there.campaign(NAME))
    first = at(rows, "adjudication")
    people = uuids(there)

    def settled(number: int, who: str, before: str) -> dict[str, Any]:
        uuid = f"00000000-0000-4000-8000-{number:012}"
        new = {**first, "uuid": uuid, "adjudicator": people[who], "grade": 0, "supersedes": before}
        return {**new, "device": HERS if who == "lee" else HIS}

    lees = settled(1, "lee", first["uuid"])
    sams = settled(2, "sam", lees["uuid"])
    report = offered(here, [*rows, lees, sams], HERS)
    assert report.adjudications_new == 0
    assert {held.assessor: held.overruled for held in report.held_back} == {"lee": 1, "sam": 0}
    report = offered(here, [*rows, lees, sams], HERS, confirmed=["sam"])
    assert report.held_back[-1] == HeldBack("sam", 1, overruled=1)  # it builds on lee's
    assert [one.adjudicator for one in here.campaign(NAME).adjudications.all()] == ["sam"]
    report = offered(here, [*rows, lees, sams], HERS, confirmed=["lee", "sam"])
    assert (report.adjudications_new, report.adjudications_known, report.held_back) == (2, 1, ())
    assert [one.relevance for one in here.campaign(NAME).adjudications.all()] == [0]


# -- with a plan ------------------------------------------------------------------------------------------


def test_a_plan_holds_while_the_bundle_would_do_the_same(here: Library, there: Library) -> None:
    there.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    rows = records(there.campaign(NAME))
    seen = preview_merge(here, rows, sha256=SHA)
    assert len(seen.plan) == 16
    for confirmed in ((), None, ["kim"]):
        again = preview_merge(here, rows, sha256=SHA, confirmed=confirmed)
        assert again.plan == seen.plan
    assert preview_merge(here, rows, sha256="cd" * 32).plan != seen.plan
    with pytest.raises(BadInput, match=r"^kim\.jsonl, or the grades.*not the same as when they were shown"):
        united(here, rows, plan="0" * 16)
    with pytest.raises(BadInput, match=r"^The bundle, or the grades"):
        merge(here, rows, sha256=SHA, source="", create=False, plan="0" * 16)
    assert here.campaign(NAME).judgements.current() == []
    report = united(here, rows, plan=seen.plan)
    assert (report.plan, report.events_new) == (seen.plan, 1)
    with pytest.raises(BadInput, match="not the same"):
        united(here, rows, plan=seen.plan)  # it is here now
    assert united(here, rows).plan == ""
