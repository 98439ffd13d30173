"""Scores, parts and published tables as tables, and reports and comparisons as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from assay.benchmarks.aggregation import (
    Average,
    column_values,
    published_tables,
    scheme_averages,
    schemes,
    with_published,
)
from assay.benchmarks.comparison import NO_TEXTS, BenchComparison, comparison_sheets
from assay.benchmarks.report import (
    Averages,
    BenchReport,
    averages_of,
    counted,
    in_parts,
    lacks,
    report_json,
    some_of,
)
from assay.benchmarks.results import TaskResult, by_task, run_conditions, systems_of
from assay.benchmarks.suites import every_task
from assay.benchmarks.texts import ItemTexts
from assay.errors import BadInput
from assay.table import Cell, Table, best_places

_SIMILARITY = {"l2": "Euclidean distance", "cosine": "cosine", "inner": "inner product"}


def scores_sheet(
    results: Sequence[TaskResult],
    averages: Averages,
    absent: Sequence[tuple[str, str]] = (),
    *,
    numbers: bool = False,
) -> Table:
    """A row a task and metric, a column a system, averages below; the best of a row is marked.

    In brackets stand scores of some rows of a task only and averages that lack columns or hold such scores;
    they are the best only among scores of the same. `absent` are tasks that were asked for (id, why).
    `numbers` is for programs: n is a number, and none where it would be words.
    """
    systems = systems_of(results)
    rows: list[tuple[Cell, ...]] = []
    marked: set[tuple[int, int]] = set()
    brackets: set[tuple[int, int]] = set()
    notes: list[str] = []
    for task, own in by_task(results).items():
        some = next(iter(own.values()))
        metrics = dict.fromkeys(metric for each in own.values() for metric in each.values)
        for metric in metrics or ("-",):
            cells = [own[name].values.get(metric) if name in own else None for name in systems]
            in_parts = [name in own and not own[name].whole for name in systems]
            brackets |= _places(
                len(rows), [part and cell is not None for part, cell in zip(in_parts, cells, strict=True)]
            )
            covered = [_scored_over(own[name]) if name in own else None for name in systems]
            marked |= best_places(len(rows), cells, first=2, over=covered)
            n = max((each.n for each in own.values()), default=0)
            counted_n: Cell = (n or None) if numbers else (f"{n:,}" if n else "")
            rows.append((some.name or task, metric, counted_n, *cells))
        notes += [f"{each.name}, {each.system}: {each.failure}" for each in own.values() if _at_fault(each)]
        notes += dict.fromkeys(_partial(each) for each in own.values() if not each.coverage.whole)
        notes += dict.fromkeys(each for result in own.values() for each in failed_few_words(result))
    for name, values in averages.items():
        means = [values[system] for system in systems]
        brackets |= _places(len(rows), [each.so_far is not None and not each.whole for each in means])
        so_far, over = [each.so_far for each in means], [_over(each) for each in means]
        marked |= best_places(len(rows), so_far, first=2, over=over)
        of_columns = None if numbers else counted(values)
        rows.append((name, "mean of columns", of_columns, *(each.so_far for each in means)))
    notes += [IN_BRACKETS, *lacks(averages, results)] if brackets else []
    notes += [f"{task}: not run. {why}" for task, why in absent]
    unable = [name for name in systems if any(r.system == name and not r.applies for r in results)]
    if unable:
        rank = "ranks papers and has" if len(unable) == 1 else "rank papers and have"
        notes.append(f"{', '.join(unable)} {rank} no vectors: tasks of labels are not theirs.")
    notes += how_scored(results)
    notes += [_took(system, [r for r in results if r.system == system and r.scored]) for system in systems]
    headings = ("Task", "Measure", "n", *systems)
    return Table("Scores", headings, tuple(rows), tuple(notes), frozenset(marked), frozenset(brackets))


def _places(row: int, there: Sequence[bool]) -> set[tuple[int, int]]:
    return {(row, 2 + place) for place, each in enumerate(there) if each}


def _over(found: Average) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return found.missing, found.partial


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
    """By which similarity, with or without intercept, on what: a line for each way that there is."""
    ways: dict[tuple[str, str], dict[str, None]] = {}
    for result in results:
        if result.scored and result.conditions.known:
            how = result.conditions
            intercept = "with" if how.intercept else "without"
            told = (
                f"rankings by {_SIMILARITY.get(how.similarity, how.similarity)}",
                f"{intercept} intercept",
            )
            own = ways.setdefault(told, {})
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
            lines.append(f"{each.system}: {pooling}texts are cut at {length} tokens.")
    if any(result.scored and not result.conditions.known for result in results):
        lines.append("Some results were kept by an earlier program, which did not note how they were scored.")
    return lines


def _scored_over(result: TaskResult) -> tuple[object, ...]:
    return result.coverage, tuple((few.sample_size, few.iterations) for few in result.failed_few)


def failed_few_words(result: TaskResult) -> list[str]:
    """A sentence for each few-shot setting that has no score."""
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


def parts_sheet(results: Sequence[TaskResult]) -> Table | None:
    """A row a task, part and measure, the task's own values below its parts; None where nothing has parts."""
    systems = systems_of(results)
    with_parts = {result.task for result in results if result.parts}
    by_task: dict[str, dict[str, TaskResult]] = {}
    for result in results:
        if result.task in with_parts:
            by_task.setdefault(result.task, {})[result.system] = result
    rows: list[tuple[Cell, ...]] = []
    brackets: set[tuple[int, int]] = set()
    for task, own in by_task.items():
        name = next(iter(own.values())).name or task
        told = {system: {**each.parts, WHOLE: each.values} for system, each in own.items()}
        for part in _names(told.values()):
            for measure in dict.fromkeys(each for one in told.values() for each in one.get(part, {})):
                cells = [told.get(system, {}).get(part, {}).get(measure) for system in systems]
                brackets |= {
                    (len(rows), 2 + place)
                    for place, system in enumerate(systems)
                    if cells[place] is not None and not own[system].whole
                }
                rows.append((name, part, measure, *cells))
    if not rows:
        return None
    notes = [_NOTE, *(["In brackets: some rows of the task were not scored."] if brackets else [])]
    headings = ("Task", "Part", "Measure", *systems)
    return Table("Parts", headings, tuple(rows), tuple(notes), brackets=frozenset(brackets))


def _names(told: Iterable[Mapping[str, object]]) -> list[str]:
    """The parts of all systems in their order, the whole last."""
    found = dict.fromkeys(part for each in told for part in each)
    return [*(part for part in found if part != WHOLE), WHOLE]


IN_BRACKETS = (
    "In brackets: a mean of the columns that are there, whole or in parts, not to be laid beside published "
    "ones or others over other columns."
)


def columns_by_system(results: Sequence[TaskResult]) -> dict[str, dict[str, float]]:
    """system -> column of a published table -> percent; tasks of one's own have no columns."""
    known = {task.id: task for task in every_task()}
    found: dict[str, dict[str, float]] = {system: {} for system in systems_of(results)}
    for result in results:
        if result.scored and result.task in known:
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
    told = [IN_BRACKETS, *notes] if brackets else []
    systems = next(iter(averages.values()))
    headings = ("Average", *(heading for system in systems for heading in (f"{system}: columns", system)))
    return Table("Averages", headings, tuple(rows), tuple(told), brackets=frozenset(brackets))


def _lacks(system: str, found: Average, partial: Mapping[str, TaskResult]) -> list[str]:
    lacks = [f"{system}: {found.name} lacks {some_of(found.missing)}."] if found.missing else []
    parts = dict.fromkeys(in_parts(partial[column]) for column in found.partial)
    return lacks + [f"{system}: {found.name} holds {part}." for part in parts]


def _heading(column: str) -> str:
    """A column of a published table under its task's name where it is of one: "MDCR map"."""
    task_id, _, measure = column.partition(" ")
    names = {task.id: task.name for task in every_task()}
    return f"{names.get(task_id, task_id)} {measure}".strip()


def published_sheets(results: Sequence[TaskResult]) -> list[Table]:
    """The papers' tables with our systems below, of those tables that have a column of ours.

    What is of some rows of its task only stands in brackets, and so does an average that holds it.
    """
    ours, partial = columns_by_system(results), partial_columns(results)
    scored = {column for columns in ours.values() for column in columns}
    sheets = []
    for table in published_tables().values():
        wanted = {column for name in table.columns for column in _parts(name)}
        if not scored & wanted:
            continue
        found = with_published(table, ours, partial)
        if not any(value is not None for row in found if row.ours for value in row.values.values()):
            continue  # its column is a mean of others than ours
        rows = [
            (f"{row.model}{' (ours)' if row.ours else ''}", *(row.values[name] for name in table.columns))
            for row in found
        ]
        brackets = {
            (n, place)
            for n, row in enumerate(found)
            for place, name in enumerate(table.columns)
            if name in row.partial
        }
        parts = dict.fromkeys(
            f"{row.model}: {in_parts(partial[row.model][column])}, in brackets."
            for row in found
            for columns in row.partial.values()
            for column in columns
        )
        odd = [f"{row.model}: {row.note}." for row in table.rows if row.note]
        notes = [f"Source: {table.source}.", *([table.note] if table.note else []), *odd, *parts]
        digits = max(table.decimals.values())
        headings = ("Model", *map(_heading, table.columns))
        sheets.append(
            Table(
                table.title, headings, tuple(rows), tuple(notes), brackets=frozenset(brackets), digits=digits
            )
        )
    return sheets


def _parts(column: str) -> tuple[str, ...]:
    named: Mapping[str, tuple[str, ...]] = {
        name: columns for scheme in schemes().values() for name, columns in scheme.averages.items()
    }
    return named.get(column, (column,))


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
    texts: Mapping[str, ItemTexts] = NO_TEXTS,
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
