"""What the search page knows: the state of the search, and the engine's answer as cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QCoreApplication

from assay.types import Filters, SearchMode, SearchRequest, Seed
from assay.workspace.requests import RERANK, fields_of, request_of
from assay_desktop.figures import numeral
from assay_desktop.widgets.card import ChannelRank, PaperCard, byline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CHANNELS = {"keyword": "K", "full text": "F", "semantic": "D", "rerank": "R"}
RESULTS = 50


@dataclass(frozen=True, slots=True)
class SeedChip:
    """A paper that the search starts from, as its chip shows it."""

    doc_id: str
    label: str
    title: str
    sign: Literal[1, -1] = 1


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

    @property
    def empty(self) -> bool:
        return not self.text.strip() and not self.seeds and not self.filters

    @property
    def need(self) -> Need | None:
        """The text if there is one, else the only positive seed; None where grades would have no query."""
        if self.text.strip():
            return Need(text=" ".join(self.text.split()))
        positive = [seed for seed in self.seeds if seed.sign > 0]
        return Need(doc_id=positive[0].doc_id) if len(self.seeds) == len(positive) == 1 else None

    def with_seed(self, chip: SeedChip) -> SearchState:
        """Adds the seed; one that is already there takes the new sign."""
        others = tuple(seed for seed in self.seeds if seed.doc_id != chip.doc_id)
        return replace(self, seeds=(*others, chip))

    def without_seed(self, doc_id: str) -> SearchState:
        return replace(self, seeds=tuple(seed for seed in self.seeds if seed.doc_id != doc_id))

    def flipped(self, doc_id: str) -> SearchState:
        """The seed pushes away where it pulled, and the other way round."""
        return replace(
            self,
            seeds=tuple(
                replace(seed, sign=-1 if seed.sign > 0 else 1) if seed.doc_id == doc_id else seed
                for seed in self.seeds
            ),
        )

    def payload(self, *, mode: SearchMode, prefix: bool) -> dict[str, Any]:
        """The engine's request; `prefix` matches beginnings of the last word, for results as one types."""
        return {
            "text": self.text.strip(),
            "seeds": [{"doc_id": seed.doc_id, "sign": seed.sign, "weight": 1.0} for seed in self.seeds],
            "mode": mode.value,
            "k": RESULTS,
            "filters": {
                "year_from": self.filters.year_from,
                "year_to": self.filters.year_to,
                "venues": list(self.filters.venues),
                "has_file": self.filters.has_file,
            },
            "prefix": prefix,
            "rerank": "" if prefix else self.rerank,
            "full_text": self.full_text,
        }

    def fields(self) -> dict[str, Any]:
        """What is asked, as a saved search keeps it."""
        seeds = tuple(Seed(seed.doc_id, seed.sign) for seed in self.seeds)
        request = SearchRequest(
            self.text.strip(), seeds, self.mode, filters=self.filters, full_text=self.full_text
        )
        return fields_of(request, rerank=self.rerank)


def state_of(told: Mapping[str, Any], chips: Sequence[SeedChip] = ()) -> SearchState:
    """The state that asks this; `chips` say how its seeds look. Raises BadInput for what is no search."""
    request = request_of(told, k=RESULTS)
    looks = {chip.doc_id: chip for chip in chips}
    seeds = tuple(
        replace(looks.get(seed.doc_id, SeedChip(seed.doc_id, seed.doc_id, seed.doc_id)), sign=seed.sign)
        for seed in request.seeds
    )
    return SearchState(
        text=request.text,
        seeds=seeds,
        mode=request.mode,
        filters=request.filters,
        rerank=str(told.get(RERANK) or ""),
        full_text=request.full_text,
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


def cards_of(answer: Mapping[str, Any]) -> list[PaperCard]:
    """The engine's hits as cards, in the engine's order."""
    return [_card(hit) for hit in answer.get("hits", [])]


def ranks_of(hit: Mapping[str, Any]) -> tuple[ChannelRank, ...]:
    """The rank in each channel that the engine names, in a fixed order."""
    channels = hit.get("channels", {})
    return tuple(ChannelRank(name, channels[name]) for name in CHANNELS if name in channels)


def _card(hit: Mapping[str, Any]) -> PaperCard:
    return PaperCard(
        doc_id=hit["doc_id"],
        title=hit.get("title", ""),
        byline=byline(hit.get("authors", []), hit.get("venue", ""), hit.get("year")),
        passage=_passage(hit),
        badges=tuple(f"{CHANNELS[rank.channel]}{rank.rank}" for rank in ranks_of(hit)),
    )


def _passage(hit: Mapping[str, Any]) -> tuple[tuple[str, bool], ...]:
    """The passage; one of the full text says on which page it stands."""
    pieces = tuple((str(text), bool(bold)) for text, bold in hit.get("passage", []))
    page = hit.get("page")
    return ((_page_words(page), False), *pieces) if page else pieces


def _page_words(page: int) -> str:
    return QCoreApplication.translate("SearchPage", "p. {0}: ").format(page)
