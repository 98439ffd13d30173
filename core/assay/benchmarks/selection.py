"""Which tasks a run scores: published ones in a folder, and those of the user's own task files."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from assay.benchmarks.store import BenchRun
from assay.benchmarks.suites.availability import TaskAvailability, evaluation_task, read, task_states
from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.data import read_data
from assay.benchmarks.tasks.kinds import AnyData
from assay.benchmarks.tasks.task import EvaluationTask, read_good_tasks
from assay.benchmarks.types import Group, SkippedTask
from assay.errors import BadInput, EvaluationError
from assay.types import TaskFormat

OWN = "own"  # the suite of the user's own tasks
_NAMED = 8  # where a message says which there are


@dataclass(frozen=True, slots=True)
class SelectedTask:
    """A task that can be read, and by which rules it is scored."""

    task_id: str
    name: str
    suites: tuple[str, ...]
    kind: str
    group: Group
    formats: tuple[TaskFormat, TaskFormat]  # of queries and of papers
    metrics: tuple[str, ...]
    in_train: bool
    rules: EvaluationTask
    bench: BenchTask | None  # None of a task file's
    files: tuple[Path, ...]
    read: Callable[[], AnyData]
    _known: list[str] = field(
        default_factory=list, compare=False, repr=False
    )  # the digest, once it was asked

    def digest(self) -> str:
        """Another one wherever a score may be another: of the rules, and of every byte of the files.

        The files are read once: they are large, and each system asks.
        """
        if not self._known:
            self._known.append(self._digest())
        return self._known[0]

    def _digest(self) -> str:
        fields = asdict(self.bench if self.bench is not None else self.rules)
        fields = {key: value for key, value in fields.items() if not isinstance(value, Path)}
        digest = sha256(json.dumps(fields, sort_keys=True, default=str).encode())
        for path in self.files:
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                if file.is_file():
                    digest.update(_of_file(file))
        return digest.hexdigest()


def select_tasks(
    *,
    data: Path | None = None,
    files: Sequence[Path] = (),
    suites: Sequence[str] = (),
    names: Sequence[str] = (),
) -> tuple[list[SelectedTask], list[SkippedTask]]:
    """Return the tasks of a folder and of task files, of these suites and `names`; all if none given.

    A task is named by its id, or as it is called where only one is called so.

    A line of a task file that is no task is "broken", and the others are asked. Raises BadInput where nothing
    is chosen or a name or suite is unknown, EvaluationError for a task file that cannot be read at all and
    for a folder that is not there.
    """
    if data is None and not files:
        raise BadInput(
            "Choose the folder of benchmarks, or a file of your own tasks.",
            advice="That is `--data FOLDER`, or `--tasks FILE`.",
        )
    rows = list(task_states(data)) if data is not None else []
    own: list[SelectedTask] = []
    absent: list[SkippedTask] = []
    broken: list[SkippedTask] = []
    for path in files:
        tasks, bad = read_good_tasks(path)
        broken += [SkippedTask(own_id(path, each.name), each.name, "broken", each.why) for each in bad]
        for task in tasks:
            own.append(_own(path, task))
            if task.absent:
                where = ", ".join(map(str, task.absent))
                why = f"there is no file {where}. Check the task's 'data' in {path}."
                absent.append(SkippedTask(own[-1].task_id, task.name, "absent", why))
    called = [(task.task_id, task.name) for task in own] + [(each.task_id, each.name) for each in broken]
    names = _ids(names, called + [(row.task.id, row.task.name) for row in rows])
    of_rows = [suite for row in rows for suite in row.task.suites]
    _check_suites(suites, of_rows + [OWN] * bool(files))
    selected: list[SelectedTask] = []
    unasked: list[SkippedTask] = []
    for row in rows:
        if _chosen(row.task.id, row.task.suites, suites, names):
            if row.state == "present" and data is not None:
                selected.append(_published(row, data))
            elif row.state != "present":
                unasked.append(SkippedTask(row.task.id, row.task.name, row.state, row.why))
    gone = {each.task_id for each in absent}
    chosen = [task for task in own if _chosen(task.task_id, task.suites, suites, names)]
    selected += [task for task in chosen if task.task_id not in gone]
    unasked += [each for each in absent if each.task_id in {task.task_id for task in chosen}]
    unasked += [each for each in broken if _chosen(each.task_id, (OWN,), suites, names)]
    return selected, unasked


def _published(row: TaskAvailability, data: Path) -> SelectedTask:
    task = row.task
    return SelectedTask(
        task_id=task.id,
        name=task.name,
        suites=task.suites,
        kind=task.kind,
        group=task.group,
        formats=task.formats,
        metrics=task.metrics,
        in_train=task.in_train,
        rules=evaluation_task(task, data),
        bench=task,
        files=row.files,
        read=lambda: read(task, data),
    )


def own_id(path: Path, name: str) -> str:
    """Return the id of a task of a task file: "own/local/Venue" of local.jsonl."""
    return f"{OWN}/{path.stem}/{name}"


def _own(path: Path, task: EvaluationTask) -> SelectedTask:
    return SelectedTask(
        task_id=own_id(path, task.name),
        name=task.name,
        suites=(OWN,),
        kind=task.type,
        group=task.group,
        formats=task.formats,
        metrics=task.metrics,
        in_train=task.in_train,
        rules=task,
        bench=None,
        files=task.files,
        read=_reader(task),
    )


def _reader(task: EvaluationTask) -> Callable[[], AnyData]:
    return lambda: read_data(task)


def _chosen(task_id: str, of_suites: Sequence[str], suites: Sequence[str], names: Sequence[str]) -> bool:
    if not suites and not names:
        return True
    return task_id in names or bool({*suites} & {*of_suites})


def _ids(given: Sequence[str], called: Sequence[tuple[str, str]]) -> list[str]:
    """Return the tasks' ids of what may be an id or a name; `called` are the tasks (id, name)."""
    ids = dict(called)
    found = []
    for name in given:
        alike = [task_id for task_id, own in ids.items() if own == name]
        if name not in ids and len(alike) != 1:
            if alike:
                raise BadInput(
                    "Several tasks are called {0}: {1}. Give an id.", f"{name!r:.60}", ", ".join(alike)
                )
            some = ", ".join([*ids][:_NAMED])
            raise BadInput(
                "There is no task {0} here. There are {1}.",
                f"{name!r:.60}",
                some,
                advice="See `assay bench list`.",
            )
        found.append(name if name in ids else alike[0])
    return found


def _check_suites(given: Sequence[str], known: Sequence[str]) -> None:
    for name in given:
        if name not in known:
            some = ", ".join([*dict.fromkeys(known)][:_NAMED])
            raise BadInput(
                "There is no suite {0} here. There are {1}.",
                f"{name!r:.60}",
                some,
                advice="See `assay bench list`.",
            )


def _of_file(path: Path) -> bytes:
    digest = sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise EvaluationError("{0} cannot be read: {1}.", path, error.strerror or error) from error
    return digest.digest()


def remaining_tasks(run: BenchRun) -> tuple[list[SelectedTask], list[SkippedTask]]:
    """All tasks of the run, found again where it found them, in its order; those that are gone come second.

    Raises EvaluationError where its folder is gone.
    """
    data, files = run.settings.places
    names = [each.task for each in run.tasks]
    selected, unasked = select_tasks(data=data, files=files, names=names)
    return sorted(selected, key=lambda task: names.index(task.task_id)), unasked
