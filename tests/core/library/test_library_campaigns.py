"""Campaigns as they are made, opened and closed; their corpus; the people in them; grades from elsewhere."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from assay.campaign_types import Assignment, CampaignStatus, PoolStrategy, QueueKind
from assay.errors import BadInput
from assay.types import Paper, Query

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library import CampaignStore, Library

DRAFT, OPEN, ADJUDICATING, CLOSED = CampaignStatus
Pair = tuple[str, str]


@pytest.fixture
def store(library: Library) -> CampaignStore:
    """A draft that can be opened, beside two others."""
    for name in ("first", "team", "last"):
        library.campaigns.create(name)
        made = library.campaign(name)
        made.queries.add([Query("q1", "first"), Query("q2", "second")])
        if name != "last":
            made.pool.add([("q1", "d1"), ("q2", "d2")], strategy=PoolStrategy.MANUAL, params={})
            made.freeze_corpus(["d1", "d2", "d3", "d4"])
            made.add_assessor("kim")
    return library.campaign("team")


# -- made -------------------------------------------------------------------------------------------------


def test_a_new_campaign_is_returned_and_stands_behind_the_earlier_ones(library: Library) -> None:
    before = datetime.now(UTC)
    first = library.campaigns.create("first")
    second = library.campaigns.create("second", raters_per_pair=3, queue=QueueKind.SHARED, seed=5, uuid="u-2")
    assert library.campaigns.all() == [first, second]
    assert (first.name, first.raters_per_pair, first.queue, first.seed) == (
        "first",
        1,
        QueueKind.ASSIGNED,
        0,
    )
    assert (second.name, second.raters_per_pair, second.queue, second.seed, second.uuid) == (
        "second",
        3,
        QueueKind.SHARED,
        5,
        "u-2",
    )
    for made in (first, second):
        assert library.campaigns.get(made.name) == made
        assert (made.status, made.corpus_sha256, made.guideline_version) == (DRAFT, "", 0)
        assert (made.n_papers, made.n_queries, made.n_pairs) == (0, 0, 0)
        assert before <= made.created_at <= datetime.now(UTC)
    assert len(first.uuid) == 36


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"name": "team"}, "has the campaign 'team' already"),
        ({"uuid": "of the team"}, "has the campaign 'team' already"),
        ({"name": ""}, "'' is not a campaign name"),
        ({"name": " x"}, "is not a campaign name"),
        ({"name": "a\nb"}, "is not a campaign name"),
        ({"name": "x" * 101}, "is not a campaign name: use 1 to 100"),
        ({"name": "Library"}, "'Library' is the library's own judging"),
        ({"raters_per_pair": 0}, "whole number from 1 to 1000, not 0"),
        ({"raters_per_pair": 1001}, "whole number from 1 to 1000, not 1001"),
        ({"raters_per_pair": True}, "whole number from 1 to 1000, not True"),
        ({"seed": -1}, "A random seed is a whole number from 0 to 2147483647, not -1"),
        ({"seed": 2**31}, "A random seed is a whole number from 0 to 2147483647"),
        ({"seed": 1.0}, "A random seed is a whole number"),
    ],
)
def test_a_campaign_that_cannot_be_is_refused(library: Library, wanted: dict[str, Any], said: str) -> None:
    made = library.campaigns.create("team", uuid="of the team")
    with pytest.raises(BadInput, match=said):
        library.campaigns.create(**{"name": "new", **wanted})
    assert library.campaigns.all() == [made]


def test_the_limits_themselves_are_allowed(library: Library) -> None:
    made = library.campaigns.create("x" * 100, raters_per_pair=1000, seed=2**31 - 1)
    assert (len(made.name), made.raters_per_pair, made.seed) == (100, 1000, 2_147_483_647)


def test_an_unknown_campaign_is_told_the_known_ones(library: Library) -> None:
    with pytest.raises(BadInput, match=r"no campaign 'x' in this library \(it has none yet\)"):
        library.campaigns.get("x")
    for name in ("b", "a"):
        library.campaigns.create(name)
    with pytest.raises(BadInput, match=r"no campaign 'x' in this library \(it has 'b', 'a'\)"):
        library.campaign("x")


# -- opened and closed ------------------------------------------------------------------------------------


def test_a_campaign_goes_where_it_may_and_nowhere_else(library: Library, store: CampaignStore) -> None:
    may = {
        DRAFT: {OPEN},
        OPEN: {ADJUDICATING, CLOSED},
        ADJUDICATING: {OPEN, CLOSED},
        CLOSED: {ADJUDICATING},
    }
    for status in (DRAFT, OPEN, ADJUDICATING, CLOSED):
        assert library.campaigns.set_status("team", status).status is status
        for other in CampaignStatus:
            if other is not status and other not in may[status]:
                with pytest.raises(BadInput, match=r"The campaign 'team' is .* and cannot become"):
                    library.campaigns.set_status("team", other)
        assert store.info().status is status
    assert {one.name: one.status for one in library.campaigns.all()} == {
        "first": DRAFT,
        "team": CLOSED,
        "last": DRAFT,
    }


def test_a_draft_says_what_it_lacks_before_it_is_opened(library: Library, store: CampaignStore) -> None:
    library.campaigns.create("bare")
    lacking = "it still needs a query and a frozen corpus and a pooled pair and an assessor. It stays a draft"
    with pytest.raises(BadInput, match=f"'bare' cannot be opened yet: {lacking}"):
        library.campaigns.set_status("bare", OPEN)
    with pytest.raises(BadInput, match="still needs a frozen corpus and a pooled pair and an assessor"):
        library.campaigns.set_status("last", OPEN)
    store.remove_assessor("kim")
    with pytest.raises(BadInput, match=r"still needs an assessor\. It stays"):
        library.campaigns.set_status("team", OPEN)
    assert [one.status for one in library.campaigns.all()] == [DRAFT] * 4


def test_raters_per_pair_change_in_a_draft_alone(library: Library, store: CampaignStore) -> None:
    store.add_assessor("lee")
    assert library.campaigns.set_raters_per_pair("team", 2).raters_per_pair == 2
    store.assignments.add([Assignment("q1", "d1", who, "a") for who in ("kim", "lee")])
    with pytest.raises(BadInput, match="assigned to 2 assessors already, so 1 raters per pair"):
        library.campaigns.set_raters_per_pair("team", 1)
    assert library.campaigns.set_raters_per_pair("first", 1).raters_per_pair == 1
    for wrong in (0, 1001):
        with pytest.raises(BadInput, match="whole number from 1 to 1000"):
            library.campaigns.set_raters_per_pair("team", wrong)
    library.campaigns.set_status("team", OPEN)
    with pytest.raises(BadInput, match="is open, so the number of raters per pair is fixed; nothing was"):
        library.campaigns.set_raters_per_pair("team", 3)
    assert [one.raters_per_pair for one in library.campaigns.all()] == [1, 2, 1]


# -- its corpus -------------------------------------------------------------------------------------------


def read(paper: Paper) -> str:
    return hashlib.sha256(f"{paper.title}\n{paper.abstract}".encode()).hexdigest()


def frozen_sha256(papers: Sequence[Paper]) -> str:
    lines = sorted(f"{paper.doc_id}\t{read(paper)}\n" for paper in papers)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def test_a_corpus_is_every_paper_that_is_there_or_those_that_are_named(
    library: Library, store: CampaignStore
) -> None:
    library.papers.remove(["d5"])
    library.papers.alias([("another", "d4")])
    there = [paper.doc_id for paper in library.papers.get([f"d{n}" for n in range(12)])]
    assert "d5" not in there
    assert store.freeze_corpus() == frozen_sha256(library.papers.get(there))
    assert store.corpus() == there
    named = ["another", "d2", "d1", "d2", "d4"]
    assert store.freeze_corpus(named) == frozen_sha256(library.papers.get(["d1", "d2", "d4"]))
    assert store.corpus() == ["d1", "d2", "d4"]
    info = store.info()
    assert (info.n_papers, info.corpus_sha256) == (3, frozen_sha256(library.papers.get(["d1", "d2", "d4"])))
    assert library.campaign("first").corpus() == ["d1", "d2", "d3", "d4"]
    assert library.campaign("last").corpus() == []


def test_a_corpus_holds_what_was_pooled(library: Library, store: CampaignStore) -> None:
    before = store.info()
    with pytest.raises(BadInput, match=r"^1 paper is not in the frozen corpus of 'team': 'd2'. Nothing"):
        store.freeze_corpus(["d1", "d3"])
    with pytest.raises(
        BadInput, match=r"^2 papers are not in the frozen corpus of 'team': 'd1', 'd2'. Nothing"
    ):
        store.freeze_corpus(["d3"])
    assert (store.info(), store.corpus()) == (before, ["d1", "d2", "d3", "d4"])
    with pytest.raises(BadInput, match="2 papers are not in the frozen corpus of 'team': 'd5', 'd6'"):
        store.pool.add([("q1", "d6"), ("q1", "d3"), ("q2", "d5")], strategy=PoolStrategy.MANUAL, params={})
    many = [("q1", f"d{n}") for n in (0, 5, 6, 7, 8, 9)]
    with pytest.raises(BadInput, match=r"6 papers are not .*: 'd0', 'd5', 'd6', 'd7', 'd8', \.{3}"):
        store.pool.add(many, strategy=PoolStrategy.MANUAL, params={})
    with pytest.raises(BadInput, match=r"5 papers are not .*: 'd5', 'd6', 'd7', 'd8', 'd9'. Nothing"):
        store.pool.add(many[1:], strategy=PoolStrategy.MANUAL, params={})
    assert library.campaign("last").pool.add(many, strategy=PoolStrategy.MANUAL, params={}) == 6
    with pytest.raises(BadInput, match="not in this library: 'nope'"):
        store.freeze_corpus(["d1", "d2", "nope"])
    with pytest.raises(BadInput, match="A corpus needs papers"):
        store.freeze_corpus([])


def test_papers_that_changed_since_the_corpus_was_frozen_are_named(
    library: Library, store: CampaignStore
) -> None:
    assert store.changed_papers() == []
    (third,) = library.papers.get(["d3"])
    library.papers.update([(Paper("d3", third.title, "Another abstract."), ())])
    library.papers.update([(Paper("d5", "Of no corpus"), ())])
    library.papers.remove(["d2"])
    assert store.changed_papers() == ["d2", "d3"]
    assert library.campaign("last").changed_papers() == []
    library.papers.update([(Paper("d4", "Another title", library.papers.get(["d4"])[0].abstract), ())])
    assert store.changed_papers() == ["d2", "d3", "d4"]


# -- the people -------------------------------------------------------------------------------------------


def test_people_are_renamed_and_stay_who_they_are(library: Library) -> None:
    for n, who in enumerate(("kim", "lee")):
        library.judgements.record("q1", f"d{n}", assessor=who, relevance=n)
    before = library.annotators.all()
    library.annotators.rename("kim", "Kim Smith")
    after = library.annotators.all()
    assert [person.handle for person in after] == ["Kim Smith", "lee"]
    assert [person.uuid for person in after] == [person.uuid for person in before]
    assert {row[2] for row in library.judgements.ratings()} == {"Kim Smith", "lee"}
    library.annotators.rename("lee", "lee")
    assert library.annotators.all() == after
    for old, new, said in (
        ("lee", "Kim Smith", "'Kim Smith' is another person in this library.*'lee' keeps the name"),
        ("lee", " ", "is not an assessor name"),
        ("max", "new", r"This library has no assessor 'max' \(it has 'Kim Smith', 'lee'\)"),
        ("kim", "new", "'kim' is now called 'Kim Smith' in this library"),
    ):
        with pytest.raises(BadInput, match=said):
            library.annotators.rename(old, new)
    library.annotators.rename("lee", "kim")  # a former name is free to be taken
    assert [person.handle for person in library.annotators.all()] == ["Kim Smith", "kim"]
    library.annotators.rename("Kim Smith", "max")
    with pytest.raises(BadInput, match="'Kim Smith' is now called 'max'"):
        library.judgements.record("q1", "d5", assessor="Kim Smith", relevance=1)
    with pytest.raises(BadInput, match="'lee' is now called 'kim'"):
        library.judgements.record("q1", "d5", assessor="lee", relevance=1)


def test_whoever_is_deactivated_alone_judges_no_more(library: Library) -> None:
    with pytest.raises(BadInput, match=r"no assessor 'kim' \(it has nobody yet\)"):
        library.annotators.set_active("kim", False)
    for who in ("kim", "o'hara"):
        library.judgements.record("q1", "d1", assessor=who, relevance=1)
    library.annotators.set_active("o'hara", False)
    assert [(person.handle, person.active) for person in library.annotators.all()] == [
        ("kim", True),
        ("o'hara", False),
    ]
    advice = "`assay assessor activate 'o'\"'\"'hara'`."
    with pytest.raises(BadInput) as refused:
        library.judgements.record("q1", "d2", assessor="o'hara", relevance=1)
    assert str(refused.value).endswith(f"To let them judge again: {advice}")
    library.annotators.set_active("o'hara", True)
    library.judgements.record("q1", "d2", assessor="o'hara", relevance=1)


# -- grades from elsewhere --------------------------------------------------------------------------------


def keys(uuid: str, pairs: Sequence[Pair]) -> dict[Pair, str]:
    return {pair: f"{uuid[:8]}-{n}" for n, pair in enumerate(pairs)}


def take(store: CampaignStore, *ratings: tuple[str, str, str, int], **params: object) -> int:
    return store.import_ratings(ratings, order_keys=keys, params=params)


def test_imported_grades_are_pooled_assigned_and_given(library: Library, store: CampaignStore) -> None:
    given = [("q1", "d1", "kim", 2), ("q2", "d3", "kim", 0), ("q2", "d2", "new", 1)]
    assert take(store, *given, file="grades.csv") == 3
    assert sorted(store.judgements.ratings()) == sorted(given)
    assert store.pool.pairs() == [("q1", "d1"), ("q2", "d2"), ("q2", "d3")]
    (_, imported) = store.pool.rounds()
    assert (imported.strategy, imported.params, imported.n_pairs) == (
        PoolStrategy.IMPORT,
        {"file": "grades.csv"},
        1,
    )
    assert [(one.handle, one.active, one.quota) for one in store.assessors()] == [
        ("kim", True, None),
        ("new", True, None),
    ]
    uuids = {one.handle: one.uuid[:8] for one in store.assessors()}
    assert {
        (one.query_id, one.doc_id, one.assessor, one.order_key, one.lease_until)
        for one in store.assignments.all()
    } == {
        ("q1", "d1", "kim", f"{uuids['kim']}-0", None),
        ("q2", "d3", "kim", f"{uuids['kim']}-1", None),
        ("q2", "d2", "new", f"{uuids['new']}-0", None),
    }
    assert library.judgements.ratings() == library.campaign("first").judgements.ratings() == []
    assert take(store, *given) == 0
    assert take(store, ("q1", "d1", "kim", 1), ("q1", "d1", "kim", 0), ("q2", "d2", "new", 1)) == 1
    assert ("q1", "d1", "kim", 0) in store.judgements.ratings()  # the last word on a pair
    assert len(store.pool.rounds()) == 2


def test_an_imported_grade_keeps_a_leased_pair_for_good(library: Library, store: CampaignStore) -> None:
    until = datetime.now(UTC) + timedelta(hours=1)
    store.assignments.add([Assignment("q1", "d1", "kim", "mine", until)])
    assert take(store, ("q1", "d1", "kim", 2)) == 1
    (one,) = store.assignments.of("kim")
    assert (one.order_key, one.lease_until) == ("mine", None)


@pytest.mark.parametrize(
    ("ratings", "said"),
    [
        ([("q1", "d1", "kim", 3)], r"\(query 'q1', paper 'd1'\)"),
        ([("q9", "d1", "kim", 1)], "1 query not in this library: 'q9'"),
        ([("q1", "d99", "kim", 1)], "1 paper not in this library: 'd99'"),
        ([("q1", "d9", "kim", 1)], "not in the frozen corpus of 'team'"),
        ([("q1", "d1", " ", 1)], "is not an assessor name"),
        ([("q1", "d1", "away", 1)], "'away' is deactivated"),
        (
            [("q1", "d1", "kim", 1), ("q2", "d2", "kim", 1), ("q2", "d2", "lee", 1)],
            "Paper 'd2' of query 'q2' would have 2 raters where the campaign says 1; nothing was written",
        ),
        (
            [("q1", "d1", "few", 1), ("q2", "d2", "few", 1)],
            "'few' would have 2 pairs where the quota is 1; nothing was written",
        ),
    ],
)
def test_imported_grades_come_all_or_none(
    store: CampaignStore, library: Library, ratings: list[tuple[str, str, str, int]], said: str
) -> None:
    store.add_assessor("few", quota=1)
    store.add_assessor("away")
    library.annotators.set_active("away", False)
    before = store.assessors()
    with pytest.raises(BadInput, match=said):
        take(store, ("q2", "d4", "kim", 1), *ratings)
    assert (store.judgements.current(), store.assignments.all(), store.assessors()) == ([], [], before)
    assert len(store.pool.rounds()) == 1
    assert take(store, ("q1", "d1", "few", 1)) == 1  # as many as the quota
    assert library.campaigns.get("team").n_pairs == 2


def test_grades_are_imported_into_a_draft_or_an_open_campaign(library: Library, store: CampaignStore) -> None:
    assert take(store, ("q1", "d1", "kim", 1)) == 1
    library.campaigns.set_status("team", OPEN)
    assert take(store, ("q1", "d1", "kim", 2)) == 1
    for status in (ADJUDICATING, CLOSED):
        library.campaigns.set_status("team", status)
        with pytest.raises(BadInput, match="no judgements can be imported; nothing was written"):
            take(store, ("q1", "d1", "kim", 0))
    assert store.judgements.ratings() == [("q1", "d1", "kim", 2)]
