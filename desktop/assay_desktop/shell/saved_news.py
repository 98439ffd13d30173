"""Asks the saved searches again when papers or indexes have changed, one by one and behind all else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from assay.engine.types import CHECK
from assay.searching.types import CheckCall
from assay_desktop.context import Change

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.library import SavedSearch
    from assay.searching.types import CheckedSearch
    from assay.workspace import Workspace
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext

GAP_MS: Final = 150
"""Between two checks, so that what the user asks for comes in between."""


class SavedNews(QObject):
    """Listens for as long as the window lives. The engine searches, the lane keeps what is new."""

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._due: list[SavedSearch] = []
        self._at_work = False
        self._wanted = True  # once the engine can search
        self._changed = False
        self._gap = QTimer(self, singleShot=True, interval=GAP_MS)
        self._gap.timeout.connect(self._next)
        context.changes.changed.connect(self._hear)
        context.engine.state_changed.connect(self._follow)

    def check(self) -> None:
        """Ask all of them again; those that are due already are asked once."""
        self._wanted = False
        self._context.lane.submit(_all, self._take, key="saved-searches")

    def _hear(self, change: Change) -> None:
        if change.papers or change.index:
            self._wanted = True
        elif change.searches:
            self._context.lane.submit(_unchecked, self._take, key="saved-unchecked")
        self._follow(self._context.engine.state)

    def _follow(self, engine: EngineState) -> None:
        if self._wanted and engine.phase == "ready" and engine.semantic != "loading":
            self.check()

    def _take(self, found: list[SavedSearch]) -> None:
        names = {each.pk for each in found}
        self._due = [*(each for each in self._due if each.pk not in names), *found]
        if not self._at_work and not self._gap.isActive():
            self._next()

    def _next(self) -> None:
        if not self._due:
            if self._changed:
                self._changed = False
                self._context.changes.changed.emit(Change(searches=True))
            return
        self._at_work = True
        saved = self._due.pop(0)
        self._context.engine.ask(
            CHECK,
            CheckCall(saved.request),
            lambda found: self._settle(saved, found),
            lambda kind, why: self._fail(saved, kind, why),
        )

    def _settle(self, saved: SavedSearch, found: CheckedSearch) -> None:
        def settle(workspace: Workspace) -> int:
            from assay.searching import saved_searches

            return len(saved_searches.settle(workspace, saved.pk, found))

        self._keep(saved, settle)

    def _fail(self, saved: SavedSearch, kind: str, why: str) -> None:
        """Leave the search for when the engine is back: one that died says nothing of it."""
        if kind == "EngineError":
            self._wanted = True
            self._go_on()
        else:
            self._keep(saved, lambda ws: _failed(ws, saved, why), fault=why)

    def _keep(self, saved: SavedSearch, write: Callable[[Workspace], int], *, fault: str = "") -> None:
        def kept(n_new: int) -> None:
            self._changed |= (n_new, fault) != (saved.n_new, saved.fault)
            self._go_on()

        self._context.lane.submit(write, kept, lambda _error: self._go_on())

    def _go_on(self) -> None:
        self._at_work = False
        self._gap.start()


def _all(workspace: Workspace) -> list[SavedSearch]:
    return workspace.library.searches.all()


def _unchecked(workspace: Workspace) -> list[SavedSearch]:
    return [each for each in workspace.library.searches.all() if each.checked_at is None]


def _failed(workspace: Workspace, saved: SavedSearch, why: str) -> int:
    workspace.library.searches.fail(saved.pk, why)
    return saved.n_new
