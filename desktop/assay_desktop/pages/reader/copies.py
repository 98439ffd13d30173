"""What is written of the paper that is read: its highlights and notes, and a copy of its PDF with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from assay.pdf.types import Annotated
from assay_desktop.text.figures import counted

if TYPE_CHECKING:
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.pages.reader.page import ReaderPage
    from assay_desktop.pages.reader.presenter import OpenPaper


class CopiesPresenter(QObject):
    """The copy of a PDF is a job; the dialog has asked before a file is replaced."""

    def __init__(self, page: ReaderPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._doc_id = ""
        page.markdown_wanted.connect(self.write_markdown)
        page.annotated_wanted.connect(self.write_annotated)
        context.jobs.finished.connect(self._hear)

    def open(self, found: OpenPaper) -> None:
        self._doc_id = found.paper.doc_id
        self._page.show_file_actions(self._doc_id, can_find=found.pdf.can_find, has_file=found.pdf.is_there)

    def write_markdown(self, path: str) -> None:
        """Write the paper's notes and highlights."""
        doc_id = self._doc_id

        def write(workspace: Any) -> str:
            from assay.files import write_text
            from assay.ingest.annotations import markdown_lines

            lines = markdown_lines(workspace.library, [doc_id])
            write_text(Path(path), "".join(f"{line}\n" for line in lines))
            return self.tr("Highlights and notes exported to {0}.").format(Path(path).name)

        say = self._page.message.emit
        self._context.lane.submit(write, say, lambda error: say(str(error)))

    def write_annotated(self, path: str) -> None:
        words = ["highlights", "annotate", self._doc_id, path, "--force"]
        self._context.jobs.add(self.tr("Copy the PDF with its highlights"), words)

    def _hear(self, job: Job) -> None:
        if job.state == "done" and job.runs("highlights", "annotate"):
            done = job.answer(Annotated)
            n = counted(done.annotations, self.tr("highlight is"), self.tr("highlights are"))
            self._page.message.emit(self.tr("{0} in {1}.").format(n, Path(done.out).name))
