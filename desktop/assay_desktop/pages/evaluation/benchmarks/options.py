"""What can be run: the engine's answer as tasks and systems, and what was ticked of them as a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

State: TypeAlias = Literal["present", "absent", "broken", "unscored", "unknown"]


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a benchmark, and whether its data are there; `why` says why it cannot be run."""

    task_id: str
    name: str
    suites: tuple[str, ...]
    group: str  # CLF, RGN, PRX or SRCH
    metrics: tuple[str, ...]
    state: State
    why: str = ""
    note: str = ""
    licence: str = ""

    @property
    def there(self) -> bool:
        return self.state == "present"


@dataclass(frozen=True, slots=True)
class System:
    """What can be measured, by the name that the command line knows it by."""

    name: str
    kind: str  # words, hybrid, packaged, trained, library, folder
    in_use: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that there is to choose from. `faults` are task files that cannot be read, with why."""

    tasks: tuple[Task, ...]
    systems: tuple[System, ...]
    faults: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user chose; it is kept between sessions."""

    folder: str = ""
    files: tuple[str, ...] = ()  # of tasks of one's own
    tasks: tuple[str, ...] = ()  # ids
    systems: tuple[str, ...] = ()
    more: tuple[str, ...] = ()  # systems that are not on the desk: "hybrid:MODEL", or a model's folder
    similarity: str = "l2"  # cosine, inner
    intercept: bool = False
    device: str = "auto"  # cpu, cuda, mps

    @property
    def as_published(self) -> bool:
        """Whether scores may be laid beside those of papers."""
        return self.similarity == "l2" and not self.intercept

    def systems_of(self, desk: Desk) -> list[System]:
        """What there is to tick: that of the desk, then what was added to it."""
        known = {each.name for each in desk.systems}
        own = [
            System(name, "hybrid" if name.startswith("hybrid:") else "folder")
            for name in self.more
            if name not in known
        ]
        return [*desk.systems, *own]

    def words(self, desk: Desk) -> list[str]:
        """`bench run ...` of what is ticked and there; [] where that is nothing."""
        tasks = [task.task_id for task in desk.tasks if task.there and task.task_id in self.tasks]
        systems = [each.name for each in self.systems_of(desk) if each.name in self.systems]
        if not tasks or not systems:
            return []
        where = ["--data", self.folder] if self.folder else []
        for file in self.files:
            if file not in dict(desk.faults):
                where += ["--tasks", file]
        how = ["--similarity", self.similarity] if self.similarity != "l2" else []
        how += ["--intercept"] if self.intercept else []
        how += ["--device", self.device] if self.device != "auto" else []
        names = [word for each in tasks for word in ("--task", each)]
        return ["bench", "run", *systems, *where, *names, *how]


def desk_of(answer: Mapping[str, Any]) -> Desk:
    """The engine's answer to `bench.desk`."""
    return Desk(
        tasks=tuple(_task(row) for row in answer["tasks"]),
        systems=tuple(
            System(str(row["name"]), str(row["kind"]), bool(row.get("in_use"))) for row in answer["systems"]
        ),
        faults=tuple((str(row["file"]), str(row["why"])) for row in answer.get("faults", ())),
    )


def _task(row: Mapping[str, Any]) -> Task:
    return Task(
        task_id=str(row["id"]),
        name=str(row["name"]),
        suites=_strings(row["suites"]),
        group=str(row["group"]),
        metrics=_strings(row["metrics"]),
        state=row["state"],
        why=str(row.get("why", "")),
        note=str(row.get("note", "")),
        licence=str(row.get("licence", "")),
    )


def _strings(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))
