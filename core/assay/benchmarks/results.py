"""What one system scored on one task, under which conditions, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.details import Details
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.types import FewShot, Group, Prediction, RunConditions, SystemConditions, TaskConditions
from assay.codec import shallow
from assay.types import Pace

NOTHING = Coverage(0)


@dataclass(frozen=True, slots=True)
class Cost:
    """What it took. Seconds are of the clock, on this machine; vectors that were kept cost nothing."""

    texts: int = 0  # that the task asks for
    encoded: int = 0  # of them, those without a kept vector
    encoding_s: float = 0.0
    scoring_s: float = 0.0
    pace: Pace | None = None  # of all papers that the device has encoded in the task's format, ever


FREE = Cost()


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a score came about; all of it is empty where there is none."""

    similarity: str = ""  # of rankings
    intercept: bool = False  # of the linear probes
    device: str = ""  # that encoded; "" also where every vector was kept, or nothing is encoded
    precision: str = ""  # of the vectors
    data: str = ""  # digest of the rules and of every byte of the files
    model: str = ""  # fingerprint of all that the vectors or rankings depend on
    version: str = ""  # Assay's
    pooling: str = ""  # of tokens to a vector: "mean", "cls"
    separator: str = ""  # between title and abstract
    length: int = 0  # tokens of a text at most, special ones included; 0 where it is not known
    grid: tuple[float, ...] = ()  # values of C from which classifiers or regressions were chosen

    @property
    def known(self) -> bool:
        return bool(self.version)


UNKNOWN = Conditions()


@dataclass(frozen=True, slots=True)
class TaskResult:
    """One system on one task, or the reason why there is no score.

    `values` is metric -> percent, as tasks are averaged; `items` metric -> query (or test paper) -> percent,
    whose mean over the queries is the metric's value with all rows to train with, where it is such a mean;
    `predictions` is test paper -> (what is true, what was predicted); `first` query -> its first papers, of
    reviewers with their `scores`, and `judged` how many of them anybody has looked at, in percent.
    """

    task: str  # its id
    system: str
    key: str  # of task, data, scoring and vectors: equal keys, equal score
    name: str = ""
    kind: str = ""
    group: Group = "PRX"
    in_train: bool = False
    values: Mapping[str, float] = field(default_factory=dict)
    complete: Mapping[str, float] = field(default_factory=dict)
    few_shot: tuple[FewShotScore, ...] = ()
    parts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # of a task in parts, each alone
    items: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    predictions: Mapping[str, tuple[Prediction, Prediction]] = field(default_factory=dict)
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)
    scores: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    judged: float | None = None
    n: int = 0  # queries or test papers
    coverage: Coverage = NOTHING
    cost: Cost = FREE
    notes: tuple[str, ...] = ()
    failure: str = ""  # why there is no score
    applies: bool = True  # False: what it asks for is no fault, this kind of system cannot give it
    created: str = ""
    conditions: Conditions = UNKNOWN

    @property
    def details(self) -> Details:
        return Details(self.n, self.items, self.predictions, self.first, self.scores, self.judged, self.parts)

    @property
    def scored(self) -> bool:
        return not self.failure

    @property
    def whole(self) -> bool:
        """Whether every row and every few-shot setting was scored: else the values stand in brackets."""
        return self.coverage.whole and not self.failed_few

    @property
    def failed_few(self) -> tuple[FewShotScore, ...]:
        """The few-shot settings of which no mean is in the values."""
        return tuple(each for each in self.few_shot if not each.scored)

    def under(self, system: str) -> TaskResult:
        """Return the same score under the name by which somebody asked for it."""
        return self if system == self.system else replace(self, system=system)


def without_items(result: TaskResult) -> dict[str, object]:
    """Return a result's fields, but for its queries and papers."""
    left_out = ("items", "predictions", "first", "scores")
    return {key: value for key, value in shallow(result).items() if key not in left_out}


def run_conditions(results: Sequence[TaskResult]) -> RunConditions:
    """Return what the scored ones of `results` note."""
    from assay.benchmarks.tasks.probes.probes import FOLDS

    known = [each for each in results if each.scored and each.conditions.known]
    return RunConditions(
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
    )


def _system(name: str, own: Sequence[TaskResult]) -> SystemConditions:
    conditions = [each.conditions for each in own]
    return SystemConditions(
        name,
        pooling=_each(each.pooling for each in conditions),
        separators=_each(each.separator for each in conditions),
        lengths=tuple(dict.fromkeys(each.length for each in conditions if each.length)),
        precision=_each(each.precision for each in conditions),
        devices=_each(each.device for each in conditions),
        prints=_each(each.model for each in conditions),
    )


def _task(own: Sequence[TaskResult]) -> TaskConditions:
    first = own[0]
    return TaskConditions(
        first.task,
        first.name or first.task,
        first.kind,
        n=max(each.n for each in own),
        grid=next((each.conditions.grid for each in own if each.conditions.grid), ()),
        few=tuple(
            dict.fromkeys(FewShot(few.sample_size, few.iterations) for each in own for few in each.few_shot)
        ),
        data=_each(each.conditions.data for each in own),
    )


def _probed(result: TaskResult) -> bool:
    return result.kind in ("classification", "regression")


def _each(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))


def systems_of(results: Sequence[TaskResult]) -> list[str]:
    """The systems' names, in the order in which they come."""
    return list(dict.fromkeys(result.system for result in results))


def by_task(results: Sequence[TaskResult]) -> dict[str, dict[str, TaskResult]]:
    """task -> system -> result; of several the last one counts."""
    found: dict[str, dict[str, TaskResult]] = {}
    for result in results:
        found.setdefault(result.task, {})[result.system] = result
    return found
