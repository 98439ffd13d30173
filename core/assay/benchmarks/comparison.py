"""Whether systems differ: by task over its queries or papers, and over all tasks; as tables too."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten

from assay.benchmarks.results import TaskResult, by_task, systems_of
from assay.benchmarks.texts import ItemTexts
from assay.benchmarks.types import Against, TaskComparison
from assay.errors import BadInput, EvaluationError
from assay.evaluation.statistics import Systems, compare_systems, holm
from assay.evaluation.statistics.predicted import compare_predictions
from assay.evaluation.statistics.systems import SystemPair
from assay.table import Cell, Table, p_text

DRAWS = 10_000
DRAWS_OF_PAPERS = 2000  # a measure of all papers at once is dearer than a mean
TASKS = "tasks"
LEAST_TASKS = 2  # over whose columns systems are compared


@dataclass(frozen=True, slots=True)
class NotCompared:
    """A task that could not be compared, and why."""

    task: str
    why: str


@dataclass(frozen=True, slots=True)
class BenchComparison:
    """`overall` is over the columns of all tasks that every system has; None where these are of one task."""

    reference: str
    systems: tuple[str, ...]
    tasks: tuple[TaskComparison, ...]
    overall: Systems | None
    left_out: tuple[NotCompared, ...]
    seed: int


def compare_results(results: Sequence[TaskResult], *, reference: str = "", seed: int = 0) -> BenchComparison:
    """Compare each system with the reference, if not given the first of those with most scored tasks.

    Raises BadInput for an unknown reference, EvaluationError where there is nothing to compare.
    """
    names = systems_of(results)
    reference = reference or most_scored(results)
    if reference not in names:
        raise BadInput(
            "There is no system {0} in these results. There are: {1}.", repr(reference), ", ".join(names)
        )
    if len(names) < 2:
        raise EvaluationError("There is only {0} in these results. Run another system to compare.", names[0])
    compared: list[TaskComparison] = []
    left_out: list[NotCompared] = []
    for task, own in by_task(results).items():
        base = own.get(reference)
        others = [each for name, each in own.items() if name != reference and each.scored]
        if base is None or not base.scored:
            why = base.failure if base else f"{reference} was not run on it."
            left_out.append(NotCompared(task, why))
        elif not others:
            left_out.append(NotCompared(task, "No other system has a score on it."))
        else:
            rows, whys = _of_task(base, others, seed)
            compared += rows
            left_out += [NotCompared(task, why) for why in whys]
    overall = compare_columns(results, reference=reference, seed=seed)
    return BenchComparison(reference, tuple(names), tuple(compared), overall, tuple(left_out), seed)


def most_scored(results: Sequence[TaskResult]) -> str:
    """Return the first of the systems that have a score on most tasks; "" where there are none."""
    n_scored = dict.fromkeys(systems_of(results), 0)
    for own in by_task(results).values():
        for name, result in own.items():
            n_scored[name] += result.scored
    return max(n_scored, key=lambda name: n_scored[name], default="")


def _of_task(
    base: TaskResult, others: Sequence[TaskResult], seed: int
) -> tuple[list[TaskComparison], list[str]]:
    """Return the others that were scored as the reference was, and why the rest was not compared."""
    whys = {each.system: why_unlike(base, each) for each in others}
    alike = [each for each in others if not whys[each.system]]
    problems = [why for why in whys.values() if why]
    if not alike:
        return [], problems
    try:
        if base.predictions:
            return [_over_papers(base, alike, metric, seed) for metric in base.complete], problems
        return [_over_queries(base, alike, metric, seed) for metric in base.items], problems
    except EvaluationError as error:  # such as a single query
        return [], [*problems, str(error)]


def why_unlike(base: TaskResult, other: TaskResult) -> str:
    """Why a difference of two results of one task would not be one of the systems; "" where it would be."""
    both = f"{base.system} and {other.system}"
    if base.notes and other.notes and base.notes != other.notes:
        ways = ", ".join(base.notes), ", ".join(other.notes)
        return f"{both} were scored in two ways: {ways[0]}; and {ways[1]}. Score both in one."
    if not base.predictions and not base.items:
        return (
            f"Of {both} no score of each query or paper is kept: nothing can be tested. Compare the values."
        )
    strange = _only_in_one(base, other)
    if strange is not None:
        return (
            f"{both} were scored on other data: {strange!r:.60} is in one of them alone, or is not the same "
            "in both. Run the task again with both."
        )
    return ""


def _only_in_one(base: TaskResult, other: TaskResult) -> str | None:
    """The first query or paper that only one has, or of which another thing is true."""
    if base.predictions or other.predictions:
        truths = ({paper: pair[0] for paper, pair in each.predictions.items()} for each in (base, other))
        one, two = truths
        every = {**one, **two}
        return next(
            (paper for paper in every if paper not in one or paper not in two or one[paper] != two[paper]),
            None,
        )
    for metric in base.items:
        mine, theirs = base.items[metric], other.items.get(metric, {})
        for query_id in {**mine, **theirs}:
            if query_id not in mine or query_id not in theirs:
                return query_id
    return None


def _over_queries(base: TaskResult, others: Sequence[TaskResult], metric: str, seed: int) -> TaskComparison:
    scores = {each.system: each.items[metric] for each in (base, *others)}
    judged = {each.system: each.judged for each in others}
    found = compare_systems(scores, metric, reference=base.system, seed=seed, draws=DRAWS)
    rows = [_against(pair, judged[pair.second]) for pair in found.pairs]
    value = next(row.mean for row in found.rows if row.name == base.system)
    return TaskComparison(
        base.task, base.name, metric, "queries", found.n, base.system, value, base.judged, tuple(rows),
        *_covered(base),
    )  # fmt: skip


def _against(pair: SystemPair, judged: float | None = None) -> Against:
    one = pair.comparison
    return Against(
        pair.second, one.mean_b, one.difference, pair.bootstrap.bca, one.p_randomisation,
        pair.p_randomisation_holm, one.p_t, pair.tukey.p, one.wins, one.ties, one.losses, judged,
    )  # fmt: skip


def over_columns(found: Systems) -> TaskComparison:
    """Return systems over the columns of all tasks as a comparison of no task."""
    value = next(row.mean for row in found.rows if row.name == found.reference)
    rows = tuple(map(_against, found.pairs))
    return TaskComparison("", "", "", "columns", found.n, found.reference, value, None, rows)


def _over_papers(base: TaskResult, others: Sequence[TaskResult], metric: str, seed: int) -> TaskComparison:
    papers = list(base.predictions)
    truth = [base.predictions[paper][0] for paper in papers]
    pairs = [
        (
            each,
            compare_predictions(
                metric,
                truth,
                [base.predictions[paper][1] for paper in papers],
                [each.predictions[paper][1] for paper in papers],
                seed=seed,
                draws=DRAWS_OF_PAPERS,
                resamples=DRAWS_OF_PAPERS,
            ),
        )
        for each in others
    ]
    corrected = holm([found.p_randomisation for _, found in pairs])
    rows = [
        Against(
            system=each.system,
            value=each.complete[metric],
            difference=found.difference,
            ci=found.ci,
            p=found.p_randomisation,
            p_holm=p_holm,
            p_t=None,
            p_tukey=None,
            wins=found.wins,
            ties=found.ties,
            losses=found.losses,
        )
        for (each, found), p_holm in zip(pairs, corrected, strict=True)
    ]
    value = base.complete[metric]
    return TaskComparison(
        base.task, base.name, metric, "papers", len(papers), base.system, value, base.judged, tuple(rows),
        *_covered(base),
    )  # fmt: skip


def _covered(base: TaskResult) -> tuple[int, int, bool]:
    """Return what is compared was scored on the same rows."""
    coverage = base.coverage
    return coverage.n_rows, coverage.n_missing, not coverage.whole


def compare_columns(results: Sequence[TaskResult], *, reference: str, seed: int = 0) -> Systems | None:
    """Systems over the columns of all tasks that every one has; None where these are of one task alone.

    Measures of one task are of the same queries: over them alone a small p would say nothing.

    Tasks are passed over that any system was scored on with other data or in another way than the reference.
    """
    columns: dict[str, dict[str, float]] = {}
    unlike = {
        task
        for task, own in by_task(results).items()
        if (base := own.get(reference)) is not None and base.scored
        for each in own.values()
        if each.scored and _differs(base, each)
    }
    for result in results:
        own = columns.setdefault(result.system, {})
        if result.scored and result.task not in unlike:
            own |= {f"{result.task} {metric}": value for metric, value in result.values.items()}
    shared = _shared(columns)
    if len({column.rpartition(" ")[0] for column in shared}) < LEAST_TASKS:
        return None
    scores = {name: {column: own[column] for column in shared} for name, own in columns.items()}
    return compare_systems(scores, TASKS, reference=reference, seed=seed, draws=DRAWS)


def _differs(base: TaskResult, other: TaskResult) -> bool:
    """Return whether data or scoring differ, as far as it is kept, or one lacks few-shot trainings."""
    lacks = [{(few.sample_size, few.iterations) for few in each.failed_few} for each in (base, other)]
    return (
        bool((base.items or base.predictions) and why_unlike(base, other))
        or bool(base.notes and other.notes and base.notes != other.notes)
        or lacks[0] != lacks[1]
    )


def _shared(columns: Mapping[str, Mapping[str, float]]) -> list[str]:
    first, *others = columns.values()
    return [column for column in first if all(column in own for own in others)]


CERTAIN = 0.05
MOST_QUERIES = 5
LETTERS = 80  # of a query or title
NO_TEXTS: Mapping[str, ItemTexts] = {}
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
    texts: Mapping[str, ItemTexts] = NO_TEXTS,
    numbers: bool = False,
) -> list[Table]:
    """Each task, all columns together, and of `results` the `queries` of a task that win and lose most.

    `texts` is task -> what its queries and papers are called, as far as that is known. `numbers` is for
    programs: no signs or words, an interval as two columns.
    """
    sheets = [comparison_sheet(found, numbers=numbers), _overall_sheet(found, numbers=numbers)]
    if results and queries:
        sheets.append(_queries_sheet(found, results, queries, texts, numbers=numbers))
    return [sheet for sheet in sheets if sheet is not None]


def comparison_sheet(found: BenchComparison, *, numbers: bool = False) -> Table:
    """Return a row for each task, metric and system next to the reference; certain differences are marked.

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
        *(f"{one.task}: not compared. {one.why}" for one in found.left_out),
    ]
    headings = (
        "Task", "Measure", "System", "Value", "Difference", *_interval_headings(numbers=numbers), *_TESTS,
        "Better", "Worse", *(("n", "Of") if numbers else ("n",)), "Judged@10",
        f"{found.reference}'s Judged@10",
    )  # fmt: skip
    return Table("Differences", headings, tuple(rows), tuple(notes), frozenset(marked), frozenset(brackets))


def _compared(task: TaskComparison, row: Against, *, numbers: bool) -> tuple[Cell, ...]:
    cells = (task.name, task.metric, row.system, row.value, *_cells(row, numbers=numbers))
    if numbers:
        return (*cells, task.n, task.unit, row.judged, task.judged)
    judged = ["" if share is None else f"{share:.0f} %" for share in (row.judged, task.judged)]
    return (*cells, f"{task.n:,} {task.unit}", *judged)


def _cells(row: Against, *, numbers: bool) -> tuple[Cell, ...]:
    """The difference with its interval, p of each test, and how often each is better."""
    tests = (row.p, row.p_holm, row.p_t, row.p_tukey)
    if numbers:
        return (row.difference, *row.ci, *tests, row.wins, row.losses)
    low, high = row.ci
    counts = (f"{row.wins:,}", f"{row.losses:,}")
    return (f"{row.difference:+.2f}", f"{low:+.2f} to {high:+.2f}", *map(p_text, tests), *counts)


def _overall_sheet(found: BenchComparison, *, numbers: bool) -> Table | None:
    overall = found.overall
    if overall is None:
        return None
    description = (
        f"Over the {overall.n} columns that all systems have, each counting alike. Do any two of them "
        f"differ: F {math.inf if overall.f is None else overall.f:.2f}, p {p_text(overall.p)}."
    )
    notes = [description, *(["With so few columns, only large differences show."] if overall.few else [])]
    partial = list(dict.fromkeys(task.name for task in found.tasks if task.partial))
    if partial:
        notes.append(f"In brackets, since of these some rows only were scored: {', '.join(partial)}.")
    n: Cell = overall.n if numbers else f"{overall.n:,}"
    own = over_columns(overall).rows
    rows = tuple((row.system, found.reference, row.value, *_cells(row, numbers=numbers), n) for row in own)
    certain = frozenset((at, 2) for at, row in enumerate(own) if row.p_holm < CERTAIN)
    headings = (
        "System", "Baseline", "Value", "Difference", *_interval_headings(numbers=numbers), *_TESTS, "Better",
        "Worse", "Columns",
    )  # fmt: skip
    brackets = {(n, place) for n in range(len(rows)) for place in (1, 2)} if partial else set()
    return Table("Differences over all columns", headings, rows, tuple(notes), certain, frozenset(brackets))


def _queries_sheet(
    found: BenchComparison,
    results: Sequence[TaskResult],
    most: int,
    texts: Mapping[str, ItemTexts],
    *,
    numbers: bool,
) -> Table | None:
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
    return Table("Queries that win and lose", headings, tuple(rows), (note,))


def _changed(
    task: TaskComparison,
    base: TaskResult,
    other: TaskResult,
    most: int,
    texts: ItemTexts | None,
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
    """Call a query by its id and text, such as "q8: do bees vote"."""
    text = " ".join(texts.get(name, "").split())
    return f"{name}: {shorten(text, LETTERS, placeholder='…')}" if text else name


def _interval_headings(*, numbers: bool) -> tuple[str, ...]:
    return ("95 % from", "95 % to") if numbers else ("95 %",)
