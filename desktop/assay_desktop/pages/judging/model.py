"""The words of the judging page for what it shows, and the clock that times a judgement."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay.campaigns.types import CannotJudge, CannotJudgeReason, JudgingSetting
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Callable


def cannot_judge_words(error: CannotJudge) -> str:
    """Why nobody, or not this assessor, can judge here."""
    reason, setting = error.reason, error.setting
    if reason is CannotJudgeReason.NOT_ASSESSOR:
        return _not_assessor(setting)
    if reason is CannotJudgeReason.DEACTIVATED:
        text = _tr(
            "'{0}' is deactivated in this library and gives no more grades; those given before stay. "
            "Let somebody else judge, or activate them again."
        )
        return text.format(setting.place.assessor)
    words = {
        CannotJudgeReason.DRAFT: _tr("'{0}' is still being prepared, so nobody can judge in it yet."),
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
    """Why a pair on screen cannot be judged, or one of the history cannot be shown."""
    if judging:
        return _tr(
            "This pair is not among yours any more: it was given to somebody else, or its paper "
            "left. J goes on to the next one."
        )
    return _tr("That pair is not among yours any more, so it cannot be judged again.")


def removed_paper(doc_id: str) -> Paper:
    """Return a stand-in for a paper that is not in the library, so that its pair can be passed over."""
    return Paper(doc_id, _tr("Paper {0} is not in this library any more").format(doc_id))


def duration(minutes: float) -> str:
    """Minutes in words that fit a header: "under a minute", "about 12 min", "about 3 h 9 min"."""
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
        """Runs on, or stands still."""
        now = self._clock()
        if self._since is not None:
            self._gathered += now - self._since
        self._since = now if attending else None
        self.attending = attending

    @property
    def milliseconds(self) -> int:
        running = 0.0 if self._since is None else self._clock() - self._since
        return round((self._gathered + running) * 1000)


def _tr(text: str) -> str:
    return QCoreApplication.translate("judging", text)
