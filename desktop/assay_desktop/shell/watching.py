"""Hears of changes in the watched folders, and queues a job where something has changed.

The system tells of changes in folders of this machine. A running Zotero, network drives and trees of more
folders than Linux grants watches are looked at once a minute instead, and so is whether folders are the same.
"""

from __future__ import annotations

from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from assay_desktop.background.job_kinds import LookThroughFolders

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from assay.ingest.seen_files import Seen
    from assay.workspace import Workspace
    from assay_desktop.background.jobs import Job
    from assay_desktop.context import AppContext

FIRST_MS: Final = 5_000
"""After the start, when the window has settled."""

EVERY_MS: Final = 60_000

QUIET_MS: Final = 400
"""Without a change, until what is written counts as complete."""

SETTLED_MS: Final = 3_000
"""The same where the system does not tell."""

STEP_MS: Final = 150
"""Between two questions whether the system has news."""

LOOK: Final = list(LookThroughFolders.command)


class Watching(QObject):
    """Listens for as long as the window lives. Folders are walked, and heard, on threads of their own."""

    _walked = Signal(object)  # Seen
    _heard = Signal()
    _deaf = Signal(list)  # paths of which the system does not tell

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._known: Seen | None = None  # what there was to see when the last look was queued
        self._last: Seen | None = None
        self._unreported: frozenset[str] = frozenset()
        self._stop = Event()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.check)
        self._walked.connect(self._compare)
        self._heard.connect(self._look)
        self._deaf.connect(self._walk_instead)
        context.jobs.finished.connect(self._check_after)

    def start(self) -> None:
        """Check for the first time in a moment, and then every minute."""
        QTimer.singleShot(FIRST_MS, self, self.check)
        self._timer.start()

    def stop(self) -> None:
        """Listen no more."""
        self._timer.stop()
        self._stop.set()

    def check(self) -> None:
        """Ask which folders are watched; the rest follows from the answer."""
        self._context.lane.submit(_folders, self._walk, key="watched-folders")

    def _check_after(self, job: Job) -> None:
        if list(job.args) == LOOK:  # of a folder that is watched from now on, perhaps
            self.check()

    def _walk(self, folders: list[str]) -> None:
        if folders:
            QThreadPool.globalInstance().start(partial(_look_at, folders, self._unreported, self._walked))
        else:
            self._stop.set()
            self._known = self._last = None

    def _compare(self, seen: Seen) -> None:
        last, self._last = self._last, seen
        if last is None or seen.reported != last.reported:
            self._stop.set()
            self._stop = Event()
            if seen.reported:
                arguments = [path for path, *_ in seen.reported], self._stop, self._heard, self._deaf
                Thread(target=_listen, args=arguments, daemon=True).start()
        if seen == self._known:
            return
        if last is not None and seen.state != last.state:  # it may be written still
            QTimer.singleShot(SETTLED_MS, self, self.check)
        elif self._look():
            self._known = seen

    def _look(self) -> bool:
        if self._context.jobs.is_waiting(LOOK):
            return False
        self._context.jobs.add(self.tr("Check watched folders"), LOOK)
        return True

    def _walk_instead(self, paths: list[str]) -> None:
        self._unreported |= {*paths}
        self.check()


def _look_at(folders: list[str], unreported: frozenset[str], walked: SignalInstance) -> None:
    from assay.ingest.seen_files import seen_in

    walked.emit(seen_in(folders, unreported=unreported))


def _listen(paths: list[str], stop: Event, heard: SignalInstance, deaf: SignalInstance) -> None:
    """Tell of changes in folders once nothing has changed for a moment, until `stop`."""
    from assay.ingest.seen_files import brings_papers

    try:
        from watchfiles import watch

        changed = False
        for changes in watch(
            *paths,
            watch_filter=None,
            debounce=QUIET_MS,
            step=STEP_MS,
            stop_event=stop,
            rust_timeout=QUIET_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            force_polling=False,
            ignore_permission_denied=True,
        ):
            changing = any(brings_papers(path, paths) for _kind, path in changes)
            if changed and not changing:
                heard.emit()
            changed = changing
    except (ImportError, OSError, RuntimeError):
        if not stop.is_set():
            deaf.emit(paths)


def _folders(workspace: Workspace) -> list[str]:
    """Return those of a library that the user trusts: others do not decide what is read on this machine.

    None of a read-only library, which takes in nothing.
    """
    if not workspace.library.is_trusted or workspace.library.read_only:
        return []
    return [folder.path for folder in workspace.library.watched.all()]
