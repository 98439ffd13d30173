"""A second start on a library raises the window that is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFileOpenEvent

from assay_desktop import app
from assay_desktop.shell import main_window, single_window
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.single_window import SingleWindow

if TYPE_CHECKING:
    import pytest
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults

START = """
import sys
from pathlib import Path
from assay_desktop.shell.single_window import SingleWindow
print(SingleWindow(Path(sys.argv[1]), sys.argv[2]).is_first([Path(file) for file in sys.argv[3:]]))
"""


def started(folder: Path, library: str, *files: str) -> bool:
    """Whether a window of another process would be the first."""
    command = (sys.executable, "-c", START, str(folder), library, *files)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout == "True\n"


def test_the_second_start_on_a_library_calls_the_first_and_is_none(tmp_path: Path, qtbot: QtBot) -> None:
    first = SingleWindow(tmp_path / "windows", "/a/library")
    assert first.is_first()
    first.listen()
    for files in ([], ["/papers/été.bib", "/papers/b c.ris"], []):
        with qtbot.waitSignal(first.called) as called:
            assert not started(tmp_path / "windows", "/a/library", *files)
        assert called.args == [[Path(file) for file in files]]
    with qtbot.assertNotEmitted(first.called, wait=100):
        assert started(tmp_path / "windows", "/another/library")
    first.leave()
    assert started(tmp_path / "windows", "/a/library")


REAL = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from assay_desktop import app
from assay_desktop.shell import main_window

class Window(main_window.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        print("shown", flush=True)

    def open_files(self, paths):
        super().open_files(paths)
        print("called", *paths, flush=True)
        QTimer.singleShot(0, self.close)

main_window.MainWindow = Window
print(app.main(Path(sys.argv[1]), files=[Path(file) for file in sys.argv[2:]]), flush=True)
"""


def test_a_real_window_comes_forward_when_its_library_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    command = (sys.executable, "-c", REAL, str(tmp_path / "library"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "shown\n"
        again = (*command, "/papers/a.bib")
        second = subprocess.run(again, check=True, capture_output=True, text=True)
        assert second.stdout == "0\n"
        assert "open already" in second.stderr
        assert first.stdout.read().split()[:2] == ["called", "/papers/a.bib"]


def test_a_call_that_is_half_written_waits_for_its_end(tmp_path: Path, qtbot: QtBot) -> None:
    first = SingleWindow(tmp_path, "/a/library")
    assert first.is_first()
    (calls,) = tmp_path.glob("*.calls")
    with qtbot.assertNotEmitted(first.called):
        calls.write_bytes(b'nonsense\n{"a": 1\n["/a.b')
        first._take_calls()
    with qtbot.waitSignal(first.called) as called:
        with calls.open("ab") as file:
            file.write(b'ib"]\n')
        first._take_calls()
    assert called.args == [[Path("/a.bib")]]


def test_a_file_that_macos_hands_over_is_opened(tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> None:
    first = SingleWindow(tmp_path, "/a/library")
    qapp.installEventFilter(first)
    with qtbot.waitSignal(first.called) as called:
        qapp.sendEvent(qapp, QFileOpenEvent("/papers/a.bib"))
    qapp.removeEventFilter(first)
    assert called.args == [[Path("/papers/a.bib")]]


def test_a_first_that_died_holds_nobody_up(tmp_path: Path) -> None:
    assert started(tmp_path, "/a/library")  # and its process is gone
    assert started(tmp_path, "/a/library")


def test_where_nothing_can_be_written_every_window_is_the_first(tmp_path: Path) -> None:
    (tmp_path / "windows").write_text("a file")
    assert SingleWindow(tmp_path / "windows", "/a/library").is_first()


def test_a_start_that_is_not_the_first_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app.platformdirs, "user_state_dir", lambda *_a, **_k: str(tmp_path))
    monkeypatch.setattr(app.platformdirs, "user_log_dir", lambda *_a, **_k: str(tmp_path / "logs"))
    monkeypatch.setattr(app, "keep_log", lambda _folder: None)
    monkeypatch.setattr(single_window, "try_lock", lambda _lock: False)
    assert app.main(tmp_path / "library") == 0
    assert "open already" in capsys.readouterr().err
    assert not (tmp_path / "starts").exists()


def test_the_window_comes_forward(context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot) -> None:
    window = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(window)
    window.showMinimized()
    window.come_forward()
    assert not window.windowState() & Qt.WindowState.WindowMinimized
    assert window.isVisible()


def test_the_sample_opens_as_a_library_of_its_own(
    context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr(main_window, "open_window", lambda *words: opened.append(words))
    monkeypatch.setattr(main_window, "sample_library", lambda: tmp_path / "sample")
    window = MainWindow(context, faults, tmp_path / "library")
    qtbot.addWidget(window)
    window._calls()["sample"]()
    window.page("library").sample_requested.emit()
    assert opened == [(tmp_path / "sample", "--sample")] * 2
    assert not context.jobs.all()


def test_a_library_without_a_session_opens_on_its_own_page(
    context: AppContext, faults: Faults, tmp_path: Path, qtbot: QtBot
) -> None:
    one = MainWindow(context, faults, tmp_path / "one")
    qtbot.addWidget(one)
    one.open_page("training")
    context.session._values.clear()
    another = MainWindow(context, faults, tmp_path / "another")
    qtbot.addWidget(another)
    assert another.page_key == "library"
