"""Bundles: a campaign carried to other libraries and united there, whole, in any order, or not at all."""

from __future__ import annotations

import copy
import hashlib
import itertools
import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library_machines import (
    NAME,
    PAIRS,
    bring,
    log,
    open_machines,
    records,
    require_cache_is_rebuild,
    settled,
    standings,
    start_campaign,
)

from assay.campaign_types import (
    Assignment,
    CampaignStatus,
    MergeReport,
    PoolStrategy,
    ReleaseItem,
    ReleaseRule,
)
from assay.errors import BadInput
from assay.library import Library
from assay.library.bundles.merging import merge, preview_merge
from assay.library.campaigns.judgement_rows import LONGEST_MS
from assay.types import JudgementState, Paper, Query

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from assay.library import CampaignStore
    from postgres_server import PostgresServer

PAIR = PAIRS[0]
SHA = "ab" * 32
Rows = list[dict[str, Any]]


@pytest.fixture
def one(two_machines: list[Library]) -> Library:
    return two_machines[0]


@pytest.fixture
def two(two_machines: list[Library]) -> Library:
    return two_machines[1]


@pytest.fixture
def bare(empty: Library) -> Library:
    """A library that has never heard of the campaign."""
    return empty


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory, team: Path) -> Iterator[tuple[Rows, Library]]:
    """A bundle with something of every kind, and a library with the campaign, for merges that must fail."""
    source, target = open_machines(tmp_path_factory.mktemp("refused"), 2, team=team)
    work(source.campaign(NAME))
    yield records(source.campaign(NAME)), target
    source.close()
    target.close()


def united(library: Library, rows: Rows, *, create: bool = False) -> MergeReport:
    return merge(library, iter(rows), sha256=SHA, source="kim.jsonl", create=create, confirmed=None)


def everything(library: Library) -> list[str]:
    """The whole database as SQL."""
    with closing(sqlite3.connect(library.folder / "library.sqlite")) as connection:
        return list(connection.iterdump())


def work(store: CampaignStore) -> None:
    """Something of every kind that a bundle can hold."""
    judgements = store.judgements
    judgements.record(*PAIR, assessor="kim", relevance=2, active_ms=1234)
    judgements.record(*PAIR, assessor="lee", state=JudgementState.UNREADABLE)
    judgements.set_note(*PAIR, assessor="kim", note="naïve “quote”\n\tline")
    judgements.record(*PAIRS[1], assessor="kim", relevance=0)
    judgements.undo(assessor="kim")
    judgements.redo(assessor="kim")
    store.set_guideline("# Grade\n\nOtherwise.")
    judgements.record(*PAIRS[1], assessor="lee", relevance=1)
    store.runs.save("dense", {"q1": {"d5": 0.1 + 0.2, "not here": -1.0}}, details={"text": "title", "k": 2})
    store.pool.add([("q1", "d5")], strategy=PoolStrategy.UNJUDGED, params={"runs": ["dense"], "depth": 1})
    until = datetime.now(UTC) + timedelta(hours=1)
    store.assignments.add([Assignment("q1", "d5", "lee", "ff", until)])
    store.adjudications.record(*PAIRS[1], adjudicator="sam", relevance=1, reason="ü")
    store.adjudications.record(*PAIRS[1], adjudicator="sam", relevance=None)
    items = [ReleaseItem(*PAIR, 2, 1, "single"), ReleaseItem(*PAIRS[1], 1, 2, "adjudicated")]
    store.releases.freeze(items, rule=ReleaseRule.ADJUDICATED, sha256=SHA, card={"n": 2, "alpha": None})


# -- whole ------------------------------------------------------------------------------------------------


def test_a_campaign_arrives_in_another_library_without_a_difference(one: Library, bare: Library) -> None:
    store = one.campaign(NAME)
    work(store)
    sent = records(store)
    report = united(bare, sent, create=True)
    there = bare.campaign(NAME)
    assert records(there) == sent
    assert there.info() == store.info()
    assert there.guidelines() == store.guidelines()
    assert there.assessors() == store.assessors()
    assert there.corpus() == store.corpus()
    assert there.changed_papers() == []
    assert bare.papers.get(store.corpus()) == one.papers.get(store.corpus())
    assert there.queries.all() == store.queries.all()
    assert there.pool.pairs() == store.pool.pairs()
    assert there.pool.rounds() == store.pool.rounds()
    assert [there.runs.load(run.tag) for run in there.runs.all()] == [
        store.runs.load(run.tag) for run in store.runs.all()
    ]
    assert there.runs.all() == store.runs.all()
    assert there.assignments.all() == store.assignments.all()
    assert there.judgements.current() == store.judgements.current()
    assert there.adjudications.all() == store.adjudications.all()
    assert there.adjudications.history(*PAIRS[1]) == store.adjudications.history(*PAIRS[1])
    assert there.releases.all() == store.releases.all()
    assert there.releases.items(1) == store.releases.items(1)
    assert standings(bare) == standings(one)
    assert bare.papers.find_by_keys(["doi:10.1/2"])["doi:10.1/2"][0].doc_id == "d2"
    assert report == MergeReport(7, 0, 2, 0, len(PAIRS) + 1, 2 * len(PAIRS) + 1, 1)
    require_cache_is_rebuild(bare)


def test_the_merge_itself_is_written_down(one: Library, two: Library) -> None:
    one.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    rows = records(one.campaign(NAME))
    for _ in range(2):
        united(two, rows)
    columns = "sha256, source, n_new, n_merged, n_conflict, n_failed"
    with two._database.read() as connection:
        kept = connection.exec_driver_sql(f"SELECT {columns} FROM import_batch ORDER BY pk").all()
    assert [tuple(row) for row in kept[-2:]] == [
        (SHA, "kim.jsonl", 1, 0, 0, 0),
        (SHA, "kim.jsonl", 0, 1, 0, 0),
    ]


def test_grades_that_were_given_before_the_campaign_was_closed_still_arrive(
    one: Library, two: Library
) -> None:
    two.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    one.campaigns.set_status(NAME, CampaignStatus.CLOSED)
    one.annotators.set_active("kim", False)
    assert bring(two, one).events_new == 1
    store = one.campaign(NAME)
    assert store.judgements.ratings() == [(*PAIR, "kim", 2)]
    assert store.info().status is CampaignStatus.CLOSED
    assert [person.active for person in one.annotators.all()] == [False, True, True]


def test_the_preview_says_what_would_happen_and_writes_nothing(
    one: Library, two: Library, bare: Library
) -> None:
    work(one.campaign(NAME))
    two.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=0)
    rows = records(one.campaign(NAME))
    for library, create in ((two, False), (bare, True)):
        before = everything(library)
        looked = preview_merge(library, iter(rows), confirmed=None)
        assert everything(library) == before
        assert united(library, rows, create=create) == looked
    assert [j.assessor for j in two.campaign(NAME).judgements.conflicts()] == ["kim"]


def test_a_bundle_of_a_server_arrives_in_a_file_and_the_other_way(
    postgres: PostgresServer, one: Library, two: Library
) -> None:
    store = one.campaign(NAME)
    work(store)
    url = postgres.new_database()
    with Library.open(url) as server:
        assert united(server, records(store), create=True).events_new == 7
        there = server.campaign(NAME)
        assert records(there) == records(store)
        assert united(server, records(store)).events_known == 7
        there.judgements.record(*PAIR, assessor="kim", relevance=0)
        store.judgements.record(*PAIR, assessor="kim", relevance=1)
        bring(one, server)
        bring(server, one)
        bring(server, two)
        assert standings(server) == standings(one) == standings(two)
        assert there.judgements.record(*PAIR, assessor="kim", relevance=2).relevance == 2
        bring(server, one)
        assert standings(server) == standings(one)
        bad = [*records(store), {"kind": "event"}]
        with pytest.raises(BadInput, match="has no"):
            united(server, bad)
        assert records(there) == records(server.campaign(NAME))
        before = standings(server)
        server.judgements.rebuild()
        assert standings(server) == before
    postgres.drop(url)


# -- in any order -----------------------------------------------------------------------------------------

ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["kim", "lee"]),
        st.sampled_from(PAIRS[:2]),
        st.sampled_from(
            ["0", "1", "2", "unsure", "clear", "note a", "note b", "undo", "settle 0", "settle 2"]
        ),
    ),
    max_size=8,
)


def do(store: CampaignStore, who: str, pair: tuple[str, str], what: str) -> None:
    judgements = store.judgements
    kind, _, value = what.partition(" ")
    if kind in {"0", "1", "2"}:
        judgements.record(*pair, assessor=who, relevance=int(kind))
    elif kind == "unsure":
        judgements.record(*pair, assessor=who, state=JudgementState.UNSURE)
    elif kind == "clear":
        judgements.clear(*pair, assessor=who)
    elif kind == "note":
        judgements.set_note(*pair, assessor=who, note=value)
    elif kind == "undo":
        judgements.undo(assessor=who)
    else:
        for rater in ("kim", "lee"):
            judgements.record(*pair, assessor=rater, relevance=1)
        store.adjudications.record(*pair, adjudicator=who, relevance=int(value))


THREE = (st.lists(ACTIONS, min_size=3, max_size=3), st.booleans(), st.permutations(range(6)))


@settings(max_examples=5, deadline=None)
@given(*THREE)
def test_bundles_of_three_machines_come_to_the_same_in_any_order_and_twice(
    done: list[list[tuple[str, tuple[str, str], str]]], told: bool, order: list[int]
) -> None:
    in_any_order(done, told, order)


@pytest.mark.soak
@settings(max_examples=200, deadline=None)
@given(*THREE)
def test_many_bundles_of_three_machines_come_to_the_same_in_any_order(
    done: list[list[tuple[str, tuple[str, str], str]]], told: bool, order: list[int]
) -> None:
    in_any_order(done, told, order)


def in_any_order(done: list[list[tuple[str, tuple[str, str], str]]], told: bool, order: list[int]) -> None:
    """`told`: each machine has heard of the one before it when its people begin."""
    place = Path(tempfile.mkdtemp(prefix="assay-bundles-"))
    (place / "a").mkdir()
    (place / "b").mkdir()
    machines = open_machines(place / "a")
    fresh = open_machines(place / "b", 2)
    for n, (library, actions) in enumerate(zip(machines, done, strict=True)):
        if told and n:
            bring(machines[n - 1], library)
        for action in actions:
            do(library.campaign(NAME), *action)
    bundles = [records(library.campaign(NAME)) for library in machines]
    for library, turns in zip(fresh, ([0, 1, 2], [n % 3 for n in order]), strict=True):
        for n in turns:
            united(library, bundles[n])
    for library, n in itertools.product(machines, (2, 0, 1)):
        united(library, bundles[n])
    everybody = [*fresh, *machines]
    expected = standings(fresh[0]), settled(fresh[0]), fresh[0].campaign(NAME).judgements.conflicts()
    for library in everybody:
        assert (
            standings(library),
            settled(library),
            library.campaign(NAME).judgements.conflicts(),
        ) == expected
        require_cache_is_rebuild(library)
        assert {row[1] for row in log(library)} == {row[1] for row in log(fresh[0])}
        library.close()
    shutil.rmtree(place)


# -- whose campaign ---------------------------------------------------------------------------------------


def test_a_campaign_that_is_not_here_is_taken_over_only_if_asked(one: Library, bare: Library) -> None:
    rows = records(one.campaign(NAME))
    before = everything(bare)
    with pytest.raises(BadInput, match=r"Record 1 \(campaign\).*not in this library.*--create"):
        united(bare, rows)
    assert everything(bare) == before


def test_another_campaign_of_the_same_name_is_left_alone(one: Library, bare: Library) -> None:
    start_campaign(bare)
    for create in (False, True):
        with pytest.raises(BadInput, match="another one of the same name"):
            united(bare, records(one.campaign(NAME)), create=create)
    assert bare.campaign(NAME).judgements.current() == []


def test_a_campaign_with_another_corpus_is_another_campaign(one: Library, two: Library) -> None:
    rows = records(one.campaign(NAME))
    rows[0]["corpus_sha256"] = SHA
    with pytest.raises(BadInput, match="its corpus is another"):
        united(two, rows)


def test_a_renamed_campaign_and_other_settings_are_noted_and_stay(one: Library, two: Library) -> None:
    rows = records(one.campaign(NAME))
    rows[0] |= {"name": "renamed", "raters_per_pair": 5, "status": "closed"}
    report = united(two, rows)
    assert report.notes == (
        "The campaign is called 'renamed' there and 'team set' here.",
        "It has 5 raters per pair there; it keeps 2 here.",
    )
    info = two.campaign(NAME).info()
    assert (info.name, info.raters_per_pair, info.status) == (NAME, 2, CampaignStatus.OPEN)


# -- people -----------------------------------------------------------------------------------------------


def test_somebody_who_was_here_under_the_same_name_is_the_same_person_on_every_machine(
    one: Library, bare: Library
) -> None:
    bare.queries.add([Query("own", "my own")])
    bare.papers.add([(Paper("p", "Mine"), ())])
    bare.judgements.record("own", "p", assessor="kim", relevance=1)
    (mine,) = [person.uuid for person in bare.annotators.all()]
    theirs = {person.handle: person.uuid for person in one.annotators.all()}["kim"]
    report = united(bare, records(one.campaign(NAME)), create=True)
    assert report.notes == ("'kim' there is taken for the 'kim' whom this library had already.",)
    bare.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=2)
    bring(bare, one)
    assert one.campaign(NAME).judgements.ratings() == [(*PAIR, "kim", 2)]
    for library, own in ((one, theirs), (bare, mine)):
        assert {p.handle: p.uuid for p in library.annotators.all()}["kim"] == own
        (sent,) = [row for row in records(library.campaign(NAME)) if row.get("handle") == "kim"]
        assert {sent["uuid"], *sent["also"]} == {mine, theirs}
    assert bring(one, bare).notes == ()


def test_a_person_who_was_renamed_there_keeps_the_name_here(one: Library, two: Library) -> None:
    two.annotators.rename("kim", "kim o'hara")
    two.campaign(NAME).judgements.record(*PAIR, assessor="kim o'hara", relevance=2)
    report = bring(two, one)
    assert report.notes == ("'kim o'hara' there is 'kim' here, and stayed so.",)
    assert one.campaign(NAME).judgements.ratings() == [(*PAIR, "kim", 2)]


def test_two_people_are_never_taken_for_one(one: Library, two: Library) -> None:
    two.annotators.rename("kim", "max")  # and now somebody else comes who is called kim
    store = two.campaign(NAME)
    store.add_assessor("kim")
    store.pool.add([("q1", "d4")])
    store.assignments.add([Assignment("q1", "d4", "kim", "a"), Assignment("q1", "d4", "max", "a")])
    store.judgements.record("q1", "d4", assessor="max", relevance=0)
    store.judgements.record("q1", "d4", assessor="kim", relevance=2)
    report = bring(two, one)
    assert one.campaign(NAME).judgements.ratings() == [("q1", "d4", "kim", 0), ("q1", "d4", "kim (2)", 2)]
    assert report.notes == (
        "'max' there is 'kim' here, and stayed so.",
        "'kim' there is somebody else than 'kim' here, and is 'kim (2)' here.",
    )
    assert bring(two, one).notes == (
        "'max' there is 'kim' here, and stayed so.",
        "'kim' there is 'kim (2)' here, and stayed so.",
    )
    assert standings(one) == standings(two)


def test_an_adjudicator_who_is_no_assessor_comes_along(one: Library, two: Library) -> None:
    store = one.campaign(NAME)
    for who in ("kim", "lee"):
        store.judgements.record(*PAIR, assessor=who, relevance=1)
    store.adjudications.record(*PAIR, adjudicator="the chair", relevance=2)
    bring(one, two)
    assert [a.adjudicator for a in settled(two)] == ["the chair"]
    assert [p.handle for p in two.campaign(NAME).assessors()] == ["kim", "lee", "sam"]


def test_new_assessors_and_queries_of_an_open_campaign_come_along(one: Library, two: Library) -> None:
    store = one.campaign(NAME)
    store.add_assessor("new", quota=3)
    store.queries.add([Query("q9", "late")])
    store.pool.add([("q9", "d2")])
    store.assignments.add([Assignment("q9", "d2", "new", "a")])
    report = bring(one, two)
    assert (report.pairs_new, report.assignments_new) == (1, 1)
    assert [(p.handle, p.quota) for p in two.campaign(NAME).assessors()][-1] == ("new", 3)
    two.campaign(NAME).judgements.record("q9", "d2", assessor="new", relevance=1)


# -- papers -----------------------------------------------------------------------------------------------


def test_papers_that_read_differently_here_stay_and_are_noted(one: Library, two: Library) -> None:
    two.papers.update([(Paper("d1", "Another title", "On 1.", doi="10.1/1"), ())])
    report = bring(one, two)
    assert report.notes == ("1 paper reads differently here and stayed so: 'd1'.",)
    assert two.papers.get(["d1"])[0].title == "Another title"
    two.papers.update([(Paper(f"d{n}", "Other"), ()) for n in range(6)])
    assert bring(one, two).notes == (
        "6 papers read differently here and stayed so: 'd0', 'd1', 'd2', 'd3', 'd4', ....",
    )


def test_what_a_paper_can_teach_travels(one: Library, bare: Library) -> None:
    known = {"rating": 2.5, "tldrs": ("In short.",), "cites": ("d2", "doi:10.1/z"), "cited_by": ("d3",)}
    one.papers.update([(replace(one.papers.get(["d1"])[0], **known), ())])
    united(bare, records(one.campaign(NAME)), create=True)
    assert bare.papers.get(["d1", "d3"]) == one.papers.get(["d1", "d3"])
    assert bare.papers.get(["d1"])[0].rating == 2.5


def test_a_paper_that_has_another_id_here_is_found_by_its_alias_and_back(one: Library, bare: Library) -> None:
    bare.papers.add([(Paper("smith", "Paper 1", "On 1."), ())])
    bare.papers.alias([("d1", "smith")])
    united(bare, records(one.campaign(NAME)), create=True)
    assert bare.papers.count() == 6
    there = bare.campaign(NAME)
    there.judgements.record("q1", "smith", assessor="kim", relevance=2)
    assert bring(bare, one).events_new == 1
    assert one.campaign(NAME).judgements.ratings() == [("q1", "d1", "kim", 2)]
    assert one.papers.count() == 6


def test_a_paper_that_was_merged_into_another_one_here_keeps_its_pairs(one: Library, two: Library) -> None:
    two.campaign(NAME).judgements.record("q1", "d1", assessor="kim", relevance=2)
    bring(two, one)
    one.papers.remove(["d1"])
    one.papers.alias([("d1", "d5")])
    two.campaign(NAME).judgements.record("q1", "d1", assessor="kim", relevance=1)
    assert bring(two, one).events_new == 1
    assert one.campaign(NAME).judgements.ratings() == [("q1", "d1", "kim", 1)]


def test_without_create_a_missing_paper_of_a_pair_is_asked_for(one: Library, two: Library) -> None:
    rows = records(one.campaign(NAME))
    new = copy.deepcopy(next(row for row in rows if row["kind"] == "paper"))
    new |= {"doc_id": "new", "aliases": [], "keys": [], "text_sha256": None}
    at = next(n for n, row in enumerate(rows) if row["kind"] == "query")
    rows.insert(at, new)
    assert united(two, rows).pairs_new == 0  # nothing needs it
    rows.append({"kind": "pair", "query_id": "q1", "doc_id": "new", "round": None})
    with pytest.raises(BadInput, match=rf"Record {len(rows)} \(pair\).*'new' is neither.*--create"):
        united(two, rows)
    assert united(two, rows, create=True).pairs_new == 1
    assert two.papers.get(["new"])[0].title == "Paper 0"


# -- what was set, not said -------------------------------------------------------------------------------


def test_guidelines_unite_and_the_one_that_was_written_last_holds_everywhere(
    one: Library, two: Library
) -> None:
    one.campaign(NAME).set_guideline("two")
    assert bring(one, two).notes == ()
    assert [g.markdown for g in two.campaign(NAME).guidelines()][-1] == "two"
    one.campaign(NAME).set_guideline("three")
    two.campaign(NAME).set_guideline("drei")
    one.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=1)
    report = bring(one, two)
    assert report.notes == ("Version 3 of the guideline is another text here; the bundle's is version 4.",)
    assert report.events_new == 1
    texts = [(g.version, g.markdown) for g in two.campaign(NAME).guidelines()]
    assert texts[1:] == [(2, "two"), (4, "three"), (3, "drei")]
    bring(two, one)
    texts = [(g.version, g.markdown) for g in one.campaign(NAME).guidelines()]
    assert texts[1:] == [(2, "two"), (3, "three"), (4, "drei")]
    for library, version in ((one, 4), (two, 3)):
        assert bring(one, two).notes == bring(two, one).notes == ()
        assert library.campaign(NAME).guideline().markdown == "drei"  # type: ignore[union-attr]
        assert library.campaign(NAME).info().guideline_version == version
        (event,) = [row for row in records(library.campaign(NAME)) if row["kind"] == "event"]
        assert event["guideline"] == hashlib.sha256(b"three").hexdigest()
    assert two.campaign(NAME).set_guideline("four").version == 5
    assert two.campaign(NAME).guideline().markdown == "four"  # type: ignore[union-attr]


def test_assignments_unite_and_leases_here_stay(one: Library, two: Library) -> None:
    soon, later = (datetime.now(UTC) + timedelta(hours=h) for h in (1, 2))
    for library, until in ((one, soon), (two, later)):
        library.campaign(NAME).pool.add([("q1", "d4")])
        library.campaign(NAME).assignments.add([Assignment("q1", "d4", "kim", "z", until)])
    one.campaign(NAME).assignments.add([Assignment("q1", "d4", "lee", "z")])
    assert bring(one, two).assignments_new == 1
    leases = [a.lease_until for a in two.campaign(NAME).assignments.of("kim") if a.order_key == "z"]
    assert leases == [later]


# -- bad input --------------------------------------------------------------------------------------------


def of_kind(kind: str, n: int = 0) -> Callable[[Rows], int]:
    return lambda rows: [at for at, row in enumerate(rows) if row["kind"] == kind][n]


def event_of(kind: str) -> Callable[[Rows], int]:
    return lambda rows: next(at for at, row in enumerate(rows) if row.get("event") == kind)


GRADE, NOTE, UNDO = event_of("grade"), event_of("note"), event_of("undo")
NEW = "00000000-0000-4000-8000-000000000000"
BAD = [
    (GRADE, {"grade": 3}, "its grade must be a whole number from 0 to 2, not 3"),
    (GRADE, {"grade": None}, "its grade must be given"),
    (GRADE, {"event": "guess"}, "its event must be one of grade, unsure"),
    (GRADE, {"note": "n"}, "its note must be given with other kinds"),
    (GRADE, {"target": NEW}, "its target must be given with other kinds"),
    (NOTE, {"note": None}, "its note must be given with this kind"),
    (UNDO, {"target": None}, "its target must be given"),
    (GRADE, {"active_ms": -5}, "its active_ms must be"),
    (GRADE, {"occurred_at": "yesterday"}, "its occurred_at must be a time"),
    (GRADE, {"occurred_at": "0001-01-01T00:00:00+23:00"}, "its occurred_at must be a time"),
    (GRADE, {"uuid": "abc"}, "its uuid must be a UUID, not 'abc'"),
    (GRADE, {"assessor": "nobody"}, "no record before it has the assessor nobody"),
    (GRADE, {"query_id": "q77"}, "no record before it has the query 'q77'"),
    (GRADE, {"doc_id": "d77"}, "the paper 'd77' is neither"),
    (GRADE, {"doc_id": "d5", "query_id": "d0"}, "has the pair of query 'd0' and paper 'd5'"),
    (GRADE, {"supersedes": NEW}, "names the event 00000000.*neither this library nor the bundle has"),
    (GRADE, {"merges": NEW}, "names the event 00000000"),
    (UNDO, {"target": NEW}, "names the event 00000000"),
    (GRADE, {"guideline": "x"}, "its guideline must be a SHA-256"),
    (of_kind("adjudication"), {"grade": 3}, "its grade must be a whole number from 0 to 2"),
    (of_kind("adjudication"), {"inputs_sha256": "no"}, "its inputs_sha256 must be a SHA-256"),
    (of_kind("adjudication"), {"supersedes": NEW}, "names the event 00000000"),
    (of_kind("campaign"), {"status": "paused"}, "its status must be one of draft, open"),
    (of_kind("campaign"), {"raters_per_pair": 0}, "its raters_per_pair must be"),
    (of_kind("campaign"), {"corpus_sha256": "x"}, "its corpus_sha256 must be"),
    (of_kind("guideline"), {"markdown": "edited"}, "changed after it was written"),
    (of_kind("assessor"), {"handle": " kim"}, "not an assessor name"),
    (of_kind("assessor"), {"active": "yes"}, "its active must be true or false"),
    (of_kind("assessor"), {"quota": -1}, "its quota must be"),
    (of_kind("paper"), {"year": 20_000}, "its year must be"),
    (of_kind("query"), {"text": "edited"}, "has another text or paper"),
    (of_kind("query", 1), {"doc_id": "nope"}, "the paper 'nope' is neither"),
    (of_kind("run"), {"details": []}, "its details must be a JSON object"),
    (of_kind("run_query"), {"hits": [["d1"]]}, "its hits must be a list of"),
    (of_kind("run_query"), {"tag": "other"}, "no record before it has the run 'other'"),
    (of_kind("pool"), {"strategy": "best"}, "its strategy must be one of depth, rrf"),
    (of_kind("pair"), {"round": 9}, "no record before it has round 9"),
    (of_kind("assignment"), {"assessor": "nobody"}, "no record before it has the assessor"),
    (of_kind("assignment"), {"lease_until": "soon"}, "its lease_until must be a time"),
    (of_kind("release"), {"rule": "best"}, "its rule must be one of unanimous"),
    (of_kind("release"), {"n_items": 3}, "release 1 has 3 judgements, and 2 are in the bundle"),
    (of_kind("release_item"), {"grade": 3}, "its grade must be a whole number from 0 to 2"),
    (of_kind("release_item"), {"version": 2}, "no record before it has release 2"),
    (NOTE, {"grade": 1}, "its grade must be given with other kinds"),
    (GRADE, {"active_ms": LONGEST_MS + 1}, "its active_ms must be a whole number, not"),
    (of_kind("campaign"), {"seed": -1}, "its seed must be"),
    (of_kind("campaign"), {"queue": "none"}, "its queue must be one of"),
    (of_kind("campaign"), {"created_at": "2199-01-01T00:00:00+00:00"}, "its created_at must be a time from"),
    (of_kind("pool"), {"params": {"runs": [1]}}, "whose runs are a list of texts"),
    (of_kind("assessor"), {"also": ["x", "x"]}, "is in the bundle twice"),
    (of_kind("release"), {"version": 0}, "its version must be"),
    (of_kind("release"), {"n_items": 0}, "its n_items must be"),
    (of_kind("release"), {"card": None}, "its card must be a JSON object"),
    (of_kind("release_item"), {"n_raters": -1}, "its n_raters must be"),
    (of_kind("release_item"), {"source": ""}, "its source must be"),
    (of_kind("release_item", 1), {"doc_id": PAIR[1]}, "its pair is in release 1 twice"),
    (
        of_kind("release_item"),
        {"doc_id": "d4"},
        "no record before it has the pair of query 'q1' and paper 'd4'",
    ),
    (of_kind("event"), {"kind": "hologram"}, "does not know such records"),
]


@pytest.mark.parametrize(("where", "change", "said"), BAD)
def test_a_record_that_cannot_be_used_is_named_and_nothing_is_written(
    worked: tuple[Rows, Library], where: Callable[[Rows], int], change: dict[str, Any], said: str
) -> None:
    rows, two = copy.deepcopy(worked[0]), worked[1]
    at = where(rows)
    rows[at] |= change
    before = everything(two)
    with pytest.raises(BadInput, match=rf"(?s)Record {at + 1} \(.*{said}"):
        united(two, rows)
    assert everything(two) == before


def test_every_field_of_every_kind_is_asked_for(one: Library, bare: Library) -> None:
    """Without it, or with an object in its place, nothing is merged, but for fields that may be absent."""
    work(one.campaign(NAME))
    rows = records(one.campaign(NAME))
    firsts = {row["kind"]: at for at, row in reversed(list(enumerate(rows)))}
    before = everything(bare)
    for kind, at in firsts.items():
        for name in rows[at].keys() - {"kind"}:
            if isinstance(rows[at][name], dict):
                continue
            wrong = [*rows[:at], {**rows[at], name: {"x": 1}}, *rows[at + 1 :]]
            with pytest.raises(BadInput, match=rf"Record {at + 1} \({kind}\)"):
                united(bare, wrong, create=True)
    assert everything(bare) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: [], "The bundle is empty"),
        (lambda rows: rows[1:], "Record 1 .*the first record must be the campaign"),
        (lambda rows: [rows[0], rows[0], *rows[1:]], "Record 2 .*this is a second one"),
        (lambda rows: [*rows, rows[0]], "this is a second one"),
        (
            lambda rows: [*rows, next(row for row in rows if row["kind"] == "run_query")],
            "has the query '.*' twice",
        ),
        (lambda rows: [*rows, rows[of_kind("release")(rows)]], "release 1 is in the bundle twice"),
        (lambda rows: [*rows, []], "does not know such records"),
        (lambda rows: [*rows, "text"], "does not know such records"),
        (lambda rows: [r for r in rows if r["kind"] != "assessor"], "no record before it has the assessor"),
        (lambda rows: [r for r in rows if r["kind"] != "query"], "no record before it has the query"),
        (lambda rows: [r for r in rows if r.get("event") != "grade"], "neither this library nor the bundle"),
    ],
)
def test_a_bundle_with_pieces_missing_or_moved_is_refused(
    worked: tuple[Rows, Library], change: Callable[[Rows], Rows], said: str
) -> None:
    rows, two = worked
    before = everything(two)
    with pytest.raises(BadInput, match=said):
        united(two, change(rows))
    assert everything(two) == before


@pytest.mark.parametrize("change", [{"grade": 1}, {"supersedes": None}, {"event": "unsure", "grade": None}])
def test_an_event_that_is_here_already_and_was_changed_by_hand_is_refused(
    one: Library, two: Library, change: dict[str, Any]
) -> None:
    work(one.campaign(NAME))
    one.campaign(NAME).judgements.record(*PAIR, assessor="kim", relevance=0)
    bring(one, two)
    rows = records(one.campaign(NAME))
    at = [n for n, row in enumerate(rows) if row.get("event") == "grade"][-1]
    rows[at] |= change
    with pytest.raises(BadInput, match=rf"Record {at + 1} .*same event with another.*changed by hand"):
        united(two, rows)


def test_an_adjudication_that_was_changed_by_hand_is_refused(one: Library, two: Library) -> None:
    work(one.campaign(NAME))
    bring(one, two)
    rows = records(one.campaign(NAME))
    rows[of_kind("adjudication")(rows)]["grade"] = 0
    with pytest.raises(BadInput, match=r"same event with another grade \(1, not 0\)"):
        united(two, rows)


def test_an_event_cannot_follow_one_of_another_pair_or_person(one: Library, two: Library) -> None:
    work(one.campaign(NAME))
    rows = records(one.campaign(NAME))
    events = [row for row in rows if row["kind"] == "event"]
    lees = next(row for row in events if row["event"] == "unreadable")  # of the same pair
    hers = next(row for row in events if row["doc_id"] == PAIRS[1][1])  # of another pair
    later = [row for row in events if row["event"] == "note"][-1]  # kim's
    for name, before in itertools.product(("supersedes", "merges"), (lees, hers)):
        wrong = [{**row, name: before["uuid"]} if row is later else row for row in rows if row is not before]
        wrong.insert(rows.index(events[0]), before)
        with pytest.raises(BadInput, match="of another pair or person"):
            united(two, wrong)


def test_an_undo_of_an_undo_is_none(one: Library, two: Library) -> None:
    work(one.campaign(NAME))
    rows = records(one.campaign(NAME))
    undo, redo = UNDO(rows), event_of("redo")(rows)
    rows[redo]["target"] = rows[undo]["uuid"]
    with pytest.raises(BadInput, match="is not a judgement"):
        united(two, rows)


def test_half_a_character_in_a_note_arrives_as_a_question_mark(one: Library, two: Library) -> None:
    work(one.campaign(NAME))
    rows = records(one.campaign(NAME))
    rows[NOTE(rows)]["note"] = "half \ud83d"
    united(two, rows)
    assert two.campaign(NAME).judgements.get(*PAIR, assessor="kim").note == "half ?"  # type: ignore[union-attr]
    assert united(two, rows).events_new == 0
