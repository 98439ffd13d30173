"""Pairs that still want raters: the ones with the fewest first, by query, each given to nobody twice."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from assay.campaign_types import Assignment, CampaignStatus, PoolStrategy, QueueKind
from assay.library.rows import assignment_rows
from assay.library.rows.assignment_rows import Candidate, WaitingPairs, find_waiting
from assay.types import Paper, Query

if TYPE_CHECKING:
    from assay.library import CampaignStore, Library

PEOPLE = ("kim", "lee", "sam")
QUERIES, PAPERS, MOST = 4, 5, 2
NOW = datetime.now(UTC)
LATER = NOW + timedelta(hours=2)  # leases have run out
Pair = tuple[str, str]


@pytest.fixture
def store(empty: Library) -> CampaignStore:
    """An open campaign with a pool of every query and paper but one, beside another campaign's."""
    empty.papers.add([(Paper(f"d{n}", f"Paper {n}"), ()) for n in range(PAPERS)])
    for name in ("another", "ours"):
        empty.campaigns.create(name, raters_per_pair=MOST, queue=QueueKind.SHARED)
        made = empty.campaign(name)
        made.queries.add([Query(f"q{n}", f"query {n}") for n in range(QUERIES)])
        for doc_ids in (range(3), range(3, PAPERS)):  # two rounds
            pairs = [(f"q{q}", f"d{d}") for q in range(QUERIES) for d in doc_ids]
            made.pool.add(pairs, strategy=PoolStrategy.MANUAL, params={"from": doc_ids[0]})
        made.freeze_corpus()
        made.set_guideline("# Grade")
        for person in PEOPLE:
            made.add_assessor(person)
        empty.campaigns.set_status(name, CampaignStatus.OPEN)
    return empty.campaign("ours")


def numbers(store: CampaignStore) -> dict[int, Pair]:
    """pk -> the pair."""
    statement = (
        "SELECT pair.pk, query_id, doc_id FROM pair JOIN query ON query.pk = query_pk "
        f"JOIN paper ON paper.pk = paper_pk WHERE campaign_pk = {store.pk}"
    )
    with store._database.read() as connection:
        return {pk: (q, d) for pk, q, d in connection.exec_driver_sql(statement)}


def person(store: CampaignStore, handle: str) -> int:
    with store._database.read() as connection:
        found = connection.exec_driver_sql(f"SELECT pk FROM annotator WHERE handle = '{handle}'")
        return int(found.scalar_one())


def expected(
    store: CampaignStore, raters: dict[Pair, set[str]], who: str, removed: str = ""
) -> list[tuple[Pair, int]]:
    """By looking at every pair."""
    with store._database.read() as connection:
        known = f"SELECT query_id, pk FROM query WHERE campaign_pk = {store.pk}"
        queries = {row[0]: row[1] for row in connection.exec_driver_sql(known)}
    turn = {name: (pk + person(store, who)) * 2_654_435_761 % 2**32 for name, pk in queries.items()}
    found = sorted(
        (len(raters.get(pair, ())), turn[pair[0]], pk * 2_654_435_761 % 2**32, pair)
        for pk, pair in numbers(store).items()
        if who not in raters.get(pair, ()) and pair[1] != removed
    )
    return [(pair, n) for n, _, _, pair in found if n < MOST]


def searched(
    store: CampaignStore, who: str, limit: int, *, now: datetime = NOW, enough: int = 0, least: int = 0
) -> list[tuple[Pair, int]]:
    pairs, pk = numbers(store), person(store, who)
    with store._database.read() as connection:
        found = find_waiting(connection, store.pk, pk, now, limit=limit, enough=enough, least=least)
    return [(pairs[one.pair_pk], one.n_raters) for one in found]


def hand_out(store: CampaignStore, seed: int, share: float = 0.4) -> dict[Pair, set[str]]:
    """Gives pairs to people by lot, some of them on a lease; returns who has which."""
    draw = random.Random(seed)
    raters: dict[Pair, set[str]] = {}
    for pair in numbers(store).values():
        for who in draw.sample(PEOPLE, MOST):
            if draw.random() < share:
                raters.setdefault(pair, set()).add(who)
    rows = [(pair, who) for pair, people in raters.items() for who in sorted(people)]
    store.assignments.add(
        [Assignment(*pair, who, "a", LATER - timedelta(hours=1)) for pair, who in rows[::2]]
        + [Assignment(*pair, who, "a") for pair, who in rows[1::2]]
    )
    return raters


@pytest.mark.parametrize("seed", range(4))
def test_pairs_with_the_fewest_raters_come_first_then_by_query_and_shuffled(
    store: CampaignStore, seed: int
) -> None:
    raters = hand_out(store, seed)
    for who in PEOPLE:
        every = expected(store, raters, who)
        assert {n for _, n in every} == {0, 1}
        assert searched(store, who, 100) == every
        for limit in (1, 3, len(every)):
            assert searched(store, who, limit) == every[:limit]
        none = [one for one in every if one[1] == 0]
        assert searched(store, who, len(none) + 1) == every[: len(none) + 1]
        assert searched(store, who, 100, enough=len(none)) == none
        assert searched(store, who, 100, enough=len(none) + 1) == every
        assert searched(store, who, 100, least=1) == every[len(none) :]
        assert searched(store, who, 100, least=MOST) == []


def test_a_lease_that_ran_out_holds_a_pair_only_for_who_judged_it(store: CampaignStore) -> None:
    raters = hand_out(store, 9)
    leased = [(one.query_id, one.doc_id, one.assessor) for one in store.assignments.all() if one.lease_until]
    for query_id, doc_id, who in leased[:3]:
        store.judgements.record(query_id, doc_id, assessor=who, relevance=1)
    for query_id, doc_id, who in leased[3:]:
        raters[query_id, doc_id].discard(who)
    for who in PEOPLE:
        assert searched(store, who, 100, now=LATER) == expected(store, raters, who)


def test_pairs_of_removed_papers_wait_for_nobody(store: CampaignStore, empty: Library) -> None:
    raters = hand_out(store, 2)
    empty.papers.remove(["d1"])
    assert searched(store, "kim", 100) == expected(store, raters, "kim", removed="d1")


@pytest.mark.parametrize("at_once", [1, 2, 7])
def test_a_long_pool_is_looked_through_a_piece_at_a_time(
    store: CampaignStore, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(assignment_rows, "AT_ONCE", at_once)
    raters = {
        pair: {"lee", "sam"} for pair in numbers(store).values() if pair[0] in ("q0", "q1") or pair[1] == "d0"
    }
    until = LATER - timedelta(hours=1)
    store.assignments.add([Assignment(*pair, who, "a", until) for pair in raters for who in ("lee", "sam")])
    for pair in raters:  # of whom the index knows nothing once their leases have run out
        for who in ("lee", "sam"):
            store.judgements.record(*pair, assessor=who, relevance=1)
    every = expected(store, raters, "kim")
    assert len(every) == 8
    assert searched(store, "kim", 4, now=LATER) == every[:4]  # those of q2, which is taken whole
    assert searched(store, "kim", 3, now=LATER) == every[:3]


@pytest.mark.parametrize("checked", [1, 2, 100])
def test_what_was_drawn_comes_off_the_list_and_what_others_took_is_passed_over(
    store: CampaignStore, monkeypatch: pytest.MonkeyPatch, checked: int
) -> None:
    monkeypatch.setattr(assignment_rows, "CHECKED", checked)
    pairs, kim = numbers(store), person(store, "kim")
    every = [pair for pair, _ in expected(store, {}, "kim")]
    mine = WaitingPairs()
    with store._database.read() as connection:
        assert mine.refresh(connection, store.pk, kim, NOW, n=2)
        assert [pairs[pk] for pk in mine.take(connection, store.pk, kim, NOW, n=2)] == every[:2]
    store.assignments.add([Assignment(*every[2], "lee", "a"), Assignment(*every[4], "kim", "a")])
    with store._database.read() as connection:
        assert mine.refresh(connection, store.pk, kim, NOW, n=2)  # as it was looked up before
        assert [pairs[pk] for pk in mine.take(connection, store.pk, kim, NOW, n=2)] == [every[3], every[5]]
        assert [pairs[pk] for pk in mine.take(connection, store.pk, kim, NOW, n=99)] == every[6:]
        assert mine.take(connection, store.pk, kim, NOW, n=1) == []
        assert mine.refresh(connection, store.pk, kim, NOW, n=1)  # looked up anew
        again = [pairs[pk] for pk in mine.take(connection, store.pk, kim, NOW, n=99)]
        assert again == [pair for pair in every if pair not in (every[2], every[4])]
        assert mine.refresh(connection, store.pk, kim, NOW, n=len(again) + 1)  # more than want two raters
        again += [pairs[pk] for pk in mine.take(connection, store.pk, kim, NOW, n=99)][-1:]
    assert again[-1] == every[2]


def test_who_has_every_pair_finds_none(store: CampaignStore) -> None:
    kim = person(store, "kim")
    store.assignments.add([Assignment(*pair, "kim", "a") for pair in numbers(store).values()])
    mine = WaitingPairs()
    with store._database.read() as connection:
        assert not mine.refresh(connection, store.pk, kim, NOW, n=1)
        assert mine.take(connection, store.pk, kim, NOW, n=1) == []
        lees = WaitingPairs()
        assert lees.refresh(connection, store.pk, person(store, "lee"), NOW, n=1)
        found = lees.take(connection, store.pk, person(store, "lee"), NOW, n=99)
    assert len(found) == QUERIES * PAPERS


def test_a_list_is_looked_up_anew_after_a_minute(
    store: CampaignStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    pairs, kim = numbers(store), person(store, "kim")
    every = [pair for pair, _ in expected(store, {}, "kim")]
    mine = WaitingPairs()
    with store._database.read() as connection:
        mine.refresh(connection, store.pk, kim, NOW, n=1)
        assert [pairs[pk] for pk in mine.take(connection, store.pk, kim, NOW, n=1)] == every[:1]
        for seconds, first in ((60.0, every[1]), (60.5, every[0]), (61.0, every[1])):
            clock[0] = 1000.0 + seconds
            mine.refresh(connection, store.pk, kim, NOW, n=1)
            assert [pairs[pk] for pk in mine.take(connection, store.pk, kim, NOW, n=1)] == [first]
    assert mine._found[0] == Candidate(next(pk for pk, pair in pairs.items() if pair == every[2]), 0)
