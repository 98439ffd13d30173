"""The rhythm of judging: one key, one durable record, the next pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from PySide6.QtCore import QObject

from assay.types import JudgementState
from assay_desktop.context import Change
from assay_desktop.pages.judging.model import Stopwatch, Turn
from assay_desktop.pages.judging.queue import JudgingQueue, Said

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.errors import AssayError
    from assay.judging import Pair
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext


Notes: TypeAlias = "dict[tuple[JudgingQueue, Pair], str]"
"""Notes as typed that are not saved yet, each with its queue (so its assessor) and its pair."""


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
        self._assessor = context.settings.assessor  # who is wanted; the queue follows once theirs is read
        self._queue = JudgingQueue(self._assessor)
        self._turn = Turn()
        self._watch = Stopwatch()
        self._n_saving = 0  # calls on their way
        self._held = False  # the queue went on, but the note on the pair on screen is still being written
        self._stale = False  # something changed elsewhere and was not read again yet
        self._notes: Notes = {}
        self._told: Change | None = None  # the news that is our own
        context.changes.changed.connect(self._refresh)

    def start(self) -> None:
        """Opens the queue at the first pair that is not judged yet."""
        self._page.show_assessor(self._assessor)
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
        if self._turn.pair is not None:
            self._notes[self._queue, self._turn.pair] = text

    def save_note(self) -> None:
        """At once, also behind a call that is on its way: the note knows its pair."""
        self._forget_untouched()
        if self._notes or self._held:
            self._submit(self._queue.now, changes=False, rereads=False)
        else:
            self._catch_up()

    def undo(self) -> None:
        self._act(self._queue.undo)

    def redo(self) -> None:
        self._act(self._queue.redo)

    def browse(self, step: int) -> None:
        """Shows the next (1) or the previous (-1) pair without saying anything of this one."""
        queue, shown = self._queue, self._turn.pair
        self._act(lambda ws: queue.browse(ws, shown, step), changes=False)

    def set_assessor(self, name: str) -> None:
        """Another person judges from here on, in an order of their own."""
        name = name.strip()
        if not name or name == self._assessor:
            self._page.show_assessor(self._assessor)
            return
        self._context.settings.set_assessor(name)
        self._context.changes.changed.emit(Change(assessor=True, judgements=True))

    def make_pool(self) -> None:
        """Puts the top ten of every run up for judging; without runs the job ranks the queries first."""
        self._context.jobs.add(self.tr("Make a pool"), ["pool"])

    def attend(self, attending: bool) -> None:
        """The window came into use or went out of it."""
        self._watch.attend(attending)
        if attending:
            self._catch_up()

    # --- saving and showing

    def _say(self, said: Said) -> None:
        queue, pair = self._queue, self._turn.pair
        if pair is None:
            return
        milliseconds = self._watch.milliseconds
        self._act(lambda ws: queue.say(ws, pair, said, active_ms=milliseconds), restarts=True)

    def _act(
        self, step: Callable[[Workspace], Turn], *, changes: bool = True, restarts: bool = False
    ) -> None:
        """A key that comes while the last one is being saved was meant for no pair that anyone has seen.

        Nor is one taken for an assessor whose pairs could not be read: it tries to read them again.
        """
        if self._n_saving:
            return
        if self._assessor != self._queue.assessor:
            self._switch()
            return
        queue, stale = self._queue, self._stale

        def call(ws: Workspace) -> Turn:
            if stale:  # so that what was judged elsewhere is not offered next
                queue.renew(ws)
            return step(ws)

        self._submit(call, changes=changes, restarts=restarts)

    def _submit(
        self,
        step: Callable[[Workspace], Turn],
        *,
        queue: JudgingQueue | None = None,
        changes: bool = True,
        restarts: bool = False,
        rereads: bool = True,
    ) -> None:
        """Saves the notes, then takes the step; `queue` is the one to show from then on.

        `rereads` says that the step sees to what is stale, `restarts` that the clock begins anew after it.
        """
        self._forget_untouched()
        notes, stale = dict(self._notes), self._stale and rereads
        if rereads:
            self._stale = False
        shown = queue or self._queue

        def call(ws: Workspace) -> Turn:
            for (noted, pair), text in notes.items():
                noted.note(ws, pair, text)
            return step(ws)

        def saved(turn: Turn) -> None:
            self._n_saving -= 1
            self._notes = {key: text for key, text in self._notes.items() if notes.get(key) != text}
            if restarts:
                self._watch.restart()
            self._saved(shown, turn, changes=changes or bool(notes))

        def failed(error: AssayError) -> None:
            self._n_saving -= 1
            self._stale = self._stale or stale or not changes
            self._fail(error, saving=changes or bool(notes))

        self._n_saving += 1
        self._context.lane.submit(call, saved, failed)

    def _saved(self, queue: JudgingQueue, turn: Turn, *, changes: bool) -> None:
        self._page.show_strip("")
        self._held = bool(self._notes)  # typed since: the pair on screen is not taken from under it
        if not self._held:
            self._queue = queue
            self._show(turn)
        if changes:
            self._told = Change(judgements=True)
            self._context.changes.changed.emit(self._told)
        self._catch_up()

    def _fail(self, error: AssayError, *, saving: bool) -> None:
        if saving:
            text = self.tr("Not saved, so this pair stays here. {0}")
        else:
            text = self.tr("The pairs could not be read. {0}")
        self._page.show_strip(text.format(error))

    def _show(self, turn: Turn) -> None:
        if turn.pair != self._turn.pair:
            self._watch.restart()
        self._turn = turn
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

    def _forget_untouched(self) -> None:
        """A note that was opened and left as it is needs no saving."""
        said, pair = self._turn.judgement, self._turn.pair
        if pair is None or self._held or self._n_saving:
            return
        if self._notes.get((self._queue, pair)) == (said.note if said is not None else ""):
            del self._notes[self._queue, pair]

    # --- news from elsewhere

    def _refresh(self, change: Change) -> None:
        """Our own judgements are on screen already; those given elsewhere, papers and pools are not."""
        if change is self._told:
            return
        if change.assessor:
            self._assessor = self._context.settings.assessor
            self._page.show_assessor(self._assessor)
        if change.papers or change.queries or change.runs or change.judgements:
            self._stale = True
        self._catch_up()

    def _catch_up(self) -> None:
        """At once, or after what is being saved or written just now."""
        if self._n_saving or self._notes:
            return
        if self._assessor != self._queue.assessor:
            self._switch()
        elif self._stale:
            queue, shown = self._queue, self._turn.pair
            self._submit(lambda ws: queue.reopen(ws, shown), changes=False)

    def _switch(self) -> None:
        """To the wanted assessor's queue; until it is read the old one stays, and nothing is said of it."""
        wanted = JudgingQueue(self._assessor)
        self._submit(wanted.open, queue=wanted, changes=False)
