"""What a comparison found as tables: each task's tests, those over all columns, and the queries behind them.

In CSV numbers stand as numbers and an interval in two columns; people read signs and words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten

from assay.benchmarks.behind import Texts
from assay.benchmarks.reports.comparing import Against, BenchComparison, TaskComparison, by_task
from assay.benchmarks.results import TaskResult
from assay.evaluation.statistics.systems import SystemPair
from assay.table import Cell, Sheet

CERTAIN = 0.05
MOST_QUERIES = 5
LETTERS = 80  # of a query or title
NO_TEXTS: Mapping[str, Texts] = {}
_HOW = (
    "Differences to {0} in percent, with 95 % intervals by the bootstrap and p of a paired randomisation "
    "test, over queries or over papers of a test; in bold where p by Holm is below {1:g}. The paired t test "
    "and Tukey's are of tasks over queries. Values are those with all rows to train with."
)
_TESTS = ("p", "p (Holm)", "p (t)", "p (Tukey)")


def comparison_sheets(
    found: BenchComparison,
    results: Sequence[TaskResult] = (),
    *,
    queries: int = 0,
    texts: Mapping[str, Texts] = NO_TEXTS,
    numbers: bool = False,
) -> list[Sheet]:
    """Each task, all columns together, and of `results` the `queries` of a task that win and lose most.

    `texts` is task -> what its queries and papers are called, as far as that is known. `numbers` is for
    programs: no signs or words, an interval as two columns.
    """
    sheets = [comparison_sheet(found, numbers=numbers), _overall_sheet(found, numbers=numbers)]
    if results and queries:
        sheets.append(_queries_sheet(found, results, queries, texts, numbers=numbers))
    return [sheet for sheet in sheets if sheet is not None]


def comparison_sheet(found: BenchComparison, *, numbers: bool = False) -> Sheet:
    """A row for each task, metric and system beside the reference; certain differences are marked.

    In brackets stand values of some rows of their task only.
    """
    rows: list[tuple[Cell, ...]] = []
    marked: set[tuple[int, int]] = set()
    brackets: set[tuple[int, int]] = set()
    for task in found.tasks:
        for row in task.rows:
            if row.p_holm < CERTAIN:
                marked.add((len(rows), 3))
            if task.partial:
                brackets |= {(len(rows), place) for place in (2, 3)}
            rows.append(_compared(task, row, numbers=numbers))
    parts = dict.fromkeys(
        f"{task.name}: {task.n_rows - task.n_missing:,} of {task.n_rows:,} rows were scored, in brackets."
        for task in found.tasks
        if task.partial
    )
    notes = [
        _HOW.format(found.reference, CERTAIN),
        *parts,
        *(f"{task}: not compared. {why}" for task, why in found.left_out),
    ]
    headings = (
        "Task", "Measure", "System", "Value", "Difference", *_interval_headings(numbers=numbers), *_TESTS,
        "Better", "Worse", *(("n", "Of") if numbers else ("n",)), "Judged@10",
        f"{found.reference}'s Judged@10",
    )  # fmt: skip
    return Sheet("Differences", headings, tuple(rows), tuple(notes), frozenset(marked), frozenset(brackets))


def _compared(task: TaskComparison, row: Against, *, numbers: bool) -> tuple[Cell, ...]:
    tests = (row.p, row.p_holm, row.p_t, row.p_tukey)
    told = (task.name, task.metric, row.system, row.value)
    if numbers:
        counts = (row.wins, row.losses, task.n, task.unit, row.judged, task.judged)
        return (*told, row.difference, *row.ci, *tests, *counts)
    judged = ["" if share is None else f"{share:.0f} %" for share in (row.judged, task.judged)]
    counted = (f"{row.wins:,}", f"{row.losses:,}", f"{task.n:,} {task.unit}", *judged)
    return (*told, f"{row.difference:+.2f}", _between(row.ci), *map(_p, tests), *counted)


def _overall_sheet(found: BenchComparison, *, numbers: bool) -> Sheet | None:
    overall = found.overall
    if overall is None:
        return None
    told = (
        f"Over the {overall.n} columns that all systems have, each counting alike. Do any two of them "
        f"differ: F {overall.f:.2f}, p {_p(overall.p)}."
    )
    notes = [told, *(["So few columns show only what is large."] if overall.few else [])]
    partial = list(dict.fromkeys(task.name for task in found.tasks if task.partial))
    if partial:
        notes.append(f"In brackets, since of these some rows only were scored: {', '.join(partial)}.")
    rows = tuple(_pair(pair, overall.n, numbers=numbers) for pair in overall.pairs)
    certain = frozenset((n, 2) for n, p in enumerate(overall.pairs) if p.p_randomisation_holm < CERTAIN)
    headings = (
        "System", "Beside", "Value", "Difference", *_interval_headings(numbers=numbers), *_TESTS, "Better",
        "Worse", "Columns",
    )  # fmt: skip
    brackets = {(n, place) for n in range(len(rows)) for place in (1, 2)} if partial else set()
    return Sheet("Differences over all columns", headings, rows, tuple(notes), certain, frozenset(brackets))


def _pair(pair: SystemPair, n: int, *, numbers: bool) -> tuple[Cell, ...]:
    one = pair.comparison
    tests = (one.p_randomisation, pair.p_randomisation_holm, one.p_t, pair.tukey.p)
    told = (pair.second, pair.first, one.mean_b)
    if numbers:
        return (*told, one.difference, *pair.bootstrap.bca, *tests, one.wins, one.losses, n)
    counts = (f"{one.wins:,}", f"{one.losses:,}", f"{n:,}")
    return (*told, f"{one.difference:+.2f}", _between(pair.bootstrap.bca), *map(_p, tests), *counts)


def _queries_sheet(
    found: BenchComparison,
    results: Sequence[TaskResult],
    most: int,
    texts: Mapping[str, Texts],
    *,
    numbers: bool,
) -> Sheet | None:
    """Queries of each task by its first measure, with the first paper of both rankings."""
    rows: list[tuple[Cell, ...]] = []
    known = by_task(results)
    seen: set[str] = set()
    for task in found.tasks:
        if task.unit != "queries" or task.task in seen:
            continue
        seen.add(task.task)
        for row in task.rows:
            pair = known[task.task][found.reference], known[task.task][row.system]
            rows += _changed(task, *pair, most, texts.get(task.task), numbers=numbers)
    if not rows:
        return None
    headings = (
        "Task", "Measure", "System", "Query", found.reference, "Value", "Difference",
        f"First of {found.reference}", "First of the system",
    )  # fmt: skip
    note = f"Of each task and system the {most} queries that win most and the {most} that lose most."
    return Sheet("Queries that win and lose", headings, tuple(rows), (note,))


def _changed(
    task: TaskComparison,
    base: TaskResult,
    other: TaskResult,
    most: int,
    texts: Texts | None,
    *,
    numbers: bool,
) -> Iterator[tuple[Cell, ...]]:
    mine, theirs = base.items[task.metric], other.items[task.metric]
    gains = {query: theirs[query] - value for query, value in mine.items()}
    order = sorted((query for query in gains if gains[query]), key=lambda query: (-gains[query], query))
    for query in [q for q in order if gains[q] > 0][:most] + [q for q in order if gains[q] < 0][-most:]:
        gain: Cell = gains[query] if numbers else f"{gains[query]:+.2f}"
        first = [next(iter(each.first.get(query, ())), "") for each in (base, other)]
        called = query
        if texts is not None:
            called = _called(query, texts.queries)
            first = [_called(paper, texts.papers) for paper in first]
        yield (task.name, task.metric, other.system, called, mine[query], theirs[query], gain, *first)


def _called(name: str, texts: Mapping[str, str]) -> str:
    """Such as "q8: do bees vote"."""
    text = " ".join(texts.get(name, "").split())
    return f"{name}: {shorten(text, LETTERS, placeholder='…')}" if text else name


def _interval_headings(*, numbers: bool) -> tuple[str, ...]:
    return ("95 % from", "95 % to") if numbers else ("95 %",)


def _between(ci: tuple[float, float]) -> str:
    return f"{ci[0]:+.2f} to {ci[1]:+.2f}"


def _p(value: float | None) -> str:
    if value is None:
        return ""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
