"""What one assessor said last, newest first: read on the lane, shown beside the pair. Nobody else's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.types import shown_title
from assay_desktop.pages.judging.grounds import grounds

if TYPE_CHECKING:
    from datetime import datetime

    from assay.judging import Pair
    from assay.library import JudgementEvent
    from assay.types import Judgement
    from assay.workspace import Workspace
    from assay_desktop.pages.judging.model import Place

LOOKED_AT = 400  # events; a pair that was judged often shows once
SHOWN = 200


@dataclass(frozen=True, slots=True)
class PastPair:
    """One pair that the assessor judged, with where it stands now; None if all was taken back."""

    pair: Pair
    when: datetime  # UTC, of the last thing said
    query: str
    title: str
    judgement: Judgement | None


def read_history(ws: Workspace, place: Place, text: str) -> list[PastPair]:
    """The pairs judged last by this assessor, up to 200, whose query, title or note hold `text`."""
    here = grounds(ws, place)
    events = here.judgements.history(assessor=place.assessor, limit=LOOKED_AT, text=text.strip())
    newest: dict[Pair, JudgementEvent] = {}
    for event in events:
        newest.setdefault((event.query_id, event.doc_id), event)
    pairs = list(newest)[:SHOWN]
    query_ids = dict.fromkeys(query_id for query_id, _ in pairs)
    stands = {
        (each.query_id, each.doc_id): each
        for query_id in query_ids
        for each in here.judgements.current(query_id=query_id, assessor=place.assessor)
    }
    queries = {each.query_id: each for each in here.queries.all() if each.query_id in query_ids}
    sources = [each.doc_id for each in queries.values() if each.doc_id is not None]
    papers = ws.library.papers.find_by_ids([*(doc_id for _, doc_id in pairs), *sources])
    titles = {doc_id: shown_title(paper) for doc_id, paper in papers.items()}
    texts = {each.query_id: titles.get(each.doc_id or "", each.text) for each in queries.values()}
    return [
        PastPair(
            pair,
            newest[pair].occurred_at,
            texts.get(pair[0], pair[0]),
            titles.get(pair[1], pair[1]),
            stands.get(pair),
        )
        for pair in pairs
    ]
