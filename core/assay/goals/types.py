"""Goals of training, as the window and the command line show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.training_runs.types import TrainingTime

GoalName = Literal["search", "similar", "topics", "grades", "everything", "paper"]
"""search: queries find papers; similar: papers find papers; topics: labels, numbers and keywords;
grades: queries are tuned and papers stay as they are; everything: a vector for each use; paper: a published
recipe."""

DataKind = Literal[
    "queries",
    "typed",
    "abstracts",
    "tldr",
    "citation",
    "cocitation",
    "year",
    "rating",
    "venue",
    "keywords",
    "files",
    "models",
]
"""queries: judged, with a relevant paper; typed: those of them that are no papers; files: that a recipe
names; models: that it begins from. All others count papers."""

TestKind = Literal["held out", "judged", "folds", "papers"]
"""Queries that the training does not learn from; all judged queries, for it learns from none; each query by
a model that has not learned it; papers that are held out."""


@dataclass(frozen=True, slots=True)
class GoalData:
    """`n` of what a goal learns from, of which it needs so many; it does without what is `needed` 0 times."""

    kind: DataKind
    n: int
    needed: int = 0
    preset: str = ""  # whose data it is, where a goal has several

    @property
    def missing(self) -> int:
        return max(0, self.needed - self.n)


@dataclass(frozen=True, slots=True)
class GoalGain:
    """What the last model that was trained for a goal brought, by the measure that decides."""

    model: str
    measure: str
    difference: float
    interval: tuple[float, float]  # 95 %
    test_set: str
    n_queries: int


@dataclass(frozen=True, slots=True)
class TrainingGoal:
    """A goal of training. `lacks` is empty where it can start; `time` and `gain` are None where unknown."""

    name: GoalName
    data: tuple[GoalData, ...]
    lacks: tuple[GoalData, ...]
    recipe: str  # TOML; "" of `grades`, which `assay improve` trains, and where nothing can be written yet
    test: TestKind
    n_test: int  # queries, or papers, that it will be tested on; about, where they are held out
    time: TrainingTime | None = None
    gain: GoalGain | None = None
    expected: tuple[float, ...] = ()  # least and most seconds by this machine's speed, where `time` is None
    took: tuple[float, ...] = ()  # seconds of each check and training of it on this machine, ascending
    preset: str = ""  # of `paper`: the one whose data is nearest to being complete


@dataclass(frozen=True, slots=True)
class TrainingGoals:
    """The goals of one library, in the order in which they are offered."""

    goals: tuple[TrainingGoal, ...]
    test_set: str = (
        ""  # what models are compared on: "library", "campaign:NAME", or "" where nothing is judged
    )
