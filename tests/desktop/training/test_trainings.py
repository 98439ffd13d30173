"""Runs begun by the window: who is at work from the first moment, who is no more, and what closing asks."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from run_script import RECIPE, start, step, write_run

from assay.errors import TrainingFailed
from assay.training.runs.events import Reading
from assay.training.runs.run_lock import LAUNCHED, RunLock
from assay_desktop.background import children
from assay_desktop.background.trainings import Trainings, is_alive, is_starting
from assay_desktop.pages.training import TrainingPage
from assay_desktop.pages.training.model import RunCatalogue
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.widgets.closing import ClosingBox, may_close

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults

SLEEPS = "import os, time; open('me', 'w').write(str(os.getpid())); os.rename('me', 'it'); time.sleep(60)"


@pytest.fixture
def child(trainings: Trainings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, int]:
    """A run whose process has not said a word yet, and that process."""
    code = SLEEPS.replace("'me'", repr(str(tmp_path / "me"))).replace("'it'", repr(str(tmp_path / "it")))
    monkeypatch.setattr(children, "command", lambda *_words: [sys.executable, "-c", code])
    run = trainings.begin(RECIPE, name="crops")
    until = time.monotonic() + 20
    while not (tmp_path / "it").exists() and time.monotonic() < until:
        time.sleep(0.02)
    return run, int((tmp_path / "it").read_text())


def kill(process: int) -> None:
    os.kill(process, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="processes of this system inherit no locks")
def test_a_process_that_dies_before_it_says_a_word_starts_no_more(
    child: tuple[Path, int], trainings: Trainings
) -> None:
    run, process = child
    assert is_starting(run)
    assert [each.name for each in trainings.at_work()] == ["crops"]
    assert [row.state for row in RunCatalogue(trainings.folder).rows()] == ["starting"]
    kill(process)
    until = time.monotonic() + 10
    while is_starting(run) and time.monotonic() < until:
        time.sleep(0.02)
    assert not is_starting(run)
    assert trainings.at_work() == []
    assert [row.state for row in RunCatalogue(trainings.folder).rows()] == ["failed"]


def test_a_run_that_starts_can_be_cancelled_before_its_process_has_said_a_word(
    child: tuple[Path, int], trainings: Trainings
) -> None:
    run, process = child
    trainings.ask(run, "cancel")
    assert trainings.at_work() == []  # it is about to end
    assert trainings.open_runs() == [run]
    kill(process)


def test_closing_the_window_asks_what_becomes_of_a_run_that_starts(
    child: tuple[Path, int], context: AppContext, faults: Faults, qtbot: QtBot
) -> None:
    run, process = child
    window = MainWindow(context, faults, Path("library"))
    qtbot.addWidget(window, before_close_func=lambda _window: kill(process))
    window.show()

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, ClosingBox)
        box.end.click()

    QTimer.singleShot(50, answer)
    assert window.close()
    assert (run / "control").read_text(encoding="utf-8") == "cancel\n"


def test_a_crashed_run_whose_number_another_program_has_is_dead_can_be_deleted_and_asks_nothing(
    trainings: Trainings,
) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as foreign:
        run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1)])
        (run / "pid").write_text(f"{foreign.pid}\n{socket.gethostname()}\nlocked\n", encoding="utf-8")
        (run / "lock").touch()
        assert not is_alive(run / "pid")
        assert trainings.at_work() == []
        assert [row.state for row in RunCatalogue(trainings.folder).rows()] == ["interrupted"]
        foreign.kill()


def test_a_run_holds_its_folder_for_as_long_as_it_works(trainings: Trainings) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1)])
    mine = RunLock(run)
    mine.take()
    assert [each.folder for each in trainings.at_work()] == [run]
    trainings.ask(run, "pause")
    assert trainings.at_work() == []
    mine.leave()
    assert trainings.open_runs() == []


def test_a_run_that_reads_says_what_and_can_be_cancelled(
    page: TrainingPage, trainings: Trainings, qtbot: QtBot
) -> None:
    run = write_run(
        trainings.folder / "20260101-000000-crops", [Reading("crops: corpus_train.tsv")], pid=os.getpid()
    )
    page.run_chosen.emit(str(run))
    assert page.run.strip.text == "Reading crops: corpus_train.tsv…"
    assert page.run.cancel.isVisible()
    assert not page.run.pause.isVisible()
    assert not page.run.go_on.isVisible()
    page.run.cancel.click()
    assert (run / "control").read_text(encoding="utf-8") == "cancel\n"
    (run / "pid").unlink()


def test_a_launch_takes_back_what_was_said_to_an_earlier_process(
    trainings: Trainings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "command", lambda *_words: [sys.executable, "-c", ""])
    run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1)])
    trainings.ask(run, "cancel")
    trainings.resume(run)
    assert not (run / "control").exists()
    assert (run / LAUNCHED).is_file()


class Deaf:
    """Two runs that cannot be told anything."""

    def at_work(self) -> list[object]:
        return [type("Run", (), {"folder": Path(name), "name": name}) for name in ("crops", "pairs")]

    def ask(self, folder: Path, word: str) -> None:
        raise TrainingFailed(f"{folder / 'control'} cannot be written: full.")


def test_the_window_stays_where_runs_cannot_be_told_what_was_decided(page: TrainingPage) -> None:
    said: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, ClosingBox)
        box.pause.click()
        said.extend((box.heading.text(), box._problem.text()))
        box.stay.click()

    QTimer.singleShot(50, answer)
    assert not may_close(page, Deaf())  # type: ignore[arg-type]
    assert said == ["crops and pairs are still training.", "crops/control cannot be written: full."]


def test_a_real_run_that_is_cancelled_in_its_first_moment_never_trains_and_can_be_resumed(
    trainings: Trainings, small_recipe: Path, qtbot: QtBot
) -> None:
    text = small_recipe.read_text(encoding="utf-8")
    run = trainings.begin(
        text.replace('"papers.tsv"', f"'{small_recipe.parent / 'papers.tsv'}'"), name="crops"
    )
    trainings.ask(run, "cancel")
    assert trainings.open_runs() == [run]
    qtbot.waitUntil(lambda: not trainings.open_runs(), timeout=120_000)
    (row,) = RunCatalogue(trainings.folder).rows()
    assert (row.state, row.step) == ("cancelled", 0)
    assert str(row.reason) == "before it began to train; it can be resumed"
    assert (run / "recipe.toml").is_file()
    assert not (run / "checkpoints").exists()
