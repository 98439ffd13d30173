"""Backups: listed with what they hold, looked at, and put in the library's place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from assay.errors import AssayError
    from assay.library import BackupFacts, RestorePreview
    from assay.location import Location
    from assay_desktop.context import AppContext


class BackupsView(Protocol):
    """What the section must be able to show."""

    def show_backups(self, facts: Sequence[BackupFacts]) -> None: ...
    def show_preview(self, preview: RestorePreview) -> None: ...
    def show_restoring(self, restoring: bool) -> None: ...
    def show_problem(self, text: str) -> None: ...


class BackupsPresenter(QObject):
    """Works beside the library, which may be one that cannot be opened any more."""

    told = Signal(str)
    restored = Signal()  # everything in the window is of another library now

    def __init__(self, view: BackupsView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context
        self._was_running = False  # the engine, before a restore

    def refresh(self) -> None:
        self._context.lane.beside(partial(_list, self._location), self._view.show_backups, self._refuse)

    def back_up(self) -> None:
        def done(_path: Path) -> None:
            self.told.emit(self.tr("The library is backed up."))
            self.refresh()

        self._context.lane.submit(lambda workspace: workspace.library.backup(), done, self._refuse)

    def look(self, backup: Path) -> None:
        """Says what a restore would change."""
        self._context.lane.beside(
            partial(_preview, self._location, backup), self._view.show_preview, self._refuse
        )

    def restore(self, backup: Path) -> None:
        """Lets go of the library and puts the backup in its place; says why where that cannot be."""
        if self._context.jobs.running is not None:
            self._view.show_problem(
                self.tr("A job is at work on the library. Cancel it, or wait until it ends.")
            )
            return
        self._view.show_restoring(True)
        self._was_running = self._context.engine.is_running
        self._context.engine.stop()
        self._context.lane.beside(
            partial(_restore, self._location, backup), self._tell_restored, self._fail, closed=True
        )

    @property
    def _location(self) -> Location:
        return self._context.jobs.location

    def _tell_restored(self, _aside: object) -> None:
        self.restored.emit()

    def _fail(self, error: AssayError) -> None:
        """The library is as it was, and is used on."""
        if self._was_running:
            self._context.engine.start()
        self._view.show_restoring(False)
        self._refuse(error)

    def _refuse(self, error: AssayError) -> None:
        self._view.show_problem(str(error))


def _list(location: Location) -> list[BackupFacts]:
    from assay.library import backup_facts

    return backup_facts(location)


def _preview(location: Location, backup: Path) -> RestorePreview:
    from assay.library import preview_restore

    return preview_restore(location, backup)


def _restore(location: Location, backup: Path) -> Path | None:
    from assay.library import restore_backup

    return restore_backup(location, backup)
