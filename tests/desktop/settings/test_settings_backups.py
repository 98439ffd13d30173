"""Backups in the settings: listed, looked at, restored while everything lets go of the library."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from seeing import on_screen

from assay.library import Library
from assay.types import Paper
from assay_desktop.background.lane import Lane
from assay_desktop.pages import settings as settings_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.pages.settings.widgets.backups import PreviewDialog

ANSWER_MS = 20_000


@pytest.fixture
def folder(context: AppContext, workspace: Any) -> Path:
    """A library with two backups: of one paper, and of two; it has a third by now."""
    library = workspace.library
    library.papers.add([(Paper("a", "The first paper"), [])])
    library.backup()
    library.papers.add([(Paper("b", "The second paper"), [])])
    library.backup()
    library.papers.add([(Paper("c", "The third paper"), [])])
    found: Path = workspace.folder
    workspace.close()
    return found


@pytest.fixture
def real(context: AppContext, folder: Path, faults: Faults) -> Iterator[AppContext]:
    """With the lane's own thread, which opens and closes the library."""
    lane = Lane.at(folder, faults)
    yield replace(context, lane=lane)
    lane.close()


@pytest.fixture
def page(real: AppContext, qtbot: QtBot) -> SettingsPage:
    made = settings_page.create(real)
    on_screen(made, qtbot, 1000, 700)
    qtbot.waitUntil(lambda: made.backups.table.model().rowCount() >= 2, timeout=ANSWER_MS)
    qtbot.waitUntil(lambda: made.papers.text() == "3", timeout=ANSWER_MS)
    return made


def preview(page: SettingsPage, qtbot: QtBot, n_papers: str) -> PreviewDialog:
    """The dialog of the backup with so many papers."""
    model = page.backups.table.model()
    row = next(row for row in range(model.rowCount()) if model.index(row, 2).data() == n_papers)
    page.backups.table.selectRow(row)
    qtbot.mouseClick(page.backups.look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None, timeout=ANSWER_MS)
    dialog: Any = QApplication.activeModalWidget()
    return dialog


def lines(dialog: PreviewDialog) -> list[str]:
    return [dialog.changes.item(row).text().strip() for row in range(dialog.changes.count())]


def test_each_backup_is_listed_with_what_it_holds(page: SettingsPage) -> None:
    model = page.backups.table.model()
    held = [(model.index(row, 1).data(), model.index(row, 2).data()) for row in range(model.rowCount())]
    assert ("Backup", "2") in held
    assert ("Backup", "1") in held


def test_the_preview_names_the_papers_that_would_go(page: SettingsPage, qtbot: QtBot) -> None:
    dialog = preview(page, qtbot, "1")
    assert lines(dialog) == ["Papers removed: 2", "The second paper", "The third paper"]
    dialog.reject()


def test_a_restore_lets_go_of_the_library_and_asks_to_be_opened_anew(
    page: SettingsPage, folder: Path, qtbot: QtBot
) -> None:
    dialog = preview(page, qtbot, "2")
    with qtbot.waitSignal(page.reopen_wanted, timeout=ANSWER_MS):
        dialog.restore.click()
    with Library.open(folder) as library:
        assert library.papers.count() == 2
    aside = list((folder / "backups").glob("replaced-*.sqlite"))
    assert len(aside) == 1


def test_a_library_open_elsewhere_is_left_as_it_was_and_said_so(
    page: SettingsPage, folder: Path, qtbot: QtBot
) -> None:
    dialog = preview(page, qtbot, "2")
    with Library.open(folder) as other:
        other.papers.count()
        dialog.restore.click()
        qtbot.waitUntil(lambda: "open in another program" in dialog._problem.text(), timeout=ANSWER_MS)
        assert other.papers.count() == 3
    assert dialog.restore.isEnabled()
    dialog.reject()
    page.shown.emit()
    qtbot.waitUntil(lambda: page.papers.text() == "3", timeout=ANSWER_MS)


def test_a_damaged_library_still_lists_its_backups(
    real: AppContext, folder: Path, faults: Faults, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "library.sqlite").write_bytes(b"nothing that anyone could read as a database" * 40)
    page = settings_page.create(real)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: page.backups.table.model().rowCount() >= 2, timeout=ANSWER_MS)
    dialog = preview(page, qtbot, "2")
    assert lines(dialog)[0].startswith("The library cannot be read")
    with qtbot.waitSignal(page.reopen_wanted, timeout=ANSWER_MS):
        dialog.restore.click()
    with Library.open(folder) as library:
        assert library.papers.count() == 2
    caplog.clear()
