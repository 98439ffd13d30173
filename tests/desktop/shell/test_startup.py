"""What is said where Qt cannot start, and what the window's process may not import."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from assay_desktop import startup

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("report", "package"),
    [
        ("libEGL.so.1: cannot open shared object file: No such file or directory", "apt install libegl1"),
        ("libxkbcommon.so.0: cannot open shared object file", "apt install libxkbcommon0"),
        ("libfontconfig.so.1: cannot open shared object file", "apt install libfontconfig1"),
        ("libdbus-1.so.3: cannot open shared object file", "apt install libdbus-1-3"),
        ("From 6.5.0, xcb-cursor0 or libxcb-cursor0 is needed to load", "apt install libxcb-cursor0"),
        ("libGL.so.1: x\nlibEGL.so.1: y", "apt install libegl1 libgl1"),
    ],
)
def test_missing_library_is_named_with_the_package_that_brings_it(report: str, package: str) -> None:
    assert package in startup.explain(report)


def test_missing_binding_is_named() -> None:
    assert "the extra `desktop`: `pip install 'assay-workbench[desktop]'`" in startup.explain(
        "No module named 'PySide6.QtGui'"
    )


def test_missing_display_points_to_the_tour() -> None:
    assert "assay tour" in startup.explain("qt.qpa.xcb: could not connect to display :9")


def test_unknown_report_is_passed_on() -> None:
    assert startup.explain("\nsomething odd\n") == "Qt cannot start: something odd."
    assert startup.explain("") == "Qt cannot start: no reason was given."


def test_no_problem_offscreen() -> None:
    assert startup.qt_problem() is None


def python(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **env}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )


def test_absent_binding_is_reported_without_a_traceback() -> None:
    code = "import sys; sys.modules['PySide6.QtCore'] = None\nfrom assay_desktop.startup import qt_problem\n"
    said = python(code + "print(qt_problem())")
    assert said.stdout.startswith("Qt cannot start") or "pip install" in said.stdout
    assert said.returncode == 0


def test_qt_that_aborts_is_found_out_by_a_child_process() -> None:
    code = "from assay_desktop.startup import _platform_problem, missing_libraries\n"
    code += "import assay_desktop.startup as s; s.missing_libraries = lambda: []\nprint(_platform_problem())"
    said = python(code, QT_QPA_PLATFORM="nonsense")
    assert said.returncode == 0
    assert "Qt cannot start" in said.stdout


WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
app = QApplication([])
from assay_desktop.context import AppContext, Changes
from assay_desktop.background.engine_client import EngineClient
from assay_desktop.errors import Faults
from assay_desktop.background.jobs import Jobs
from assay_desktop.keys import Keys
from assay_desktop.background.lane import Lane
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.settings import Settings
from assay_desktop.theme import Theme
folder = Path(sys.argv[1]) / "library"
idle = (sys.executable, "-c", "import sys; [None for _ in sys.stdin]")
faults = Faults()
settings = Settings(QSettings(str(folder) + ".ini", QSettings.Format.IniFormat))
import threading
gate = threading.Event()
def open_workspace():
    gate.wait()
    from assay.workspace import Workspace
    return Workspace.open(folder)
lane = Lane(open_workspace, faults)
context = AppContext(lane, EngineClient(folder, command=idle), Jobs(folder, command=idle), Theme("light"),
                     settings, Changes(), Keys(settings))
window = MainWindow(context, faults, folder)
window.show()
window.grab()
late = ("sqlalchemy", "alembic", "pandas", "scipy", "sklearn", "pyqtgraph")
early = [name for name in late if name in sys.modules]
gate.set()
for key in ("search", "judging", "evaluation", "training", "settings", "library"):
    window.open_page(key)
    app.processEvents()
done = []
lane.submit(lambda ws: ws.library.papers.count(), done.append)
while not done:
    app.processEvents()
lane.close()
never = ("torch", "transformers", "sentence_transformers", "faiss", "tantivy")
heavy = [name for name in never if name in sys.modules]
print(early, heavy, "sqlalchemy" in sys.modules)
from PySide6.QtCore import QTimer
QTimer.singleShot(0, app.quit)  # as a signal or the desktop's end does, with the window still open
app.exec()
"""


def test_window_imports_no_model_library_ever_and_no_database_before_its_first_paint(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", WINDOW, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=False,
    )
    assert said.stdout.strip() == "[] [] True", said.stderr
    assert said.returncode == 0
