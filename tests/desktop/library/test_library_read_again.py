"""Extract text again: a PDF whose reading failed once is read by a click, from inspector and menu."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QMenu, QPushButton
from seeing import on_screen

from assay.library import Place, ReadFile
from assay.types import Paper
from assay_desktop.actions.job_outcomes import JobOutcomes
from assay_desktop.background.jobs import Jobs
from assay_desktop.pages import library
from pdf_papers import conference
from pdf_writing import Type, pdf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage

FAULT = "the process that read it was killed"
READ_MS = 90_000


@pytest.fixture
def sha256(workspace: Workspace, tmp_path: Path) -> str:
    """Of a good PDF of the paper "moss", which an earlier reading gave up on; "rock" has no file."""
    path = tmp_path / "moss.pdf"
    path.write_bytes(pdf(conference(), [Type("The second page of it.", 70, 100)]))
    content = path.read_bytes()
    title = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"
    workspace.library.papers.add([(Paper("moss", title), ()), (Paper("rock", "A study of rock"), ())])
    found = hashlib.sha256(content).hexdigest()
    failed = ReadFile(found, len(content), 1, fault=FAULT)
    workspace.library.files.add([(failed, Place.of(path), "moss")])
    return found


@pytest.fixture
def real(forked_children: None, context: AppContext, tmp_path: Path) -> Iterator[AppContext]:
    """Jobs are children of the command line, as in the window."""
    jobs = Jobs(tmp_path / "library")
    yield replace(context, jobs=jobs)
    jobs.close()


@pytest.fixture
def page(real: AppContext, sha256: str, qtbot: QtBot) -> LibraryPage:
    made = library.create(real)
    JobOutcomes(real, made)
    on_screen(made, qtbot, 1180, 760)
    made.paper_selected.emit("moss")
    return made


def test_the_inspector_reads_a_failed_pdf_again(
    page: LibraryPage, real: AppContext, workspace: Workspace, sha256: str, qtbot: QtBot
) -> None:
    files = page.pane.files
    again = next(each for each in files.findChildren(QPushButton) if each.text() == "Extract text again")
    again.click()
    (running,) = real.jobs.running
    assert running.args == ("files", "read-again", sha256)
    qtbot.waitUntil(lambda: not workspace.library.files.get([sha256])[sha256].file.fault, timeout=READ_MS)
    qtbot.waitUntil(lambda: all(job.kind != "files" or not job.is_open for job in real.jobs.all()))
    assert workspace.library.files.get([sha256])[sha256].file.n_pages == 2
    [moss] = workspace.library.papers.get(["moss"])
    assert moss.abstract
    assert "text extracted again" in page.outcomes.strips[0].text


def test_the_menu_reads_the_pdfs_of_the_selected_papers_again(
    page: LibraryPage, real: AppContext, sha256: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    monkeypatch.setattr(
        QMenu, "popup", lambda menu, _place: texts.extend(a.text().split("\t")[0] for a in menu.actions())
    )
    monkeypatch.setattr(page.filing, "_chosen", lambda: ["moss", "rock"])
    page.filing.open_menu(page.rect().center())
    assert "Extract text again" in texts
    page.filing.reading_wanted.emit(["moss", "rock"])
    assert [job.args for job in real.jobs.all()] == [("files", "read-again", sha256)]


def test_papers_without_a_pdf_queue_nothing_and_say_so(page: LibraryPage, real: AppContext) -> None:
    said: list[str] = []
    page.message.connect(said.append)
    page.filing.reading_wanted.emit(["rock"])
    assert said == ["No PDF to extract text from."]
    assert real.jobs.all() == ()
