"""One's own queue, likely relevant first: the same after a restart and an undo, and never a campaign's."""

from __future__ import annotations

import pytest

from assay.campaign_types import QueueOrder
from assay.campaigns.campaign import create_campaign
from assay.campaigns.judging import JudgingQueue
from assay.campaigns.likely_first import own_queue, rank_queue, searcher_to_rank
from assay.campaigns.pools import extend_pool, library_session
from assay.campaigns.types import JudgingPlace, QueueRanking, RankCall
from assay.errors import BadInput
from assay.judging import seeded_order
from assay.search import Searcher
from assay.searching.indexing import index_vectors, index_words
from assay.searching.search import make_all_runs
from assay.types import JudgementState, Query, SearchMode, SearchRequest
from assay.workspace import Workspace
from small_campaigns import opened

ADA, CALL = JudgingPlace("ada"), RankCall("night", "ada")
TEXT = "animals at night"


@pytest.fixture
def searcher(workspace: Workspace) -> Searcher:
    """The library's search, with two queries pooled."""
    index_words(workspace)
    index_vectors(workspace)
    workspace.library.queries.add([Query("night", TEXT), Query("sea", "fish of the deep sea")])
    make_all_runs(workspace)
    extend_pool(workspace.library, depth=6)
    return searcher_to_rank(workspace)


def test_without_a_grade_the_order_is_that_of_the_search(workspace: Workspace, searcher: Searcher) -> None:
    ranking = rank_queue(workspace, searcher, CALL)
    pooled = {doc_id for _, doc_id in workspace.library.pool.pairs(query_id="night")}
    hits = searcher.search(SearchRequest(TEXT, mode=SearchMode.HYBRID, k=1000))
    assert list(ranking.doc_ids) == [hit.doc_id for hit in hits if hit.doc_id in pooled]
    assert (ranking.n_judged, ranking.n_found, ranking.expected) == (0, 0, None)
    assert ranking.most == len(pooled)
    assert not ranking.may_stop
    with pytest.raises(BadInput, match="no query 'day'"):
        rank_queue(workspace, searcher, RankCall("day", "ada"))


def test_the_rest_follows_the_grades_and_undo_takes_that_back(
    workspace: Workspace, searcher: Searcher
) -> None:
    before = rank_queue(workspace, searcher, CALL)
    *others, last = before.doc_ids
    record = workspace.library.judgements.record
    record("night", others[0], assessor="ada", relevance=0)
    record("night", others[1], assessor="ada", state=JudgementState.UNREADABLE)
    record("night", others[2], assessor="ada", state=JudgementState.LATER)
    without = rank_queue(workspace, searcher, CALL)
    record("night", last, assessor="ada", relevance=2)
    after = rank_queue(workspace, searcher, CALL)
    assert set(after.doc_ids) == {*others[2:]}, "what is put off is still open"
    assert (after.n_judged, after.n_found) == (2, 1)
    assert [d for d in without.doc_ids if d != last] != list(after.doc_ids)
    assert rank_queue(workspace, searcher, RankCall("night", "bob")) == before, (
        "another's grades are another's"
    )
    workspace.forget_indexes()
    again = rank_queue(workspace, searcher_to_rank(workspace), CALL)
    assert again == after, "what is in the library alone makes the order"
    workspace.library.judgements.undo(assessor="ada")
    assert rank_queue(workspace, searcher, CALL) == without


def test_the_window_s_queue_takes_a_ranking_and_keeps_the_pair_on_screen(
    workspace: Workspace, searcher: Searcher
) -> None:
    queue = JudgingQueue(ADA, order=QueueOrder.LIKELY)
    shown = queue.open(workspace).pair
    assert shown is not None
    ranking = rank_queue(workspace, searcher, RankCall(shown[0], "ada"))
    queue.take_ranking(workspace, ranking)
    assert queue.view(workspace).pair == shown
    left = [doc_id for doc_id in ranking.doc_ids if doc_id != shown[1]]
    view = queue.record(workspace, shown, JudgementState.GRADE, 1, active_ms=900)
    assert view.pair == (shown[0], left[0])
    assert workspace.library.judgements.orders() == {"likely": 1}
    view = queue.reopen(workspace, view.pair)
    view = queue.record(workspace, (shown[0], left[0]), JudgementState.GRADE, 0, active_ms=900)
    assert view.pair == (shown[0], left[1]), "also when it was read again"
    assert queue.next_query(workspace, view.pair).pair[0] != shown[0]  # type: ignore[index]


def test_a_queue_of_other_orders_takes_no_ranking(workspace: Workspace, searcher: Searcher) -> None:
    pairs = workspace.library.pool.pairs()
    shuffled = seeded_order(pairs, assessor="ada", seed=workspace.config.judging_seed)
    assert list(library_session(workspace, "ada").order) == shuffled
    by_query = [pair for query in ("night", "sea") for pair in pairs if pair[0] == query]
    assert list(library_session(workspace, "ada", QueueOrder.POOL).order) == by_query
    queue = JudgingQueue(ADA)
    queue.open(workspace)
    queue.take_ranking(workspace, rank_queue(workspace, searcher, CALL))
    assert [pair for pair in shuffled if pair == queue.view(workspace).pair] == shuffled[:1]
    assert list(own_queue(workspace, "ada", QueueOrder.RANDOM)[0].order) == shuffled
    session, [ranking] = own_queue(workspace, "ada", QueueOrder.LIKELY, query_id="night")
    assert session.order == tuple(("night", doc_id) for doc_id in ranking.doc_ids)
    assert session.pair == ("night", ranking.doc_ids[0])


def test_a_campaign_stays_in_the_order_that_it_was_drawn_in(workspace: Workspace) -> None:
    work = opened(create_campaign(workspace, "animals", sample=6, seed=5, assessors=["ada"]), depth=6)
    drawn = list(work.session("ada").order)
    queue = JudgingQueue(JudgingPlace("ada", work.store.name), order=QueueOrder.LIKELY)
    assert queue.open(workspace).pair == drawn[0]
    backwards = tuple(doc_id for query_id, doc_id in reversed(drawn) if query_id == drawn[0][0])
    queue.take_ranking(workspace, QueueRanking(drawn[0][0], backwards, 0, 0, None, 9, may_stop=True))
    assert queue.order is QueueOrder.RANDOM
    view = queue.record(workspace, drawn[0], JudgementState.GRADE, 1, active_ms=900)
    assert view.pair == drawn[1]
    assert work.store.judgements.orders() == {"random": 1}


def test_without_vectors_words_make_the_order(workspace: Workspace) -> None:
    index_words(workspace)
    workspace.library.queries.add([Query("night", TEXT)])
    make_all_runs(workspace)
    extend_pool(workspace.library, depth=6)
    ranking = rank_queue(workspace, searcher_to_rank(workspace), CALL)
    hits = searcher_to_rank(workspace).search(SearchRequest(TEXT, mode=SearchMode.KEYWORD, k=1000))
    assert ranking.by_words
    assert list(ranking.doc_ids) == [hit.doc_id for hit in hits][: len(ranking.doc_ids)]
