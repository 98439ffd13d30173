"""From the engine's answer to rows, words and bars; what the presenter asks and when."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from asking import FakeEngine, FakeJobs
from hovering import hover_over
from PySide6.QtCore import QPersistentModelIndex, Qt
from seeing import cells, on_screen, words

from assay.campaign_types import StoredRun
from assay.codec import from_json
from assay.types import LibraryOverview, SearchMode
from assay_desktop.background.engine_client import EngineState
from assay_desktop.context import AppContext, Change, Changes
from assay_desktop.keys import Keys
from assay_desktop.pages import evaluation
from assay_desktop.pages.evaluation.model import (
    p_text,
    query_columns,
    query_rows,
    run_columns,
    signed,
    value_text,
)
from assay_desktop.pages.evaluation.presenter import EvaluationPresenter
from assay_desktop.widgets.tables.rows import RowsModel

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.pages.evaluation.page_library import LibraryView
    from assay_desktop.settings import Settings
    from assay_desktop.theme import Theme

ANSWER: dict[str, Any] = {
    "measure": "nDCG@10",
    "measures": ["nDCG@10", "Judged@10"],
    "reference": "keyword",
    "n_queries": 3,
    "n_judgements": 30,
    "grades": [20, 7, 3],
    "rows": [
        {
            "tag": "hybrid",
            "mean": {"nDCG@10": 0.5, "Judged@10": 0.97},
            "n_missing": 0,
            "difference": 0.1,
            "ci": [-0.05, 0.25],
            "p": 0.041,
        },
        {"tag": "keyword", "mean": {"nDCG@10": 0.4, "Judged@10": 1.0}, "n_missing": 1},
    ],
    "per_query": {
        "q1": {"keyword": 0.6, "hybrid": 0.3},
        "q2": {"keyword": 0.2, "hybrid": 0.8},
        "q3": {"keyword": 0.4, "hybrid": 0.4},
    },
    "texts": {"q1": "first", "q2": "second", "q3": "third"},
    "holes": {"hybrid": 31, "keyword": 0},
}
NOTHING_JUDGED = ANSWER | {"n_judgements": 0, "rows": [], "per_query": {}, "n_queries": 0}
NO_RUNS = ANSWER | {"rows": [], "per_query": {}}


RUNS = [
    StoredRun("theirs", "imported", "", datetime(2026, 11, 1, tzinfo=UTC), 2),
    StoredRun("mine", "hybrid", "f", datetime(2026, 11, 1, tzinfo=UTC), 2, {"model": "hashing"}),
]


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine(EngineState())


@pytest.fixture
def bench(engine: FakeEngine, theme: Theme, settings: Settings) -> AppContext:
    workspace = SimpleNamespace(
        library=SimpleNamespace(
            queries=SimpleNamespace(count=lambda: 2),
            runs=SimpleNamespace(all=lambda: RUNS),
            judgements=SimpleNamespace(
                qrels=lambda **_options: {f"q{n}": {"d": 1} for n in range(30)},
                orders=lambda **_options: {"": 30},
            ),
        )
    )
    lane: Any = SimpleNamespace(submit=lambda call, done, failed=None, key=None: done(call(workspace)))
    engine_like: Any = engine
    jobs: Any = FakeJobs()
    return AppContext(lane, engine_like, jobs, theme, settings, Changes(), Keys(settings))


@pytest.fixture
def shown() -> Mock:
    return Mock()


@pytest.fixture
def presenter(shown: Mock, bench: AppContext) -> EvaluationPresenter:
    return EvaluationPresenter(shown, bench)


def test_an_answer_becomes_rows_with_a_difference_and_its_interval() -> None:
    report = from_json(ANSWER, LibraryOverview)
    model = RowsModel()
    model.show(run_columns(report), report.rows)
    assert cells(model) == [
        ["hybrid", "0.500", "97 %", "+0.100 [−0.050, +0.250]", "0.041"],
        ["keyword", "0.400", "100 %", "baseline", ""],
    ]


def test_queries_are_ordered_from_the_largest_gain_to_the_largest_loss() -> None:
    report = from_json(ANSWER, LibraryOverview)
    rows = query_rows(report, "hybrid")
    assert [(row.query_id, round(row.gain, 3)) for row in rows] == [("q2", 0.6), ("q3", 0.0), ("q1", -0.3)]
    model = RowsModel()
    model.show(query_columns(report, "hybrid"), rows)
    assert cells(model)[0] == ["second", "0.200", "0.800", "+0.600"]


def test_a_table_keeps_its_order_and_its_selection_when_it_is_sorted() -> None:
    report = from_json(ANSWER, LibraryOverview)
    model = RowsModel()
    columns = query_columns(report, "hybrid")
    model.show(columns, query_rows(report, "hybrid"))
    marked = QPersistentModelIndex(model.index(0, 0))
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert [row[1] for row in cells(model)] == ["0.200", "0.400", "0.600"]
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert model.row(marked.row()).query_id == "q2"
    model.show(columns, query_rows(report, "hybrid"))
    assert [row[1] for row in cells(model)] == ["0.600", "0.400", "0.200"]


@pytest.mark.parametrize(("p", "said"), [(None, ""), (0.0, "< 0.001"), (0.0123, "0.012"), (0.174, "0.17")])
def test_p_values_are_said_with_the_digits_that_mean_something(p: float | None, said: str) -> None:
    assert p_text(p) == said


def test_numbers_carry_a_real_minus_and_judged_is_a_share() -> None:
    assert signed(-0.0314) == "−0.031"
    assert value_text("Judged@10", 0.966) == "97 %"
    assert value_text("nDCG@10", None) == "–"


def test_nothing_is_evaluated_until_the_page_is_seen(
    presenter: EvaluationPresenter, engine: FakeEngine, bench: AppContext
) -> None:
    bench.changes.changed.emit(Change(judgements=True))
    assert engine.requests == []
    presenter.set_visible(True)
    assert [request.op for request in engine.requests] == ["evaluate"]
    bench.changes.changed.emit(Change(runs=True))
    assert len(engine.requests) == 2


def test_the_best_run_that_is_not_the_reference_is_plotted_first(
    presenter: EvaluationPresenter, engine: FakeEngine, shown: Mock
) -> None:
    presenter.set_visible(True)
    engine.requests[0].done(ANSWER)
    assert shown.show_report.call_args.kwargs["selected"] == "hybrid"


def test_only_the_latest_evaluation_is_shown(
    presenter: EvaluationPresenter, engine: FakeEngine, shown: Mock
) -> None:
    presenter.set_visible(True)
    presenter.set_reference("hybrid")
    assert engine.requests[1].reference == "hybrid"
    engine.requests[1].done(ANSWER | {"reference": "hybrid"})
    engine.requests[0].done(ANSWER)
    (report,) = shown.show_report.call_args.args
    assert shown.show_report.call_count == 1
    assert report.reference == "hybrid"


def test_a_chosen_measure_is_asked_for(presenter: EvaluationPresenter, engine: FakeEngine) -> None:
    presenter.set_measure("AP")
    assert engine.requests[-1].measure == "AP"


def test_without_judgements_or_runs_the_page_says_what_is_missing(
    presenter: EvaluationPresenter, engine: FakeEngine, shown: Mock
) -> None:
    presenter.set_visible(True)
    engine.requests[0].done(NOTHING_JUDGED)
    shown.show_no_judgements.assert_called_once_with(n_queries=2)
    presenter.evaluate()
    engine.requests[1].done(NO_RUNS)
    shown.show_no_runs.assert_called_once_with(n_judgements=30)
    shown.show_report.assert_not_called()


def test_a_failed_evaluation_is_told_and_tried_again_when_the_page_is_seen_again(
    presenter: EvaluationPresenter, engine: FakeEngine, shown: Mock
) -> None:
    presenter.set_visible(True)
    engine.requests[0].failed("EngineError", "The search engine stopped.")
    shown.show_failure.assert_called_once_with("The search engine stopped.")
    presenter.set_visible(False)
    presenter.set_visible(True)
    assert len(engine.requests) == 2


def test_an_engine_that_came_back_is_asked_again(
    presenter: EvaluationPresenter, engine: FakeEngine, shown: Mock
) -> None:
    presenter.set_visible(True)
    engine.requests[0].failed("EngineError", "The search engine stopped.")
    engine.state_changed.emit(EngineState(phase="ready"))
    assert len(engine.requests) == 2
    engine.requests[1].done(ANSWER)
    engine.state_changed.emit(EngineState(phase="ready", semantic="ready"))
    assert len(engine.requests) == 2


def test_a_run_is_a_job(presenter: EvaluationPresenter, bench: AppContext) -> None:
    presenter.add_run(SearchMode.SEMANTIC)
    jobs: Any = bench.jobs
    assert jobs.added == [["run", "--mode", "semantic", "--tag", "semantic"]]


def test_an_export_says_how_many_grades_went_where(
    presenter: EvaluationPresenter, shown: Mock, tmp_path: Path
) -> None:
    presenter.export(str(tmp_path / "grades.qrels"), "trec")
    shown.message.emit.assert_called_once_with("30 grades written to grades.qrels")


@pytest.fixture
def page(bench: AppContext, engine: FakeEngine, qtbot: QtBot) -> LibraryView:
    made = evaluation.create(bench)
    on_screen(made, qtbot, 1100, 700)
    next(each for each in engine.requests if each.op == "evaluate").done(ANSWER)
    return made.library


def test_the_page_shows_test_gains_and_the_largest_loss(page: LibraryView) -> None:
    said = words(page)
    assert "Paired randomisation test over 3 queries, 10,000 draws" in said
    assert "hybrid has 31 unjudged results in its top 10: " in said
    assert "1 better, 1 equal" in said
    assert "1 worse" in said
    assert "nDCG@10: 0.600 under keyword, 0.300 under hybrid (−0.300)." in said


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ({}, "hybrid is significantly better than keyword: nDCG@10 +0.100."),
        ({"difference": -0.1}, "hybrid is significantly worse than keyword: nDCG@10 −0.100."),
        ({"p": 0.2}, "hybrid and keyword: no significant difference over 3 queries."),
        (
            {"unranked": ["q2"]},
            "hybrid and keyword cannot be compared: 1 query that one of them lacks counts as 0.",
        ),
    ],
)
@pytest.mark.parametrize("selected", ["hybrid", "keyword"])
def test_a_sentence_says_which_run_is_better(
    page: LibraryView, found: dict[str, float], sentence: str, selected: str
) -> None:
    """Of the baseline, which of the others is."""
    rows = [ANSWER["rows"][0] | found, ANSWER["rows"][1]]
    page.show_report(from_json(ANSWER | {"rows": rows}, LibraryOverview), selected=selected)
    alone = " Below they are left out."
    assert page._note.text().startswith(
        f"<b>{sentence}{alone * ('unranked' in found and selected == 'hybrid')}</b>"
    )
    assert page._details._model.rowCount() == 3 - ("unranked" in found and selected == "hybrid")
    cells = [page._runs_model.index(0, column).data() for column in range(page._runs_model.columnCount())]
    assert ("–" in cells) == ("unranked" in found), "nor does the table"


def test_choosing_a_run_in_the_table_shows_its_details(page: LibraryView) -> None:
    page._runs.selectRow(1)
    said = words(page)
    assert "lacks, counted as 0: 1." in said
    assert "If several people grade a paper, the median counts; of two grades, the lower." in said
    assert "unjudged results" not in said


def test_queries_judged_since_the_runs_were_made_are_said_to_be_left_out(page: LibraryView) -> None:
    page.show_report(from_json(ANSWER | {"n_not_run": 2}, LibraryOverview), selected="hybrid")
    assert "2 newer judged queries are not in these runs." in words(page)
    assert "Rank all queries again" in words(page)


def test_runs_that_lack_queries_are_ranked_again_under_their_names(
    page: LibraryView, bench: AppContext
) -> None:
    page._note.linkActivated.emit("again")
    jobs: Any = bench.jobs
    assert jobs.added == [["run", "--mode", "hybrid", "--tag", "mine", "--model", "hashing"]]


def test_choosing_a_bar_chooses_the_query_in_the_table(page: LibraryView) -> None:
    details = page._details
    details._plot.bar_chosen.emit("q1")
    assert details._model.row(details._table.currentIndex().row()).query_id == "q1"


def test_unjudged_results_are_judged_by_their_run(page: LibraryView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.unjudged_wanted) as asked:
        page._note.linkActivated.emit("judge")
    assert asked.args == ["hybrid"]


def test_colours_follow_the_theme(page: LibraryView, theme: Theme) -> None:
    theme.set_choice("dark")
    try:
        assert theme.palette.accent in page._note.text()
    finally:
        theme.set_choice("light")


@pytest.mark.dressed
def test_mouse_over_a_cell_tints_its_whole_row_and_no_other(page: LibraryView, theme: Theme) -> None:
    table = page._runs

    def grounds(row: int) -> set[str]:
        picture = table.viewport().grab().toImage()
        y = table.rowViewportPosition(row) + 2
        columns = range(table.model().columnCount())
        middles = [table.columnViewportPosition(n) + table.columnWidth(n) // 2 for n in columns]
        return {picture.pixelColor(x, y).name() for x in middles}

    table.clearSelection()
    plain = grounds(1)
    assert len(plain) == 1
    hover_over(table, table.visualRect(table.model().index(1, 2)).center())
    assert (grounds(1), grounds(0)) == ({theme.color("hover").name()}, plain)
    hover_over(table, None)
    assert grounds(1) == plain
