"""Papers by identifier: what a text names, shown while it is typed, becomes a job of its own."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs
from PySide6.QtCore import QObject, QTimer

from assay.items.readable import readable
from assay.types import shown_title
from assay_desktop.background.job import Job
from assay_desktop.context import AppContext
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.library.widgets.identifiers_dialog import (
    IdentifierLine,
    IdentifiersDialog,
    Recognised,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.errors import AssayError
    from assay.ingest.types import Identifier
    from assay.workspace import Workspace

DEBOUNCE_MS: Final = 150


class IdentifierPresenter(QObject):
    """Reads texts on the lane and queues what the user confirms."""

    def __init__(self, page: LibraryPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._folder = platformdirs.user_cache_path("assay", appauthor=False) / "clipboard"
        self._text = ""
        self._debounce = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._debounce.timeout.connect(self._read)
        context.jobs.finished.connect(self._tidy)

    def listen(self, dialog: IdentifiersDialog) -> None:
        """Hear what is typed into a new dialog, and what is to be added."""
        dialog.typed.connect(self.recognise)
        dialog.add_wanted.connect(self.add)

    def recognise(self, text: str) -> None:
        """Show what is recognised once typing pauses."""
        self._text = text
        self._debounce.start()

    def take(self, text: str) -> None:
        """Import a text's entries, or show its identifiers in the dialog, to be confirmed."""
        if not text.strip():
            self._page.show_message(self.tr("The clipboard has no text: copy BibTeX, RIS or identifiers."))
            return
        read = partial(read_identifiers, text=text)
        self._context.lane.submit(read, partial(self._take, text), self._fail)

    def add(self, identifiers: Sequence[Identifier], keep: bool) -> None:
        """Queue the job that adds them."""
        first = identifiers[0].value
        title = (
            self.tr("Add {0}").format(first)
            if len(identifiers) == 1
            else self.tr("Add {0} and {1} more").format(first, len(identifiers) - 1)
        )
        words = ["add", *map(str, identifiers), *(["--keep"] if keep else [])]
        self._context.jobs.add(title, words)

    def _read(self) -> None:
        read = partial(read_identifiers, text=self._text)
        self._context.lane.submit(read, self._page.adding.show_recognised, self._fail, key="identifiers")

    def _take(self, text: str, recognised: Recognised) -> None:
        if recognised.suffix:
            name = f"clipboard-{hashlib.sha256(text.encode()).hexdigest()[:8]}{recognised.suffix}"
            self._context.lane.outside(
                partial(_write, self._folder / name, text),
                lambda path: self._page.files_chosen.emit([path]),
                self._fail,
            )
        elif any(line.identifier for line in recognised.lines):
            self._page.adding.open_identifiers(text)
        else:
            self._page.show_message(
                self.tr("No BibTeX, RIS or identifier in this text: DOI, arXiv id, PubMed id or ISBN.")
            )

    def _tidy(self, job: Job) -> None:
        """Delete the file that was written for a text, once it is imported."""
        for word in job.args[1:] if job.kind == "import" else ():
            if Path(word).parent == self._folder and job.state == "done":
                Path(word).unlink(missing_ok=True)

    def _fail(self, error: AssayError) -> None:
        self._page.show_message(str(error))


def read_identifiers(workspace: Workspace, *, text: str) -> Recognised:
    """Return what a text names, and what would become of it. Raises BadInput for a damaged consent."""
    from assay.importers.formats import suffix_of_text
    from assay.ingest.identifiers import here, hosts_for, read_lines
    from assay.ingest.types import Identifier
    from assay.lookup import Consent

    found, consent = read_lines(text), Consent.load()
    known = here(workspace.library, [one for one in found if isinstance(one, Identifier)])
    papers = workspace.library.papers.get(list(dict.fromkeys(known.values())))
    titles = {paper.doc_id: readable(shown_title(paper)) for paper in papers}

    def line_of(one: Identifier | str) -> IdentifierLine:
        if isinstance(one, str):
            return IdentifierLine(None, one)
        return IdentifierLine(one, one.value, titles.get(known.get(one, ""), ""), hosts_for(one, consent))

    return Recognised(tuple(map(line_of, found)), bool(consent.hosts), suffix_of_text(text))


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
