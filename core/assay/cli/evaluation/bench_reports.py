"""Commands that read benchmarks' results: side by side, whether differences are real, and analyses."""

from __future__ import annotations

import json as json_module
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.benchmarks.types import Form
from assay.cli.app import Force, Session, argument, command, command_group, option
from assay.cli.training.figures import Dot, DotPlot, HeatMap, dot_plot_svg, heat_map_svg, stacked_svg
from assay.codec import shallow, to_json
from assay.errors import AssayError, BadInput
from assay.files import require_writable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.comparison import BenchComparison
    from assay.benchmarks.results import TaskResult
    from assay.benchmarks.store import BenchRun
    from assay.benchmarks.texts import ItemTexts
    from assay.benchmarks.types import Analyses, Correlations
    from assay.table import Table


BAD_INPUT = 2
RunId = Annotated[str, option("A run's id; the latest if not given.", "--run")]
ANALYSES = (
    *("correlations.md", "correlations.csv", "correlations.svg", "curves.md", "curves.csv"),
    *("cost.md", "cost.csv", "cost.svg", "analyses.json"),
)
commands = command_group(
    "bench", "Benchmarks: SciRepEval, SciDocs, BEIR, MDCR, ICLR2022, S2AND, and tasks of your own."
)


Reports = Annotated[
    list[Path] | None, argument("Files of `bench report --format json`, or folders of MTEB's; a run if none.")
]


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """As what a report is written, and where."""

    format: Annotated[Form, option("md, csv, latex, or json for a later comparison.")] = "md"
    table: Annotated[
        str, option("Only the table of this heading; CSV holds one, the first if none.", "--table")
    ] = ""
    out: Annotated[Path | None, option("Write to this file instead of the terminal.")] = None
    force: Force = False

    def answer(
        self, current: Session, text: str, payload: Mapping[str, object], tables: Sequence[Table]
    ) -> None:
        """End the command with the text, and say which `tables` a CSV does not hold."""
        from assay.models.scores import write_whole

        others = [table.title for table in tables[1:]]
        if self.format == "csv" and others and not self.table:
            current.note(
                f"this is the table {tables[0].title!r}; --table takes another: {'; '.join(others)}."
            )
        if self.out is None:
            current.answer(payload, text.removesuffix("\n"))
        else:
            write_whole(self.out, text, overwrite=self.force)
            current.answer({**payload, "file": self.out}, f"Written to {self.out}.")


@command(commands, "report")
def report(
    current: Session,
    *,
    run: RunId = "",
    published: Annotated[
        bool, option("Also the papers' tables, with these systems below.", "--published")
    ] = False,
    mteb: Annotated[Path | None, option("Also write each score as MTEB does, below this folder.")] = None,
    options: ReportOptions,
) -> None:
    """Show a run's results side by side, with averages as published and what is missing.

    CSV is one plain table without notes, numbers as numbers.
    """
    from assay.benchmarks.mteb import write_results
    from assay.benchmarks.report import averages_of, report_of
    from assay.benchmarks.results import without_items
    from assay.benchmarks.store import BenchStore
    from assay.benchmarks.tables import published_sheets, report_sheets, report_text

    require_writable(options.out, overwrite=options.force)
    store = BenchStore()
    found = report_of(store, store.run(run))
    if mteb is not None:
        n = write_results(found.results, mteb, overwrite=options.force)
        current.note(f"{n} results written below {mteb}.")
    sheets = report_sheets(found, published=published)
    payload = {
        "run_id": found.run_id,
        "created": found.created,
        "averages": averages_of(found),
        "results": [without_items(result) for result in found.results],
        "tables": sheets[1:],
        "absent": [{"task_id": each.task_id, "why": f"{each.state}: {each.why}"} for each in found.absent],
        "left": [{"task_id": each.task, "system": each.system} for each in found.remaining],
    }
    text = report_text(found, options.format, published=published, table=options.table)
    if published and not published_sheets(found.results):
        current.note("no paper's table has a value of what was scored in this run.")
    options.answer(current, text, payload, sheets)


@command(commands, "compare")
def compare(
    current: Session,
    reports: Reports = None,
    *,
    run: RunId = "",
    baseline: Annotated[
        str, option("The system that others are compared with; the one with most scores if none.")
    ] = "",
    task: Annotated[
        list[str] | None, option("Only the task of this id or name; repeatable.", "--task")
    ] = None,
    seed: Annotated[int, option("Of the tests that draw at random.", min=0)] = 0,
    queries: Annotated[
        int, option("So many queries of each task that win most, and that lose most.", min=0)
    ] = 5,
    options: ReportOptions,
) -> None:
    """Report which differences between systems are real: intervals, tests, Holm's correction, wins, losses.

    Results of one run, or of several files side by side: such as a later and an earlier run. Each task by the
    paired randomisation and t tests, Tukey's and Holm's corrections; the same over all columns; and the
    queries that win and lose most. CSV is one plain table without notes, numbers as numbers, an interval as
    two columns. Leaves with status 2 where nothing could be compared.
    """
    from assay.benchmarks.comparison import compare_results, comparison_sheets
    from assay.benchmarks.report import joined, read_report, report_of
    from assay.benchmarks.store import BenchStore
    from assay.benchmarks.tables import comparison_text, remaining_sheets

    require_writable(options.out, overwrite=options.force)
    store = BenchStore()
    files = [read_report(path) for path in reports or ()] or [report_of(store, store.run(run))]
    results = _of_tasks(joined(files), task or ())
    found = compare_results(results, reference=baseline, seed=seed)
    if not baseline:
        others = ", ".join(found.systems)
        current.note(f"compared with {found.reference}; --baseline takes another of {others}.")
    left = [sheet for each in files for sheet in remaining_sheets(each)]
    read = bool(queries) and not reports and options.format != "json"
    text = comparison_text(
        found,
        options.format,
        results=results,
        queries=queries,
        left=left,
        texts=_texts(store.run(run), found) if read else {},
        table=options.table,
    )
    tables = [*comparison_sheets(found, results, queries=queries), *left]
    options.answer(current, text, shallow(found), tables)
    if not found.tasks and found.overall is None:
        why = f" {found.left_out[0].task}: {found.left_out[0].why}" if found.left_out else ""
        current.note(f"nothing could be compared with {found.reference}.{why}")
        raise typer.Exit(BAD_INPUT)


def _of_tasks(results: Sequence[TaskResult], names: Sequence[str]) -> Sequence[TaskResult]:
    """The results of the tasks of these ids or names; all where none is named. Raises BadInput for none."""
    found = [result for result in results if not names or {result.task, result.name} & {*names}]
    if names and not found:
        raise BadInput(f"None of the results is of {', '.join(names)}. `assay bench report` names them.")
    return found


@command(commands, "analyse")
def analyse(
    current: Session,
    reports: Reports = None,
    *,
    out: Annotated[Path, option("The folder of the tables and pictures.")],
    run: RunId = "",
    ensemble: Annotated[
        list[str] | None, option("A system that joins others: no model of its own; repeatable.")
    ] = None,
    force: Force = False,
) -> None:
    """Correlate tasks over systems, draw few-shot curves, and compare encoding's cost with quality.

    Written to --out: correlations.md, .csv and .svg, curves.md and .csv, cost.md, .csv and .svg, and
    analyses.json. Leaves with status 2 where there is nothing to analyse.
    """
    from assay.benchmarks.analyses import analyse_results, correlation_sheet, cost_sheet, curves_sheet
    from assay.benchmarks.report import joined, read_report, report_of
    from assay.benchmarks.store import BenchStore
    from assay.benchmarks.tables import sheets_text
    from assay.models.scores import write_whole

    require_writable(*(out / name for name in ANALYSES), overwrite=force)
    store = BenchStore()
    files = [read_report(path) for path in reports or ()]
    results = joined(files or [report_of(store, store.run(run))])
    found = analyse_results(results, ensembles=ensemble or ())
    sheets = {"curves": curves_sheet(found.curves), "cost": cost_sheet(found)}
    figures = {"cost": cost_svg(found)}
    if found.correlations is not None:
        sheets["correlations"] = correlation_sheet(found.correlations)
        figures["correlations"] = correlations_svg(found.correlations)
    for name, sheet in sheets.items():
        write_whole(out / f"{name}.md", sheets_text([sheet], "md"), overwrite=force)
        write_whole(out / f"{name}.csv", sheets_text([sheet], "csv"), overwrite=force)
    for name, figure in figures.items():
        write_whole(out / f"{name}.svg", figure, overwrite=force)
    text = json_module.dumps(to_json(found), ensure_ascii=False, indent=1, allow_nan=False)
    write_whole(out / "analyses.json", text + "\n", overwrite=force)
    lines = [*(sheets_text([sheet], "md") for sheet in sheets.values()), found.why_not]
    current.answer({**to_json(found), "folder": str(out)}, [*filter(None, lines), f"Written to {out}."])
    if not found.n_columns and not found.curves and found.correlations is None:
        current.note("nothing of these results can be laid side by side; run other systems too.")
        raise typer.Exit(BAD_INPUT)


def _texts(run: BenchRun, found: BenchComparison) -> dict[str, ItemTexts]:
    """Return what queries and papers are called, of the tasks that still lie where the run found them."""
    from assay.benchmarks.texts import item_texts

    data, files = run.settings.places
    texts: dict[str, ItemTexts] = {}
    for task in dict.fromkeys(task.task for task in found.tasks if task.unit == "queries"):
        with suppress(AssayError):
            texts[task] = item_texts(task, data=data, files=files)
    return texts


def correlations_svg(found: Correlations) -> str:
    """Task correlation; the darkest are most alike in which systems are good at them."""
    rows = tuple(zip(found.columns, found.r, strict=True))
    fewest, most = found.range_n
    n_systems = f"{fewest} to {most}" if fewest < most else f"{most}"
    title = f"Correlation of tasks over {n_systems} systems"
    return heat_map_svg(HeatMap(title, found.columns, rows))


def cost_svg(found: Analyses) -> str:
    """Scores above, seconds below, the systems in one order."""
    scores = tuple((row.model.name, (Dot(row.model.score),)) for row in found.cost)
    seconds = tuple((row.model.name, (Dot(row.model.seconds),)) for row in found.cost)
    return stacked_svg(
        [
            dot_plot_svg(
                DotPlot(f"Mean of {found.n_columns} columns", "percent", ("score",), scores, from_zero=False)
            ),
            dot_plot_svg(DotPlot("What encoding takes", "seconds per 1,000 papers", ("time",), seconds)),
        ]
    )
