"""The PDF of a paper, from any page: which one is shown, and how it gets one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.errors import BadInput
from assay.ingest.types import AttachReport, FoundPdf
from assay_desktop.actions.opening import open_outside
from assay_desktop.background.job_words import job_outcome, takes_nothing

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.workspace import Workspace
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.widgets.pdf.file_menu import FileMenu


@dataclass(frozen=True, slots=True)
class PaperPdf:
    """Where the file that is read lies, or was last seen; "" where the paper has none."""

    path: str = ""
    sha256: str = ""
    missing: bool = False
    can_find: bool = field(default=False, compare=False)  # a host that knows free copies is on

    @property
    def is_there(self) -> bool:
        return bool(self.path) and not self.missing


def pdf_of(workspace: Workspace, doc_id: str) -> PaperPdf:
    """Return the paper's PDF: of several the one that came last, and rather one that is there."""
    can_find = can_find_pdfs()
    files = workspace.library.files.of_papers([doc_id]).get(doc_id, [])[::-1]
    places = [(place, stored.file.sha256) for stored in files for place in stored.places]
    for place, sha256 in sorted(places, key=lambda pair: pair[0].missing):
        return PaperPdf(place.path, sha256, place.missing, can_find)
    return PaperPdf(can_find=can_find)


def can_find_pdfs() -> bool:
    """Whether a host that knows free copies is on."""
    from assay.lookup import Consent

    try:
        return bool({"arxiv", "openalex"} & Consent.load().hosts)
    except BadInput:  # the settings say what is wrong with that file
        return False


class PdfFiles(QObject):
    """What takes time is a job; what is found elsewhere is offered, never opened unasked."""

    def __init__(
        self,
        menu: FileMenu,
        context: AppContext,
        say: Callable[[str], object],
        offer: Callable[[str, str, object], object],
        parent: QObject,
    ) -> None:
        """`offer` shows words and a button: its words and what it calls."""
        super().__init__(parent)
        self._jobs, self._say, self._offer = context.jobs, say, offer
        self._wanted: set[str] = set()  # papers whose PDF was wanted here
        menu.attach_wanted.connect(self.attach)
        menu.finding_wanted.connect(self.find)
        context.jobs.finished.connect(self._hear)

    def attach(self, doc_id: str, path: str, replace: bool) -> None:
        words = self.tr("Replace the PDF by {0}") if replace else self.tr("Attach {0}")
        options = ["--replace"] if replace else []
        self._wanted.add(doc_id)
        self._jobs.add(words.format(Path(path).name), ["files", "attach", doc_id, path, *options])

    def find(self, doc_id: str) -> None:
        self._wanted.add(doc_id)
        self._say(self.tr("Looking for a free PDF…"))
        self._jobs.add(self.tr("Find a PDF"), ["files", "find", doc_id])

    def _hear(self, job: Job) -> None:
        if job.state != "done" or not job.runs("files") or job.args[2] not in self._wanted:
            return
        if job.runs("files", "attach"):
            self._wanted.discard(job.args[2])
            if job.answer(AttachReport).other_title:
                self._say(job_outcome(job))
        elif job.runs("files", "find"):
            self._wanted.discard(job.args[2])
            self._tell_found(job.answer(FoundPdf))

    def _tell_found(self, found: FoundPdf) -> None:
        if found.path:
            words = self.tr("PDF found and attached.")
            self._say(f"{words} {takes_nothing()}" if found.other_title else words)
        elif found.link:
            link = found.link
            self._offer(
                self.tr("The PDF is free to read at {0}.").format(link.split("/")[2]),
                self.tr("Open in the browser"),
                lambda: open_outside(link, self._say),
            )
        else:
            self._say(self.tr("No free PDF found."))
