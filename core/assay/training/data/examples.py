"""What every objective hands to the trainer: texts that belong together, and one that does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from assay.training.types import SourceFacts

if TYPE_CHECKING:
    from assay.training.data.lists.ranked import RankedLists


@dataclass(frozen=True, slots=True)
class Example:
    """One training example. No text is empty, and `negative` is neither of the other two."""

    query: str
    positive: str
    negative: str


Target: TypeAlias = "int | tuple[int, ...] | float"
"""What is to be said of a text: the place of its class, the places of its labels, or a number."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One training example of a labelled objective. The text is not empty."""

    text: str
    target: Target


@dataclass(frozen=True, slots=True)
class Listed:
    """A query that is not empty, and the list of papers that it learns to put in order."""

    query: str
    place: int  # of the list
    lists: RankedLists = field(repr=False, compare=False)


AnyExample: TypeAlias = "Example | Labelled | Listed"


@dataclass(frozen=True, slots=True)
class Task:
    """What the targets of a labelled objective are: one of the labels, some of them, or a number."""

    kind: Literal["class", "labels", "number"]
    labels: tuple[str, ...] = ()

    @property
    def outputs(self) -> int:
        """Of the linear head that learns them."""
        return 1 if self.kind == "number" else len(self.labels)


class Objective(Protocol):
    """A source of examples whose n-th one depends on its index, the epoch and the seed alone.

    Nothing is remembered between calls, so that any worker of any process makes the same example.
    """

    name: str

    def __len__(self) -> int:
        """Return the number of examples in an epoch."""

    def example(self, index: int, epoch: int) -> AnyExample:
        """Return the example of this index, 0 <= index < len, in this epoch."""


@dataclass(frozen=True, slots=True)
class Source:
    """An opened objective: what it teaches, and the examples that say how well it was learned.

    `validation` is drawn once, with the recipe's seed, and shuffled, so that losses of different moments are
    of the same examples and examples of one query do not stand side by side.
    """

    train: Objective
    validation: tuple[AnyExample, ...]
    facts: SourceFacts
    task: Task | None = None  # of a labelled objective
