"""Looks now and then whether something has changed in the watched folders, and queues a job where it has.

The system's own news of changes would save a minute at most, and not the look: network drives and the folders
of synchronising programs send none, and a large tree takes more watches than Linux grants a user.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal

from assay_desktop.background.job_kinds import LookThroughFolders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext

FIRST_MS: Final = 5_000
"""After the start, when the window has settled."""

EVERY_MS: Final = 60_000

LOOK: Final = list(LookThroughFolders.command)


class Watching(QObject):
    """Listens for as long as the window lives. Folders are walked on a thread of their own."""

    _walked = Signal(str)

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._known = ""  # what there was to see when the last look was queued
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.check)
        self._walked.connect(self._compare)

    def start(self) -> None:
        """Check for the first time in a moment, and then every minute."""
        QTimer.singleShot(FIRST_MS, self, self.check)
        self._timer.start()

    def check(self) -> None:
        """Ask which folders are watched; the rest follows from the answer."""
        self._context.lane.submit(_folders, self._walk, key="watched-folders")

    def _walk(self, folders: list[str]) -> None:
        if folders:
            QThreadPool.globalInstance().start(_Walk(folders, self._walked))

    def _compare(self, seen: str) -> None:
        if seen != self._known and not self._context.jobs.is_waiting(LOOK):
            self._known = seen
            self._context.jobs.add(self.tr("Check watched folders"), LOOK)


class _Walk(QRunnable):
    def __init__(self, folders: Sequence[str], walked: SignalInstance) -> None:
        super().__init__()
        self._folders, self._walked = folders, walked

    def run(self) -> None:
        from assay.ingest.seen_files import seen_files

        self._walked.emit(seen_files(self._folders))


def _folders(workspace: Workspace) -> list[str]:
    """Return those of a library that the user trusts: others do not decide what is read on this machine.

    None of a read-only library, which takes in nothing.
    """
    if not workspace.library.is_trusted or workspace.library.read_only:
        return []
    return [folder.path for folder in workspace.library.watched.all()]
