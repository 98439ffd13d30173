"""What the campaigns page shows: where a campaign stands, what comes next, and the tabs' content as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from assay.campaign_types import CampaignStatus, QueueKind
from assay.campaigns.types import CorpusChoice
from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay.campaign_types import Assessor, Campaign, Disagreement, Guideline, Release, ReleaseRule
    from assay.campaigns.types import CampaignState
    from assay.evaluation.pool_bias import BiasRow
    from assay.judging import AgreementReport
    from assay.types import Overview as RunOverview
    from assay.types import Paper, Query

_tr = translator("campaigns")

TONES: Final[Mapping[CampaignStatus, str]] = {
    CampaignStatus.DRAFT: "faint",
    CampaignStatus.OPEN: "accent",
    CampaignStatus.ADJUDICATING: "warning",
    CampaignStatus.CLOSED: "muted",
}


class Tab(StrEnum):
    """The tabs, from left to right in the order in which a campaign comes to them."""

    SETUP = "setup"
    RUNS = "runs"
    PROGRESS = "progress"
    AGREEMENT = "agreement"
    ADJUDICATE = "adjudicate"
    RELEASES = "releases"


@dataclass(frozen=True, slots=True)
class Entry:
    """One campaign of the list. `n_done`: pairs with as many grades as the campaign wants of each."""

    campaign: Campaign
    n_done: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything that is known of the chosen campaign at one glance. `n_unassigned`: pairs of nobody."""

    state: CampaignState
    n_unassigned: int = 0

    @property
    def campaign(self) -> Campaign:
        return self.state.campaign


@dataclass(frozen=True, slots=True)
class Sources:
    """What a corpus can be made of: all papers, collections by (path, papers), saved searches by name."""

    n_papers: int
    collections: tuple[tuple[str, int], ...] = ()
    searches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """A campaign as it is asked for; `doc_ids` are its corpus, None every paper, as `choice` found them."""

    name: str
    raters_per_pair: int
    queue: QueueKind
    seed: int
    assessors: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    query_file: str = ""
    sample: int = 0
    guideline: str = ""
    doc_ids: tuple[str, ...] | None = None
    choice: CorpusChoice = field(default_factory=CorpusChoice)


@dataclass(frozen=True, slots=True)
class NewImport:
    """Others' judgements as they are to be taken in; `grade_map` (theirs, ours) pairs."""

    path: str
    format: str = "auto"
    assessor: str = "imported"
    create_missing: bool = False
    grade_map: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SetupView:
    """`changed` are titles of papers that differ from the snapshot; `guidelines` the oldest first."""

    campaign: Campaign
    queries: Sequence[Query]
    guidelines: Sequence[Guideline]
    assessors: Sequence[AssessorRow]
    changed: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class AssessorRow:
    """An assessor of the campaign with what they have to do."""

    assessor: Assessor
    n_assigned: int = 0
    n_graded: int = 0
    n_open: int = 0  # pairs that can go to others


@dataclass(frozen=True, slots=True)
class PoolPreview:
    """What a round would bring: `n_new` pairs for `n_queries` queries, next to `n_known` pooled before."""

    n_new: int
    n_known: int
    n_queries: int


@dataclass(frozen=True, slots=True)
class UnjudgedRow:
    """One query with how many of a run's top k nobody has judged."""

    query_id: str
    text: str
    n: int


@dataclass(frozen=True, slots=True)
class AgreementView:
    """`texts` are the queries' words by id."""

    report: AgreementReport
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """A pair to settle with everything that there is to read of it. `query_paper`: where the query is one."""

    disagreement: Disagreement
    query: Query | None
    query_paper: Paper | None
    paper: Paper | None

    @property
    def pair(self) -> tuple[str, str]:
        return self.disagreement.query_id, self.disagreement.doc_id

    @property
    def settled(self) -> bool:
        return self.disagreement.adjudication is not None and self.disagreement.adjudication.is_valid


@dataclass(frozen=True, slots=True)
class ReleasePreview:
    """What a release by `rule` would hold, and why it would leave out the rest."""

    rule: ReleaseRule
    grades: tuple[int, int, int]
    sources: Mapping[str, int]
    left_out: Mapping[str, int]

    @property
    def n_kept(self) -> int:
        return sum(self.grades)


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """`cards` are the data cards by version, in Markdown."""

    campaign: Campaign
    releases: Sequence[Release]
    cards: Mapping[int, str]
    preview: ReleasePreview


@dataclass(frozen=True, slots=True)
class Scores:
    """All runs of a campaign on one release, best first, and each without what only it put into the pool."""

    overview: RunOverview
    bias: Sequence[BiasRow]


def status_words(status: CampaignStatus) -> str:
    """Return the status for people."""
    return {
        CampaignStatus.DRAFT: _tr("draft"),
        CampaignStatus.OPEN: _tr("open"),
        CampaignStatus.ADJUDICATING: _tr("adjudicating"),
        CampaignStatus.CLOSED: _tr("closed"),
    }[status]


def queue_words(queue: QueueKind) -> str:
    if queue is QueueKind.ASSIGNED:
        return _tr("Assigned in advance")
    return _tr("Drawn from one queue")


def progress_words(n_done: int, n_pairs: int) -> str:
    """ "312 of 1,844"; "no pairs" for an empty pool."""
    return _tr("{0} of {1}").format(numeral(n_done), numeral(n_pairs)) if n_pairs else _tr("no pairs")


def summary(campaign: Campaign) -> str:
    """Return the campaign's size in one line."""
    parts = (
        counted(campaign.n_queries, _tr("query"), _tr("queries")),
        counted(campaign.n_papers, _tr("paper"), _tr("papers")),
        counted(campaign.n_pairs, _tr("pair"), _tr("pairs")),
        counted(campaign.raters_per_pair, _tr("rater per pair"), _tr("raters per pair")),
    )
    return " · ".join(parts)


class StepKind(StrEnum):
    """What a campaign may wait for."""

    QUERIES = "queries"
    RUN = "run"
    POOL = "pool"
    ASSESSORS = "assessors"
    ASSIGN = "assign"
    OPEN = "open"
    GRADE = "grade"
    ADJUDICATE = "adjudicate"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do; `words` for the button, `why` for its tooltip, `tab` where it is done."""

    kind: StepKind
    words: str
    why: str
    tab: Tab | None = None


def next_step(overview: Overview) -> Step | None:
    """Return what the campaign waits for, or None where all is done."""
    if overview.campaign.status is CampaignStatus.DRAFT:
        return _step_of_draft(overview)
    if overview.campaign.status is CampaignStatus.OPEN:
        return _step_of_open(overview)
    return _step_of_settling(overview)


def _step_of_draft(overview: Overview) -> Step:
    state, campaign = overview.state, overview.campaign
    if not campaign.n_queries:
        return Step(StepKind.QUERIES, _tr("Add queries"), _tr("A campaign needs queries."), Tab.SETUP)
    if not state.runs and not campaign.n_pairs:
        why = _tr("Runs rank the corpus for every query; their best results are pooled.")
        return Step(StepKind.RUN, _tr("New run"), why, Tab.RUNS)
    if not campaign.n_pairs:
        return Step(StepKind.POOL, _tr("Pool"), _tr("Pairs come from the runs' best results."), Tab.RUNS)
    if not state.progress:
        return Step(StepKind.ASSESSORS, _tr("Add assessors"), _tr("No assessors yet."), Tab.SETUP)
    if overview.n_unassigned:
        return _assign(overview)
    return Step(StepKind.OPEN, _tr("Open"), _tr("Assessors can then start grading."))


def _step_of_open(overview: Overview) -> Step:
    state = overview.state
    if overview.n_unassigned:
        return _assign(overview)
    if state.n_pairs and state.n_fully_rated >= state.n_pairs:
        return _step_of_settling(overview) or _release()
    return Step(StepKind.GRADE, _tr("Grade"), _tr("Opens the judging page on this campaign."))


def _step_of_settling(overview: Overview) -> Step | None:
    state = overview.state
    if overview.campaign.status is not CampaignStatus.CLOSED and state.n_disagreements:
        why = _tr("Settle the pairs on which assessors differ.")
        return Step(StepKind.ADJUDICATE, _tr("Adjudicate"), why, Tab.ADJUDICATE)
    return None if state.releases and overview.campaign.status is CampaignStatus.CLOSED else _release()


def _release() -> Step:
    return Step(StepKind.RELEASE, _tr("Release"), _tr("Freezes the grades under a version."), Tab.RELEASES)


def _assign(overview: Overview) -> Step:
    one, many = _tr("pair has no assessor yet."), _tr("pairs have no assessor yet.")
    why = counted(overview.n_unassigned, one, many)
    return Step(StepKind.ASSIGN, _tr("Assign"), why)
