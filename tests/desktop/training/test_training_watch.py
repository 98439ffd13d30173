"""What the window says of trainings, whatever page is shown."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QLabel
from run_script import PAUSED, finished, start, step, write_run

from assay.training.runs.events import End, Event, Reading
from assay.training_runs.types import RunSummary
from assay_desktop.actions.training_news import progress_words
from assay_desktop.actions.training_watch import WATCHED, TrainingWatch
from assay_desktop.background.trainings import Trainings
from assay_desktop.shell.main_window import MainWindow
from assay_desktop.shell.widgets.job_panel import TrainingRow
from assay_desktop.shell.widgets.status_bar import StatusBar, StatusWork
from assay_desktop.shell.widgets.toast import Toast

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults

AT_WORK: list[Event] = [start(), step(10)]


@pytest.fixture
def folder(context: AppContext) -> Path:
    return Trainings(context.jobs.location).folder / "20260101-000000-crops"


@pytest.fixture
def window(context: AppContext, faults: Faults, folder: Path, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = MainWindow(context, faults, tmp_path / "library")

    def nobody_works(_window: MainWindow) -> None:
        """Else the window would ask what becomes of the run, and wait for an answer."""
        (folder / "pid").unlink(missing_ok=True)

    qtbot.addWidget(made, before_close_func=nobody_works)
    made.show()
    qtbot.waitExposed(made)
    made.open_page("settings")
    return made


def look(window: MainWindow) -> None:
    window.findChild(TrainingWatch).look()


def said(window: MainWindow) -> str:
    toast = window.findChild(Toast)
    return toast.text if toast.isVisible() else ""


def in_status(window: MainWindow) -> StatusWork:
    return window.findChild(StatusBar).findChildren(StatusWork)[1]


def rows(window: MainWindow) -> list[TrainingRow]:
    return [row for row in window.findChildren(TrainingRow) if not row.isHidden()]


def ended(run: Path, *events: Event) -> None:
    write_run(run, [*AT_WORK, *events])
    (run / "pid").unlink()


def test_a_run_at_work_stands_in_the_status_bar_and_a_click_leads_to_it(
    window: MainWindow, folder: Path, qtbot: QtBot
) -> None:
    look(window)
    assert not in_status(window).isVisible()
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    assert in_status(window).isVisible()
    assert in_status(window).value == "Train crops, 30 s left"
    in_status(window)._item.click()
    assert window.page_key == "training"
    assert window._training().view == 1


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([End("finished", "", "model")], "Training of crops finished."),
        ([End("stopped", "no better loss 3 times in a row")], "finished early: no better loss 3 times in"),
        ([End("failed", "The loss is not a number.")], "Training of crops failed. The loss is not a"),
        ([End("cancelled", "after 1 step; it can be resumed")], "was cancelled after 1 step; it can be"),
        ([], "Training of crops ended unexpectedly"),
    ],
)
def test_how_a_run_ended_is_told_on_every_page(
    events: list[Event], text: str, window: MainWindow, folder: Path
) -> None:
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    assert said(window) == ""
    ended(folder, *events)
    look(window)
    assert text in said(window)
    assert window._toast._timer.isActive(), "it goes by itself; the list of jobs keeps it"
    assert not in_status(window).isVisible()
    window.findChild(Toast).hide()
    look(window)
    assert said(window) == ""  # once


@pytest.mark.dressed
def test_a_long_reason_is_read_to_its_end(window: MainWindow, folder: Path) -> None:
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    ended(folder, End("failed", "The disk is full after a checkpoint of 1.2 GB. Make room and resume it."))
    look(window)
    text = window.findChild(Toast)._text
    assert text.height() >= text.heightForWidth(text.width())


def test_the_toast_of_a_finished_run_leads_to_it(window: MainWindow, folder: Path) -> None:
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    ended(folder, End("finished"))
    look(window)
    window.findChild(Toast)._action.click()
    assert window.page_key == "training"


def test_a_run_that_ended_while_no_window_was_open_is_told_of_by_the_next_one(
    context: AppContext, window: MainWindow, folder: Path
) -> None:
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    assert context.settings.text(WATCHED) == str(folder)
    ended(folder, End("failed", "The disk is full."))
    told: list[RunSummary] = []
    later = TrainingWatch(context, window)
    later.ended.connect(told.append)
    later.look()
    assert [(training.state, training.reason) for training in told] == [("failed", "The disk is full.")]
    assert context.settings.text(WATCHED) == ""


def test_the_jobs_panel_has_a_row_for_each_training_that_steers_it(window: MainWindow, folder: Path) -> None:
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    (row,) = rows(window)
    window.toggle_jobs()
    words = [label.text() for label in row.findChildren(QLabel)]
    assert "Train crops" in words
    assert "stage first · step 10 of 40 · 30 s left" in words
    row.pause.click()
    assert (folder / "control").read_text(encoding="utf-8") == "pause\n"
    write_run(folder, [*AT_WORK, PAUSED], pid=os.getpid())
    look(window)
    assert row.resume.isVisible()
    assert not row.pause.isVisible()
    row.resume.click()
    assert (folder / "control").read_text(encoding="utf-8") == "run\n"
    row.cancel.click()
    assert (folder / "control").read_text(encoding="utf-8") == "cancel\n"
    ended(folder, End("cancelled", "after 10 steps; it can be resumed"))
    look(window)
    assert "cancelled after 10 steps; it can be resumed" in [
        label.text() for label in row.findChildren(QLabel)
    ]
    row.remove.click()
    assert rows(window) == []
    assert folder.is_dir()


def test_a_job_beside_a_training_is_said_to_share_the_machine(
    context: AppContext, window: MainWindow, folder: Path
) -> None:
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    context.jobs.add("Index the library", ["index"])
    assert said(window) == "Index the library and the training of crops share the machine: both take longer."


def test_a_training_beside_a_job_is_said_to_share_the_machine_once(
    context: AppContext, window: MainWindow, folder: Path
) -> None:
    look(window)
    context.jobs.add("Measure crops-12345678", ["model", "evaluate", "crops-12345678"])
    assert said(window) == ""
    write_run(folder, AT_WORK, pid=os.getpid())
    look(window)
    assert said(window).startswith("Measure crops-12345678 and the training of crops share the machine")
    window.findChild(Toast).hide()
    context.jobs.changed.emit()
    assert said(window) == ""


def test_a_run_that_reads_and_one_of_another_machine_say_so() -> None:
    reading = RunSummary(Path("x"), "crops", "starting", doing="crops: corpus.tsv")
    assert progress_words(reading) == "reading crops: corpus.tsv"
    away = RunSummary(Path("x"), "crops", "running", "first", 1200, 4000, eta_seconds=60.0, host="gpu1")
    assert progress_words(away) == "stage first · step 1,200 of 4,000 · 1 min left · on gpu1"
    assert not away.computes_here
    stopping = RunSummary(Path("x"), "crops", "cancelling", "first", 120, 400, seconds=960.0)
    assert progress_words(stopping) == "stage first · step 120 of 400 · stopping after this step (about 8 s)"


def test_nothing_is_read_of_runs_that_nobody_works_at(
    window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.training_runs import run_list

    read: list[Path] = []
    true = run_list.run_summary
    monkeypatch.setattr(run_list, "run_summary", lambda run: read.append(run) or true(run))
    for number in range(20):
        write_run(folder.with_name(f"20260101-0000{number:02}-crops"), finished(Path("x")))
    look(window)
    look(window)
    assert read == []
    write_run(folder, [Reading("crops: corpus.tsv")], pid=os.getpid())
    look(window)
    assert read == [folder]
    assert in_status(window).value == "Train crops, starting"
