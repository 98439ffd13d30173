"""Commands of benchmarks: which tasks there are, scoring models on them, and overlap with training data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.app import Session, command
from assay.cli.bench_reports import RunId, commands
from assay.cli.formats import Device, Intercept, Similarity, SimilarityOption
from assay.cli.output import Printed, add_row, count, harmless, plain, table
from assay.cli.pooling import Pooling, each_with_pooling
from assay.errors import BadInput
from assay.progress import Cancelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay.benchmarks import Asking, BenchRun, BenchStore, SelectedTask, SkippedTask
    from assay.benchmarks.overlap import TaskOverlap
    from assay.benchmarks.results import TaskResult
    from assay.benchmarks.tasks import Coverage
    from assay.benchmarks.tasks.ranked import Similarity as SimilarityName

Data = Annotated[Path | None, typer.Option(help="The folder that holds the benchmarks as published.")]
TaskFiles = Annotated[
    list[Path] | None, typer.Option("--tasks", help="A file of your own tasks, one JSON object a line.")
]
Suites = Annotated[list[str] | None, typer.Option("--suite", help="Only tasks of this suite; repeatable.")]
Names = Annotated[list[str] | None, typer.Option("--task", help="Only the task of this id; repeatable.")]


BAD_INPUT = 2


@command(commands, "list")
def list_tasks(
    current: Session,
    *,
    data: Data = None,
    tasks: TaskFiles = None,
    suite: Suites = None,
    whole: Annotated[bool, typer.Option("--whole", help="Read every file, and so find every fault.")] = False,
) -> None:
    """List the tasks; with --data, which of them are there, which are absent, and why."""
    from assay.benchmarks.selection import own_id
    from assay.benchmarks.suites import every_task, task_states
    from assay.benchmarks.tasks import read_good_tasks

    rows: list[dict[str, Any]] = []
    states = {row.task.id: row for row in task_states(data, whole=whole)} if data is not None else {}
    for task in [row.task for row in states.values()] if states else every_task():
        if suite and not {*suite} & {*task.suites}:
            continue
        state = states.get(task.id)
        told = plain(task) | {"state": state.state if state else "unknown", "why": state.why if state else ""}
        rows.append({**told, "group": task.group})
    for path in tasks or ():
        good, bad = read_good_tasks(path)
        rows += [
            {"id": own_id(path, task.name), "name": task.name, "suites": ["own"], "kind": task.type,
             "group": task.group, "metrics": list(task.metrics),
             "state": "absent" if task.absent else "present",
             "why": f"There is no file {', '.join(map(str, task.absent))}." if task.absent else ""}
            for task in good
        ] + [
            {"id": own_id(path, each.name), "name": each.name, "suites": ["own"], "kind": "", "group": "",
             "metrics": [], "state": "broken", "why": each.why}
            for each in bad
        ]  # fmt: skip
    if not rows:
        raise BadInput("No task is of these suites. `assay bench list` without --suite names them all.")

    def show() -> Iterator[Printed]:
        made = table("Id", "Task", "Format", "Measures", "Suites", "State")
        for row in rows:
            state = {"unknown": "", "present": "there"}.get(row["state"], row["state"])
            add_row(
                made, row["id"], row["name"], row["group"], ", ".join(row["metrics"]),
                ", ".join(row["suites"]), state,
            )  # fmt: skip
        yield made
        said: set[str] = set()
        for row in rows:
            instead = states[row["id"]].instead if row["id"] in states else ""
            why = row["why"].replace(f"; {instead}", "") if instead in said else row["why"]
            said |= {instead} - {""}  # a folder's listing is the same for many tasks
            if why:
                yield f"{row['id']}: {row['state']}. {why}"
        there = sum(row["state"] == "present" for row in rows)
        told = count(len(rows), "task")
        yield f"{told}, {there} there." if states or tasks else f"{told}; --data says what is there."

    current.answer({"tasks": rows}, show())


@command(commands, "fetch", progress=True)
def fetch(
    current: Session,
    names: Annotated[list[str], typer.Argument(help="Ids of SciRepEval's tasks, such as scirepeval/fos.")],
    *,
    data: Annotated[Path, typer.Option(help="The folder to write to.")],
    allow_network: Annotated[
        bool,
        typer.Option("--allow-network", help="Ask the hub of the `datasets` library, which you install."),
    ] = False,
) -> None:
    """Fetch SciRepEval's data through the `datasets` library. Nothing is asked without --allow-network."""
    from assay.benchmarks.suites import fetch as fetch_task
    from assay.benchmarks.suites import task_named

    tasks = [task_named(name) for name in names]
    with current.progress() as report:
        files = [
            path
            for task in tasks
            for path in fetch_task(task, data, allow_network=allow_network, progress=report)
        ]

    def show() -> Iterator[Printed]:
        yield f"{count(len(files), 'file')} written to {data}."

    current.answer({"files": [str(path) for path in files]}, show())


@command(commands, "run", progress=True)
def run(
    current: Session,
    systems: Annotated[
        list[str] | None,
        typer.Argument(
            help="Models by name or folder; bm25 for words alone, hybrid or hybrid:MODEL for both together."
        ),
    ] = None,
    *,
    data: Data = None,
    tasks: TaskFiles = None,
    suite: Suites = None,
    task: Names = None,
    resume: Annotated[
        str, typer.Option(help="Go on with the run of this id, which says systems, tasks and scoring.")
    ] = "",
    similarity: Similarity = SimilarityOption.L2,
    intercept: Intercept = False,
    device: Device = None,
    pooling: Pooling = None,
) -> None:
    """Score models on tasks. What was scored before, and what is scored before you stop it, is kept.

    Each text is encoded once for a model and format, over all tasks; a task that cannot be read or scored is
    named with the reason, and the others go on. Leaves with status 2 if one failed, or nothing could be
    scored; the results are the same.
    """
    from assay.benchmarks import Bench, BenchStore, remaining_tasks, select_tasks
    from assay.benchmarks.tasks import Scoring

    store = BenchStore()
    if resume:
        if systems or data or tasks or suite or task:
            raise BadInput("A run that goes on has its systems and tasks already. Give --resume alone.")
        resumed = store.run(resume)
        systems, asking = list(resumed.systems), resumed.asking
        asked, absent = remaining_tasks(resumed)
    else:
        if not systems:
            raise BadInput("Say what is to be measured: models, bm25 or hybrid; or --resume a run.")
        systems = each_with_pooling(systems, pooling)
        resumed, asking = None, _asking(data, tasks or (), similarity.value, intercept=intercept)
        asked, absent = select_tasks(data=data, files=tasks or (), suites=suite or (), names=task or ())
    if not asked:
        raise BadInput(_none_there(absent))
    kept: list[bool] = []
    begun: list[BenchRun] = []
    with current.progress() as report, _told_if_stopped(begun, kept):
        bench = Bench(
            store,
            scoring=Scoring(intercept=asking.intercept, similarity=asking.similarity),
            device=device or "auto",
            progress=report,
            told=lambda _result, was_kept: kept.append(was_kept),
            begun=begun.append,
        )
        made, results = bench.run(systems, asked, absent, asking=asking, resumed=resumed)

    def show() -> Iterator[Printed]:
        yield from _show_results(asked, absent, results)
        yield f"Run {made.run_id}: {_counted(results, sum(kept))}. `assay bench report` compares them."

    payload = {
        "run_id": made.run_id,
        "kept": sum(kept),
        "results": [_brief(result) for result in results],
        "absent": [plain(each) for each in absent],
    }
    current.answer(payload, show())
    failed = [f"{each.name}, {each.system}" for each in results if each.failure and each.applies]
    failed += [each.name for each in absent if each.state == "broken"]
    if failed:
        typer.echo(f"assay: {harmless(failed_words(failed))}", err=True)
    if failed or not any(result.scored for result in results):
        raise typer.Exit(BAD_INPUT)


@contextmanager
def _told_if_stopped(begun: Sequence[BenchRun], kept: Sequence[bool]) -> Iterator[None]:
    """Say how to resume a run that is stopped."""
    try:
        yield
    except (Cancelled, KeyboardInterrupt) as error:
        if not begun:
            raise Cancelled("Cancelled before the run began: there is nothing to go on with.") from error
        made = begun[0]
        raise Cancelled(
            f"Cancelled: the run {made.run_id} has {len(kept):,} of {made.n_asked:,} results, and they are "
            f"kept. Go on with it by `assay bench run --resume {made.run_id}`."
        ) from error


def _asking(
    data: Path | None, files: Sequence[Path], similarity: SimilarityName, *, intercept: bool
) -> Asking:
    """Whole paths: the run may be resumed from another folder."""
    from assay.benchmarks import Asking

    where = str(data.expanduser().absolute()) if data is not None else ""
    own = tuple(str(file.expanduser().absolute()) for file in files)
    return Asking(where, own, similarity, intercept)


def _none_there(absent: list[SkippedTask]) -> str:
    first = f" {absent[0].task_id}: {absent[0].why}" if absent else ""
    return (
        f"None of the tasks that were asked for is there.{first} `assay bench list --data FOLDER` says all."
    )


def _counted(results: Sequence[TaskResult], n_kept: int) -> str:
    """Such as "18 scores, 3 of them kept from before", and how many there could not be."""
    n_scored = sum(each.scored for each in results)
    n_unable = sum(not each.applies for each in results)
    n_failed = len(results) - n_scored - n_unable
    parts = [f"{count(n_scored, 'score')}, {n_kept} of them kept from before"]
    parts += [f"{n_failed} could not be worked out"] * bool(n_failed)
    parts += [f"{n_unable} not asked for, of systems on tasks that are not theirs"] * bool(n_unable)
    return "; ".join(parts)


def part_words(coverage: Coverage) -> str:
    """Such as "120 of 121 rows; the first that is left out is test.tsv:9."."""
    there = coverage.n_rows - coverage.n_missing
    first = f"; the first that is left out is {coverage.first}" if coverage.first else ""
    return f"{there:,} of {count(coverage.n_rows, 'row')}{first}."


def failed_words(failed: Sequence[str]) -> str:
    """Names the first ten."""
    more = f" and {len(failed) - 10:,} more" if len(failed) > 10 else ""
    return f"{count(len(failed), 'score')} could not be worked out: {'; '.join(failed[:10])}{more}."


def _brief(result: TaskResult) -> dict[str, Any]:
    """A result without its queries and papers."""
    left_out = ("items", "predictions", "first", "scores", "format")
    return {key: value for key, value in plain(result.as_json()).items() if key not in left_out}


def _cell(result: TaskResult, metric: str) -> str:
    """In brackets what is of a part of the task only."""
    if metric not in result.values:
        return "-"
    return f"{result.values[metric]:.2f}" if result.whole else f"({result.values[metric]:.2f})"


def _show_results(
    asked: list[SelectedTask], absent: list[SkippedTask], results: list[TaskResult]
) -> Iterator[Printed]:
    from assay.benchmarks.tables import failed_few_words

    systems = list(dict.fromkeys(result.system for result in results))
    by_place = {(result.task, result.system): result for result in results}
    made = table("Task", "Measure", *(f"#{name}" for name in systems))
    for task in asked:
        own = [by_place[task.task_id, name] for name in systems]
        for metric in dict.fromkeys(metric for each in own for metric in each.values) or task.metrics:
            add_row(made, task.name, metric, *(_cell(result, metric) for result in own))
    yield made
    for result in results:
        if result.scored and not result.coverage.whole:
            yield f"{result.name}, {result.system}: {part_words(result.coverage)}"
        yield from failed_few_words(result)
        if result.failure and result.applies:
            yield f"{result.name}, {result.system}: {result.failure}"
    for each in absent:
        yield f"{each.name}: {each.state}. {each.why}"


@command(commands, "overlap", progress=True)
def overlap(
    current: Session,
    training: Annotated[
        str,
        typer.Argument(help="A recipe's file, a trained model's id, or a BEIR folder that was trained on."),
    ],
    *,
    data: Data = None,
    tasks: TaskFiles = None,
    suite: Suites = None,
    task: Names = None,
    split: Annotated[str, typer.Option(help="Which qrels of a BEIR folder were trained on.")] = "train",
    run: RunId = "",
    figures: Annotated[
        bool, typer.Option("--figures", help="With --json: counts and scores, no papers and queries by name.")
    ] = False,
) -> None:
    """Report training/benchmark overlap: papers, positives, queries; and scores without what is shared.

    Scores are those of the latest run, or of --run, as far as it has these tasks. With --run and nothing
    else the tasks are that run's, found where it found them.
    """
    from assay.benchmarks import BenchStore
    from assay.benchmarks.overlap import task_overlaps, training_material

    store = BenchStore()
    of_run = store.run(run) if run or store.runs() else None
    names = list(task or ())
    if run and of_run is not None and not names and not suite:
        names = list(dict.fromkeys(key for key, _ in of_run.tasks)) or _tasks_of_results(store, of_run)
    asked, absent = _tasks(of_run if run else None, data, tasks or (), suite or (), names)
    if not asked:
        raise BadInput("None of the tasks is there. `assay bench list --data FOLDER` says why.")
    results = store.results(of_run) if of_run is not None else []
    with current.progress() as report:
        report("reading the training data", 0, None)
        material = training_material(training, split=split)
        found, broken = task_overlaps(material, asked, results, progress=report)
    absent = [*absent, *broken]

    def show() -> Iterator[Printed]:
        yield from _show(found)
        for each in absent:
            yield f"{each.name}: {each.state}. {each.why}"

    payload = {
        "training": material.name,
        "run_id": of_run.run_id if of_run is not None else "",
        "tasks": [each.figures() if figures else each.as_json() for each in found],
        "absent": [{"task_id": each.task_id, "name": each.name, "why": each.why} for each in absent],
    }
    current.answer(payload, show())
    if not found:
        raise typer.Exit(BAD_INPUT)


def _tasks(
    run: BenchRun | None,
    data: Path | None,
    files: Sequence[Path],
    suites: Sequence[str],
    names: Sequence[str],
) -> tuple[list[SelectedTask], list[SkippedTask]]:
    """Where nobody says where the tasks are, they are where the run found them."""
    from assay.benchmarks import select_tasks

    if run is not None and data is None and not files:
        data = Path(run.asking.data) if run.asking.data else None
        files = [Path(file) for file in run.asking.files]
    return select_tasks(data=data, files=files, suites=suites, names=names)


def _tasks_of_results(store: BenchStore, run: BenchRun) -> list[str]:
    return list(dict.fromkeys(each.task for each in store.results(run)))


def _show(found: list[TaskOverlap]) -> Iterator[Printed]:
    made = table("Task", "#Papers shared", "#Positives shared", "#Queries near", "#Asked", "#Left")
    for each in found:
        shared = each.found
        add_row(
            made, each.name, f"{len(shared.papers):,} of {shared.n_papers:,}",
            f"{len(shared.positives):,} of {shared.n_positives:,}", f"{len(shared.queries):,}",
            f"{shared.n_queries:,}", f"{shared.n_left:,}",
        )  # fmt: skip
    yield made
    rows = [
        (each.name, system, left) for each in found for system, some in each.left.items() for left in some
    ]
    untold = [(each, system, why) for each in found for system, why in each.untold.items()]
    if rows or untold:
        scores = table("Task", "System", "Measure", "#All", "#Left", "#Left out", "#n left")
        for name, system, left in rows:
            few = " (few)" if left.few else ""
            add_row(
                scores, name, system, left.metric, f"{left.whole:.2f}", _value(left.left), _value(left.out),
                f"{left.n_left:,}{few}",
            )  # fmt: skip
        for each, system, _why in untold:
            add_row(scores, each.name, system, "", "", "", "", "")
        yield scores
        for each, system, why in untold:
            yield f"{each.name}, {system}: {why}"
    else:
        yield f"No scores of {count(len(found), 'task')} are kept: `assay bench run` makes them."
    for rule in dict.fromkeys(rule for each in found for rule in each.found.rules):
        yield f"- {rule}"


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
