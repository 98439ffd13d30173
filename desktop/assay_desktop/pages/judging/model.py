"""What the judging page shows of the queue at one moment, and the clock that times a judgement."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.campaign_types import Assessor, Guideline
    from assay.types import Judgement, Paper, Query


@dataclass(frozen=True, slots=True)
class Place:
    """Who judges, and where: in the campaign of this name, or (None) for the library's own queries."""

    assessor: str
    campaign: str | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What surrounds the pairs of a place. The roster is empty where anybody may judge."""

    place: Place = field(default_factory=lambda: Place(""))
    roster: tuple[Assessor, ...] = ()
    guideline: Guideline | None = None


class Hindrance(BadInput):
    """Nobody can judge at this place now: it is closed, or the assessor is not one of its own.

    `wants_assessor` says that naming another assessor would help.
    """

    def __init__(self, message: str, *, setting: Setting, wants_assessor: bool = False) -> None:
        super().__init__(message)
        self.setting = setting
        self.wants_assessor = wants_assessor


@dataclass(frozen=True, slots=True)
class LastAct:
    """What the assessor did last: `kind` is a state of a judgement, "note" or "clear"."""

    kind: str
    relevance: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One pair to judge with everything around it; `paper` is None where nothing is left or ever was.

    There is deliberately no field for a model, a rank, a score or another assessor's grade: what is not here
    cannot be shown.
    """

    n_done: int = 0
    n_total: int = 0
    n_later: int = 0
    n_unsure: int = 0
    n_conflicts: int = 0  # judged differently on two machines, so to be judged again
    median_s: float | None = None
    query: Query | None = None
    query_paper: Paper | None = None
    pair: tuple[str, str] | None = None  # (query_id, doc_id) of what is shown
    paper: Paper | None = None
    judgement: Judgement | None = None  # what this assessor said of the pair before
    draft: str | None = None  # a note on it that could not be saved yet
    last: LastAct | None = None  # what undo would take back
    setting: Setting = field(default_factory=Setting)
    hindrance: Hindrance | None = None  # why there is nothing to judge here

    @property
    def n_left(self) -> int:
        return max(0, self.n_total - self.n_done)

    @property
    def finished(self) -> bool:
        return self.n_total > 0 and self.paper is None

    @property
    def minutes_left(self) -> float | None:
        """None until a pace is known."""
        return None if self.median_s is None else self.n_left * self.median_s / 60


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
