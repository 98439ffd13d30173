"""What tests say of a difference: in the table, below the plot for the row that is chosen, and in tips."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from asking import FakeEngine
from bench_fakes import OVERALL, RUNS, differences, report, results
from PySide6.QtCore import Qt
from test_benchmarks_results import CITE, MAG

from assay_desktop.pages.evaluation.benchmarks.results import columns, row_text
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import COST, HOW

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.benchmarks.widgets.results import ResultsView
    from assay_desktop.pages.evaluation.page import EvaluationPage


@pytest.fixture
def view(page: EvaluationPage, asked: FakeEngine) -> ResultsView:
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report())
    for answer in (MAG, CITE, OVERALL):
        asked.last("bench.compare").done(answer)
    return page.benchmarks.results


def test_judged_of_both_rankings_stands_in_the_table_and_a_dash_where_nothing_is_ranked() -> None:
    found = results()
    (judged,) = [each for each in columns(found, "small", "bm25", {}) if each.title == "Judged"]
    assert [judged.text(row) for row in found.rows] == ["–", "98 / 100", "98 / 100"]
    (alone,) = [each for each in columns(found, "small", "", {}) if each.title == "Judged"]
    assert alone.text(found.rows[1]) == "98"


def test_a_difference_over_some_rows_of_a_task_stands_in_brackets_as_its_scores_do() -> None:
    rows = [row | {"partial": ["large"]} for row in report()["rows"] if row["task"] == "scidocs/cite"]
    found = results(rows=rows)
    of_cite = differences(CITE)
    for compared, reference, bracketed in (("large", "small", True), ("bm25", "small", False)):
        shown = columns(found, reference, compared, of_cite)
        (column,) = [each for each in shown if each.title == "difference, 95 %"]
        said = column.text(found.rows[0])
        assert (said.startswith("("), said.endswith("])")) == (bracketed, bracketed)


def test_what_the_tests_found_of_the_chosen_row_stands_below_whatever_is_plotted(view: ResultsView) -> None:
    view.table.selectRow(1)
    said = (
        "Cite, MAP: −5.00 [−11.00, +1.00]; p 0.10, by Holm over the 2 systems compared 0.20; paired t test "
        "0.031; Tukey 0.044."
    )
    for shown in (COST, HOW):
        view.plots.show_view(shown)
        assert view.plots.chosen.isVisible()
        assert view.plots.chosen.text() == said
    model = view.table.model()
    assert model.data(model.index(1, 7), Qt.ItemDataRole.ToolTipRole) == said.removeprefix("Cite, MAP: ")
    view.table.selectRow(3)  # an average
    assert not view.plots.chosen.isVisible()


def test_of_few_shot_tasks_it_is_said_which_values_the_difference_is_of(view: ResultsView) -> None:
    view.table.selectRow(0)
    assert view.plots.chosen.text() == (
        "MAG, macro F1: +10.00 [+4.00, +16.00]; p 0.003, one system compared; t and Tukey are of tasks "
        "over queries. The difference is between 66.20 and 76.20, with all training rows; the table also "
        "has means over few-shot settings."
    )
    view.table.selectRow(1)
    assert "few-shot" not in view.plots.chosen.text()
    assert row_text(results().rows[0], None) == ""


def test_p_of_t_and_of_tukey_have_columns_where_there_is_room(
    page: EvaluationPage, view: ResultsView
) -> None:
    def hidden() -> list[bool]:
        header = view.table.horizontalHeader()
        return [header.isSectionHidden(section) for section in range(header.count())]

    page.resize(820, 700)
    assert hidden() == [False] * 9 + [True] * 2
    page.resize(1800, 900)
    assert not any(hidden())


@pytest.mark.parametrize("few", [True, False])
def test_a_mean_over_few_columns_says_so(view: ResultsView, few: bool) -> None:
    overall = {**OVERALL, "few": few}
    view.show_differences(differences(MAG, overall), n_left=0)
    assert view._note.text().endswith("With so few, only large differences show.") is few


def test_where_nothing_was_timed_that_is_said(page: EvaluationPage, asked: FakeEngine) -> None:
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report(costs=[]))
    page.benchmarks.results.plots.show_view(COST)
    assert "No timings" in page.benchmarks.results.plots._caption.text()
