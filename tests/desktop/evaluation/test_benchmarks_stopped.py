"""Runs that were stopped before their first score: in the menu, in view, and gone on with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from asking import FakeEngine, FakeJobs
from bench_fakes import report, words

from assay.benchmarks.types import RunLine
from assay_desktop.background.job import Job
from assay_desktop.pages.evaluation.benchmarks.words import run_words

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.page import EvaluationPage


def runs(*rows: tuple[str, int, int]) -> dict[str, Any]:
    """(id, scores, asked for) each, the latest first."""
    row = {"created": "2026-01-09T10:15:00+00:00", "systems": ["small", "large"]}
    counts = ((run, {"n_results": n, "n_scores": n, "n_expected": of}) for run, n, of in rows)
    return {"runs": [{**row, "run_id": run, **own} for run, own in counts]}


def offered(page: EvaluationPage) -> list[str]:
    return [action.text().split(" · ")[1] for action in page.benchmarks.runs.actions_shown()]


def test_a_run_without_a_score_is_in_the_menu_and_the_latest_with_one_in_view(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    asked.last("bench.runs").done(runs(("stopped", 0, 12), ("whole", 6, 6)))
    assert asked.last("bench.report").payload["run"] == "whole"
    asked.last("bench.report").done(report("whole"))
    assert offered(page) == ["stopped at 0 of 12 results", "6 scores"]


def test_a_run_without_a_score_says_so_and_goes_on_by_one_button(
    page: EvaluationPage, asked: FakeEngine, queue: FakeJobs
) -> None:
    asked.last("bench.runs").done(runs(("stopped", 0, 12), ("whole", 6, 6)))
    asked.last("bench.report").done(report("whole"))
    view = page.benchmarks
    n = asked.count("bench.report")
    view.runs.chosen.emit("stopped")
    assert asked.count("bench.report") == n, "there is nothing to read"
    assert "This run was stopped before its first score: 12 are left to do." in words(page)
    assert view.runs.isVisible()
    assert not view.export.isVisible()
    assert not view.more.isVisible()
    assert not view.results.stopped.isVisible()
    view.results.empty.action_requested.emit("Resume")
    (job,) = queue.rows
    assert job.args == ("bench", "run", "--resume", "stopped")
    assert "This run is in progress." in words(page)
    queue.rows.clear()
    queue.finished.emit(Job("0", "", job.args, "cancelled"))
    asked.last("bench.runs").done(runs(("stopped", 0, 12), ("whole", 6, 6)))
    assert "stopped before its first score" in words(page), "it stays in view"
    view.runs.chosen.emit("whole")
    asked.last("bench.report").done(report("whole"))
    assert view.results.table.isVisible()
    assert view.export.isVisible()


def test_a_new_run_that_is_stopped_at_once_stays_in_view(
    page: EvaluationPage, asked: FakeEngine, queue: FakeJobs
) -> None:
    asked.last("bench.runs").done(runs(("whole", 3, 6)))
    asked.last("bench.report").done(report("whole"))
    view = page.benchmarks
    job = Job("0", "", ("bench", "run", "small"), "running")
    queue.rows = [job]
    queue.changed.emit()
    assert offered(page) == ["stopped at 3 of 6 results"], "the new one is not there yet"
    queue.rows = []
    queue.finished.emit(Job("0", "", job.args, "cancelled"))
    asked.last("bench.runs").done(runs(("new", 0, 12), ("whole", 3, 6)))
    assert "stopped before its first score" in words(page)
    assert view.runs.text().split(" · ")[1] == "stopped at 0 of 12 results"


def test_results_of_another_run_that_come_late_are_not_shown(page: EvaluationPage, asked: FakeEngine) -> None:
    asked.last("bench.runs").done(runs(("stopped", 0, 12), ("whole", 6, 6)))
    late = asked.last("bench.report")
    page.benchmarks.runs.chosen.emit("stopped")
    late.done(report("whole"))
    assert "stopped before its first score" in words(page)


def test_only_runs_without_a_score_are_no_reason_to_say_that_nothing_was_measured(
    page: EvaluationPage, asked: FakeEngine
) -> None:
    asked.last("bench.runs").done(runs(("stopped", 0, 12)))
    assert asked.count("bench.report") == 0
    assert "stopped before its first score" in words(page)
    assert page.benchmarks.runs.isVisible()


def test_a_run_is_called_by_its_scores_alone_and_what_is_no_score_is_not_counted() -> None:
    run = RunLine("later", "2026-01-09T10:15:00+00:00", ("small",), 3, 3, n_scores=2)
    assert run_words(run).split(" · ")[1:] == ["2 scores", "small"]
    assert run_words(replace(run, n_scores=1)).split(" · ")[1] == "1 score"
