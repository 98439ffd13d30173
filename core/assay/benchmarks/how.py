"""How results came about: everything that somebody needs who wants to score the same again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import systems_of
from assay.evaluation.plain import Plain


@dataclass(frozen=True, slots=True)
class SystemHow(Plain):
    """What made the vectors; `prints` are fingerprints of all that they, or the rankings, depend on."""

    system: str
    pooling: tuple[str, ...]
    lengths: tuple[int, ...]  # tokens of a text at most
    precision: tuple[str, ...]  # none of a system without vectors
    devices: tuple[str, ...]  # none where every vector was kept
    prints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskHow(Plain):
    """By which rules; `data` are digests of the rules and of every byte of the files."""

    task: str
    name: str
    kind: str
    n: int  # queries or test papers
    grid: tuple[float, ...]  # values of C to choose from; none of tasks without classifiers
    few: tuple[tuple[int, int], ...]  # examples, and trainings that are averaged
    data: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class How(Plain):
    """Of several results together: where they differ, every way that there is is named."""

    similarities: tuple[str, ...]  # of rankings by vectors
    intercepts: tuple[bool, ...]  # of linear classifiers and regressions
    folds: int  # by which C is chosen
    versions: tuple[str, ...]  # Assay's
    systems: tuple[SystemHow, ...]
    tasks: tuple[TaskHow, ...]
    n_unnoted: int  # results of earlier programs, which noted nothing


def how_of(results: Sequence[TaskResult]) -> How:
    """What the scored ones of `results` note."""
    from assay.benchmarks.tasks.probes.probes import FOLDS

    known = [each for each in results if each.scored and each.conditions.known]
    return How(
        similarities=_each(
            r.conditions.similarity for r in known if r.conditions.precision and not _probed(r)
        ),
        intercepts=tuple(dict.fromkeys(r.conditions.intercept for r in known if _probed(r))),
        folds=FOLDS,
        versions=_each(r.conditions.version for r in known),
        systems=tuple(
            _system(name, [each for each in known if each.system == name]) for name in systems_of(known)
        ),
        tasks=tuple(
            _task([each for each in known if each.task == task])
            for task in dict.fromkeys(each.task for each in known)
        ),
        n_unnoted=sum(each.scored and not each.conditions.known for each in results),
    )


def _system(name: str, own: Sequence[TaskResult]) -> SystemHow:
    told = [each.conditions for each in own]
    return SystemHow(
        name,
        pooling=_each(each.pooling for each in told),
        lengths=tuple(dict.fromkeys(each.length for each in told if each.length)),
        precision=_each(each.precision for each in told),
        devices=_each(each.device for each in told),
        prints=_each(each.model for each in told),
    )


def _task(own: Sequence[TaskResult]) -> TaskHow:
    first = own[0]
    return TaskHow(
        first.task,
        first.name or first.task,
        first.kind,
        n=max(each.n for each in own),
        grid=next((each.conditions.grid for each in own if each.conditions.grid), ()),
        few=tuple(dict.fromkeys((few.sample_size, few.iterations) for each in own for few in each.few_shot)),
        data=_each(each.conditions.data for each in own),
    )


def _probed(result: TaskResult) -> bool:
    return result.kind in ("classification", "regression")


def _each(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
