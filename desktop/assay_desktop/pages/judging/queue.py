"""The queue of pairs as the background lane sees it: the core's session, and the papers around it.

Everything here runs on the lane, one call at a time; the window's thread only gets finished `Turn`s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay_desktop.pages.judging.model import Turn

if TYPE_CHECKING:
    from assay.judging import JudgingSession
    from assay.types import JudgementState, Paper, Query
    from assay.workspace import Workspace

CACHED_PAPERS = 64


@dataclass(frozen=True, slots=True)
class Said:
    """What the assessor says of a pair; `relevance` belongs to a grade only."""

    state: JudgementState
    relevance: int | None = None


class JudgingQueue:
    """One assessor's way through the pool."""

    def __init__(self, assessor: str) -> None:
        self.assessor = assessor
        self._session: JudgingSession | None = None
        self._papers: dict[str, Paper] = {}
        self._queries: dict[str, Query] = {}

    def open(self, ws: Workspace) -> Turn:
        return Turn()

    def reopen(self, ws: Workspace) -> Turn:
        return Turn()

    def say(self, ws: Workspace, said: Said, *, note: str | None, active_ms: int) -> Turn:
        return Turn()

    def note(self, ws: Workspace, text: str) -> Turn:
        return Turn()

    def undo(self, ws: Workspace) -> Turn:
        return Turn()

    def redo(self, ws: Workspace) -> Turn:
        return Turn()

    def browse(self, ws: Workspace, step: int) -> Turn:
        return Turn()

    def prefetch(self, ws: Workspace) -> None:
        pass
