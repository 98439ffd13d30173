"""Imports that are looked at first: what a long list would do to the library, and the word to do it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from assay.codec import from_json
from assay.errors import BadInput
from assay.ingest.types import ImportPreview
from assay_desktop.background.command import Command

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage

MOST_UNASKED: Final = 20
"""So many entries are imported without a question."""
_LEAST_BYTES: Final = 2000
"""Files of fewer bytes have no more entries than that."""


class PreviewPresenter(QObject):
    """Reads lists in a process of their own; a short one, or what cannot be read so, is imported at once."""

    import_wanted = Signal(list)  # of Path

    def __init__(self, page: LibraryPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._waiting: list[Path] = []
        self._command = Command(context.jobs.location, self)
        self._command.ended.connect(self._take)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import the files, after a question where one is a long list. Folders and PDFs need none."""
        self._give_way()
        self._waiting = list(paths)
        if not any(map(_is_long_list, paths)) or self._context.jobs.read_only:
            self._import()
            return
        self._page.show_import(self.tr("Reading {0}").format(paths[0].name), "", 0, None)
        self._command.run("import", "--preview", *(str(path) for path in paths))

    def cancel(self) -> None:
        """Import nothing of what is being read."""
        if self._command.abandon():
            self._waiting = []
            self._page.hide_import()

    def _give_way(self) -> None:
        """Import what was being read when other files came: both are wanted."""
        if self._command.abandon():
            self._import()

    def _import(self) -> None:
        paths, self._waiting = self._waiting, []
        self.import_wanted.emit(paths)

    def _take(self, state: str, answer: object, _error: str) -> None:
        self._page.hide_import()
        try:
            preview = from_json(answer, ImportPreview) if state == "done" else None
        except BadInput:
            preview = None
        if preview is None or preview.n_entries <= MOST_UNASKED:
            self._import()  # whose report says what is wrong with the files
            return
        paths, self._waiting = self._waiting, []
        self._page.ask_import(preview, partial(self.import_wanted.emit, paths))


def _is_long_list(path: Path) -> bool:
    try:
        return path.is_file() and path.suffix.lower() != ".pdf" and path.stat().st_size > _LEAST_BYTES
    except (OSError, ValueError):
        return False
