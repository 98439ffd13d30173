"""What scores say together in the window: published tables, curves over examples, tasks by tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from asking import FakeEngine
from bench_fakes import RUNS, report, words
from PySide6.QtCore import QPoint, Qt

from assay.benchmarks.types import Analyses, Correlations, Curve, Point, PublishedScores, PublishedTables
from assay.codec import from_json, to_json
from assay.table import Table
from assay_desktop.pages.evaluation.benchmarks.analyses import by_task, published_table
from assay_desktop.pages.evaluation.benchmarks.page import ANALYSES
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import ANY, CURVES, TASKS
from assay_desktop.pages.evaluation.widgets.table_rows import show_table
from assay_desktop.widgets.tables.rows import RowsModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.pages.evaluation.page import EvaluationPage

SCIDOCS = PublishedScores(
    Table("SciDocs", ("Model", "MAG", "Cite MAP"), (("SPECTER", 82.0, 88.3), ("small", 84.0, None)),
          ("Source: a paper.",), digits=1),
    1,
)  # fmt: skip
TABLES = to_json(PublishedTables((SCIDOCS, PublishedScores(Table("BEIR", ("Model", "SciFact"), ()), 0))))
NO_PARTS: dict[str, Any] = {"tasks": []}
ANSWER = to_json(
    Analyses(
        Correlations(
            ("MAG", "Cite ndcg_cut_10"), ("bm25", "small", "large"), (), ((1.0, -0.5), (-0.5, 1.0)),
            ((3, 3), (3, 3)),
        ),
        "",
        tuple(
            Curve(
                name, "Biomimicry", "f1", False,
                (Point(16, low, 5), Point(16, low + 1, 50), Point(64, low + 5, 5), Point(None, low + 20, 1)),
                1.0,
            )
            for name, low in (("small", 40.0), ("large", 41.0))
        ),
        (),
        0,
    )
)  # fmt: skip
NOTHING = to_json(Analyses(None, "two", (), (), 0))


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


def shown(table: Table) -> tuple[list[list[str]], list[list[bool]]]:
    """What each cell says, and which are bold."""
    model = RowsModel()
    show_table(model, table)
    indexes = [
        [model.index(row, column) for column in range(model.columnCount())] for row in range(model.rowCount())
    ]
    said = [[str(model.data(index)) for index in row] for row in indexes]
    bold = [[model.data(index, Qt.ItemDataRole.FontRole) is not None for index in row] for row in indexes]
    return said, bold


def test_ours_stand_below_the_published_and_the_best_of_a_column_is_bold() -> None:
    said, bold = shown(published_table(SCIDOCS))
    assert said == [["SPECTER", "82.0", "88.3"], ["small, measured here", "84.0", "–"]]
    assert bold == [[False, False, False], [True, True, False]]


def test_curves_stand_by_task_with_all_examples_last() -> None:
    (found,) = by_task(from_json(ANSWER, Analyses).curves)
    assert (found.task, found.metric, found.settings) == (
        "Biomimicry", "f1", ((16, 5), (16, 50), (64, None), None)
    )  # fmt: skip
    assert [curve.model for curve in found.curves] == ["small", "large"]


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
    assert "a high r may be chance" in words(read)
    cells = view.heat.cells
    assert cells.tip_at(QPoint(cells.width() - 1, 3)) == ""
    left = int(cells._left() + cells._side() * 1.5)
    assert cells.tip_at(QPoint(left, 30)) == "MAG\nCite, nDCG@10\nr = −0.50 over 3 systems"


def test_hybrids_can_be_left_out_of_the_correlations(read: EvaluationPage, asked: FakeEngine) -> None:
    assert asked.last("bench.analyse").payload["ensembles"] == ()
    read.benchmarks.analyses.show_view(TASKS)
    read.benchmarks.analyses.hybrids.click()
    assert asked.last("bench.analyse").payload["ensembles"] == ("hybrid:large",)


def test_what_there_is_nothing_of_says_why(page: EvaluationPage, asked: FakeEngine) -> None:
    assert "Reading the scores…" in words(page)
    asked.last("bench.published").done({"tables": []})
    asked.last("bench.analyse").done(NOTHING)
    view = page.benchmarks.analyses
    assert "No published table has a column" in words(page)
    view.show_view(CURVES)
    assert "This run has no few-shot tasks." in words(page)
    view.show_view(TASKS)
    assert "at least three systems" in words(page)


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
    view.show_published([SCIDOCS])
    assert view.curves.isVisible(), "what is looked at stays"


def test_the_key_opens_published_tables_where_there_is_nothing_at_all(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    page.benchmarks.analyses.look_at(ANY, "")
    asked.last("bench.published").done({"tables": []})
    asked.last("bench.analyse").done(NOTHING)
    asked.last("bench.parts").done(NO_PARTS)
    assert "No published table has a column" in words(page)


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
    assert asked.last("bench.export").payload["what"] == "published"


def test_a_value_of_a_part_of_its_rows_stands_in_brackets_and_is_never_the_best() -> None:
    rows = (("BM25", 33.7, 28.5), ("small", 40.0, None), ("large", 35.0, 30.0))
    table = Table("MDCR", ("Model", "map", "recall_5"), rows, brackets=frozenset({(1, 0)}), digits=1)
    said, bold = shown(published_table(PublishedScores(table, 2)))
    assert [row[1] for row in said] == ["33.7", "(40.0)", "35.0"]
    assert [row[1] for row in bold] == [False, False, True]
    assert [row[2] for row in said] == ["28.5", "–", "30.0"]
    assert [row[2] for row in bold] == [False, False, True]


def test_correlations_tell_the_fewest_and_the_most_systems_behind_them() -> None:
    found = Correlations(
        ("a", "b", "c"), ("one", "two", "three", "four"), (),
        ((1.0, 0.5, None), (0.5, 1.0, 0.2), (None, 0.2, 1.0)), ((4, 4, 2), (4, 4, 3), (2, 3, 4)),
    )  # fmt: skip
    assert found.range_n == (3, 4)
