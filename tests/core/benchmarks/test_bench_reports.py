"""Reports and comparisons of results, against what is counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from scipy.stats import ttest_rel

from assay.benchmarks.analyses import analyse_results, correlation_sheet, cost_sheet, curves_sheet
from assay.benchmarks.comparison import NotCompared, compare_results, comparison_sheet
from assay.benchmarks.report import (
    BenchReport,
    averages_of,
    joined,
    read_report,
    report_json,
    report_of,
    side_by_side,
)
from assay.benchmarks.results import Conditions, Cost, TaskResult
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import select_tasks
from assay.benchmarks.store import BenchStore, RunTask
from assay.benchmarks.tables import coverage_sheet, published_sheets, scores_sheet
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.types import MissingScore, SkippedTask
from assay.errors import BadInput, EvaluationError
from assay.types import Pace

QUERIES = [f"q{n}" for n in range(12)]


def ranking(system: str, shift: float, *, task: str = "t/rank") -> TaskResult:
    values = {q: 40.0 + 3 * (n % 4) + shift * (1 + n % 3) for n, q in enumerate(QUERIES)}
    mean = sum(values.values()) / len(values)
    return TaskResult(
        task=task, system=system, key=f"{system}-{task}", name="Ranks", kind="proximity", group="PRX",
        values={"map": mean}, complete={"map": mean}, items={"map": values}, n=12, judged=80.0,
    )  # fmt: skip


def labels(system: str, right: int, *, task: str = "t/labels") -> TaskResult:
    said = {f"p{n}": ("a" if n % 2 else "b", "a" if (n % 2) == (n < right) else "b") for n in range(40)}
    accuracy = 100 * sum(t == p for t, p in said.values()) / 40
    return TaskResult(
        task=task, system=system, key=f"{system}-{task}", name="Labels", kind="classification", group="CLF",
        in_train=True, values={"accuracy": accuracy}, complete={"accuracy": accuracy}, predictions=said, n=40,
    )  # fmt: skip


BOTH = [ranking("base", 0), labels("base", 20), ranking("new", 1), labels("new", 38)]


def a_report(results: list[TaskResult]) -> BenchReport:
    return BenchReport("r", tuple(results), (), "")


def test_a_comparison_tells_each_task_over_its_own_units() -> None:
    found = compare_results(BOTH)
    over_queries, over_papers = found.tasks
    (row,) = over_queries.rows
    assert (over_queries.unit, over_queries.n, over_queries.judged) == ("queries", 12, 80.0)
    assert row.difference == pytest.approx(2.0)
    assert (row.wins, row.ties, row.losses) == (12, 0, 0)
    a, b = ([*each.items["map"].values()] for each in (BOTH[0], BOTH[2]))
    assert row.p_t == pytest.approx(ttest_rel(b, a).pvalue, abs=1e-9)
    assert row.p == row.p_holm == pytest.approx(2 / 2**12)  # exact: every sign turned, or none
    (row,) = over_papers.rows
    assert (over_papers.unit, over_papers.n) == ("papers", 40)
    assert row.difference == pytest.approx(100 * 18 / 40)
    assert (row.wins, row.losses) == (18, 0)
    assert row.ci[0] > 0
    assert found.overall is not None
    assert found.overall.n == 2


def test_a_task_that_one_system_lacks_is_told_and_not_compared() -> None:
    results = [*BOTH[:3], replace(labels("new", 38), values={}, failure="It broke.", predictions={})]
    found = compare_results(results)
    assert [each.task for each in found.tasks] == ["t/rank"]
    assert found.left_out == (NotCompared("t/labels", "No other system has a score on it."),)
    turned = compare_results(results, reference="new")
    assert turned.left_out == (NotCompared("t/labels", "It broke."),)
    assert turned.overall is None
    with pytest.raises(BadInput, match="no system 'other'"):
        compare_results(results, reference="other")
    with pytest.raises(EvaluationError, match="only base"):
        compare_results(BOTH[:2])


def test_a_task_with_other_queries_is_named_and_the_others_are_compared() -> None:
    """The later run's file lacks q11; its mean is not set beside the others either."""
    values = {"map": dict.fromkeys(QUERIES[:-1], 50.0)}
    later = replace(ranking("new", 1), items=values)
    more = [ranking(system, shift, task="t/more") for system, shift in (("base", 0), ("new", 2))]
    found = compare_results([ranking("base", 0), later, labels("base", 20), labels("new", 38), *more])
    assert [each.task for each in found.tasks] == ["t/labels", "t/more"]
    (one,) = found.left_out
    assert one.task == "t/rank"
    assert "'q11' is in one of them alone" in one.why
    assert found.overall is not None
    assert found.overall.n == 2


def test_a_task_that_keeps_no_score_of_each_query_is_named() -> None:
    clusters = [
        TaskResult(
            task="s2and", system=system, key=system, values={"b3_f1": value}, complete={"b3_f1": value}
        )
        for system, value in (("base", 90.0), ("new", 91.0))
    ]
    found = compare_results([*BOTH, *clusters])
    assert [each.task for each in found.tasks] == ["t/rank", "t/labels"]
    (one,) = found.left_out
    assert one.task == "s2and"
    assert "no score of each query or paper is kept" in one.why
    assert found.overall is not None
    assert found.overall.n == 3


def test_scores_by_two_similarities_are_told_apart_and_rankings_go_with_both() -> None:
    by_distance = replace(ranking("base", 0), notes=("similarity l2",))
    by_cosine = replace(ranking("new", 1), notes=("similarity cosine",))
    found = compare_results([by_distance, by_cosine, ranking("bm25", 2)])
    assert [row.system for row in found.tasks[0].rows] == ["bm25"]
    (one,) = found.left_out
    assert one.task == "t/rank"
    assert "similarity l2; and similarity cosine" in one.why


def test_one_file_three_times_has_three_names() -> None:
    report = BenchReport("run1", (ranking("base", 0), labels("base", 20)), (), "")
    names = [each.system for each in joined([report] * 4)]
    assert names == [
        name for name in ("base", "base (run1)", "base (run1, 2)", "base (run1, 3)") for _ in range(2)
    ]


def test_an_average_stands_only_over_all_columns() -> None:
    averages = averages_of(a_report(BOTH))
    base = BOTH[0].values["map"], BOTH[1].values["accuracy"]
    assert averages["average"]["base"].value == pytest.approx(sum(base) / 2)
    in_train = {name: each.value for name, each in averages["in-train"].items()}
    assert in_train == {"base": base[1], "new": BOTH[3].values["accuracy"]}
    partial = averages_of(a_report(BOTH[:3]))
    assert partial["average"]["base"].value == pytest.approx(sum(base) / 2)
    assert partial["average"]["new"].value is None
    assert partial["average"]["new"].missing == ("t/labels accuracy",)
    assert partial["PRX"]["new"].value == pytest.approx(BOTH[2].values["map"])


def test_tables_name_faults_and_mark_the_best() -> None:
    broken = TaskResult(
        task="t/third", system="new", key="x", name="Third", kind="proximity", failure="No file."
    )
    unable = replace(broken, task="t/labels", system="words", failure="No vectors.", applies=False)
    results = [*BOTH, broken, unable]
    text = scores_sheet(results, averages_of(a_report(results))).markdown()
    assert "| Ranks | map | 12 | 44.50 | **46.50** |  |" in text
    assert "- Third, new: No file." in text
    assert "words ranks papers and has no vectors" in text
    assert "- base: 2 tasks scored in 0.0 s; nothing had to be encoded." in text
    timed = replace(BOTH[0], cost=Cost(texts=30, encoded=20, encoding_s=4.0, scoring_s=1.5))
    told = scores_sheet([timed], {}).markdown()
    assert "- base: 20 of 30 texts encoded in 4.0 s (" in told
    assert "1 task scored in 1.5 s." in told
    text = comparison_sheet(compare_results(BOTH)).markdown()
    assert "| Ranks | map | new | 46.50 | **+2.00** |" in text
    assert "12 queries | 80 % |" in text
    odd = replace(scores_sheet(BOTH, {}), columns=("Task_1", "50 %", "n", "a&b", "c"))
    assert r"Task\_1 & 50 \% & n & a\&b & c \\" in odd.latex()


def test_a_report_comes_back_from_its_file_and_beside_a_later_one(tmp_path: Path) -> None:
    report = BenchReport(
        "20260101-000000", tuple(BOTH), (SkippedTask("t/none", "None", "absent", "no file"),), "2026-01-01"
    )
    path = tmp_path / "report.json"
    path.write_text(report_json(report), encoding="utf-8")
    again = read_report(path)
    assert again == report
    later = replace(report, run_id="20260202-000000", results=(ranking("base", 2),))
    side = joined([again, later])
    assert [each.system for each in side[-2:]] == ["new", "base (20260202-000000)"]
    elsewhere = replace(report, run_id="20260303-000000", results=(ranking("base", 2, task="t/other"),))
    assert joined([again, elsewhere])[-1].system == "base"  # of another task it is more of the same
    found = compare_results([each for each in side if each.task == "t/rank"], reference="base")
    assert [row.system for row in found.tasks[0].rows] == ["new", "base (20260202-000000)"]


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "is not JSON"), ("[]", "not a benchmark report"), ('{"kind": "assay-bench"}', "another version")],
)
def test_files_that_are_no_reports_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        read_report(path)
    row = json.loads(report_json(BenchReport("r", tuple(BOTH), (), "")))
    row["results"][0]["values"] = [1]
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(BadInput, match="another version of Assay"):
        read_report(path)


def test_a_run_is_reported_as_it_was_kept(store: BenchStore, data: Path) -> None:
    asked, absent = select_tasks(data=data, suites=("beir",))
    made, results = Bench(store).run(["bm25", "hashing"], asked, absent)
    report = report_of(store, made)
    assert [*report.results] == results
    assert len(report.absent) == len(absent)
    for file in (store.folder / "results").iterdir():
        file.unlink()
    with pytest.raises(EvaluationError, match="no result is kept"):
        report_of(store, made)


def test_an_average_of_too_few_columns_stands_in_brackets() -> None:
    """MeSH and fields of study are two of the seven tasks in training."""
    assert coverage_sheet(BOTH) is None
    two = [
        replace(labels("base", 20, task=f"scirepeval/{name}"), values={"f1_macro": value})
        for name, value in (("mesh", 80.0), ("fos", 60.0))
    ]
    sheet = coverage_sheet(two)
    assert sheet is not None
    text = sheet.markdown()
    assert "| scirepeval-24 in-train | 2 of 7 | (70.00) |" in text
    assert "| scirepeval-24 average | 2 of 27 | (70.00) |" in text
    assert "- base: scirepeval-24 in-train lacks scirepeval/cite-count" in text
    whole = published_sheets(two)
    assert whole
    ours = next(row for row in whole[0].rows if row[0] == "base (ours)")
    assert {*ours[1:]} <= {None, 80.0, 60.0}  # an average of theirs is never taken over fewer


def test_analyses_say_what_scores_tell_together() -> None:
    """Three systems on two tasks that go together, and one that costs more and gives less."""
    results = []
    for name, first, second, seconds in (
        ("a", 10.0, 20.0, 1.0),
        ("b", 20.0, 40.0, 2.0),
        ("c", 15.0, 30.0, 4.0),
    ):
        for task, value in (("one", first), ("two", second)):
            results.append(
                TaskResult(
                    task=task, system=name, key=f"{name}{task}", name=task, values={"map": value},
                    complete={"map": value},
                    few_shot=tuple(FewShotScore(n, 5, {"map": value - off}) for n, off in ((16, 8), (4, 9))),
                    cost=Cost(500, 500, encoding_s=seconds, pace=Pace(500, seconds, "2026-01-09")),
                    conditions=Conditions(precision="float32"),
                )
            )  # fmt: skip
    found = analyse_results(results)
    assert found.correlations is not None
    assert found.correlations.of("one", "two") == pytest.approx(1.0)
    by_name = {row.model.name: row for row in found.cost}
    assert by_name["a"].model.seconds == pytest.approx(2.0)  # of 1,000 papers
    assert by_name["c"].beaten_by == ("b",)
    assert [row.worth_its_cost for row in (by_name["a"], by_name["b"])] == [True, True]
    assert len(found.curves) == 6
    assert "| one | map | a | 1.00 | 2.00 | 10.00 | 10.00 |" in curves_sheet(found.curves).markdown()
    assert "beaten by b" in cost_sheet(found).markdown()
    assert "| one | 1.00 | 1.00 |" in correlation_sheet(found.correlations).markdown()
    few = analyse_results(results[:4])
    assert few.correlations is None
    assert "at least three" in few.why_not


def test_averages_lack_the_columns_of_a_task_of_ones_own_that_nothing_has_come_to() -> None:
    late = RunTask("own/t/late", "Late", "PRX", False, ("map", "ndcg_cut_10"))
    whole = a_report(BOTH[:1])
    report = replace(whole, remaining=(MissingScore("own/t/late", "Late", "base"),), tasks=(late,))
    found = averages_of(report)
    for name in ("PRX", "average"):
        own = found[name]["base"]
        assert own.missing[-2:] == ("own/t/late map", "own/t/late ndcg_cut_10"), name
        assert not own.whole
    assert "out-of-train" not in found, "nothing else is there"
    taught = averages_of(replace(report, tasks=(replace(late, in_train=True, metrics=("map",)),)))
    assert taught["out-of-train"]["base"].whole
    assert not taught["average"]["base"].whole
    assert averages_of(whole)["PRX"]["base"].whole
    kept = side_by_side([report, whole])
    assert kept.tasks == (late,)
