"""Our systems among the published: the averages of each benchmark, and the papers' tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.evaluation.aggregation import (
    averages_of,
    column_values,
    published_tables,
    schemes,
    with_published,
)
from assay.evaluation.suites import every_task
from assay.workspace.bench.results import TaskResult
from assay.workspace.bench.store import systems_of
from assay.workspace.formats_sheet import Cell, Sheet


def columns_by_system(results: Sequence[TaskResult]) -> dict[str, dict[str, float]]:
    """system -> column of a published table -> percent; tasks of one's own have no columns."""
    known = {task.id: task for task in every_task()}
    found: dict[str, dict[str, float]] = {system: {} for system in systems_of(results)}
    for result in results:
        if result.scored and result.task in known:
            found[result.system] |= column_values(known[result.task], result.values)
    return found


def coverage_sheet(results: Sequence[TaskResult]) -> Sheet | None:
    """Each benchmark's averages with how many of its columns were scored; None where no column was.

    An average over fewer columns than were published stands in brackets: it is of another benchmark.
    """
    ours = columns_by_system(results)
    systems = list(ours)
    rows: list[tuple[Cell, ...]] = []
    brackets: set[tuple[int, int]] = set()
    missing: dict[str, tuple[str, ...]] = {}
    for scheme in schemes().values():
        found = {system: averages_of(scheme, columns) for system, columns in ours.items()}
        for name in scheme.averages:
            own = [found[system][name] for system in systems]
            if not any(each.n for each in own):
                continue
            brackets |= {(len(rows), 1 + place) for place, each in enumerate(own) if not each.whole}
            most = max(own, key=lambda each: each.n)
            missing |= {name: most.missing} if most.missing else {}
            rows.append((name, most.of, most.n, *(each.so_far for each in own)))
    if not rows:
        return None
    notes = [f"{name} lacks {_some(columns)}." for name, columns in missing.items()]
    if missing:
        notes.insert(
            0, "In brackets: a mean of the columns that are there, not to be laid beside published ones."
        )
    counted = tuple((row[0], f"{row[2]} of {row[1]}", *row[3:]) for row in rows)
    return Sheet(
        "Averages", ("Average", "Columns", *systems), counted, tuple(notes), brackets=frozenset(brackets)
    )


def published_sheets(results: Sequence[TaskResult]) -> list[Sheet]:
    """The papers' tables with our systems below, of those tables that have a column of ours."""
    ours = columns_by_system(results)
    scored = {column for columns in ours.values() for column in columns}
    sheets = []
    for table in published_tables().values():
        wanted = {column for name in table.columns for column in _parts(name)}
        if not scored & wanted:
            continue
        rows = [
            (f"{row.model}{' (ours)' if row.ours else ''}", *(row.values[name] for name in table.columns))
            for row in with_published(table, ours)
        ]
        notes = [f"Source: {table.source}.", *([table.note] if table.note else [])]
        digits = max(table.decimals.values())
        sheets.append(Sheet(table.title, ("Model", *table.columns), tuple(rows), tuple(notes), digits=digits))
    return sheets


def _parts(column: str) -> tuple[str, ...]:
    named: Mapping[str, tuple[str, ...]] = {
        name: columns for scheme in schemes().values() for name, columns in scheme.averages.items()
    }
    return named.get(column, (column,))


def _some(columns: Sequence[str]) -> str:
    more = f" and {len(columns) - 3} more" if len(columns) > 3 else ""
    return ", ".join(columns[:3]) + more
