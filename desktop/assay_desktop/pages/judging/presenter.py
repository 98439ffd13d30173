"""The rhythm of judging: one key, one durable record, the next pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from assay.types import JudgementState
from assay_desktop.context import Change
from assay_desktop.pages.judging.model import Stopwatch, Turn
from assay_desktop.pages.judging.queue import JudgingQueue, Said

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext


class JudgingView(Protocol):
    """What the presenter needs of the page."""

    def show_turn(self, turn: Turn) -> None: ...
    def show_empty(self, *, n_queries: int) -> None: ...
    def show_finished(self, turn: Turn) -> None: ...
    def show_assessor(self, name: str) -> None: ...
    def show_strip(self, text: str, *, action: str = "") -> None: ...


class JudgingPresenter(QObject):
    """Saves what the assessor says, and shows the next pair only when that is on disk."""

    def __init__(self, page: JudgingView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._queue = JudgingQueue(context.settings.assessor)
        self._turn = Turn()
        self._watch = Stopwatch()
        self._saving = False
        self._stale = False  # the pool changed and was not read again yet
        self._draft: str | None = None  # the note as typed, where it is not saved yet
        context.changes.changed.connect(self._refresh)

    def start(self) -> None:
        """Opens the queue at the first pair that is not judged yet."""
        self._page.show_assessor(self._queue.assessor)
        self._submit(self._queue.open, changes=False)

    # --- intents

    def grade(self, relevance: int) -> None:
        """0, 1 or 2 for the pair on screen."""
        self._say(Said(JudgementState.GRADE, relevance))

    def mark(self, state: JudgementState) -> None:
        """Unsure, later or unreadable: states of their own, never grades."""
        self._say(Said(state))

    def edit_note(self, text: str) -> None:
        """The note as it is typed; it is saved by `save_note`, or together with whatever is said next."""
        self._draft = text

    def save_note(self) -> None:
        draft = self._draft
        if draft is not None and self._turn.paper is not None:
            self._submit(lambda ws: self._queue.note(ws, draft))

    def undo(self) -> None:
        self._move(self._queue.undo)

    def redo(self) -> None:
        self._move(self._queue.redo)

    def browse(self, step: int) -> None:
        """Shows the next (1) or the previous (-1) pair without saying anything of this one."""
        self._move(lambda ws: self._queue.browse(ws, step), changes=False)

    def set_assessor(self, name: str) -> None:
        """Another person judges from here on, in an order of their own."""
        name = name.strip()
        if not name or name == self._queue.assessor:
            self._page.show_assessor(self._queue.assessor)
            return
        self._context.settings.set_assessor(name)
        self._queue = JudgingQueue(name)
        self._draft = None
        self.start()

    def make_pool(self) -> None:
        """Puts the top ten of every run up for judging; without runs the job ranks the queries first."""
        self._context.jobs.add(self.tr("Make a pool"), ["pool"])

    def attend(self, attending: bool) -> None:
        """The window came into use or went out of it."""
        self._watch.attend(attending)

    # --- saving and showing

    def _say(self, said: Said) -> None:
        if self._turn.paper is None:
            return
        milliseconds, draft = self._watch.milliseconds, self._draft
        self._submit(lambda ws: self._queue.say(ws, said, note=draft, active_ms=milliseconds))

    def _move(self, step: Callable[[Workspace], Turn], *, changes: bool = True) -> None:
        """Leaves the pair; a note that was typed is saved first, in the same breath."""
        draft = self._draft

        def call(ws: Workspace) -> Turn:
            if draft is not None:
                self._queue.note(ws, draft)
            return step(ws)

        self._submit(call, changes=changes or draft is not None)

    def _submit(self, call: Callable[[Workspace], Turn], *, changes: bool = True) -> None:
        """A key that comes while the last one is being saved was meant for no pair that anyone has seen."""
        if self._saving:
            return
        self._saving = True
        self._context.lane.submit(call, lambda turn: self._saved(turn, changes=changes), self._failed)

    def _saved(self, turn: Turn, *, changes: bool) -> None:
        self._saving = False
        self._draft = None
        self._page.show_strip("")
        self._show(turn)
        if changes:
            self._context.changes.changed.emit(Change(judgements=True))
        if self._stale:
            self._reopen()

    def _failed(self, error: AssayError) -> None:
        self._saving = False
        self._page.show_strip(self.tr("Not saved, so this pair stays here. {0}").format(error))

    def _show(self, turn: Turn) -> None:
        self._turn = turn
        self._watch.restart()
        if turn.paper is not None:
            self._page.show_turn(turn)
            self._context.lane.submit(self._queue.prefetch, lambda _nothing: None, key="judging-prefetch")
        elif turn.finished:
            self._page.show_finished(turn)
        else:
            self._context.lane.submit(
                lambda ws: len(ws.library.queries.all()),
                lambda found: self._page.show_empty(n_queries=found),
                key="judging-empty",
            )

    def _refresh(self, change: Change) -> None:
        """Papers, queries or a pool changed; our own judgements are on screen already."""
        if change.papers or change.queries or change.runs:
            self._reopen()

    def _reopen(self) -> None:
        """At once, or after what is being saved or typed just now."""
        self._stale = self._saving or self._draft is not None
        if not self._stale:
            self._submit(self._queue.reopen, changes=False)
