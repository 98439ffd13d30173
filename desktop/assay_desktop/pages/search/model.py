"""What the search page knows: the state of the search, and the engine's answer as cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from assay.codec import from_json, to_json
from assay.errors import BadInput
from assay.items.readable import readable
from assay.searching.request_json import RERANK, request_of
from assay.searching.types import (
    RESULTS,
    ComparedFormats,
    InteractiveSearch,
    Passage,
    ResultRow,
    SearchResults,
)
from assay.types import CHANNEL_LETTERS, Paper, SearchMode, Seed, TextSeed
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.widgets.papers.card import ChannelRank, PaperCard, byline, chip_label, shortened

_tr = translator("search")

TEXT_LETTERS = 24
"""Letters of a text on its chip."""


@dataclass(frozen=True, slots=True)
class SeedChip(Seed):
    """A paper or a text that the search starts from, as its chip shows it; a text has no `doc_id`."""

    label: str = ""
    title: str = ""  # all of what the label says in short

    @property
    def is_text(self) -> bool:
        return not self.doc_id

    @property
    def key(self) -> str:
        """What no other chip of a search has."""
        return self.doc_id or f"\0{self.title}"


def chip_of(paper: Paper, sign: Literal[1, -1] = 1) -> SeedChip:
    """Return the chip of a paper."""
    return SeedChip(paper.doc_id, sign, label=chip_label(paper), title=paper.title)


def text_chip(text: str, sign: Literal[1, -1] = 1, weight: float = 1.0) -> SeedChip:
    """Return the chip of a text; what does not fit on it is in its tooltip."""
    return SeedChip("", sign, weight, shortened(text, TEXT_LETTERS), text)


@dataclass(frozen=True, slots=True)
class Need:
    """What a judgement is about: a text, or one paper. It becomes a `Query` with the first grade."""

    text: str = ""
    doc_id: str | None = None


@dataclass(frozen=True, slots=True)
class SearchState(InteractiveSearch):
    """Everything that the user chose, texts and papers together as chips; the results follow from it."""

    seeds: tuple[SeedChip, ...] = ()

    @property
    def n_towards(self) -> int:
        """How many texts and papers pull the results towards them."""
        return bool(self.text.strip()) + sum(seed.sign > 0 for seed in self.seeds)

    @property
    def empty(self) -> bool:
        return not self.text.strip() and not self.seeds and not self.filters

    @property
    def need(self) -> Need | None:
        """The text, typed or on the only chip of a text, whatever seed papers help to find; without a text
        the only seed paper. None where grades would have no query: seeds against ask for nothing.
        """
        if self.text.strip():
            return Need(text=" ".join(self.text.split()))
        towards = [seed for seed in self.seeds if seed.sign > 0]
        texts = [seed for seed in towards if seed.is_text] or towards
        if len(texts) != 1:
            return None
        [seed] = texts
        return Need(text=seed.title) if seed.is_text else Need(doc_id=seed.doc_id)

    def with_seed(self, chip: SeedChip) -> SearchState:
        """Add the seed; one that is already there takes the new sign."""
        others = tuple(seed for seed in self.seeds if seed.key != chip.key)
        return replace(self, seeds=(*others, chip))

    def without_seed(self, key: str) -> SearchState:
        return replace(self, seeds=tuple(seed for seed in self.seeds if seed.key != key))

    def flipped(self, key: str) -> SearchState:
        """Return the seed pushes away where it pulled, and the other way round."""
        return self._changed(key, lambda seed: replace(seed, sign=-1 if seed.sign > 0 else 1))

    def weighed(self, key: str, weight: float) -> SearchState:
        """The seed counts so much from now on."""
        return self._changed(key, lambda seed: replace(seed, weight=weight))

    def _changed(self, key: str, change: Callable[[SeedChip], SeedChip]) -> SearchState:
        return replace(self, seeds=tuple(change(seed) if seed.key == key else seed for seed in self.seeds))

    def request(self, *, mode: SearchMode, prefix: bool) -> InteractiveSearch:
        """Return the engine's request; `prefix` matches the beginning of the last word, as one types."""
        papers = tuple(Seed(seed.doc_id, seed.sign, seed.weight) for seed in self.seeds if not seed.is_text)
        texts = tuple(TextSeed(seed.title, seed.sign, seed.weight) for seed in self.seeds if seed.is_text)
        return InteractiveSearch(
            self.text.strip(),
            papers,
            mode,
            filters=self.filters,
            full_text=self.full_text,
            texts=texts,
            combine=self.combine,
            prefix=prefix,
            grades=() if prefix else self.grades,
            rerank="" if prefix else self.rerank,
        )

    @property
    def search(self) -> InteractiveSearch:
        """The whole search, which two states have in common that differ in nothing but their chips' words and
        the grades that they learn from.
        """
        return replace(self.request(mode=self.mode, prefix=False), grades=())


def state_of(fields: Mapping[str, object], chips: Sequence[SeedChip] = ()) -> SearchState:
    """The state that asks this; `chips` say how its seeds look. Raises BadInput for what is no search."""
    request = request_of(fields, k=RESULTS)
    looks = {chip.doc_id: chip for chip in chips}
    papers = tuple(
        replace(
            looks.get(seed.doc_id, SeedChip(seed.doc_id, label=seed.doc_id, title=seed.doc_id)),
            sign=seed.sign,
            weight=seed.weight,
        )
        for seed in request.seeds
    )
    texts = tuple(text_chip(each.text, each.sign, each.weight) for each in request.texts)
    return SearchState(
        text=request.text,
        seeds=(*papers, *texts),
        mode=request.mode,
        filters=request.filters,
        rerank=str(fields.get(RERANK) or ""),
        full_text=request.full_text,
        combine=request.combine,
    )


@dataclass(frozen=True, slots=True)
class QueryLine:
    """A query of the library in the sidebar; `n_judged` papers were graded for it."""

    query_id: str
    label: str
    text: str
    doc_id: str | None
    n_judged: int
    about: tuple[str, str, str] = ("", "", "")  # description, narrative, source
    n_others: int = 0  # of the judged, those that the person at the machine did not grade

    @property
    def need(self) -> Need:
        """What a search must be for to be graded for this query."""
        return Need(doc_id=self.doc_id) if self.doc_id is not None else Need(" ".join(self.text.split()))


def others_words(n: int) -> str:
    """Return that others alone graded `n` papers of a query; "" for none."""
    return _tr("{0} {0:paper|papers} graded by others only").format(numeral(n)) if n else ""


@dataclass(frozen=True, slots=True)
class SavedLine:
    """A saved search in the sidebar; `request` is None where its request cannot be read."""

    pk: int
    label: str
    n_new: int = 0
    fault: str = ""  # why it is not known what is new
    request: InteractiveSearch | None = None


MOST_CLOSED: Final = 20


class Place(NamedTuple):
    """Where the reader is: the selected paper, "" for none, and how far the list is scrolled, in pixels."""

    doc_id: str = ""
    scroll: int = 0


@dataclass
class Tab:
    """One search. `answer` is the engine's, None where it has to be asked again."""

    state: SearchState = field(default_factory=SearchState)
    place: Place = field(default_factory=Place)
    answer: SearchResults | None = None


@dataclass(frozen=True, slots=True)
class _KeptTabs:
    """What a session keeps of the tabs: the answers are asked for again."""

    tabs: tuple[tuple[SearchState, Place], ...]
    at: int


class OpenTabs:
    """One tab at least, one of them current; those that were closed last can be opened again."""

    def __init__(self) -> None:
        self.tabs = [Tab()]
        self.at = 0
        self._closed: list[tuple[int, Tab]] = []

    @property
    def current(self) -> Tab:
        return self.tabs[self.at]

    def open(self, state: SearchState) -> Tab:
        """Return a new tab behind the current one, which becomes the current one."""
        self.at += 1
        self.tabs.insert(self.at, Tab(state))
        return self.current

    def close(self, at: int, *, instead: SearchState) -> None:
        """Close a tab; the last one that is open leaves an empty one, which asks `instead`."""
        gone = self.tabs.pop(at)
        if not gone.state.empty:
            self._closed = [*self._closed[1 - MOST_CLOSED :], (at, gone)]
        if not self.tabs:
            self.tabs = [Tab(instead)]
        self.at = min(self.at - (at < self.at), len(self.tabs) - 1)

    def reopen(self) -> bool:
        """Open the tab again that was closed last, where it was; False where there is none."""
        if not self._closed:
            return False
        at, tab = self._closed.pop()
        if len(self.tabs) == 1 and self.current.state.empty:
            self.tabs = []  # what a closed last tab left behind
        self.at = min(at, len(self.tabs))
        self.tabs.insert(self.at, tab)
        return True

    def move(self, at: int, to: int) -> None:
        """Put a tab elsewhere; the current one stays the current one."""
        current = self.current
        self.tabs.insert(to, self.tabs.pop(at))
        self.at = next(place for place, tab in enumerate(self.tabs) if tab is current)

    def find(self, state: SearchState) -> int:
        """Return the place of a tab that asks the same; -1 where none does."""
        return next((place for place, tab in enumerate(self.tabs) if tab.state.search == state.search), -1)

    def forget_answers(self) -> None:
        """Forget what was found: it may be found otherwise now."""
        for tab in self.tabs:
            tab.answer = None

    def kept(self) -> object:
        """As JSON values, for `tabs_of`."""
        return to_json(_KeptTabs(tuple((tab.state, tab.place) for tab in self.tabs), self.at))


def tabs_of(kept: object) -> OpenTabs | None:
    """The tabs that were kept, None where nothing that can be read was."""
    try:
        read = from_json(kept, _KeptTabs)
    except BadInput:
        return None
    if not read.tabs:
        return None
    found = OpenTabs()
    found.tabs = [Tab(state, place) for state, place in read.tabs]
    found.at = min(max(0, read.at), len(read.tabs) - 1)
    return found


def ranks_of(hit: ResultRow) -> tuple[ChannelRank, ...]:
    """Return the rank in each channel that found the paper, in a fixed order."""
    return tuple(ChannelRank(name, hit.channels[name]) for name in CHANNEL_LETTERS if name in hit.channels)


def card_of(hit: ResultRow, before: Mapping[str, int] = MappingProxyType({})) -> PaperCard:
    """Return the card of a result; where it stood `before` (doc_id -> rank), it says how far it moved."""
    return PaperCard(
        doc_id=hit.doc_id,
        title=readable(hit.title) or hit.doc_id,  # a document may have none
        byline=byline(hit.authors, hit.venue, hit.year),
        passage=_passage(hit),
        badges=(
            *moved(hit, before),
            *(f"{CHANNEL_LETTERS[rank.channel]}{rank.rank}" for rank in ranks_of(hit)),
        ),
    )


def moved(hit: ResultRow, before: Mapping[str, int]) -> tuple[str, ...]:
    """Return "↑3", "↓3", "↑" for what was not listed, or nothing."""
    if not before or before.get(hit.doc_id) == hit.rank:
        return ()
    if hit.doc_id not in before:
        return ("↑",)
    up = before[hit.doc_id] - hit.rank
    return (f"↑{up}" if up > 0 else f"↓{-up}",)


def _passage(hit: ResultRow) -> Passage:
    """Return the passage; one of the full text says on which page it stands, one of a note that it is one."""
    if hit.in_note:
        return ((_tr("Your note: "), False), *hit.passage)
    return ((_tr("p. {0}: ").format(hit.page), False), *hit.passage) if hit.page else hit.passage


def formats_words(formats: ComparedFormats | None) -> str:
    """Return sentences for the explanation of a result; "" where a model has one vector for all."""
    if formats is None:
        return ""
    queries, papers = formats.queries, formats.papers
    read = []
    if "QRY" in queries:
        read.append(_tr("The query uses the model's vectors for queries ({0}).").format("QRY"))
    if papers in queries:
        read.append(_tr("Seed papers and results use the model's vectors for similarity ({0})."))
    else:
        read.append(_tr("Papers use the model's vectors for similarity ({0})."))
    return " ".join(read).format(papers)
