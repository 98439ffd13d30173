"""Setting up a run of benchmarks: what can be ticked, what is remembered, and the job that comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from asking import FakeEngine, FakeJobs
from bench_fakes import OPTIONS, options
from PySide6.QtCore import QModelIndex, Qt

from assay.progress import Item
from assay_desktop.background.engine_client import EngineState
from assay_desktop.background.job import Job
from assay_desktop.pages.evaluation.benchmarks.job_progress import work_of
from assay_desktop.pages.evaluation.benchmarks.options import Choice
from assay_desktop.pages.evaluation.benchmarks.presenters.setup import SetupPresenter
from assay_desktop.pages.evaluation.benchmarks.task_tree import NAME, STATE, TaskTree

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.modeltest import ModelTester

    from assay_desktop.context import AppContext


@pytest.fixture
def shown() -> Mock:
    return Mock()


@pytest.fixture
def presenter(shown: Mock, faked: AppContext) -> SetupPresenter:
    return SetupPresenter(shown, faked)


def tree(*chosen: str) -> TaskTree:
    made = TaskTree()
    made.show(options().tasks, chosen)
    return made


def rows(model: TaskTree, parent: QModelIndex | None = None, depth: int = 0) -> list[str]:
    """Every row as "  name [state]", set in by its depth."""
    above = parent or QModelIndex()
    found = []
    for row in range(model.rowCount(above)):
        name, state = model.index(row, NAME, above), model.index(row, STATE, above)
        found.append(f"{'  ' * depth}{model.data(name)} [{model.data(state)}]")
        found += rows(model, name, depth + 1)
    return found


def place(model: TaskTree, *path: int) -> QModelIndex:
    index = QModelIndex()
    for row in path:
        index = model.index(row, NAME, index)
    return index


def ticked(model: TaskTree, *path: int) -> object:
    return model.data(place(model, *path), Qt.ItemDataRole.CheckStateRole)


def test_tasks_stand_in_their_suites_and_where_there_are_several_in_their_formats() -> None:
    assert rows(tree()) == [
        "SciDocs [2 of 3]",
        "  Classification [1 of 1]",
        "    mag [available]",
        "  Proximity [1 of 2]",
        "    cite [available]",
        "    view [absent]",
        "SciRepEval (24) [1 of 1]",
        "  search [available]",
        "SciRepEval (25) [1 of 1]",
        "  search [available]",
        "Your own data sets [1 of 1]",
        "  near [available]",
    ]


def test_the_tree_keeps_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    model = tree("scidocs/mag")
    qtmodeltester.check(model)
    model.show(options().tasks[:2], ())
    qtmodeltester.check(model)


def test_a_suite_ticks_what_is_there_and_unticks_it_again() -> None:
    model = tree()
    model.toggle(place(model, 0))
    assert model.chosen == ("scidocs/mag", "scidocs/cite")
    assert ticked(model, 0) == Qt.CheckState.Checked
    model.toggle(place(model, 0, 0))
    assert model.chosen == ("scidocs/cite",)
    assert ticked(model, 0) == Qt.CheckState.PartiallyChecked
    model.toggle(place(model, 0))
    model.toggle(place(model, 0))
    assert model.chosen == ()


def test_a_task_of_two_suites_is_ticked_in_both_and_runs_once() -> None:
    model = tree()
    model.toggle(place(model, 1))
    assert ticked(model, 1) == ticked(model, 2) == Qt.CheckState.Checked
    assert model.chosen == ("scirepeval/search",)


def test_what_is_absent_has_no_box_and_says_why() -> None:
    model = tree("scidocs/view")
    index = place(model, 0, 1, 1)
    assert ticked(model, 0, 1, 1) is None
    assert not model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable
    assert model.data(index, Qt.ItemDataRole.ToolTipRole) == "scidocs/view is absent."
    model.toggle(index)
    assert model.chosen == ()


def test_a_run_is_the_command_of_what_is_ticked_and_there() -> None:
    choice = Choice(
        ("large", "bm25", "x"),
        data="/data",
        files=("/own.jsonl",),
        tasks=("scidocs/mag", "scidocs/view", "gone"),
    )
    assert choice.words(options()) == (
        "bench", "run", "bm25", "large", "--data", "/data", "--tasks", "/own.jsonl", "--task", "scidocs/mag",
    )  # fmt: skip
    assert replace(choice, systems=("x",)).words(options()) == ()
    faulty = options(faults=[{"file": "/own.jsonl", "why": "no JSON"}])
    assert "/own.jsonl" not in choice.words(faulty)


def test_how_it_is_scored_is_said_only_where_it_is_not_as_published() -> None:
    choice = Choice(
        ("large", "hybrid:large"), data="/data", tasks=("scidocs/mag",), more=("hybrid:large",)
    )  # fmt: skip
    assert choice.words(options()) == (
        "bench", "run", "large", "hybrid:large", "--data", "/data", "--task", "scidocs/mag",
    )  # fmt: skip
    other = replace(choice, similarity="inner", intercept=True, device="cpu")
    assert other.words(options())[-5:] == ("--similarity", "inner", "--intercept", "--device", "cpu")
    assert (choice.as_published, other.as_published) == (True, False)


def test_at_first_words_and_the_librarys_model_are_ticked(
    presenter: SetupPresenter, asked: FakeEngine, shown: Mock
) -> None:
    presenter.set_visible(True)
    assert asked.last("bench.options").payload == {"data": "", "files": ()}
    asked.last("bench.options").done(OPTIONS)
    assert presenter.choice.systems == ("bm25", "small")
    assert shown.setup.show_options.call_args.args[1] == presenter.choice


def test_the_list_keeps_its_place_where_nothing_has_changed(
    presenter: SetupPresenter, asked: FakeEngine, shown: Mock
) -> None:
    for _ in range(2):
        presenter.set_visible(True)
        asked.last("bench.options").done(OPTIONS)
    assert shown.setup.show_options.call_count == 1
    presenter.choose_folder("/data")
    asked.last("bench.options").done(OPTIONS)
    assert shown.setup.show_options.call_count == 2


def test_what_was_chosen_is_there_in_the_next_session(
    presenter: SetupPresenter, asked: FakeEngine, faked: AppContext, tmp_path: Path
) -> None:
    presenter.choose_folder(str(tmp_path))
    presenter.add_file("/own.jsonl")
    presenter.add_file("/own.jsonl")
    presenter.tick_tasks(("scidocs/mag",))
    presenter.tick_systems(("bm25",))
    assert asked.last("bench.options").payload == {"data": str(tmp_path), "files": ("/own.jsonl",)}
    presenter.add_system("hybrid:large")
    presenter.choose_scoring("cosine", True)
    presenter.choose_device("cpu")
    later = SetupPresenter(Mock(), faked)
    assert later.choice == Choice(
        ("bm25", "hybrid:large"), data=str(tmp_path), files=("/own.jsonl",), tasks=("scidocs/mag",),
        more=("hybrid:large",), similarity="cosine", intercept=True, device="cpu",
    )  # fmt: skip
    later.remove_system("hybrid:large")
    assert (later.choice.systems, later.choice.more) == (("bm25",), ())
    later.remove_file("/own.jsonl")
    assert later.choice.files == ()


def test_a_run_is_one_job_at_a_time_and_can_be_cancelled(
    presenter: SetupPresenter, asked: FakeEngine, queue: FakeJobs
) -> None:
    presenter.run()
    assert queue.rows == []
    presenter.tick_tasks(("scidocs/cite",))
    presenter.set_visible(True)
    asked.last("bench.options").done(OPTIONS)
    presenter.run()
    presenter.run()
    (job,) = queue.rows
    assert job.args == ("bench", "run", "bm25", "small", "--task", "scidocs/cite")
    presenter.cancel()
    assert queue.cancelled == [job.id]


def test_the_end_of_a_run_is_told_and_its_failure(
    presenter: SetupPresenter, queue: FakeJobs, shown: Mock
) -> None:
    ended: list[str] = []
    presenter.run_ended.connect(lambda: ended.append("run"))
    queue.finished.emit(Job("1", "", ("index",), "done"))
    assert ended == []
    queue.finished.emit(Job("2", "", ("bench", "run", "bm25"), "failed", error="No room."))
    assert ended == ["run"]
    shown.show_run_failure.assert_called_once_with("No room.")


def test_a_folder_that_is_gone_is_told_and_a_dead_engine_is_started_anew(
    presenter: SetupPresenter, asked: FakeEngine, shown: Mock
) -> None:
    presenter.choose_folder("/gone")
    asked.last("bench.options").failed("EvaluationError", "/gone: there is no such folder.")
    shown.setup.show_failure.assert_called_once_with("/gone: there is no such folder.", "/gone")
    presenter.retry()
    assert asked.n_restarts == 0
    asked.state = EngineState(phase="dead")
    presenter.retry()
    assert asked.n_restarts == 1


def test_the_line_says_which_score_of_how_many_and_how_long_it_will_take() -> None:
    item = Item(("CoView, own files", "hybrid:a b"), 3, 12)
    job = Job("1", "", ("bench", "run"), "running", "encoding", 50, 100, item, 1000.0)
    work = work_of(job, now=1010.0)
    assert work.text == "3 of 12 · CoView, own files, Hybrid, a b · encoding · 38 s left"  # 2.5 of 12 in 10 s
    assert (work.done, work.total) == (2500, 12_000)
    early = work_of(replace(job, stage="", item=Item(("CoView", "bm25"), 1, 12)), now=1003.0)
    assert early.text == "1 of 12 · CoView, BM25"
    before = replace(job, stage="", item=None)
    assert work_of(replace(before, state="queued"), now=1000.0).text == "Run queued…"
    assert work_of(before, now=1000.0).total is None
