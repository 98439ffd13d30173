"""What a task's value is made of: fields, sources, judgements, and a search with and without self-hits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import systems_of
from assay.table import Cell, Sheet

WHOLE = "as scored"
_NOTE = f"Below a task's parts, '{WHOLE}', is its value; no average holds the parts."


def parts_sheet(results: Sequence[TaskResult]) -> Sheet | None:
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
    return Sheet("Parts", headings, tuple(rows), tuple(notes), brackets=frozenset(brackets))


def _names(told: Iterable[Mapping[str, object]]) -> list[str]:
    """The parts of all systems in their order, the whole last."""
    found = dict.fromkeys(part for each in told for part in each)
    return [*(part for part in found if part != WHOLE), WHOLE]
