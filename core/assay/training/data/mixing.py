"""Which example of which objective stands in which batch: mixed in the batch, or batches by turns.

Zeta Alpha, Multi-objective Representation Learning for Scientific Document Retrieval (2022), section 3.3. A
plan is a function of seed, epoch, rank and world size alone, so that every process of a run knows its own
batches without talking to the others, and a run that was stopped continues where it was by skipping.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from assay.errors import RecipeError
from assay.training.recipe.recipe import Stage

Slot: TypeAlias = tuple[str, int]
"""(objective, index of the example in it)"""


@dataclass(frozen=True, slots=True)
class Share:
    """Where this process stands among those of the run. One process alone is rank 0 of 1.

    `began` is the number of processes that the run began with, where it is resumed by fewer: each does the
    batches of several then, so that a step sees the same ones.
    """

    rank: int = 0
    world: int = 1
    began: int = 0  # 0: as many as there are

    @property
    def dealt(self) -> int:
        """The number of processes that batches are dealt out to."""
        return self.began or self.world

    @property
    def each(self) -> int:
        """How many of those this process stands for."""
        return self.dealt // self.world


class BatchPlan(ABC):
    """The batches of every epoch of one stage.

    `sizes` maps each objective to the number of its examples. An epoch ends as soon as one objective is used
    up; nothing is repeated within it, and a last batch that is not full is left out.
    """

    def __init__(self, sizes: Mapping[str, int], *, batch_size: int, seed: int) -> None:
        """Raise RecipeError for a batch below 1, no objectives, or one that does not fill a batch."""
        if batch_size < 1:
            raise RecipeError("A batch of {0} examples is empty. Give a batch of at least 1.", batch_size)
        if not sizes:
            raise RecipeError("A stage needs an objective. Name at least one.")
        for name, size in sizes.items():
            if size < 1:
                raise RecipeError("Objective '{0}' has no examples. Check its file.", name)
        self.sizes = dict(sizes)
        self.batch_size = batch_size
        self.seed = seed

    @abstractmethod
    def _all(self, epoch: int, world: int) -> Iterator[list[Slot]]:
        """Return the batches of all processes; batch i is that of rank i mod world."""

    def batches(self, epoch: int, *, share: Share = Share(), skip: int = 0) -> Iterator[list[Slot]]:
        """This process's batches of the epoch, without the first `skip` of them.

        Every rank gets the same number: what is left over after the last full round of ranks is dropped.
        """
        rounds = self._rounds(epoch, share.dealt)
        for batches in islice(rounds, skip // share.each, None):
            yield from batches[share.rank :: share.world]

    def count(self, epoch: int, *, world: int = 1) -> int:
        """The number of batches that each rank has in this epoch."""
        return sum(1 for _ in self._rounds(epoch, world))

    def _rounds(self, epoch: int, world: int) -> Iterator[list[list[Slot]]]:
        batches = self._all(epoch, world)
        while len(step := list(islice(batches, world))) == world:
            yield step

    def _orders(self, epoch: int) -> dict[str, npt.NDArray[np.int64]]:
        """objective -> its example indices, shuffled for this epoch."""
        return {
            name: np.random.default_rng([self.seed, epoch, place]).permutation(size)
            for place, (name, size) in enumerate(self.sizes.items())
        }


class MixedBatches(BatchPlan):
    """Every slot of a batch belongs to an objective drawn with the given weights (in-batch mixing).

    `exact` gives every batch the same composition as nearly as whole examples allow: what the weights leave
    over is carried on to the next batch, so that the shares come out exactly over the epoch.
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        *,
        weights: Mapping[str, float],
        batch_size: int,
        seed: int,
        exact: bool = False,
    ) -> None:
        """`weights` sum to 1. Raises RecipeError where they do not, or do not fit the objectives."""
        super().__init__(sizes, batch_size=batch_size, seed=seed)
        self.weights = checked_weights(weights, list(self.sizes))
        self.exact = exact

    def _all(self, epoch: int, world: int) -> Iterator[list[Slot]]:  # noqa: ARG002 - ranks deal themselves out
        orders = self._orders(epoch)
        taken = dict.fromkeys(self.sizes, 0)
        for names in self._compositions(epoch):
            batch: list[Slot] = []
            for name in names:
                if taken[name] == self.sizes[name]:
                    return
                batch.append((name, int(orders[name][taken[name]])))
                taken[name] += 1
            yield batch

    def _compositions(self, epoch: int) -> Iterator[list[str]]:
        """Yield the objective of each slot, batch after batch, without end."""
        rng = np.random.default_rng([self.seed, epoch, len(self.sizes)])
        names = list(self.sizes)
        shares = np.array([self.weights[name] for name in names])
        owed = np.zeros(len(names))
        while True:
            if self.exact:
                owed += shares * self.batch_size
                counts = _whole(owed, self.batch_size)
                owed -= counts
                drawn = rng.permutation(np.repeat(np.arange(len(names)), counts))
            else:
                drawn = rng.choice(len(names), size=self.batch_size, p=shares)
            yield [names[place] for place in drawn]


class AlternateBatches(BatchPlan):
    """Every batch belongs to one objective, by turns.

    With several processes each objective has its turn on all of them at once: dealt out one by one, two
    objectives on two processes would leave each process with one objective for ever.
    """

    def _all(self, epoch: int, world: int) -> Iterator[list[Slot]]:
        orders = self._orders(epoch)
        taken = 0
        while True:
            for name, size in self.sizes.items():
                if taken + world * self.batch_size > size:
                    return
                for start in range(taken, taken + world * self.batch_size, self.batch_size):
                    yield [(name, int(index)) for index in orders[name][start : start + self.batch_size]]
            taken += world * self.batch_size


class TaskBatches(BatchPlan):
    """Every batch has equally many examples of each objective, one after the other (SciRepEval, section 5).

    An objective that is used up drops out, and the others fill its places: batches stay whole, as those of
    the released ProportionalBatching (allenai/scirepeval, training/strategies.py). The epoch ends with the
    last objective.
    """

    def _all(self, epoch: int, world: int) -> Iterator[list[Slot]]:  # noqa: ARG002 - each batch has all tasks
        slots = self._slots(self._orders(epoch))
        while len(batch := list(islice(slots, self.batch_size))) == self.batch_size:
            yield batch

    def _slots(self, orders: Mapping[str, npt.NDArray[np.int64]]) -> Iterator[Slot]:
        """Yield the examples by turns of an equal share of the batch each."""
        left, taken, at = list(self.sizes), dict.fromkeys(self.sizes, 0), 0
        while left:
            name = left[at]
            turn = max(1, round(self.batch_size / len(left)))
            indices = orders[name][taken[name] : taken[name] + turn].tolist()
            yield from ((name, index) for index in indices)
            taken[name] += turn
            if len(indices) == turn:
                at += 1
            else:
                left.remove(name)
            at = at % len(left) if left else 0


def batch_plan(stage: Stage, sizes: Mapping[str, int], *, seed: int) -> BatchPlan:
    """The plan that a stage of a recipe asks for; `sizes` maps each of its objectives to its examples."""
    if stage.mixing == "alternate":
        return AlternateBatches(sizes, batch_size=stage.batch_size, seed=seed)
    if stage.mixing == "tasks":
        return TaskBatches(sizes, batch_size=stage.batch_size, seed=seed)
    return MixedBatches(
        sizes,
        weights=stage.weights,
        batch_size=stage.batch_size,
        seed=seed,
        exact=stage.mixing == "exact",
    )


def stage_seed(seed: int, stage: int) -> int:
    """Return the seed of a stage, from 0: unlike those of all stages of any run whose seed is another."""
    return int(np.random.SeedSequence([seed, stage]).generate_state(1, np.uint64)[0])


def checked_weights(weights: Mapping[str, float], names: Sequence[str]) -> dict[str, float]:
    """The weights in the order of `names`; raises RecipeError unless each is above 0 and they sum to 1."""
    if set(weights) != set(names):
        raise RecipeError(
            "There are weights for {0} and objectives {1}. Give each objective one weight.",
            ", ".join(weights) or "nothing",
            ", ".join(names),
        )
    total = sum(weights.values())
    if min(weights.values()) <= 0 or abs(total - 1) > 1e-6:
        raise RecipeError(
            "The weights {0} must each be above 0 and sum to 1; they sum to {1}.", dict(weights), f"{total:g}"
        )
    return {name: weights[name] / total for name in names}


def _whole(owed: npt.NDArray[np.float64], batch_size: int) -> npt.NDArray[np.int64]:
    """Whole counts that sum to the batch size and leave each objective owed less than one example."""
    counts = np.floor(owed + 1e-9).astype(np.int64)
    counts = np.maximum(counts, 0)
    missing = batch_size - int(counts.sum())
    for place in np.argsort(-(owed - counts), kind="stable")[:missing]:
        counts[place] += 1
    return counts
