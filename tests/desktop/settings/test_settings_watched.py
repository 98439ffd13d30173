"""Watched folders: chosen in the settings, looked through as a job, and again when something changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from asking import RecordedJobs
from PySide6.QtWidgets import QLabel, QMenu, QPushButton
from seeing import on_screen

from assay.ingest.seen_files import seen_files
from assay.ingest.zotero import client
from assay_desktop.pages import settings as settings_page
from assay_desktop.shell.watching import LOOK, Watching
from zotero_api import local_zotero

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.settings.page import SettingsPage


@pytest.fixture
def jobs(context: AppContext) -> RecordedJobs:
    made = RecordedJobs(context)
    made.waiting = False
    return made


@pytest.fixture
def page(context: AppContext, jobs: Any, qtbot: QtBot) -> SettingsPage:
    made = settings_page.create(replace(context, jobs=jobs))
    on_screen(made, qtbot, 900, 900)
    made.show_section("watched")
    return made


def shown(page: SettingsPage, text: str) -> QPushButton | None:
    buttons = page.watched.findChildren(QPushButton)
    return next((each for each in buttons if each.text() == text and each.isVisible()), None)


def test_a_folder_is_watched_shown_and_looked_through(
    page: SettingsPage, jobs: RecordedJobs, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: page.papers.text() != "")
    assert shown(page, "Check now") is None
    page.watch_wanted.emit(str(tmp_path))
    qtbot.waitUntil(lambda: jobs.added == [LOOK])
    assert [one.path for one in workspace.library.watched.all()] == [str(tmp_path)]
    qtbot.waitUntil(lambda: shown(page, "Stop watching") is not None)
    go = shown(page, "Stop watching")
    assert go is not None
    assert go.accessibleName() == f"Stop watching {tmp_path}"
    name = next(each for each in page.watched.findChildren(QLabel) if each.text() == str(tmp_path))
    assert name.height() < 2 * name.fontMetrics().lineSpacing()  # one line, whatever room there is
    look = shown(page, "Check now")
    assert look is not None
    look.click()
    assert jobs.added == [LOOK, LOOK]
    go.click()
    qtbot.waitUntil(lambda: shown(page, "Stop watching") is None)
    assert workspace.library.watched.all() == []


def test_a_running_zotero_and_its_groups_are_offered_and_watched(
    page: SettingsPage, jobs: RecordedJobs, workspace: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with local_zotero() as zotero:
        monkeypatch.setattr(client.ZoteroLibrary.__init__, "__defaults__", (0, zotero.port))
        zotero.groups[4711] = "Slopes & co"
        page.watched.zotero.click()
        qtbot.waitUntil(lambda: page.findChild(QMenu) is not None)
        menu = page.findChild(QMenu)
        assert menu is not None
        assert [action.text() for action in menu.actions()] == ["My library", "Slopes && co"]
        menu.actions()[1].trigger()
        menu.close()
        qtbot.waitUntil(lambda: jobs.added == [LOOK])
    assert [one.path for one in workspace.library.watched.all()] == [f"{zotero.name}4711"]
    qtbot.waitUntil(lambda: shown(page, "Stop watching") is not None)
    go = shown(page, "Stop watching")
    assert go is not None
    assert go.accessibleName() == "Stop watching Zotero, group 4711"
    page.watched.zotero.click()
    qtbot.waitUntil(page.strip.isVisible)
    assert "Start it, let it answer" in page.strip.text


def test_a_folder_that_is_not_there_is_refused_in_words(
    page: SettingsPage, tmp_path: Path, qtbot: QtBot
) -> None:
    page.watch_wanted.emit(str(tmp_path / "nowhere"))
    qtbot.waitUntil(page.strip.isVisible)
    assert "no folder" in page.strip.text


def test_a_look_is_queued_when_something_has_changed_and_only_then(
    context: AppContext, jobs: Any, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
    watching = Watching(replace(context, jobs=jobs))
    watching.check()
    qtbot.wait(50)
    assert jobs.added == []  # nothing is watched
    workspace.library.watched.add(str(tmp_path))
    watching.check()
    qtbot.waitUntil(lambda: jobs.added == [LOOK])
    watching.check()
    qtbot.wait(100)
    assert jobs.added == [LOOK]
    tmp_path.joinpath("new.pdf").write_bytes(b"%PDF")
    jobs.waiting = True
    watching.check()
    qtbot.wait(100)
    assert jobs.added == [LOOK]  # the one that waits will see it
    jobs.waiting = False
    watching.check()
    qtbot.waitUntil(lambda: jobs.added == [LOOK, LOOK])


def test_what_there_is_to_see_changes_with_names_sizes_and_times_of_files(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.joinpath("deep").mkdir(parents=True)
    seen = [seen_files([str(folder)])]
    folder.joinpath("deep", "a.pdf").write_bytes(b"1")
    seen.append(seen_files([str(folder)]))
    folder.joinpath("deep", "a.pdf").rename(folder / "b.pdf")
    seen.append(seen_files([str(folder)]))
    folder.joinpath("b.pdf").write_bytes(b"22")
    seen.append(seen_files([str(folder)]))
    assert len(set(seen)) == 4
    folder.joinpath(".hidden").write_bytes(b"3")
    assert seen_files([str(folder)]) == seen[-1]
    assert seen_files([str(tmp_path / "nowhere")]) == seen_files([])
