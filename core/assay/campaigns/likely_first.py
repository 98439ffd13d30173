"""What is left of one of the library's own queries, likely relevant first. Campaigns stay as drawn."""

from __future__ import annotations

import numpy as np

from assay.campaign_types import QueueOrder
from assay.campaigns.pools import library_session
from assay.campaigns.types import QueueRanking, RankCall
from assay.errors import BadInput, ModelError, StaleIndex
from assay.judging import JudgingSession
from assay.judging.likely_first import expected_left, likely_scores, may_stop, most_left
from assay.search import Searcher, question_of_query
from assay.types import Graded, JudgementState, Vectors
from assay.workspace import Workspace

EVENTS = 100_000  # of one assessor and query


def searcher_to_rank(ws: Workspace) -> Searcher:
    """Return the search by which queues are ranked: by words alone where the library has no vectors."""
    try:
        return ws.searcher()
    except (StaleIndex, ModelError):
        return ws.searcher(lexical_only=True)


def rank_queue(ws: Workspace, searcher: Searcher, call: RankCall) -> QueueRanking:
    """Return the query's open pairs, the likeliest first, as the assessor's grades so far have it.

    It follows from what is in the library alone, so that a restart leads to the same order. Raises BadInput
    for an unknown query.
    """
    query = ws.library.queries.find_by_ids([call.query_id]).get(call.query_id)
    if query is None:
        raise BadInput("This library has no query '{0}'.", call.query_id)
    current = {
        each.doc_id: each
        for each in ws.library.judgements.current(query_id=call.query_id, assessor=call.assessor)
    }
    grades = {doc_id: each.relevance for doc_id, each in current.items() if each.relevance is not None}
    pooled = [doc_id for _, doc_id in ws.library.pool.pairs(query_id=call.query_id)]
    waiting = (None, JudgementState.LATER, JudgementState.CONFLICT)
    left = [doc_id for doc_id in pooled if doc_id not in current or current[doc_id].state in waiting]
    question = question_of_query(searcher, query, [Graded(d, grade) for d, grade in grades.items()])
    everything = sorted({*left, *grades})
    first_stage = searcher.scores(question, set(everything))
    rows = {doc_id: row for row, doc_id in enumerate(everything)}
    scores = likely_scores(
        np.array([first_stage[doc_id] for doc_id in everything]),
        paper_vectors(searcher, everything),
        [rows[doc_id] for doc_id in grades],
        [grade > 0 for grade in grades.values()],
    )
    found = [grades[doc_id] > 0 for doc_id in _in_order(ws, call) if doc_id in grades and doc_id in pooled]
    most = most_left(found, len(left))
    return QueueRanking(
        call.query_id,
        tuple(sorted(left, key=lambda doc_id: (-scores[rows[doc_id]], doc_id))),
        n_judged=len(found),
        n_found=sum(found),
        expected=expected_left(found, len(left)),
        most=most,
        may_stop=may_stop(sum(found), most),
        by_words=searcher.vectors is None,
    )


def own_queue(
    ws: Workspace, assessor: str, order: QueueOrder, *, query_id: str | None = None
) -> tuple[JudgingSession, list[QueueRanking]]:
    """Return the assessor's queue in this order, and in the likely one each query's ranking.

    Only the pairs of one query where it is named. Raises BadInput for an unknown one.
    """
    session = library_session(ws, assessor, order, query_id=query_id)
    query_ids = dict.fromkeys(each for each, _ in session.order) if query_id is None else [query_id]
    if order is not QueueOrder.LIKELY:
        return session, []
    searcher = searcher_to_rank(ws)
    rankings = [rank_queue(ws, searcher, RankCall(each, assessor)) for each in query_ids]
    for ranking in rankings:
        session.reorder(ranking.query_id, ranking.doc_ids, pinned=None)
    return session, rankings


def _in_order(ws: Workspace, call: RankCall) -> list[str]:
    """The papers that the assessor graded for the query, each where it was graded first."""
    events = ws.library.judgements.history(assessor=call.assessor, query_id=call.query_id, limit=EVENTS)
    given = [event.doc_id for event in reversed(events) if event.kind == JudgementState.GRADE]
    return list(dict.fromkeys(given))


def paper_vectors(searcher: Searcher, doc_ids: list[str]) -> Vectors:
    """Return the papers' vectors (n, dim); zero where one has none."""
    index = searcher.vectors
    if index is None:
        return np.zeros((len(doc_ids), 1), np.float32)
    rows = np.flatnonzero(index.has(doc_ids))
    stored = index.vectors([doc_ids[row] for row in rows])
    vectors = np.zeros((len(doc_ids), stored.shape[1]), np.float32)
    vectors[rows] = stored
    return vectors
