"""The paper's file: attached, looked for at the hosts that are on, and its highlights written elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from assay.ingest.types import FoundPdf
from assay.pdf.types import Annotated
from assay_desktop.actions.opening import open_outside

if TYPE_CHECKING:
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.pages.reader.page import ReaderPage
    from assay_desktop.pages.reader.presenter import OpenPaper


class FilesPresenter(QObject):
    """What takes time is a job; what is found elsewhere is offered, never opened unasked."""

    def __init__(self, page: ReaderPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._open: OpenPaper | None = None
        self._wanted: set[str] = set()  # papers whose PDF was wanted here
        page.attach_wanted.connect(self.attach)
        page.finding_wanted.connect(self.find)
        page.markdown_wanted.connect(self.write_markdown)
        page.annotated_wanted.connect(self.write_annotated)
        context.jobs.finished.connect(self._hear)

    def open(self, found: OpenPaper) -> None:
        self._open = found
        self._page.show_file_actions(can_find=found.can_find, has_file=bool(found.path) and not found.missing)

    def attach(self, path: str) -> None:
        if self._open is not None:
            title = self.tr("Attach {0}").format(Path(path).name)
            self._context.jobs.add(title, ["files", "attach", self._open.paper.doc_id, path])

    def find(self) -> None:
        if self._open is not None:
            doc_id = self._open.paper.doc_id
            self._wanted.add(doc_id)
            self._page.message.emit(self.tr("Looking for a free PDF…"))
            self._context.jobs.add(self.tr("Find a PDF"), ["files", "find", doc_id])

    def write_markdown(self, path: str) -> None:
        """Write the paper's notes and highlights; the dialog has asked before a file is replaced."""
        if self._open is not None:
            doc_id = self._open.paper.doc_id

            def write(workspace: Any) -> str:
                from assay.files import write_text
                from assay.ingest.annotations import markdown_lines

                lines = markdown_lines(workspace.library, [doc_id])
                write_text(Path(path), "".join(f"{line}\n" for line in lines))
                return Path(path).name

            self._context.lane.submit(
                write,
                lambda name: self._page.message.emit(
                    self.tr("Highlights and notes are in {0}.").format(name)
                ),
                lambda error: self._page.message.emit(str(error)),
            )

    def write_annotated(self, path: str) -> None:
        if self._open is not None:
            words = ["highlights", "annotate", self._open.paper.doc_id, path, "--force"]
            self._context.jobs.add(self.tr("Copy the PDF with its highlights"), words)

    def _hear(self, job: Job) -> None:
        if job.state != "done":
            return
        if job.runs("highlights", "annotate"):
            done = job.answer(Annotated)
            words = self.tr("{0} highlights are in {1}.").format(done.annotations, Path(done.out).name)
            self._page.message.emit(words)
        if job.runs("files", "find"):
            found = job.answer(FoundPdf)
            if found.doc_id in self._wanted:
                self._wanted.discard(found.doc_id)
                self._tell_found(found)

    def _tell_found(self, found: FoundPdf) -> None:
        if found.path:
            self._page.message.emit(self.tr("A PDF was found and attached."))
        elif found.link:
            link = found.link
            self._page.undo_offered.emit(
                self.tr("The PDF is free to read at {0}.").format(link.split("/")[2]),
                self.tr("Open in the browser"),
                lambda: open_outside(link, self._page.message.emit),
            )
        else:
            self._page.message.emit(self.tr("No free PDF was found."))
