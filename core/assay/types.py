"""The nouns of Assay, under the names that information retrieval gives them.

Everything here is plain data: frozen dataclasses, dicts and float32 arrays. Nothing here does any work, so
every part of the program, the window's pages included, may know these names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Self, TypeAlias

from assay.messages import Figure, Message, translatable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Qrels: TypeAlias = dict[str, dict[str, int]]
"""query_id -> doc_id -> relevance (0..2; other collections: any integer >= 0). 0 is judged not relevant."""

Run: TypeAlias = dict[str, dict[str, float]]
"""query_id -> doc_id -> score; higher is better."""

Vectors: TypeAlias = "npt.NDArray[np.float32]"
"""(n, dim) float32, C-contiguous, one row a text."""

Span: TypeAlias = tuple[int | None, int | None]
"""First and last year, both included; None leaves that end open."""

IMPORTABLE = (".bib", ".bibtex", ".ris", ".nbib", ".enw", ".isi", ".xml", ".rdf", ".atom",
              ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".tab")  # fmt: skip
"""The suffixes that are looked for in a folder, each also with .gz behind it. A file that is given by itself
may have any name."""

HIGHLIGHT_COLOURS = ("yellow", "green", "blue", "pink")
READ_STATES = ("to read", "read")
"""What a person may mark a paper as; most papers are neither."""

GRADES = (0, 1, 2)
"""The relevance scale of every judgement made in Assay: not relevant, relevant, very relevant."""


class Choice(StrEnum):
    """A word of a fixed set. A plain string is taken for its member by the class; others are refused."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        known = ", ".join(member.value for member in cls)
        raise ValueError(f"{value!r} is no {cls.__name__}; choose one of {known}")


class Fusion(Choice):
    """How hybrid search makes one ranking of several."""

    SCORES = "scores"  # by a weighted sum of their scores
    RRF = "rrf"  # by reciprocal ranks


LearnedStep = Literal["weights", "ranker"]
"""weights: what meaning counts for next to words; ranker: a linear one over features of what was found."""
Misfit = Literal["", "model", "index", "fusion", "damaged"]
"""What has changed since weights were learned; "" where nothing has."""
SET_ASIDE: Mapping[Misfit, str] = {
    "": "",
    "model": translatable("The learned weights are not used: they are of another model."),
    "index": translatable("The learned weights are not used: the keyword index has other fields."),
    "fusion": translatable("The learned weights are not used: they are of another fusion."),
    "damaged": translatable("The learned weights are not used: their file is missing or damaged."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedWeights:
    """What judged queries teach hybrid search, and how it was measured."""

    step: LearnedStep
    meaning: float  # what the cosine counts for, 0 to 1; the words count for the rest
    ranker: tuple[float, ...]  # what its features weigh; empty where there is none
    n_queries: int  # by which it was measured
    model: str
    revision: int  # of the library when it was measured
    judgements: str
    measure: str
    before: float
    after: float
    p: float
    created: str  # ISO 8601, UTC


class TaskFormat(Choice):
    """What a vector is for (SciRepEval, section 4): a multi-format encoder has one vector a format."""

    CLF = "CLF"  # classification
    RGN = "RGN"  # regression
    PRX = "PRX"  # proximity; also the candidates of a search
    QRY = "QRY"  # the text of an ad-hoc query


class SearchMode(Choice):
    """How a search ranks papers."""

    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    HYBRID = "hybrid"


class Combine(Choice):
    """How a paper's cosines with all that a search starts from become one score."""

    MEAN = "mean"  # near all of it together
    MAX = "max"  # near any one
    MIN = "min"  # near every one


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper of a library. Empty strings and () stand for "not known", None for a year or a rating.

    A document of a collection may have no title; `shown_title` says what to show for it.
    """

    doc_id: str
    title: str
    abstract: str = ""
    authors: tuple[str, ...] = ()  # "Given Family" or "Family, Given", as the source writes them
    year: int | None = None
    venue: str = ""
    doi: str = ""  # lower case, without resolver
    arxiv_id: str = ""  # without version
    pmid: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    rating: float | None = None  # by anyone who reviewed it, on the source's own scale; the mean of several
    tldrs: tuple[str, ...] = ()  # each says in a sentence what the paper says
    cites: tuple[str, ...] = ()  # doc_ids, or "doi:...", "arxiv:...", "pmid:..."; of papers here or elsewhere
    cited_by: tuple[str, ...] = ()  # likewise
    item: str = ""  # its type and all fields of its sources, as JSON: see assay.items


_TITLE_LENGTH = 80
"""Characters of a text that stand for a title."""


def shown_title(paper: Paper) -> str:
    """What a list shows for a paper: its title, or else how its text begins, where it appeared, or its id."""
    text = paper.title or " ".join(paper.abstract[: 2 * _TITLE_LENGTH].split()) or paper.venue or paper.url
    if paper.title or len(text) <= _TITLE_LENGTH:
        return text or paper.doc_id
    return f"{text[:_TITLE_LENGTH].rstrip()}…"


def blind_title(paper: Paper) -> str:
    """Return the title for an assessor: never where the paper appeared, nor its id, often an author."""
    return shown_title(replace(paper, venue="", url="", doc_id="…"))


@dataclass(frozen=True, slots=True)
class Highlight:
    """Text that a person marked in a paper's file, at boxes on a page: a box a line."""

    doc_id: str
    sha256: str  # of the file
    page: int  # from 1
    boxes: tuple[tuple[float, float, float, float], ...]  # left, top, right, bottom
    colour: str = HIGHLIGHT_COLOURS[0]
    quote: str = ""
    comment: str = ""
    uuid: str = ""  # "" until it is stored
    made_at: datetime | None = None  # UTC


@dataclass(frozen=True, slots=True)
class Query:
    """A text to search for, or a paper of the library (`doc_id`) whose neighbours are wanted.

    `description` and `narrative` are those of a TREC topic: what is wanted, and what counts as relevant. They
    are for people: no search reads them. `source` says where the query comes from.
    """

    query_id: str
    text: str
    doc_id: str | None = None
    description: str = ""
    narrative: str = ""
    source: str = ""


CHANNEL_LETTERS: Mapping[str, str] = {
    "keyword": "K", "full text": "F", "semantic": "D", "passages": "P", "rerank": "R",
}  # fmt: skip
"""channel -> its letter before a rank, as in "K3 D1", in the order of naming; D is for dense."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One row of a ranking. `rank` counts from 1; `channels` gives the rank in each channel that found it."""

    doc_id: str
    score: float
    rank: int
    channels: Mapping[str, int] = field(default_factory=dict)  # "keyword" | "semantic" | ... -> rank there
    passage: tuple[str, int] | None = (
        None  # found in the full text: the name of the text, and the place there
    )


@dataclass(frozen=True, slots=True)
class Filters:
    """Restrictions on the papers that a search or a table may show. Years are inclusive."""

    year_from: int | None = None
    year_to: int | None = None
    venues: tuple[str, ...] = ()  # any of these, compared case-insensitively
    has_file: bool = False  # only papers with a PDF, missing or not
    doubtful: bool = False  # only papers with a PDF that a person should look over
    years: tuple[Span, ...] = ()  # any of these
    authors: tuple[str, ...] = ()  # any; all words of one begin words of the same author's name
    venue_words: tuple[str, ...] = ()  # likewise, of the venue's name
    tags: tuple[str, ...] = ()  # likewise, of the same keyword or tag
    collection_words: tuple[
        str, ...
    ] = ()  # likewise, of the name of a collection that the paper is inside of
    own_tags: tuple[str, ...] = ()  # any; tags that a person gave, as they are spelt
    collections: tuple[str, ...] = ()  # any, with those inside; paths as they are spelt: "Thesis/Chapter 2"
    doc_ids: tuple[str, ...] = ()  # any; aliases count
    dois: tuple[str, ...] = ()  # any; lower case, without resolver
    reading: tuple[
        str, ...
    ] = ()  # any of "yes" and "no", whether it was read, and "list": on the reading list
    notes: tuple[str, ...] = ()  # any; all words of one stand in the person's notes on the paper
    judged: bool | None = None  # whether anyone gave the paper a grade, for whatever query
    phrases: tuple[str, ...] = ()  # all stand in the title or the abstract; only a search can tell
    author_names: tuple[str, ...] = ()  # any; whole names, whether the family name stands first or last
    tag_names: tuple[str, ...] = ()  # any; whole keywords or tags
    also: Filters | None = None  # these restrict as well
    without: Filters | None = None  # no paper that any one value of these describes

    def __bool__(self) -> bool:
        return self != Filters()


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of a facet, as a paper spells it, and the number of papers that have it."""

    value: str
    n: int


@dataclass(frozen=True, slots=True)
class Seed:
    """A paper that a search starts from; `sign` -1 pushes away from it. `weight` is above 0."""

    doc_id: str
    sign: Literal[1, -1] = 1
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class TextSeed:
    """A text that a search starts from next to what is typed. `sign` and `weight` are those of `Seed`."""

    text: str
    sign: Literal[1, -1] = 1
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Graded:
    """A paper, and its grade for what is searched for: 0, 1 or 2."""

    doc_id: str
    relevance: int


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to search for: a text, papers, or both. Fields are understood in `text` alone, not in `texts`."""

    text: str = ""
    seeds: tuple[Seed, ...] = ()
    mode: SearchMode = SearchMode.HYBRID
    k: int = 10
    filters: Filters = field(default_factory=Filters)
    full_text: bool = False  # the typed words are looked for in the papers' full texts too
    texts: tuple[TextSeed, ...] = ()
    combine: Combine = Combine.MEAN
    grades: tuple[Graded, ...] = ()  # that the ranking learns from

    def __post_init__(self) -> None:
        """Take plain words, such as "keyword", for the members. Raises ValueError for unknown ones."""
        object.__setattr__(self, "mode", SearchMode(self.mode))
        object.__setattr__(self, "combine", Combine(self.combine))


class JudgementState(Choice):
    """What an assessor said of a (query, paper) pair. Only GRADE carries a relevance."""

    GRADE = "grade"
    UNSURE = "unsure"
    LATER = "later"
    UNREADABLE = "unreadable"
    CONFLICT = "conflict"  # two machines' judgements met in a merge; never given, only found and settled


@dataclass(frozen=True, slots=True)
class Judgement:
    """Where one assessor stands on one pair now. `relevance` is None unless the state is GRADE.

    A pair with a note alone has no state.
    """

    query_id: str
    doc_id: str
    assessor: str
    state: JudgementState | None
    relevance: int | None = None
    note: str = ""

    def __post_init__(self) -> None:
        """Take a plain word, such as "grade", for the member. Raises ValueError for an unknown one."""
        if self.state is not None and type(self.state) is not JudgementState:
            object.__setattr__(self, "state", JudgementState(self.state))


def one_line(text: str) -> str:
    """Return the text without line breaks, of whatever kind: a space stands for each."""
    return " ".join(line.strip() for line in text.splitlines() if line.strip())


@dataclass(frozen=True, slots=True)
class ImportFailure:
    """An entry that could not be imported, or what is missing of entries that were: the reason says which.

    `line` counts from 1; 0 where the file as a whole failed. As text it is "papers.bib:12: no title", in one
    line whatever line breaks the file's name or the reason holds.
    """

    file: str
    line: int
    reason: str
    message: Message | None = None  # what the reason says, for translation
    n_kept: int = 0  # papers that came in all the same, incomplete

    @classmethod
    def of(cls, file: str, line: int, words: Message, n_kept: int = 0) -> ImportFailure:
        return cls(file, line, str(words), words, n_kept)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return one_line(f"{place}: {self.reason}")


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """Something in a library that is not as it was written.

    `kind`: pages, reference, grade, adjudication, release, cache, index, left over, open. The names are ""
    where they do not apply, or cannot be read any more.
    """

    kind: str
    text: str
    query_id: str = ""
    doc_id: str = ""
    assessor: str = ""
    mendable: bool = False


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check looked at and found. `mended` says, one sentence each, what was put right.

    `hurt`: grades, or the pages and references that hold them, are not as they were written.
    """

    findings: tuple[CheckFinding, ...] = ()
    n_events: int = 0
    n_adjudications: int = 0
    n_release_items: int = 0
    mended: tuple[str, ...] = ()
    hurt: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """Of one model and format: what all papers took that one device has encoded."""

    papers: int
    seconds: float  # by the clock
    measured: str  # the last day, ISO 8601, UTC

    @property
    def seconds_per_1000(self) -> float:
        return 1000 * self.seconds / self.papers


@dataclass(frozen=True, slots=True)
class Comparison:
    """Run B against run A on `n` judged queries. Positive numbers are in favour of B.

    `difference` is mean_b - mean_a; the 95 % interval is Student's t over the queries' differences, so it
    leaves out 0 exactly where `p_t` < 0.05. Both p-values are two-sided. `effect_size` is Cohen's d_z, the
    mean difference in standard deviations of the differences; None where all differ by the same amount, for
    which it is infinite. `wins` counts the queries on which B is better, `losses` those on which A is.
    `draws` is the number of sign assignments behind `p_randomisation`: all 2**(wins + losses) if `exact`.
    """

    measure: str
    n: int
    mean_a: float
    mean_b: float
    difference: float
    ci_low: float
    ci_high: float
    p_t: float
    p_randomisation: float
    effect_size: float | None
    wins: int
    ties: int
    losses: int
    draws: int
    exact: bool = False


Titles: TypeAlias = tuple[str, str]
"""Templates for one and for several: {0} is how many, then come names, fields, counts of papers."""


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Papers that an import added, changed and restored; each paper counts once."""

    new: int
    changed: int
    restored: int = 0


@dataclass(frozen=True, slots=True)
class ActionArgs:
    """What an action concerned: how many papers (or pairs, files, queries), and the names in its title."""

    n: int = 1
    names: tuple[str, ...] = ()  # such as the first paper's title, then the tag
    n_targets: int | None = None  # papers that remain of merged ones
    fields: tuple[str, ...] | None = None  # of papers, those that were changed
    counts: ImportCounts | None = None

    @property
    def restores(self) -> bool:
        """Whether an import restored papers, which its title then counts."""
        return self.counts is not None and self.counts.restored > 0

    def fill(self, titles: Titles, *, number: Callable[[int], str], field: Callable[[str], str] = str) -> str:
        """Return the title of these templates that fits, filled with the front end's words.

        `number` and `field` are its words for a number and for the name of a field.
        """
        numbers = [] if self.n_targets is None else [self.n_targets]
        if self.counts is not None:
            numbers += [self.counts.new, self.counts.changed, self.counts.restored]
        fields = [] if self.fields is None else [", ".join(map(field, self.fields))]
        template = titles[0] if self.n == 1 else titles[1]
        return template.format(Figure(number(self.n)), *self.names, *fields, *map(number, numbers))


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the history: what was done, to what, when, and whether it is undone now."""

    pk: int
    kind: str  # a key of TITLES
    args: ActionArgs
    done_at: datetime  # UTC
    undone: bool

    @property
    def title(self) -> str:
        """The action in English, such as "Merged 12 papers into 5"."""
        titles = TITLES_RESTORED if self.args.restores else TITLES
        return self.args.fill(titles[self.kind], number="{:,}".format)


TITLES: dict[str, Titles] = {
    "import": ("Imported {1}: {2} new, {3} changed", "Imported {0} files: {2} new, {3} changed"),
    "add": ("Added {1}: {2} new, {3} changed", "Added {0} identifiers: {2} new, {3} changed"),
    "watch": ("Checked {1}: {2} new, {3} changed",) * 2,
    "merge": ("Merged {0} {0:paper|papers} into {1}",) * 2,
    "keep apart": ("Marked {0} {0:pair|pairs} as distinct",) * 2,
    "link versions": ("Linked {0} {0:pair|pairs} of versions",) * 2,
    "remove": ("Removed “{1}”", "Removed {0} papers"),
    "bring back": ("Restored “{1}”", "Restored {0} papers"),
    "edit": ("Edited “{1}”: {2}",) * 2,
    "accept": ("Accepted suggestions for “{1}”: {2}", "Accepted suggestions for {0} papers: {2}"),
    "tag": ("Tagged “{1}” as {2}", "Tagged {0} papers as {2}"),
    "untag": ("Removed the tag {2} from “{1}”", "Removed the tag {2} from {0} papers"),
    "rename tag": ("Renamed the tag {1} to {2}",) * 2,
    "delete tag": ("Deleted the tag {1}",) * 2,
    "collect": ("Added “{1}” to “{2}”", "Added {0} papers to “{2}”"),
    "take out": ("Removed “{1}” from {2}", "Removed {0} papers from {2}"),
    "new collection": ("Created the collection {1}",) * 2,
    "rename collection": ("Renamed the collection {1} to {2}",) * 2,
    "move collection": ("Moved the collection {1} to {2}",) * 2,
    "delete collection": ("Deleted the collection {1}",) * 2,
    "save search": ("Saved the search {1}",) * 2,
    "rename search": ("Renamed the saved search {1} to {2}",) * 2,
    "remove search": ("Removed the saved search {1}",) * 2,
    "settle": ("Reviewed {1}",) * 2,
    "highlight": ("Highlighted “{2}” in “{1}”",) * 2,
    "change highlight": ("Changed the highlight “{2}” in “{1}”",) * 2,
    "remove highlight": ("Removed the highlight “{2}” from “{1}”",) * 2,
    "to read": ("Added “{1}” to the reading list", "Added {0} papers to the reading list"),
    "read": ("Marked “{1}” as read", "Marked {0} papers as read"),
    "unread": ("Cleared the reading mark of “{1}”", "Cleared the reading mark of {0} papers"),
    "withdraw pairs": ("Withdrew {0} {0:pair|pairs} of {2} from {1}",) * 2,
    "reassign pairs": ("Reassigned {0} {0:pair|pairs} of {2} from {1}",) * 2,
    "rename query": ("Renamed the query “{1}” to “{2}”",) * 2,
    "remove query": ("Removed the query “{1}”", "Removed {0} queries"),
    "describe query": ("Described the query “{1}”",) * 2,
    "merge queries": ("Merged {0} {0:query|queries} into “{1}”",) * 2,
    "watch folder": ("Started watching {1}",) * 2,
    "unwatch folder": ("Stopped watching {1}",) * 2,
}
"""Kind of action -> its templates."""

TITLES_RESTORED: dict[str, Titles] = {
    "import": (
        "Imported {1}: {2} new, {3} changed, {4} restored",
        "Imported {0} files: {2} new, {3} changed, {4} restored",
    ),
    "add": (
        "Added {1}: {2} new, {3} changed, {4} restored",
        "Added {0} identifiers: {2} new, {3} changed, {4} restored",
    ),
    "watch": ("Checked {1}: {2} new, {3} changed, {4} restored",) * 2,
}
"""The templates of imports that restored papers."""


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """One run. `difference`, `ci` and `p` are None for the reference itself."""

    tag: str
    mean: dict[str, float]
    n_missing: int
    difference: float | None = None
    ci: tuple[float, float] | None = None  # 95 %
    p: float | None = None  # paired randomisation test, Holm-adjusted over the runs shown
    missing: tuple[str, ...] = ()  # the judged queries of which the run has no result: they count 0
    unranked: tuple[str, ...] = ()  # those of them that the run was not made for


@dataclass(frozen=True, slots=True)
class Overview:
    """`rows` best first; `per_query` maps query_id -> tag -> value of `measure`."""

    measure: str
    measures: tuple[str, ...]
    reference: str
    n_queries: int
    n_judgements: int
    grades: tuple[int, ...]  # how many judgements of 0, of 1, of 2
    rows: tuple[OverviewRow, ...]
    per_query: dict[str, dict[str, float]]
    holes: dict[str, int]  # tag -> unjudged pairs among the top 10 of the judged queries
    n_not_run: int = 0  # judged queries that no run has: they are left out until the runs are made again


@dataclass(frozen=True, slots=True)
class LibraryOverview(Overview):
    """The runs that a library keeps, on the judgements in it."""

    texts: dict[str, str] = field(default_factory=dict)  # query_id -> the query


@dataclass(frozen=True, slots=True)
class EvaluateCall:
    """Evaluate the library's runs; see `evaluation.overview` for what no reference means."""

    reference: str | None = None
    measure: str = "nDCG@10"


Queries = Literal["queries", "submissions", "reviewers"]
"""What a query is: of reviewers a submission that they are ranked for, or a reviewer who ranks those."""


@dataclass(frozen=True, slots=True)
class RankedPaper:
    """A paper in a ranking, and its rank in the other one; None where it is not among the first there."""

    rank: int
    doc_id: str
    title: str
    grade: int | None = None
    other: int | None = None
    score: float | None = None  # of reviewers: how near the system finds the two


@dataclass(frozen=True, slots=True)
class Rankings:
    """A query's first papers under both systems; `relevant` papers were judged so."""

    query: str
    text: str
    graded: bool
    relevant: int
    reference: tuple[RankedPaper, ...]
    system: tuple[RankedPaper, ...]
    asks: Queries = "queries"
    wrote: tuple[str, ...] = ()  # titles, where a reviewer asks


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What an update did.

    Papers are counted where they are now: `n_papers` = `n_encoded` + `n_cached` + `n_unchanged`. Encoded are,
    for the keyword index, the papers that were read into it; cached, those whose vectors were in the cache
    (equal texts are encoded once). `rebuilt` says why the index was built from nothing, "" if it was not.
    """

    n_papers: int
    n_encoded: int
    n_cached: int
    n_removed: int
    n_unchanged: int
    seconds: float
    rebuilt: str = ""
