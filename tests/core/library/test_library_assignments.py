"""Assignments at their limits: quotas, raters, leases and withdrawals, one more and one less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from assay.campaign_types import Assignment, CampaignStatus, QueueKind
from assay.errors import BadInput
from assay.library import CampaignStore, Library
from assay.library.db import schema
from assay.library.db.schema import assignment
from assay.library.rows.assignment_rows import FREED
from assay.types import Paper, Query

PAIRS = [("q1", f"d{n}") for n in range(6)]


def keys(pairs: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
    return {pair: f"{pair[0]}{pair[1]}" for pair in pairs}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        opened.papers.add([(Paper(f"d{n}", f"Paper {n}"), ()) for n in range(6)])
        yield opened


def started(library: Library, *, raters: int, shared: bool = False) -> CampaignStore:
    kind = QueueKind.SHARED if shared else QueueKind.ASSIGNED
    library.campaigns.create("set", raters_per_pair=raters, queue=kind)
    store = library.campaign("set")
    store.freeze_corpus()
    store.queries.add([Query("q1", "first")])
    store.pool.add(PAIRS)
    for person in ("ada", "bob", "eve"):
        store.add_assessor(person)
    library.campaigns.set_status("set", CampaignStatus.OPEN)
    return store


def given(who: str, *pairs: tuple[str, str], lease: datetime | None = None) -> list[Assignment]:
    return [Assignment(*pair, who, f"{n}", lease) for n, pair in enumerate(pairs)]


def of(store: CampaignStore, who: str) -> list[tuple[str, str]]:
    return [(one.query_id, one.doc_id) for one in store.assignments.of(who)]


def times(library: Library) -> dict[str, datetime | None]:
    """The columns of the only assignment there is."""
    with library._database.read() as connection:
        (row,) = connection.execute(sa.select(assignment)).mappings()
    return {name: row[name] for name in ("assigned_at_utc", "withdrawn_at_utc", "lease_until_utc")}


# -- quotas ---------------------------------------------------------------------------


def test_a_quota_is_filled_and_not_exceeded_by_drawing(library: Library) -> None:
    store = started(library, raters=1, shared=True)
    store.add_assessor("ada", quota=3)

    assert len(store.assignments.claim("ada", n=2, order_keys=keys)) == 2
    assert len(store.assignments.claim("ada", n=5, order_keys=keys)) == 1  # the third, and no fourth
    assert store.assignments.claim("ada", n=5, order_keys=keys) == []
    assert len(of(store, "ada")) == 3


def test_a_quota_is_filled_and_not_exceeded_by_assigning(library: Library) -> None:
    store = started(library, raters=2)
    store.add_assessor("ada", quota=2)

    with pytest.raises(BadInput, match="would have 3 pairs, which is over their quota of 2"):
        store.assignments.add(given("ada", *PAIRS[:3]))
    assert of(store, "ada") == []
    assert store.assignments.add(given("ada", *PAIRS[:2])) == 2
    with pytest.raises(BadInput, match="would have 3 pairs"):
        store.assignments.add(given("ada", PAIRS[2]))


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_judgement_without_an_assignment_counts_until_it_is_taken_back(
    library: Library, taken_back: bool
) -> None:
    store = started(library, raters=1, shared=True)
    store.add_assessor("ada", quota=1)
    (first,) = store.assignments.claim("ada", n=1, order_keys=keys)
    store.judgements.record(first.query_id, first.doc_id, assessor="ada", relevance=1)
    if taken_back:
        store.judgements.undo(assessor="ada")
    with library._database.write() as connection:  # a bundle that is merged may bring the judgement alone
        connection.execute(sa.delete(assignment))

    assert len(store.assignments.claim("ada", n=1, order_keys=keys)) == taken_back


def test_every_assessors_quota_is_looked_at_whoever_comes_first(library: Library) -> None:
    store = started(library, raters=2)
    store.add_assessor("bob", quota=1)
    rows = [*given("ada", *PAIRS[:3]), *given("bob", *PAIRS[:2])]
    for several in (rows, rows[::-1]):
        with pytest.raises(BadInput, match="'bob' would have 2 pairs, which is over their quota of 1"):
            store.assignments.add(several)
    assert store.assignments.all() == []
    assert store.assignments.add(rows[:-1]) == 4
    assert store.assignments.add(rows[:-1]) == 0  # who has a pair is given it again without a word


def test_a_lease_is_renewed_while_the_quota_has_room_and_not_a_pair_longer(library: Library) -> None:
    """A grade that comes after its lease counts if it fills the quota, and not if it would be one more."""
    store = started(library, raters=2)
    store.add_assessor("ada", quota=2)
    over = datetime.now(UTC) - timedelta(hours=1)
    store.assignments.add(given("ada", PAIRS[0], lease=over))
    store.assignments.add(given("ada", PAIRS[1]))

    store.judgements.record(*PAIRS[0], assessor="ada", relevance=1)  # the second of two

    assert set(of(store, "ada")) == {PAIRS[0], PAIRS[1]}
    store.add_assessor("bob", quota=1)
    store.assignments.add(given("bob", PAIRS[0], lease=over))
    store.assignments.add(given("bob", PAIRS[1]))
    with pytest.raises(BadInput, match="fill their quota of 1"):
        store.judgements.record(*PAIRS[0], assessor="bob", relevance=1)


def test_a_lease_that_is_renewed_lasts_an_hour_from_the_grade_on(library: Library) -> None:
    store = started(library, raters=1)
    store.assignments.add(given("ada", PAIRS[0], lease=datetime.now(UTC) - timedelta(hours=1)))
    begun = datetime.now(UTC)
    store.judgements.record(*PAIRS[0], assessor="ada", relevance=1)
    until = times(library)["lease_until_utc"]
    assert until is not None
    assert begun <= until - timedelta(hours=1) <= datetime.now(UTC)


# -- raters ---------------------------------------------------------------------------


def test_a_pair_gets_its_raters_and_not_one_more_by_assigning(library: Library) -> None:
    store = started(library, raters=2)
    store.assignments.add([*given("ada", PAIRS[0]), *given("bob", PAIRS[0])])

    with pytest.raises(BadInput, match="would have 3 raters where the campaign says 2"):
        store.assignments.add(given("eve", PAIRS[0]))
    assert of(store, "eve") == []


@pytest.mark.parametrize("raters", [1, 2])
def test_a_pair_gets_its_raters_and_not_one_more_by_drawing(library: Library, raters: int) -> None:
    store = started(library, raters=raters, shared=True)
    drawn = [store.assignments.claim(who, n=6, order_keys=keys) for who in ("ada", "bob", "eve")]

    assert [len(rows) for rows in drawn] == [6] * raters + [0] * (3 - raters)


def test_a_lease_is_renewed_while_the_pair_has_room_and_not_for_one_more(library: Library) -> None:
    store = started(library, raters=2)
    over = datetime.now(UTC) - timedelta(hours=1)
    store.assignments.add(given("ada", PAIRS[0], lease=over))
    store.assignments.add(given("bob", PAIRS[0]))
    store.judgements.record(*PAIRS[0], assessor="ada", relevance=1)  # one of two others: there is room

    store.assignments.add(given("eve", PAIRS[1], lease=over))
    store.assignments.add([*given("ada", PAIRS[1]), *given("bob", PAIRS[1])])
    with pytest.raises(BadInput, match="went to another assessor"):
        store.judgements.record(*PAIRS[1], assessor="eve", relevance=1)


# -- leases and withdrawals ---------------------------------------------------------------------------


def test_who_judged_a_leased_pair_keeps_it_when_the_judgement_is_taken_back(library: Library) -> None:
    """The lease ran out after the grade. The pair is theirs for good, to be graded again at any time."""
    store = started(library, raters=1, shared=True)
    (mine,) = store.assignments.claim("ada", n=1, order_keys=keys)
    pair = (mine.query_id, mine.doc_id)
    store.judgements.record(*pair, assessor="ada", relevance=2)
    with library._database.write() as connection:
        over = datetime.now(UTC) - timedelta(hours=1)
        connection.execute(sa.update(assignment).values(lease_until_utc=over))

    drawn = store.assignments.claim("bob", n=6, order_keys=keys)  # frees what ran out
    store.judgements.clear(*pair, assessor="ada")

    assert pair not in {(one.query_id, one.doc_id) for one in drawn}
    assert of(store, "ada") == [pair]
    assert pair not in {(o.query_id, o.doc_id) for o in store.assignments.claim("eve", n=6, order_keys=keys)}
    store.judgements.record(*pair, assessor="ada", relevance=1)


def test_who_did_not_judge_a_leased_pair_loses_it(library: Library) -> None:
    store = started(library, raters=1, shared=True)
    (mine,) = store.assignments.claim("ada", n=1, order_keys=keys)
    with library._database.write() as connection:
        over = datetime.now(UTC) - timedelta(hours=1)
        connection.execute(sa.update(assignment).values(lease_until_utc=over))

    assert len(store.assignments.claim("bob", n=6, order_keys=keys)) == 6
    with pytest.raises(BadInput, match="went to another assessor"):
        store.judgements.record(mine.query_id, mine.doc_id, assessor="ada", relevance=1)


def test_leases_of_another_campaign_are_freed_by_its_own_people(library: Library) -> None:
    """One that was judged is kept for good, another is freed, and what another campaign has stays."""
    store = started(library, raters=2)
    library.campaigns.create("another", raters_per_pair=2)
    other = library.campaign("another")
    other.freeze_corpus()
    other.queries.add([Query("q1", "first")])
    other.pool.add(PAIRS)
    for person in ("ada", "bob"):
        other.add_assessor(person)
    library.campaigns.set_status("another", CampaignStatus.OPEN)
    soon = datetime.now(UTC) + timedelta(hours=1)
    for one in (store, other):
        one.assignments.add(given("ada", *PAIRS[:3], lease=soon))
        one.judgements.record(*PAIRS[0], assessor="ada", relevance=1)
    over = datetime.now(UTC) - timedelta(hours=1)
    with library._database.write() as connection:
        wanted = assignment.c.order_key.in_(("0", "1"))
        connection.execute(sa.update(assignment).where(wanted).values(lease_until_utc=over))
    store.assignments.add(given("bob", PAIRS[5]))

    def leases(campaign: str) -> dict[str, datetime | None]:
        a, pair, query, its = assignment.c, schema.pair, schema.query, schema.campaign
        statement = sa.select(a.order_key, a.lease_until_utc).join(pair, pair.c.pk == a.pair_pk)
        statement = statement.join(query, query.c.pk == pair.c.query_pk)
        statement = statement.join(its, its.c.pk == query.c.campaign_pk).join(
            schema.annotator, schema.annotator.c.pk == a.annotator_pk
        )
        named = statement.where(its.c.name == campaign, schema.annotator.c.handle == "ada")
        with library._database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(named)}

    assert leases("set") == {"0": None, "1": FREED, "2": soon}
    assert leases("another") == {"0": over, "1": over, "2": soon}


@pytest.mark.parametrize("ahead", [timedelta(), timedelta(hours=20)])
def test_a_withdrawal_comes_after_the_assignment_whatever_the_clocks_say(
    library: Library, ahead: timedelta
) -> None:
    """Of two words about a pair the later one holds; so a machine whose clock is ahead must not win."""
    store = started(library, raters=1)
    store.assignments.add(given("ada", PAIRS[0]))
    with library._database.write() as connection:
        at = datetime.now(UTC) + ahead
        connection.execute(sa.update(assignment).values(assigned_at_utc=at))

    store.assignments.withdraw(*PAIRS[0], "ada")

    first = times(library)
    assert first["withdrawn_at_utc"] is not None
    assert first["assigned_at_utc"] is not None
    assert first["withdrawn_at_utc"] > first["assigned_at_utc"]
    store.assignments.add(given("ada", PAIRS[0]))  # and an assignment after the withdrawal
    second = times(library)
    assert second["withdrawn_at_utc"] is None
    assert second["assigned_at_utc"] is not None
    assert second["assigned_at_utc"] > first["withdrawn_at_utc"]


def test_the_same_holds_of_pairs_withdrawn_and_handed_on_and_of_their_undo(library: Library) -> None:
    store = started(library, raters=1)
    store.assignments.add(given("ada", PAIRS[0]))
    ahead = datetime.now(UTC) + timedelta(hours=20)
    with library._database.write() as connection:
        connection.execute(sa.update(assignment).values(assigned_at_utc=ahead))

    said = [ahead]
    for step in (lambda: store.assignments.withdraw_open("ada"), library.actions.undo, library.actions.redo):
        step()
        now = times(library)
        word = now["withdrawn_at_utc"] or now["assigned_at_utc"]
        assert word is not None
        said.append(word)
    assert said == sorted(set(said))  # each later than the one before
    assert of(store, "ada") == []
