"""How results were scored, as rows of the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bench_fakes import RUNS, FakeEngine, report

from assay.benchmarks import TaskResult
from assay.benchmarks.results import Conditions, run_conditions
from assay.benchmarks.tasks import FewShotScore
from assay_desktop.pages.evaluation.benchmarks.conditions import how_rows
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import HOW

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.page import EvaluationPage


def _told() -> dict[str, Any]:
    noted = {"similarity": "cosine", "data": "d" * 64, "version": "1.2"}
    small = Conditions(
        **noted, precision="float32", device="cpu", model="a" * 64, pooling="mean", length=1024,
        intercept=True, grid=(0.01, 1.0),
    )  # fmt: skip
    results = [
        TaskResult(
            "drsm", "small", "1", name="DRSM", kind="classification", n=1519, conditions=small,
            few_shot=(FewShotScore(16, 50), FewShotScore(64, 0)),
        ),
        TaskResult(
            "cite", "small", "2", name="Cite", kind="proximity", n=12, conditions=replace(small, grid=()),
        ),
        TaskResult(
            "cite", "bm25", "3", name="Cite", kind="proximity", n=12,
            conditions=Conditions(**noted, model="b" * 64),
        ),
        TaskResult("old", "small", "4", name="Old", kind="proximity", n=3),
    ]  # fmt: skip
    return run_conditions(results).as_json()


def test_a_row_says_what_was_chosen_and_of_which_task_or_system() -> None:
    assert [tuple(row) for row in how_rows(_told())] == [
        ("Rankings", "all", "Candidates by cosine"),
        ("Classifiers", "all", "Linear, with an intercept"),
        ("Program", "all", "Assay 1.2"),
        ("Not noted", "", "1 scores were kept by an earlier program, which did not note how they came about"),
        ("Classifiers", "DRSM", "The best C of 0.01 · 1, by 3 folds of the training papers"),
        ("Few examples", "DRSM", "The mean of all examples and of 50 trainings on 16, trainings on 64"),
        ("Pooling", "small", "mean of all tokens"),
        ("Length", "small", "At most 1,024 tokens of a text"),
        ("Vectors", "small", "float32, encoded on cpu"),
        ("Fingerprint", "small", "aaaaaaaaaaaa"),
        ("Rankings", "BM25", "By words alone, without vectors"),
        ("Fingerprint", "BM25", "bbbbbbbbbbbb"),
        ("Data", "DRSM", "Fingerprint dddddddddddd"),
        ("Data", "Cite", "Fingerprint dddddddddddd"),
    ]  # fmt: skip


def test_an_answer_of_an_earlier_engine_has_no_rows() -> None:
    assert how_rows(None) == ()


def test_how_a_run_was_scored_stands_below_its_table(page: EvaluationPage, asked: FakeEngine) -> None:
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report(how=_told()))
    plots = page.benchmarks.results.plots
    plots.show_view(HOW)
    assert plots.how.isVisible()
    model = plots.how.model()
    said = [[model.data(model.index(row, column)) for column in range(3)] for row in range(3)]
    assert said[0] == ["Rankings", "Candidates by cosine", "all"]
    assert plots.how.accessibleName() == "How this was scored"
