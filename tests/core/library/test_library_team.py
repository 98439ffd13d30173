"""Assessors at one server: each judgement one round trip, nobody waits for another, none lost or doubled."""

from __future__ import annotations

import shutil
import signal
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa

from assay.campaign_types import QueueKind
from assay.library import Library
from assay.library.campaigns.assignments import require_may_judge
from assay.library.db.connection import Seat
from assay.library.rows.seals import FIELDS, is_whole
from assay.library.upkeep.check import check_database
from assay.types import Judgement, JudgementState
from judging_direct import CAMPAIGN, Answer, DirectAssessors, Plan, faults, make_campaign
from postgres_server import PgBouncer
from slow_network import SlowNetwork

if TYPE_CHECKING:
    from collections.abc import Iterator

    from postgres_server import PostgresServer

PEOPLE = ("ada", "bob", "cyd", "dan")


@pytest.fixture
def team_url(postgres: PostgresServer) -> Iterator[str]:
    """A library with an open campaign of one queue, 4 queries and 10 papers; 7 pairs a person."""
    url = postgres.new_database()
    with Library.open(url) as library:
        make_campaign(library, PEOPLE, QueueKind.SHARED, queries=4, papers=10, quota=7)
    yield url
    postgres.drop(url)


def claim(library: Library, who: str, *, n: int = 3, seconds: float = 60.0) -> list[tuple[str, str]]:
    rows = library.campaign(CAMPAIGN).assignments.claim(
        who, n=n, lease_seconds=seconds, order_keys=lambda pairs: dict.fromkeys(pairs, "0")
    )
    return [(row.query_id, row.doc_id) for row in rows]


def no_faults(url: str, answers: list[Answer]) -> None:
    with Library.open(url) as library, library._database.read() as connection:
        found = faults(connection, answers)
        assert found == dict.fromkeys(found, 0)
        assert answers


def test_a_judgement_and_a_draw_are_one_round_trip_each(postgres: PostgresServer, team_url: str) -> None:
    with SlowNetwork(postgres.port, 0.0) as network, Library.open(network.by(team_url)) as library:
        store = library.campaign(CAMPAIGN)
        pairs = claim(library, "ada")
        store.judgements.current()  # connected, and in the middle of nothing

        def trips(act: object) -> int:
            before = network.n_sent
            assert callable(act)
            act()
            return network.n_sent - before

        mine = {"assessor": "ada", "event_uuid": "a-1"}
        assert trips(lambda: store.judgements.record(*pairs[0], relevance=2, **mine)) == 1
        assert trips(lambda: store.judgements.record(*pairs[0], relevance=2, **mine)) == 1  # sent again
        unsure = JudgementState.UNSURE
        assert trips(lambda: store.judgements.record(*pairs[1], assessor="ada", state=unsure)) == 1
        assert trips(lambda: store.judgements.set_note(*pairs[1], assessor="ada", note="why?")) == 1
        assert trips(lambda: store.judgements.clear(*pairs[0], assessor="ada")) == 1
        assert [each.kind for each in store.judgements.history()] == ["clear", "note", "unsure", "grade"]
        drawing = library.campaign(CAMPAIGN).assignments
        keys = {"order_keys": lambda pairs: dict.fromkeys(pairs, "0")}
        drawing.claim("bob", n=1, **keys)  # looks ahead
        assert trips(lambda: drawing.claim("bob", n=2, **keys)) == 1


def test_an_assessor_waits_for_an_import_and_not_for_other_assessors(team_url: str) -> None:
    with Library.open(team_url) as library, Library.open(team_url) as other, ThreadPoolExecutor(1) as thread:
        campaign, pairs = library.campaign(CAMPAIGN).pk, claim(library, "ada")
        bobs = claim(library, "bob")
        store = other.campaign(CAMPAIGN)

        def grade(who: str, pair: tuple[str, str]) -> Future[Judgement]:
            return thread.submit(lambda: store.judgements.record(*pair, assessor=who, relevance=1))

        with library._database.write(Seat(campaign, "ada")):  # as an undo of hers over a slow network
            grade("bob", bobs[0]).result(timeout=20)
            assert claim(other, "bob", n=1)
            hers = grade("ada", pairs[0])
            assert not _ended(hers)
        hers.result(timeout=20)
        with library._database.write():
            bobs_next = grade("bob", bobs[1])
            assert not _ended(bobs_next)
        bobs_next.result(timeout=20)


def _ended(future: Future[Judgement]) -> bool:
    time.sleep(0.2)
    return future.done()


def test_no_lease_is_taken_from_somebody_who_is_judging_on_it(team_url: str) -> None:
    with Library.open(team_url) as library, Library.open(team_url) as other:
        (pair,) = claim(library, "ada", n=1, seconds=1.0)
        pk = sa.text(
            "SELECT pair.pk, annotator.pk, campaign_pk "
            "FROM annotator, pair JOIN query ON query.pk = query_pk JOIN paper ON paper.pk = paper_pk "
            "WHERE query_id = :q AND doc_id = :d AND handle = 'ada'"
        )
        database = library._database
        with database.read() as connection:
            pair_pk, who, campaign = connection.execute(pk, {"q": pair[0], "d": pair[1]}).one()
            now = connection.scalar(sa.text("SELECT now()"))
        with database.write(Seat(campaign, "ada")) as connection:
            require_may_judge(connection, campaign, who, pair_pk, now=now, renew=False)
            time.sleep(1.1)
            others = [*claim(other, "bob", n=7), *claim(other, "cyd", n=7), *claim(other, "dan", n=7)]
            assert len(others) == 21
            assert pair not in others


def test_what_the_server_seals_is_checked_as_what_we_seal(team_url: str) -> None:
    with Library.open(team_url) as library:
        store = library.campaign(CAMPAIGN)
        store.set_guideline("# Grade")
        pairs = claim(library, "ada")
        note = "“ja\\nein” \x07\t\x7f ä 漢 \U0001f9ea / <b>&\u2028"
        store.judgements.record(*pairs[0], assessor="ada", relevance=2, active_ms=2**40)
        store.judgements.set_note(*pairs[0], assessor="ada", note=note)
        store.judgements.undo(assessor="ada")
        store.judgements.redo(assessor="ada")
        store.judgements.record(*pairs[0], assessor="ada", relevance=0)
        assert store.judgements.get(*pairs[0], assessor="ada").note == note
        report = check_database(library._database, folder=None)
        assert (report.findings, report.n_events) == ((), 5)
        with library._database.read() as connection:
            rows = connection.exec_driver_sql("SELECT * FROM judgement_event ORDER BY seq").mappings().all()
        assert [row["checksum"][:2] == "s:" for row in rows] == [True, True, False, False, True]
        for row in rows:
            assert is_whole(row, FIELDS["judgement_event"])
            assert not is_whole({**row, "device": "another"}, FIELDS["judgement_event"])


def test_a_team_behind_pgbouncer_loses_and_doubles_nothing(postgres: PostgresServer, team_url: str) -> None:
    """Four people share two connections, each for a transaction at a time."""
    if not shutil.which("pgbouncer"):
        pytest.skip("PGBOUNCER ABSENT: `apt-get install pgbouncer` brings it")
    with closing(PgBouncer(postgres, size=2)) as pool:
        desktops = DirectAssessors(pool.url(team_url), PEOPLE, Plan(30.0, twice=3), n_processes=1)
        desktops.begin()
        answers = desktops.answers()
    assert len({each.event_uuid for each in answers}) == 7 * len(PEOPLE)  # until the quotas were used up
    no_faults(team_url, answers)


def test_what_was_confirmed_to_a_killed_desktop_is_there(postgres: PostgresServer, team_url: str) -> None:
    with SlowNetwork(postgres.port, 0.01) as network:  # so that a kill falls into a judgement
        killed, others = (
            DirectAssessors(network.by(team_url), people, Plan(30.0), n_processes=1)
            for people in (PEOPLE[:2], PEOPLE[2:])
        )
        killed.begin()
        others.begin()
        time.sleep(0.15)
        killed.processes[0].send_signal(signal.SIGKILL)
        answers = [*killed.answers(), *others.answers()]
    assert len({each.event_uuid for each in answers if each.assessor in PEOPLE[2:]}) == 14
    no_faults(team_url, answers)


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_what_a_killed_server_confirmed_is_there(fragile_postgres: PostgresServer, kills: int) -> None:
    url = fragile_postgres.new_database()
    with Library.open(url) as library:
        make_campaign(library, PEOPLE, QueueKind.ASSIGNED, queries=2 * kills, papers=60)
    desktops = DirectAssessors(url, PEOPLE, Plan(2.0 * kills), n_processes=1)
    desktops.begin()
    for _ in range(kills):
        time.sleep(0.3)
        fragile_postgres.kill()
        fragile_postgres.start()
    answers = desktops.answers()
    assert len({each.assessor for each in answers}) == len(PEOPLE)
    no_faults(url, answers)
    fragile_postgres.drop(url)
