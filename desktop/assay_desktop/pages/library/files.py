"""The files of the selected paper, and a person's word that what was read out of one is right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay_desktop.actions.pdf_files import can_find_pdfs
from assay_desktop.context import Change

if TYPE_CHECKING:
    from assay.library import Action, StoredFile
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage


class FilesPresenter(QObject):
    """Reads the files of whichever paper is selected; only the latest selection answers."""

    def __init__(self, page: LibraryPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._selected = ""
        context.changes.changed.connect(self._hear)

    def select(self, doc_id: str) -> None:
        self._selected = doc_id
        self._page.show_files([])
        if doc_id:
            self._read()

    def read_again(self, sha256: str) -> None:
        """Queue one file, whatever went wrong with it before."""
        self._queue([sha256])

    def read_papers_again(self, doc_ids: list[str]) -> None:
        """Queue the files of these papers."""
        self._context.lane.submit(partial(_files_of, doc_ids=doc_ids), self._queue)

    def settle(self, sha256: str) -> None:
        """Note that what was read out of this file is right."""
        self._context.lane.submit(lambda ws: ws.library.files.settle(sha256), self._settled)

    def _queue(self, sha256s: list[str]) -> None:
        if not sha256s:
            self._page.show_message(self.tr("There is no PDF to read again."))
            return
        self._context.jobs.add(self.tr("Read PDFs again"), ["files", "read-again", *sha256s])

    def _read(self) -> None:
        doc_id = self._selected
        self._context.lane.submit(
            lambda ws: (ws.library.files.of_papers([doc_id]).get(doc_id, []), can_find_pdfs()),
            partial(self._show, doc_id),
            key="library-files",
        )

    def _hear(self, change: Change) -> None:
        if change.papers and self._selected:
            self._read()

    def _show(self, doc_id: str, found: tuple[list[StoredFile], bool]) -> None:
        if doc_id == self._selected:
            self._page.show_files(found[0], doc_id, can_find=found[1])

    def _settled(self, _action: Action) -> None:
        self._context.changes.changed.emit(Change(papers=True))


def _files_of(workspace: Workspace, *, doc_ids: list[str]) -> list[str]:
    """Return the checksums of the papers' files."""
    files = workspace.library.files.of_papers(doc_ids)
    return [one.file.sha256 for each in files.values() for one in each]
