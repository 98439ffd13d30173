"""Comparisons as tables: every test beside its task, numbers that stay numbers, and the queries behind."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import ttest_rel, tukey_hsd

from assay.benchmarks.comparison import compare_results
from assay.benchmarks.results import TaskResult
from assay.benchmarks.tables import comparison_text
from assay.benchmarks.tasks.data import Coverage
from assay.errors import BadInput

QUERIES = [f"q{n}" for n in range(12)]
SHIFTS = {
    "base": [0.0] * 12,
    "=new": [3.0, -8.5, 4, 1, -6, 0, 2, -1, 5, -7, 0.5, 1.5],
    "third": [-9.0, -8, -7, -6, -5, -4, -3, -2, -1, -2, -3, -4],
}


WHOLE = Coverage(24)


def ranking(system: str, task: str = "t/rank", *, coverage: Coverage = WHOLE) -> TaskResult:
    values = {q: 40.0 + n + SHIFTS[system][n] for n, q in enumerate(QUERIES)}
    mean = float(np.mean([*values.values()]))
    return TaskResult(
        task=task, system=system, key=f"{system}{task}", name=task, values={"map": mean},
        complete={"map": mean}, items={"map": values}, first={q: [f"{system}-{q}"] for q in QUERIES},
        judged=80.0, n=12, coverage=coverage,
    )  # fmt: skip


RESULTS = [ranking(system, task) for system in SHIFTS for task in ("t/rank", "t/more")]


def rows_of(text: str) -> list[dict[str, str]]:
    """A CSV's rows, each as long as its headings."""
    headings, *lines = csv.reader(io.StringIO(text))
    return [dict(zip(headings, line, strict=True)) for line in lines]


def values_of(system: str) -> Sequence[float]:
    return [40.0 + n + SHIFTS[system][n] for n in range(12)]


def test_in_csv_every_number_is_one_and_an_interval_is_two() -> None:
    found = compare_results(RESULTS)
    text = comparison_text(found, "csv")
    rows = rows_of(text)
    assert len(rows) == 4
    (row,) = (each for each in rows if (each["Task"], each["System"]) == ("t/rank", "third"))
    against = found.tasks[0].rows[1]
    assert float(row["Difference"]) == against.difference == pytest.approx(-4.5)
    assert (float(row["95 % from"]), float(row["95 % to"])) == against.ci
    assert float(row["p (t)"]) == pytest.approx(ttest_rel(values_of("third"), values_of("base")).pvalue)
    assert (int(row["Better"]), int(row["Worse"]), int(row["n"]), row["Of"]) == (0, 12, 12, "queries")
    assert float(row["Judged@10"]) == 80.0
    assert "'-" not in text
    assert rows[0]["System"] == "'=new", "a name that a spreadsheet would run is still guarded"


def test_the_tests_of_each_task_and_of_all_columns_stand_in_the_tables_of_people() -> None:
    found = compare_results(RESULTS)
    for form in ("md", "latex"):
        text = comparison_text(found, form)  # type: ignore[arg-type]
        assert "p (t)" in text
        assert "p (Tukey)" in text
        assert "Differences over all columns" in text or form == "latex"
    text = comparison_text(found, "md")
    t = ttest_rel(values_of("=new"), values_of("base")).pvalue
    (line,) = (line for line in text.splitlines() if line.startswith("| t/rank | map | =new |"))
    assert f" {t:.3f} |" in line
    assert "| third | base |" in text
    assert "Over the 2 columns that all systems have" in text


def test_tukeys_p_goes_over_all_systems() -> None:
    """Of two systems on independent blocks Tukey's is the paired t test; of three it is larger."""
    three, two = (compare_results(results) for results in (RESULTS, RESULTS[:4]))
    (row,) = two.tasks[0].rows
    assert row.p_tukey == pytest.approx(row.p_t, rel=1e-6)
    unpaired = tukey_hsd(values_of("base"), values_of("=new"), values_of("third")).pvalue[0][2]
    assert three.tasks[0].rows[1].p_tukey < unpaired, "queries differ more than systems do"


def test_the_queries_that_win_and_lose_most_stand_with_their_first_papers() -> None:
    text = comparison_text(compare_results(RESULTS), "md", results=RESULTS, queries=2)
    assert "# Queries that win and lose" in text
    rows = [line for line in text.splitlines() if line.startswith("| t/rank | map | =new | q")]
    assert [line.split(" | ")[3] for line in rows] == ["q8", "q2", "q9", "q1"]
    assert rows[0] == "| t/rank | map | =new | q8 | 48.00 | 53.00 | +5.00 | base-q8 | =new-q8 |"
    losing = [line for line in text.splitlines() if line.startswith("| t/rank | map | third | q")]
    assert [line.split(" | ")[3] for line in losing] == ["q1", "q0"]
    assert "Queries that win" not in comparison_text(compare_results(RESULTS), "md", results=RESULTS)


def test_a_difference_of_some_rows_only_says_so_in_every_form() -> None:
    some = Coverage(24, 4, "qrels.tsv:3")
    results = [ranking("base", coverage=some), ranking("third", coverage=some)]
    found = compare_results(results)
    (task,) = json.loads(comparison_text(found, "json"))["tasks"]
    assert (task["partial"], task["n_rows"], task["n_missing"]) == (True, 24, 4)
    assert "| (41.00) | **(-4.50)** |" in comparison_text(found, "md")
    for form in ("md", "latex"):
        text = comparison_text(found, form)  # type: ignore[arg-type]
        assert "t/rank: 20 of 24 rows were scored, in brackets." in text
    assert rows_of(comparison_text(found, "csv"))[0]["In brackets"] == "Value; Difference"
    whole = compare_results([replace(each, coverage=WHOLE) for each in results])
    assert json.loads(comparison_text(whole, "json"))["tasks"][0]["partial"] is False


def test_without_a_reference_the_system_with_most_scored_tasks_is_one() -> None:
    words = [
        ranking("base"),
        replace(ranking("base", "t/more"), values={}, items={}, failure="base has no vectors", applies=False),
    ]
    found = compare_results([*words, *(each for each in RESULTS if each.system != "base")])
    assert found.reference == "=new"
    assert [(task.task, len(task.rows)) for task in found.tasks] == [("t/rank", 2), ("t/more", 1)]
    assert compare_results(RESULTS).reference == "base", "of several the first"


def test_csv_is_one_plain_table_and_the_others_are_had_by_their_headings() -> None:
    found = compare_results(RESULTS)
    text = comparison_text(found, "csv", results=RESULTS, queries=2)
    assert "#" not in text
    assert len(rows_of(text)) == 4
    for table, heading, n_rows in (
        ("Differences over all columns", "Columns", 2),
        ("queries that win and lose", "Query", 2 * (4 + 2)),
    ):
        rows = rows_of(comparison_text(found, "csv", results=RESULTS, queries=2, table=table))
        assert (heading in rows[0], len(rows)) == (True, n_rows)
    shown = comparison_text(found, "md", table="Differences over all columns")
    assert shown.count("# ") == 1
    with pytest.raises(BadInput, match="Those that there are: 'Differences'; 'Differences over all"):
        comparison_text(found, "csv", table="Others")


def test_two_measures_of_one_task_are_not_compared_as_if_they_were_two_tasks() -> None:
    one = [result for result in RESULTS if result.task == RESULTS[0].task]
    assert len(one) > 1
    two_measures = [
        replace(each, values={"map": value, "ndcg": value + 1.0})
        for each in one
        for value in each.values.values()
    ]
    assert compare_results(two_measures).overall is None
