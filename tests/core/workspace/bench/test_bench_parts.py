"""What covers only a part of its rows, and what lacks columns, never stands as if it were whole."""

from __future__ import annotations

from statistics import fmean

import pytest

from assay.evaluation.aggregation import schemes
from assay.evaluation.suites import every_task
from assay.evaluation.tasks import Coverage
from assay.workspace.bench import TaskResult, coverage_sheet, published_sheets
from assay.workspace.formats_sheet import sheet_markdown

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
    text = sheet_markdown(sheet)
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
    assert row[1:] == ("0 of 20", 80.0)  # one column, of which a row is missing
    assert (number, 1) in sheet.brackets
    number, row = rows["scirepeval-24 average"]
    assert row[1:] == ("7 of 27", pytest.approx(fmean([*range(50, 57), 80])))
    told = "- base: scirepeval-24 average holds SCIREPEVAL/BIOMIMICRY in parts (120 of 121 rows)."
    assert told in sheet_markdown(sheet)


def test_each_system_has_its_own_coverage_and_none_has_no_brackets() -> None:
    few = training("few", biomimicry=Coverage(121))[:2]
    results = [
        *training("base", biomimicry=Coverage(121)),
        *few,
        scored("mdcr", "other", map=1.0, recall_5=1.0),
    ]
    sheet = coverage_sheet(results)
    assert sheet is not None
    assert sheet.headings == (
        "Average", "base: columns", "base", "few: columns", "few", "other: columns", "other",
    )  # fmt: skip
    text = sheet_markdown(sheet)
    assert "| scirepeval-24 in-train | 7 of 7 | 53.00 | 2 of 7 | (50.50) |  |  |" in text
    assert "| scirepeval-24 out-of-train | 1 of 20 | (80.00) |  |  |  |  |" in text
    assert "- few: scirepeval-24 in-train lacks scirepeval/cite-count" in text
    assert "()" not in text
