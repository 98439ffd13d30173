"""The command that tells what a training and a benchmark share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.cli.app import Json, Report, session
from assay.cli.bench_options import Data, Names, RunId, Suites, TaskFiles
from assay.cli.output import ProgressKind
from assay.cli.payloads import add_row, count, table
from assay.errors import BadInput

BAD_INPUT = 2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks import Asked, BenchRun, BenchStore, Unasked
    from assay.benchmarks.leaks import TaskLeak


def leakage(
    context: typer.Context,
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
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Tell what a training and benchmarks share: papers, positives, queries; and scores on what is left.

    Scores are those of the latest run, or of --run, as far as it has these tasks. With --run and nothing
    else the tasks are that run's, found where it found them.
    """
    from assay.benchmarks import BenchStore
    from assay.benchmarks.leaks import leaks, training_material

    current = session(context, json=json)
    store = BenchStore()
    of_run = store.run(run) if run or store.runs() else None
    names = list(task or ())
    if run and of_run is not None and not names and not suite:
        names = list(dict.fromkeys(key for key, _ in of_run.tasks)) or _tasks_of_results(store, of_run)
    asked, absent = _tasks(of_run if run else None, data, tasks or (), suite or (), names)
    if not asked:
        raise BadInput("None of the tasks is there. `assay bench list --data FOLDER` says why.")
    results = store.results(of_run) if of_run is not None else []
    with current.output.progress(progress) as report:
        report("reading what was learnt from", 0, None)
        material = training_material(training, split=split)
        found, broken = leaks(material, asked, results, progress=report)
    absent = [*absent, *broken]

    def show(console: Console) -> None:
        _show(console, found)
        for each in absent:
            console.print(f"{each.name}: {each.state}. {each.why}", soft_wrap=True)

    payload = {
        "training": material.name,
        "run_id": of_run.run_id if of_run is not None else "",
        "tasks": [each.figures() if figures else each.as_json() for each in found],
        "absent": [{"task_id": each.task_id, "name": each.name, "why": each.why} for each in absent],
    }
    current.output.result(payload, show)
    if not found:
        raise typer.Exit(BAD_INPUT)


def _tasks(
    run: BenchRun | None,
    data: Path | None,
    files: Sequence[Path],
    suites: Sequence[str],
    names: Sequence[str],
) -> tuple[list[Asked], list[Unasked]]:
    """Where nobody says where the tasks are, they are where the run found them."""
    from assay.benchmarks import tasks_of

    if run is not None and data is None and not files:
        data = Path(run.asking.data) if run.asking.data else None
        files = [Path(file) for file in run.asking.files]
    return tasks_of(data=data, files=files, suites=suites, names=names)


def _tasks_of_results(store: BenchStore, run: BenchRun) -> list[str]:
    return list(dict.fromkeys(each.task for each in store.results(run)))


def _show(console: Console, found: list[TaskLeak]) -> None:
    made = table("Task", "#Papers shared", "#Positives shared", "#Queries near", "#Asked", "#Left")
    for each in found:
        shared = each.found
        add_row(
            made, each.name, f"{len(shared.papers):,} of {shared.n_papers:,}",
            f"{len(shared.positives):,} of {shared.n_positives:,}", f"{len(shared.queries):,}",
            f"{shared.n_queries:,}", f"{shared.n_left:,}",
        )  # fmt: skip
    console.print(made)
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
        console.print(scores)
        for each, system, why in untold:
            console.print(f"{each.name}, {system}: {why}", soft_wrap=True)
    else:
        console.print(f"No scores of {count(len(found), 'task')} are kept: `assay bench run` makes them.")
    for rule in dict.fromkeys(rule for each in found for rule in each.found.rules):
        console.print(f"- {rule}", soft_wrap=True)


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
