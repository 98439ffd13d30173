"""What the page shows, read on the library's thread: the core is imported here, on the first call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.campaign_types import CampaignStatus, QueueKind
from assay.items.readable import readable
from assay_desktop.pages.campaigns.model import (
    AgreementView,
    AssessorRow,
    Case,
    Entry,
    Overview,
    PoolPreview,
    ReleasePreview,
    ReleasesView,
    Scores,
    SetupView,
    Sources,
    UnjudgedRow,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay.campaign_types import PoolStrategy, ReleaseRule
    from assay.campaigns.campaign import CampaignWork
    from assay.types import Query
    from assay.workspace import Workspace

_GRADING = (CampaignStatus.DRAFT, CampaignStatus.OPEN)


def entries(ws: Workspace) -> list[Entry]:
    """Return every campaign, the oldest first."""
    library = ws.library
    return [
        Entry(
            campaign,
            sum(
                n >= campaign.raters_per_pair for n in library.campaign(campaign.name).rated_counts().values()
            ),
        )
        for campaign in library.campaigns.all()
    ]


def sources(ws: Workspace) -> Sources:
    library = ws.library
    return Sources(
        library.papers.count(),
        tuple((each.path, each.n_papers) for each in library.collections.all()),
        tuple(each.name for each in library.searches.all()),
    )


def overview(work: CampaignWork) -> Overview:
    state = work.status()
    assigns = state.campaign.queue is QueueKind.ASSIGNED and state.campaign.status in _GRADING
    return Overview(state, _n_unassigned(work) if assigns and state.n_pairs else 0)


def _n_unassigned(work: CampaignWork) -> int:
    given = {(row.query_id, row.doc_id) for row in work.store.assignments.all()}
    return sum(pair not in given for pair in work.store.pool.pairs())


def setup(ws: Workspace, work: CampaignWork) -> SetupView:
    store = work.store
    done = {row.assessor: row for row in store.progress()}
    rows = []
    for assessor in store.assessors():
        progress = done.get(assessor.handle)
        if progress is None:
            rows.append(AssessorRow(assessor))
            continue
        n_open = progress.n_open - progress.n_conflicts
        rows.append(AssessorRow(assessor, progress.n_assigned, progress.n_graded, n_open))
    changed = store.changed_papers()
    titles = {paper.doc_id: readable(paper.title) for paper in ws.library.papers.get(changed)}
    return SetupView(
        campaign=work.info(),
        queries=store.queries.all(),
        guidelines=store.guidelines(),
        assessors=rows,
        changed=[titles.get(doc_id, doc_id) for doc_id in changed],
    )


def pool_preview(
    ws: Workspace, work: CampaignWork, strategy: PoolStrategy, depth: int, runs: Sequence[str]
) -> PoolPreview:
    """Return what `make_pool` would add, without adding it; raise BadInput where it would."""
    from assay.campaigns.corpus import read_corpus
    from assay.campaigns.runs import load_runs
    from assay.judging import pool_by

    corpus = read_corpus(ws.library, work.store)
    loaded = load_runs(work.store, list(runs))
    pooled = pool_by(loaded, strategy=strategy, depth=depth, exclude=corpus.own)
    queries, papers = {query.query_id for query in corpus.queries}, corpus.doc_ids
    pairs = {(q, d) for q, doc_ids in pooled.items() if q in queries for d in doc_ids if d in papers}
    known = pairs & set(work.store.pool.pairs())
    new = pairs - known
    return PoolPreview(len(new), len(known), len({query_id for query_id, _ in new}))


def unjudged(work: CampaignWork, tag: str, k: int) -> list[UnjudgedRow]:
    """Return the queries with unjudged results, most of them first."""
    texts = query_texts(work)
    found = work.unjudged(tag, k=k)
    rows = [UnjudgedRow(query_id, texts.get(query_id, query_id), len(ids)) for query_id, ids in found.items()]
    return sorted((row for row in rows if row.n), key=lambda row: (-row.n, row.text))


def agreement(work: CampaignWork) -> AgreementView:
    return AgreementView(work.agreement(), query_texts(work))


def query_texts(work: CampaignWork) -> Mapping[str, str]:
    return {query.query_id: query.text or query.query_id for query in work.store.queries.all()}


def cases(ws: Workspace, work: CampaignWork) -> list[Case]:
    """Return every disagreement with its query and its paper, the hardest first."""
    found = work.disagreements()
    queries: dict[str, Query] = {query.query_id: query for query in work.store.queries.all()}
    own = [query.doc_id for query in queries.values() if query.doc_id is not None]
    wanted = dict.fromkeys([*(each.doc_id for each in found), *own])
    papers = {paper.doc_id: paper for paper in ws.library.papers.get(list(wanted))}
    made = []
    for each in found:
        query = queries.get(each.query_id)
        own_id = query.doc_id if query is not None else None
        query_paper = papers.get(own_id) if own_id is not None else None
        made.append(Case(each, query, query_paper, papers.get(each.doc_id)))
    return made


def releases(work: CampaignWork, rule: ReleaseRule) -> ReleasesView:
    from assay.judging import card_markdown

    made = work.store.releases.all()
    return ReleasesView(
        campaign=work.info(),
        releases=made,
        cards={release.version: card_markdown(release.card) for release in made},
        preview=release_preview(work, rule),
    )


def release_preview(work: CampaignWork, rule: ReleaseRule) -> ReleasePreview:
    """Return what would be frozen now."""
    from collections import Counter

    from assay.judging import left_out, released

    store = work.store
    judgements, adjudications = store.judgements.current(), store.adjudications.all()
    items = released(judgements, adjudications, rule=rule)
    grades = Counter(item.relevance for item in items)
    return ReleasePreview(
        rule,
        (grades[0], grades[1], grades[2]),
        dict(Counter(item.source for item in items)),
        left_out(judgements, adjudications, rule=rule, pairs=store.pool.pairs()),
    )


def scores(work: CampaignWork, version: int) -> Scores:
    """Every run on a release, and once more without what it alone brought into the pool; best first."""
    found = work.evaluate(version)
    bias = {row.tag: row for row in work.pool_bias(version, measure=found.measure)}
    return Scores(found, [bias[row.tag] for row in found.rows if row.tag in bias])
