"""What covers only a part of its rows, and what lacks columns, never stands as if it were whole."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest
from scipy.stats import pearsonr

from assay import __version__
from assay.benchmarks.aggregation import schemes
from assay.benchmarks.analyses import analyse_results, correlation_sheet
from assay.benchmarks.comparison import compare_columns
from assay.benchmarks.report import BenchReport, averages_of, report_json, report_of
from assay.benchmarks.results import TaskResult
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import select_tasks
from assay.benchmarks.store import BenchStore
from assay.benchmarks.suites.describe import every_task
from assay.benchmarks.tables import coverage_sheet, parts_sheet, published_sheets, report_text
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.tasks.score import Scoring
from assay.benchmarks.types import MissingScore, SkippedTask
from assay.codec import decode, encode
from assay.encoding.hashing import HashingEncoder

HALF = Coverage(228, 114, "Art: 1 2")
ALL = Coverage(10)


def scored(task: str, system: str = "base", *, coverage: Coverage = ALL, **values: float) -> TaskResult:
    return TaskResult(
        task=task, system=system, key=f"{system}-{task}", name=task.upper(), values=values, n=10,
        coverage=coverage,
    )  # fmt: skip


def training(system: str, *, biomimicry: Coverage) -> list[TaskResult]:
    """Every column of SciRepEval's tasks in training, and Biomimicry."""
    known = {task.id: task for task in every_task()}
    columns = schemes()["scirepeval-24"].parts["in-train"]
    own = [scored(task, system, **{known[task].metrics[0]: 50.0 + n}) for n, task in enumerate(columns)]
    task = "scirepeval/biomimicry"
    return [*own, scored(task, system, coverage=biomimicry, **{known[task].metrics[0]: 80.0})]


def test_a_result_of_a_part_of_its_rows_stands_in_brackets_beside_published_ones() -> None:
    results = [
        scored("mdcr", coverage=HALF, map=40.0, recall_5=30.0),
        scored("mdcr", "whole", map=30.0, recall_5=20.0),
    ]
    (sheet,) = (each for each in published_sheets(results) if each.title.startswith("MDCR"))
    text = sheet.markdown()
    assert "| base (ours) | (40.0) | (30.0) |" in text
    assert "| whole (ours) | 30.0 | 20.0 |" in text
    assert "- base: MDCR in parts (114 of 228 rows), in brackets." in text


def test_an_average_that_holds_a_part_stands_in_brackets_and_says_so() -> None:
    results = training("base", biomimicry=Coverage(121, 1, "p7"))
    sheet = coverage_sheet(results)
    assert sheet is not None
    rows = {row[0]: (number, row) for number, row in enumerate(sheet.rows)}
    number, row = rows["scirepeval-24 in-train"]
    assert row[1:] == ("7 of 7", pytest.approx(53.0))
    assert (number, 1) not in sheet.brackets
    number, row = rows["scirepeval-24 out-of-train"]
    assert row[1:] == ("1 of 20", 80.0)  # one column, of which a row is missing
    assert (number, 1) in sheet.brackets
    number, row = rows["scirepeval-24 average"]
    assert row[1:] == ("8 of 27", pytest.approx(fmean([*range(50, 57), 80])))
    told = "- base: scirepeval-24 average holds SCIREPEVAL/BIOMIMICRY in parts (120 of 121 rows)."
    assert told in sheet.markdown()


def test_a_score_unlike_the_published_one_is_in_no_average_beside_published_ones_and_is_told() -> None:
    """S2AND's columns are not all of the released ones: its 99 must not lift a published average."""
    results = [*training("base", biomimicry=ALL), scored("scirepeval/s2and", b3_f1=99.0)]
    sheet = coverage_sheet(results)
    assert sheet is not None
    rows = {row[0]: row for row in sheet.rows}
    assert rows["scirepeval-24 out-of-train"][1:] == ("1 of 20", 80.0)
    assert rows["scirepeval-24 average"][1:] == ("8 of 27", pytest.approx(fmean([*range(50, 57), 80])))
    report = BenchReport("r", tuple(results), (), "")
    text = report_text(report, "md")
    assert "| SCIREPEVAL/S2AND | b3_f1 | 10 | 99.00 |" in text
    assert "- S2AND: nine of the 39 columns of S2AND are left out" in text


def test_each_system_has_its_own_coverage_and_none_has_no_brackets() -> None:
    few = training("few", biomimicry=Coverage(121))[:2]
    results = [
        *training("base", biomimicry=Coverage(121)),
        *few,
        scored("mdcr", "other", map=1.0, recall_5=1.0),
    ]
    sheet = coverage_sheet(results)
    assert sheet is not None
    assert sheet.columns == (
        "Average", "base: columns", "base", "few: columns", "few", "other: columns", "other",
    )  # fmt: skip
    text = sheet.markdown()
    assert "| scirepeval-24 in-train | 7 of 7 | 53.00 | 2 of 7 | (50.50) |  |  |" in text
    assert "| scirepeval-24 out-of-train | 1 of 20 | (80.00) |  |  |  |  |" in text
    assert "- few: scirepeval-24 in-train lacks scirepeval/cite-count" in text
    assert "()" not in text


def asked() -> BenchReport:
    """One task failed for `new`, one is half, one absent, and one was not come to."""
    first = [scored("t/one", "base", map=40.0), scored("t/one", "new", map=60.0)]
    second = [scored("t/two", "base", map=20.0), scored("t/two", "new", map=0.0)]
    second[1] = replace(second[1], values={}, failure="No memory.")
    third = [scored("t/three", name, coverage=HALF, map=30.0) for name in ("base", "new")]
    return BenchReport(
        "r", (*first, *second, *third), (SkippedTask("scidocs/view", "View", "absent", "no file."),), "",
        tuple(MissingScore("own/mine/four", "Four", name) for name in ("base", "new")),
    )  # fmt: skip


def test_averages_count_what_failed_was_absent_and_was_not_come_to() -> None:
    """SciDocs has two measures for views; of a task of one's own not come to one column is known."""
    found = averages_of(asked())["average"]
    assert {system: (each.n, each.of) for system, each in found.items()} == {"base": (3, 6), "new": (2, 6)}
    assert found["base"].value is None
    assert found["base"].so_far == pytest.approx((40 + 20 + 30) / 3)
    assert found["new"].missing == (
        "t/two map", "scidocs/view map", "scidocs/view ndcg", "own/mine/four",
    )  # fmt: skip
    assert found["new"].partial == ("t/three map",)


def test_markdown_csv_and_latex_carry_brackets_and_notes() -> None:
    report = asked()
    md, latex = report_text(report, "md"), report_text(report, "latex")
    assert "| average | mean of columns | 2 to 3 of 6 | (30.00) | (45.00) |" in md
    assert "average & mean of columns & 2 to 3 of 6 & (30.00) & (45.00)" in latex
    assert "| T/THREE | map | 10 | (30.00) | (30.00) |" in md
    rows = list(csv.reader(io.StringIO(report_text(report, "csv"))))
    assert rows[0] == ["Task", "Measure", "n", "base", "new", "In brackets"]
    (mean,) = (row for row in rows if row[0] == "average")
    assert mean == ["average", "mean of columns", "", "30.0", "45.0", "base; new"]
    notes = (
        "T/TWO, new: No memory.",
        "scidocs/view: not run. absent: no file.",
        "new: average lacks t/two map, scidocs/view map, scidocs/view ndcg and 1 more (2 of 6).",
        "base, new: average holds T/THREE in parts (114 of 228 rows).",
    )
    for note in notes:
        assert f"- {note}\n" in md
        assert rf"\footnotesize {note}\par" in latex


def test_parts_stand_with_the_value_that_they_make() -> None:
    fields = {f"field {n}": {"map": 10.0 + n, "recall_5": 5.0 + n} for n in range(19)}
    whole = {metric: fmean(row[metric] for row in fields.values()) for metric in ("map", "recall_5")}
    own = {"with self-hits": {"ndcg_cut_10": 41.5}}
    results = [
        replace(scored("mdcr", "base", coverage=HALF, **whole), parts=fields),
        replace(scored("beir/arguana", "base", ndcg_cut_10=50.25), parts=own),
        scored("beir/arguana", "new", ndcg_cut_10=47.5),
        replace(scored("s2and", "new", b3=90.0), parts={"pubmed": {"b3": 88.0}, "aminer": {"b3": 92.0}}),
    ]
    sheet = parts_sheet(results)
    assert sheet is not None
    assert len(sheet.rows) == 2 * 20 + 2 + 3
    report = BenchReport("r", tuple(results), (), "")
    md = report_text(report, "md")
    assert "| Task | Part | Measure | base | new |" in md
    assert "| MDCR | field 18 | map | (28.00) |  |" in md
    assert "| MDCR | as scored | map | (19.00) |  |" in md
    assert "| BEIR/ARGUANA | with self-hits | ndcg_cut_10 | 41.50 |  |" in md
    assert "| BEIR/ARGUANA | as scored | ndcg_cut_10 | 50.25 | 47.50 |" in md
    assert "| S2AND | aminer | b3 |  | 92.00 |" in md
    assert "S2AND & aminer & b3 &  & 92.00" in report_text(report, "latex")
    assert "S2AND,aminer,b3,,92.0," in report_text(report, "csv", table="Parts")
    assert parts_sheet([scored("mdcr", map=1.0, recall_5=1.0)]) is None


def test_correlations_say_over_how_many_systems_and_leave_out_equal_ones() -> None:
    """`third` was scored for three systems; of the three of `fourth` two are one model."""
    scores = {"a": (1.0, 2.0), "b": (2.0, 5.0), "c": (3.0, 4.0), "d": (4.0, 8.0)}
    results = [
        scored(task, system, map=value)
        for system, pair in scores.items()
        for task, value in zip(("one", "two"), pair, strict=True)
    ]
    third = [scored("third", system, map=value) for system, value in (("a", 7.0), ("b", 8.0), ("c", 9.5))]
    twins = [scored(task, "b again", map=value) for task, value in (("one", 2.0), ("fourth", 6.0))]
    fourth = [scored("fourth", system, map=value) for system, value in (("a", 5.0), ("b", 6.0))]
    found = analyse_results([*results, *third, *twins, *fourth]).correlations
    assert found is not None
    assert found.of("ONE", "TWO") == pytest.approx(pearsonr([1, 2, 3, 4], [2, 5, 4, 8]).statistic)
    assert found.of("ONE", "THIRD") == pytest.approx(pearsonr([1, 2, 3], [7, 8, 9.5]).statistic)
    assert found.of("ONE", "FOURTH") is None  # three systems, of which two are the same
    assert found.range_n == (3, 4)
    text = correlation_sheet(found).markdown()
    assert "over the 3 to 4 systems that have both" in text
    assert "- Empty: fewer than three systems with different scores" in text


def test_a_score_without_a_few_shot_setting_stands_in_brackets_and_names_it() -> None:
    few = (
        FewShotScore(16, 50, {"f1": 20.0}),
        FewShotScore(64, 10, failure="80 papers do not fall to parts of 64."),
    )
    poor = replace(scored("fields", f1=30.0), complete={"f1": 40.0}, few_shot=few)
    rich = replace(scored("fields", "whole", f1=25.0), complete={"f1": 40.0})
    assert not poor.whole
    assert poor.coverage.whole
    assert decode(encode(poor), TaskResult) == poor
    report = BenchReport("run", (poor, rich), (), "")
    text = report_text(report, "md")
    assert "| FIELDS | f1 | 10 | (30.00) | 25.00 |" in text, (
        "neither is the best: they are of other trainings"
    )
    assert (
        "FIELDS, base: 10 trainings on 64 examples could not be scored, the value is without them. "
        "80 papers do not fall to parts of 64."
    ) in text
    own = averages_of(report)["average"]
    assert (own["base"].value, own["whole"].value) == (None, 25.0)
    assert "base: average holds FIELDS in parts (without 10 trainings on 64 examples)." in text


def test_systems_are_not_compared_over_a_column_of_other_trainings() -> None:
    few = (FewShotScore(64, 10, failure="too few"),)
    tasks = ("one", "two", "three")
    results = [scored(task, system, map=10.0 + n) for system in ("a", "b") for n, task in enumerate(tasks)]
    spoilt = [
        replace(each, few_shot=few) if (each.system, each.task) == ("b", "two") else each for each in results
    ]
    whole, rest = (compare_columns(each, reference="a") for each in (results, spoilt))
    assert whole is not None
    assert rest is not None
    assert (whole.n, rest.n) == (3, 2)


def test_both_versions_of_scirepeval_stand_above_ours_with_what_is_odd_in_their_rows() -> None:
    results = training("ours", biomimicry=ALL)
    sheets = {sheet.columns[1]: sheet.markdown() for sheet in published_sheets(results)}
    final, preprint = sheets["scirepeval-24 in-train"], sheets["scirepeval-25 in-train"]
    assert "| ours (ours) | 53.0 |  |  |" in final
    assert "| SPECTER2 MTL CTRL | 62.4 | 73.1 | 70.4 |" in final
    assert "- SPECTER2 MTL CTRL: the printed parts give 70.3" in final
    assert "| SciBERT | 51.5 | 52.5 | 69.0 | 58.2 |" in preprint
    assert "| ours (ours) | 53.0 |  |  |  |" in preprint


def test_a_report_tells_how_it_was_scored_and_its_file_of_what(store: BenchStore, data: Path) -> None:
    asked, absent = select_tasks(data=data, names=("beir/scifact",))
    bench = Bench(store, scoring=Scoring(intercept=True, similarity="cosine"))
    run, results = bench.run(["bm25", "hashing"], asked, absent)
    report = report_of(store, run)
    for form in ("md", "latex"):
        text = report_text(report, form)
        assert "Scored: rankings by cosine; linear classifiers with intercept; vectors in float32" in text
    words, vectors = (row["conditions"] for row in json.loads(report_json(report))["results"])
    assert (vectors["similarity"], vectors["intercept"]) == ("cosine", True)
    assert (vectors["precision"], words["precision"]) == ("float32", "")
    assert HashingEncoder().encode(["a paper"], format="PRX").dtype == "float32"
    (fresh,), _ = select_tasks(data=data, names=("beir/scifact",))
    assert words["data"] == vectors["data"] == fresh.digest()
    assert words["model"] != vectors["model"]
    assert words["version"] == vectors["version"] == __version__
    assert [store.get(each.key) for each in results] == results
