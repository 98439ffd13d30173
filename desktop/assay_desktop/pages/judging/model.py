"""The words of the judging page, the clock that times a judgement, and what is kept between two windows."""

from __future__ import annotations

import hashlib
import json
import time
from typing import TYPE_CHECKING, Final, TypeAlias

from assay.campaigns.types import CannotJudge, CannotJudgeReason, JudgingPlace, JudgingSetting
from assay.errors import BadInput
from assay.types import Paper
from assay_desktop.text.core_words import translated
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from assay.campaign_types import Pair
    from assay.campaigns.judging import JudgingQueue
    from assay.campaigns.types import JudgingView
    from assay.workspace import Workspace
    from assay_desktop.session import Session
    from assay_desktop.settings import Settings

_tr = translator("judging")


def cannot_judge_words(error: CannotJudge) -> str:
    """Return why nobody, or not this assessor, can judge here."""
    reason, setting = error.reason, error.setting
    if reason is CannotJudgeReason.NOT_ASSESSOR:
        return _not_assessor(setting)
    if reason is CannotJudgeReason.DEACTIVATED:
        text = _tr(
            "'{0}' is deactivated and cannot grade; earlier grades stay. Choose another assessor, or "
            "activate this one again."
        )
        return text.format(setting.place.assessor)
    words = {
        CannotJudgeReason.DRAFT: _tr("'{0}' is still being prepared. Judging starts once it is open."),
        CannotJudgeReason.ADJUDICATING: _tr(
            "'{0}' is closed for grading: its disagreements are being settled."
        ),
        CannotJudgeReason.CLOSED: _tr("'{0}' is closed for grading."),
    }
    return words[reason].format(setting.place.campaign)


def _not_assessor(setting: JudgingSetting) -> str:
    """That somebody is no assessor of a campaign, and who is."""
    names = ", ".join(f"'{each.handle}'" for each in setting.roster if each.active)
    if names:
        text = _tr("{0} isn't an assessor on “{1}”. Choose who is judging: {2}.")
    else:
        text = _tr("'{0}' is not an assessor of '{1}', which has no assessors yet.")
    return text.format(setting.place.assessor, setting.place.campaign, names)


def not_in_queue_words(*, judging: bool) -> str:
    """Return why a pair on screen cannot be judged, or one of the history cannot be shown."""
    if judging:
        return _tr(
            "This pair is no longer yours: it was reassigned, or its paper was removed. Press J for the "
            "next one."
        )
    return _tr("That pair is no longer yours, so you cannot judge it again.")


def removed_paper(doc_id: str) -> Paper:
    """Return a stand-in for a paper that is not in the library, so that its pair can be passed over."""
    return Paper(doc_id, _tr("Paper {0} is no longer in this library").format(doc_id))


def duration(minutes: float) -> str:
    """Say minutes in words that fit a header: "under a minute", "about 12 min", "about 3 h 9 min"."""
    if minutes < 1:
        return _tr("under a minute")
    whole = round(minutes)
    if whole < 60:
        return _tr("about {0} min").format(whole)
    return _tr("about {0} h {1} min").format(whole // 60, whole % 60)


class Stopwatch:
    """Milliseconds of attention on one pair: it stands still while the window is not in use."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._gathered = 0.0  # seconds
        self._since: float | None = None
        self.attending = True

    def restart(self) -> None:
        self._gathered, self._since = 0.0, self._clock() if self.attending else None

    def attend(self, attending: bool) -> None:
        """Run on, or stand still."""
        now = self._clock()
        if self._since is not None:
            self._gathered += now - self._since
        self._since = now if attending else None
        self.attending = attending

    @property
    def milliseconds(self) -> int:
        running = 0.0 if self._since is None else self._clock() - self._since
        return round((self._gathered + running) * 1000)


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
        """Take up what an earlier window could not save; what cannot be read counts as nothing."""
        self._key = setting_key("unsaved-notes", library)
        try:
            rows = json.loads(self._settings.text(self._key) or "[]")
            for assessor, campaign, query_id, doc_id, text in rows:
                place = JudgingPlace(str(assessor), None if campaign is None else str(campaign))
                self.typed[place, (str(query_id), str(doc_id))] = str(text)
        except (ValueError, TypeError):
            return

    def keep(self) -> None:
        """Write all of them at once in place of those kept before; none leave nothing behind."""
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
        """Drop the saved: all of `sent` but the refused; what was typed since is not among them."""
        self.typed = {key: text for key, text in self.typed.items() if sent.get(key) != text}
        self.refused = {key: text for key, text in self.refused.items() if key not in sent}
        self.refused |= {key: sent[key] for key in refused}
        self.keep()

    def try_again(self) -> None:
        """Send those that were refused with the next call."""
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
            refusals[place, pair] = translated(error.message)
    return refusals


class LastPairs:
    """Of places of one library: (assessor, campaign or None) -> the pair that was on screen."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, place: JudgingPlace) -> Pair | None:
        return next((pair for where, pair in self._read() if where == [place.assessor, place.campaign]), None)

    def keep(self, view: JudgingView) -> None:
        """Keep the view; with no pair on screen, the place is begun again the next time."""
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
