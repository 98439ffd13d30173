"""A search page that remembers what it was shown, an engine that answers when told, a library in memory."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from asking import FakeEngine, FakeJobs

from assay.errors import AssayError
from assay.types import Paper
from assay_desktop.background.engine_client import EngineState
from assay_desktop.context import AppContext, Changes
from assay_desktop.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.workspace import Workspace
    from assay_desktop.settings import Settings
    from assay_desktop.theme import Theme

READY = EngineState(phase="ready", model="all-MiniLM-L6-v2", semantic="ready", indexed=3, total=3)
PAPERS = [
    Paper(
        "p1", "Dense passage retrieval", "Two encoders.", ("Vladimir Karpukhin", "Barlas Oguz"), 2020, "EMNLP"
    ),
    Paper("p2", "Okapi at TREC-3", "Weights for words.", ("Robertson, Stephen",), 1994, "TREC"),
    Paper("p3", "标题检索研究", "", (), None, ""),
]


class CountingEngine(FakeEngine):
    """Facets are asked for behind every search, once it rests: they are kept beside."""

    def __init__(self) -> None:
        super().__init__(READY)
        self.counting: list[SimpleNamespace] = []

    def request(self, op: str, payload: dict[str, Any], done: Any, failed: Any, *, key: str = "") -> int:
        n = super().request(op, payload, done, failed, key=key)
        if op == "facets":
            self.counting.append(self.requests.pop())
        return n

    def become(self, **fields: Any) -> None:
        self.state = EngineState(
            **({"phase": "ready", "semantic": "ready", "indexed": 3, "total": 3} | fields)
        )
        self.state_changed.emit(self.state)


class ImmediateLane:
    """Runs every call at once, or when it is let go: `hold` makes it as busy as a lane can be."""

    def __init__(self, workspace: Any) -> None:
        self.workspace = workspace
        self._held: list[tuple[Any, Any, Any]] | None = None

    def hold(self) -> None:
        self._held = []

    def let_go(self) -> None:
        held, self._held = self._held or [], None
        for call, done, failed in held:
            self.submit(call, done, failed)

    def submit(
        self, call: Callable[[Any], Any], done: Callable[[Any], None], failed: Any = None, *, key: str = ""
    ) -> None:
        if self._held is not None:
            self._held.append((call, done, failed))
            return
        try:
            result = call(self.workspace)
        except AssayError as error:
            failed(error)
        else:
            done(result)


@pytest.fixture
def immediate_lane() -> type[ImmediateLane]:
    """Makes a lane of a workspace."""
    return ImmediateLane


@pytest.fixture
def papers() -> list[Paper]:
    """The papers of the answers."""
    return PAPERS


def _hit(doc_id: str, rank: int, **channels: int) -> dict[str, Any]:
    paper = next(each for each in PAPERS if each.doc_id == doc_id)
    return {
        "doc_id": doc_id,
        "score": 1 / (60 + rank),
        "rank": rank,
        "channels": channels,
        "title": paper.title,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "passage": [["Two ", False], ["encoders", True]],
    }


def _answer(*doc_ids: str, mode: str = "hybrid") -> dict[str, Any]:
    hits = [_hit(doc_id, rank, keyword=rank, semantic=rank + 1) for rank, doc_id in enumerate(doc_ids, 1)]
    return {"hits": hits, "mode": mode, "ms": 3.2, "indexed": 3, "total": 3}


@pytest.fixture
def engine() -> CountingEngine:
    return CountingEngine()


@pytest.fixture
def library(workspace: Workspace) -> Workspace:
    """A library of the papers of the answers."""
    workspace.library.papers.add([(paper, ()) for paper in PAPERS])
    return workspace


@pytest.fixture
def search_context(engine: FakeEngine, library: Workspace, theme: Theme, settings: Settings) -> AppContext:
    settings.set_assessor("ada")
    lane: Any = ImmediateLane(library)
    engine_like: Any = engine
    jobs: Any = FakeJobs()
    return AppContext(lane, engine_like, jobs, theme, settings, Changes(), Keys(settings))


@pytest.fixture
def answer() -> Callable[..., dict[str, Any]]:
    """Makes the engine's answer to a search: `answer("p1", "p2", mode="hybrid")`."""
    return _answer
