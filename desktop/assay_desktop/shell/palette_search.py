"""What the command palette finds besides commands: papers, collections, queries, sections of the settings."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from assay_desktop.text.figures import counted
from assay_desktop.text.translate import translator
from assay_desktop.widgets.papers.card import chip_label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.settings import Settings

_tr = translator("palette")

MOST: Final = 8
"""Papers shown at most; of collections and queries as many."""
_PAUSE_MS: Final = 90
_RECENT: Final = "palette/recent"
_MOST_RECENT: Final = 5


@dataclass(frozen=True, slots=True)
class Found:
    """Something that can be opened: "paper", "collection", "query", "settings", "command" or "search".

    "more" stands for the others of a kind, where there are too many to be shown here.
    """

    kind: str
    key: (
        str  # doc_id, pk, query_id, section, the command's title, the text to search for, or of more the kind
    )
    title: str
    detail: str = ""  # of a paper: its first author and year; of more: what was typed


class Finder(QObject):
    """Asks the library through the lane, a moment after the last letter; only the latest answer is shown."""

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._typed = ""
        self._show: Callable[[list[Found]], None] = lambda _found: None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask)

    def find(self, typed: str, show: Callable[[list[Found]], None]) -> None:
        """Call `show` with what fits to these words; with nothing where none are typed."""
        self._typed, self._show = " ".join(typed.split()), show
        if self._typed:
            self._pause.start()
        else:
            self._pause.stop()
            show([])

    def _ask(self) -> None:
        typed, show = self._typed, self._show

        def answered(found: list[Found]) -> None:
            if typed == self._typed:
                show(found)

        self._context.lane.submit(lambda ws: look_up(ws, typed), answered, lambda _error: None, key="palette")


def look_up(ws: Workspace, typed: str) -> list[Found]:
    """Return the collections, queries and papers whose names have all these words, a few of each.

    After them stands how many more of their kind there are.
    """
    words = typed.casefold().split()
    collections = [
        Found("collection", str(one.pk), one.path)
        for one in ws.library.collections.all()
        if _has(one.path, words)
    ]
    queries = [
        Found("query", one.query_id, one.text)
        for one in ws.library.queries.all()
        if one.text and _has(one.text, words)
    ]
    ids = ws.library.papers.ids(sort="added", descending=True, text=typed)
    papers = [paper for paper in ws.library.papers.get(ids[: 4 * MOST], items=False) if paper.title]
    papers.sort(key=lambda paper: not _has(paper.title, words))  # others have a word in authors or venue
    shown = [Found("paper", paper.doc_id, paper.title, chip_label(paper)) for paper in papers[:MOST]]
    others = {
        "collection": (len(collections) - MOST, _tr("more collection"), _tr("more collections")),
        "query": (len(queries) - MOST, _tr("more query"), _tr("more queries")),
        "paper": (len(ids) - len(shown), _tr("more paper"), _tr("more papers")),
    }
    more = {kind: [Found("more", kind, counted(*n), typed)] if n[0] > 0 else [] for kind, n in others.items()}
    return [
        *(*collections[:MOST], *more["collection"]),
        *(*queries[:MOST], *more["query"]),
        *(*shown, *more["paper"]),
    ]


def recents(settings: Settings) -> list[Found]:
    """Return what was chosen in the palette last, the latest first."""
    lines = [line.split("\t") for line in settings.text(_RECENT).splitlines()]
    return [Found(*parts) for parts in lines if len(parts) == len(Found.__slots__)]


def keep_recent(settings: Settings, chosen: Found) -> None:
    """Put this first among what was chosen last; a list of more is nothing to come back to."""
    if chosen.kind == "more":
        return
    rest = [each for each in recents(settings) if (each.kind, each.key) != (chosen.kind, chosen.key)]
    kept: Sequence[Found] = [chosen, *rest][:_MOST_RECENT]
    lines = ("\t".join(" ".join(part.split()) for part in astuple(each)) for each in kept)
    settings.set_text(_RECENT, "\n".join(lines))


def _has(text: str, words: Sequence[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)
