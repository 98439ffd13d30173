"""Windows that die of their start: real processes, killed; the next one is careful, and says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QPushButton

from assay_desktop.keys import Keys
from assay_desktop.settings import Settings
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.starts import DEATHS, WITHIN_S, Starts
from assay_desktop.shell.widgets.library_notices import NoticeStrip, SafeMode
from assay_desktop.shell.widgets.status_bar import StatusItem

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults

START_S = 90.0
HOLDER = """
import sys, time
from pathlib import Path
from assay_desktop.shell.starts import Starts
starts = Starts(Path(sys.argv[1]))
before = starts.begin()
if sys.argv[2:] == ["good"]:
    starts.good()
print(before, flush=True)
time.sleep(600)
"""


def hold(folder: Path, *words: str) -> tuple[subprocess.Popen[str], int]:
    """A process that begins a start; how many before it came to nothing."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder), *words], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def test_starts_that_were_killed_are_counted_and_those_alive_are_not(tmp_path: Path) -> None:
    first, before = hold(tmp_path)
    assert before == 0
    second, before = hold(tmp_path)
    assert before == 0, "the first is alive"
    end(first)
    end(second)
    third, before = hold(tmp_path)
    assert before == 2
    end(third)
    assert Starts(tmp_path).begin() == DEATHS


def test_a_window_that_lived_or_was_closed_makes_good_what_was_before(tmp_path: Path) -> None:
    for _ in range(DEATHS):
        end(hold(tmp_path)[0])
    lived, before = hold(tmp_path, "good")
    assert before == DEATHS
    end(lived)  # killed at work: no death of a start
    assert Starts(tmp_path).begin() == 0


def test_deaths_of_long_ago_do_not_count(tmp_path: Path) -> None:
    end(hold(tmp_path)[0])
    (file,) = tmp_path.glob("*.start")
    long_ago = time.time() - WITHIN_S - 5
    os.utime(file, (long_ago, long_ago))
    assert Starts(tmp_path).begin() == 0
    assert not file.exists()


def test_a_folder_that_cannot_be_written_makes_every_start_a_good_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "starts").write_text("a file where the folder should be")
    starts = Starts(tmp_path / "starts")
    assert starts.begin() == 0
    starts.good()
    caplog.clear()


@pytest.fixture
def desktop(tmp_path: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """Opens the real window, offscreen, with folders of its own for library, log, state and settings."""
    variables = {
        f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("DATA", "CACHE", "STATE", "CONFIG")
    }

    def start(*words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "assay", "--library", str(tmp_path / "library"), "desktop", *words]
        environment = {**os.environ, **variables, "QT_QPA_PLATFORM": "offscreen"}
        return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)

    return start


def log_of(tmp_path: Path) -> str:
    files = [*tmp_path.glob("state/**/window.log"), *tmp_path.glob("cache/**/window.log")]
    return "".join(file.read_text(encoding="utf-8") for file in files)


def wait_for(condition: Callable[[], bool]) -> None:
    ends = time.monotonic() + START_S
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


@pytest.mark.timeout(600)
def test_the_window_opens_carefully_after_three_that_died_of_their_start(
    tmp_path: Path, desktop: Callable[..., subprocess.Popen[bytes]]
) -> None:
    folder = tmp_path / "state" / "assay" / "starts"
    for n in range(DEATHS):
        process = desktop()
        wait_for(lambda n=n: len(list(folder.glob("*.start"))) == n + 1)  # type: ignore[misc]
        process.send_signal(signal.SIGSEGV if n else signal.SIGKILL)
        process.wait()
        assert "safe mode" not in log_of(tmp_path)
    process = desktop()
    wait_for(lambda: "safe mode, after 3 starts" in log_of(tmp_path))
    process.kill()
    process.wait()


def test_the_window_opens_carefully_when_it_is_asked_to(
    tmp_path: Path, desktop: Callable[..., subprocess.Popen[bytes]]
) -> None:
    process = desktop("--safe")
    wait_for(lambda: "safe mode, after 0 starts" in log_of(tmp_path))
    process.kill()
    process.wait()


def test_careful_settings_read_nothing_old_but_who_judges_and_in_which_language(settings: Settings) -> None:
    settings.set_theme("dark")
    settings.set_assessor("Ada")
    settings.set_language("de")  # type: ignore[arg-type]
    settings.set_state("window/geometry", QByteArray(b"far off the screen"))
    settings.set_text("keys/import", '["Ctrl+B"]')
    careful = Settings(settings._store, careful=True)
    assert (careful.theme, careful.assessor, careful.language) == ("system", "Ada", "de")
    assert careful.state("window/geometry").isEmpty()
    assert Keys(careful).of("import") == ("Ctrl+I",)
    careful.set_theme("light")
    assert careful.theme == settings.theme == "light", "what is chosen anew is kept"


@pytest.fixture
def careful(context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    mode = SafeMode(DEATHS, tmp_path)
    mode.rest(context)
    window = MainWindow(context, faults, tmp_path / "library")
    window.add_safe_mode(mode)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def press(window: MainWindow, text: str) -> None:
    strip = window.findChild(NoticeStrip)
    next(each for each in strip.findChildren(QPushButton) if each.text() == text).click()


def test_the_strip_leads_to_the_backups_and_starts_the_search(
    careful: MainWindow, context: AppContext, qtbot: QtBot
) -> None:
    assert careful.findChild(NoticeStrip).isVisible()
    assert not context.engine.is_running
    assert context.engine.state.message.startswith("Safe mode")
    assert "Search not started" in [each.value for each in careful.findChildren(StatusItem)]
    press(careful, "Restore a backup…")
    assert careful.page_key == "settings"
    press(careful, "Start search")
    qtbot.waitUntil(lambda: context.engine.is_running)


def test_start_normally_closes_the_window_to_open_it_anew(careful: MainWindow) -> None:
    press(careful, "Start normally")
    assert careful.reopens
    assert not careful.isVisible()
