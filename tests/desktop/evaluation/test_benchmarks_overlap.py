"""Leakage: a training is chosen, compared as a job, and shown with the scores on what is left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from asking import FakeEngine, FakeJobs
from bench_fakes import RUNS, report, words
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from seeing import cells

from assay.benchmarks.types import OverlapReport
from assay.codec import from_json
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_outcome
from assay_desktop.pages.evaluation.benchmarks.overlap import clean_columns, clean_scores, overlap_columns
from assay_desktop.pages.evaluation.benchmarks.page import OVERLAP, RESULTS
from assay_desktop.widgets.tables.rows import RowsModel

if TYPE_CHECKING:
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.page import EvaluationPage


def _left(**values: Any) -> dict[str, Any]:
    return {
        "metric": "map", "n": 12, "whole": 60.0, "n_left": 9, "left": 57.5, "n_out": 3, "out": 67.5,
        "few": True, **values,
    }  # fmt: skip


CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
FOUND: dict[str, Any] = {
    "training": "/releases/iclr",
    "run_id": "later",
    "tasks": [
        {
            "task": "scidocs/mag", "name": "MAG", "n_papers_shared": 0, "n_papers": 24,
            "n_positives_shared": 0, "n_positives": 0, "n_near": 0, "n_left": 8, "n_queries": 8,
            "left": {"large": [_left(n_left=0, left=None)]},
        },
        {
            "task": "scidocs/cite", "name": "Cite", "n_papers_shared": 5, "n_papers": 1200,
            "n_positives_shared": 2, "n_positives": 30, "n_near": 1, "n_left": 9, "n_queries": 12,
            "left": {"bm25": [_left()], "large": [_left(whole=80.0, left=None)]},
        },
    ],
    "absent": [{"task_id": "mdcr", "name": "MDCR", "state": "absent", "why": "absent"}],
}  # fmt: skip


@pytest.fixture
def page(page: EvaluationPage, asked: FakeEngine) -> EvaluationPage:
    """Over results, with leakage open and a trained model to choose."""
    asked.last("bench.runs").done({"runs": [row | {"n_expected": 6} for row in RUNS["runs"][:1]]})
    asked.last("bench.report").done(report())
    page.benchmarks.more.menu().actions()[-1].trigger()
    asked.last("bench.trainings").done({"models": ["large", "small-2"]})
    return page


def test_a_row_says_what_a_task_shares_and_a_score_what_it_loses() -> None:
    mag, cite = from_json(FOUND, OverlapReport).tasks
    model = RowsModel()
    model.show(overlap_columns(), [mag, cite])
    assert cells(model) == [
        ["MAG", "0 of 24", "0 of 0", "0", "8 of 8"],
        ["Cite", "5 of 1,200", "2 of 30", "1", "9 of 12"],
    ]
    model.show(clean_columns(), clean_scores(cite))
    assert cells(model) == [
        ["BM25", "MAP", "60.00", "57.50", "−2.50", "67.50", "9, few"],
        ["large", "MAP", "80.00", "–", "–", "67.50", "9, few"],
    ]


def test_a_trained_model_is_compared_with_the_run_and_can_be_cancelled(
    page: EvaluationPage, queue: FakeJobs
) -> None:
    overlap = page.benchmarks.overlap
    assert page.benchmarks._stack.currentIndex() == OVERLAP
    assert "Was a model trained on what it is tested on?" in words(page)
    overlap.training.setCurrentIndex(1)
    overlap.training.activated.emit(1)
    overlap.run.click()
    (job,) = queue.rows
    assert job.args == ("bench", "overlap", "small-2", "--run", "later", "--figures")
    assert overlap.work.text == "Comparison queued…"
    said = overlap.run.isEnabled(), overlap.run.toolTip()
    assert said == (False, "Wait until the comparison ends.")
    queue.rows = [replace(job, state="running", stage="comparing", done=1, total=3)]
    queue.changed.emit()
    assert overlap.work.text == "comparing · task 2 of 3"
    assert "Comparing the tasks with the training data…" in words(page)
    assert "Was a model trained" not in words(page)
    overlap.work.cancel.click()
    assert queue.cancelled == [job.id]
    queue.rows.clear()
    queue.finished.emit(replace(job, state="cancelled"))
    assert "Was a model trained on what it is tested on?" in words(page)
    assert overlap.run.isEnabled()
    overlap.show_trainings((), None, "")
    assert (overlap.run.isEnabled(), overlap.run.toolTip()) == (False, "Choose the training data first.")


def test_of_scores_that_nobody_can_tell_the_reason_stands_below_those_of_the_others(
    page: EvaluationPage, queue: FakeJobs
) -> None:
    cite = FOUND["tasks"][1] | {
        "untold": {system: {"text": "It is kept as a whole."} for system in ("bm25", "hybrid")}
    }
    found = FOUND | {"tasks": [FOUND["tasks"][0], cite]}
    queue.finished.emit(Job("1", "", ("bench", "overlap", "large"), "done", result=found))
    assert "No clean score for BM25, Hybrid: It is kept as a whole." in words(page)
    page.benchmarks.overlap.tasks.selectRow(0)
    assert "No clean score" not in words(page)


def test_what_came_out_is_shown_with_the_task_that_shares_most_to_look_at(
    page: EvaluationPage, queue: FakeJobs
) -> None:
    done = Job("1", "", ("bench", "overlap", "large"), "done", result=FOUND)
    queue.finished.emit(done)
    overlap = page.benchmarks.overlap
    assert "iclr overlaps with 1 of the 2 tasks" in words(page)
    assert "MDCR cannot be compared: absent" in words(page)
    assert overlap.tasks.currentIndex().row() == 1
    assert overlap.scores.model().rowCount() == 2
    overlap.tasks.selectRow(0)
    assert cells(overlap.scores.model()) == [["large", "MAP", "60.00", "–", "–", "67.50", "0"]]
    overlap.back.click()
    assert page.benchmarks._stack.currentIndex() == RESULTS
    queue.rows = [done]
    QTest.keyClick(page, Qt.Key.Key_L, CTRL_SHIFT)
    assert overlap.tasks.isVisible(), "the latest of this run is there again"
    assert job_outcome(done) == "compared with 2 tasks"


def test_a_release_is_a_folder_of_which_one_part_was_trained_on_and_is_remembered(
    page: EvaluationPage, faked: AppContext, queue: FakeJobs
) -> None:
    overlap = page.benchmarks.overlap
    assert not overlap.split.isVisible()
    for ask, path in ((overlap.ask_recipe, "/r/recipe.toml"), (overlap.ask_folder, "/releases/iclr")):
        before = set(overlap.findChildren(QFileDialog))
        ask()
        (dialog,) = set(overlap.findChildren(QFileDialog)) - before
        dialog.fileSelected.emit(path)
        dialog.reject()
    assert overlap.split.isVisible()
    overlap.split.setText("dev")
    overlap.split.textEdited.emit("dev")
    overlap.run.click()
    assert queue.rows[0].args[2:] == ("/releases/iclr", "--run", "later", "--figures", "--split", "dev")
    assert faked.settings.text("benchmarks/trainings") == (
        '[["folder", "/releases/iclr"], ["recipe", "/r/recipe.toml"]]'
    )


def test_a_comparison_that_fails_says_why_and_can_be_tried_again(
    page: EvaluationPage, queue: FakeJobs
) -> None:
    failed = Job("1", "", ("bench", "overlap", "large"), "failed", error="The recipe's data are gone.")
    queue.finished.emit(failed)
    assert "The recipe's data are gone." in words(page)
    page.benchmarks.overlap.empty.action_requested.emit("Try again")
    assert queue.rows[0].args[:3] == ("bench", "overlap", "large")
