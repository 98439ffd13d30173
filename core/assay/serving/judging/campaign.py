"""A campaign's assessors at their browsers: each in a judging queue as the window has it.

Everything here runs on the library's lanes, one assessor's calls one after another, and a judgement is
durable when its call returns.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Callable
from functools import lru_cache, partial

from markdown_it import MarkdownIt  # comes with rich

from assay.campaign_types import Campaign, Guideline, Pair
from assay.campaigns.campaign import CampaignWork
from assay.campaigns.judging import JudgingQueue, find_coming, judging_history
from assay.campaigns.pools import CLAIM, claim_pairs
from assay.campaigns.types import CannotJudge, Coming, JudgingPlace, JudgingView
from assay.errors import BadInput, NotInQueue
from assay.library import CampaignStore
from assay.search.snippets import marked
from assay.serving.judging.invitations import Invitation, Invitations
from assay.serving.judging.types import Act, Given, PairView, PastView, Shown
from assay.types import Judgement, JudgementState, Paper, blind_title
from assay.workspace import Workspace

_IDS = uuid.UUID("6f1f3f6e-0a52-4f0e-9d44-3d1c8f5b7a10")  # of the names of acts
_LONGEST_ID = 64
MOST_MS = 86_400_000
LOOK_S = 5.0  # between two looks at what comes next


class NotInvited(BadInput):
    """The link is unknown, or was taken back."""


class CampaignJudging:
    """Judging in one campaign, by those who were invited. Each is for one thread at a time, but for looks."""

    def __init__(self, invitations: Invitations, campaign: Campaign) -> None:
        self.invitations = invitations
        self.campaign, self.uuid, self._seed = campaign.name, campaign.uuid, campaign.seed
        self._seats: dict[str, _Seat] = {}  # key of an invitation -> who came with it
        self._stores: dict[Workspace, CampaignStore] = {}
        self._guideline: tuple[float, Guideline | None] = (-LOOK_S, None)  # when it was read

    def view(self, ws: Workspace, token: str) -> PairView:
        """Return the pair that was on screen, else the first that is not judged, read from the library."""
        found = self._invited(token)
        roster = CampaignWork(ws, self.campaign).store.assessors()
        handle = next((each.handle for each in roster if each.uuid == found.assessor), None)
        if handle is None:
            raise NotInvited
        seat = self._seats.setdefault(found.key, _Seat(found))
        seat.queue = JudgingQueue(JudgingPlace(handle, self.campaign), resume_at=seat.shown)
        return self._shown(seat, seat.queue.open(ws), guideline=-1)

    def act(self, ws: Workspace, token: str, act: Act) -> PairView:
        """Do it and return what to show then. Raises as `JudgingQueue` does, and NotInvited.

        What was written and is sent again is confirmed, also where its pair or the campaign is closed by now.
        """
        seat = self._seat(ws, token)
        event_uuid = _event_uuid(seat.assessor, act.id)
        try:
            return self._shown(seat, _do(ws, seat, act, event_uuid), guideline=act.guideline)
        except (CannotJudge, NotInQueue):
            if not CampaignWork(ws, self.campaign).store.judgements.has_event(event_uuid):
                raise
            return self.view(ws, token)

    def look_ahead(self, ws: Workspace, token: str) -> Callable[[], object] | None:
        """Draw pairs and read papers to come, and a guideline that is newer, while the assessor reads.

        It may run during their other calls; what it returns, if anything, is to be called between two of
        them, before the next look.
        """
        seat, now = self._seats.get(self._invited(token).key), time.monotonic()
        if seat is None or seat.looking or (not seat.coming.is_urgent and now - seat.looked_at < LOOK_S):
            return None
        seat.looking, seat.looked_at = True, now
        try:
            store, place = self._store(ws), seat.queue.place
            claim = partial(claim_pairs, store, place.assessor, uuid=seat.assessor, seed=self._seed)
            guideline, found = self._newest(store), find_coming(ws, store, seat.coming, claim)
            if seat.coming.shared and not seat.coming.draws:  # so that their next draw is one round trip
                store.assignments.look_ahead(place.assessor, CLAIM)
        except BaseException:
            seat.looking = False
            raise

        def take() -> None:
            seat.queue.take(found, guideline)
            seat.coming, seat.looking = seat.queue.coming(), False

        return take

    def _store(self, ws: Workspace) -> CampaignStore:
        """Return the store that looks ahead in this workspace: it remembers where it looked."""
        if ws not in self._stores:
            self._stores[ws] = CampaignWork(ws, self.campaign).store
        return self._stores[ws]

    def _newest(self, store: CampaignStore) -> Guideline | None:
        """Return the guideline, a few seconds old at most: all have the same."""
        if time.monotonic() - self._guideline[0] >= LOOK_S:
            self._guideline = time.monotonic(), store.guideline()
        return self._guideline[1]

    def past(self, ws: Workspace, token: str, text: str) -> list[PastView]:
        """Return the assessor's latest judgements whose query, title or note hold the text."""
        seat = self._seat(ws, token)
        return [
            PastView(seat.name_of(each.pair), each.query, each.title, _given(each.judgement))
            for each in judging_history(ws, seat.queue.place, text)
        ]

    def _invited(self, token: str) -> Invitation:
        found = self.invitations.find(token)
        if found is None or found.campaign != self.uuid:
            raise NotInvited
        return found

    def _seat(self, ws: Workspace, token: str) -> _Seat:
        """Return the seat of the token's assessor; a page that was open before the server has one too."""
        found = self._invited(token)
        if found.key not in self._seats:
            self.view(ws, token)
        return self._seats[found.key]

    def _shown(self, seat: _Seat, view: JudgingView, *, guideline: int) -> PairView:
        """Return the view as the page has it; the guideline unless the page has this version."""
        if view.pair is not None:
            seat.shown = view.pair
        seat.coming = seat.queue.coming()
        there, last = view.setting.guideline, view.last
        version = there.version if there is not None else 0
        query = _query(view)
        aids = there is None or there.aids
        query_text = "".join(text for text, _ in query.title) if query is not None and aids else ""
        return PairView(
            campaign=self.campaign,
            assessor=seat.queue.place.assessor,
            csrf="",
            n_done=view.n_done,
            n_total=view.n_total,
            n_unsure=view.n_unsure,
            n_later=view.n_later,
            n_conflicts=view.n_conflicts,
            median_seconds=view.median_seconds,
            pair=seat.name_of(view.pair) if view.pair is not None else None,
            query=query,
            paper=_paper(view.paper, query_text) if view.paper is not None else None,
            given=_given(view.judgement),
            undo_kind=last.kind if last is not None else "",
            undo_relevance=last.relevance if last is not None else None,
            guideline=version,
            guideline_html=None if version == guideline else _html_of(there),
            cannot_judge=view.cannot_judge.reason.value if view.cannot_judge is not None else "",
        )


class _Seat:
    """One assessor's queue, and the names by which their browser knows its pairs."""

    def __init__(self, invitation: Invitation) -> None:
        self.assessor = invitation.assessor
        self.queue = JudgingQueue(JudgingPlace(""))  # until it is opened
        self._key = invitation.key.encode()
        self.shown: Pair | None = None
        self.looked_at = -LOOK_S
        self.looking = False  # from a look until what it found is taken
        self.coming = Coming()
        self._pairs: dict[str, Pair] = {}

    def name_of(self, pair: Pair) -> str:
        name = hmac.new(self._key, json.dumps(pair).encode(), hashlib.sha256).hexdigest()[:32]
        self._pairs[name] = pair
        return name

    def pair_of(self, ws: Workspace, name: str) -> Pair:
        """Return the pair of a name, also one that the server gave before it was started again."""
        if name not in self._pairs:
            for pair in self.queue.renew(ws).order:
                self.name_of(pair)
        if name not in self._pairs:
            raise NotInQueue((name, ""))
        return self._pairs[name]


def _event_uuid(assessor: str, act_id: str) -> str:
    """Return the uuid of the event that an act writes: its own, and nobody else's."""
    if not 0 < len(act_id) <= _LONGEST_ID or not act_id.isascii() or not act_id.isprintable():
        raise BadInput("An act needs an id of 1 to {0} ASCII characters.", _LONGEST_ID)
    return str(uuid.uuid5(_IDS, f"{assessor}/{act_id}"))


def _do(ws: Workspace, seat: _Seat, act: Act, event_uuid: str) -> JudgingView:
    queue = seat.queue
    if act.do == "undo":
        return queue.undo(ws, event_uuid=event_uuid)
    if act.do == "redo":
        return queue.redo(ws, event_uuid=event_uuid)
    if act.do == "browse":  # also back from the end, where no pair is shown
        return queue.browse(ws, seat.pair_of(ws, act.pair) if act.pair else None, 1 if act.step > 0 else -1)
    pair = seat.pair_of(ws, act.pair)
    if act.do == "judge":
        if (act.state is JudgementState.GRADE) != (act.relevance is not None) or act.active_ms < 0:
            raise BadInput("A grade needs 0, 1 or 2, what is no grade has no number, and both have a time.")
        active_ms = min(act.active_ms, MOST_MS)
        return queue.record(ws, pair, act.state, act.relevance, active_ms=active_ms, event_uuid=event_uuid)
    if act.do == "note":
        queue.note(ws, pair, act.text, event_uuid=event_uuid)
    return queue.next_query(ws, pair) if act.do == "query" else queue.go_to(ws, pair)


def _query(view: JudgingView) -> Shown | None:
    if view.query_paper is not None:
        return _paper(view.query_paper, "")
    if view.query is None:
        return None
    about = "\n\n".join(filter(None, (view.query.description, view.query.narrative)))
    return Shown(marked(view.query.text, ""), marked(about, ""), is_paper=False)


def _paper(paper: Paper, query_text: str) -> Shown:
    return Shown(marked(blind_title(paper), query_text), marked(paper.abstract, query_text), paper.year)


def _given(judgement: Judgement | None) -> Given | None:
    return Given(judgement.state, judgement.relevance, judgement.note) if judgement is not None else None


@lru_cache(maxsize=8)
def _html_of(guideline: Guideline | None) -> str:
    """Return the guideline as HTML, in which HTML of its own and links that run something are text."""
    if guideline is None:
        return ""
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return str(renderer.render(guideline.text))
