"""What of the benchmarks lies in a folder, and reading it: nothing absent is passed over in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from assay.benchmarks.suites.clicks import read_clicks
from assay.benchmarks.suites.describe import BenchTask, Layout, every_task
from assay.benchmarks.suites.files import TaskFiles, absence, files_of, locate, what_is_there
from assay.benchmarks.suites.labelled import evaluation_task as _evaluation_task
from assay.benchmarks.suites.labelled import read_labelled
from assay.benchmarks.suites.mdcr import read_mdcr
from assay.benchmarks.suites.reviewing import read_reviewers
from assay.benchmarks.suites.s2and import read_s2and
from assay.benchmarks.suites.searching import read_search
from assay.benchmarks.suites.user_sets import user_sets
from assay.benchmarks.tasks.expertise import read_expertise
from assay.benchmarks.tasks.kinds import AnyData
from assay.benchmarks.tasks.rows import read_papers
from assay.benchmarks.tasks.tables import Place, read_objects
from assay.benchmarks.tasks.task import EvaluationTask
from assay.benchmarks.types import State
from assay.errors import EvaluationError
from assay.evaluation.beir import read_rows as read_beir_rows
from assay.evaluation.files import read_lines
from assay.evaluation.trec import read_qrels
from assay.messages import message


@dataclass(frozen=True, slots=True)
class TaskAvailability:
    """A task and whether it can be run on a folder. `why` says what is missing or wrong, else it is "".

    `instead` is the part of `why` that lists what the folder holds: of many absent tasks it is the same.
    """

    task: BenchTask
    state: State
    why: str = ""
    files: tuple[Path, ...] = ()  # those that are there
    instead: str = ""


_READERS: Mapping[Layout, Callable[[BenchTask, Mapping[str, Path]], AnyData]] = {
    "scirepeval": read_labelled,
    "scidocs": read_labelled,
    "beir": read_search,
    "release": read_search,
    "mdcr": read_mdcr,
    "s2and": read_s2and,
    "expertise": lambda task, files: read_expertise(files["papers"].parent, name=task.name),
}


def read(task: BenchTask, folder: Path) -> AnyData:
    """Return the task's data, checked. Raises EvaluationError that names the file and row, and what to do."""
    files = files_of(task, folder)
    if task.kind == "clicks":
        return read_clicks(task, files)
    of_scirepeval = task.kind == "reviewers" and task.layout == "scirepeval"
    return (read_reviewers if of_scirepeval else _READERS[task.layout])(task, files)


def evaluation_task(task: BenchTask, folder: Path) -> EvaluationTask:
    """The task as `score_task` takes it. Raises EvaluationError where its files are not there."""
    return _evaluation_task(task, files_of(task, folder))


def task_states(
    folder: Path, tasks: Iterable[BenchTask] | None = None, *, whole: bool = False
) -> tuple[TaskAvailability, ...]:
    """Return each task (all that come with Assay, and the folder's own sets) with its state.

    Files are looked into at their first rows; `whole` reads every one, and so finds every fault. Raises
    EvaluationError where there is no such folder.
    """
    if not folder.is_dir():
        raise EvaluationError(message("{0}: there is no such folder.", folder))
    selected = (*every_task(), *user_sets(folder)) if tasks is None else tuple(tasks)
    return tuple(_found(task, folder, whole=whole) for task in selected)


def _found(task: BenchTask, folder: Path, *, whole: bool) -> TaskAvailability:
    files = locate(task, folder)
    there = tuple(files.found.values())
    if task.unscored:
        return TaskAvailability(task, "unscored", task.unscored, there)
    if files.missing:
        instead = what_is_there(folder, files.missing[0])
        return TaskAvailability(task, "absent", absence(task, files, folder), there, instead)
    try:
        if whole:
            read(task, folder)
        else:
            _peek(task, files)
    except EvaluationError as error:
        return TaskAvailability(task, "broken", str(error), there)
    return TaskAvailability(task, "present", "", there)


def _peek(task: BenchTask, files: TaskFiles) -> None:
    """Raise EvaluationError where a file's first row shows that it is not what its name says."""
    for role, path in files.found.items():
        place = Place(task.name, path)
        if role in ("corpus.jsonl", "queries.jsonl"):
            next(read_beir_rows(path))
        elif role == "qrels":
            read_qrels(path, negatives="zero")
        elif path.name.removesuffix(".gz").endswith(".json"):
            if next((line for _, line in read_lines(path)), "").strip()[:1] not in ("{", "["):
                raise place.fault("it does not begin as JSON does. Copy or download it again.")
        elif role == "papers":
            _peek_papers(task, path)
        elif not list(islice(read_objects(task.name, path, usual="table"), 1)):
            raise place.fault("there are no rows in it.")


def _peek_papers(task: BenchTask, path: Path) -> None:
    place, row = next(read_papers(task.name, path), (Place(task.name, path), {}))
    if not row:
        raise place.fault("there are no papers in it.")
    if "query" not in row and not {"title", "abstract"} & {*row}:
        raise place.fault(
            "no paper: it has {0} and no title. Is it another file?", f"{', '.join(map(str, row)):.80}"
        )
