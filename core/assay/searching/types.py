"""What a search is asked and what it answers: plain data, the same for the engine and the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from assay.types import FacetValue, IndexReport, LearnedWeights, Misfit, SearchMode, SearchRequest

RESULTS = 50
"""Results of a search in the window unless it asks for another number."""

FOUND, LISTED = "found", "listed"

Passage: TypeAlias = tuple[tuple[str, bool], ...]
"""Pieces of a text in their order; True for those that match the query."""

# -- requests -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InteractiveSearch(SearchRequest):
    """A search of the window. `prefix` matches the beginning of the last word, for results as one types."""

    k: int = RESULTS
    prefix: bool = False
    rerank: str = ""  # the model that puts the candidates in order
    candidates: int | None = None  # that it gets; None for as many as are usual


@dataclass(frozen=True, slots=True)
class SearchCall:
    """Search, or count the facets of a search."""

    request: InteractiveSearch


@dataclass(frozen=True, slots=True)
class SimilarCall:
    """Find the papers nearest to one; with `learn` by the library's grades for it as well."""

    doc_id: str
    k: int = 10
    mode: SearchMode = SearchMode.HYBRID
    learn: bool = False


@dataclass(frozen=True, slots=True)
class ExplainCall:
    """Explain why a search finds a paper."""

    request: InteractiveSearch
    doc_id: str


@dataclass(frozen=True, slots=True)
class MarksCall:
    """Mark the words of a query in texts."""

    query: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """The texts in the order in which they were given, readable and in pieces; `words` are what is marked."""

    texts: tuple[Passage, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckCall:
    """Run a saved search again; `request` is as the library keeps it, readable or not."""

    request: Mapping[str, object]


# -- answers ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A hit with what a list shows of its paper."""

    doc_id: str
    score: float = 0.0
    rank: int = 0
    channels: Mapping[str, int] = field(default_factory=dict)  # channel -> rank in it
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    passage: Passage = ()
    page: int | None = None  # where the passage is one of the full text
    in_note: bool = False  # whether the passage is one of the reader's notes, which alone hold the words


@dataclass(frozen=True, slots=True)
class ComparedFormats:
    """The task formats of the vectors that a search compared."""

    queries: tuple[str, ...]
    papers: str


@dataclass(frozen=True, slots=True)
class RerankReport:
    """What became of the second stage: `compared` of the `candidates` were reordered, `late` were not."""

    model: str
    state: Literal["pending", "done", "failed"]
    tag: str = ""  # the cascade in the paper's notation
    candidates: int = 0
    compared: int = 0
    late: int = 0
    message: str = ""  # why it failed


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The answer to a search in `mode`. `indexed` of `total` papers have a vector."""

    hits: tuple[ResultRow, ...] = ()
    mode: SearchMode = SearchMode.KEYWORD
    formats: ComparedFormats | None = None  # None without vectors, and of a model with one for all formats
    indexed: int = 0
    total: int = 0
    waiting: int = 0  # papers that the keyword index lacks
    listed: bool = False  # nothing was asked for: these are papers that pass the filters
    outdated: bool = False  # from indexes that are being replaced
    filter_words: tuple[str, ...] = ()  # the filters in the typed text, in words
    faults: tuple[str, ...] = ()  # what of it was not understood, in sentences
    rerank: RerankReport | None = None
    before: Mapping[str, int] = field(default_factory=dict)  # doc_id -> rank that it has without the grades
    set_aside: Misfit = ""  # why the library's learned weights are not used
    ms: float = 0.0

    @property
    def is_pending(self) -> bool:
        """Whether the second stage's answer is still to come."""
        return self.rerank is not None and self.rerank.state == "pending"


@dataclass(frozen=True, slots=True)
class Facets:
    """Counts of `n_papers`: the best that a search found, or all that its filters list."""

    n_papers: int = 0
    of: str = LISTED  # or FOUND
    values: Mapping[str, tuple[FacetValue, ...]] = field(default_factory=dict)  # facet -> most frequent first


@dataclass(frozen=True, slots=True)
class WordPart:
    """A word as the paper writes it, and its part of the paper's BM25 score; below 0 it lowers the score.

    `share` is of what all words together add.
    """

    word: str
    score: float
    share: float


StartKind: TypeAlias = Literal["text", "paper", "grades"]


@dataclass(frozen=True, slots=True)
class Start:
    """A text or seed paper of the search, and the cosine of its vector with the explained paper's.

    "grades" are all of them together, as the grades of a ranking move them.
    """

    kind: StartKind
    name: str  # the text, the paper's doc_id, or the number of grades
    title: str
    sign: Literal[1, -1]
    cosine: float


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the abstract, `number` from 0, and the score of a paper that says nothing else."""

    number: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Moved:
    """What learned weights did for one result: `gain` is what the ranker adds to its score, more than to the
    others' on average; `queries` are the judged ones that count most, with their shares."""

    version: str
    meaning: float
    gain: float
    queries: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class NearestPassage:
    """The passage of a paper's full text that is nearest to the search, and its nearest sentence.

    `score` is that of the passage's vector, `own` that of the paper's: the larger one counts.
    """

    page: int
    sentence: str
    score: float
    own: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a search finds a paper, the strongest first. Empty where the search did not use it."""

    doc_id: str = ""
    words: tuple[WordPart, ...] = ()
    starts: tuple[Start, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    passed: tuple[str, ...] = ()  # the filters that every result passes, in words
    moved: Moved | None = None
    nearest: NearestPassage | None = None
    note: Passage = ()  # of the reader's notes, where they hold words that are searched for


@dataclass(frozen=True, slots=True)
class CheckedSearch:
    """What a saved search finds now, best first, as `SavedSearches.settle` takes it."""

    doc_ids: tuple[str, ...]
    counted: int
    ranking: str
    complete: bool

    @property
    def results(self) -> tuple[str, ...]:
        """What counts as found: the rest is only remembered."""
        return self.doc_ids[: self.counted]


@dataclass(frozen=True, slots=True)
class PassagesIndexed:
    """How many passages of full texts have a vector, and how many of them are new."""

    n_passages: int
    n_new: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """What an update of the indexes did; `semantic` is None where the keyword index alone was asked for, and
    `passages` where they have no vectors."""

    model: str
    keyword: IndexReport
    semantic: IndexReport | None = None
    passages: PassagesIndexed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedVersion(LearnedWeights):
    """A version that a library keeps."""

    version: str
    active: bool


@dataclass(frozen=True, slots=True)
class WeightsChange:
    """The version that hybrid searches use from now on, and the one from before; "" for none."""

    version: str
    before: str
