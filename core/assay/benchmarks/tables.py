"""Scores, parts and published tables as tables, and reports and comparisons as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from assay.benchmarks.aggregation import (
    Average,
    column_values,
    published_tables,
    resolved,
    scheme_averages,
    schemes,
)
from assay.benchmarks.comparison import NO_TEXTS, BenchComparison, comparison_sheets
from assay.benchmarks.report import (
    Averages,
    BenchReport,
    averages_of,
    counted_words,
    in_parts,
    lacks,
    report_json,
    some_of,
)
from assay.benchmarks.results import TaskResult, by_task, run_conditions, systems_of
from assay.benchmarks.suites.describe import every_task
from assay.benchmarks.texts import ItemTexts
from assay.benchmarks.types import ColumnCount, Form, PublishedScores, ScoreRow, SkippedTask, TaskParts
from assay.codec import shallow
from assay.errors import BadInput
from assay.table import Cell, Place, Table, best_places

_SIMILARITY = {"l2": "Euclidean distance", "cosine": "cosine", "inner": "inner product"}


def score_rows(results: Sequence[TaskResult]) -> list[ScoreRow]:
    """Return a row for each task and metric; a task that nobody has a score on has one, of no metric."""
    rows = []
    for task, own in by_task(results).items():
        first, every = next(iter(own.values())), own.values()
        rows += [
            ScoreRow(
                task,
                first.name or task,
                metric,
                {name: each.values.get(metric) for name, each in own.items()},
                n=max(each.n for each in every),
                partial=tuple(name for name, each in own.items() if each.scored and not each.whole),
                judged={name: each.judged for name, each in own.items()},
                few_shot=any(each.few_shot for each in every),
                has_items=any(each.items or each.predictions for each in every),
            )
            for metric in dict.fromkeys(metric for each in every for metric in each.values) or ("",)
        ]
    return rows


def average_rows(averages: Averages, *, published: bool = False) -> list[ScoreRow]:
    """Return a row for each average; of `published` ones, columns are those of systems that have any."""
    rows = []
    for name, own in averages.items():
        counts = [each.n for each in own.values() if each.n or not published]
        of = next(iter(own.values())).of
        rows.append(
            ScoreRow(
                "",
                name,
                "",
                {system: each.so_far for system, each in own.items()},
                partial=tuple(system for system, each in own.items() if not each.whole),
                columns=ColumnCount(min(counts), max(counts), of),
            )
        )
    return rows


def _pivot(
    table: Table,
    systems: Sequence[str],
    rows: Iterable[tuple[tuple[Cell, ...], ScoreRow]],
    over: Callable[[ScoreRow, str], object] | None = None,
) -> Table:
    """Return the table with a column a system and these rows, each behind its first cells.

    Values of a part are in brackets; the best of a row is marked where it is among values `over` the same.
    """
    made: list[tuple[Cell, ...]] = []
    marked: set[Place] = set()
    brackets: set[Place] = set()
    for number, (lead, row) in enumerate(rows):
        values, first = [row.values.get(name) for name in systems], len(lead) - 1
        made.append((*lead, *values))
        brackets |= {
            (number, first + place)
            for place, name in enumerate(systems)
            if name in row.partial and values[place] is not None
        }
        if over is not None:
            kinds = [over(row, name) for name in systems]
            marked |= best_places(number, values, first=first, over=kinds)
    return replace(
        table,
        columns=(*table.columns, *systems),
        rows=tuple(made),
        marked=frozenset(marked),
        brackets=frozenset(brackets),
    )


def scores_sheet(
    results: Sequence[TaskResult],
    averages: Averages,
    absent: Sequence[SkippedTask] = (),
    *,
    numbers: bool = False,
) -> Table:
    """Return a row a task and metric, a column a system, averages below; the best of a row is marked.

    In brackets stand scores of some rows of a task only and averages that lack columns or hold such scores;
    they are the best only among scores of the same. `absent` are tasks that were asked for. `numbers` is for
    programs: n is a number, and none where it would be words.
    """
    systems, known = systems_of(results), by_task(results)

    def over(row: ScoreRow, system: str) -> object:
        if row.task:
            return _scored_over(known[row.task][system]) if system in known[row.task] else None
        return averages[row.name][system].missing, averages[row.name][system].partial

    rows: list[tuple[tuple[Cell, ...], ScoreRow]] = []
    for row in score_rows(results):
        n: Cell = (row.n or None) if numbers else (f"{row.n:,}" if row.n else "")
        rows.append(((row.name, row.metric or "-", n), row))
    for row in average_rows(averages):
        counted = None if numbers or row.columns is None else counted_words(row.columns)
        rows.append(((row.name, "mean of columns", counted), row))
    table = _pivot(Table("Scores", ("Task", "Measure", "n"), ()), systems, rows, over)
    notes: list[str] = []
    for own in known.values():
        notes += [f"{each.name}, {each.system}: {each.failure}" for each in own.values() if _at_fault(each)]
        notes += dict.fromkeys(_partial(each) for each in own.values() if not each.coverage.whole)
        notes += dict.fromkeys(each for result in own.values() for each in failed_few_words(result))
    notes += [IN_BRACKETS, *lacks(averages, results)] if table.brackets else []
    notes += [f"{each.task_id}: not run. {each.state}: {each.why}" for each in absent]
    notes += [f"{task.name}: {task.unlike}" for task in every_task() if task.unlike and task.id in known]
    unable = [name for name in systems if any(r.system == name and not r.applies for r in results)]
    if unable:
        rank = "ranks papers and has" if len(unable) == 1 else "rank papers and have"
        notes.append(f"{', '.join(unable)} {rank} no vectors: tasks with labels are left out.")
    notes += how_scored(results)
    notes += [_took(system, [r for r in results if r.system == system and r.scored]) for system in systems]
    return replace(table, notes=tuple(notes))


def _took(system: str, own: Sequence[TaskResult]) -> str:
    """Times of what was worked out, whenever that was: what was kept took none since."""
    texts, encoded = (sum(getattr(each.cost, what) for each in own) for what in ("texts", "encoded"))
    encoding, scoring = (
        sum(getattr(each.cost, what) for each in own) for what in ("encoding_s", "scoring_s")
    )
    tasks = "1 task" if len(own) == 1 else f"{len(own)} tasks"
    if not encoded:
        return f"{system}: {tasks} scored in {scoring:,.1f} s; nothing had to be encoded."
    return (
        f"{system}: {encoded:,} of {texts:,} texts encoded in {encoding:,.1f} s (the others were encoded for "
        f"another task, or before), {tasks} scored in {scoring:,.1f} s."
    )


def how_scored(results: Sequence[TaskResult]) -> list[str]:
    """Say by which similarity, with or without intercept, on what: a line for each way that there is."""
    ways: dict[tuple[str, str], dict[str, None]] = {}
    for result in results:
        if result.scored and result.conditions.known:
            how = result.conditions
            intercept = "with" if how.intercept else "without"
            method = (
                f"rankings by {_SIMILARITY.get(how.similarity, how.similarity)}",
                f"{intercept} intercept",
            )
            own = ways.setdefault(method, {})
            if how.precision:
                own[f"vectors in {how.precision}"] = None
            if how.device:
                own[f"encoded on {how.device}"] = None
    lines = []
    for (ranked, probes), where in ways.items():
        lines.append(f"Scored: {'; '.join([ranked, f'linear classifiers {probes}', *where])}.")
    facts = run_conditions(results)
    for grid in dict.fromkeys(task.grid for task in facts.tasks if task.grid):
        costs = ", ".join(f"{each:g}" for each in grid)
        lines.append(f"C of classifiers and regressions: the best of {costs} by {facts.folds} folds.")
    for each in facts.systems:
        if each.lengths:
            length = ", ".join(map(str, each.lengths))
            pooling = f"{', '.join(each.pooling)} pooling, " if each.pooling else ""
            parted = ", ".join(f"'{mark.strip()}'" for mark in each.separators)
            marks = f", titles and abstracts parted by {parted}" if parted else ""
            lines.append(f"{each.system}: {pooling}texts are cut at {length} tokens{marks}.")
    return lines


def _scored_over(result: TaskResult) -> tuple[object, ...]:
    return result.coverage, tuple((few.sample_size, few.iterations) for few in result.failed_few)


def failed_few_words(result: TaskResult) -> list[str]:
    """Return a sentence for each few-shot setting that has no score."""
    return [
        f"{result.name}, {result.system}: {few.words} could not be scored, the value is without them. "
        f"{few.failure}"
        for few in result.failed_few
    ]


def _at_fault(result: TaskResult) -> bool:
    return bool(result.failure) and result.applies


def _partial(result: TaskResult) -> str:
    coverage = result.coverage
    return (
        f"{result.name}: {coverage.n_rows - coverage.n_missing:,} of {coverage.n_rows:,} rows were scored; "
        f"the others have no text here, the first is {coverage.first}."
    )


WHOLE = "as scored"
_NOTE = f"Below a task's parts, '{WHOLE}', is its value; no average holds the parts."


def _part_rows(results: Sequence[TaskResult]) -> dict[str, list[ScoreRow]]:
    """Return task -> a row a part and measure, and those of the task itself, where it is made of parts."""
    rows: dict[str, list[ScoreRow]] = {}
    for task, own in by_task(results).items():
        if not any(each.parts for each in own.values()):
            continue
        named = {system: {**each.parts, WHOLE: each.values} for system, each in own.items()}
        parts = dict.fromkeys(part for each in named.values() for part in each if part != WHOLE)
        partial = tuple(system for system, each in own.items() if not each.whole)
        rows[next(iter(own.values())).name or task] = [
            ScoreRow(
                task,
                part,
                measure,
                {system: each.get(part, {}).get(measure) for system, each in named.items()},
                partial=partial,
            )
            for part in (*parts, WHOLE)
            for measure in dict.fromkeys(metric for each in named.values() for metric in each.get(part, {}))
        ]
    return rows


def task_parts(results: Sequence[TaskResult]) -> tuple[TaskParts, ...]:
    """Return the parts of each task that is made of parts, for the systems that have any of them."""
    found = []
    for task, rows in _part_rows(results).items():
        systems = [
            name for name in systems_of(results) if any(row.values.get(name) is not None for row in rows)
        ]
        leads = (((row.name, row.metric), row) for row in rows)
        table = _pivot(Table("Parts", ("Part", "Measure"), ()), systems, leads)
        found.append(TaskParts(task, table, sum(row.name == WHOLE for row in rows)))
    return tuple(found)


def parts_sheet(results: Sequence[TaskResult]) -> Table | None:
    """Return the parts of all tasks in one table; None where nothing has parts."""
    found = _part_rows(results)
    if not found:
        return None
    rows = (((task, row.name, row.metric), row) for task, own in found.items() for row in own)
    table = _pivot(Table("Parts", ("Task", "Part", "Measure"), ()), systems_of(results), rows)
    notes = [_NOTE, *(["In brackets: some rows of the task were not scored."] if table.brackets else [])]
    return replace(table, notes=tuple(notes))


IN_BRACKETS = (
    "In brackets: a mean of the columns that are there, whole or in parts, not to be compared with published "
    "ones or others over other columns."
)


def columns_by_system(results: Sequence[TaskResult]) -> dict[str, dict[str, float]]:
    """system -> column of a published table -> percent; none of tasks of one's own or scored unlike."""
    known = {task.id: task for task in every_task()}
    found: dict[str, dict[str, float]] = {system: {} for system in systems_of(results)}
    for result in results:
        if result.scored and result.task in known and not known[result.task].unlike:
            found[result.system] |= column_values(known[result.task], result.values)
    return found


def partial_columns(results: Sequence[TaskResult]) -> dict[str, dict[str, TaskResult]]:
    """system -> column of a published table -> the result that is of some rows of its task only."""
    some = [result for result in results if result.scored and not result.whole]
    found: dict[str, dict[str, TaskResult]] = {}
    for result in some:
        for column in columns_by_system([result])[result.system]:
            found.setdefault(result.system, {})[column] = result
    return found


def published_averages(results: Sequence[TaskResult]) -> dict[str, dict[str, Average]]:
    """Return name -> system -> each average that benchmarks publish and any system has a column of."""
    ours, partial = columns_by_system(results), partial_columns(results)
    averages = {}
    for scheme in schemes().values():
        found = {
            system: scheme_averages(scheme, own, partial.get(system, {})) for system, own in ours.items()
        }
        for name in scheme.averages:
            own = {system: of_system[name] for system, of_system in found.items()}
            if any(each.so_far is not None for each in own.values()):
                averages[name] = own
    return averages


def coverage_sheet(results: Sequence[TaskResult]) -> Table | None:
    """Each benchmark's averages, each system's with how many of the columns it has; None where none has any.

    An average over fewer columns than were published, or over one of which only a part of the rows was
    scored, stands in brackets: it is of another benchmark.
    """
    averages, partial = published_averages(results), partial_columns(results)
    if not averages:
        return None
    rows: list[tuple[Cell, ...]] = []
    brackets: set[tuple[int, int]] = set()
    notes: dict[str, None] = {}
    for name, own in averages.items():
        cells: list[Cell] = []
        for place, (system, each) in enumerate(own.items()):
            if each.so_far is None:
                cells += ["", None]
                continue
            cells += [f"{each.n} of {each.of}", each.so_far]
            if not each.whole:
                brackets.add((len(rows), 1 + 2 * place))
                notes |= dict.fromkeys(_lacks(system, each, partial.get(system, {})))
        rows.append((name, *cells))
    shown_notes = [IN_BRACKETS, *notes] if brackets else []
    systems = next(iter(averages.values()))
    headings = ("Average", *(heading for system in systems for heading in (f"{system}: columns", system)))
    return Table("Averages", headings, tuple(rows), tuple(shown_notes), brackets=frozenset(brackets))


def _lacks(system: str, found: Average, partial: Mapping[str, TaskResult]) -> list[str]:
    lacks = [f"{system}: {found.name} lacks {some_of(found.missing)}."] if found.missing else []
    parts = dict.fromkeys(in_parts(partial[column]) for column in found.partial)
    return lacks + [f"{system}: {found.name} holds {part}." for part in parts]


def _heading(column: str) -> str:
    """Return a column of a published table under its task's name where it is of one: "MDCR map"."""
    task_id, _, measure = column.partition(" ")
    names = {task.id: task.name for task in every_task()}
    return f"{names.get(task_id, task_id)} {measure}".strip()


def published_scores(results: Sequence[TaskResult]) -> tuple[PublishedScores, ...]:
    """Return the papers' tables with our systems below, of those tables that have a column of ours.

    What is of some rows of its task only stands in brackets, and so does an average that holds it.
    """
    ours, partial = columns_by_system(results), partial_columns(results)
    scored = {column for columns in ours.values() for column in columns}
    found = []
    for table in published_tables().values():
        if not scored & {column for name in table.columns for column in _parts(name)}:
            continue
        own = {
            name: {column: resolved(column, values, partial.get(name, {})) for column in table.columns}
            for name, values in ours.items()
        }
        if all(each.missing for row in own.values() for each in row.values()):
            continue  # its column is a mean of others than ours
        rows: list[tuple[Cell, ...]] = [
            (row.model, *(row.values.get(column) for column in table.columns)) for row in table.rows
        ]
        brackets: set[Place] = set()
        parts: dict[str, None] = {}
        for name, columns in own.items():
            for place, each in enumerate(columns.values()):
                if each.partial and not each.missing:
                    brackets.add((len(rows), place))
                    whys = (in_parts(partial[name][column]) for column in each.partial)
                    parts |= dict.fromkeys(f"{name}: {why}, in brackets." for why in whys)
            rows.append((name, *(None if each.missing else each.so_far for each in columns.values())))
        odd = [f"{row.model}: {row.note}." for row in table.rows if row.note]
        own_sources = dict.fromkeys(row.source for row in table.rows if row.source)
        odd += [
            f"{source}: {'; '.join(row.model for row in table.rows if row.source == source)}."
            for source in own_sources
        ]
        made = Table(
            table.title,
            ("Model", *map(_heading, table.columns)),
            tuple(rows),
            (f"Source: {table.source}.", *([table.note] if table.note else []), *odd, *parts),
            brackets=frozenset(brackets),
            digits=max(table.decimals.values()),
        )
        found.append(PublishedScores(made, len(own)))
    return tuple(found)


def published_sheets(results: Sequence[TaskResult]) -> list[Table]:
    """Return `published_scores` as tables that name our systems as ours."""
    sheets = []
    for table, n_ours in ((each.table, each.n_ours) for each in published_scores(results)):
        ours = tuple((f"{row[0]} (ours)", *row[1:]) for row in table.rows[-n_ours:])
        sheets.append(replace(table, rows=(*table.rows[:-n_ours], *ours)))
    return sheets


def _parts(column: str) -> tuple[str, ...]:
    named: Mapping[str, tuple[str, ...]] = {
        name: columns for scheme in schemes().values() for name, columns in scheme.averages.items()
    }
    return named.get(column, (column,))


def report_sheets(report: BenchReport, *, published: bool = False, numbers: bool = False) -> list[Table]:
    """Systems on tasks, averages as they are published, parts, and if asked the papers' tables with ours."""
    sheets = [scores_sheet(report.results, averages_of(report), report.absent, numbers=numbers)]
    further = (coverage_sheet(report.results), parts_sheet(report.results))
    sheets += [sheet for sheet in further if sheet is not None]
    sheets += remaining_sheets(report)
    return sheets + (published_sheets(report.results) if published else [])


def remaining_sheets(report: BenchReport) -> list[Table]:
    """Return what a run that was stopped has not come to, as a table; none where it is whole."""
    if not report.remaining:
        return []
    heading = f"Not scored yet: {len(report.results):,} of {report.n_expected:,} results are there"
    note = f"`assay bench run --resume {report.run_id}` continues it; what is scored is kept."
    rows = tuple((each.name, each.system) for each in report.remaining)
    return [Table("A partial run", (heading, "System"), rows, (note,))]  # all forms have headings


def report_text(report: BenchReport, form: Form, *, published: bool = False, table: str = "") -> str:
    """Return the tables of a report with their notes, as `sheets_text`; in JSON every query and paper."""
    if form == "json":
        return report_json(report)
    return sheets_text(report_sheets(report, published=published, numbers=form == "csv"), form, table=table)


def comparison_text(
    found: BenchComparison,
    form: Form,
    *,
    results: Sequence[TaskResult] = (),
    queries: int = 0,
    left: Sequence[Table] = (),
    texts: Mapping[str, ItemTexts] = NO_TEXTS,
    table: str = "",
) -> str:
    """Differences to the baseline by task and over all columns, as `sheets_text`; below them what is `left`.

    Of `results` the `queries` of each task that win and lose most are named, with their `texts` by task.
    """
    if form == "json":
        return json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False, default=shallow) + "\n"
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
    raise BadInput("There is no table {0}. Those that there are: {1}.", f"{table!r:.60}", titles)
