"""Commands of benchmarks: which tasks there are, scoring models on them, and overlap with training data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Session, argument, command, option
from assay.cli.evaluation.bench_reports import RunId, commands
from assay.cli.options import Device, On, Pooling, Precision, each_with_pooling, workers_on
from assay.cli.output import Printed, count, table
from assay.cli.training.formats import Intercept, Similarity, SimilarityOption
from assay.codec import shallow
from assay.errors import BadInput
from assay.progress import Cancelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay.benchmarks.overlap.report import TaskOverlap
    from assay.benchmarks.results import TaskResult
    from assay.benchmarks.selection import SelectedTask
    from assay.benchmarks.store import BenchRun, RunSettings
    from assay.benchmarks.suites.describe import BenchTask
    from assay.benchmarks.tasks.data import Coverage
    from assay.benchmarks.types import SkippedTask


BAD_INPUT = 2


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """Which tasks, and where they are."""

    data: Annotated[Path | None, option("The folder that holds the benchmarks as published.")] = None
    tasks: Annotated[
        list[Path] | None, option("A file of your own tasks, one JSON object a line.", "--tasks")
    ] = None
    suite: Annotated[list[str] | None, option("Only tasks of this suite; repeatable.", "--suite")] = None

    @property
    def files(self) -> list[Path]:
        """The files of one's own tasks."""
        return self.tasks or []


@dataclass(frozen=True, slots=True)
class NamedTaskChoice(TaskChoice):
    """The same, and tasks by name."""

    task: Annotated[list[str] | None, option("Only the task of this id; repeatable.", "--task")] = None

    def __bool__(self) -> bool:
        return bool(self.data or self.tasks or self.suite or self.task)


@dataclass(frozen=True, slots=True)
class Reading:
    """How models read a text."""

    pooling: Pooling = None
    max_length: Annotated[
        int | None,
        option("Tokens of a text at most, no more than the model reads; its own if not given.", min=8),
    ] = None
    separator: Annotated[
        str | None, option("What stands between title and abstract; the tokenizer's own if not given.")
    ] = None

    def __bool__(self) -> bool:
        return self != Reading()


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task of the list, and whether it is there."""

    id: str
    name: str
    suites: Sequence[str]
    kind: str
    metrics: Sequence[str]
    state: str
    why: str
    group: str
    instead: str = ""  # the end of `why` that many tasks share
    task: BenchTask | None = None  # None for one's own

    def payload(self) -> dict[str, object]:
        """Return all that is known of a task of a suite, else what one's own file says of it."""
        own = {"id": self.id, "name": self.name, "suites": self.suites, "kind": self.kind}
        known = {**own, "metrics": self.metrics} if self.task is None else shallow(self.task)
        return {**known, "state": self.state, "why": self.why, "group": self.group}


@command(commands, "list")
def list_tasks(
    current: Session,
    *,
    choice: TaskChoice,
    whole: Annotated[bool, option("Read every file, and so find every fault.", "--whole")] = False,
) -> None:
    """List the tasks; with --data, which of them are there, which are absent, and why."""
    rows = [*_suite_rows(choice, whole=whole), *(row for path in choice.files for row in _own_rows(path))]
    if not rows:
        raise BadInput("No task is of these suites. `assay bench list` without --suite names them all.")

    def lines() -> Iterator[Printed]:
        states = {"unknown": "", "present": "available"}
        yield table(
            ("Id", "Task", "Format", "Measures", "Suites", "State"),
            [
                (row.id, row.name, row.group, ", ".join(row.metrics), ", ".join(row.suites),
                 states.get(row.state, row.state))
                for row in rows
            ],
        )  # fmt: skip
        listed: set[str] = set()
        for row in rows:
            why = row.why.replace(f"; {row.instead}", "") if row.instead in listed else row.why
            listed |= {row.instead} - {""}  # a folder's listing is the same for many tasks
            if why:
                yield f"{row.id}: {row.state}. {why}"
            if row.task is not None and row.task.unlike:
                yield f"{row.id}, unlike the published evaluation: {row.task.unlike}"
        there = sum(row.state == "present" for row in rows)
        known = choice.data is not None or choice.files
        yield f"{count(len(rows), 'task')}{f', {there} there.' if known else '; --data says what is there.'}"

    current.answer({"tasks": [row.payload() for row in rows]}, lines())


def _suite_rows(choice: TaskChoice, *, whole: bool) -> list[TaskRow]:
    from assay.benchmarks.suites.availability import task_states
    from assay.benchmarks.suites.describe import every_task

    states = task_states(choice.data, whole=whole) if choice.data is not None else []
    known = {each.task.id: each for each in states}
    wanted = {*(choice.suite or ())}
    rows = []
    for task in [each.task for each in states] or every_task():
        if wanted and not wanted & {*task.suites}:
            continue
        each = known.get(task.id)
        state, why, instead = (each.state, each.why, each.instead) if each else ("unknown", "", "")
        own = (task.id, task.name, task.suites, task.kind, task.metrics)
        rows.append(TaskRow(*own, state, why, task.group, instead, task))
    return rows


def _own_rows(path: Path) -> Iterator[TaskRow]:
    from assay.benchmarks.selection import own_id
    from assay.benchmarks.tasks.task import read_good_tasks

    good, bad = read_good_tasks(path)
    for task in good:
        why = f"There is no file {', '.join(map(str, task.absent))}." if task.absent else ""
        state = "absent" if task.absent else "present"
        name = own_id(path, task.name)
        yield TaskRow(name, task.name, ("own",), task.type, task.metrics, state, why, task.group)
    for each in bad:
        yield TaskRow(own_id(path, each.name), each.name, ("own",), "", (), "broken", each.why, "")


@command(commands, "fetch", progress=True)
def fetch(
    current: Session,
    names: Annotated[list[str], argument("Ids of SciRepEval's tasks, such as scirepeval/fos.")],
    *,
    data: Annotated[Path, option("The folder to write to.")],
    training: Annotated[
        bool, option("What models learn from (train, validation), not what they are tested on.", "--training")
    ] = False,
    allow_network: Annotated[
        bool, option("Ask the hub of the `datasets` library, which you install.", "--allow-network")
    ] = False,
) -> None:
    """Fetch SciRepEval's data through the `datasets` library. Nothing is asked without --allow-network."""
    from assay.benchmarks.suites.describe import task_named
    from assay.benchmarks.suites.fetch import fetch as fetch_task
    from assay.benchmarks.suites.fetch import fetch_training

    with current.progress() as report:
        files = [
            path
            for name in names
            for path in (
                fetch_training(name, data, allow_network=allow_network, progress=report)
                if training
                else fetch_task(task_named(name), data, allow_network=allow_network, progress=report)
            )
        ]
    current.answer({"files": files}, f"{count(len(files), 'file')} written to {data}.")


@command(commands, "run", progress=True)
def run(
    current: Session,
    systems: Annotated[
        list[str] | None,
        argument("Models by id or folder; bm25 for words; hybrid, hybrid:MODEL or rrf:MODEL for both."),
    ] = None,
    *,
    choice: NamedTaskChoice,
    resume: Annotated[str, option("Resume the run of this id, with its systems, tasks and scoring.")] = "",
    similarity: Similarity = "l2",
    intercept: Intercept = False,
    device: Device = None,
    precision: Precision = None,
    on: On = "",
    reading: Reading,
) -> None:
    """Score models on tasks. What was scored before, and what is scored before you stop it, is kept.

    Each text is encoded once for a model and format, over all tasks; a task that cannot be read or scored is
    named with the reason, and the others continue. Leaves with status 2 if one failed, or nothing could be
    scored; the results are the same.
    """
    from assay.benchmarks.results import without_items
    from assay.benchmarks.runner import Bench
    from assay.benchmarks.store import BenchStore
    from assay.benchmarks.tasks.score import Scoring
    from assay.benchmarks.types import BenchScores

    store = BenchStore()
    wanted = (
        _resumed(store.run(resume), alone=not (systems or choice or precision or reading))
        if resume
        else _chosen(systems or [], choice, similarity, precision, intercept=intercept, reading=reading)
    )
    settings, kept = wanted.settings, list[bool]()
    begun: list[BenchRun] = []
    with current.progress() as report, _progress_if_stopped(begun, kept), workers_on(on) as workers:
        bench = Bench(
            store,
            scoring=Scoring(intercept=settings.intercept, similarity=settings.similarity),
            device=device or "auto",
            precision=settings.precision,
            max_length=settings.max_length,
            separator=settings.separator,
            encoders=workers,
            progress=report,
            on_result=lambda _result, was_kept: kept.append(was_kept),
            begun=begun.append,
        )
        made, results = bench.run(
            wanted.systems, wanted.tasks, wanted.absent, settings=settings, resumed=wanted.resumed
        )
    payload = BenchScores(made.run_id, sum(kept), tuple(map(without_items, results)), tuple(wanted.absent))
    end = f"Run {made.run_id}: {_counted(results, sum(kept))}. `assay bench report` compares them."
    current.answer(payload, [*_result_lines(wanted, results), end])
    failed = [f"{each.name}, {each.system}" for each in results if each.failure and each.applies]
    if failed := [*failed, *(each.name for each in wanted.absent if each.state == "broken")]:
        current.note(failed_words(failed))
    if failed or not any(result.scored for result in results):
        raise typer.Exit(BAD_INPUT)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be scored; `absent` are the tasks that cannot be."""

    systems: list[str]
    tasks: list[SelectedTask]
    absent: list[SkippedTask]
    settings: RunSettings
    resumed: BenchRun | None = None

    def __post_init__(self) -> None:
        """Raise BadInput where nothing is there."""
        if not self.tasks:
            first = f" {self.absent[0].task_id}: {self.absent[0].why}" if self.absent else ""
            raise BadInput(
                f"None of the tasks that were asked for is there.{first} `assay bench list --data FOLDER` "
                "says all."
            )


def _resumed(run: BenchRun, *, alone: bool) -> Wanted:
    from assay.benchmarks.selection import remaining_tasks

    if not alone:
        raise BadInput("A resumed run has its systems and tasks already. Give --resume alone.")
    tasks, absent = remaining_tasks(run)
    return Wanted(list(run.systems), tasks, absent, run.settings, run)


def _chosen(
    systems: list[str],
    choice: NamedTaskChoice,
    similarity: SimilarityOption,
    precision: str | None,
    *,
    intercept: bool,
    reading: Reading,
) -> Wanted:
    """Return what to run, with whole paths: the run may be resumed from another folder."""
    from assay.benchmarks.store import RunSettings

    if not systems:
        raise BadInput("Say what is to be measured: models, bm25 or hybrid; or --resume a run.")
    models = each_with_pooling(systems, reading.pooling)
    where = str(choice.data.expanduser().absolute()) if choice.data is not None else ""
    own = tuple(str(file.expanduser().absolute()) for file in choice.files)
    tasks, absent = _selected(choice, choice.task or [])
    numbers = precision or "float32"
    settings = RunSettings(where, own, similarity, intercept, numbers, reading.max_length, reading.separator)
    return Wanted(models, tasks, absent, settings)


def _selected(
    choice: TaskChoice, names: Sequence[str], run: BenchRun | None = None
) -> tuple[list[SelectedTask], list[SkippedTask]]:
    """Return where nobody says where the tasks are, they are where the run found them."""
    from assay.benchmarks.selection import select_tasks

    data, files = choice.data, choice.files
    if run is not None and data is None and not files:
        data, files = run.settings.places
    return select_tasks(data=data, files=files, suites=choice.suite or (), names=names)


@contextmanager
def _progress_if_stopped(begun: Sequence[BenchRun], kept: Sequence[bool]) -> Iterator[None]:
    """Say how to resume a run that is stopped."""
    try:
        yield
    except (Cancelled, KeyboardInterrupt) as error:
        if not begun:
            raise Cancelled("Cancelled before the run began: there is nothing to resume.") from error
        made = begun[0]
        raise Cancelled(
            f"Cancelled: the run {made.run_id} has {len(kept):,} of {made.n_expected:,} results, and they "
            f"are kept. Resume it with `assay bench run --resume {made.run_id}`."
        ) from error


def _counted(results: Sequence[TaskResult], n_kept: int) -> str:
    """Count, as "18 scores, 3 of them kept from before", and how many there could not be."""
    n_scored = sum(each.scored for each in results)
    n_unable = sum(not each.applies for each in results)
    n_failed = len(results) - n_scored - n_unable
    parts = [f"{count(n_scored, 'score')}, {n_kept} of them kept from before"]
    parts += [f"{n_failed} could not be worked out"] * bool(n_failed)
    parts += [f"{n_unable} left out, of systems that cannot do the task"] * bool(n_unable)
    return "; ".join(parts)


def part_words(coverage: Coverage) -> str:
    """Say how much was scored: "120 of 121 rows; the first that is left out is test.tsv:9."."""
    there = coverage.n_rows - coverage.n_missing
    first = f"; the first that is left out is {coverage.first}" if coverage.first else ""
    return f"{there:,} of {count(coverage.n_rows, 'row')}{first}."


def failed_words(failed: Sequence[str]) -> str:
    """Return a sentence that names the first ten."""
    more = f" and {len(failed) - 10:,} more" if len(failed) > 10 else ""
    return f"{count(len(failed), 'score')} could not be worked out: {'; '.join(failed[:10])}{more}."


def _cell(result: TaskResult, metric: str) -> str:
    """Write a score, in brackets where it is of a part of the task only."""
    if metric not in result.values:
        return "-"
    return f"{result.values[metric]:.2f}" if result.whole else f"({result.values[metric]:.2f})"


def _result_lines(wanted: Wanted, results: list[TaskResult]) -> Iterator[Printed]:
    from assay.benchmarks.tables import failed_few_words

    systems = list(dict.fromkeys(result.system for result in results))
    by_place = {(result.task, result.system): result for result in results}
    rows = []
    for task in wanted.tasks:
        own = [by_place[task.task_id, name] for name in systems]
        for metric in dict.fromkeys(metric for each in own for metric in each.values) or task.metrics:
            cells = [_cell(result, metric) for result in own]
            rows.append((task.name, metric, *cells))
    yield table(("Task", "Measure", *(f"#{name}" for name in systems)), rows)
    for result in results:
        if result.scored and not result.coverage.whole:
            yield f"{result.name}, {result.system}: {part_words(result.coverage)}"
        yield from failed_few_words(result)
        if result.failure and result.applies:
            yield f"{result.name}, {result.system}: {result.failure}"
    yield from _absent_lines(wanted.absent)


def _absent_lines(absent: Sequence[SkippedTask]) -> Iterator[str]:
    return (f"{each.name}: {each.state}. {each.why}" for each in absent)


@command(commands, "overlap", progress=True)
def overlap(
    current: Session,
    training: Annotated[
        str, argument("A recipe's file, a trained model's id, or a BEIR folder that was trained on.")
    ],
    *,
    choice: NamedTaskChoice,
    split: Annotated[str, option("Which qrels of a BEIR folder were trained on.")] = "train",
    run: RunId = "",
    figures: Annotated[
        bool, option("With --json: counts and scores, no papers and queries by name.", "--figures")
    ] = False,
) -> None:
    """Report training/benchmark overlap: papers, positives, queries; and scores without what is shared.

    Scores are those of the latest run, or of --run, as far as it has these tasks. With --run and nothing
    else the tasks are that run's, found where it found them.
    """
    from assay.benchmarks.overlap.material import training_material
    from assay.benchmarks.overlap.report import task_overlaps
    from assay.benchmarks.store import BenchStore

    store = BenchStore()
    of_run = store.run(run) if run or store.runs() else None
    names = list(choice.task or ())
    if run and of_run is not None and not names and not choice.suite:
        names = [each.task for each in of_run.tasks]
    selected, absent = _selected(choice, names, of_run if run else None)
    if not selected:
        raise BadInput("None of the tasks is there. `assay bench list --data FOLDER` says why.")
    results = store.results(of_run) if of_run is not None else []
    with current.progress() as report:
        report("reading the training data", 0, None)
        material = training_material(training, split=split)
        found, broken = task_overlaps(material, selected, results, progress=report)
    absent = [*absent, *broken]

    payload = {
        "training": material.name,
        "run_id": of_run.run_id if of_run is not None else "",
        "tasks": [each.figures() if figures else each for each in found],
        "absent": absent,
    }
    current.answer(payload, [*_overlap_lines(found), *_absent_lines(absent)])
    if not found:
        raise typer.Exit(BAD_INPUT)


def _overlap_lines(found: list[TaskOverlap]) -> Iterator[Printed]:
    yield table(
        ("Task", "#Papers shared", "#Positives shared", "#Queries near", "#Asked", "#Left"),
        [
            (
                each.name,
                f"{len(each.found.papers):,} of {each.found.n_papers:,}",
                f"{len(each.found.positives):,} of {each.found.n_positives:,}",
                *(f"{n:,}" for n in (len(each.found.queries), each.found.n_queries, each.found.n_left)),
            )
            for each in found
        ],
    )
    rows = [
        (each.name, system, left.metric, f"{left.whole:.2f}", _value(left.left), _value(left.out),
         f"{left.n_left:,}{' (few)' if left.few else ''}")
        for each in found for system, some in each.left.items() for left in some
    ]  # fmt: skip
    unknown = [(each.name, system, why) for each in found for system, why in each.untold.items()]
    if rows or unknown:
        rows += [(name, system, "", "", "", "", "") for name, system, _ in unknown]
        yield table(("Task", "System", "Measure", "#All", "#Left", "#Left out", "#n left"), rows)
        yield from (f"{name}, {system}: {why}" for name, system, why in unknown)
    else:
        yield f"No scores of {count(len(found), 'task')} are kept: `assay bench run` makes them."
    yield from (f"- {rule}" for rule in dict.fromkeys(rule for each in found for rule in each.found.rules))


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
