"""The data card of a release: how the judgements came about, for whoever is going to trust them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from assay.campaign_types import Campaign, Guideline, PoolRound, ReleaseItem, ReleaseRule
from assay.judging.campaigns.agreement import AgreementReport
from assay.judging.campaigns.card_text import CARD_FORMAT, card_markdown
from assay.types import GRADES, Query

__all__ = ["CARD_FORMAT", "RunFacts", "card_markdown", "data_card"]

NOBODY: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a pooled run was. Empty strings stand for "not known", as of a run that came from a file."""

    tag: str
    model: str = ""
    mode: str = ""  # keyword, semantic, hybrid, reranked
    text: str = ""  # what of a paper was encoded: title+abstract, title
    fingerprint: str = ""  # of weights, text template, maximum length, pooling and format


def data_card(
    *,
    campaign: Campaign,
    version: int,
    rule: ReleaseRule,
    sha256: str,
    created: datetime,
    items: Sequence[ReleaseItem],
    queries: Sequence[Query],
    agreement: AgreementReport,
    rounds: Sequence[PoolRound],
    runs: Sequence[RunFacts],
    guideline: Guideline | None = None,
    graded: Mapping[str, int] = NOBODY,
    conflicts: int = 0,
    left_out: Mapping[str, int] = NOBODY,
    changed_papers: Sequence[str] = (),
    bias_note: str = "",
    min_raters: int = 1,
) -> dict[str, Any]:
    """The card as JSON values; a coefficient that is undefined is null.

    `graded` maps each assessor to the number of their standing grades, `conflicts` counts the judgements that
    two machines of one assessor gave differently, `left_out` each reason to the number
    of pairs it keeps out of the release, `changed_papers` are doc_ids whose text is no longer the frozen one,
    `bias_note` says what is known of the pool's bias. All else is taken as given; nothing is looked up.
    """
    return {
        "format": CARD_FORMAT,
        "campaign": {"name": campaign.name, "uuid": campaign.uuid, "created": _utc(campaign.created_at)},
        "release": {
            "version": version,
            "rule": rule.value,
            "min_raters": min_raters,
            "sha256": sha256,
            "created": _utc(created),
            "n_items": len(items),
            "grades": _per_grade(items),
            "sources": dict(sorted(Counter(item.source for item in items).items())),
        },
        "corpus": {"n_papers": campaign.n_papers, "sha256": campaign.corpus_sha256},
        "queries": _queries(items, queries),
        "raters": {
            "per_pair": campaign.raters_per_pair,
            "seed": campaign.seed,
            "queue": campaign.queue.value,
            "graded": dict(sorted(graded.items())),
            "n_grades_of_pair": _per_n_raters(items),
            "conflicts": conflicts,
        },
        "guideline": None
        if guideline is None
        else {"version": guideline.version, "sha256": guideline.sha256, "markdown": guideline.markdown},
        "pools": [_round(one) for one in rounds],
        "runs": [asdict(run) for run in runs],
        "agreement": _agreement(agreement),
        "left_out": dict(sorted(left_out.items())),
        "changed_papers": sorted(changed_papers),
        "bias_note": bias_note,
    }


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _per_grade(items: Iterable[ReleaseItem]) -> dict[str, int]:
    counts = Counter(item.relevance for item in items)
    return {str(grade): counts[grade] for grade in GRADES}


def _per_n_raters(items: Iterable[ReleaseItem]) -> dict[str, int]:
    return {str(n): count for n, count in sorted(Counter(item.n_raters for item in items).items())}


def _queries(items: Sequence[ReleaseItem], queries: Sequence[Query]) -> list[dict[str, Any]]:
    theirs: dict[str, list[ReleaseItem]] = {}
    for item in items:
        theirs.setdefault(item.query_id, []).append(item)
    return [
        {
            "query_id": query.query_id,
            "text": query.text,
            "doc_id": query.doc_id,
            "n": len(theirs.get(query.query_id, ())),
            "grades": _per_grade(theirs.get(query.query_id, ())),
        }
        for query in sorted(queries, key=lambda q: q.query_id)
    ]


def _round(one: PoolRound) -> dict[str, Any]:
    return {
        "round": one.round,
        "strategy": one.strategy.value,
        "n_pairs": one.n_pairs,
        "created": _utc(one.created_at),
        "params": dict(one.params),
    }


def _agreement(report: AgreementReport) -> dict[str, Any]:
    return {
        "n_ratings": report.n_ratings,
        "n_items": report.n_items,
        "n_co_rated": report.n_co_rated,
        "raw": report.raw,
        "alpha": report.alpha,
        "pairs": [
            asdict(pair) | {"confusion": [list(row) for row in pair.confusion]} for pair in report.pairs
        ],
        "per_query": {query_id: asdict(one) for query_id, one in sorted(report.per_query.items())},
        "confusion": [list(row) for row in report.confusion],
    }
