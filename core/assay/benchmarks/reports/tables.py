"""What was scored as tables, for Markdown, CSV and LaTeX alike."""

from __future__ import annotations

from collections.abc import Sequence

from assay.benchmarks.aggregation import Average
from assay.benchmarks.how import how_of
from assay.benchmarks.reports.averages import Averages, counted, lacks
from assay.benchmarks.reports.comparing import by_task
from assay.benchmarks.reports.published import IN_BRACKETS
from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import systems_of
from assay.table import Cell, Sheet

_SIMILARITY = {"l2": "Euclidean distance", "cosine": "cosine", "inner": "inner product"}


def scores_sheet(
    results: Sequence[TaskResult],
    averages: Averages,
    absent: Sequence[tuple[str, str]] = (),
    *,
    numbers: bool = False,
) -> Sheet:
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
            _mark(marked, len(rows), cells, covered)
            n = max((each.n for each in own.values()), default=0)
            counted_n: Cell = (n or None) if numbers else (f"{n:,}" if n else "")
            rows.append((some.name or task, metric, counted_n, *cells))
        notes += [f"{each.name}, {each.system}: {each.failure}" for each in own.values() if _at_fault(each)]
        notes += dict.fromkeys(_partial(each) for each in own.values() if not each.coverage.whole)
        notes += dict.fromkeys(each for result in own.values() for each in failed_few_words(result))
    for name, values in averages.items():
        means = [values[system] for system in systems]
        brackets |= _places(len(rows), [each.so_far is not None and not each.whole for each in means])
        _mark(marked, len(rows), [each.so_far for each in means], [_over(each) for each in means])
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
    return Sheet("Scores", headings, tuple(rows), tuple(notes), frozenset(marked), frozenset(brackets))


def _mark(
    marked: set[tuple[int, int]], row: int, cells: Sequence[float | None], over: Sequence[object]
) -> None:
    """Marks the best, where all that are there are `over` the same rows or columns."""
    known = [cell for cell in cells if cell is not None]
    alike = len({what for what, cell in zip(over, cells, strict=True) if cell is not None}) == 1
    if alike and max(known) > min(known):
        marked |= _places(row, [cell == max(known) for cell in cells])


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
    facts = how_of(results)
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
