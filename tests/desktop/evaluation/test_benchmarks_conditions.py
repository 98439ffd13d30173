"""How results were scored, as rows of the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from asking import FakeEngine
from bench_fakes import RUNS, report

from assay.benchmarks.results import Conditions, TaskResult, run_conditions
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.codec import to_json
from assay_desktop.pages.evaluation.benchmarks.conditions import how_table
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import HOW

if TYPE_CHECKING:
    from assay.benchmarks.types import RunConditions
    from assay_desktop.pages.evaluation.page import EvaluationPage


def _conditions() -> RunConditions:
    noted = {"similarity": "cosine", "data": "d" * 64, "version": "1.2"}
    small = Conditions(
        **noted, precision="float32", device="cpu", model="a" * 64, pooling="mean", length=1024,
        intercept=True, grid=(0.01, 1.0),
    )  # fmt: skip
    results = [
        TaskResult(
            "drsm", "small", "1", name="DRSM", kind="classification", n=1519, conditions=small,
            few_shot=(FewShotScore(16, 50), FewShotScore(64, 10)),
        ),
        TaskResult(
            "cite", "small", "2", name="Cite", kind="proximity", n=12, conditions=replace(small, grid=()),
        ),
        TaskResult(
            "cite", "bm25", "3", name="Cite", kind="proximity", n=12,
            conditions=Conditions(**noted, model="b" * 64),
        ),
    ]  # fmt: skip
    return run_conditions(results)


def test_a_row_says_what_was_chosen_and_of_which_task_or_system() -> None:
    assert [(what, of, how) for what, how, of in how_table(_conditions()).rows] == [
        ("Rankings", "all", "Candidates by cosine"),
        ("Classifiers", "all", "Linear, with an intercept"),
        ("Program", "all", "Assay 1.2"),
        ("Classifiers", "DRSM", "The best C of 0.01 · 1, by 3 folds of the training papers"),
        ("Few examples", "DRSM", "The mean of all examples and of 50 runs on 16, 10 runs on 64"),
        ("Pooling", "small", "mean of all tokens"),
        ("Length", "small", "At most 1,024 tokens of a text"),
        ("Vectors", "small", "float32, encoded on cpu"),
        ("Fingerprint", "small", "aaaaaaaaaaaa"),
        ("Rankings", "BM25", "Keywords only, without vectors"),
        ("Fingerprint", "BM25", "bbbbbbbbbbbb"),
        ("Data", "DRSM", "Fingerprint dddddddddddd"),
        ("Data", "Cite", "Fingerprint dddddddddddd"),
    ]  # fmt: skip


def test_how_a_run_was_scored_stands_below_its_table(page: EvaluationPage, asked: FakeEngine) -> None:
    asked.last("bench.runs").done(RUNS)
    asked.last("bench.report").done(report(conditions=to_json(_conditions())))
    plots = page.benchmarks.results.plots
    plots.show_view(HOW)
    assert plots.how.isVisible()
    model = plots.how.model()
    said = [[model.data(model.index(row, column)) for column in range(3)] for row in range(3)]
    assert said[0] == ["Rankings", "Candidates by cosine", "all"]
    assert plots.how.accessibleName() == "How this was scored"
