"""Python that lies in the current folder is never executed by a child of the window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QProcess

from assay.pdf.types import PageCall
from assay_desktop.background import children
from assay_desktop.background.engine_client import EngineClient
from assay_desktop.background.pdf_pages import PdfPages
from assay_desktop.background.trainings import ANSWER, ERRORS, Trainings
from assay_desktop.pages.settings import page as settings_page
from assay_desktop.startup import qt_problem
from hostile_folder import executed, fill

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

WAIT_MS = 60_000


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The hostile folder, current, and nothing in the environment that would protect a child."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    place = fill(tmp_path / "downloads")
    monkeypatch.chdir(place)
    return place


def test_the_search_engine_starts_beside_hostile_modules(folder: Path, workspace: Any, qtbot: QtBot) -> None:
    client = EngineClient(workspace.folder)
    client.start()
    qtbot.waitUntil(lambda: client.state.phase == "ready", timeout=WAIT_MS)
    client.stop()
    assert executed(folder) == []


def test_pages_of_a_pdf_are_drawn_beside_hostile_modules(folder: Path, qtbot: QtBot) -> None:
    pages, answers = PdfPages(), []
    pages.ask(PageCall("draw", str(folder / "x.pdf"), 0, 200), answers.append, pytest.fail)
    qtbot.waitUntil(lambda: bool(answers), timeout=WAIT_MS)
    pages.close()
    assert answers[0]["width"] == 200
    assert executed(folder) == []


def test_a_training_of_the_window_starts_beside_hostile_modules(
    folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    run = Trainings(tmp_path / "library").begin("name = 'no recipe'\n", name="none")
    qtbot.waitUntil(lambda: (run / ANSWER).stat().st_size > 0, timeout=WAIT_MS)
    assert "Traceback" not in (run / ERRORS).read_text(encoding="utf-8")
    assert '"error"' in (run / ANSWER).read_text(encoding="utf-8")
    assert executed(folder) == []


def test_qt_is_tried_beside_hostile_modules(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "vnc")  # no platform that is known to start
    qt_problem()
    assert executed(folder) == []


def test_other_windows_are_started_without_the_current_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    class Started(QProcess):
        def startDetached(self, *given: Any) -> Any:
            started.append(given[1] if given else self.arguments())
            return True

    monkeypatch.setattr(children, "QProcess", Started)
    children.open_window(tmp_path)
    assert [words[0] for words in started] == ["-P"]
    assert "QProcess" not in vars(settings_page)  # it opens libraries by the same function
    assert children.command(tmp_path)[1] == "-P"


def test_another_window_is_a_process_of_its_own_and_a_refusal_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, qtbot: QtBot
) -> None:
    """The real QProcess: what it answers differs between versions of PySide6."""
    ran = tmp_path / "ran"
    words = [sys.executable, "-c", "import sys; open(sys.argv[1], 'w').close()", str(ran)]
    monkeypatch.setattr(children, "command", lambda *_words: words)
    children.open_window(tmp_path)
    qtbot.waitUntil(ran.exists, timeout=WAIT_MS)
    assert "no window could be opened" not in caplog.text
    words[0] = str(tmp_path / "no such program")
    children.open_window(tmp_path)
    assert "no window could be opened" in caplog.text
