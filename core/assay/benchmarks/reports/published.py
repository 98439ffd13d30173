"""Our systems among the published: the averages of each benchmark, and the papers' tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.benchmarks.aggregation import (
    Average,
    averages_of,
    column_values,
    published_tables,
    schemes,
    with_published,
)
from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import systems_of
from assay.benchmarks.suites import every_task
from assay.table import Cell, Sheet

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


def coverage_sheet(results: Sequence[TaskResult]) -> Sheet | None:
    """Each benchmark's averages, each system's with how many of the columns it has; None where none has any.

    An average over fewer columns than were published, or over one of which only a part of the rows was
    scored, stands in brackets: it is of another benchmark.
    """
    ours, partial = columns_by_system(results), partial_columns(results)
    rows: list[tuple[Cell, ...]] = []
    brackets: set[tuple[int, int]] = set()
    notes: dict[str, None] = {}
    for scheme in schemes().values():
        found = {name: averages_of(scheme, own, partial.get(name, {})) for name, own in ours.items()}
        for name in scheme.averages:
            own = {system: of_system[name] for system, of_system in found.items()}
            if all(each.so_far is None for each in own.values()):
                continue
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
    if not rows:
        return None
    told = [IN_BRACKETS, *notes] if brackets else []
    headings = ("Average", *(heading for system in ours for heading in (f"{system}: columns", system)))
    return Sheet("Averages", headings, tuple(rows), tuple(told), brackets=frozenset(brackets))


def _lacks(system: str, found: Average, partial: Mapping[str, TaskResult]) -> list[str]:
    lacks = [f"{system}: {found.name} lacks {some_of(found.missing)}."] if found.missing else []
    parts = dict.fromkeys(in_parts(partial[column]) for column in found.partial)
    return lacks + [f"{system}: {found.name} holds {part}." for part in parts]


def _heading(column: str) -> str:
    """A column of a published table under its task's name where it is of one: "MDCR map"."""
    task_id, _, measure = column.partition(" ")
    names = {task.id: task.name for task in every_task()}
    return f"{names.get(task_id, task_id)} {measure}".strip()


def published_sheets(results: Sequence[TaskResult]) -> list[Sheet]:
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
            Sheet(
                table.title, headings, tuple(rows), tuple(notes), brackets=frozenset(brackets), digits=digits
            )
        )
    return sheets


def in_parts(result: TaskResult) -> str:
    """The words for a result that is of some rows of its task only, or lacks few-shot trainings."""
    of = result.coverage
    told = [] if of.whole else [f"{of.n_rows - of.n_missing:,} of {of.n_rows:,} rows"]
    told += [f"without {few.words}" for few in result.failed_few]
    return f"{result.name or result.task} in parts ({', '.join(told)})"


def _parts(column: str) -> tuple[str, ...]:
    named: Mapping[str, tuple[str, ...]] = {
        name: columns for scheme in schemes().values() for name, columns in scheme.averages.items()
    }
    return named.get(column, (column,))


def some_of(columns: Sequence[str]) -> str:
    """The first three of them, and how many more there are."""
    more = f" and {len(columns) - 3} more" if len(columns) > 3 else ""
    return ", ".join(columns[:3]) + more
