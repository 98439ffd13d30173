"""What the search page knows: the state of the search, and the engine's answer as cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QCoreApplication

from assay.searching.request_json import RERANK, fields_of, request_of
from assay.searching.types import RESULTS, InteractiveSearch, Passage, ResultRow
from assay.types import CHANNEL_LETTERS, Combine, Filters, SearchMode, Seed, TextSeed
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.papers.card import ChannelRank, PaperCard, byline, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

TEXT_LETTERS = 24
"""Letters of a text on its chip."""


@dataclass(frozen=True, slots=True)
class SeedChip:
    """A paper or a text that the search starts from, as its chip shows it; a text has no `doc_id`."""

    doc_id: str
    label: str
    title: str
    sign: Literal[1, -1] = 1
    weight: float = 1.0

    @property
    def is_text(self) -> bool:
        return not self.doc_id

    @property
    def key(self) -> str:
        """What no other chip of a search has."""
        return self.doc_id or f"\0{self.title}"


def text_chip(text: str, sign: Literal[1, -1] = 1, weight: float = 1.0) -> SeedChip:
    """The chip of a text; what does not fit on it is in its tooltip."""
    return SeedChip("", shortened(text, TEXT_LETTERS), text, sign, weight)


@dataclass(frozen=True, slots=True)
class Need:
    """What a judgement is about: a text, or one paper. It becomes a `Query` with the first grade."""

    text: str = ""
    doc_id: str | None = None


@dataclass(frozen=True, slots=True)
class SearchState:
    """Everything that the user chose; the results follow from it."""

    text: str = ""
    seeds: tuple[SeedChip, ...] = ()
    mode: SearchMode = SearchMode.HYBRID
    filters: Filters = field(default_factory=Filters)
    rerank: str = ""  # the model that puts what was found in order
    full_text: bool = False  # words are looked for in full texts too
    combine: Combine = Combine.MEAN

    @property
    def n_towards(self) -> int:
        """How many texts and papers pull the results towards them."""
        return bool(self.text.strip()) + sum(seed.sign > 0 for seed in self.seeds)

    @property
    def empty(self) -> bool:
        return not self.text.strip() and not self.seeds and not self.filters

    @property
    def need(self) -> Need | None:
        """The text if there is one, else the only positive seed; None where grades would have no query."""
        if self.text.strip():
            return Need(text=" ".join(self.text.split()))
        if len(self.seeds) != 1 or self.seeds[0].sign < 0:
            return None
        [seed] = self.seeds
        return Need(text=seed.title) if seed.is_text else Need(doc_id=seed.doc_id)

    def with_seed(self, chip: SeedChip) -> SearchState:
        """Adds the seed; one that is already there takes the new sign."""
        others = tuple(seed for seed in self.seeds if seed.key != chip.key)
        return replace(self, seeds=(*others, chip))

    def without_seed(self, key: str) -> SearchState:
        return replace(self, seeds=tuple(seed for seed in self.seeds if seed.key != key))

    def flipped(self, key: str) -> SearchState:
        """The seed pushes away where it pulled, and the other way round."""
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
            rerank="" if prefix else self.rerank,
        )

    def fields(self) -> dict[str, Any]:
        """Return the search as a saved search keeps it."""
        return fields_of(self.request(mode=self.mode, prefix=False), rerank=self.rerank)


def state_of(told: Mapping[str, Any], chips: Sequence[SeedChip] = ()) -> SearchState:
    """The state that asks this; `chips` say how its seeds look. Raises BadInput for what is no search."""
    request = request_of(told, k=RESULTS)
    looks = {chip.doc_id: chip for chip in chips}
    papers = tuple(
        replace(
            looks.get(seed.doc_id, SeedChip(seed.doc_id, seed.doc_id, seed.doc_id)),
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
        rerank=str(told.get(RERANK) or ""),
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

    @property
    def count(self) -> str:
        return numeral(self.n_judged) if self.n_judged else ""

    @property
    def fresh(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class SavedLine:
    """A saved search in the sidebar. `asked` is what it asks, as `SearchState.fields` says it."""

    pk: int
    label: str
    n_new: int = 0
    fault: str = ""  # why it is not known what is new
    asked: dict[str, Any] | None = None

    @property
    def count(self) -> str:
        return numeral(self.n_new) if self.n_new else ""

    @property
    def fresh(self) -> bool:
        return self.n_new > 0


def ranks_of(hit: ResultRow) -> tuple[ChannelRank, ...]:
    """Return the rank in each channel that found the paper, in a fixed order."""
    return tuple(ChannelRank(name, hit.channels[name]) for name in CHANNEL_LETTERS if name in hit.channels)


def card_of(hit: ResultRow) -> PaperCard:
    """Return the card of a result."""
    return PaperCard(
        doc_id=hit.doc_id,
        title=hit.title or hit.doc_id,  # a document may have none
        byline=byline(hit.authors, hit.venue, hit.year),
        passage=_passage(hit),
        badges=tuple(f"{CHANNEL_LETTERS[rank.channel]}{rank.rank}" for rank in ranks_of(hit)),
    )


def _passage(hit: ResultRow) -> Passage:
    """The passage; one of the full text says on which page it stands."""
    return ((_page_words(hit.page), False), *hit.passage) if hit.page else hit.passage


def _page_words(page: int) -> str:
    return QCoreApplication.translate("SearchPage", "p. {0}: ").format(page)
