"""What campaigns and judging answer: overviews, previews, and the pair to judge with everything around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from assay.campaign_types import (
    Assessor,
    AssessorProgress,
    Campaign,
    Guideline,
    JudgingState,
    Pair,
    PoolRound,
    Release,
    StoredRun,
)
from assay.errors import BadInput
from assay.types import Choice, Judgement, Paper, Query

# -- campaigns --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """A collection's papers, those that the Library's filter finds, or both; or those of a saved search.

    Nothing of it: every paper.
    """

    collection: str = ""
    words: str = ""
    saved: str = ""


@dataclass(frozen=True, slots=True)
class CampaignState:
    """Everything that a campaign's overview shows.

    `n_rated` pairs have a grade, `n_fully_rated` as many as the campaign wants of each. `n_disagreements`
    counts the pairs that wait for an adjudicator, `n_stale` those among them that were settled on grades
    which changed since, `n_conflicts` the judgements that two machines gave differently.
    """

    campaign: Campaign
    guideline: Guideline | None
    rounds: tuple[PoolRound, ...]
    runs: tuple[StoredRun, ...]
    progress: tuple[AssessorProgress, ...]
    n_pairs: int
    n_rated: int
    n_fully_rated: int
    grades: tuple[int, int, int]  # current grades of 0, of 1, of 2
    n_disagreements: int
    n_stale: int
    n_conflicts: int
    changed_papers: tuple[str, ...]  # doc_ids whose text is not what was frozen, or that were removed
    releases: tuple[Release, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Pairs taken from an assessor, what of theirs stays, and who got how many."""

    assessor: str
    n: int
    n_kept: int
    given: Mapping[str, int] = field(default_factory=dict)  # empty: nobody yet


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import of judgements does, or would do. With `problems` it does nothing."""

    n_rows: int
    n_queries: int
    n_docs: int
    n_new: int  # judgements that their assessor had not given
    n_known: int
    n_changed: int  # judgements that their assessor had given otherwise
    unknown_queries: tuple[str, ...]
    unknown_docs: tuple[str, ...]
    grades: Mapping[int, int]  # grade -> rows
    problems: tuple[str, ...]  # one sentence each
    notes: tuple[str, ...] = ()  # what was understood in a way that one may want to know


# -- judging ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgingPlace:
    """Who judges, and where: in the campaign of this name, or (None) for the library's own queries.

    With `run` only what the library's run of this tag found in its first 10 and nobody had judged.
    """

    assessor: str
    campaign: str | None = None
    run: str = ""

    @property
    def chooses_order(self) -> bool:
        """Whether the assessor chooses the order: a campaign has its own, a run that of its ranks."""
        return self.campaign is None and not self.run


@dataclass(frozen=True, slots=True)
class JudgingSetting:
    """What surrounds the pairs of a place. The roster is empty where anybody may judge."""

    place: JudgingPlace = field(default_factory=lambda: JudgingPlace(""))
    roster: tuple[Assessor, ...] = ()
    guideline: Guideline | None = None


class CannotJudgeReason(Choice):
    """Why nobody, or not this assessor, can judge at a place now."""

    DRAFT = "draft"
    ADJUDICATING = "adjudicating"
    CLOSED = "closed"
    NOT_ASSESSOR = "not-assessor"
    DEACTIVATED = "deactivated"


class CannotJudge(BadInput):
    """The campaign is not open, or the assessor is not one of its own or deactivated."""

    def __init__(self, reason: CannotJudgeReason, setting: JudgingSetting) -> None:
        self.reason = reason
        self.setting = setting
        super().__init__(_cannot_judge(reason, setting))

    @property
    def needs_other_assessor(self) -> bool:
        """Return whether naming another assessor would help."""
        return self.reason in (CannotJudgeReason.NOT_ASSESSOR, CannotJudgeReason.DEACTIVATED)


def _cannot_judge(reason: CannotJudgeReason, setting: JudgingSetting) -> str:
    assessor, campaign = setting.place.assessor, setting.place.campaign
    names = ", ".join(f"'{each.handle}'" for each in setting.roster if each.active)
    who = f"is judged by {names}. Choose one of them." if names else "has no assessors yet."
    return {
        CannotJudgeReason.DRAFT: f"'{campaign}' is still being prepared. Judging starts once it is open.",
        CannotJudgeReason.ADJUDICATING: (
            f"'{campaign}' is closed for grading: its disagreements are being settled."
        ),
        CannotJudgeReason.CLOSED: f"'{campaign}' is closed for grading.",
        CannotJudgeReason.NOT_ASSESSOR: f"'{assessor}' is not an assessor of '{campaign}', which {who}",
        CannotJudgeReason.DEACTIVATED: (
            f"'{assessor}' is deactivated and cannot grade; earlier grades stay. "
            "Choose another assessor, or activate this one again."
        ),
    }[reason]


@dataclass(frozen=True, slots=True)
class LastJudgement:
    """What undo would take back: `kind` is a state of a judgement, "note" or "clear".

    `here` says whether its pair is in the queue: what is graded in a search is not.
    """

    kind: str
    relevance: int | None = None
    here: bool = True


@dataclass(frozen=True, slots=True)
class JudgingView(JudgingState):
    """One pair to judge with everything around it; `paper` is None where it is not in the library any more.

    There is deliberately no field for a model, a rank, a score or another assessor's grade: what is not here
    cannot be shown.
    """

    query: Query | None = None
    query_paper: Paper | None = None
    paper: Paper | None = None
    draft: str | None = None  # a note on the pair that a front end could not save yet
    last: LastJudgement | None = None
    setting: JudgingSetting = field(default_factory=JudgingSetting)
    cannot_judge: CannotJudge | None = None

    @property
    def finished(self) -> bool:
        """Return whether there were pairs and none is left."""
        return self.n_total > 0 and self.pair is None


@dataclass(frozen=True, slots=True)
class RankCall:
    """Asks for the likely order of what an assessor has left of one of the library's own queries."""

    query_id: str
    assessor: str


@dataclass(frozen=True, slots=True)
class Coming:
    """What a queue lacks of what comes next: more pairs, at once or at all, and papers."""

    shared: bool = False
    draws: bool = False
    doc_ids: tuple[str, ...] = ()

    @property
    def is_urgent(self) -> bool:
        return self.draws or bool(self.doc_ids)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of that. `pairs` is None where none were drawn, and empty where there were none."""

    pairs: Sequence[Pair] | None
    papers: Mapping[str, Paper]  # by doc_id
    queries: Mapping[str, Query]  # by query_id


@dataclass(frozen=True, slots=True)
class QueueRanking:
    """The open pairs of a query, the likeliest first, and what the grades so far say of them.

    `n_found` of `n_judged` graded pairs are relevant. Of the open ones about `expected` are (None: none was
    found yet), and at most `most`, at 95 % confidence. `by_words`: without vectors.
    """

    query_id: str
    doc_ids: tuple[str, ...]
    n_judged: int
    n_found: int
    expected: float | None
    most: int
    may_stop: bool
    by_words: bool = False


@dataclass(frozen=True, slots=True)
class PastPair:
    """One pair that the assessor judged, with their current judgement; None if all was taken back."""

    pair: Pair
    when: datetime  # UTC, of the last judgement or note
    query: str
    title: str
    judgement: Judgement | None


@dataclass(frozen=True, slots=True)
class JudgingPlaces:
    """The campaigns of a library, those that are open, and who may judge its own queries.

    `library` tells one library from another.
    """

    library: str
    campaigns: tuple[str, ...]
    open: tuple[str, ...]
    people: tuple[str, ...]
