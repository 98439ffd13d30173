"""Rounds of a pool, holes, who gets what, and the sessions that walk through it."""

from __future__ import annotations

from collections import Counter

import pytest

from assay.campaign_types import CampaignStatus, PoolStrategy, QueueKind
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.errors import BadInput
from assay.types import JudgementState, Run
from assay.workspace import Workspace
from small_campaigns import grade_all, opened


@pytest.fixture
def work(workspace: Workspace) -> CampaignWork:
    made = create_campaign(
        workspace, "animals", sample=6, seed=5, raters_per_pair=2, assessors=["ada", "bob", "eve"]
    )
    made.make_run("words", mode="keyword")
    made.make_run("meaning", mode="semantic")
    return made


def _top(run: Run, k: int) -> dict[str, list[str]]:
    return {q: sorted(docs, key=lambda d: (-docs[d], d))[:k] for q, docs in run.items()}


def test_a_pool_is_the_union_of_the_tops_each_pair_once(work: CampaignWork) -> None:
    round_ = work.make_pool(depth=4)
    tops = [_top(work.store.runs.load(tag), 4) for tag in ("words", "meaning")]
    union = {(q, d) for top in tops for q, docs in top.items() for d in docs}
    assert set(work.store.pool.pairs()) == union
    assert (round_.round, round_.n_pairs) == (1, len(union))
    assert round_.params == {"runs": ["words", "meaning"], "depth": 4, "strategy": "depth"}
    with pytest.raises(BadInput, match="Nothing new"):
        work.make_pool(depth=4)


def test_holes_are_counted_per_query_and_paper_and_never_over_all_queries(work: CampaignWork) -> None:
    work.make_pool(depth=2, runs=["words"])
    work.assign()
    work.set_status(CampaignStatus.OPEN)
    grade_all(work, "ada", "bob", "eve")
    judged = set(work.store.pool.pairs())
    top = _top(work.store.runs.load("meaning"), 5)
    expected = {q: [d for d in docs if (q, d) not in judged] for q, docs in top.items()}
    found = work.unjudged("meaning", k=5)
    assert found == {q: docs for q, docs in expected.items() if docs}
    everywhere = {doc_id for _, doc_id in judged}
    assert any(doc_id in everywhere for docs in found.values() for doc_id in docs)  # judged for others


def test_a_grade_that_was_taken_back_leaves_a_hole(work: CampaignWork) -> None:
    work.make_pool(depth=1, runs=["words"])
    work.assign()
    work.set_status(CampaignStatus.OPEN)
    assert sum(map(len, work.unjudged("words", k=1).values())) == 6
    walk = work.session("ada")
    walk.mark(JudgementState.UNSURE)  # no grade, so nobody knows
    assert sum(map(len, work.unjudged("words", k=1).values())) == 6
    walk.grade(2)
    assert sum(map(len, work.unjudged("words", k=1).values())) == 5
    walk.undo()
    assert sum(map(len, work.unjudged("words", k=1).values())) == 6


def test_queued_holes_are_a_round_of_their_own_and_assigned_as_the_others_were(work: CampaignWork) -> None:
    work.make_pool(depth=3, runs=["words"])
    work.assign(by="query")
    work.set_status(CampaignStatus.OPEN)
    teams = {row.query_id: set() for row in work.store.assignments.all()}
    for row in work.store.assignments.all():
        teams[row.query_id].add(row.assessor)
    unjudged = work.unjudged("meaning", k=4)
    pooled = set(work.store.pool.pairs())
    round_ = work.queue_unjudged("meaning", k=4)
    expected = {(q, d) for q, docs in unjudged.items() for d in docs} - pooled
    assert (round_.strategy, round_.n_pairs) == (PoolStrategy.UNJUDGED, len(expected))
    assert set(work.store.pool.pairs()) - pooled == expected
    for row in work.store.assignments.all():
        assert row.assessor in teams[row.query_id]
    with pytest.raises(BadInput, match="Nothing new"):
        work.queue_unjudged("meaning", k=4)


def test_queued_holes_keep_the_overlap(work: CampaignWork) -> None:
    work.make_pool(depth=2, runs=["words"])
    work.assign(overlap=0.0)
    work.queue_unjudged("meaning", k=5)
    raters = Counter((row.query_id, row.doc_id) for row in work.store.assignments.all())
    assert set(raters.values()) == {1}
    assert set(raters) == set(work.store.pool.pairs())


def test_assignments_are_even_and_deactivated_assessors_get_none(
    workspace: Workspace, work: CampaignWork
) -> None:
    work.make_pool(depth=5)
    workspace.library.annotators.set_active("eve", False)
    given = work.assign()
    n = len(work.store.pool.pairs())
    assert given == {"ada": n, "bob": n}
    assert work.assign() == {"ada": 0, "bob": 0}


def test_everybody_sees_an_order_of_their_own_that_stays_when_pairs_are_added(work: CampaignWork) -> None:
    work.make_pool(depth=3)
    work.assign()
    first = work.session("ada").order
    assert first != work.session("bob").order
    queries = [query_id for query_id, _ in first]
    assert len(set(queries)) == sum(a != b for a, b in zip(queries, [None, *queries], strict=False))
    work.make_pool(depth=6)
    work.assign()
    kept = [pair for pair in work.session("ada").order if pair in set(first)]
    assert kept == list(first)


# -- one queue for all ------------------------------------------------------------------------------------


@pytest.fixture
def shared(workspace: Workspace) -> CampaignWork:
    made = create_campaign(
        workspace,
        "together",
        sample=5,
        seed=5,
        raters_per_pair=2,
        queue=QueueKind.SHARED,
        assessors=["ada", "bob", "eve"],
    )
    opened(made, depth=7)
    return made


def test_a_shared_queue_gives_every_pair_as_many_raters_as_it_wants_and_no_more(
    shared: CampaignWork,
) -> None:
    walks = [shared.session(name) for name in ("ada", "bob", "eve")]
    while open_ := [walk for walk in walks if walk.pair]:
        for walk in open_:
            walk.grade(1)
        for walk in walks:
            if walk.pair is None:
                walk.reload()
    raters = Counter((q, d) for q, d, _, _ in shared.store.judgements.ratings())
    assert set(raters) == set(shared.store.pool.pairs())
    assert set(raters.values()) == {2}


def test_a_session_draws_ten_and_ten_more_when_those_are_judged(shared: CampaignWork) -> None:
    walk = shared.session("ada")
    assert len(walk.order) == 10
    walk.mark(JudgementState.LATER)
    for _ in range(9):
        walk.grade(0)
    assert len(walk.order) == 20  # what was put off waits until the queue is empty
    assert walk.state.judgement is None


def test_what_was_put_off_comes_back_when_the_queue_is_empty(shared: CampaignWork) -> None:
    walk = shared.session("ada")
    first = walk.pair
    walk.mark(JudgementState.LATER)
    while walk.pair != first:
        walk.grade(0)
    assert len(walk.order) == len(shared.store.pool.pairs())
    walk.grade(2)
    assert walk.pair is None


def test_a_quota_ends_a_session_and_nothing_is_assigned_beforehand(shared: CampaignWork) -> None:
    shared.store.add_assessor("bob", quota=13)
    walk = shared.session("bob")
    n = 0
    while walk.pair:
        walk.grade(1)
        n += 1
    assert n == 13
    with pytest.raises(BadInput, match="one queue"):
        shared.assign()


def test_a_closed_campaign_draws_nothing_and_can_still_be_looked_at(shared: CampaignWork) -> None:
    shared.session("ada").grade(1)
    shared.set_status(CampaignStatus.ADJUDICATING)
    assert len(shared.session("ada").order) == 10
    with pytest.raises(BadInput, match="no more pairs can be pooled"):
        shared.make_pool(depth=9)
