"""Results of benchmarks: rows, differences that come one after the other, and what lies behind a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from asking import FakeEngine
from bench_fakes import OVERALL, RUNS, compared, differences, report, results
from PySide6.QtCore import Qt
from seeing import cells

from assay.benchmarks.types import TaskItems
from assay.codec import from_json
from assay.types import RankedPaper, Rankings
from assay_desktop.pages.evaluation.benchmarks.items import item_columns, predicted_columns
from assay_desktop.pages.evaluation.benchmarks.options import Choice
from assay_desktop.pages.evaluation.benchmarks.presenters.items import BehindPresenter
from assay_desktop.pages.evaluation.benchmarks.presenters.results import ResultsPresenter
from assay_desktop.pages.evaluation.benchmarks.results import choose_compared, choose_reference, columns
from assay_desktop.pages.evaluation.widgets.paged_rows import PagedRows
from assay_desktop.pages.evaluation.widgets.rankings import grade_text, move, place_columns
from assay_desktop.widgets.tables.rows import RowsModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.context import AppContext
    from assay_desktop.widgets.tables.rows import Column

MAG = compared("scidocs/mag", "f1_macro", ("large", 10.0, 4.0, 16.0, 0.003))
CITE = compared("scidocs/cite", "map", ("large", -5.0, -11.0, 1.0, 0.2), ("bm25", -30.0, -40.0, -20.0, 0.001))


@pytest.fixture
def shown() -> Mock:
    return Mock()


@pytest.fixture
def presenter(shown: Mock, faked: AppContext) -> ResultsPresenter:
    return ResultsPresenter(shown, faked)


@pytest.fixture
def read(presenter: ResultsPresenter, asked: FakeEngine) -> ResultsPresenter:
    """With the latest run on screen."""
    presenter.set_visible(True)
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report())
    return presenter


def test_the_table_has_a_column_a_system_and_the_difference_of_one_of_them() -> None:
    report_of = results()
    found = columns(report_of, "small", "large", differences(MAG, CITE))
    model = RowsModel()
    model.show(found, report_of.rows, foot=report_of.averages)
    assert [column.title for column in found][3:6] == ["BM25", "small", "large"]
    assert cells(model) == [
        ["MAG", "macro F1", "12", "–", "60.00", "70.00", "–", "+10.00 [+4.00, +16.00]", "0.003", "–", "–"],
        ["Cite", "MAP", "12", "50.00", "80.00", "75.00", "98 / 41", "−5.00 [−11.00, +1.00]", "0.20",
         "0.031", "0.044"],
        ["Cite", "nDCG", "12", "55.00", "85.00", "85.00", "98 / 41", "", "", "", ""],
        ["Average", "mean", "", "–", "75.00", "76.70", "", "", "", "", ""],
        ["SciDocs", "3 of 12", "", "–", "(75.00)", "(76.70)", "", "", "", "", ""],
    ]  # fmt: skip
    marked = [column for column in found if column.strong is not None][1:]  # but the name of an average
    bold = {(row.metric, column.title) for row in report_of.rows for column in marked if column.strong(row)}
    assert bold == {
        ("f1_macro", "large"), ("f1_macro", "difference, 95 %"), ("map", "small"),
        ("ndcg", "small"), ("ndcg", "large"),
    }  # fmt: skip


def test_averages_stay_below_however_the_tasks_are_sorted() -> None:
    report_of = results()
    model = RowsModel()
    model.show(columns(report_of, "small", "large", {}), report_of.rows, foot=report_of.averages)
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        model.sort(4, order)
        assert [row[0] for row in cells(model)][3:] == ["Average", "SciDocs"]
    assert [row[4] for row in cells(model)][:3] == ["85.00", "80.00", "60.00"]


def test_the_reference_is_a_system_with_most_scores_and_beside_it_stands_the_best_of_the_others() -> None:
    report_of = results()
    assert choose_reference(report_of, "") == "small"
    assert choose_compared(report_of, "", "small") == "large"
    assert choose_reference(report_of, "bm25") == "bm25"
    assert choose_reference(report_of, "gone") == "small"


def test_the_latest_run_with_results_is_read_when_the_view_is_seen(
    presenter: ResultsPresenter, asked: FakeEngine, shown: Mock
) -> None:
    assert asked.requests == []
    presenter.set_visible(True)
    asked.last("bench.runs").done(RUNS)
    runs, chosen = shown.show_runs.call_args.args
    assert ([run.run_id for run in runs], chosen) == (["later", "earlier"], "later")
    assert asked.last("bench.report").payload == {"run": "later", "reports": ()}


def test_differences_are_asked_for_task_by_task_and_shown_as_they_come(
    read: ResultsPresenter, asked: FakeEngine, shown: Mock
) -> None:
    assert asked.last("bench.compare").payload == {
        "run": "later", "reports": (), "reference": "small", "task": "scidocs/mag",
    }  # fmt: skip
    asked.last("bench.compare").done(MAG)
    assert asked.last("bench.compare").payload["task"] == "scidocs/cite"
    assert shown.results.show_differences.call_args.kwargs == {"n_left": 2}
    asked.last("bench.compare").failed("EvaluationError", "It was scored on other data.")
    assert asked.last("bench.compare").payload["task"] == ""
    asked.last("bench.compare").done(OVERALL)
    (found,) = shown.results.show_differences.call_args.args
    assert found == differences(MAG, OVERALL)
    assert asked.count("bench.compare") == 3


def test_of_a_run_at_work_only_the_tasks_to_which_something_came_are_compared_again(
    read: ResultsPresenter, asked: FakeEngine, shown: Mock
) -> None:
    asked.last("bench.compare").done(MAG)
    asked.last("bench.compare").done(CITE)
    read.refresh()
    asked.last("bench.runs").done(RUNS)
    more = report()
    more["rows"][1]["values"] = {"bm25": 50.0, "small": 80.0, "large": 75.0, "new": 90.0}
    asked.last("bench.report").done(more)
    (found,) = shown.results.show_differences.call_args.args
    assert found == differences(MAG)
    assert asked.last("bench.compare").payload["task"] == "scidocs/cite"
    asked.last("bench.compare").done(CITE)
    assert asked.last("bench.compare").payload["task"] == ""


def test_an_answer_for_another_reference_comes_too_late(
    read: ResultsPresenter, asked: FakeEngine, shown: Mock
) -> None:
    old = asked.last("bench.compare")
    read.set_reference("large")
    assert (read.reference, read.other) == ("large", "small")
    assert asked.last("bench.compare").payload["reference"] == "large"
    asked.last("bench.compare").done(MAG)
    asked.last("bench.compare").done(CITE)
    asked.last("bench.compare").done(OVERALL)
    n = asked.count("bench.compare")
    read.set_compared("bm25")
    assert asked.count("bench.compare") == n, "differences are known for all systems"
    old.done(MAG)
    assert shown.show_results.call_args.kwargs["other"] == "bm25"


def test_nothing_is_compared_out_of_sight(read: ResultsPresenter, asked: FakeEngine) -> None:
    read.set_visible(False)
    asked.last("bench.compare").done(MAG)
    assert asked.count("bench.compare") == 1
    read.set_visible(True)
    assert asked.last("bench.compare").payload["task"] == "scidocs/cite"


def test_a_run_at_work_is_looked_at_now_and_then_and_its_end_at_once(
    read: ResultsPresenter, asked: FakeEngine
) -> None:
    read.follow()
    assert asked.count("bench.runs") == 1
    read._read_at -= 10
    read.follow()
    assert asked.count("bench.runs") == 2
    read.choose_run("earlier")
    asked.last("bench.report").done(report("earlier"))
    read.run_ended()
    asked.last("bench.runs").done(RUNS)
    assert asked.last("bench.report").payload["run"] == "later"


def test_an_earlier_runs_file_stands_beside_it_until_it_is_put_away(
    read: ResultsPresenter, asked: FakeEngine, shown: Mock
) -> None:
    read.add_file("/earlier.json")
    assert asked.last("bench.report").payload == {"run": "later", "reports": ("/earlier.json",)}
    asked.last("bench.report").done(report(systems=["bm25", "small", "large", "large (earlier)"]))
    assert shown.show_results.call_args.kwargs["files"] == ("/earlier.json",)
    read.drop_files()
    asked.last("bench.report").done(report())
    assert shown.show_results.call_args.kwargs["files"] == ()
    read.add_file("/broken.json")
    asked.last("bench.report").failed("BadInput", "/broken.json is no JSON.")
    shown.results.show_failure.assert_called_with("/broken.json is no JSON.")
    assert read.fields["reports"] == ()


def test_an_export_names_what_is_on_screen(read: ResultsPresenter, asked: FakeEngine, shown: Mock) -> None:
    read.export("/somewhere/table.tex", "latex", "differences")
    assert asked.last("bench.export").payload == {
        "run": "later", "reports": (), "path": "/somewhere/table.tex", "form": "latex",
        "what": "differences", "reference": "small",
    }  # fmt: skip
    asked.last("bench.export").done({"path": "/somewhere/table.tex"})
    shown.message.emit.assert_called_once_with("Written to table.tex")


def test_without_a_run_the_view_says_so(presenter: ResultsPresenter, asked: FakeEngine, shown: Mock) -> None:
    presenter.set_visible(True)
    asked.last("bench.runs").done({"runs": []})
    shown.show_no_runs.assert_called_once_with()
    presenter.refresh()
    asked.last("bench.runs").failed("EngineError", "The search engine stopped.")
    shown.results.show_failure.assert_called_once_with("The search engine stopped.")


# -- behind a score ---------------------------------------------------------------------------------------

QUERIES: dict[str, Any] = {
    "task": "scidocs/cite",
    "unit": "queries",
    "asks": "queries",
    "metrics": ["map", "ndcg"],
    "metric": "map",
    "why": "",
    "n": 3,
    "n_rows": 3,
    "first": 0,
    "place": 2,
    "counts": [1, 1, 1],
    "group": 1,
    "bars": [
        ["q2", "", 20.0, 80.0, 60.0],
        ["q3", "third", 40.0, 40.0, 0.0],
        ["q1", "first", 60.0, 30.0, -30.0],
    ],
    "queries": [["q2", "", 20.0, 80.0, 0], ["q3", "third", 40.0, 40.0, 1], ["q1", "first", 60.0, 30.0, 2]],
}
PAPERS: dict[str, Any] = {
    "task": "scidocs/mag",
    "unit": "papers",
    "asks": "queries",
    "metrics": [],
    "metric": "",
    "why": "The folder is not chosen.",
    "n": 3,
    "n_rows": 2,
    "n_differing": 2,
    "first": 0,
    "place": -1,
    "of_classes": True,
    "counts": [1, 1, 1, 0],
    "papers": [["p1", "One", "a", "a", "b"], ["p2", "", ["a", "b"], ["a"], ["a", "b"]]],
}
ALL_PAPERS = PAPERS | {"n_rows": 3, "papers": [*PAPERS["papers"], ["p3", "Three", "b", "b", "b"]]}


def paged(columns: Sequence[tuple[str, Column]], rows: Sequence[Any]) -> PagedRows:
    model = PagedRows()
    model.show(columns, len(rows), rows)
    return model


def test_queries_show_both_values_and_their_gain() -> None:
    found = from_json(QUERIES, TaskItems)
    assert cells(paged(item_columns("small", "large"), found.rows))[0] == ["q2", "20.0", "80.0", "+60.0"]
    assert [column.title for _, column in item_columns("small", "small")] == ["Query", "small"]
    assert item_columns("small", "large", asks="reviewers")[0][1].title == "Reviewer"


def test_what_was_said_of_papers_is_bold_where_it_is_right() -> None:
    found = from_json(ALL_PAPERS, TaskItems)
    columns = predicted_columns("small", "large", of_classes=True)
    assert cells(paged(columns, found.rows))[1] == ["p2", "a, b", "a", "a, b"]
    right = [[column.strong(row) for _, column in columns[2:]] for row in found.rows]
    assert right == [[True, False], [False, True], [True, True]]
    assert [name for name, _ in columns] == ["text", "truth", "reference", "value"]


def test_places_say_how_far_a_paper_moved_seen_from_the_reference() -> None:
    up, down, kept, lost = (
        RankedPaper(4, "a", "", 2, 1),
        RankedPaper(1, "b", "", None, 3),
        RankedPaper(2, "c", "", 0, 2),
        RankedPaper(5, "d", "", 1, None),
    )
    assert [move(each, of_reference=True)[0] for each in (up, down, kept, lost)] == [
        "▲ 3", "▼ 2", "=", "gone",
    ]  # fmt: skip
    other = (
        RankedPaper(1, "a", "", 2, 4),
        RankedPaper(3, "b", "", None, 1),
        RankedPaper(9, "e", "", None, None),
    )
    assert [move(each, of_reference=False)[0] for each in other] == ["▲ 3", "▼ 2", "new"]
    assert [grade_text(grade) for grade in (None, 0, 1, 2, 3)] == ["–", "○ 0", "◐ 1", "● 2", "● 3"]
    assert len(place_columns(of_reference=True, alone=True)) == 3


def test_behind_a_row_stand_the_systems_of_the_results_where_both_have_a_score(
    read: ResultsPresenter, faked: AppContext, asked: FakeEngine
) -> None:
    page = Mock()
    behind = BehindPresenter(page, faked, read, lambda: Choice(data="/data", files=("/own.jsonl",)))
    read.set_reference("bm25")
    mag = results().rows[0]
    behind.open(mag)
    page.open_behind.assert_called_once_with()
    assert asked.last("bench.items").payload == {
        "run": "later", "reports": (), "task": "scidocs/mag", "reference": "small", "system": "large",
        "data": "/data", "files": ("/own.jsonl",), "metric": "f1_macro", "sort": "", "down": False,
        "differing": True, "first": 0, "find": "",
    }  # fmt: skip
    behind.set_reference("large")
    payload = asked.last("bench.items").payload
    assert (payload["reference"], payload["system"]) == ("large", "small")
    behind.set_system("large")
    payload = asked.last("bench.items").payload
    assert (payload["reference"], payload["system"]) == ("small", "large")
    asked.last("bench.items").done(PAPERS)
    assert page.behind.show_items.call_args.kwargs == {
        "reference": "small", "system": "large", "differing": True,
    }  # fmt: skip


def test_a_query_is_asked_for_with_both_rankings(
    read: ResultsPresenter, faked: AppContext, asked: FakeEngine
) -> None:
    page = Mock()
    behind = BehindPresenter(page, faked, read, Choice)
    behind.open(results().rows[1])
    behind.set_metric("ndcg")
    assert asked.last("bench.items").payload["metric"] == "ndcg"
    behind.choose_query("q1")
    assert asked.last("bench.rankings").payload["query"] == "q1"
    place = {"rank": 1, "doc_id": "p1", "title": "One", "grade": 2, "other": None}
    answer = {
        "query": "q1", "text": "first", "graded": True, "relevant": 3, "reference": [place], "system": [],
    }  # fmt: skip
    asked.last("bench.rankings").done(answer)
    assert page.behind.show_rankings.call_args.args[0] == from_json(answer, Rankings)
    asked.last("bench.rankings").failed("EvaluationError", "no")
    page.behind.show_failure.assert_called_once_with("no")


def test_rows_are_sorted_and_read_page_by_page_by_the_engine(
    read: ResultsPresenter, faked: AppContext, asked: FakeEngine
) -> None:
    page = Mock()
    behind = BehindPresenter(page, faked, read, Choice)
    behind.open(results().rows[0])
    behind.show_differing(False)
    behind.sort("truth", True)
    payload = asked.last("bench.items").payload
    assert (payload["sort"], payload["down"], payload["differing"]) == ("truth", True, False)
    asked.last("bench.items").done(PAPERS)
    behind.read_page(200)
    first = asked.last("bench.page")
    assert (first.payload["first"], first.payload["sort"]) == (200, "truth")
    first.done({"first": 200, "papers": [["p9", "Nine", "a", "a", "b"]]})
    (unit, shown), _ = page.behind.show_page.call_args
    assert (unit, shown.first, shown.rows[0].text) == ("papers", 200, "Nine")
    behind.read_page(400)
    behind.sort("", False)
    n = page.behind.show_page.call_count
    asked.last("bench.page").done({"first": 400})
    assert page.behind.show_page.call_count == n, "a page of an earlier order is let go"
    behind.read_page(0)
    asked.last("bench.page").failed("EngineError", "gone")
    assert page.behind.show_page.call_args.args == ("papers", None)


def test_of_reviewers_a_ranking_has_scores_and_names_with_what_they_wrote() -> None:
    place = {"rank": 1, "doc_id": "r7", "title": "On graphs", "grade": 2, "other": 3, "score": 0.61234}
    answer = {"query": "s1", "text": "A submission", "graded": True, "relevant": 2, "asks": "submissions"}
    found = from_json({**answer, "wrote": [], "reference": [place], "system": []}, Rankings)
    model = RowsModel()
    model.show(place_columns(of_reference=True, alone=False, asks=found.asks), found.reference)
    assert cells(model) == [["1", "r7 · On graphs", "● 2", "0.612", "▼ 2"]]
    model.show(place_columns(of_reference=True, alone=True, asks="reviewers"), found.reference)
    assert cells(model) == [["1", "On graphs", "● 2", "0.612"]]
