"""The files of the selected paper: opened, missing, doubtful, and looked over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QPushButton
from seeing import on_screen

from assay.library import Place, ReadFile
from assay.types import Paper
from assay_desktop.pages import library
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.library.widgets.paper_pane import PaperFiles
from assay_desktop.widgets.tables.rows import ITEM_ROLE

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QUrl
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

FOUND = {"title": ("Moss", 0.95, "layout"), "authors": ("Ada Pebble", 0.4, "layout")}


@pytest.fixture
def page(context: AppContext, workspace: Any, qtbot: QtBot, tmp_path: Path) -> LibraryPage:
    """Three papers: one with a file that is there and doubtful, one whose file is missing, one without."""
    path = tmp_path / "moss 1.pdf"
    path.write_bytes(b"%PDF")
    papers = [
        Paper(doc_id, title) for doc_id, title in (("moss", "Moss"), ("fern", "Fern"), ("reed", "Reed"))
    ]
    workspace.library.papers.add([(paper, [f"test:{paper.doc_id}"]) for paper in papers])
    moss = ReadFile("a" * 64, 4, reader=1, n_pages=12, found=FOUND, doubtful=True)
    fern = ReadFile("b" * 64, 4, reader=1, n_pages=3)
    workspace.library.files.add(
        [(moss, Place.of(path), "moss"), (fern, Place("/gone/fern.pdf", 4, 1), "fern")]
    )
    workspace.library.files.missing(["/gone/fern.pdf"])
    return on_screen(library.create(context), qtbot, 1200, 700)


def texts(page: LibraryPage) -> list[str]:
    files = page.findChild(PaperFiles)
    assert files is not None
    return [
        part.text()
        for part in [*files.findChildren(QPushButton), *files.findChildren(QLabel)]
        if part.isVisible() and part.text()
    ]


def button(page: LibraryPage, text: str) -> QPushButton:
    buttons = page.pane.files.findChildren(QPushButton)
    return next(each for each in buttons if each.text() == text and each.isVisible())


def select(page: LibraryPage, doc_id: str, qtbot: QtBot, until: Any) -> None:
    page.paper_selected.emit(doc_id)
    qtbot.waitUntil(lambda: page.pane.paper is not None and page.pane.paper.doc_id == doc_id and until())


def test_a_file_opens_where_it_lies(
    page: LibraryPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    select(page, "moss", qtbot, lambda: "moss 1.pdf" in texts(page))
    assert "12 pages" in texts(page)
    button(page, "moss 1.pdf").click()
    assert [url.toLocalFile() for url in opened] == [str(tmp_path / "moss 1.pdf")]


def test_a_file_that_no_program_opens_is_said(
    page: LibraryPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    select(page, "moss", qtbot, lambda: "moss 1.pdf" in texts(page))
    with qtbot.waitSignal(page.message) as said:
        button(page, "moss 1.pdf").click()
    assert "No program" in said.args[0]
    assert "moss 1.pdf" in said.args[0]


def test_a_missing_file_says_so_and_offers_nothing(page: LibraryPage, qtbot: QtBot) -> None:
    select(page, "fern", qtbot, lambda: texts(page) == ["fern.pdf is missing"])


def test_a_paper_without_files_offers_to_add_one(page: LibraryPage, qtbot: QtBot) -> None:
    select(page, "moss", qtbot, lambda: len(texts(page)) > 1)
    select(page, "reed", qtbot, lambda: not texts(page))
    assert page.pane.files.menu.isVisible()
    assert page.pane.files.menu.text() == "Add PDF"


def test_a_doubtful_file_names_its_fields_until_a_person_says_they_are_right(
    page: LibraryPage, qtbot: QtBot, workspace: Any
) -> None:
    doubt = "Uncertain in the PDF: authors, abstract, year."
    select(page, "moss", qtbot, lambda: doubt in texts(page))
    button(page, "Looks right").click()
    qtbot.waitUntil(lambda: "moss 1.pdf" in texts(page) and doubt not in texts(page))
    assert workspace.library.files.to_review() == []


def test_papers_with_files_and_papers_to_look_over_are_parts_of_the_library(
    page: LibraryPage, qtbot: QtBot, workspace: Any
) -> None:
    def labels() -> list[tuple[str, str]]:
        entries = page._sources.model()
        rows = [entries.index(row, 0) for row in range(entries.rowCount())]
        return [(row.data(), row.data(ITEM_ROLE).count) for row in rows]

    qtbot.waitUntil(lambda: ("With a PDF", "2") in labels() and ("Needs review", "1") in labels())
    workspace.library.files.settle("a" * 64)
    page.retry_requested.emit()
    qtbot.waitUntil(lambda: ("With a PDF", "2") in labels() and ("Needs review", "1") not in labels())
