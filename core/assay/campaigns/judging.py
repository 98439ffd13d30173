"""One assessor's judging queue in one place: the session, the papers around it, and what was judged before.

A place is a campaign, or the library's own queries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace

from assay.campaign_types import Assessor, CampaignStatus, Guideline, JudgingState, Pair, QueueOrder
from assay.campaigns.pools import library_session, session, unjudged_of_run
from assay.campaigns.types import (
    CannotJudge,
    CannotJudgeReason,
    Coming,
    Found,
    JudgingPlace,
    JudgingPlaces,
    JudgingSetting,
    JudgingView,
    LastJudgement,
    PastPair,
    QueueRanking,
)
from assay.errors import LibraryError, NextPairsMissing, NotInQueue
from assay.judging import JudgingSession
from assay.library import CampaignStore, JudgementEvent, Judgements
from assay.types import JudgementState, Paper, Query, blind_title, shown_title
from assay.workspace import Workspace

CACHED_PAPERS = 128
READ_AHEAD = 40
"""Papers behind the one shown that are read at once, as soon as one of the next few is not at hand."""
NEXT_FEW = 5
LAST_EVENTS = 40
"""So many events are looked through for the last one that is not taken back."""
HISTORY_EVENTS = 400  # a pair that was judged often shows once
HISTORY_PAIRS = 200

CLOSED_FOR_GRADING = {
    CampaignStatus.DRAFT: CannotJudgeReason.DRAFT,
    CampaignStatus.ADJUDICATING: CannotJudgeReason.ADJUDICATING,
    CampaignStatus.CLOSED: CannotJudgeReason.CLOSED,
}


def judging_places(ws: Workspace) -> JudgingPlaces:
    """Return where people can judge in this library, and who."""
    campaigns = ws.library.campaigns.all()
    opened = tuple(each.name for each in campaigns if each.status is CampaignStatus.OPEN)
    people = tuple(each.handle for each in ws.library.annotators.all() if each.active)
    return JudgingPlaces(str(ws.folder), tuple(each.name for each in campaigns), opened, people)


class JudgingQueue:
    """One assessor's way through the pairs of one place. Papers of the pairs to come are read ahead.

    Not for use from two threads at once.
    """

    def __init__(
        self,
        place: JudgingPlace,
        *,
        resume_at: Pair | None = None,
        order: QueueOrder = QueueOrder.RANDOM,
    ) -> None:
        """`resume_at` is the pair to begin at if it is still there and not judged. A campaign has an order of
        its own, and so has a run, whatever `order` is.
        """
        self.place = place
        self.order = QueueOrder.RANDOM if place.campaign else QueueOrder.POOL if place.run else order
        self._only: list[Pair] | None = None  # of a run: read once, so that what is judged stays and counts
        self._rankings: dict[str, QueueRanking] = {}  # query_id -> the last one
        self._resume_at = resume_at
        self._setting = JudgingSetting(place)
        self._session: JudgingSession | None = None
        self._papers: dict[str, Paper] = {}
        self._queries: dict[str, Query] = {}
        self._last: LastJudgement | None = None  # None also where the history must be read

    # -- reading ----------------------------------------------------------------------------------------

    def open(self, ws: Workspace) -> JudgingView:
        """Return the pair to resume at, else the first that is not done, or why nobody can judge."""
        try:
            session = self.renew(ws, at=self._resume_at)
        except CannotJudge as error:
            return JudgingView(setting=error.setting, cannot_judge=error)
        pair, self._resume_at = self._resume_at, None
        if pair is not None:
            self._go_if_there(session, pair)
            if session.pair == pair and session.state.judgement is None:
                return self.view(ws)
            self.renew(ws)
        return self.view(ws)

    def reopen(self, ws: Workspace, shown: Pair | None) -> JudgingView:
        """Read everything again after a change elsewhere; the pair shown stays if it is still there.

        Raises CannotJudge where the assessor cannot judge any more.
        """
        if shown is None:
            return self.open(ws)
        self._go_if_there(self.renew(ws, at=shown), shown)
        return self.view(ws)

    def renew(self, ws: Workspace, *, at: Pair | None = None) -> JudgingSession:
        """Read the pairs, the judgements and the queries again. Where that fails all stays as it was.

        `at` is the pair that will be shown: rankings leave it where it is.
        """
        if self.place.run and self._only is None:
            self._only = unjudged_of_run(ws.library, self.place.run)
        session, setting = _open_session(ws, self.place, self.order, self._only)
        for ranking in self._rankings.values():
            session.reorder(ranking.query_id, ranking.doc_ids, pinned=at)
        queries = self._queries_of(ws, {query_id for query_id, _ in session.order})
        self._session, self._setting = session, setting
        self._queries, self._last = queries, None
        self._papers.clear()
        return session

    def view(self, ws: Workspace) -> JudgingView:
        """Return the pair shown with its query and papers, the counts and the setting."""
        session = self._opened(ws)
        if self._last is None:
            history = _judgements(ws, self.place).history(assessor=self.place.assessor, limit=LAST_EVENTS)
            self._last = last_judgement(history, queue={*session.order})
        return self._with_papers(ws, session.state)

    def prefetch(self, ws: Workspace) -> JudgingSetting | None:
        """Draw pairs and read papers to come while the assessor reads one.

        Returns the setting if its guideline is newer.
        """
        session, store = self._opened(ws), _store(ws, self.place)
        guideline = store.guideline() if store is not None else None
        return self.take(find_coming(ws, store, self.coming(), session.claim), guideline)

    def coming(self) -> Coming:
        """Return what is not at hand of what comes next. Nothing is read."""
        if self._session is None:
            return Coming()
        place = max(0, self._session.state.position - 1)
        ahead = [doc_id for _, doc_id in self._session.order[place : place + READ_AHEAD]]
        lacks = any(doc_id not in self._papers for doc_id in ahead[:NEXT_FEW])
        missing = [doc_id for doc_id in ahead if doc_id not in self._papers] if lacks else ()
        return Coming(self._session.is_shared, self._session.runs_short, tuple(missing))

    def take(self, found: Found, guideline: Guideline | None) -> JudgingSetting | None:
        """Take what was found of what comes next; returns the setting if its guideline is newer."""
        if self._session is not None and found.pairs is not None:
            self._session.take(found.pairs)
        self._queries |= found.queries
        self._keep(found.papers)
        if self._session is None or guideline == self._setting.guideline:
            return None
        self._setting = replace(self._setting, guideline=guideline)
        return self._setting

    # -- judging ----------------------------------------------------------------------------------------

    def record(
        self,
        ws: Workspace,
        pair: Pair,
        state: JudgementState,
        relevance: int | None = None,
        *,
        active_ms: int,
        event_uuid: str | None = None,
    ) -> JudgingView:
        """Save the grade or state of the pair that was shown, then continue from there.

        Under an `event_uuid` that is known nothing is saved again, here and below.

        Raises NotInQueue if that pair is not up for judging any more: nothing is saved of any other, and
        NextPairsMissing where it is saved and no next pair could be had.
        """
        session = self._opened(ws)
        session.go_to(pair)
        try:
            if relevance is not None:
                session.grade(relevance, active_ms=active_ms, event_uuid=event_uuid)
            else:
                session.mark(state, active_ms=active_ms, event_uuid=event_uuid)
        except NextPairsMissing:
            self._last = None
            raise
        self._last = LastJudgement(state.value, relevance)
        return self.view(ws)

    def note(self, ws: Workspace, pair: Pair, text: str, *, event_uuid: str | None = None) -> None:
        """Save the note on this pair, wherever the queue is by now, and leave it there."""
        session = self._session
        before = session.pair if session is not None else None
        if session is None or not self._go_if_there(session, pair):
            judgements = _judgements(ws, self.place)
            judgements.set_note(*pair, assessor=self.place.assessor, note=text, event_uuid=event_uuid)
        else:
            try:
                session.note(text, event_uuid=event_uuid)
            finally:
                self._go_if_there(session, before)
        self._last = None  # a note left as it was is no event: the history knows

    def undo(self, ws: Workspace, *, event_uuid: str | None = None) -> JudgingView:
        """Undo the assessor's last judgement or note in this place, and show its pair."""
        self._opened(ws).undo(event_uuid)
        self._last = None
        return self.view(ws)

    def redo(self, ws: Workspace, *, event_uuid: str | None = None) -> JudgingView:
        """Redo what was undone last, and show its pair."""
        self._opened(ws).redo(event_uuid)
        self._last = None
        return self.view(ws)

    # -- browsing ---------------------------------------------------------------------------------------

    def take_ranking(self, ws: Workspace, ranking: QueueRanking) -> JudgingSetting | None:
        """Put the pairs behind the one shown in this order, if it is the one in force; see `prefetch`."""
        if self.order is QueueOrder.LIKELY:
            self._rankings[ranking.query_id] = ranking
            session = self._opened(ws)
            session.reorder(ranking.query_id, ranking.doc_ids, pinned=session.pair)
        return self.prefetch(ws)

    def next_query(self, ws: Workspace, shown: Pair | None) -> JudgingView:
        """Show the first open pair of the next query; what is left of this one comes round at the end."""
        session = self._opened(ws)
        self._go_if_there(session, shown)
        session.next_query()
        return self.view(ws)

    def browse(self, ws: Workspace, shown: Pair | None, step: int) -> JudgingView:
        """Show the pair after (1) or before (-1) the one shown, judged or not."""
        session = self._opened(ws)
        self._go_if_there(session, shown)
        if step > 0:
            session.next()
        else:
            session.previous()
        return self.view(ws)

    def go_to(self, ws: Workspace, pair: Pair) -> JudgingView:
        """Show a pair again, to change its judgement; raises NotInQueue if it is not among these."""
        self._opened(ws).go_to(pair)
        return self.view(ws)

    def _opened(self, ws: Workspace) -> JudgingSession:
        return self._session if self._session is not None else self.renew(ws)

    @staticmethod
    def _go_if_there(session: JudgingSession, pair: Pair | None) -> bool:
        """Go to the pair, or stay where the session is if the pair left the queue."""
        if pair is not None:
            with suppress(NotInQueue):
                session.go_to(pair)
                return True
        return False

    # -- papers -----------------------------------------------------------------------------------------

    def _with_papers(self, ws: Workspace, state: JudgingState) -> JudgingView:
        query = query_paper = paper = None
        if state.pair is not None:
            query_id, doc_id = state.pair
            if query_id not in self._queries:  # drawn since
                self._queries |= self._queries_of(ws, [query_id])
            query = self._queries.get(query_id, Query(query_id, query_id))
            self._read(ws, [doc_id, *([query.doc_id] if query.doc_id else [])])
            query_paper = self._papers.get(query.doc_id) if query.doc_id else None
            paper = self._papers.get(doc_id)
        return JudgingView(
            **{each.name: getattr(state, each.name) for each in fields(state)},
            query=query,
            query_paper=query_paper,
            paper=paper,
            last=self._last,
            setting=self._setting,
        )

    def _queries_of(self, ws: Workspace, query_ids: Collection[str]) -> dict[str, Query]:
        return (_store(ws, self.place) or ws.library).queries.find_by_ids(query_ids)

    def _read(self, ws: Workspace, doc_ids: Sequence[str]) -> None:
        """Read those of the papers that are not at hand; none of them makes room for another."""
        missing = [doc_id for doc_id in doc_ids if doc_id not in self._papers]
        found = ws.library.papers.find_by_ids(missing) if missing else {}
        at_hand = {doc_id: self._papers.pop(doc_id) for doc_id in doc_ids if doc_id in self._papers}
        self._keep(at_hand | found)

    def _keep(self, papers: Mapping[str, Paper]) -> None:
        """Have the papers at hand; those that were asked for longest ago make room."""
        self._papers |= papers
        for doc_id in list(self._papers)[:-CACHED_PAPERS]:
            del self._papers[doc_id]


def find_coming(
    ws: Workspace, store: CampaignStore | None, coming: Coming, claim: Callable[[], Sequence[Pair]]
) -> Found:
    """Find what a queue lacks of what comes next; `claim` draws pairs. Another thread may judge meanwhile."""
    pairs = claim() if coming.draws else None
    drawn, queries, papers = pairs or (), dict[str, Query](), dict[str, Paper]()
    with suppress(LibraryError):  # the pairs are theirs by now, and what is missing is read when it is shown
        if drawn:
            queries = (store or ws.library).queries.find_by_ids({query_id for query_id, _ in drawn})
        sources = [each.doc_id for each in queries.values() if each.doc_id is not None]
        wanted = dict.fromkeys((*coming.doc_ids, *(doc_id for _, doc_id in drawn), *sources))
        papers = ws.library.papers.find_by_ids(list(wanted)) if wanted else {}
    return Found(pairs, papers, queries)


def last_judgement(events: Iterable[JudgementEvent], *, queue: Collection[Pair]) -> LastJudgement | None:
    """Return the newest judgement or note that is not taken back; `events` come newest first."""
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
            return LastJudgement(event.kind, event.relevance, (event.query_id, event.doc_id) in queue)
    return None


def judging_history(ws: Workspace, place: JudgingPlace, text: str = "") -> list[PastPair]:
    """Return the pairs judged last by this assessor, up to 200, whose query, title or note hold `text`."""
    store = _store(ws, place) or ws.library
    events = store.judgements.history(assessor=place.assessor, limit=HISTORY_EVENTS, text=text.strip())
    newest: dict[Pair, JudgementEvent] = {}
    for event in events:
        newest.setdefault((event.query_id, event.doc_id), event)
    pairs = list(newest)[:HISTORY_PAIRS]
    query_ids = list(dict.fromkeys(query_id for query_id, _ in pairs))
    current = {
        (each.query_id, each.doc_id): each
        for query_id in query_ids
        for each in store.judgements.current(query_id=query_id, assessor=place.assessor)
    }
    queries = list(store.queries.find_by_ids(query_ids).values())
    sources = [query.doc_id for query in queries if query.doc_id is not None]
    papers = ws.library.papers.find_by_ids([*(doc_id for _, doc_id in pairs), *sources])
    title_of = shown_title if place.campaign is None else blind_title
    titles = {doc_id: title_of(paper) for doc_id, paper in papers.items()}
    texts = {query.query_id: titles.get(query.doc_id or "", query.text) for query in queries}
    return [
        PastPair(
            pair,
            newest[pair].occurred_at,
            texts.get(pair[0], pair[0]),
            titles.get(pair[1], pair[1]),
            current.get(pair),
        )
        for pair in pairs
    ]


def _store(ws: Workspace, place: JudgingPlace) -> CampaignStore | None:
    """Return the campaign's store; raises BadInput for a campaign that is not there."""
    from assay.campaigns.campaign import CampaignWork

    return None if place.campaign is None else CampaignWork(ws, place.campaign).store


def _judgements(ws: Workspace, place: JudgingPlace) -> Judgements:
    return (_store(ws, place) or ws.library).judgements


def _open_session(
    ws: Workspace, place: JudgingPlace, order: QueueOrder, only: Sequence[Pair] | None
) -> tuple[JudgingSession, JudgingSetting]:
    """Return the assessor's session with what surrounds it; raises CannotJudge where they cannot judge."""
    store = _store(ws, place)
    if store is None:
        setting = JudgingSetting(place)
        _require_active(ws.library.annotators.all(), setting)
        return library_session(ws, place.assessor, order, only=only), setting
    setting = JudgingSetting(place, tuple(store.assessors()), store.guideline())
    status = store.info().status
    if status is not CampaignStatus.OPEN:
        raise CannotJudge(CLOSED_FOR_GRADING[status], setting)
    if place.assessor not in {each.handle for each in setting.roster}:
        raise CannotJudge(CannotJudgeReason.NOT_ASSESSOR, setting)
    _require_active(setting.roster, setting)
    return session(store, place.assessor), setting


def _require_active(people: Iterable[Assessor], setting: JudgingSetting) -> None:
    """Raise CannotJudge if the assessor was deactivated. Whom the library does not know yet may begin."""
    if any(each.handle == setting.place.assessor and not each.active for each in people):
        raise CannotJudge(CannotJudgeReason.DEACTIVATED, setting)
