"""What a page is handed: the lane to the library, the engine, the jobs, the look, the news and the keys."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assay_desktop.session import Session

if TYPE_CHECKING:
    from assay_desktop.background.engine_client import EngineClient
    from assay_desktop.background.jobs import Jobs
    from assay_desktop.background.lane import Lane
    from assay_desktop.keys import Keys
    from assay_desktop.settings import Settings
    from assay_desktop.theme import Theme


@dataclass(frozen=True, slots=True)
class Change:
    """What a mutation touched. A page refreshes if it shows one of the things that are True."""

    papers: bool = False
    queries: bool = False
    judgements: bool = False
    runs: bool = False
    index: bool = False
    assessor: bool = False  # another person judges from here on; the settings name them
    searches: bool = False  # saved, renamed, removed, looked at, or with something new
    campaigns: bool = False  # made, opened or closed; pairs, assessors or guidelines given to one
    lookups: bool = False  # hosts turned on or off, asked, or their suggestions settled


class Changes(QObject):
    """The one signal for changes of the library: what changes it emits, what shows it listens."""

    changed = Signal(object)  # Change


@dataclass(frozen=True, slots=True)
class AppContext:
    """Handed down by constructor from the composition root; there are no globals."""

    lane: Lane
    engine: EngineClient
    jobs: Jobs
    theme: Theme
    settings: Settings
    changes: Changes
    keys: Keys
    session: Session = field(default_factory=Session)
