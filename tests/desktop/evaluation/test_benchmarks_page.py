"""The benchmarks' view: what each answer shows, what each control asks for, and the switch at the head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from asking import FakeEngine, FakeJobs
from bench_fakes import OPTIONS, OVERALL, RUNS, report, words
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from test_benchmarks_results import ALL_PAPERS, CITE, MAG, PAPERS, QUERIES

from assay_desktop.background.job import Job
from assay_desktop.pages import evaluation
from assay_desktop.pages.evaluation.benchmarks.page import BEHIND, RESULTS, SETUP
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import COST, MISSING
from assay_desktop.pages.evaluation.widgets.forest_plot import ForestPlot

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.page import EvaluationPage


@pytest.fixture
def read(page: EvaluationPage, asked: FakeEngine) -> EvaluationPage:
    """With results on screen, all compared."""
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report())
    for answer in (MAG, CITE, OVERALL):
        asked.last("bench.compare").done(answer)
    return page


def in_view(page: EvaluationPage) -> int:
    return page.benchmarks._stack.currentIndex()


def test_the_view_is_remembered_and_keys_switch_it(page: EvaluationPage, faked: AppContext) -> None:
    assert faked.settings.text("evaluation/view") == "benchmarks"
    QTest.keyClick(page, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert page.view == "library"
    assert not page.benchmarks.isVisible()
    QTest.keyClick(page, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert page.view == "benchmarks"
    again = evaluation.create(faked)
    assert again.view == "benchmarks"
    again.deleteLater()


def test_nothing_of_benchmarks_is_asked_while_the_librarys_runs_are_looked_at(
    faked: AppContext, asked: FakeEngine, qtbot: QtBot
) -> None:
    made = evaluation.create(faked)
    qtbot.addWidget(made)
    made.show()
    assert {request.op for request in asked.requests} == {"evaluate"}


def test_without_a_run_there_is_one_way_on(page: EvaluationPage, asked: FakeEngine) -> None:
    asked.last("bench.runs").done({"runs": []})
    assert "No benchmark results yet." in words(page)
    assert not page.benchmarks.export.isVisible()
    page.benchmarks.results.empty.action_requested.emit("Set up a run")
    assert in_view(page) == SETUP


def test_the_set_up_asks_for_a_folder_first(page: EvaluationPage, asked: FakeEngine) -> None:
    page.benchmarks.open_setup()
    asked.last("bench.options").done(OPTIONS)
    setup = page.benchmarks.setup
    assert setup.empty.isVisible()
    setup.empty.action_requested.emit("Choose folder…")
    dialog = setup.findChild(QFileDialog)
    dialog.fileSelected.emit("/data")
    dialog.reject()
    assert asked.last("bench.options").payload["data"] == "/data"
    asked.last("bench.options").done(OPTIONS)
    assert setup.tree.isVisible()
    assert "/data" in words(page)


def test_ticks_make_a_run_and_space_ticks_a_row(
    page: EvaluationPage, asked: FakeEngine, queue: FakeJobs
) -> None:
    page.benchmarks.setup.folder_chosen.emit("/data")
    page.benchmarks.open_setup()
    asked.last("bench.options").done(OPTIONS)
    setup = page.benchmarks.setup
    assert (setup.run.isEnabled(), setup.run.toolTip()) == (
        False,
        "Tick available tasks, or a whole suite.",
    )
    setup.tree.setFocus()
    setup.tree.setCurrentIndex(setup.tasks.index(0, 0))
    QTest.keyClick(setup.tree, Qt.Key.Key_Space)
    assert setup.tasks.chosen == ("scidocs/mag", "scidocs/cite")
    setup.systems.list.item(2).setCheckState(Qt.CheckState.Checked)
    assert "2 tasks on 3 systems" in words(page)
    QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    (job,) = queue.rows
    assert job.args[:5] == ("bench", "run", "bm25", "small", "large")
    assert (setup.run.isEnabled(), setup.run.toolTip()) == (False, "A run is in progress.")
    assert setup.work.text == "Run queued…"
    setup.work.cancel.click()
    assert queue.cancelled == [job.id]


def test_how_tasks_are_scored_is_chosen_beside_the_systems(
    page: EvaluationPage, asked: FakeEngine, queue: FakeJobs
) -> None:
    page.benchmarks.setup.folder_chosen.emit("/data")
    page.benchmarks.open_setup()
    asked.last("bench.options").done(OPTIONS)
    setup = page.benchmarks.setup
    assert "comparable with published numbers" in words(page)
    setup.systems.similarity.setCurrentIndex(setup.systems.similarity.findData("cosine"))
    setup.systems.similarity.activated.emit(1)
    setup.systems.intercept.click()
    assert "these results are kept separately" in words(page)
    setup.tasks.toggle(setup.tasks.index(0, 0))
    setup.systems.added.emit("hybrid:large")
    assert [setup.systems.list.item(row).text() for row in range(4)][-1] == "Hybrid, large"
    setup.run.click()
    (job,) = queue.rows
    assert job.args[2:5] == ("bm25", "small", "hybrid:large")
    assert job.args[-3:] == ("--similarity", "cosine", "--intercept")


def test_hybrids_are_offered_of_models_and_added_systems_can_be_left_out(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    page.benchmarks.setup.folder_chosen.emit("/data")
    page.benchmarks.open_setup()
    asked.last("bench.options").done(OPTIONS)
    systems = page.benchmarks.setup.systems
    hybrids = systems.more.menu().actions()[0].menu()
    assert [action.text() for action in hybrids.actions()] == ["small", "large"]
    hybrids.actions()[1].trigger()
    systems.added.emit("/models/mine")
    assert systems.names == ["bm25", "small", "hybrid:large", "/models/mine"]
    for offered in ("Remove mine", "Remove Hybrid, large"):
        {action.text(): action for action in systems.more.menu().actions()}[offered].trigger()
    assert systems.names == ["bm25", "small"]
    dialogs = page.findChildren(QFileDialog)
    systems.ask_folder()
    (dialog,) = set(page.findChildren(QFileDialog)) - set(dialogs)
    dialog.fileSelected.emit("/models/other")
    dialog.reject()
    assert systems.names[-1] == "/models/other"


def test_a_run_that_was_stopped_says_how_far_it_came_and_goes_on_by_one_button(
    page: EvaluationPage, asked: FakeEngine, queue: FakeJobs
) -> None:
    half = {"runs": [RUNS["runs"][0] | {"n_expected": 9}, *RUNS["runs"][1:]]}
    asked.last("bench.runs").done(half)
    asked.last("bench.report").done(report(remaining=[{"task": "mdcr", "name": "MDCR", "system": "large"}]))
    view = page.benchmarks
    assert "· stopped at 6 of 9 results ·" in view.runs.text()
    assert "This run was stopped with 6 of 9 results" in view.results.stopped.text
    view.results.plots.show_view(MISSING)
    model = view.results.plots.missing.model()
    said = [[model.data(model.index(row, column)) for column in range(3)] for row in range(model.rowCount())]
    assert ["MDCR", "the run was stopped before it, on large", "not done"] in said
    view.results.stopped._action.click()
    (job,) = queue.rows
    assert job.args == ("bench", "run", "--resume", "later")
    assert not view.results.stopped.isVisible()
    assert "· 6 of 9 results so far ·" in view.runs.text()
    queue.rows.clear()
    queue.finished.emit(Job("1", "", job.args, "done"))
    asked.last("bench.runs").done({"runs": [RUNS["runs"][0] | {"n_expected": 6}, *RUNS["runs"][1:]]})
    assert asked.last("bench.report").payload["run"] == "later"
    assert "· 6 scores ·" in view.runs.text()


def test_a_task_that_is_absent_says_below_the_tree_why(page: EvaluationPage, asked: FakeEngine) -> None:
    page.benchmarks.setup.folder_chosen.emit("/data")
    page.benchmarks.open_setup()
    asked.last("bench.options").done(OPTIONS)
    setup = page.benchmarks.setup
    near = setup.tasks.index(1, 0, setup.tasks.index(0, 0))
    setup.tree.setCurrentIndex(setup.tasks.index(1, 0, near))
    assert setup.why.text() == "scidocs/view is absent."


def test_a_task_file_at_fault_is_told_with_its_reason(page: EvaluationPage, asked: FakeEngine) -> None:
    page.benchmarks.setup.folder_chosen.emit("/data")
    page.benchmarks.open_setup()
    asked.last("bench.options").done(
        OPTIONS | {"faults": [{"file": "/own.jsonl", "why": "Line 3 is no JSON."}]}
    )
    assert page.benchmarks.setup.strip.text == "1 task file cannot be read."
    assert page.benchmarks.setup.strip.details == "Line 3 is no JSON."


def test_results_are_a_table_a_summary_and_a_forest(read: EvaluationPage) -> None:
    results = read.benchmarks.results
    assert results.table.model().rowCount() == 5
    assert "1 of 2 rows are better, 0 worse (p < 0.05, by Holm over each row's systems)." in words(read)
    assert "Over the 3 columns that all 2 systems have: +1.70 [+0.20, +3.10]." in words(read)
    spans = results.plots.forest.spans
    assert [(span.name, span.certain) for span in spans] == [
        ("MAG", True), ("Cite, MAP", False), ("All columns", True),
    ]  # fmt: skip
    assert "7 better, 2 equal, 3 worse of 12" in spans[0].tip


def test_the_row_that_is_chosen_stays_chosen_while_differences_come(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report())
    results = page.benchmarks.results
    results.table.selectRow(1)
    asked.last("bench.compare").done(MAG)
    assert results.row is not None
    assert results.row.task == "scidocs/cite"
    results.plots.forest.span_chosen.emit("scidocs/mag f1_macro")
    assert results.row.task == "scidocs/mag"


def test_costs_and_what_is_missing_have_views_of_their_own(read: EvaluationPage) -> None:
    plots = read.benchmarks.results.plots
    plots.show_view(COST)
    assert [(dot.name, dot.seconds) for dot in plots.cost.dots] == [("small", 20.0), ("large", 90.0)]
    assert "Not timed: BM25." in words(read)
    plots.show_view(MISSING)
    model = plots.missing.model()
    said = [[model.data(model.index(row, column)) for column in range(3)] for row in range(model.rowCount())]
    assert said == [
        ["MDCR, small", "Out of memory.", "failed"],
        ["Cite", "10 of 12 rows were scored; the others, such as row 3, have no text here.", "in part"],
        ["scidocs/view", "absent: its file does not exist.", "not run"],
        ["Label tasks", "BM25 rank papers and have no vectors.", "not applicable"],
        ["", "SciDocs lacks MeSH and 8 more.", "average"],
    ]
    assert "1 task absent or not scored, 1 failed" in words(read)


def test_another_reference_and_another_run_are_asked_for(read: EvaluationPage, asked: FakeEngine) -> None:
    results = read.benchmarks.results
    results.reference.setCurrentIndex(results.reference.findData("large"))
    results.reference.activated.emit(results.reference.currentIndex())
    assert asked.last("bench.compare").payload["reference"] == "large"
    read.benchmarks.runs.chosen.emit("earlier")
    assert asked.last("bench.report").payload["run"] == "earlier"


def test_a_failure_leaves_the_results_on_screen(read: EvaluationPage, asked: FakeEngine) -> None:
    read.benchmarks.runs.chosen.emit("earlier")
    asked.last("bench.report").failed("EngineError", "The search engine stopped.")
    results = read.benchmarks.results
    assert results.strip.text == "The search engine stopped."
    assert results.table.isVisible()
    n = asked.count("bench.runs")
    results.strip._action.click()
    assert asked.count("bench.runs") == n + 1


def test_a_run_that_failed_is_told_over_the_results_until_it_is_put_away(
    read: EvaluationPage, asked: FakeEngine, queue: FakeJobs
) -> None:
    queue.finished.emit(Job("1", "", ("bench", "run", "bm25"), "failed", error="No room on the disk."))
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report(unable=[]))
    assert read.benchmarks.results.strip.isVisible()
    assert read.benchmarks.results.strip.text == "No room on the disk."


def test_an_export_asks_where_and_writes_in_the_form_that_was_chosen(
    read: EvaluationPage, asked: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[str] = []

    def choose(_parent: object, _title: str, name: str) -> tuple[str, str]:
        offered.append(name)
        return "/somewhere/out.tex", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    actions = {action.text(): action for action in read.benchmarks.export.menu().actions()}
    actions["Differences as LaTeX…"].trigger()
    assert offered == ["benchmarks-differences.tex"]
    payload = asked.last("bench.export").payload
    assert (payload["form"], payload["what"], payload["path"]) == (
        "latex",
        "differences",
        "/somewhere/out.tex",
    )


def test_an_earlier_file_is_chosen_in_a_dialog(read: EvaluationPage, asked: FakeEngine) -> None:
    actions = {action.text(): action for action in read.benchmarks.export.menu().actions()}
    actions["Compare with an earlier run's JSON…"].trigger()
    dialog = read.benchmarks.findChild(QFileDialog)
    dialog.fileSelected.emit("/earlier.json")
    dialog.reject()
    assert asked.last("bench.report").payload["reports"] == ("/earlier.json",)
    asked.last("bench.report").done(report())
    assert read.benchmarks.results.drop.isVisible()


def test_a_task_opens_to_its_queries_and_a_query_to_both_rankings(
    read: EvaluationPage, asked: FakeEngine
) -> None:
    view = read.benchmarks
    view.results.table.selectRow(1)
    QTest.keyClick(read, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert in_view(read) == BEHIND
    asked.last("bench.items").done(QUERIES)
    queries = view.behind.queries
    assert asked.last("bench.rankings").payload["query"] == "q1", "the largest loss is looked at first"
    places = [{"rank": 1, "doc_id": "p1", "title": "One", "grade": 2, "other": 2}]
    answer = {"query": "q1", "text": "first", "graded": True, "relevant": 3}
    asked.last("bench.rankings").done({**answer, "reference": places, "system": places})
    assert [table.model().rowCount() for table in queries.rankings] == [1, 1]
    assert "3 relevant papers; arrows show how far large moves a paper" in words(read)
    queries.plot.bar_chosen.emit("q2")
    assert asked.last("bench.rankings").payload["query"] == "q2"
    queries.plot.bar_chosen.emit("q77")
    assert asked.last("bench.items").payload["find"] == "q77", "it is on another page"
    view.behind.measure.activated.emit(1)
    assert asked.last("bench.items").payload["metric"] == "map"
    QTest.keyClick(read, Qt.Key.Key_Escape)
    assert in_view(read) == RESULTS


def test_a_task_of_classes_opens_to_its_papers_where_the_systems_differ(
    read: EvaluationPage, asked: FakeEngine
) -> None:
    view = read.benchmarks
    view.results.table.selectRow(0)
    view.results.behind.click()
    asked.last("bench.items").done(PAPERS)
    papers = view.behind.papers
    assert papers.table.model().rowCount() == 2
    papers.differing.setChecked(False)
    assert asked.last("bench.items").payload["differing"] is False
    asked.last("bench.items").done(ALL_PAPERS)
    assert papers.table.model().rowCount() == 3
    assert "3 papers of the test: both right on 1, only small on 1, only large on 1, neither on 0." in words(
        read
    )
    assert "Only paper ids are shown: The folder is not chosen." in words(read)


def test_a_task_that_cannot_be_read_says_why_and_can_be_tried_again(
    read: EvaluationPage, asked: FakeEngine
) -> None:
    view = read.benchmarks
    view.results.table.selectRow(0)
    view.results.behind.click()
    asked.last("bench.items").failed("EvaluationError", "papers.jsonl, line 3: no JSON.")
    assert "papers.jsonl, line 3: no JSON." in words(read)
    n = asked.count("bench.items")
    view.behind.empty.action_requested.emit("Try again")
    assert asked.count("bench.items") == n + 1


def test_one_system_alone_has_values_and_no_gains(page: EvaluationPage, asked: FakeEngine) -> None:
    alone: dict[str, Any] = report(systems=["small"])
    for row in alone["rows"]:
        row["values"] = {"small": row["values"]["small"]}
    alone["averages"] = alone["averages"][:1]
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(alone)
    view = page.benchmarks
    assert not view.results.reference.isVisible()
    assert asked.count("bench.compare") == 0
    view.results.table.selectRow(1)
    view.results.behind.click()
    asked.last("bench.items").done(QUERIES)
    assert view.behind.queries.table.model().columnCount() == 2
    assert not view.behind.system.isVisible()


def test_the_forest_follows_the_theme_and_forgets_what_is_gone(
    read: EvaluationPage, faked: AppContext
) -> None:
    forest = read.findChild(ForestPlot)
    faked.theme.set_choice("dark")
    assert len(forest.spans) == 3
    read.benchmarks.results.show_differences({}, n_left=0)
    assert forest.spans == []


def test_a_score_that_was_kept_as_a_whole_has_nothing_to_inspect(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    found = report()
    found["rows"][1]["has_items"] = False
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(found)
    results = page.benchmarks.results
    for row, why in ((0, ""), (1, "This score has no details by query or paper."), (2, "")):
        results.table.selectRow(row)
        said = results.behind.isEnabled(), results.behind.accessibleDescription()
        assert said == (not why, why)
