"""The queue of pairs as the background lane sees it: the core's session, and the papers around it.

Everything here runs on the lane, one call at a time; the window's thread only gets finished `Turn`s.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay.errors import AssayError, BadInput, NextPairsMissing
from assay.types import Judgement, JudgementState, Paper, Query
from assay_desktop.pages.judging.grounds import Grounds, grounds, open_session
from assay_desktop.pages.judging.model import Hindrance, LastAct, Place, Setting, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from assay.judging import JudgingSession, Pair
    from assay.library import JudgementEvent
    from assay.workspace import Workspace
    from assay_desktop.pages.judging.notes import Notes

CACHED_PAPERS = 128
READ_AHEAD = 40
"""Papers behind the one on screen that are read at once, as soon as one of the next few is not at hand."""
NEXT_FEW = 5
LOOKED_BACK = 40
"""So many events are looked through for the last one that is not taken back."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the assessor says of a pair; `relevance` belongs to a grade only."""

    state: JudgementState
    relevance: int | None = None


class NotDrawn(AssayError):
    """The judgement is saved, but the pairs that come next could not be had."""


class JudgingQueue:
    """One assessor's way through the pairs of one place. Papers of the pairs to come are read ahead."""

    def __init__(self, place: Place, *, left_at: Pair | None = None) -> None:
        """`left_at` is the pair to begin at if it is still there."""
        self.place = place
        self._left_at = left_at
        self._setting = Setting(place)
        self._session: JudgingSession | None = None
        self._grounds: Grounds | None = None
        self._papers: dict[str, Paper] = {}
        self._queries: dict[str, Query] = {}
        self._last: LastAct | None = None  # None also where the history must be asked

    def open(self, ws: Workspace) -> Turn:
        """The pair that was left with nothing said of it, else the first that is not done; or why none is."""
        try:
            session = self.renew(ws)
        except Hindrance as hindrance:
            return Turn(setting=hindrance.setting, hindrance=hindrance)
        left, self._left_at = self._left_at, None
        if left is not None:
            self._stand_at(session, left)
            turn = self._turn(ws)
            if turn.pair == left and turn.judgement is None:
                return turn
            self.renew(ws)
        return self._turn(ws)

    def reopen(self, ws: Workspace, shown: Pair | None) -> Turn:
        """Something changed elsewhere; the pair on screen stays if it is still there.

        Raises Hindrance where the assessor cannot judge any more, so that the pair stays on screen.
        """
        if shown is None:
            return self.open(ws)
        self._stand_at(self.renew(ws), shown)
        return self._turn(ws)

    def renew(self, ws: Workspace) -> JudgingSession:
        """Reads the pairs, the judgements and the queries again. Where that fails all stays as it was."""
        session, here, setting = open_session(ws, self.place)
        queries = {query.query_id: query for query in here.queries.all()}
        self._session, self._grounds, self._setting = session, here, setting
        self._queries, self._last = queries, None
        self._papers.clear()
        return session

    def say(self, ws: Workspace, pair: Pair, said: Said, *, active_ms: int) -> Turn:
        """Saves the grade or state of the pair that was on screen, then goes on from there.

        Raises BadInput if that pair is not up for judging any more: nothing is said of any other.
        """
        session = self._opened(ws)
        try:
            session.go_to(pair)
        except BadInput as error:
            raise BadInput(
                _tr(
                    "This pair is not among yours any more: it was given to somebody else, or its paper "
                    "left. J goes on to the next one."
                )
            ) from error
        try:
            if said.relevance is not None:
                session.grade(said.relevance, active_ms=active_ms)
            else:
                session.mark(said.state, active_ms=active_ms)
        except NextPairsMissing as error:  # of a shared queue
            self._last = None
            raise NotDrawn(error.reason) from error
        self._last = LastAct(said.state.value, said.relevance)
        return self._turn(ws)

    def note(self, ws: Workspace, pair: Pair, text: str) -> None:
        """Saves the note on this pair, wherever the queue stands by now, and leaves it standing there."""
        session = self._session
        before = session.pair if session is not None else None
        if session is None or not self._goes_to(session, pair):
            here = self._grounds or grounds(ws, self.place)
            here.judgements.set_note(*pair, assessor=self.place.assessor, note=text)
        else:
            try:
                session.note(text)
            finally:
                self._stand_at(session, before)
        self._last = None  # a note left as it was is no act: the history knows

    def now(self, ws: Workspace) -> Turn:
        """Where the queue stands."""
        return self._turn(ws)

    def undo(self, ws: Workspace) -> Turn:
        self._opened(ws).undo()
        self._last = None
        return self._turn(ws)

    def redo(self, ws: Workspace) -> Turn:
        self._opened(ws).redo()
        self._last = None
        return self._turn(ws)

    def browse(self, ws: Workspace, shown: Pair | None, step: int) -> Turn:
        session = self._opened(ws)
        self._stand_at(session, shown)
        if step > 0:
            session.next()
        else:
            session.previous()
        return self._turn(ws)

    def go(self, ws: Workspace, pair: Pair) -> Turn:
        """Back to a pair, to change what was said of it; raises BadInput if it is not among these."""
        session = self._opened(ws)
        if not self._goes_to(session, pair):
            raise BadInput(_tr("That pair is not among yours any more, so it cannot be judged again."))
        return self._turn(ws)

    def prefetch(self, ws: Workspace) -> Setting | None:
        """Reads papers to come while the assessor reads one; answers with a guideline that is newer."""
        session = self._opened(ws)
        place = max(0, session.state.position - 1)
        ahead = [doc_id for _, doc_id in session.order[place : place + READ_AHEAD]]
        if any(doc_id not in self._papers for doc_id in ahead[:NEXT_FEW]):
            self._read(ws, ahead)
        if self._grounds is None or self._grounds.guideline() == self._setting.guideline:
            return None
        self._setting = replace(self._setting, guideline=self._grounds.guideline())
        return self._setting

    def _opened(self, ws: Workspace) -> JudgingSession:
        return self._session if self._session is not None else self.renew(ws)

    @staticmethod
    def _goes_to(session: JudgingSession, pair: Pair) -> bool:
        try:
            session.go_to(pair)
        except BadInput:
            return False
        return True

    @staticmethod
    def _stand_at(session: JudgingSession, pair: Pair | None) -> None:
        """Goes to the pair, or stays where the session stands if the pair left the queue."""
        if pair is not None:
            with suppress(BadInput):
                session.go_to(pair)

    def _turn(self, ws: Workspace) -> Turn:
        session = self._opened(ws)
        state, pace = session.state, session.pace
        if self._last is None and self._grounds is not None:
            events = self._grounds.judgements.history(assessor=self.place.assessor, limit=LOOKED_BACK)
            self._last = last_act(events)
        counts = Turn(
            n_done=state.n_done,
            n_total=state.n_total,
            n_later=state.n_later,
            n_unsure=state.n_unsure,
            n_conflicts=state.n_conflicts,
            median_s=pace.median_seconds if pace else None,
            last=self._last,
            setting=self._setting,
        )
        return counts if state.pair is None else self._with_pair(ws, counts, state.pair, state.judgement)

    def _with_pair(self, ws: Workspace, counts: Turn, pair: Pair, judgement: Judgement | None) -> Turn:
        query_id, doc_id = pair
        query = self._queries.get(query_id, Query(query_id, query_id))
        self._read(ws, [doc_id, *([query.doc_id] if query.doc_id else [])])
        return replace(
            counts,
            pair=pair,
            query=query,
            query_paper=self._papers.get(query.doc_id) if query.doc_id else None,
            paper=self._papers.get(doc_id, _removed(doc_id)),
            judgement=judgement,
        )

    def _read(self, ws: Workspace, doc_ids: Sequence[str]) -> None:
        """Reads those of the papers that are not at hand."""
        missing = [doc_id for doc_id in doc_ids if doc_id not in self._papers]
        if not missing:
            return
        if len(self._papers) > CACHED_PAPERS:
            self._papers.clear()
            missing = list(doc_ids)
        found = ws.library.papers.find_by_ids(missing)
        self._papers.update(found)


def last_act(events: Iterable[JudgementEvent]) -> LastAct | None:
    """The newest act that is not taken back; `events` come newest first."""
    n_undone = n_redone = 0
    for event in events:
        if event.kind == "redo":
            n_redone += 1
        elif event.kind == "undo" and n_redone:
            n_redone -= 1
        elif event.kind == "undo":
            n_undone += 1
        elif n_undone:
            n_undone -= 1
        else:
            return LastAct(event.kind, event.relevance)
    return None


def _removed(doc_id: str) -> Paper:
    """Stands in for a paper that is nowhere to be found, so that its pair can still be passed over."""
    return Paper(doc_id, _tr("Paper {0} is not in this library any more").format(doc_id))


def write_notes(
    ws: Workspace, notes: Notes, writer: JudgingQueue, *, must: tuple[Place, Pair] | None
) -> dict[tuple[Place, Pair], str]:
    """Saves the notes where they belong; returns why some were refused, raises if `must` is among those."""
    refusals = {}
    for (place, pair), text in notes.items():
        here = writer if place == writer.place else JudgingQueue(place)
        try:
            here.note(ws, pair, text)
        except BadInput as error:
            if (place, pair) == must:
                raise
            refusals[place, pair] = str(error)
    return refusals


def _tr(text: str) -> str:
    return QCoreApplication.translate("judging", text)
