"""What the page keeps between two windows: notes that are not saved yet, and the pair it was left at."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final, TypeAlias

from assay.campaigns.types import JudgingPlace
from assay.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Collection

    from assay.campaign_types import Pair
    from assay.campaigns.judging import JudgingQueue
    from assay.campaigns.types import JudgingView
    from assay.workspace import Workspace
    from assay_desktop.session import Session
    from assay_desktop.settings import Settings

Notes: TypeAlias = "dict[tuple[JudgingPlace, Pair], str]"
"""Notes as typed, each with its assessor and campaign and with its pair."""


_LAST_PAIRS: Final = "judging/pairs"


class UnsavedNotes:
    """What could not be saved is kept in the settings too, so that closing the window loses nothing."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._key = ""  # of the setting; "" until the library is known
        self.typed: Notes = {}  # to be saved with the next call
        self.refused: Notes = {}  # kept, and tried again now and then

    def load(self, library: str) -> None:
        """Takes up what an earlier window could not save; what cannot be read counts as nothing."""
        self._key = setting_key("unsaved-notes", library)
        try:
            rows = json.loads(self._settings.text(self._key) or "[]")
            for assessor, campaign, query_id, doc_id, text in rows:
                place = JudgingPlace(str(assessor), None if campaign is None else str(campaign))
                self.typed[place, (str(query_id), str(doc_id))] = str(text)
        except (ValueError, TypeError):
            return

    def keep(self) -> None:
        """Writes all of them at once in place of those kept before; none leave nothing behind."""
        if not self._key:
            return
        rows = [
            [place.assessor, place.campaign, *pair, text]
            for (place, pair), text in (self.refused | self.typed).items()
        ]
        kept = json.dumps(rows) if rows else ""
        if kept != self._settings.text(self._key):
            self._settings.set_text(self._key, kept)
            self._settings.sync()

    def settle(self, sent: Notes, refused: Collection[tuple[JudgingPlace, Pair]]) -> None:
        """All of `sent` are saved but those that were refused; what was typed since is not among them."""
        self.typed = {key: text for key, text in self.typed.items() if sent.get(key) != text}
        self.refused = {key: text for key, text in self.refused.items() if key not in sent}
        self.refused |= {key: sent[key] for key in refused}
        self.keep()

    def try_again(self) -> None:
        """Those that were refused go with the next call."""
        self.typed = self.refused | self.typed

    def discard(self) -> None:
        self.refused = {}
        self.keep()


def setting_key(name: str, library: str) -> str:
    """The name of a setting that each library has its own of."""
    return f"judging/{name}/{hashlib.blake2b(library.encode(), digest_size=8).hexdigest()}"


def save_notes(
    ws: Workspace, notes: Notes, queue: JudgingQueue, *, must: tuple[JudgingPlace, Pair] | None
) -> dict[tuple[JudgingPlace, Pair], str]:
    """Save the notes where they belong; return why some were refused, raise if `must` is among those."""
    from assay.campaigns.judging import JudgingQueue

    refusals = {}
    for (place, pair), text in notes.items():
        own = queue if place == queue.place else JudgingQueue(place)
        try:
            own.note(ws, pair, text)
        except BadInput as error:
            if (place, pair) == must:
                raise
            refusals[place, pair] = str(error)
    return refusals


class LastPairs:
    """Of places of one library: (assessor, campaign or None) -> the pair that was on screen."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, place: JudgingPlace) -> Pair | None:
        return next((pair for where, pair in self._read() if where == [place.assessor, place.campaign]), None)

    def keep(self, view: JudgingView) -> None:
        """Where there is no pair on screen, the place is begun anew the next time."""
        place = view.setting.place
        mine = [place.assessor, place.campaign]
        others = [[where, list(pair)] for where, pair in self._read() if where != mine]
        own = [[mine, list(view.pair)]] if view.pair is not None else []
        self._session.put(_LAST_PAIRS, others + own)

    def _read(self) -> list[tuple[list[str | None], Pair]]:
        kept = self._session.get(_LAST_PAIRS)
        try:
            return [([str(who), where], (str(query), str(paper))) for (who, where), (query, paper) in kept]
        except (TypeError, ValueError):
            return []
