"""The first steps with an empty library: each ticks itself as it happens, none has to be taken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from assay.workspace import Workspace
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext, Change

_SETTING: Final = "first-steps"
_SEARCHED: Final = "first-steps-searched"
_OPEN, _CLOSED = "open", "closed"


@dataclass(frozen=True, slots=True)
class Steps:
    """What has happened so far."""

    papers: bool = False
    index: bool = False
    search: bool = False
    grade: bool = False

    @property
    def all_done(self) -> bool:
        return self.papers and self.index and self.search and self.grade


class StepsView(Protocol):
    """What the strip must be able to show."""

    def show_steps(self, steps: Steps) -> None: ...
    def setVisible(self, visible: bool) -> None: ...  # Qt's name


class FirstSteps(QObject):
    """Looks on as the library, the engine and the grades change; tells the strip."""

    def __init__(self, view: StepsView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context
        self._steps = Steps(search=bool(context.settings.text(_SEARCHED)))
        context.changes.changed.connect(self._hear)
        context.engine.state_changed.connect(self._hear_engine)
        context.engine.answered.connect(self._hear_answer)

    def start(self) -> None:
        """Shows the strip where it was open, and where a library is empty and it was never closed."""
        self._view.setVisible(self._is_open)
        self._look()

    def open(self) -> None:
        """Back again, as the user asked; with what has happened since ticked."""
        self._context.settings.set_text(_SETTING, _OPEN)
        self._view.setVisible(True)
        self._look()

    def close(self) -> None:
        """The user has seen enough; the command palette brings it back."""
        self._context.settings.set_text(_SETTING, _CLOSED)
        self._view.setVisible(False)

    @property
    def _is_open(self) -> bool:
        return self._context.settings.text(_SETTING) == _OPEN

    def _look(self) -> None:
        assessor = self._context.settings.assessor
        self._context.lane.submit(
            lambda workspace: _facts(workspace, assessor), self._tell, lambda _error: None, key=_SETTING
        )

    def _tell(self, facts: tuple[bool, bool]) -> None:
        has_papers, has_grades = facts
        if not has_papers and not self._context.settings.text(_SETTING):
            self._context.settings.set_text(_SETTING, _OPEN)
            self._view.setVisible(True)
        indexed = self._context.engine.state.indexed > 0
        self._show(replace(self._steps, papers=has_papers, grade=has_grades, index=indexed))

    def _hear(self, change: Change) -> None:
        if self._is_open and (change.papers or change.judgements or change.assessor):
            self._look()

    def _hear_engine(self, state: EngineState) -> None:
        if state.phase == "ready" and state.indexed and not self._steps.index:
            self._show(replace(self._steps, index=True))

    def _hear_answer(self, op: str) -> None:
        if op == "search" and not self._steps.search and self._steps.papers:
            self._context.settings.set_text(_SEARCHED, "yes")
            self._show(replace(self._steps, search=True))

    def _show(self, steps: Steps) -> None:
        self._steps = steps
        self._view.show_steps(steps)


def _facts(workspace: Workspace, assessor: str) -> tuple[bool, bool]:
    """Whether there are papers, and whether this person has graded any."""
    library = workspace.library
    return library.papers.count() > 0, bool(library.judgements.current(assessor=assessor))
