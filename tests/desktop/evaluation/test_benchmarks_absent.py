"""What is absent or broken, as the window lists it: tasks without data, broken folders, scores that lack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from asking import FakeEngine
from bench_fakes import OPTIONS, RUNS, average, report, results, task, words
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from assay.benchmarks.types import ColumnCount as C
from assay.codec import to_json
from assay.engine.bench_answers import task_options
from assay_desktop.pages.evaluation.benchmarks.results import columns, counted_words, missing_words
from assay_desktop.pages.evaluation.benchmarks.task_tree import NAME, STATE
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import MISSING
from small_benchmarks import small_scidocs

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QModelIndex

    from assay_desktop.pages.evaluation.benchmarks.widgets.setup import SetupView
    from assay_desktop.pages.evaluation.page import EvaluationPage


@pytest.fixture
def page(page: EvaluationPage) -> EvaluationPage:
    """On the set-up, with a folder that was chosen."""
    page.benchmarks.setup.folder_chosen.emit("/data")
    page.benchmarks.open_setup()
    return page


def listed(setup: SetupView, suite: int = 0) -> dict[str, QModelIndex]:
    """The tasks of a suite by name, through its formats."""
    tree, top = setup.tasks, setup.tasks.index(suite, NAME)
    found: dict[str, QModelIndex] = {}
    pending = [tree.index(row, NAME, top) for row in range(tree.rowCount(top))]
    while pending:
        index = pending.pop()
        pending += [tree.index(row, NAME, index) for row in range(tree.rowCount(index))]
        found[str(tree.data(index))] = index
    return found


def state(setup: SetupView, index: QModelIndex) -> str:
    return str(setup.tasks.data(index.siblingAtColumn(STATE)))


def test_every_state_is_named_and_only_what_is_there_can_be_ticked(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    states = ("present", "absent", "broken", "unscored")
    desk = OPTIONS | {"tasks": [task(f"scidocs/{each}", each) for each in states]}
    asked.last("bench.options").done(desk)
    setup = page.benchmarks.setup
    tasks = listed(setup)
    assert {name: state(setup, index) for name, index in tasks.items()} == {
        "present": "available", "absent": "absent", "broken": "broken", "unscored": "not scored",
    }  # fmt: skip
    for name, index in tasks.items():
        there = name == "present"
        assert bool(setup.tasks.flags(index) & Qt.ItemFlag.ItemIsUserCheckable) is there
        assert (setup.tasks.data(index, Qt.ItemDataRole.CheckStateRole) is None) is not there
        assert setup.tasks.data(index, Qt.ItemDataRole.ToolTipRole) == (
            "MAP" if there else f"scidocs/{name} is {name}."
        )
    assert setup.tasks.data(setup.tasks.index(0, STATE)) == "1 of 4"
    muted, danger = setup.tasks._muted, setup.tasks._danger
    colors = {
        name: setup.tasks.data(index.siblingAtColumn(STATE), Qt.ItemDataRole.ForegroundRole)
        for name, index in tasks.items()
    }
    assert (colors["absent"], colors["broken"]) == (muted, danger)


def test_space_on_an_absent_task_ticks_nothing_and_the_reason_stands_below(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    asked.last("bench.options").done(
        OPTIONS | {"tasks": [task("scidocs/here"), task("scidocs/gone", "absent")]}
    )
    setup = page.benchmarks.setup
    setup.tree.setFocus()
    setup.tree.setCurrentIndex(listed(setup)["gone"])
    QTest.keyClick(setup.tree, Qt.Key.Key_Space)
    assert setup.tasks.chosen == ()
    assert setup.why.text() == "scidocs/gone is absent."
    setup.tree.setCurrentIndex(listed(setup)["here"])
    assert setup.why.text() == ""


def test_a_folder_with_no_benchmark_in_it_says_so_and_keeps_the_list(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    gone = [task("scidocs/mag", "absent", "CLF"), task("beir/scifact", "broken", "SRCH")]
    asked.last("bench.options").done(OPTIONS | {"tasks": gone})
    setup = page.benchmarks.setup
    assert "No known benchmarks found. Each task says which file it needs." in words(page)
    assert setup.tree.isVisible()
    assert setup.tree.isExpanded(setup.tasks.index(0, 0)) is False
    assert not setup.run.isEnabled()


def test_a_folder_that_is_gone_says_why_and_another_can_be_chosen(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    asked.last("bench.options").failed("EvaluationError", "/data: there is no such folder.")
    assert "/data: there is no such folder." in words(page)
    n = asked.count("bench.options")
    page.benchmarks.setup.empty.action_requested.emit("Try again")
    assert asked.count("bench.options") == n + 1
    asked.last("bench.options").done(OPTIONS)
    assert page.benchmarks.setup.tree.isVisible()


def test_a_ticked_task_whose_data_are_gone_is_no_part_of_the_run(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    asked.last("bench.options").done(OPTIONS | {"tasks": [task("scidocs/mag"), task("scidocs/cite")]})
    setup = page.benchmarks.setup
    setup.tasks.toggle(setup.tasks.index(0, 0))
    assert "2 tasks on 2 systems" in words(page)
    page.benchmarks.setup.folder_chosen.emit("/other")
    asked.last("bench.options").done(
        OPTIONS | {"tasks": [task("scidocs/mag"), task("scidocs/cite", "broken")]}
    )
    assert "1 task on 2 systems" in words(page)
    assert state(setup, listed(setup)["cite"]) == "broken"


def test_real_folders_that_are_broken_are_listed_with_the_file_that_is_at_fault(
    page: EvaluationPage, asked: FakeEngine, tmp_path: Path
) -> None:
    data = small_scidocs(tmp_path)
    (gone,) = data.rglob("cite/test.qrel")
    gone.unlink()
    rows, faults = task_options(str(data), [])
    asked.last("bench.options").done(OPTIONS | {"tasks": to_json(rows), "faults": to_json(faults)})
    setup = page.benchmarks.setup
    suites = [setup.tasks.data(setup.tasks.index(row, 0)) for row in range(setup.tasks.rowCount())]
    tasks = listed(setup, suites.index("SciDocs"))
    (cite,) = (index for name, index in tasks.items() if "Cite" in name and "Co" not in name)
    assert state(setup, cite) in ("absent", "broken")
    setup.tree.setCurrentIndex(cite)
    assert "test.qrel" in setup.why.text()


def test_what_a_run_lacks_is_named_below_the_table_with_the_reasons_in_a_list(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    page.benchmarks.open_results()
    asked.last("bench.runs").done(RUNS)
    absent = [
        {"task_id": f"scidocs/{n}", "name": f"{n}", "state": "absent", "why": f"file {n} does not exist."}
        for n in range(5)
    ]
    asked.last("bench.report").done(report(absent=absent))
    said = "Not run and not averaged: scidocs/0, scidocs/1, scidocs/2 and 2 more."
    assert said in words(page)
    plots = page.benchmarks.results.plots
    plots.show_view(MISSING)
    model = plots.missing.model()
    rows = [[model.data(model.index(row, column)) for column in range(3)] for row in range(model.rowCount())]
    assert ["scidocs/4", "absent: file 4 does not exist.", "not run"] in rows
    assert "5 tasks absent or not scored, 1 failed" in words(page)


def test_a_line_says_what_lacks_and_leaves_the_reasons_to_the_list() -> None:
    assert missing_words(results()) == (
        "Not run and not averaged: scidocs/view. Failed: MDCR, small. In part, in brackets: Cite."
    )
    assert missing_words(results(absent=[], failures=[], partial=[])) == ""


@pytest.mark.parametrize(
    ("count", "said"), [(C(5, 5, 7), "5 of 7"), (C(1, 2, 6), "1–2 of 6"), (None, "mean")]
)
def test_a_mean_says_over_how_many_columns_it_is(count: C | None, said: str) -> None:
    assert counted_words(count) == said


def test_an_average_counts_its_columns_beside_its_name() -> None:
    row = average("CLF", None, None, None, columns={"least": 1, "most": 2, "of": 6})
    report = results(averages=[row])
    cells = [column.text(report.averages[0]) for column in columns(report, "small", "", {})]
    assert cells[:3] == ["Classification", "1–2 of 6", ""]
