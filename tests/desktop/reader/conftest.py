"""A PDF of three pages that a paper of the library has, drawn by the real process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from seeing import on_screen

from assay.ingest.importing import import_files
from assay.types import Paper
from assay_desktop.pages import reader
from pdf_writing import Type, pdf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay.pdf import PdfPaper
    from assay_desktop.context import AppContext
    from assay_desktop.pages.reader import ReaderPage

PAGES = (
    [Type("Moss on Stones", 100, 100, 20, "Times-Bold"), Type("Moss grows slowly on stones", 100, 200, 14)],
    [Type("Lichen is no moss", 100, 300, 14)],
    [Type("Nothing is found here", 100, 300, 14)],
)
OUTLINE = [("Moss", 1, 700), ("Lichen", 2, 500)]


@dataclass
class Reading:
    """The page with a paper open on it."""

    page: ReaderPage
    doc_id: str
    path: Path
    context: AppContext
    wait: Callable[[Callable[[], object]], None]
    messages: list[str]

    def find(self, text: str) -> None:
        self.page.find_field.setText(text)
        self.page.find_edited.emit(text)
        self.wait(lambda: self.page._found.text() not in ("", "Searching…"))


@pytest.fixture
def paper(workspace: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """The id of the paper, and its PDF, which is imported without a process to read it."""
    from assay.pdf import Limits
    from assay.pdf.facts import paper_of
    from assay.pdf.reading import read_document

    def read(paths: list[Path], **_: object) -> list[PdfPaper]:
        return [paper_of(path, read_document(path, Limits())) for path in paths]

    monkeypatch.setattr("assay.ingest.pdfs.read_pdfs", read)
    path = tmp_path / "moss.pdf"
    path.write_bytes(pdf(*PAGES, outline=OUTLINE))
    import_files(workspace.library, [path])
    workspace.library.papers.add([(Paper("bare", "Stones without a PDF", authors=("Ada Pebble",)), [])])
    return next(doc_id for doc_id in workspace.library.papers.ids() if doc_id != "bare"), path


@pytest.fixture
def reading(paper: tuple[str, Path], context: AppContext, workspace: Any, qtbot: QtBot) -> Reading:
    """The reader in a window of 900 by 700, with the paper laid out and drawn."""
    from assay.ingest.editing import edit_paper

    doc_id, path = paper
    edit_paper(workspace.library, doc_id, {"authors": ["Ada Pebble", "Boris van der Kiesel"], "year": "2016"})
    page = reader.create(context)
    on_screen(page, qtbot, 900, 700)
    messages: list[str] = []
    page.message.connect(messages.append)

    def wait(condition: Callable[[], object]) -> None:
        qtbot.waitUntil(lambda: bool(condition()), timeout=20_000)

    page.open_paper(doc_id)
    wait(lambda: page.view.page_count and page.view.missing() is None)
    return Reading(page, doc_id, path, context, wait, messages)
