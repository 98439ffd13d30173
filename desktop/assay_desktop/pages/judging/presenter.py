"""The rhythm of judging: one key, one durable record, the next pair."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from assay.campaigns.judging import JudgingQueue, judging_history, judging_places
from assay.campaigns.types import CannotJudge, JudgingPlace, JudgingView
from assay.errors import NextPairsMissing, NotInQueue
from assay.types import JudgementState
from assay_desktop.context import Change
from assay_desktop.pages.judging.aids import ReadingAids
from assay_desktop.pages.judging.model import (
    LastPairs,
    Stopwatch,
    UnsavedNotes,
    cannot_judge_words,
    not_in_queue_words,
    save_notes,
    setting_key,
)
from assay_desktop.pages.judging.order import OrderPresenter

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.campaign_types import Pair, QueueOrder
    from assay.campaigns.types import JudgingPlaces, JudgingSetting, PastPair
    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage


HISTORY_MS = 150
"""So long after the last letter or grade the history is read again."""
SEARCHED_HISTORY_MS = 1500  # a search reads all that the assessor ever said


class JudgingPresenter(QObject):
    """Saves what the assessor says, and shows the next pair only when that is on disk."""

    def __init__(self, page: JudgingPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._wanted = JudgingPlace(context.settings.assessor)  # the queue follows once its pairs are read
        self._library: str | None = None  # which library this is, once it was asked
        self._chosen = False  # somebody named a campaign before the remembered one was known
        self._queue = JudgingQueue(self._wanted)
        self._view = JudgingView()
        self._watch = Stopwatch()
        self._n_saving = 0  # calls on their way
        self._held = False  # the queue went on, but the note on the pair on screen is still being written
        self._stale = False  # something changed elsewhere and was not read again yet
        self._save_failed = False  # a save failed: the next key reads the queue again first
        self._notes = UnsavedNotes(context.settings)
        self._left = LastPairs(context.session)
        self._own_change: Change | None = None  # the news that is our own
        self._strip = ""
        self.history = HistoryPresenter(
            page, context, place=lambda: self._view.setting.place, failed=self._fail_reading, parent=self
        )
        self.aids = ReadingAids(page, context, parent=self)
        self.order = OrderPresenter(page, context, prefetched=self._hear, led=self._lead, parent=self)
        context.changes.changed.connect(self._refresh)

    def start(self) -> None:
        """Open the place that was judged last, at the first pair that is not judged yet."""
        self._page.show_assessor(self._wanted.assessor)
        self._page.show_guideline(self._context.settings.text("judging/guideline") != "hidden")
        self._read_places()

    def _read_places(self) -> None:
        self._n_saving += 1  # no key counts before the first pair is here
        self._context.lane.submit(judging_places, self._begin, self._not_begun)

    def _not_begun(self, error: AssayError) -> None:
        self._n_saving -= 1
        self._fail_reading(error)

    def _begin(self, found: JudgingPlaces) -> None:
        self._n_saving -= 1
        self._library = found.library
        self._notes.load(found.library)
        self.order.load(found.library)
        self._page.show_places(found)
        remembered = self._context.settings.text(setting_key("campaign", found.library))
        if not self._chosen and remembered in found.campaigns:
            self._wanted = replace(self._wanted, campaign=remembered)
        self._switch()

    # --- intents

    def grade(self, relevance: int) -> None:
        """Give the pair on screen 0, 1 or 2."""
        self._record(JudgementState.GRADE, relevance)

    def mark(self, state: JudgementState) -> None:
        """Mark as unsure, later or unreadable: states of their own, never grades."""
        self._record(state)

    def edit_note(self, text: str) -> None:
        """Take the note as it is typed; `save_note` saves it, or whatever is said next does."""
        if self._view.pair is not None:
            self._notes.typed[self._queue.place, self._view.pair] = text

    def save_note(self) -> None:
        """Save the note at once, also behind a call that is on its way: the note knows its pair."""
        self._forget_untouched()
        if self._notes.typed or self._held:
            self._submit(self._queue.view, changes=False, rereads=False, leaves=True)
        else:
            self._catch_up()

    def discard_notes(self) -> None:
        """Give up the notes that cannot be saved."""
        self._notes.discard()
        self._say_on_strip("")
        if self._view.pair is not None and self._view.draft is not None:
            self._view = replace(self._view, draft=None)
            self._page.show_view(self._view)

    def undo(self) -> None:
        self._act(self._queue.undo, refused=self.tr("Could not undo. {0}"))

    def redo(self) -> None:
        self._act(self._queue.redo, refused=self.tr("Could not redo. {0}"))

    def browse(self, step: int) -> None:
        """Show the next (1) or the previous (-1) pair without saying anything of this one."""
        queue, shown = self._queue, self._view.pair
        self._act(lambda ws: queue.browse(ws, shown, step), changes=False, leaves=True)

    def next_query(self) -> None:
        """Show the next query; what is left of this one comes again at the end."""
        queue, shown = self._queue, self._view.pair
        self._act(lambda ws: queue.next_query(ws, shown), changes=False, leaves=True)

    def choose_order(self, order: QueueOrder) -> None:
        """Order one's own queue so from the pair on screen on; campaigns have an order of their own."""
        self.order.choose(order)
        self._catch_up()

    def _lead(self, pair: Pair) -> None:
        """Begin an order with its first pair, in place of one that nothing was said of yet."""
        if self._view.judgement is None and not self._notes.typed and pair != self._view.pair:
            self.go_to(pair)

    def go_to(self, pair: Pair) -> None:
        """Go back to a pair of the history, to change what was said of it."""
        queue = self._queue
        self._act(lambda ws: queue.go_to(ws, pair), changes=False, leaves=True)

    def set_assessor(self, name: str) -> None:
        """Let another person judge from here on, in an order of their own."""
        name = name.strip()
        if not name or name == self._wanted.assessor:
            self._page.show_assessor(self._wanted.assessor)
            return
        self._context.settings.set_assessor(name)
        self._context.changes.changed.emit(Change(assessor=True, judgements=True))

    def choose_campaign(self, name: str | None) -> None:
        """Judge in this campaign from here on, or (None) for the library's own queries."""
        self._chosen = True
        self._wanted = replace(self._wanted, campaign=name, run="")
        if self._library is not None:
            self._context.settings.set_text(setting_key("campaign", self._library), name or "")
            self._stale = self._stale or self._view.cannot_judge is not None
            self._catch_up()

    def choose_run(self, tag: str) -> None:
        """Judge what this run found and nobody judged, from here on; the next window begins elsewhere."""
        self._chosen = True
        again = self._queue.place.run == tag and not self._n_saving
        self._wanted = replace(self._wanted, campaign=None, run=tag)
        if again:
            self._switch()
        elif self._library is not None:
            self._catch_up()

    def make_pool(self) -> None:
        """Put the top ten of every run up for judging; without runs the job ranks the queries first."""
        self._context.jobs.add(self.tr("Build judging queue"), ["pool"])

    def attend(self, attending: bool) -> None:
        """Note whether the window is in use."""
        self._watch.attend(attending)
        if attending:
            if self._view.pair is None and self._library is not None:
                self._stale = True  # somebody may have given pairs meanwhile, on another machine
                self._show_places_again()
            self._try_notes_again()
            self._catch_up()

    # --- saving and showing

    def _record(self, state: JudgementState, relevance: int | None = None) -> None:
        queue, pair = self._queue, self._view.pair
        if pair is None:
            return
        milliseconds = self._watch.milliseconds
        self._act(lambda ws: queue.record(ws, pair, state, relevance, active_ms=milliseconds), restarts=True)

    def _act(
        self,
        step: Callable[[Workspace], JudgingView],
        *,
        changes: bool = True,
        restarts: bool = False,
        leaves: bool = False,
        refused: str = "",
    ) -> None:
        """Take a step, but for a key that comes while the last one is being saved: it meant no pair seen.

        Nor is one taken for a place whose pairs could not be read: it tries to read them again.
        """
        if self._n_saving:
            return
        if self._library is None:
            self._read_places()
            return
        if self._is_elsewhere:
            self._switch()
            return
        queue, stale = self._queue, self._stale or self._save_failed

        def call(ws: Workspace) -> JudgingView:
            if stale:  # so that what was judged elsewhere is not offered next
                queue.renew(ws)
            return step(ws)

        self._submit(call, changes=changes, restarts=restarts, leaves=leaves, refused=refused)

    def _submit(
        self,
        step: Callable[[Workspace], JudgingView],
        *,
        queue: JudgingQueue | None = None,
        changes: bool = True,
        restarts: bool = False,
        rereads: bool = True,
        leaves: bool = False,
        quiet: bool = False,
        refused: str = "",
    ) -> None:
        """Save the notes, then takes the step; `queue` is the one to show from then on.

        `rereads` says that the step sees to what is stale, `restarts` that the clock begins again after it,
        `leaves` that a refused note on the pair on screen does not stop it, `quiet` that nobody asked for it:
        what the strip says of a grade that was not saved stays.
        """
        self._forget_untouched()
        notes, stale = dict(self._notes.typed), self._stale and rereads
        if rereads:
            self._stale = False
        shown, writer = queue or self._queue, self._queue
        must = None if leaves or self._view.pair is None else (writer.place, self._view.pair)

        def call(ws: Workspace) -> tuple[JudgingView, dict[tuple[JudgingPlace, Pair], str]]:
            refusals = save_notes(ws, notes, writer, must=must)
            return step(ws), refusals

        def saved(answer: tuple[JudgingView, dict[tuple[JudgingPlace, Pair], str]]) -> None:
            view, refusals = answer
            self._n_saving -= 1
            self._notes.settle(notes, refusals)
            if restarts:
                self._watch.restart()
            changed = changes or len(refusals) < len(notes)
            if rereads:
                self._save_failed = self._save_failed and quiet
            if not (quiet and self._save_failed):
                self._say_on_strip("")
            self._saved(shown, view, changes=changed, refusals=list(refusals.values()))

        def failed(error: AssayError) -> None:
            self._n_saving -= 1
            saving = changes or bool(notes)
            self._stale = self._stale or stale or not changes
            self._save_failed = self._save_failed or saving
            self._notes.keep()
            self._fail(error, saving=saving, refused=refused if not notes else "")

        self._n_saving += 1
        self._context.lane.submit(call, saved, failed)

    def _saved(self, queue: JudgingQueue, view: JudgingView, *, changes: bool, refusals: list[str]) -> None:
        self._held = bool(self._notes.typed)  # typed since: the pair on screen is not taken from under it
        if not self._held:
            self._queue = queue
            self._show(view)
        self._tell_refusals(refusals)
        if changes:
            self._tell_all()
        self._catch_up()

    def _tell_all(self) -> None:
        self._own_change = Change(judgements=True)
        self._context.changes.changed.emit(self._own_change)
        self.history.follow()

    def _fail_reading(self, error: AssayError) -> None:
        self._fail(error, saving=False)

    def _fail(self, error: AssayError, *, saving: bool, refused: str = "") -> None:
        """Say what failed; `refused` is what an undo or redo says that was refused."""
        words = str(error)
        if isinstance(error, CannotJudge):
            words = cannot_judge_words(error)
        elif isinstance(error, NotInQueue):
            words = not_in_queue_words(judging=error.pair == self._view.pair)
        if isinstance(error, NextPairsMissing):
            text, words = (
                self.tr("Your judgement is saved, but the next pairs could not be loaded. {0}"),
                error.reason,
            )
            self._tell_all()
        elif refused:
            text = refused
        elif saving:
            text = self.tr("Not saved, so this pair stays open. {0}")
        elif isinstance(error, CannotJudge):
            text = self.tr("{0} Nothing on screen is lost.")
        else:
            text = self.tr("The pairs could not be read. {0}")
        self._say_on_strip(text.format(words))

    def _show(self, view: JudgingView) -> None:
        if view.pair != self._view.pair:
            self._watch.restart()
        if view.pair is not None:
            view = replace(view, draft=self._notes.refused.get((self._queue.place, view.pair)))
        moved = view.setting.place != self._view.setting.place
        self._view = view
        if moved:
            self.history.read()
        if view.cannot_judge is not None:
            self._page.show_cannot_judge(view)
        elif view.pair is not None:
            self._show_pair(view)
        elif view.finished or view.setting.place.run:
            self._page.show_finished(view)
        elif view.setting.place.campaign is not None:
            self._page.show_unassigned(view)
        else:
            self._context.lane.submit(
                lambda ws: ws.library.queries.count(),
                lambda found: self._page.show_empty(n_queries=found),
                key="judging-empty",
            )

    def _show_pair(self, view: JudgingView) -> None:
        self._page.show_view(view)
        self.aids.show(view)
        self.order.follow(self._queue, view)
        if (
            self._watch.attending and not view.setting.place.run
        ):  # a page that nobody looks at follows the news, and is left nowhere
            self._left.keep(view)
        if view.judgement is not None and view.judgement.state is JudgementState.CONFLICT:
            text = self.tr("Two machines have different judgements of this pair. Judge it again.")
            self._say_on_strip(text, tone="warning")
        queue = self._queue
        self._context.lane.submit(
            queue.prefetch, lambda news: self._hear(queue, news), key="judging-prefetch"
        )

    def _hear(self, queue: JudgingQueue, setting: JudgingSetting | None) -> None:
        """Show a guideline that was changed elsewhere while pairs were judged."""
        if setting is None or queue is not self._queue:
            return
        self._view = replace(self._view, setting=setting)
        self._page.show_setting(self._view)
        self.aids.show(self._view)
        if setting.guideline is not None and not self._strip:
            text = self.tr("The guideline changed; it is now version {0}.").format(setting.guideline.version)
            self._say_on_strip(text, tone="accent")

    def _say_on_strip(self, text: str, *, tone: str = "danger", action: str = "", details: str = "") -> None:
        self._strip = text
        self._page.show_strip(text, tone=tone, action=action, details=details)

    # --- notes

    def _tell_refusals(self, refusals: list[str]) -> None:
        if not refusals:
            return
        self._say_on_strip(
            self.tr("A note is not saved yet. Assay keeps it and tries again. {0}").format(refusals[0]),
            action=self.tr("Discard the note"),
            details="\n\n".join(self._notes.refused.values()),
        )

    def _forget_untouched(self) -> None:
        """Forget a note that was opened and left as it is: it needs no saving."""
        mark, pair = self._view.judgement, self._view.pair
        if pair is None or self._held or self._n_saving or self._view.draft is not None:
            return
        if self._notes.typed.get((self._queue.place, pair)) == (mark.note if mark is not None else ""):
            del self._notes.typed[self._queue.place, pair]

    def _try_notes_again(self) -> None:
        if self._notes.refused and not self._n_saving and self._library is not None:
            self._notes.try_again()
            self.save_note()

    # --- news from elsewhere

    def _show_places_again(self) -> None:
        self._context.lane.submit(
            judging_places,
            self._page.show_places,
            self._fail_reading,
            key="judging-places",
        )

    def _refresh(self, change: Change) -> None:
        """Catch up with grades given elsewhere, papers and pools: our own are on screen already."""
        if change is self._own_change:
            return
        if change.assessor:
            self._wanted = replace(self._wanted, assessor=self._context.settings.assessor)
            self._page.show_assessor(self._wanted.assessor)
        if (change.campaigns or change.assessor) and self._library is not None:
            self._show_places_again()
        if change.campaigns and self._library is not None:
            self._try_notes_again()
        if change.papers or change.queries or change.runs or change.judgements or change.campaigns:
            self._stale = True
        self._catch_up()

    def _catch_up(self) -> None:
        """Read again at once, or after what is being saved or written just now."""
        if self._n_saving or self._notes.typed:
            return
        if self._library is None:
            self._read_places()
        elif self._is_elsewhere:
            self._switch()
        elif self._stale:
            queue, shown = self._queue, self._view.pair
            self._submit(lambda ws: queue.reopen(ws, shown), changes=False, quiet=True)

    @property
    def _is_elsewhere(self) -> bool:
        """Whether the queue is not the one that is wanted, or not in the order that is."""
        reordered = self._wanted.chooses_order and self._queue.order is not self.order.chosen
        return reordered or self._wanted != self._queue.place

    def _switch(self) -> None:
        """Go to the wanted place's queue; until it is read the old one stays, and takes nothing."""
        left = None if self._wanted.run else self._left.of(self._wanted)
        wanted = JudgingQueue(self._wanted, resume_at=left, order=self.order.chosen)
        self._submit(wanted.open, queue=wanted, changes=False, leaves=True)


class HistoryPresenter(QObject):
    """Reads the judgements of anyone who judges now, and of nobody else."""

    def __init__(
        self,
        page: JudgingPage,
        context: AppContext,
        *,
        place: Callable[[], JudgingPlace],
        failed: Callable[[AssayError], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._place, self._failed = page, context, place, failed
        self._text: str | None = None  # what is searched for; None while the panel is closed
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.read)

    def search(self, text: str) -> None:
        """Open the history, or looks for another text in it once no more letters come."""
        opened, self._text = self._text is None, text
        if opened:
            self.read()
        else:
            self._timer.start(HISTORY_MS)

    def close(self) -> None:
        self._text = None
        self._timer.stop()

    def follow(self) -> None:
        """Show what was said in the panel a moment later."""
        if self._text is not None:
            self._timer.start(SEARCHED_HISTORY_MS if self._text.strip() else HISTORY_MS)

    def read(self) -> None:
        place, text = self._place(), self._text
        if text is None:
            return

        def show(past: list[PastPair]) -> None:
            if place == self._place():  # an answer for another assessor comes too late
                self._page.show_history(past)

        self._context.lane.submit(
            lambda ws: judging_history(ws, place, text), show, self._failed, key="judging-history"
        )
