"""Guidelines and the judgements given under them, as machines, imports and releases hand them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from library_machines import NAME, PAIRS, bring, open_machines, records

from assay.campaign_types import Assignment, CampaignStatus, PoolStrategy, ReleaseItem, ReleaseRule
from assay.errors import BadInput
from assay.library import Library
from assay.library.bundles.merging import preview_merge
from assay.types import Paper, Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


@pytest.fixture
def machines(tmp_path: Path, team: Path) -> Iterator[list[Library]]:
    opened = open_machines(tmp_path, 2, team=team)
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

    assert store.import_ratings(ratings, order_keys=keys, params={"source": "x"}) == 3
    (guideline,) = [one for one in records(store) if one["kind"] == "guideline"]
    given = [one for one in records(store) if one["kind"] == "event"]
    assert {one["guideline"] for one in given} == {guideline["sha256"]}
    assert store.import_ratings(ratings, order_keys=keys, params={"source": "x"}) == 0
    assert store.import_ratings([(*PAIRS[0], "kim", 1)], order_keys=keys, params={}) == 1
    stand = {(j.query_id, j.doc_id, j.assessor): j.relevance for j in store.judgements.current()}
    assert stand == {(*PAIRS[0], "kim"): 1, (*PAIRS[1], "kim"): 0, (*PAIRS[0], "lee"): 1}


def test_the_text_that_is_the_newest_already_stays_that_version(machines: list[Library]) -> None:
    store = machines[0].campaign(NAME)
    for _ in range(2):
        assert (store.set_guideline("b").version, store.set_guideline("b").markdown) == (2, "b")
    assert [one.version for one in store.guidelines()] == [1, 2]
    first = store.guidelines()[0].markdown
    assert store.set_guideline(first).version == 3


def test_an_import_of_grades_is_a_round_of_the_pool_and_names_what_it_refuses(
    machines: list[Library],
) -> None:
    store = machines[0].campaign(NAME)

    def keys(uuid: str, pairs: object) -> dict[tuple[str, str], str]:
        return dict.fromkeys([*PAIRS, ("q1", "d5")], uuid)

    for grade in (3, -1, True):
        with pytest.raises(BadInput, match=r"\(query 'q1', paper 'd1'\)"):
            store.import_ratings([(*PAIRS[0], "kim", grade)], order_keys=keys, params={})
    store.import_ratings([("q1", "d5", "sam", 1)], order_keys=keys, params={"source": "book.csv"})
    last = store.pool.rounds()[-1]
    assert (last.strategy, last.params, last.n_pairs) == (PoolStrategy.IMPORT, {"source": "book.csv"}, 1)


def batches(library: Library) -> list[tuple[int, int, int]]:
    with library._database.read() as connection:
        rows = connection.exec_driver_sql("SELECT n_new, n_merged, n_conflict FROM import_batch ORDER BY pk")
        return [tuple(row) for row in rows]


def test_a_merge_counts_what_it_brought_and_a_preview_of_records_read_once_says_the_same(
    machines: list[Library],
) -> None:
    one, two = machines
    store = one.campaign(NAME)
    for pair, kim, lee in ((PAIRS[0], 0, 2), (PAIRS[1], 2, 1)):
        store.judgements.record(*pair, assessor="kim", relevance=kim)
        store.judgements.record(*pair, assessor="lee", relevance=lee)
        store.adjudications.record(*pair, adjudicator="sam", relevance=1)
    found = records(store)
    whole = preview_merge(two, found, confirmed=("kim",))
    assert preview_merge(two, iter(found), confirmed=("kim",)) == whole
    assert whole.plan
    before = batches(two)
    bring(one, two)
    bring(one, two)
    assert batches(two)[len(before) :] == [(6, 0, 0), (0, 6, 0)]


def test_other_ids_of_a_released_paper_lead_to_it(machines: list[Library]) -> None:
    library = machines[0]
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


def test_an_import_of_grades_over_a_quota_is_refused_as_a_whole(machines: list[Library]) -> None:
    store = machines[0].campaign(NAME)
    ratings = [("q1", f"d{n}", "sam", 1) for n in (0, 3, 4)]

    def keys(uuid: str, pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
        return dict.fromkeys(pairs, uuid)

    store.add_assessor("sam", quota=2)
    before = records(store)
    with pytest.raises(BadInput, match="'sam' would have 3 pairs where the quota is 2"):
        store.import_ratings(ratings, order_keys=keys, params={})
    assert records(store) == before
    store.add_assessor("sam", quota=3)
    assert store.import_ratings(ratings, order_keys=keys, params={}) == 3
    store.add_assessor("eve")
    with pytest.raises(BadInput, match="Paper 'd1' of query 'q1' would have 3 raters"):
        store.import_ratings([(*PAIRS[0], "eve", 1)], order_keys=keys, params={})


def test_a_frozen_corpus_comes_with_the_campaign_and_each_has_its_own(
    machines: list[Library], tmp_path: Path
) -> None:
    one, two = machines
    two.campaigns.create("other")
    two.campaign("other").freeze_corpus(["d2", "d4"])
    one.campaign(NAME).judgements.record(*PAIRS[0], assessor="kim", relevance=2)
    bring(one, two)
    assert two.campaign(NAME).corpus() == one.campaign(NAME).corpus() == [f"d{n}" for n in range(6)]
    assert two.campaign("other").corpus() == ["d2", "d4"]
    with Library.open(tmp_path / "new") as new:
        new.papers.add([(Paper("mine", "Mine"), ())])
        new.campaigns.create("own")
        new.campaign("own").freeze_corpus(["mine"])
        bring(one, new, create=True)
        assert new.campaign(NAME).corpus() == one.campaign(NAME).corpus()
        assert new.campaign("own").corpus() == ["mine"]
