"""A report and a comparison as files: what a person reads, and what other programs and later runs read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from assay.benchmarks.behind import Texts
from assay.benchmarks.reports.averages import averages_of
from assay.benchmarks.reports.comparing import BenchComparison
from assay.benchmarks.reports.differences import NO_TEXTS, comparison_sheets
from assay.benchmarks.reports.parts import parts_sheet
from assay.benchmarks.reports.published import coverage_sheet, published_sheets
from assay.benchmarks.reports.report import BenchReport, report_json
from assay.benchmarks.reports.tables import scores_sheet
from assay.benchmarks.results import TaskResult
from assay.errors import BadInput
from assay.table import Table

Form = Literal["md", "csv", "latex", "json"]
"""JSON is all of it, for a later comparison."""


def report_sheets(report: BenchReport, *, published: bool = False, numbers: bool = False) -> list[Table]:
    """Systems on tasks, averages as they are published, parts, and if asked the papers' tables with ours."""
    sheets = [scores_sheet(report.results, averages_of(report), report.absent, numbers=numbers)]
    further = (coverage_sheet(report.results), parts_sheet(report.results))
    sheets += [sheet for sheet in further if sheet is not None]
    sheets += left_sheets(report)
    return sheets + (published_sheets(report.results) if published else [])


def left_sheets(report: BenchReport) -> list[Table]:
    """What a run that was stopped has not come to, as a table; none where it is whole."""
    if not report.left:
        return []
    heading = f"Not scored yet: {len(report.results):,} of {report.n_asked:,} results are there"
    note = f"`assay bench run --resume {report.run_id}` goes on with it; what is scored is kept."
    rows = tuple((name, system) for _task, name, system in report.left)
    return [Table("A partial run", (heading, "System"), rows, (note,))]  # all forms have headings


def report_text(report: BenchReport, form: Form, *, published: bool = False, table: str = "") -> str:
    """The tables of a report with their notes, as `sheets_text`; in JSON every query and paper."""
    if form == "json":
        return _json(report_json(report))
    return sheets_text(report_sheets(report, published=published, numbers=form == "csv"), form, table=table)


def comparison_text(
    found: BenchComparison,
    form: Form,
    *,
    results: Sequence[TaskResult] = (),
    queries: int = 0,
    left: Sequence[Table] = (),
    texts: Mapping[str, Texts] = NO_TEXTS,
    table: str = "",
) -> str:
    """Differences to the reference by task and over all columns, as `sheets_text`; below them what is `left`.

    Of `results` the `queries` of each task that win and lose most are named, with their `texts` by task.
    """
    if form == "json":
        return _json(found.as_json())
    sheets = comparison_sheets(found, results, queries=queries, texts=texts, numbers=form == "csv")
    return sheets_text([*sheets, *left], form, table=table)


def sheets_text(sheets: Sequence[Table], form: Form, *, table: str = "") -> str:
    """Tables one below the other with their notes, as anything but JSON; of a title `table` that one alone.

    CSV is for programs: one table, the first unless `table` names another, and no notes. Raises BadInput.
    """
    chosen = [_titled(sheets, table)] if table else sheets
    if form == "csv":
        return chosen[0].csv()
    return "\n".join(sheet.latex() if form == "latex" else sheet.markdown() for sheet in chosen)


def _titled(sheets: Sequence[Table], table: str) -> Table:
    for sheet in sheets:
        if sheet.title.casefold() == table.casefold():
            return sheet
    titles = "; ".join(f"'{each.title}'" for each in sheets)
    raise BadInput(f"There is no table {table!r:.60}. Those that there are: {titles}.")


def _json(whole: dict[str, Any]) -> str:
    return json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
