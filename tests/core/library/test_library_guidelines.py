"""Guidelines and the judgements given under them, as machines and imports hand them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from library_machines import NAME, PAIRS, bring, open_machines, records

from assay.campaign_types import Assignment, CampaignStatus, PoolStrategy
from assay.library import Library
from assay.library.bulk import import_ratings
from assay.types import Paper, Query

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[list[Library]]:
    opened = open_machines(tmp_path, 2)
    yield opened
    for library in opened:
        library.close()


def test_one_text_that_two_machines_wrote_under_one_version_is_one(machines: list[Library]) -> None:
    one, two = machines
    for library in machines:
        library.campaign(NAME).set_guideline("the same")
    assert bring(one, two).notes == ()
    found = two.campaign(NAME).guidelines()
    assert [guideline.version for guideline in found] == [1, 2]
    one.campaign(NAME).set_guideline("another")
    assert bring(one, two).notes == ()
    assert [g.markdown for g in two.campaign(NAME).guidelines()][-2:] == ["the same", "another"]
    assert [g.version for g in two.campaign(NAME).guidelines()] == [1, 2, 3]


def test_judgements_of_a_campaign_without_a_guideline_are_handed_on_too(tmp_path: Path) -> None:
    with Library.open(tmp_path / "here") as here, Library.open(tmp_path / "there") as there:
        here.papers.add([(Paper("d1", "One"), ()), (Paper("d2", "Two"), ())])
        here.campaigns.create(NAME)
        store = here.campaign(NAME)
        store.freeze_corpus()
        store.queries.add([Query("q1", "first")])
        store.pool.add(PAIRS[:2], strategy=PoolStrategy.MANUAL, params={})
        store.add_assessor("kim")
        store.assignments.add([Assignment(*pair, "kim", "0") for pair in PAIRS[:2]])
        here.campaigns.set_status(NAME, CampaignStatus.OPEN)
        store.judgements.record(*PAIRS[0], assessor="kim", relevance=2)
        store.set_guideline("# Now there is one")
        store.judgements.record(*PAIRS[1], assessor="kim", relevance=0)
        given = [one["guideline"] for one in records(store) if one["kind"] == "event"]
        (guideline,) = store.guidelines()
        assert given == [None, guideline.sha256]
        bring(here, there, create=True)
        found = there.campaign(NAME)
        assert found.judgements.current() == store.judgements.current()
        assert [one["guideline"] for one in records(found) if one["kind"] == "event"] == given


def test_grades_that_are_imported_name_the_guideline_they_came_under(machines: list[Library]) -> None:
    store = machines[0].campaign(NAME)
    ratings = [(*PAIRS[0], "kim", 2), (*PAIRS[1], "kim", 0), (*PAIRS[0], "lee", 1)]

    def keys(uuid: str, pairs: object) -> dict[tuple[str, str], str]:
        return dict.fromkeys(PAIRS, uuid)

    assert import_ratings(store, ratings, order_keys=keys, params={"source": "x"}) == 3
    (guideline,) = [one for one in records(store) if one["kind"] == "guideline"]
    given = [one for one in records(store) if one["kind"] == "event"]
    assert {one["guideline"] for one in given} == {guideline["sha256"]}
    assert import_ratings(store, ratings, order_keys=keys, params={"source": "x"}) == 0
    assert import_ratings(store, [(*PAIRS[0], "kim", 1)], order_keys=keys, params={}) == 1
    stand = {(j.query_id, j.doc_id, j.assessor): j.relevance for j in store.judgements.current()}
    assert stand == {(*PAIRS[0], "kim"): 1, (*PAIRS[1], "kim"): 0, (*PAIRS[0], "lee"): 1}
