"""What the presenters ask for and when, with a page that only listens."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QLabel
from run_script import PAUSED, RECIPE, finished, start, step, write_run

from assay.codec import encode
from assay.training.runs.events import End
from assay.training.types import Estimate, ObjectiveEstimate, StageEstimate
from assay.training_runs.run_list import run_summary
from assay_desktop.actions.training_news import progress_words, read_training
from assay_desktop.background.trainings import ANSWER, LAUNCHED, REQUESTED, Trainings
from assay_desktop.pages import training
from assay_desktop.pages.training.live import LiveRun, whole_curve
from assay_desktop.pages.training.model import RunCatalogue
from assay_desktop.pages.training.page import NEW, RUN
from assay_desktop.pages.training.presenter import RunsPresenter
from assay_desktop.pages.training.presenters.models import ModelsPresenter
from assay_desktop.pages.training.presenters.setup import SetupPresenter
from assay_desktop.pages.training.recipe.draft import Problem
from assay_desktop.pages.training.widgets.run import RunView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.theme import Theme


@pytest.fixture
def runs(view: Mock, context: AppContext, models: ModelsPresenter, trainings: Trainings) -> RunsPresenter:
    return RunsPresenter(view, context, models, trainings)


def state_of(view: Mock) -> str:
    return str(view.run.show_run.call_args[0][0].state)


# --- runs


@pytest.mark.parametrize(
    ("events", "alive", "expected"),
    [
        ([start(), step(1)], True, "running"),
        ([start(), step(1), PAUSED], True, "paused"),
        ([start(), step(1)], False, "interrupted"),
        ([start(), step(1), PAUSED], False, "interrupted"),
        ([start(), step(1), End("cancelled", "cancelled after 1 steps")], False, "cancelled"),
        ([start(), step(1), End("failed", "the loss is not a number")], False, "failed"),
        ([start(), step(1), End("finished")], False, "finished"),
        ([start(), step(1), End("cancelled"), start(resumed_from=1)], True, "running"),
    ],
)
def test_a_run_is_in_the_state_that_its_folder_tells(
    events: list[Any], alive: bool, expected: str, view: Mock, runs: RunsPresenter, trainings: Trainings
) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", events, pid=os.getpid() if alive else None)
    runs.set_visible(True)
    runs.choose(str(run))
    assert state_of(view) == expected
    rows = view.show_runs.call_args[0][0]
    assert [row.state for row in rows] == [expected]


def test_a_run_that_was_killed_on_its_way_in_failed_with_its_own_words(
    view: Mock, runs: RunsPresenter, trainings: Trainings
) -> None:
    run = trainings.folder / "20260101-000000-crops"
    run.mkdir(parents=True)
    (run / REQUESTED).write_text(RECIPE, encoding="utf-8")
    (run / LAUNCHED).write_text("", encoding="utf-8")
    runs.choose(str(run))
    assert state_of(view) == "starting"
    (run / ANSWER).write_text(
        json.dumps({"error": {"message": "papers.jsonl does not exist."}}), encoding="utf-8"
    )
    runs.follow()
    assert state_of(view) == "failed"
    assert view.run.show_run.call_args[0][0].reason == "papers.jsonl does not exist."


def test_what_is_at_work_is_shown_first_when_the_page_comes_back(
    view: Mock, runs: RunsPresenter, trainings: Trainings
) -> None:
    write_run(trainings.folder / "20260102-000000-later", finished(Path("x")))
    run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1)], pid=os.getpid())
    runs.set_visible(True)
    assert view.run.show_run.call_args[0][0].run == run
    view.open_run.assert_called()


def test_a_run_that_is_over_does_not_stand_before_the_goals(
    context: AppContext, trainings: Trainings, qtbot: QtBot
) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", finished(Path("x")))
    for page in (training.create(context), training.create(context)):
        qtbot.addWidget(page)
        page.show()
        qtbot.waitUntil(lambda: page._list._cards.rowCount() == 1, timeout=10_000)  # noqa: B023 - asked at once
        assert page.view == NEW
        page.run_chosen.emit(str(run))
        assert page.view == RUN


def test_a_run_at_work_on_another_machine_is_shown_with_its_name(
    trainings: Trainings, context: AppContext, qtbot: QtBot
) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1)])
    (run / "pid").write_text("4711\ngpu1\nlocked\n", encoding="utf-8")
    page = training.create(context)
    qtbot.addWidget(page)
    page.show()
    words = "running · on gpu1 · step 1 of"
    qtbot.waitUntil(lambda: any(words in each.text() for each in page.findChildren(QLabel)), timeout=10_000)


def test_without_runs_the_page_opens_on_a_new_training(view: Mock, runs: RunsPresenter) -> None:
    runs.set_visible(True)
    view.open_new.assert_called_once()


def test_pause_and_cancel_are_words_in_the_run_s_control_file(
    view: Mock, runs: RunsPresenter, trainings: Trainings
) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1)], pid=os.getpid())
    runs.choose(str(run))
    for word in ("pause", "run", "cancel"):
        runs.ask(word)
        assert (run / "control").read_text(encoding="utf-8").strip() == word


@pytest.mark.parametrize(
    ("events", "word", "expected"),
    [
        ([start(), step(1)], "cancel", "cancelling"),
        ([start(), step(1)], "pause", "pausing"),
        ([start(), step(1), PAUSED], "pause", "paused"),
        ([start(), step(1), PAUSED], "cancel", "cancelling"),
        ([start(), step(1)], "run", "running"),
    ],
)
def test_what_a_run_was_asked_for_is_its_state_until_it_is_done(
    events: list[Any], word: str, expected: str, view: Mock, runs: RunsPresenter, trainings: Trainings
) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", events, pid=os.getpid())
    runs.choose(str(run))
    runs.ask(word)
    assert state_of(view) == expected
    summary = run_summary(run)
    assert summary.state == expected
    assert (summary.eta_seconds is None) == (expected in ("cancelling", "pausing"))
    training = read_training(run)
    assert training is not None
    assert training.is_open
    assert ("left" in progress_words(training)) == (expected == "running")


def test_the_time_counts_before_the_first_step(trainings: Trainings, theme: Theme, qtbot: QtBot) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", [start()], pid=os.getpid())
    os.utime(run / "recipe.toml", (time.time() - 75,) * 2)
    shown = RunView(theme)
    qtbot.addWidget(shown)
    shown.show_run(run_summary(run), LiveRun())
    texts = {each.text() for each in shown.findChildren(QLabel)}
    assert texts & {f"{seconds} s" for seconds in range(75, 86)}


def test_checked_runs_lie_over_the_chosen_one(view: Mock, runs: RunsPresenter, trainings: Trainings) -> None:
    one, two = (
        write_run(trainings.folder / f"2026010{n}-000000-crops", [start(), *map(step, range(1, 4 + n))])
        for n in (1, 2)
    )
    runs.set_visible(True)
    runs.choose(str(one))
    assert view.run.show_run.call_args[0][2] == []
    runs.lay_over([str(one), str(two)])
    ((name, live),) = view.run.show_run.call_args[0][2]
    assert name.startswith("crops ")
    xs, ys, held_out = whole_curve(live)
    assert xs == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert ys == [1.0 / n for n in range(1, 6)]
    assert not held_out
    runs.lay_over([])
    assert view.run.show_run.call_args[0][2] == []


def test_resume_lets_a_waiting_process_go_on_and_starts_none(
    view: Mock, runs: RunsPresenter, trainings: Trainings
) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1), PAUSED], pid=os.getpid())
    runs.choose(str(run))
    runs.resume()
    assert (run / "control").read_text(encoding="utf-8").strip() == "run"
    assert not (run / LAUNCHED).exists()


def test_a_run_at_work_cannot_be_deleted(view: Mock, runs: RunsPresenter, trainings: Trainings) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", [start(), step(1)], pid=os.getpid())
    runs.choose(str(run))
    runs.delete()
    assert run.is_dir()
    assert "Cancel it first" in view.run.show_error.call_args[0][0]
    (run / "pid").unlink()
    runs.delete()
    assert not run.exists()


def test_only_what_changed_is_read_again(trainings: Trainings, monkeypatch: pytest.MonkeyPatch) -> None:
    from assay.training_runs import run_list

    read: list[Path] = []
    true = run_list.run_summary
    monkeypatch.setattr(run_list, "run_summary", lambda run: read.append(run) or true(run))
    shelf = RunCatalogue(trainings.folder)
    for n in range(3):
        write_run(trainings.folder / f"2026010{n + 1}-000000-crops", finished(Path("x")))
    assert [row.state for row in shelf.rows()] == ["finished"] * 3
    assert len(read) == 3
    with (trainings.folder / "20260101-000000-crops" / "events.jsonl").open("a", encoding="utf-8") as file:
        file.write("{")
    shelf.rows()
    assert len(read) == 4


def test_a_damaged_run_is_listed_as_damaged(trainings: Trainings) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", [])
    (run / "events.jsonl").write_text("no events\n", encoding="utf-8")
    assert [row.state for row in RunCatalogue(trainings.folder).rows()] == ["damaged"]


def test_a_run_that_cannot_be_deleted_says_so(
    view: Mock, runs: RunsPresenter, trainings: Trainings, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = write_run(trainings.folder / "20260101-000000-crops", finished(Path("x")))
    runs.choose(str(run))

    def refuse(_path: object) -> None:
        raise OSError("not allowed")

    monkeypatch.setattr("assay_desktop.pages.training.improvement_runs.shutil.rmtree", refuse)
    runs.delete()
    assert "not allowed" in view.run.show_error.call_args[0][0]
    assert run.is_dir()


# --- setup


def test_the_draft_is_there_again_with_the_next_window(
    setup: SetupPresenter, context: AppContext, trainings: Trainings
) -> None:
    setup.edit_text(RECIPE)
    setup.change_key("random_seed", 9)
    again = SetupPresenter(Mock(), context, trainings)
    again.start()
    assert again.draft.text == RECIPE.replace("random_seed = 3", "random_seed = 9")
    assert again.draft.recipe == setup.draft.recipe


def test_a_check_runs_the_command_line_and_shows_what_it_answers(
    view: Mock, setup: SetupPresenter, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = {"query": "a", "positive": "b", "negative": "c"}
    crops = ObjectiveEstimate("crops", "cropping", 90, 10, {"too short": 3}, 3.5, 3.5, 60.0, (example,))
    stage = StageEstimate("first", 40, 8, (crops,), 1.5, 1, 0.0, 60.0)
    expected = Estimate("crops", "tiny", 1000, 16, "cpu", "fp32", (stage,), 60.0, 10**8, 10**9, ("A note.",))
    words: list[str] = []

    def command(_location: object, *given: str) -> list[str]:
        words.extend(given)
        return [sys.executable, "-c", f"print({encode(expected)!r})"]

    monkeypatch.setattr("assay_desktop.background.command.children.command", command)
    setup.check()
    qtbot.waitUntil(lambda: view.setup.show_preflight.called, timeout=20_000)
    view.setup.show_preflight.assert_called_once_with(expected)
    assert words[:2] == ["--json", "train"]
    assert words[3:] == ["--dry-run", "--progress", "jsonl"]


def test_a_check_that_fails_says_why(
    view: Mock, setup: SetupPresenter, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import sys, json; print(json.dumps({'error': {'message': 'No such file.'}})); sys.exit(2)"
    monkeypatch.setattr(
        "assay_desktop.background.command.children.command", lambda *_words: [sys.executable, "-c", code]
    )
    setup.check()
    qtbot.waitUntil(lambda: view.setup.show_check_failure.called, timeout=20_000)
    view.setup.show_check_failure.assert_called_with(Problem("No such file."))


def test_a_second_run_is_started_only_when_that_is_agreed(
    view: Mock, setup: SetupPresenter, trainings: Trainings
) -> None:
    write_run(trainings.folder / "20260101-000000-crops", [start()], pid=os.getpid())
    setup.want_start()
    view.ask_second.assert_called_once_with("crops")
    assert len(list(trainings.folder.iterdir())) == 1
