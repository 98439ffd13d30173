"""Data of tasks that are neither labels nor one ranking: reviewers, authors, and tasks in parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from assay.benchmarks.tasks.data import Coverage, Fields, RankedData, TaskData
from assay.types import Qrels


@dataclass(frozen=True, slots=True)
class ReviewerData:
    """Which reviewers know enough of a paper, judged by the papers that they wrote.

    `judgements` is a name ("hard", "soft") -> query -> reviewer -> 1 fits, 0 does not: one set of judgements
    read strictly and loosely. Its queries are those of `queries`; its reviewers are those of `reviewers`,
    each with at least one paper of `papers`.
    """

    papers: Mapping[str, Fields]  # that reviewers wrote
    queries: Mapping[str, Fields]  # that are to be reviewed
    reviewers: Mapping[str, tuple[str, ...]]  # reviewer -> the papers that they wrote
    judgements: Mapping[str, Qrels]
    coverage: Coverage
    by_reviewer: bool = (
        False  # papers are ranked for each reviewer: where hardly a paper has two that are judged
    )


@dataclass(frozen=True, slots=True)
class AuthorPaper:
    """What is known of a paper next to the text that is encoded; "" and None stand for "not known"."""

    title: str
    abstract: str = ""
    venue: str = ""
    journal: str = ""
    year: int | None = None
    authors: tuple[tuple[int, str], ...] = ()  # (position from 0, name), by position
    references: tuple[str, ...] = ()  # ids, of papers here or elsewhere


@dataclass(frozen=True, slots=True)
class Signature:
    """A name on a paper: one author at one place. "" stands for "not known"."""

    paper_id: str
    block: str  # names that may be one person's: the same last name and first initial
    first: str
    middle: str
    last: str
    suffix: str = ""
    position: int = 0  # among the paper's authors, from 0
    email: str = ""
    affiliations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClusterData:
    """Names on papers that are to be grouped by the person behind them, within each block (S2AND).

    Blocks are parted into those to learn from, to choose settings by, and to test. Every signature's paper is
    one of `papers` and of `details`, and every signature of a block has a cluster.
    """

    papers: Mapping[str, Fields]  # to encode
    details: Mapping[str, AuthorPaper]  # of the same papers, and of those that they refer to
    signatures: Mapping[str, Signature]
    clusters: Mapping[str, str]  # signature -> the person
    train: Mapping[str, tuple[str, ...]]  # block -> its signatures
    validation: Mapping[str, tuple[str, ...]]
    test: Mapping[str, tuple[str, ...]]
    coverage: Coverage
    queries: Mapping[str, Fields] = field(default_factory=dict)  # there are none


@dataclass(frozen=True, slots=True)
class PartedData:
    """A task in parts, each scored alone; the task's value is the mean over the parts, none left out.

    The fields of MDCR (`RankedData`) and the sources of S2AND (`ClusterData`). `papers` and `queries` are
    those of all parts, so that each is encoded once; an id means the same text in every part.
    """

    parts: Mapping[str, RankedData | ClusterData]
    papers: Mapping[str, Fields]
    queries: Mapping[str, Fields]
    coverage: Coverage  # of all parts together


@dataclass(frozen=True, slots=True)
class ClickPaper:
    """What SciDocs knows of a paper next to its vector; ids are of any papers and authors."""

    title: str = ""
    year: int | None = None
    authors: frozenset[str] = frozenset()
    references: frozenset[str] = frozenset()
    cited_by: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Click:
    """One of the papers that were shown with a query, in their order, and was clicked."""

    query: str
    clicked: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClickData:
    """Clicks on recommended papers (SciDocs' *recommend*)."""

    papers: Mapping[str, Fields]  # to encode
    known: Mapping[str, ClickPaper]
    clicks: Mapping[str, tuple[Click, ...]]  # of "train", "validation" and "test"
    propensity: tuple[float, ...]  # how likely each place is looked at, from the first; all above 0
    coverage: Coverage
    queries: Mapping[str, Fields] = field(default_factory=dict)  # they are papers


AnyData: TypeAlias = "TaskData | ReviewerData | ClusterData | PartedData | ClickData"
"""What a reader of a published benchmark gives."""
