"""What tasks' scores are made of, in the window: one task at a time, its own value at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from asking import FakeEngine
from bench_fakes import RUNS, report, words
from PySide6.QtCore import Qt

from assay.benchmarks.results import TaskResult
from assay.benchmarks.tables import task_parts
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.types import PartTables, TaskParts
from assay.codec import to_json
from assay_desktop.pages.evaluation.benchmarks.analyses import parts_table
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import CURVES, PARTS
from assay_desktop.pages.evaluation.widgets.table_rows import show_table
from assay_desktop.widgets.tables.rows import RowsModel

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.page import EvaluationPage


def _result(task: str, system: str, value: float, parts: dict[str, float], **more: Any) -> TaskResult:
    own = {part: {"map": each} for part, each in parts.items()}
    return TaskResult(
        task, system, f"{task} {system}", name=task.upper(), values={"map": value}, parts=own, **more
    )


def _found() -> tuple[TaskParts, ...]:
    """Of one task both systems have parts, of another only one, of a third none."""
    half = Coverage(10, 4, "row 3")
    return task_parts(
        [
            _result("mdcr", "small", 30.0, {"Art": 20.0, "Physics": 40.0}),
            _result("mdcr", "large", 50.0, {"Art": 45.0, "Physics": 55.0}, coverage=half),
            _result("cite", "small", 60.0, {}),
            _result("reviewers", "small", 47.5, {"hard": 40.0, "soft": 55.0}),
            _result("reviewers", "bm25", 10.0, {}),
        ]
    )


def _shown(task: int) -> tuple[list[str], list[list[str]]]:
    found, model = _found()[task], RowsModel()
    show_table(model, parts_table(found), foot=found.n_whole)
    places = range(model.columnCount())
    heads = [str(model.headerData(place, Qt.Orientation.Horizontal)) for place in places]
    return heads, [[str(model.data(model.index(n, at))) for at in places] for n in range(model.rowCount())]


def test_parts_stand_over_the_score_with_the_systems_that_have_the_task() -> None:
    assert _shown(0) == (
        ["Part", "Measure", "small", "large"],
        [
            ["Art", "MAP", "20.00", "(45.00)"],
            ["Physics", "MAP", "40.00", "(55.00)"],
            ["As scored", "MAP", "30.00", "(50.00)"],
        ],
    )
    heads, rows = _shown(1)
    assert heads == ["Part", "Measure", "small", "BM25"]
    assert [row[0] for row in rows] == ["Strict judgements", "Loose judgements", "As scored"]
    assert rows[2][2:] == ["47.50", "10.00"]


def test_the_best_of_whole_scores_is_bold_and_none_in_brackets() -> None:
    mdcr, reviewers = _found()
    assert parts_table(mdcr).marked == {(2, -1)}, "the task's own row is called so"
    assert parts_table(reviewers).marked == {(2, -1), (2, 1)}
    assert (bool(mdcr.table.brackets), bool(reviewers.table.brackets)) == (True, False)


def test_a_run_without_parts_has_none() -> None:
    assert task_parts([_result("cite", "small", 60.0, {})]) == ()


@pytest.fixture
def page(page: EvaluationPage, asked: FakeEngine) -> EvaluationPage:
    """Over results, the second task chosen, with its parts asked for."""
    asked.last("bench.runs").done(RUNS)
    rows = [row | {"name": "REVIEWERS"} for row in report()["rows"]]
    asked.last("bench.report").done(report(rows=rows))
    {each.text(): each for each in page.benchmarks.more.menu().actions()}["Parts"].trigger()
    return page


def test_parts_open_on_the_task_that_was_looked_at(page: EvaluationPage, asked: FakeEngine) -> None:
    view = page.benchmarks.analyses
    assert asked.last("bench.parts").payload == {"run": "later", "reports": ()}
    asked.last("bench.parts").done(to_json(PartTables(_found())))
    assert [view.which.itemText(n) for n in range(view.which.count())] == ["MDCR", "REVIEWERS"]
    assert view.which.currentText() == "REVIEWERS"
    assert view.parts.isVisible()
    assert "The last row is the task's score." in words(page)
    assert "In brackets" not in words(page)
    view.which.setCurrentIndex(0)
    view.which.activated.emit(0)
    assert "In brackets: some rows of the task were not scored." in words(page)
    view.show_view(CURVES)
    view.show_view(PARTS)
    assert view.which.accessibleName() == "Task"


def test_a_run_without_parts_says_so(page: EvaluationPage, asked: FakeEngine) -> None:
    asked.last("bench.parts").done({"tasks": []})
    assert "No score in this run has parts." in words(page)
