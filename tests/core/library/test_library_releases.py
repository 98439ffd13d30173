"""Releases: versions that are written once, whole, and never change."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from library_machines import NAME, PAIRS, bring

from assay.campaign_types import ReleaseItem, ReleaseRule
from assay.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path

    from assay.library import CampaignStore, Library

ITEMS = [
    ReleaseItem(*PAIRS[0], 2, 2, "unanimous"),
    ReleaseItem(*PAIRS[1], 0, 1, "single"),
    ReleaseItem(*PAIRS[2], 1, 2, "adjudicated"),
]
CARD = {"name": NAME, "counts": [1, 1, 1], "alpha": None, "ä": {"x": 0.5}}
SHA = "ab" * 32


@pytest.fixture
def store(two_machines: list[Library]) -> CampaignStore:
    return two_machines[0].campaign(NAME)


def freeze(store: CampaignStore, items: list[ReleaseItem] = ITEMS, **given: Any) -> Any:
    return store.releases.freeze(
        items, **{"rule": ReleaseRule.ADJUDICATED, "sha256": SHA, "card": CARD, **given}
    )


def test_a_release_comes_back_as_it_was_frozen(store: CampaignStore, tmp_path: Path) -> None:
    made = freeze(store)
    assert (made.version, made.rule, made.sha256, made.n_items, made.card) == (
        1,
        ReleaseRule.ADJUDICATED,
        SHA,
        3,
        CARD,
    )
    assert store.releases.get(1) == made
    assert store.releases.all() == [made]
    assert store.releases.items(1) == ITEMS


def test_versions_count_up_and_earlier_ones_stay(store: CampaignStore) -> None:
    first = freeze(store)
    second = freeze(store, ITEMS[:1], sha256="cd" * 32, rule=ReleaseRule.UNANIMOUS)
    assert [release.version for release in store.releases.all()] == [1, 2]
    assert store.releases.get(1) == first
    assert store.releases.items(1) == ITEMS
    assert store.releases.items(2) == ITEMS[:1]
    assert store.releases.get(2) == second


def test_an_unknown_version_is_refused_naming_those_there_are(store: CampaignStore) -> None:
    with pytest.raises(BadInput, match=r"no release 1 .*nothing was released yet"):
        store.releases.get(1)
    freeze(store)
    for read in (store.releases.get, store.releases.items):
        with pytest.raises(BadInput, match="no release 7 of this campaign; there are 1"):
            read(7)


NO_RELEASE = [
    ([], "at least one judgement"),
    ([*ITEMS, ITEMS[0]], "occurs twice"),
    ([*ITEMS, ReleaseItem("q1", "d5", 1, 1, "single")], "never pooled"),
    ([*ITEMS, ReleaseItem("q1", "nope", 1, 1, "single")], "not in this library"),
    ([*ITEMS, ReleaseItem("nope", "d1", 1, 1, "single")], "not in this library"),
    ([*ITEMS, ReleaseItem(*PAIRS[3], 3, 1, "single")], "0, 1 or 2"),
    ([*ITEMS, ReleaseItem(*PAIRS[3], -1, 1, "single")], "0, 1 or 2"),
    ([*ITEMS, ReleaseItem(*PAIRS[3], 1.5, 1, "single")], "0, 1 or 2"),  # type: ignore[arg-type]
]


def test_of_a_release_that_makes_no_sense_nothing_is_written(store: CampaignStore) -> None:
    for items, said in NO_RELEASE:
        with pytest.raises(BadInput, match=said):
            freeze(store, items)
    assert store.releases.all() == []


def test_what_is_no_checksum_is_refused(store: CampaignStore) -> None:
    with pytest.raises(BadInput, match="not a SHA-256"):
        freeze(store, sha256="abc")


def test_a_release_travels_and_a_version_that_differs_stays_as_it_is_here(
    store: CampaignStore, two_machines: list[Library]
) -> None:
    one, two = two_machines
    freeze(store)
    assert bring(one, two).releases_new == 1
    assert bring(one, two).releases_new == 0
    there = two.campaign(NAME)
    assert there.releases.all() == store.releases.all()
    assert there.releases.items(1) == ITEMS
    freeze(store, ITEMS[:1], sha256="cd" * 32)
    other = freeze(there, ITEMS[:2], sha256="ef" * 32)
    report = bring(one, two)
    assert report.releases_new == 0
    assert report.notes == ("Release 2 here is another one than the bundle's, which was not taken over.",)
    assert there.releases.get(2) == other
    assert there.releases.items(2) == ITEMS[:2]


FORBIDDEN = (
    "UPDATE {table} SET {column} = {column}",
    "DELETE FROM {table}",
    "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
    "UPDATE OR REPLACE {table} SET {column} = {column}",
)


def test_nothing_that_is_append_only_can_be_changed_whatever_the_connection_is_set_to(
    store: CampaignStore, tmp_path: Path
) -> None:
    for person in ("kim", "lee"):
        store.judgements.record(*PAIRS[0], assessor=person, relevance=2)
    store.adjudications.record(*PAIRS[0], adjudicator="sam", relevance=1)
    freeze(store)
    columns = {
        "judgement_event": "device",
        "adjudication_event": "device",
        "guideline": "markdown",
        "release": "card",
        "release_item": "grade",
    }
    with closing(sqlite3.connect(tmp_path / "one" / "library.sqlite", isolation_level=None)) as connection:
        for pragma, (table, column) in itertools.product(("ON", "OFF"), columns.items()):
            connection.execute(f"PRAGMA recursive_triggers = {pragma}")
            before = connection.execute(f"SELECT * FROM {table}").fetchall()
            assert before != []
            for statement in FORBIDDEN:
                with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                    connection.execute(statement.format(table=table, column=column))
            assert connection.execute(f"SELECT * FROM {table}").fetchall() == before
