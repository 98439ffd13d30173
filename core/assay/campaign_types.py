"""The nouns of a judgement set that a team makes: its campaign, rounds, assignments, adjudications, releases.

Plain data as in `types`, apart from it because only those who judge in teams meet it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TypeAlias

from assay.types import Choice, Judgement

Pair: TypeAlias = tuple[str, str]
"""(query_id, doc_id)"""

Facts: TypeAlias = Mapping[str, object]
"""JSON values under names of their own: how a run or a round was made, or a data card."""

NO_FACTS: Facts = MappingProxyType({})


class CampaignStatus(Choice):
    """The stage of a campaign. Assessors grade while it is open, adjudicators until it is closed."""

    DRAFT = "draft"
    OPEN = "open"
    ADJUDICATING = "adjudicating"
    CLOSED = "closed"


class QueueKind(Choice):
    """Who is to judge which pair: assigned beforehand, or drawn from one shared queue."""

    ASSIGNED = "assigned"
    SHARED = "shared"


class QueueOrder(Choice):
    """In which order a queue offers the pairs of a query. A campaign's queues are always random."""

    RANDOM = "random"  # shuffled for each assessor
    POOL = "pool"  # as they were pooled: by their best rank in any run
    LIKELY = "likely"  # likely relevant first, by what was judged so far


class PoolStrategy(Choice):
    """How a round chose its pairs."""

    DEPTH = "depth"  # the first k of every run
    RRF = "rrf"  # the first k of the runs fused by reciprocal rank
    BOTH = "both"
    UNJUDGED = "holes"  # what a new run ranks high and nobody has judged
    IMPORT = "import"  # pairs of judgements that came from elsewhere
    MANUAL = "manual"  # the library's own judging: whatever was graded or pooled


class ReleaseRule(Choice):
    """How several assessors' grades of a pair become one."""

    UNANIMOUS = "unanimous"  # only pairs on which all agree
    MAJORITY = "majority"  # the grade that more than half gave; pairs without one are left out
    MEDIAN = "median"  # the lower median
    ADJUDICATED = "adjudicated"  # the agreed grade, or a standing adjudication; other pairs are left out


@dataclass(frozen=True, slots=True)
class Campaign:
    """A judgement set in the making. The scale is always 0..2."""

    name: str
    uuid: str
    status: CampaignStatus
    raters_per_pair: int
    queue: QueueKind
    seed: int  # of the assessors' orders and of sampled queries
    created_at: datetime  # UTC
    corpus_sha256: str = ""  # "" until the corpus is frozen
    n_papers: int = 0  # of the frozen corpus
    n_queries: int = 0
    n_pairs: int = 0
    guideline_version: int = 0  # 0: none yet


NO_AIDS = "<!-- aids: off -->"
"""The line of a guideline that turns reading aids off."""


@dataclass(frozen=True, slots=True)
class Guideline:
    """The guideline for assessors, in Markdown. `version` counts from 1; a changed text is a new version."""

    version: int
    markdown: str
    sha256: str
    created_at: datetime  # UTC

    @property
    def text(self) -> str:
        """What of it assessors read."""
        return without_setting(self.markdown)

    @property
    def aids(self) -> bool:
        """Whether judging marks the query's words and shows PDFs, which name authors."""
        return NO_AIDS not in self.markdown.splitlines()


def with_aids(markdown: str, *, aids: bool) -> str:
    """Return the guideline with its setting, which is a line of it: it goes wherever the text goes."""
    text = without_setting(markdown)
    return text if aids else f"{text.rstrip()}\n\n{NO_AIDS}\n"


def without_setting(markdown: str) -> str:
    lines = markdown.splitlines(keepends=True)
    kept = [line for line in lines if line.strip() != NO_AIDS]
    return markdown if len(kept) == len(lines) else "".join(kept).rstrip() + "\n"


@dataclass(frozen=True, slots=True)
class Assessor:
    """A person who judges. An inactive one keeps all grades and gives no more. `quota`: pairs at most."""

    handle: str
    uuid: str
    active: bool = True
    quota: int | None = None


@dataclass(frozen=True, slots=True)
class AssessorProgress:
    """How far one assessor is. `n_conflicts` counts pairs judged differently on two machines."""

    assessor: str
    active: bool
    n_assigned: int
    n_graded: int
    n_unsure: int
    n_later: int
    n_unreadable: int
    n_conflicts: int
    median_seconds: float | None

    @property
    def n_open(self) -> int:
        """Pairs that still wait: not judged, put off, or in conflict."""
        return self.n_assigned - self.n_graded - self.n_unsure - self.n_unreadable


@dataclass(frozen=True, slots=True)
class StoredRun:
    """What is known of a run without reading its hits."""

    tag: str
    mode: str
    fingerprint: str
    created_at: datetime  # UTC
    n_queries: int
    details: Facts = field(default_factory=dict)

    def number(self, name: str) -> int:
        """Return a number of the details, 0 where there is none."""
        value = self.details.get(name)
        return value if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Round:
    """A round of pooling, counted from 1."""

    round: int
    strategy: PoolStrategy


@dataclass(frozen=True, slots=True)
class PoolRound(Round):
    """A round of a campaign's pool. `n_pairs` are those that no earlier round had."""

    params: Facts
    n_pairs: int
    created_at: datetime  # UTC


def pooled_runs(params: Facts) -> tuple[str, ...]:
    """Return the tags of the runs that a round was pooled from."""
    runs = params.get("runs")
    return tuple(map(str, runs)) if isinstance(runs, list | tuple) else ()


def pool_depth(params: Facts) -> int | None:
    """Return how many results of each run a round was pooled from."""
    depth = params.get("depth", params.get("k"))
    return depth if isinstance(depth, int) else None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Why a pair is in the pool: a run that ranked it. Hidden from assessors."""

    run: str
    rank: int  # from 1
    score: float


@dataclass(frozen=True, slots=True)
class Assignment:
    """A pair for one assessor to judge. `order_key` sorts their pairs; without a lease it stays theirs."""

    query_id: str
    doc_id: str
    assessor: str
    order_key: str
    lease_until: datetime | None = None  # UTC


@dataclass(frozen=True, slots=True)
class JudgingState:
    """Where an assessor is in the judging queue. `pair` is the one to show, None when every pair is done.

    `position` is the pair's place in the queue, from 1 (0 without a pair). Graded, unsure and unreadable
    pairs are done; pairs put off for later, and pairs in conflict, are not. `judgement` is the assessor's
    current judgement of the pair.
    """

    position: int = 0
    n_done: int = 0
    n_total: int = 0
    pair: Pair | None = None
    n_later: int = 0
    n_unsure: int = 0
    n_unreadable: int = 0
    judgement: Judgement | None = None
    n_conflicts: int = 0  # pairs judged differently on two machines
    median_seconds: float | None = None  # for one judgement of this session; None until it is known

    @property
    def n_left(self) -> int:
        """Return the number of pairs that are not done."""
        return self.n_total - self.n_done

    @property
    def minutes_left(self) -> float | None:
        """Return the time that the rest of the queue takes at this pace."""
        return None if self.median_seconds is None else self.n_left * self.median_seconds / 60


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The grade that settles a pair, next to the raters' own, which it never changes.

    `relevance` is None where it was withdrawn. `stale`: the ratings changed since. `conflict`: two machines
    settled the pair differently. Neither counts until it is settled again.
    """

    query_id: str
    doc_id: str
    adjudicator: str
    relevance: int | None
    reason: str
    occurred_at: datetime  # UTC
    stale: bool = False
    conflict: bool = False

    @property
    def is_valid(self) -> bool:
        """Return whether it settles the pair."""
        return self.relevance is not None and not self.stale and not self.conflict


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A pair whose raters differ, with what each of them said, and what was settled about it."""

    query_id: str
    doc_id: str
    judgements: tuple[Judgement, ...]
    adjudication: Adjudication | None = None


@dataclass(frozen=True, slots=True)
class ReleaseItem:
    """One row of a release. `source`: single, unanimous, majority, median or adjudicated."""

    query_id: str
    doc_id: str
    relevance: int
    n_raters: int
    source: str


@dataclass(frozen=True, slots=True)
class Release:
    """Frozen judgements. `card` is the data card as JSON values; `sha256` covers the items and its facts."""

    version: int
    rule: ReleaseRule
    sha256: str
    created_at: datetime  # UTC
    n_items: int
    card: Facts


@dataclass(frozen=True, slots=True)
class GradeChange:
    """A current grade or state here, and what a bundle would make of it; "" is nothing."""

    query_id: str
    doc_id: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What a bundle says in somebody's name and nobody has confirmed: nothing of it was taken over.

    `foreign` of its `n_events` were made on a machine that is not known as this person's, or came in the
    bundle of another one; `changes` are grades that stand here and would change; `overruled` would replace
    what others settled.
    """

    assessor: str
    n_events: int
    foreign: int = 0
    changes: tuple[GradeChange, ...] = ()
    overruled: int = 0


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What a merged bundle brought. Known events are those that were here already."""

    events_new: int = 0
    events_known: int = 0
    adjudications_new: int = 0
    adjudications_known: int = 0
    pairs_new: int = 0
    assignments_new: int = 0
    releases_new: int = 0
    conflicts: tuple[Judgement, ...] = ()  # state CONFLICT: to be judged again by their assessor
    held_back: tuple[HeldBack, ...] = ()  # to be confirmed by anyone who merges
    notes: tuple[str, ...] = ()  # one sentence each: somebody renamed, a paper that differs here
    plan: str = field(default="", compare=False)  # of a preview: a digest of the bundle and what it would do
