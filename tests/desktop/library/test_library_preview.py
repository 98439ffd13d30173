"""Long lists are shown before they are imported: the counts, the first entries, and a word to do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLabel
from seeing import on_screen

from assay_desktop.pages import library
from assay_desktop.pages.library.widgets.import_preview import ImportPreviewDialog

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.page import LibraryPage

ENTRY = (
    "@article{{k{0}, title={{A long title of the paper with the number {0}}}, author={{Moss, Ada}}, "
    "year={{2000}}, journal={{Annals of long lists}}}}\n"
)
TWIN = ENTRY.format(7).replace("k7", "other").replace("A long", "A LONG")


@pytest.fixture
def page(jobs_here: AppContext, qtbot: QtBot) -> LibraryPage:
    return on_screen(library.create(jobs_here), qtbot, 1280, 760)


def bring(page: LibraryPage, path: Path, n: int, *, more: str = "") -> None:
    path.write_text("".join(map(ENTRY.format, range(n))) + more, encoding="utf-8")
    page.files_chosen.emit([path])


def dialog(page: LibraryPage, qtbot: QtBot) -> ImportPreviewDialog:
    qtbot.waitUntil(lambda: bool(page.findChildren(ImportPreviewDialog)), timeout=10_000)
    (shown,) = page.findChildren(ImportPreviewDialog)
    return shown


def test_a_long_list_says_what_it_brings_before_it_does(
    page: LibraryPage, workspace: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    bring(page, tmp_path / "long.bib", 130, more="@article{none, year={2000}}\n" + TWIN)
    assert page.import_bar.isVisible()
    asked = dialog(page, qtbot)
    texts = [each.text() for each in asked.findChildren(QLabel)]
    assert "130 new · 1 merges with a paper that is here or in the file · 1 cannot be read" in texts
    assert "31 more entries are not listed here." in texts
    assert asked.model.rowCount() == 101
    assert asked.model.index(0, 0).data().startswith("long.bib:131: ")
    assert "has no title" in asked.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    said = [asked.model.index(row, 1).data() for row in range(3)]
    assert said == ["cannot be read", "merges into “A long title of the paper with the number 7”", "new"]
    assert not page.import_bar.isVisible()
    assert workspace.library.papers.count() == 0
    assert asked.action.text() == "Import 131"
    asked.action.click()
    qtbot.waitUntil(lambda: workspace.library.papers.count() == 130, timeout=10_000)
    qtbot.waitUntil(lambda: any(strip.isVisible() for strip in page.outcomes.strips), timeout=10_000)
    assert "130 added · 1 merged" in page.outcomes.strips[0].text


def test_cancel_imports_nothing(
    page: LibraryPage, workspace: Workspace, jobs_here: AppContext, tmp_path: Path, qtbot: QtBot
) -> None:
    bring(page, tmp_path / "long.bib", 40)
    (buttons,) = dialog(page, qtbot).findChildren(QDialogButtonBox)
    buttons.button(QDialogButtonBox.StandardButton.Cancel).click()
    assert jobs_here.jobs.all() == ()
    bring(page, tmp_path / "again.bib", 40)
    page.import_bar.cancel_clicked.emit()  # while it is being read
    qtbot.wait(50)
    assert not page.import_bar.isVisible()
    assert (jobs_here.jobs.all(), workspace.library.papers.count()) == ((), 0)


def test_a_short_list_is_imported_at_once(
    page: LibraryPage, workspace: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    bring(page, tmp_path / "twenty.bib", 20)  # read, and short enough
    qtbot.waitUntil(lambda: workspace.library.papers.count() == 20, timeout=10_000)
    assert not page.findChildren(ImportPreviewDialog)
