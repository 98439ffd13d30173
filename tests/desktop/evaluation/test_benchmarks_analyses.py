"""What scores say together in the window: published tables, curves over examples, tasks by tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from bench_fakes import RUNS, FakeEngine, report, words
from PySide6.QtCore import QPoint, Qt

from assay_desktop.pages.evaluation.benchmarks.analyses import (
    Correlations,
    analyses_of,
    published_columns,
    published_of,
)
from assay_desktop.pages.evaluation.benchmarks.page import ANALYSES
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import ANY, CURVES, TASKS
from assay_desktop.widgets.tables.rows import RowsModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.pages.evaluation.page import EvaluationPage

TABLES: dict[str, Any] = {
    "tables": [
        {
            "title": "SciDocs",
            "columns": ["MAG", "Cite MAP"],
            "digits": 1,
            "notes": ["Source: a paper."],
            "rows": [
                {"name": "SPECTER", "ours": False, "values": [82.0, 88.3]},
                {"name": "small", "ours": True, "values": [84.0, None]},
            ],
        },
        {"title": "BEIR", "columns": ["SciFact"], "digits": 2, "notes": [], "rows": []},
    ]
}
NO_PARTS: dict[str, Any] = {"systems": [], "tasks": []}
ANSWER: dict[str, Any] = {
    "why_not": "",
    "correlations": {
        "columns": ["MAG", "Cite ndcg_cut_10"],
        "models": ["bm25", "small", "large"],
        "r": [[1.0, -0.5], [-0.5, 1.0]],
        "n": [[3, 3], [3, 3]],
    },
    "curves": [
        {
            "system": name, "task": "Biomimicry", "metric": "f1", "per_label": False, "average": 1.0,
            "points": [[16, low, 5], [16, low + 1, 50], [64, low + 5, None], [None, low + 20, None]],
        }
        for name, low in (("small", 40.0), ("large", 41.0))
    ],
}  # fmt: skip


@pytest.fixture
def page(page: EvaluationPage, asked: FakeEngine) -> EvaluationPage:
    """Over results, with the analyses open and asked for."""
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report(systems=["bm25", "small", "large", "hybrid:large"]))
    {each.text(): each for each in page.benchmarks.more.menu().actions()}["Published tables"].trigger()
    return page


@pytest.fixture
def read(page: EvaluationPage, asked: FakeEngine) -> EvaluationPage:
    asked.last("bench.published").done(TABLES)
    asked.last("bench.analyse").done(ANSWER)
    return page


def test_ours_stand_below_the_published_and_the_best_of_a_column_is_bold() -> None:
    table, _ = published_of(TABLES)
    columns = published_columns(table)
    model = RowsModel()
    model.show(columns, table.rows)
    said = [[model.data(model.index(row, column)) for column in range(3)] for row in range(2)]
    assert said == [["SPECTER", "82.0", "88.3"], ["small, measured here", "84.0", "–"]]
    assert [[column.strong(row) for column in columns] for row in table.rows] == [
        [False, False, False],
        [True, True, False],
    ]


def test_curves_stand_by_task_with_all_examples_last() -> None:
    (found,) = analyses_of(ANSWER).few_shot
    assert (found.task, found.metric, found.settings) == (
        "Biomimicry", "f1", ((16, 5), (16, 50), (64, None), None)
    )  # fmt: skip
    assert [curve.system for curve in found.curves] == ["small", "large"]


def test_three_views_are_chosen_at_the_head(read: EvaluationPage) -> None:
    view = read.benchmarks.analyses
    assert read.benchmarks._stack.currentIndex() == ANALYSES
    assert view.table.isVisible()
    assert "Source: a paper." in words(read)
    view.which.setCurrentIndex(1)
    view.which.activated.emit(1)
    assert view.table.model().columnCount() == 2
    view.show_view(CURVES)
    assert [(line.name, line.strong, line.color) for line in view.curves.lines] == [
        ("small", True, "text"),
        ("large", True, "accent"),
    ]
    view.show_view(TASKS)
    assert "Pearson's r over 3 systems: BM25, small, large." in words(read)
    assert "easily had by chance" in words(read)
    cells = view.heat.cells
    assert cells.tip_at(QPoint(cells.width() - 1, 3)) == ""
    left = int(cells._left() + cells._side() * 1.5)
    assert cells.tip_at(QPoint(left, 30)) == "MAG\nCite, nDCG@10\nr = −0.50 over 3 systems"


def test_hybrids_can_be_left_out_of_the_correlations(read: EvaluationPage, asked: FakeEngine) -> None:
    assert asked.last("bench.analyse").payload["ensembles"] == []
    read.benchmarks.analyses.show_view(TASKS)
    read.benchmarks.analyses.hybrids.click()
    assert asked.last("bench.analyse").payload["ensembles"] == ["hybrid:large"]


def test_what_there_is_nothing_of_says_why(page: EvaluationPage, asked: FakeEngine) -> None:
    assert "Reading the scores…" in words(page)
    asked.last("bench.published").done({"tables": []})
    asked.last("bench.analyse").done({"correlations": None, "why_not": "two", "curves": []})
    view = page.benchmarks.analyses
    assert "No paper's table has a column" in words(page)
    view.show_view(CURVES)
    assert "No task of this run is trained with few examples." in words(page)
    view.show_view(TASKS)
    assert "over three systems or more" in words(page)


def test_the_key_opens_the_first_analysis_that_has_something_to_see(
    page: EvaluationPage, asked: FakeEngine, qtbot: QtBot
) -> None:
    view = page.benchmarks.analyses
    page.benchmarks.open_results()
    asked.last("bench.published").done({"tables": []})  # an answer to what was asked before
    qtbot.keyClick(
        page, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    asked.last("bench.published").done({"tables": []})
    assert "Reading the scores…" in words(page), "what comes first may still have something"
    asked.last("bench.analyse").done(ANSWER)
    assert "Reading the scores…" in words(page)
    asked.last("bench.parts").done(NO_PARTS)
    assert view.curves.isVisible()
    view.show_published(published_of(TABLES))
    assert view.curves.isVisible(), "what is looked at stays"


def test_the_key_opens_published_tables_where_there_is_nothing_at_all(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    page.benchmarks.analyses.look_at(ANY, "")
    asked.last("bench.published").done({"tables": []})
    asked.last("bench.analyse").done({"correlations": None, "why_not": "two", "curves": []})
    asked.last("bench.parts").done(NO_PARTS)
    assert "No paper's table has a column" in words(page)


def test_a_failure_can_be_tried_again(page: EvaluationPage, asked: FakeEngine) -> None:
    asked.last("bench.published").failed("EngineError", "The search engine stopped.")
    assert "The search engine stopped." in words(page)
    n = asked.count("bench.published")
    page.benchmarks.analyses.empty.action_requested.emit("Try again")
    assert asked.count("bench.published") == n + 1
    asked.last("bench.published").done(TABLES)
    assert page.benchmarks.analyses.table.isVisible()


def test_scores_are_exported_with_the_published_tables(read: EvaluationPage, asked: FakeEngine) -> None:
    read.benchmarks.export_chosen.emit("/somewhere/all.md", "md", "published")
    assert asked.last("bench.export").payload["published"] is True


def test_a_value_of_a_part_of_its_rows_stands_in_brackets_and_is_never_the_best() -> None:
    rows = [
        {"name": "BM25", "ours": False, "values": [33.7, 28.5]},
        {"name": "small", "ours": True, "values": [40.0, None], "whole": [False, True]},
        {"name": "large", "ours": True, "values": [35.0, 30.0], "whole": [True, True]},
    ]
    told = {"title": "MDCR", "columns": ["map", "recall_5"], "digits": 1, "notes": [], "rows": rows}
    (table,) = published_of({"tables": [told]})
    _, first, second = published_columns(table)
    assert [first.text(row) for row in table.rows] == ["33.7", "(40.0)", "35.0"]
    assert [first.strong is not None and first.strong(row) for row in table.rows] == [False, False, True]
    assert [second.text(row) for row in table.rows] == ["28.5", "–", "30.0"]
    assert (table.best(0), table.best(1)) == (35.0, 30.0)


def test_correlations_tell_the_fewest_and_the_most_systems_behind_them() -> None:
    found = Correlations(
        ("a", "b", "c"), ("one", "two", "three", "four"),
        ((1.0, 0.5, None), (0.5, 1.0, 0.2), (None, 0.2, 1.0)), ((4, 4, 2), (4, 4, 3), (2, 3, 4)),
    )  # fmt: skip
    assert found.range_n == (3, 4)
