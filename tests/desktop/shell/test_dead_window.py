"""A window that died, on a machine that has another name now, holds no queue up; one that lives does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

from assay.library import Library
from assay.location import state_folder
from assay_desktop.background.job import JobFile
from assay_desktop.background.jobs import Jobs

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

HOLDER = """
import sys
from pathlib import Path
from assay_desktop.background.job import JobFile
file = JobFile(Path(sys.argv[1]))
print(file.take(), flush=True)
sys.stdin.read()
"""


def test_a_lock_file_under_another_host_s_name_stops_nothing(tmp_path: Path, qtbot: QtBot) -> None:
    """As Qt's lock file of a dead window says it: process id, program and the machine's former name."""
    Library.open(tmp_path / "library").close()
    stale = f"{os.getpid()}\npython\nformer-host\n\n\n"
    queue = state_folder(tmp_path / "library") / "queue.json"
    for folder in (tmp_path / "library" / "jobs", queue.parent):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "queue.lock").write_text(stale, encoding="utf-8")
    held = QLockFile(str(tmp_path / "library" / "jobs" / "queue.lock"))
    held.setStaleLockTime(0)
    assert not held.tryLock(0), "the fault is there: Qt takes such a lock for held, for ever"
    jobs = Jobs(tmp_path / "library", command=(sys.executable, "-c", "print('{}')"))
    refused: list[str] = []
    jobs.refused.connect(refused.append)
    with qtbot.waitSignal(jobs.finished):
        assert jobs.add("Index the library", ["index"])
    assert refused == []
    jobs.close()


def test_the_lock_goes_with_the_process_that_holds_it(tmp_path: Path) -> None:
    queue = tmp_path / "queue.json"
    command = [sys.executable, "-c", HOLDER, str(queue)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "True\n"
        other = JobFile(queue)
        assert not other.take()
        window.send_signal(signal.SIGKILL)
        window.wait()
    assert other.take()
    other.leave()
