"""Guidelines and the judgements given under them, as machines, imports and releases hand them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from library_machines import NAME, PAIRS, bring, records

from assay.campaign_types import Assignment, CampaignStatus, PoolStrategy, ReleaseItem, ReleaseRule
from assay.library import Library
from assay.types import Paper, Query

if TYPE_CHECKING:
    from pathlib import Path


def test_one_text_that_two_machines_wrote_under_one_version_is_one(two_machines: list[Library]) -> None:
    one, two = two_machines
    for library in two_machines:
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


def test_grades_that_are_imported_name_the_guideline_they_came_under(two_machines: list[Library]) -> None:
    store = two_machines[0].campaign(NAME)
    ratings = [(*PAIRS[0], "kim", 2), (*PAIRS[1], "kim", 0), (*PAIRS[0], "lee", 1)]

    def keys(uuid: str, pairs: object) -> dict[tuple[str, str], str]:
        return dict.fromkeys(PAIRS, uuid)

    assert store.import_ratings(ratings, order_keys=keys, params={"source": "x"}) == 3
    (guideline,) = [one for one in records(store) if one["kind"] == "guideline"]
    given = [one for one in records(store) if one["kind"] == "event"]
    assert {one["guideline"] for one in given} == {guideline["sha256"]}
    assert store.import_ratings(ratings, order_keys=keys, params={"source": "x"}) == 0
    assert store.import_ratings([(*PAIRS[0], "kim", 1)], order_keys=keys, params={}) == 1
    stand = {(j.query_id, j.doc_id, j.assessor): j.relevance for j in store.judgements.current()}
    assert stand == {(*PAIRS[0], "kim"): 1, (*PAIRS[1], "kim"): 0, (*PAIRS[0], "lee"): 1}


def test_the_text_that_is_the_newest_already_stays_that_version(two_machines: list[Library]) -> None:
    store = two_machines[0].campaign(NAME)
    for _ in range(2):
        assert (store.set_guideline("b").version, store.set_guideline("b").markdown) == (2, "b")
    assert [one.version for one in store.guidelines()] == [1, 2]
    first = store.guidelines()[0].markdown
    assert store.set_guideline(first).version == 3


def test_other_ids_of_a_released_paper_lead_to_it(two_machines: list[Library]) -> None:
    library = two_machines[0]
    store = library.campaign(NAME)
    items = [ReleaseItem(*PAIRS[0], 1, 1, "single"), ReleaseItem(*PAIRS[1], 0, 1, "single")]
    store.releases.freeze(items, rule=ReleaseRule.MEDIAN, sha256="ab" * 32, card={})
    assert store.releases.papers(1).aliases == {}
    with library._database.write() as connection:
        for alias, doc_id in (("x1", "d1"), ("x2", "d1"), ("x9", "d5")):
            connection.exec_driver_sql(
                "INSERT INTO paper_alias (alias, paper_pk) SELECT ?, pk FROM paper WHERE doc_id = ?",
                (alias, doc_id),
            )
    (ids,) = store.releases.papers(1).aliases.items()
    assert (ids[0], sorted(ids[1])) == ("d1", ["x1", "x2"])
    assert [paper.doc_id for paper in store.releases.papers(1).query_papers] == ["d0"]
