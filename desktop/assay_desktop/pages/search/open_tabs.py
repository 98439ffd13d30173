"""The searches that are open beside each other, as plain data: what each asks, where the reader is in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from assay.errors import BadInput
from assay_desktop.pages.search.model import SearchState, SeedChip, state_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.searching.types import SearchResults

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

    def kept(self) -> dict[str, Any]:
        """As JSON values: what is asked and where the reader was; the answer is asked for again."""
        chips = [[chip.doc_id, chip.label, chip.title] for chip in self.state.seeds]
        return {"asked": self.state.fields(), "chips": chips, "place": list(self.place)}


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
        """A new tab behind the current one, which becomes the current one."""
        self.at += 1
        self.tabs.insert(self.at, Tab(state))
        return self.current

    def close(self, at: int, *, instead: SearchState) -> None:
        """Closes a tab; the last one that is open leaves an empty one, which asks `instead`."""
        gone = self.tabs.pop(at)
        if not gone.state.empty:
            self._closed = [*self._closed[1 - MOST_CLOSED :], (at, gone)]
        if not self.tabs:
            self.tabs = [Tab(instead)]
        self.at = min(self.at - (at < self.at), len(self.tabs) - 1)

    def reopen(self) -> bool:
        """Opens the tab again that was closed last, where it was; False where there is none."""
        if not self._closed:
            return False
        at, tab = self._closed.pop()
        if len(self.tabs) == 1 and self.current.state.empty:
            self.tabs = []  # what a closed last tab left behind
        self.at = min(at, len(self.tabs))
        self.tabs.insert(self.at, tab)
        return True

    def move(self, at: int, to: int) -> None:
        """Puts a tab elsewhere; the current one stays the current one."""
        current = self.current
        self.tabs.insert(to, self.tabs.pop(at))
        self.at = next(place for place, tab in enumerate(self.tabs) if tab is current)

    def find(self, state: SearchState) -> int:
        """The place of a tab that asks the same; -1 where none does."""
        asked = state.fields()
        return next((place for place, tab in enumerate(self.tabs) if tab.state.fields() == asked), -1)

    def forget_answers(self) -> None:
        """What was found may be found otherwise now."""
        for tab in self.tabs:
            tab.answer = None

    def kept(self) -> dict[str, Any]:
        return {"at": self.at, "tabs": [tab.kept() for tab in self.tabs]}


def tabs_of(kept: Any) -> OpenTabs | None:
    """The tabs that were kept, None where nothing that can be read was."""
    try:
        tabs = [_tab(each) for each in kept["tabs"]]
        at = min(max(0, int(kept["at"])), len(tabs) - 1)
    except (BadInput, KeyError, TypeError, ValueError):
        return None
    if not tabs:
        return None
    found = OpenTabs()
    found.tabs, found.at = tabs, at
    return found


def _tab(kept: Mapping[str, Any]) -> Tab:
    chips = [SeedChip(str(doc_id), str(label), str(title)) for doc_id, label, title in kept["chips"]]
    doc_id, scroll = kept["place"]
    return Tab(state_of(kept["asked"], chips), Place(str(doc_id), int(scroll)))
