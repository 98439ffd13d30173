"""From grades to a set that can be cited: releases with their data card, and what is measured on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from assay.campaign_types import (
    PoolStrategy,
    Release,
    ReleaseItem,
    ReleaseRule,
    StoredRun,
    pool_depth,
    pooled_runs,
)
from assay.campaigns.corpus import Corpus, read_corpus
from assay.campaigns.runs import load_runs, pooled_tags
from assay.evaluation import overview
from assay.evaluation.pool_bias import BiasRow, leave_one_out
from assay.judging import RunFacts, agreement, data_card, left_out, release_sha256, released
from assay.judging.pool import excluded, ranked_docs
from assay.library import CampaignStore, Library
from assay.library.transaction import snapshot
from assay.types import Judgement, JudgementState, Overview, Qrels, Run

MEASURE = "nDCG@10"


def make_release(
    library: Library, store: CampaignStore, rule: ReleaseRule, *, min_raters: int = 1
) -> Release:
    """Freeze the grades as they stand under the rule, with a data card; BadInput if it decides none.

    Pairs with fewer than `min_raters` grades are left out unless an adjudicator settled them.

    Items and card are made from one state of the library: a grade that somebody gives meanwhile is in none of
    their numbers.
    """
    with snapshot(library) as then:
        campaign = then.campaign(store.name)
        info, guideline, queries = campaign.info(), campaign.guideline(), campaign.queries.all()
        judgements, adjudications = campaign.judgements.current(), campaign.adjudications.all()
        items = released(judgements, adjudications, rule=rule, min_raters=min_raters)
        ratings = grades_of(judgements)
        sha256 = release_sha256(
            items,
            corpus_sha256=info.corpus_sha256,
            rule=rule,
            guideline_sha256=guideline.sha256 if guideline is not None else "",
            queries=queries,
        )
        card = partial(
            data_card,
            campaign=info,
            rule=rule,
            sha256=sha256,
            items=items,
            queries=queries,
            agreement=agreement(ratings),
            rounds=campaign.pool.rounds(),
            runs=[_facts(stored) for stored in campaign.runs.all()],
            guideline=guideline,
            graded=Counter(assessor for _, _, assessor, _ in ratings),
            orders=campaign.judgements.orders(),
            conflicts=sum(one.state is JudgementState.CONFLICT for one in judgements),
            left_out=left_out(
                judgements, adjudications, rule=rule, pairs=campaign.pool.pairs(), min_raters=min_raters
            ),
            min_raters=min_raters,
            changed_papers=campaign.changed_papers(),
            bias_note=_bias_note(then, campaign, items),
        )
    return store.releases.freeze(
        items, rule=rule, sha256=sha256, card=lambda version, at: card(version=version, created=at)
    )


def grades_of(judgements: Iterable[Judgement]) -> list[tuple[str, str, str, int]]:
    """(query_id, doc_id, assessor, grade) of those that are grades."""
    return [
        (one.query_id, one.doc_id, one.assessor, one.relevance)
        for one in judgements
        if one.state is JudgementState.GRADE and one.relevance is not None
    ]


def _facts(stored: StoredRun) -> RunFacts:
    return RunFacts(
        tag=stored.tag,
        model=str(stored.details.get("model", "")),
        mode=stored.mode,
        text=str(stored.details.get("text", "")),
        fingerprint=stored.fingerprint,
    )


def _bias_note(library: Library, store: CampaignStore, items: list[ReleaseItem]) -> str:
    """Return what leaving out each pooled run in turn says about the set; "" where no run was pooled."""
    tags = pooled_tags(store)
    if not tags or not items:
        return ""
    corpus = read_corpus(library, store)
    runs = load_runs(store)
    rows = [row for row in _bias(store, runs, corpus, qrels_of(items, corpus), MEASURE) if row.tag in tags]
    each = "; ".join(
        f"{row.tag} {row.mean:.4f}, {row.mean_without:.4f} without its own pairs ({row.n_unique})"
        for row in rows
    )
    return f"{MEASURE} of each pooled run, and as if it had not been pooled: {each}." if each else ""


def evaluate_release(
    library: Library, store: CampaignStore, version: int, *, measure: str, reference: str | None
) -> Overview:
    """Return every run of the campaign on one release; queries that are papers never find themselves."""
    corpus = read_corpus(library, store)
    return overview(
        qrels_of(store.releases.items(version), corpus),
        _runs_without_own(load_runs(store), corpus),
        reference=reference,
        measure=measure,
    )


def pool_bias(library: Library, store: CampaignStore, version: int, *, measure: str) -> list[BiasRow]:
    """Return each pooled run measured again without the judgements that only it brought into the pool."""
    corpus = read_corpus(library, store)
    qrels = qrels_of(store.releases.items(version), corpus)
    return _bias(store, load_runs(store), corpus, qrels, measure)


def _bias(
    store: CampaignStore, runs: Mapping[str, Run], corpus: Corpus, qrels: Qrels, measure: str
) -> list[BiasRow]:
    given = contributions(store, runs, corpus)
    return leave_one_out(qrels, _runs_without_own(runs, corpus), given, measure)


def qrels_of(items: list[ReleaseItem], corpus: Corpus) -> Qrels:
    """The grades of a release, without those of a query's own paper, which somebody may have imported."""
    qrels: Qrels = {}
    for item in items:
        if item.doc_id not in corpus.own.get(item.query_id, ()):
            qrels.setdefault(item.query_id, {})[item.doc_id] = item.relevance
    return qrels


def contributions(
    store: CampaignStore, runs: Mapping[str, Run], corpus: Corpus
) -> dict[str, dict[str, set[str]]]:
    """tag -> query_id -> what the run gave to the pool, over all rounds.

    In a round of depth k that is its first k. In a round of fused ranks every paper that it ranks at all has
    a share from it, so such a paper is this run's alone only if no other run of the round ranks it.
    """
    given: dict[str, dict[str, set[str]]] = {}
    for round_ in store.pool.rounds():
        strategy = round_.strategy
        fused = strategy in (PoolStrategy.RRF, PoolStrategy.BOTH)
        for tag in pooled_runs(round_.params):
            for query_id, scores in runs.get(tag, {}).items():
                ranked = ranked_docs(scores, excluded(corpus.own, query_id))
                top = ranked if fused else ranked[: pool_depth(round_.params)]
                given.setdefault(tag, {}).setdefault(query_id, set()).update(top)
    return given


def _runs_without_own(runs: Mapping[str, Run], corpus: Corpus) -> dict[str, Run]:
    """The runs as they are measured: an imported one may find a query's own paper."""
    return {
        tag: {
            query_id: {d: s for d, s in scores.items() if d not in corpus.own.get(query_id, ())}
            for query_id, scores in run.items()
        }
        for tag, run in runs.items()
    }
