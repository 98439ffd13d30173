"""Who is at work in a run's folder: asked of the system, never guessed from a number."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from assay.errors import TrainingFailed
from assay.training.runs import run_lock
from assay.training.runs.run_folder import RunFolder
from assay.training.runs.run_lock import FRESH_S, LAUNCHED, RunLock, Worker, is_launched, launching

HOLDER = """
import sys
from pathlib import Path
from assay.training.runs.run_lock import RunLock
RunLock(Path(sys.argv[1])).take()
print("here", flush=True)
input()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    """Another process, at work in the folder."""
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "here\n"
    return child


def end(child: subprocess.Popen[str]) -> None:
    child.kill()
    child.communicate()


def write_pid(folder: Path, host: str, locked: str = "locked", *, age: float = 0.0) -> None:
    (folder / "pid").write_text(f"4711\n{host}\n{locked}\n", encoding="utf-8")
    then = time.time() - age
    os.utime(folder / "pid", (then, then))


def test_a_living_process_of_another_program_is_nobody_at_work(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as foreign:
        (tmp_path / "pid").write_text(f"{foreign.pid}\n{socket.gethostname()}\nlocked\n", encoding="utf-8")
        assert RunFolder(tmp_path).living() is None
        run = RunFolder(tmp_path)
        run.begin(resume=True)
        assert run.living() == Worker(os.getpid())
        run.end()
        foreign.kill()
    assert run.living() is None


def test_a_process_at_work_is_seen_is_left_alone_and_is_gone_when_it_is_killed(tmp_path: Path) -> None:
    child = holder(tmp_path)
    for _ in range(50):
        assert RunLock(tmp_path).worker() == Worker(child.pid)
    with pytest.raises(TrainingFailed, match=f"Process {child.pid} is training in"):
        RunFolder(tmp_path).begin(resume=True)
    assert RunLock(tmp_path).worker() == Worker(child.pid)
    end(child)
    assert RunLock(tmp_path).worker() is None
    assert (tmp_path / "pid").exists()  # it had no time to tidy up


def test_readers_do_not_keep_a_run_from_beginning(tmp_path: Path) -> None:
    run, over, seen = RunFolder(tmp_path), threading.Event(), []

    def look() -> None:
        while not over.is_set():
            seen.append(RunLock(tmp_path).worker())

    readers = [threading.Thread(target=look) for _ in range(3)]
    for reader in readers:
        reader.start()
    for _ in range(30):
        run.begin(resume=True)
        run.end()
    over.set()
    for reader in readers:
        reader.join()
    assert {None, Worker(os.getpid())} <= set(seen)


def test_what_cannot_be_named_is_at_work_all_the_same(tmp_path: Path) -> None:
    mine = RunLock(tmp_path)
    mine.take()
    (tmp_path / "pid").unlink()
    assert RunLock(tmp_path).worker() == Worker(0)
    assert str(Worker(0)) == "another process"
    mine.leave()


def test_a_run_on_another_machine_is_said_to_be_there_while_it_gives_signs_of_life(tmp_path: Path) -> None:
    write_pid(tmp_path, "gpu1")
    assert RunLock(tmp_path).worker() == Worker(4711, "gpu1")
    with pytest.raises(TrainingFailed, match=r"Process 4711 on gpu1 is training .* try again in 2 minutes"):
        RunFolder(tmp_path).begin(resume=True)
    write_pid(tmp_path, "gpu1", age=FRESH_S + 1)
    assert RunLock(tmp_path).worker() is None


def test_where_nothing_can_be_locked_signs_of_life_count_here_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(descriptor: int) -> bool:
        raise OSError(95, "not supported")

    monkeypatch.setattr(run_lock, "try_lock", refuses)
    monkeypatch.setattr(run_lock, "BEAT_S", 0.02)
    run = RunLock(tmp_path)
    run.take()
    assert run.worker() == Worker(os.getpid())
    with pytest.raises(TrainingFailed, match=f"Process {os.getpid()} is training"):
        RunLock(tmp_path).take()
    os.utime(tmp_path / "pid", (0, 0))
    until = time.monotonic() + 10
    while run.worker() is None and time.monotonic() < until:
        time.sleep(0.02)
    assert run.worker() is not None
    run.leave()
    assert run.worker() is None


def test_a_process_that_was_launched_is_known_to_live_before_it_says_a_word(tmp_path: Path) -> None:
    marker = tmp_path / LAUNCHED
    with launching(marker):
        child = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False, text=True
        )
    assert is_launched(marker)
    end(child)
    assert is_launched(marker) is (sys.platform == "win32")


def test_a_word_that_was_said_while_the_process_started_counts_and_an_older_one_does_not(
    tmp_path: Path,
) -> None:
    run = RunFolder(tmp_path)
    run.control.ask("cancel")
    run.begin(resume=True)
    assert run.control.wanted() == "run"
    run.end()
    with launching(tmp_path / LAUNCHED):
        run.control.ask("cancel")
        run.begin(resume=True)
        assert run.control.wanted() == "cancel"
        assert not (tmp_path / LAUNCHED).exists()
        run.end()


@pytest.mark.skipif(sys.platform == "win32", reason="this system stops no process")
def test_a_process_that_is_stopped_is_still_at_work(tmp_path: Path) -> None:
    child = holder(tmp_path)
    os.kill(child.pid, signal.SIGSTOP)
    assert RunLock(tmp_path).worker() == Worker(child.pid)
    end(child)
