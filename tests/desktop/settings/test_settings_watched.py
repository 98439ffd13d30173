"""Watched folders: chosen in the settings, looked through as a job, and again when something changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import psutil
import pytest
import watchfiles
from asking import RecordedJobs
from PySide6.QtWidgets import QLabel, QMenu, QPushButton
from seeing import on_screen

from assay.ingest.seen_files import seen_files
from assay.ingest.zotero import client
from assay_desktop.pages import settings as settings_page
from assay_desktop.shell import watching as watching_module
from assay_desktop.shell.watching import LOOK, Watching
from zotero_api import local_zotero

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    assert "Start it, turn on" in page.strip.text


def test_a_folder_that_is_not_there_is_refused_in_words(
    page: SettingsPage, tmp_path: Path, qtbot: QtBot
) -> None:
    page.watch_wanted.emit(str(tmp_path / "nowhere"))
    qtbot.waitUntil(page.strip.isVisible)
    assert "not a folder" in page.strip.text


@pytest.fixture
def watching(context: AppContext, jobs: Any) -> Iterator[Watching]:
    made = Watching(replace(context, jobs=jobs))
    yield made
    made.stop()


@pytest.fixture
def network_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything lies on a server, whose changes nobody tells."""
    root = SimpleNamespace(mountpoint=Path.cwd().anchor, fstype="nfs4", opts="rw")
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: [root])
    monkeypatch.setattr(watching_module, "SETTLED_MS", 200)


@pytest.mark.usefixtures("network_drive")
def test_on_a_network_drive_a_look_is_queued_once_what_has_changed_is_written(
    watching: Watching, jobs: RecordedJobs, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
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
    assert jobs.added == [LOOK]  # it may be written still
    tmp_path.joinpath("new.pdf").write_bytes(b"%PDF-1.7")
    qtbot.wait(300)
    assert jobs.added == [LOOK]  # the one that waits will see it
    jobs.waiting = False
    watching.check()
    qtbot.waitUntil(lambda: jobs.added == [LOOK, LOOK])


def test_a_new_file_is_heard_within_a_second_and_one_that_is_being_written_waits(
    watching: Watching, jobs: RecordedJobs, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    workspace.library.watched.add(str(folder))
    watching.check()
    qtbot.waitUntil(lambda: jobs.added == [LOOK])
    qtbot.wait(100)  # until the thread listens
    folder.joinpath("deep").mkdir()
    folder.joinpath("deep", "new.bib").write_text("@article{moss}")
    qtbot.waitUntil(lambda: jobs.added == [LOOK] * 2, timeout=1000)
    folder.joinpath("notes.docx").write_bytes(b"PK")
    folder.joinpath(".new.pdf.part").write_bytes(b"%PDF")
    with folder.joinpath("long.pdf").open("wb", buffering=0) as file:
        for _ in range(8):
            file.write(b"%PDF")
            qtbot.wait(100)
            assert jobs.added == [LOOK] * 2
    qtbot.waitUntil(lambda: jobs.added == [LOOK] * 3, timeout=1000)


def test_a_folder_that_goes_and_one_that_comes_in_its_place_are_heard(
    watching: Watching, jobs: RecordedJobs, workspace: Any, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    workspace.library.watched.add(str(folder))
    watching.check()
    qtbot.waitUntil(lambda: jobs.added == [LOOK])
    folder.rename(tmp_path / "unplugged")
    watching.check()
    qtbot.waitUntil(lambda: jobs.added == [LOOK] * 2)
    folder.mkdir()
    watching.check()
    qtbot.waitUntil(lambda: jobs.added == [LOOK] * 3)
    qtbot.wait(100)
    folder.joinpath("new.pdf").write_bytes(b"%PDF")
    qtbot.waitUntil(lambda: jobs.added == [LOOK] * 4, timeout=1000)


def test_a_tree_of_more_folders_than_the_system_grants_watches_is_walked(
    watching: Watching,
    jobs: RecordedJobs,
    workspace: Any,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watching_module, "SETTLED_MS", 50)
    monkeypatch.setattr(watchfiles, "watch", Mock(side_effect=OSError(28, "OS file watch limit reached")))
    workspace.library.watched.add(str(tmp_path))
    watching.check()
    qtbot.waitUntil(lambda: watching._unreported == {str(tmp_path)})
    qtbot.waitUntil(lambda: jobs.added[-1:] == [LOOK])
    qtbot.wait(200)
    n_looks = len(jobs.added)
    tmp_path.joinpath("new.pdf").write_bytes(b"%PDF")
    watching.check()
    qtbot.waitUntil(lambda: len(jobs.added) == n_looks + 1)


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
