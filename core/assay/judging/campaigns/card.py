"""The data card of a release: how the judgements came about, for anyone who is going to trust them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType

from assay.campaign_types import (
    Campaign,
    Facts,
    Guideline,
    PoolRound,
    QueueKind,
    ReleaseItem,
    ReleaseRule,
    Round,
    pool_depth,
    pooled_runs,
)
from assay.codec import from_json, shallow
from assay.errors import BadInput
from assay.judging.campaigns.agreement import AgreementReport, QueryAgreement
from assay.types import GRADES, Query

__all__ = ["CARD_FORMAT", "DataCard", "RunFacts", "card_markdown", "data_card", "read_card"]

NOBODY: Mapping[str, int] = MappingProxyType({})
CARD_FORMAT = 1
UNDEFINED = "undefined"
_OF_GUIDELINE = ("version", "sha256", "markdown")
_RULES = {
    "unanimous": "only pairs on which all raters agree",
    "majority": "the grade that more than half of a pair's raters gave",
    "median": "the lower median of a pair's grades",
    "adjudicated": "the grade that all of a pair's raters gave, or else the one an adjudicator settled on",
}
_SOURCES = {
    "single": "single: one rater",
    "unanimous": "unanimous: all raters of the pair agree",
    "majority": "majority: more than half of them",
    "median": "median: the lower median",
    "adjudicated": "adjudicated: settled by an adjudicator",
}
ORDER_NAMES = {
    "random": "random, each assessor's own",
    "pool": "as pooled, by the best rank",
    "likely": "likely relevant first",
    "": "not from a queue, or not known",
}
_GRADE_NAMES = ("0 (not relevant)", "1 (relevant)", "2 (very relevant)")


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a pooled run was. Empty strings stand for "not known", as of a run that came from a file."""

    tag: str
    model: str = ""
    mode: str = ""  # keyword, semantic, hybrid, reranked
    text: str = ""  # what of a paper was encoded: title+abstract, title
    fingerprint: str = ""  # of weights, text template, maximum length, pooling and format


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """`grades` counts the items by grade, `sources` by how the grade came about."""

    version: int
    rule: ReleaseRule
    min_raters: int
    sha256: str
    created: str
    n_items: int
    grades: Mapping[str, int]
    sources: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    n_papers: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryFacts(Query):
    n: int
    grades: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RaterFacts:
    """`graded` counts the current grades of each assessor, `n_grades_of_pair` the pairs by their grades,
    `orders` the grades by the order of the queue that offered their pair.
    """

    per_pair: int
    seed: int
    queue: QueueKind
    graded: Mapping[str, int]
    n_grades_of_pair: Mapping[str, int]
    conflicts: int = 0
    orders: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundFacts(Round):
    n_pairs: int
    created: str
    params: Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class DataCard:
    """A data card; times are ISO 8601 in UTC. `left_out` counts the pairs that are not released by reason."""

    format: int
    campaign: Mapping[str, str]  # name, uuid, created
    release: ReleaseFacts
    corpus: CorpusFacts
    queries: tuple[QueryFacts, ...]
    raters: RaterFacts
    guideline: Facts | None  # version, sha256, markdown
    pools: tuple[RoundFacts, ...]
    runs: tuple[RunFacts, ...]
    agreement: AgreementReport
    left_out: Mapping[str, int]
    changed_papers: tuple[str, ...]
    bias_note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedCard(DataCard):
    """A card that may have been written with an export, which names the `changed_papers` of then."""

    export: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


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
    orders: Mapping[str, int] = NOBODY,
    conflicts: int = 0,
    left_out: Mapping[str, int] = NOBODY,
    changed_papers: Sequence[str] = (),
    bias_note: str = "",
    min_raters: int = 1,
) -> Facts:
    """Return the card as JSON values; a coefficient that is undefined is null. Nothing is looked up.

    `graded` counts the standing grades of each assessor, `orders` those given in each order of a queue,
    `conflicts` the judgements that two machines of one assessor gave differently, `left_out` by reason the
    pairs kept out. `changed_papers` are doc_ids whose text is no longer the frozen one.
    """
    sources = Counter(sorted(item.source for item in items))
    pairs = {str(n): count for n, count in sorted(Counter(item.n_raters for item in items).items())}
    guide = {name: getattr(guideline, name) for name in _OF_GUIDELINE} if guideline else None
    card = DataCard(
        format=CARD_FORMAT,
        campaign={"name": campaign.name, "uuid": campaign.uuid, "created": _utc(campaign.created_at)},
        release=ReleaseFacts(
            version, rule, min_raters, sha256, _utc(created), len(items), _per_grade(items), sources
        ),
        corpus=CorpusFacts(campaign.n_papers, campaign.corpus_sha256),
        queries=tuple(_queries(items, queries)),
        raters=RaterFacts(
            per_pair=campaign.raters_per_pair,
            seed=campaign.seed,
            queue=campaign.queue,
            graded=dict(sorted(graded.items())),
            n_grades_of_pair=pairs,
            conflicts=conflicts,
            orders=dict(orders),
        ),
        guideline=guide,
        pools=tuple(
            RoundFacts(one.round, one.strategy, one.n_pairs, _utc(one.created_at), dict(one.params))
            for one in rounds
        ),
        runs=tuple(runs),
        agreement=replace(agreement, per_query=dict(sorted(agreement.per_query.items()))),
        left_out=dict(sorted(left_out.items())),
        changed_papers=tuple(sorted(changed_papers)),
        bias_note=bias_note,
    )
    facts: Facts = json.loads(json.dumps(card, default=shallow))  # in the order of its fields
    return facts


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _per_grade(items: Iterable[ReleaseItem]) -> dict[str, int]:
    counts = Counter(item.relevance for item in items)
    return {str(grade): counts[grade] for grade in GRADES}


def _queries(items: Sequence[ReleaseItem], queries: Sequence[Query]) -> Iterator[QueryFacts]:
    theirs: dict[str, list[ReleaseItem]] = {}
    for item in items:
        theirs.setdefault(item.query_id, []).append(item)
    for query in sorted(queries, key=lambda q: q.query_id):
        own = theirs.get(query.query_id, [])
        yield QueryFacts(query.query_id, query.text, query.doc_id, n=len(own), grades=_per_grade(own))


def read_card(card: Facts) -> ExportedCard:
    """Return the card whose JSON this is. Raises BadInput for one of another format."""
    if card.get("format") != CARD_FORMAT:
        raise BadInput(
            "This data card has the format {0}, and {1} is known here. A later version of Assay may have "
            "made it: read it there, or as JSON.",
            repr(card.get("format")),
            CARD_FORMAT,
        )
    return from_json(card, ExportedCard, what="data card")


def card_markdown(facts: Facts) -> str:
    """Return the card that `data_card` made, or one read back from JSON; ends with a line feed.

    Raises BadInput for a card of another format.
    """
    card = read_card(facts)
    parts = (_head, _release, _corpus, _pools, _raters, _agreement_lines, _query_lines, _missing, _guideline)
    return "\n".join(line for part in parts for line in part(card)).rstrip("\n") + "\n"


def _head(card: ExportedCard) -> Iterator[str]:
    campaign, release = card.campaign, card.release
    yield f"# {_text(campaign['name'])}, release {release.version}"
    yield ""
    yield from _table(
        ("", ""),
        [
            ("released", release.created),
            ("SHA-256 of the release", f"`{release.sha256}`"),
            ("campaign", f"`{campaign['uuid']}`, begun {campaign['created']}"),
            ("rule", f"{release.rule}: {_RULES[release.rule]}; {_few(release.min_raters)}"),
            ("relevance", "0 not relevant, 1 relevant, 2 very relevant"),
        ],
    )


def _few(min_raters: int) -> str:
    """Return what becomes of a pair that fewer judged than were asked to."""
    if min_raters == 1:
        return "a pair that only one rater graded keeps that grade (single)"
    return f"a pair with fewer than {min_raters} grades is left out unless an adjudicator settled it"


def _release(card: ExportedCard) -> Iterator[str]:
    release = card.release
    n = release.n_items
    yield "## Judgements"
    yield ""
    n_judged = sum(query.n > 0 for query in card.queries)
    yield f"{_n(n, 'pair')} of query and paper, over {n_judged:,} of {_n(len(card.queries), 'query')}."
    yield ""
    rows = [(_GRADE_NAMES[grade], release.grades[str(grade)]) for grade in GRADES]
    yield from _table(("grade", "pairs", "share"), [(name, f"{k:,}", _percent(k, n)) for name, k in rows])
    sources = [(_SOURCES[source], f"{k:,}", _percent(k, n)) for source, k in release.sources.items()]
    yield from _table(("how the grade came about", "pairs", "share"), sources)


def _corpus(card: ExportedCard) -> Iterator[str]:
    corpus, changed = card.corpus, card.changed_papers
    yield "## Corpus"
    yield ""
    yield f"{_n(corpus.n_papers, 'paper')}, frozen with the SHA-256 `{corpus.sha256 or 'not frozen'}`."
    if changed:
        yield f"Changed or removed since: {_n(len(changed), 'paper')}, {', '.join(map(_code, changed))}."
    if later := card.export.get("changed_papers"):
        yield (
            f"Written with the texts of the day of export, which differ from the frozen ones for "
            f"{_n(len(later), 'paper')}: {', '.join(map(_code, later))}."
        )
    yield ""


def _pools(card: ExportedCard) -> Iterator[str]:
    yield "## Pools"
    yield ""
    yield from _table(
        ("round", "strategy", "depth", "runs", "new pairs", "made"),
        [
            (
                one.round,
                one.strategy,
                "none" if (depth := pool_depth(one.params)) is None else depth,
                ", ".join(map(_text, pooled_runs(one.params))) or "none",
                f"{one.n_pairs:,}",
                one.created,
            )
            for one in card.pools
        ],
    )
    yield from _table(
        ("run", "mode", "model", "text", "fingerprint"),
        [
            (
                *(_text(known) or "not known" for known in (run.tag, run.mode, run.model, run.text)),
                _text(run.fingerprint) or ("none" if run.mode == "keyword" else "not known"),
            )
            for run in card.runs
        ],
    )
    if card.bias_note:
        yield _text(card.bias_note)
        yield ""


def _raters(card: ExportedCard) -> Iterator[str]:
    raters = card.raters
    yield "## Raters"
    yield ""
    yield (
        f"{_n(len(raters.graded), 'assessor')}, up to {raters.per_pair} for a pair, "
        f"{raters.queue} pairs, each in an order of their own (seed {raters.seed})."
    )
    yield ""
    yield from _table(("assessor", "grades"), [(_text(who), f"{n:,}") for who, n in raters.graded.items()])
    rows = [(ORDER_NAMES.get(order, order), f"{n:,}") for order, n in raters.orders.items()]
    yield from _table(("order of the queue", "grades"), rows)
    if raters.conflicts:
        yield f"Judged differently on two machines by one assessor: {_n(raters.conflicts, 'judgement')}."
        yield ""
    by_n = [(n, f"{count:,}") for n, count in raters.n_grades_of_pair.items()]
    yield from _table(("grades of a pair", "released pairs"), by_n)


def _agreement_lines(card: ExportedCard) -> Iterator[str]:
    found = card.agreement
    yield "## Agreement"
    yield ""
    yield (
        f"{_n(found.n_ratings, 'grade')} on {_n(found.n_items, 'pair')}; with two or more grades: "
        f"{found.n_co_rated:,}. Coefficients are {UNDEFINED} where nothing was graded twice, "
        "or where only one grade was ever given."
    )
    yield ""
    yield from _table(
        ("measure", "value", "co-rated pairs"),
        [
            ("raw agreement", _number(found.raw), f"{found.n_co_rated:,}"),
            ("Krippendorff's alpha, ordinal", _number(found.alpha), f"{found.n_co_rated:,}"),
        ],
    )
    yield from _table(
        ("assessors", "co-rated pairs", "raw", "kappa", "linear kappa", "quadratic kappa", "alpha"),
        [
            (
                f"{_text(pair.assessor_a)} and {_text(pair.assessor_b)}",
                f"{pair.n:,}",
                *map(_number, (pair.raw, pair.kappa, pair.linear_kappa, pair.quadratic_kappa, pair.alpha)),
            )
            for pair in found.pairs
        ],
    )
    yield "Every two grades of one pair, both ways round:"
    yield ""
    rows = [(grade, *(f"{n:,}" for n in found.confusion[grade])) for grade in GRADES]
    yield from _table(("", *map(str, GRADES)), rows)


def _query_lines(card: ExportedCard) -> Iterator[str]:
    agreed = card.agreement.per_query
    nothing = QueryAgreement(n_co_rated=0, raw=None, alpha=None)
    yield "## Queries"
    yield ""
    rows = []
    for query in card.queries:
        one = agreed.get(query.query_id, nothing)
        counts = (f"{query.grades[str(grade)]:,}" for grade in GRADES)
        numbers = (f"{one.n_co_rated:,}", _number(one.raw), _number(one.alpha))
        rows.append((_code(query.query_id), _text(query.text), f"{query.n:,}", *counts, *numbers))
    yield from _table(("query", "text", "pairs", *map(str, GRADES), "co-rated", "raw", "alpha"), rows)


def _missing(card: ExportedCard) -> Iterator[str]:
    missing = card.left_out
    yield "## Left out"
    yield ""
    if not missing:
        yield "No pair was left out."
        yield ""
        return
    yield f"Pooled or judged, and not in this release: {_n(sum(missing.values()), 'pair')}."
    yield ""
    yield from _table(("why", "pairs"), [(why, f"{n:,}") for why, n in missing.items()])


def _guideline(card: ExportedCard) -> Iterator[str]:
    guideline = card.guideline
    yield "## Guideline"
    yield ""
    if guideline is None:
        yield "None was written."
        return
    yield f"Version {guideline['version']}, SHA-256 `{guideline['sha256']}`:"
    yield ""
    # Quoted, so that its headings are not taken for the card's.
    yield from (f"> {line}".rstrip() for line in str(guideline["markdown"]).splitlines())


def _n(n: int, noun: str) -> str:
    plural = noun.removesuffix("y") + "ies" if noun.endswith("y") else noun + "s"
    return f"{n:,} {noun if n == 1 else plural}"


def _number(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.3f}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else UNDEFINED


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a table and an empty line; nothing at all without rows."""
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    if lines:
        yield f"| {' | '.join(head)} |"
        yield "|" + "---|" * len(head)
        yield from lines
        yield ""


def _text(text: object) -> str:
    """Text that stays in its cell and is no markup."""
    flat = " ".join(str(text).split())
    for mark in "\\|`*_<>[]":
        flat = flat.replace(mark, "\\" + mark)
    return flat


def _code(text: object) -> str:
    flat = " ".join(str(text).split()).replace("|", "\\|")
    return f"`` {flat} ``" if "`" in flat else f"`{flat}`"
