"""Which pairs of a campaign are judged, and by whom: rounds of the pool, unjudged results, assignments."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from shlex import quote
from typing import Literal

from assay.campaign_types import (
    Assignment,
    CampaignStatus,
    Disagreement,
    Facts,
    PoolRound,
    PoolStrategy,
    QueueKind,
    QueueOrder,
)
from assay.campaigns.corpus import Corpus, read_corpus
from assay.campaigns.runs import load_runs, require_same_corpus
from assay.campaigns.types import Withdrawn
from assay.errors import BadInput
from assay.judging import (
    JudgingSession,
    Pair,
    SharedQueue,
    disagreements,
    order_keys,
    plan,
    pool,
    pool_by,
    replacements,
    seeded_order,
    unjudged_results,
)
from assay.judging.campaigns.release import is_through
from assay.library import CampaignStore, Library
from assay.library.transaction import together
from assay.workspace import Workspace

POOL_DEPTH = 10
CLAIM = 10  # pairs drawn at once from a shared queue

By = Literal["pair", "query"]

log = logging.getLogger(__name__)


def make_pool(
    library: Library,
    store: CampaignStore,
    *,
    strategy: PoolStrategy = PoolStrategy.DEPTH,
    depth: int = 10,
    runs: Sequence[str] | None = None,
) -> PoolRound:
    """Pool the top of the runs (all of the campaign's, or those named) as a new round.

    Raises BadInput for an unknown run, a strategy that does not choose from runs, a campaign that is past
    grading, and where every pair was pooled before.
    """
    require_grading(store, "no more pairs can be pooled")
    loaded = load_runs(store, list(runs) if runs is not None else None)
    require_same_corpus(store, loaded)
    corpus = read_corpus(library, store)
    pooled = pool_by(loaded, strategy=strategy, depth=depth, exclude=corpus.own)
    params = {"runs": list(loaded), "depth": depth, "strategy": strategy.value}
    return _add_round(store, corpus, pooled, strategy, params)


def find_unjudged(library: Library, store: CampaignStore, tag: str, *, k: int = 10) -> dict[str, list[str]]:
    """query_id -> what the run ranks among its first `k` for this query and nobody has graded for it."""
    run = load_runs(store, [tag])[tag]
    corpus = read_corpus(library, store)
    judged: dict[str, set[str]] = {}
    for (query_id, doc_id), n in store.rated_counts().items():
        if n:
            judged.setdefault(query_id, set()).add(doc_id)
    return unjudged_results(run, judged, k=k, exclude=corpus.own)


def queue_unjudged(library: Library, store: CampaignStore, tag: str, *, k: int = 10) -> PoolRound:
    """Pool the run's unjudged results as a round of their own and, where pairs are assigned, assign them.

    They are assigned the way the others are (`last_way`). A result that is in the pool already is not
    pooled again. Raises BadInput where nothing is left to pool.
    """
    require_grading(store, "no more pairs can be pooled")
    require_same_corpus(store, [tag])
    found = find_unjudged(library, store, tag, k=k)
    params = {"runs": [tag], "depth": k, "strategy": PoolStrategy.UNJUDGED.value}
    round_ = _add_round(store, read_corpus(library, store), found, PoolStrategy.UNJUDGED, params)
    if store.info().queue is QueueKind.ASSIGNED and store.assignments.all():
        by, overlap = last_way(store)
        assign(store, by=by, overlap=overlap)
    return round_


def _add_round(
    store: CampaignStore,
    corpus: Corpus,
    pooled: Mapping[str, Sequence[str]],
    strategy: PoolStrategy,
    params: Facts,
) -> PoolRound:
    queries, papers = {query.query_id for query in corpus.queries}, corpus.doc_ids
    pairs = [(q, d) for q, doc_ids in pooled.items() if q in queries for d in doc_ids if d in papers]
    if not store.pool.add(pairs, strategy=strategy, params=params):
        raise BadInput(
            "Nothing new to pool in '{0}': the {1:pair that was found is|{1} pairs that were found are} "
            "in its pool already. Add a run, or pool deeper.",
            store.name,
            len(pairs),
        )
    round_ = store.pool.rounds()[-1]
    log.info("round %d: %d new pairs of %d", round_.round, round_.n_pairs, len(pairs))
    return round_


def assign(store: CampaignStore, *, by: By = "pair", overlap: float = 1.0) -> dict[str, int]:
    """Give every pair that lacks raters to assessors; return assessor -> pairs that are new to them.

    Deactivated assessors keep what they have and get nothing. Raises BadInput for a shared queue, without
    pairs or assessors, and where raters and quotas do not suffice; then nothing is assigned.
    """
    info = store.info()
    if info.queue is QueueKind.SHARED:
        raise BadInput(
            "The assessors of '{0}' draw from one queue, so nothing is assigned beforehand.", store.name
        )
    require_grading(store, "no more pairs can be assigned")
    pairs = store.pool.pairs()
    if not pairs:
        raise BadInput(
            "The pool of '{0}' is empty. Pool some runs.",
            store.name,
            quote(store.name),
            advice="`assay campaign pool {1}` does that.",
        )
    roster = store.assessors()
    active = [assessor for assessor in roster if assessor.active]
    if not active:
        raise BadInput(
            "'{0}' has no active assessor. Add one.",
            store.name,
            quote(store.name),
            advice="`assay campaign edit {1} --assessor NAME` does that.",
        )
    new = plan(
        pairs,
        [assessor.handle for assessor in active],
        raters_per_pair=info.raters_per_pair,
        by=by,
        overlap=overlap,
        seed=info.seed,
        already=raters_of(store.assignments.all()),
        quotas={assessor.handle: assessor.quota for assessor in active},
        uuids={assessor.handle: assessor.uuid for assessor in active},
    )
    store.assignments.add(new)
    counts = Counter(row.assessor for row in new)
    return {assessor.handle: counts[assessor.handle] for assessor in active}


def withdraw(store: CampaignStore, assessor: str, *, query_ids: Sequence[str] | None = None) -> Withdrawn:
    """Take from the assessor every pair that they have not judged, of these queries (None: of all).

    Others may then have them, by `assign` or from the shared queue. Raises BadInput where there are none.
    """
    action = store.assignments.withdraw_open(assessor, query_ids=query_ids)
    return Withdrawn(assessor, action.args.n, _n_kept(store, assessor))


def reassign(
    store: CampaignStore,
    assessor: str,
    *,
    to: Sequence[str] = (),
    query_ids: Sequence[str] | None = None,
) -> Withdrawn:
    """Hand every pair that the assessor has not judged to others: to those named, or all other active ones.

    Each pair goes to one who does not have it, as evenly as loads and quotas allow. All or none. Raises
    BadInput for a shared queue, for somebody who is not in the campaign, and where nobody is left for a pair.
    """
    info = store.info()
    if info.queue is QueueKind.SHARED:
        raise BadInput(
            "The assessors of '{0}' draw from one queue. Withdraw the pairs, and others draw them.",
            store.name,
            quote(store.name),
            quote(assessor),
            advice="`assay campaign withdraw {1} --assessor {2}` withdraws them.",
        )
    pairs = store.assignments.open_pairs(assessor, query_ids=query_ids)
    if not pairs:
        raise BadInput(
            "'{0}' has no open pair of '{1}' to reassign: what they judged stays theirs.",
            assessor,
            store.name,
        )
    named = [store.assessor(name) for name in dict.fromkeys(to)]
    others = named or [one for one in store.assessors() if one.active]
    others = [one for one in others if one.handle != assessor]
    if not others:
        raise BadInput(
            "'{0}' has no other assessors. Add one.",
            store.name,
            quote(store.name),
            advice="`assay campaign edit {1} --assessor NAME` does that.",
        )
    by, _ = last_way(store)
    new = replacements(
        pairs,
        [one.handle for one in others],
        by=by,
        seed=info.seed,
        already=raters_of(store.assignments.all()),
        quotas={one.handle: one.quota for one in others},
        uuids={one.handle: one.uuid for one in others},
    )
    store.assignments.hand_on(assessor, new)
    counts = Counter(row.assessor for row in new)
    given = {one.handle: counts[one.handle] for one in others}
    return Withdrawn(assessor, len(new), _n_kept(store, assessor), given)


def _n_kept(store: CampaignStore, assessor: str) -> int:
    """Return how many pairs the assessor has judged, which stay theirs."""
    return len(store.assignments.of(assessor)) - len(store.assignments.open_pairs(assessor))


def raters_of(assignments: Sequence[Assignment]) -> dict[Pair, set[str]]:
    """(query_id, doc_id) -> those who are to judge it, or have."""
    raters: dict[Pair, set[str]] = {}
    for row in assignments:
        raters.setdefault((row.query_id, row.doc_id), set()).add(row.assessor)
    return raters


def disagreements_now(store: CampaignStore) -> tuple[list[Disagreement], int]:
    """The disagreements that may be seen, the hardest first, and the number of those that may not be yet.

    During grading a pair is seen when everybody who has it is through with it, on a shared queue when
    as many as the campaign wants are: the same that lets it be adjudicated.
    """
    info = store.info()
    found = disagreements(
        store.judgements.current(), store.adjudications.all(), raters_per_pair=info.raters_per_pair
    )
    if info.status is not CampaignStatus.OPEN:
        return found, 0
    raters = raters_of(store.assignments.all())
    least = info.raters_per_pair if info.queue is QueueKind.SHARED else 1
    seen = [one for one in found if is_through(one, raters.get((one.query_id, one.doc_id), ()), least=least)]
    return seen, len(found) - len(seen)


def last_way(store: CampaignStore) -> tuple[By, float]:
    """Return how the pairs were assigned so far, as the assignments themselves show it.

    By query if nobody shares a query with those who do not judge all of it; the overlap is the share of pairs
    (or queries) with several raters, 1 if each pair wants only one.
    """
    raters = raters_of(store.assignments.all())
    teams: dict[str, set[frozenset[str]]] = {}
    for (query_id, _), several in raters.items():
        teams.setdefault(query_id, set()).add(frozenset(several))
    by: By = "query" if all(len(found) == 1 for found in teams.values()) else "pair"
    if store.info().raters_per_pair == 1 or not raters:
        return by, 1.0
    units = (
        [len(several) for several in raters.values()]
        if by == "pair"
        else [len(next(iter(found))) for found in teams.values()]
    )
    return by, sum(n > 1 for n in units) / len(units)


def extend_pool(library: Library, *, depth: int = POOL_DEPTH) -> int:
    """Put the top `depth` of every stored run of the library up for judging; return how many are new."""
    with together(library) as whole:
        runs = [whole.runs.load(stored.tag) for stored in whole.runs.all()]
        pooled = pool(runs, depth=depth, exclude=whole.queries.papers())
        known = whole.queries.find_by_ids(pooled)
        pairs = [(q, d) for q, doc_ids in pooled.items() if q in known for d in doc_ids]
        alive = whole.papers.resolve([doc_id for _, doc_id in pairs])
        return whole.pool.add([(q, d) for q, d in pairs if alive.get(d) == d])


def unjudged_of_run(library: Library, tag: str) -> list[Pair]:
    """What the run ranks in its first 10 for a judged query and nobody has graded for it, best first."""
    qrels, run = library.judgements.qrels(), library.runs.load(tag)
    judged = {query_id: run.get(query_id, {}) for query_id in qrels}
    found = unjudged_results(judged, qrels, k=POOL_DEPTH, exclude=library.queries.papers())
    pairs = [(query_id, doc_id) for query_id, doc_ids in found.items() for doc_id in doc_ids]
    alive = library.papers.resolve([doc_id for _, doc_id in pairs])
    return [(query_id, doc_id) for query_id, doc_id in pairs if alive.get(doc_id) == doc_id]


def library_session(
    workspace: Workspace,
    assessor: str,
    order: QueueOrder = QueueOrder.RANDOM,
    *,
    query_id: str | None = None,
    only: Sequence[Pair] | None = None,
) -> JudgingSession:
    """Return the library's own pool, or that of one query, in the order in which this assessor sees it.

    `only` are the pairs to judge in place of the pool's.

    The likely order is that of the pool until `reorder` is given a ranking.
    """
    pairs = workspace.library.pool.pairs(query_id=query_id) if only is None else only
    if order is QueueOrder.RANDOM:
        pairs = seeded_order(pairs, assessor=assessor, seed=workspace.config.judging_seed)
    else:
        firsts = {query_id: place for place, (query_id, _) in reversed([*enumerate(pairs)])}
        pairs = sorted(pairs, key=lambda pair: firsts[pair[0]])
    return JudgingSession(workspace.library.judgements, pairs, assessor=assessor, ordered=order)


def session(store: CampaignStore, assessor: str) -> JudgingSession:
    """Return the assessor's pairs in order; a shared queue draws more when none is left to judge.

    Raises BadInput for somebody who is not in the campaign.
    """
    person, info = store.assessor(assessor), store.info()

    def held() -> list[Pair]:
        return [(row.query_id, row.doc_id) for row in store.assignments.of(assessor)]

    draws = info.queue is QueueKind.SHARED and info.status is CampaignStatus.OPEN and person.active
    claim = partial(claim_pairs, store, assessor, uuid=person.uuid, seed=info.seed)
    shared = SharedQueue(claim=claim, held=held) if draws else None
    return JudgingSession(store.judgements, held(), assessor=assessor, shared=shared)


def claim_pairs(store: CampaignStore, assessor: str, *, uuid: str, seed: int) -> list[Pair]:
    """Return pairs that the assessor, who has this uuid, now has from a shared queue of this seed."""
    order = partial(order_keys, assessor_uuid=uuid, seed=seed)
    rows = store.assignments.claim(assessor, n=CLAIM, order_keys=order)
    return [(row.query_id, row.doc_id) for row in rows]


def require_grading(store: CampaignStore, doing: str) -> None:
    """Raise BadInput unless the campaign is a draft or open."""
    status = store.info().status
    if status not in (CampaignStatus.DRAFT, CampaignStatus.OPEN):
        raise BadInput(
            "The campaign '{0}' is {1}, so {2}. Open it again first.",
            store.name,
            status.value,
            doing,
            quote(store.name),
            advice="`assay campaign open {3}` does that.",
        )
