"""The chunks of a batch on all cores of a processor: each core its share of them, rather than all on one.

A product that is split over cores waits for the slowest at every operation, and chunks that are small enough
for a core's cache have little to split. Shares depend on the chunks alone, and their gradients are added up
in the order of the lanes, so that a run which is repeated with as many cores is the same number for number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Parameter

T = TypeVar("T")
U = TypeVar("U")


class Lanes:
    """As many threads, in each of which torch takes one core."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ThreadPoolExecutor | None = None

    def map(self, work: Callable[[T], U], shares: Iterable[T]) -> list[U]:
        """The results in the order of the shares. Raises what the work raises, when all of it has ended."""
        import torch

        if self._pool is None:
            cores = torch.get_num_threads()
            self._pool = ThreadPoolExecutor(self.count, "assay-lane", initializer=_take_one_core)
            barrier = Barrier(self.count)
            list(self._pool.map(lambda _: barrier.wait(), range(self.count)))  # all of them have begun
            torch.set_num_threads(cores)  # threads that begin later take as many as the last one to say so
        futures = [self._pool.submit(work, share) for share in shares]
        for one in futures:
            one.exception()
        return [one.result() for one in futures]


def _take_one_core() -> None:
    import torch

    torch.set_num_threads(1)
    torch.get_num_threads()  # a thread settles its number when it first needs it, and this one does now


def even_shares(costs: Sequence[int], lanes: int) -> list[list[int]]:
    """The places of the chunks for each lane that has any, the next largest always to the least laden."""
    shares: list[list[int]] = [[] for _ in range(lanes)]
    loads = [0] * lanes
    for place in sorted(range(len(costs)), key=lambda place: -costs[place]):
        lane = loads.index(min(loads))
        shares[lane].append(place)
        loads[lane] += costs[place]
    return [share for share in shares if share]


def add_gradients(weights: Sequence[Parameter], parts: Sequence[Sequence[Tensor | None]]) -> None:
    """Add to the weights' gradients what each lane found, in the order of the lanes."""
    for place, weight in enumerate(weights):
        for part in parts:
            found = part[place]
            if found is not None:
                weight.grad = found if weight.grad is None else weight.grad + found
