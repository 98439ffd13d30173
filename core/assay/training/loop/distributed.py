"""The processes of one run, as `torchrun` or `accelerate launch` start them; usually there is one.

Each process computes its own batches. Gradients are averaged once a step, so that the number of forward
passes may differ between processes: one of them may have had to make its chunks smaller.

The processes find each other once, on the launcher's store, and keep it. Every training then has a group of
its own under its own names there: a command may train many models one after the other, and one that failed
leaves nothing behind that the next could mistake for its own. Where one process may take its time while the
others have nothing to do, they look at the store now and then instead of waiting in a collective operation,
which gives up after a while.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

from assay.encoding.devices import resolve_device
from assay.errors import ModelError, TrainingFailed
from assay.training.data.mixing import Share
from assay.training.loop.memory import is_out_of_memory

if TYPE_CHECKING:
    from torch import Tensor
    from torch._C._distributed_c10d import Store
    from torch.nn import Module, Parameter

logger = logging.getLogger(__name__)

ALONE = Share()

_BUCKET = 8_000_000  # numbers sent at once: 32 MB of float32
_LOOK = 0.2  # seconds between two looks at the store
_PATIENCE = timedelta(hours=2)
"""How long a process waits for the others' numbers: they may validate, or write to a slow disk."""
_LAST_WORDS = 2.0  # seconds in which a process that failed says why
_LOST, _START, _END = "lost", "start", "end"


class _OtherMemoryError(MemoryError):
    """Another process of the run is out of memory."""


@dataclass(frozen=True, slots=True)
class Processes:
    """Where this process stands. One process alone talks to nobody."""

    device: str = "cpu"
    share: Share = ALONE
    store: Store | None = None  # where the processes leave word for each other

    @property
    def is_main(self) -> bool:
        """Whether this process writes files and tells events."""
        return self.share.rank == 0

    def total(self, values: Sequence[float]) -> list[float]:
        """Return the sums over all processes, in float64; every process must give equally many.

        Raises TrainingFailed, as all that talks to other processes does, where one of them is lost.
        """
        if self.share.world == 1:
            return list(values)
        import torch
        from torch import distributed

        # In main memory also for cards: there a lost process is noticed at once.
        numbers = torch.tensor(list(values), dtype=torch.float64)
        with self._talking():
            distributed.all_reduce(numbers)
        return [float(number) for number in numbers.tolist()]

    def gathered(self, own: Tensor) -> Tensor:
        """Return the rows of all processes, those of the first one first, with the gradients' graph.

        (n, ...) -> (world n, ...); n is the same for all. Backwards, each process gets the sum of what all
        of them found for its rows.
        """
        if self.share.world == 1:
            return own
        with self._talking():
            return _exchange(own, self.share)

    def most(self, n: int) -> int:
        """Return the largest of all processes' numbers."""
        import torch
        from torch import distributed

        numbers = torch.tensor([n])
        with self._talking():
            distributed.all_reduce(numbers, distributed.ReduceOp.MAX)
        return int(numbers)

    @contextmanager
    def together(self) -> Iterator[Callable[[], None]]:
        """Compute, within, a batch whose rows are `gathered`, or give it up: on all processes alike.

        What is yielded is called once before the rows are exchanged. Where a process is out of memory the
        others raise MemoryError as well, so that all compute the batch again: none may wait for rows alone.
        """
        try:
            with self._talking():
                yield self._agree
        except (RuntimeError, MemoryError) as error:
            if is_out_of_memory(error) and not isinstance(error, _OtherMemoryError):
                self._agree(failed=True)
            raise
        self._agree()

    def _agree(self, *, failed: bool = False) -> None:
        if self.total([float(failed)])[0] and not failed:
            raise _OtherMemoryError("another process is out of memory")

    def average_gradients(self, parameters: Iterable[Parameter]) -> None:
        """Make each gradient the mean of all processes' gradients.

        What has none on any process keeps none, as on one process alone: the optimiser leaves it as it is,
        such as the weights of a task whose examples are used up.
        """
        if self.share.world == 1:
            return
        bucket: list[Tensor] = []
        with self._talking():
            for gradient in _gradients(self._learning(parameters)):
                bucket.append(gradient)
                if sum(part.numel() for part in bucket) >= _BUCKET:
                    self._average(bucket)
                    bucket = []
            if bucket:
                self._average(bucket)

    def _learning(self, parameters: Iterable[Parameter]) -> list[Parameter]:
        """Return those that have a gradient on some process."""
        import torch
        from torch import distributed

        known = list(parameters)
        flags = torch.tensor([float(each.grad is not None) for each in known], device=self.device)
        distributed.all_reduce(flags)
        return [each for each, n in zip(known, flags.tolist(), strict=True) if n]

    def _average(self, bucket: Sequence[Tensor]) -> None:
        import torch
        from torch import distributed

        flat = torch.cat([part.reshape(-1) for part in bucket])
        distributed.all_reduce(flat)
        flat /= self.share.world
        means = torch.split(flat, [part.numel() for part in bucket])
        for part, mean in zip(bucket, means, strict=True):
            part.copy_(mean.view_as(part))

    def same_weights(self, model: Module) -> None:
        """Give every process the weights of the first."""
        if self.share.world == 1:
            return
        from torch import distributed

        with self._talking():
            for value in model.state_dict().values():
                distributed.broadcast(value, src=0)

    def barrier(self, place: str) -> None:
        """Wait, as long as it takes, until every process has come to this place; each has a name."""
        if self.store is None:
            return
        with self._talking():
            self.store.add(place, 1)
            while self.store.add(place, 0) < self.share.world:
                if self.store.check([_LOST]):
                    raise TrainingFailed(self._last_words())
                time.sleep(_LOOK)

    def _check_same(self, what: str) -> None:
        """Raise TrainingFailed, on all processes, if they are about to train different things."""
        store = self.store
        assert store is not None  # noqa: S101 - for the type checker
        with self._talking():
            store.set(f"what {self.share.rank}", what)
            self.barrier(_START)
            others = {store.get(f"what {rank}") for rank in range(self.share.world)}
        if len(others) > 1:
            raise TrainingFailed(
                "The processes of this run were asked to train different recipes. Start all of them with the "
                "same command, on the same files."
            )

    @contextmanager
    def _talking(self) -> Iterator[None]:
        """Say in words that another process is lost."""
        try:
            yield
        except RuntimeError as error:
            if is_out_of_memory(error):
                raise
            logger.info("another process of this run is gone: %s", error)
            raise TrainingFailed(self._last_words()) from error

    def _last_words(self) -> str:
        """Return why another process went, if it could say so."""
        assert self.store is not None  # noqa: S101 - for the type checker
        until = time.monotonic() + _LAST_WORDS
        with suppress(RuntimeError):  # the store may have gone with it
            while time.monotonic() < until:
                if self.store.check([_LOST]):
                    return self.store.get(_LOST).decode()
                time.sleep(_LOOK)
        return (
            "Another process of this run is gone: it was killed, or its machine cannot be reached. Look at "
            "what the launcher says of it, then resume the run."
        )

    def _say_lost(self, error: BaseException) -> None:
        """Leave word for the others, unless one of them went first."""
        assert self.store is not None  # noqa: S101 - for the type checker
        reason = str(error) or type(error).__name__
        with suppress(RuntimeError):
            if not self.store.check([_LOST]):
                self.store.set(_LOST, f"Process {self.share.rank} of this run ended: {reason}")


ONE_PROCESS = Processes()


def _gradients(parameters: Iterable[Parameter]) -> list[Tensor]:
    """Return those of all weights that learn: a part that no example of this process used has zeros."""
    import torch

    learning = [weights for weights in parameters if weights.requires_grad]
    for weights in learning:
        if weights.grad is None:
            weights.grad = torch.zeros_like(weights)
    return [weights.grad for weights in learning if weights.grad is not None]


def _exchange(own: Tensor, share: Share) -> Tensor:
    """`Processes.gathered`: torch's own has changed its name with every other version."""
    import torch
    from torch import distributed

    class Exchange(torch.autograd.Function):
        @staticmethod
        def forward(_context: object, rows: Tensor) -> Tensor:
            found = [torch.empty_like(rows) for _ in range(share.world)]
            distributed.all_gather(found, rows)
            return torch.cat(found)

        @staticmethod
        def backward(_context: object, gradient: Tensor) -> Tensor:
            total = gradient.contiguous()
            distributed.all_reduce(total)
            return total.chunk(share.world)[share.rank]

    rows: Tensor = Exchange.apply(own.contiguous())  # type: ignore[no-untyped-call]
    return rows


@contextmanager
def joined(device: str, *, what: str = "") -> Iterator[Processes]:
    """Train, within, with the other processes that the launcher started, on a device of its own.

    `what` says what is to be trained: it must be the same for all. No process leaves before all are done.
    Raises ModelError for a device that is not there, TrainingFailed if the processes do not find each other.
    """
    world = int(os.environ.get("WORLD_SIZE", "1"))
    if world == 1:
        yield Processes(device=resolve_device(device))
        return
    processes = Processes(share=Share(rank=int(os.environ["RANK"]), world=world), store=_new_store())
    try:
        own = own_device(device)
        processes = Processes(device=own, share=processes.share, store=processes.store)
        processes._check_same(what)
        _begin_group(processes)
        yield processes
        processes.barrier(_END)
    except BaseException as error:
        processes._say_lost(error)
        raise
    finally:
        _end_group()


def own_device(device: str) -> str:
    """Return the device of this process among those on its machine: with CUDA, a card for each.

    "auto" is the processor where there are no cards. Raises ModelError where there are none though they were
    asked for, or fewer than processes, and where all would share one device that cannot be shared.
    """
    import torch

    if device == "cpu" or (device == "auto" and not torch.cuda.is_available()):
        return "cpu"
    local = int(os.environ.get("LOCAL_RANK", "0"))
    here = max(int(os.environ.get("LOCAL_WORLD_SIZE", "1")), local + 1)
    own = resolve_device("cuda" if device == "auto" else device)
    if own == "mps":
        raise ModelError("Several processes cannot share one mps device. Use cpu, or one process.")
    if device in {"auto", "cuda"}:
        cards = torch.cuda.device_count()
        if here > cards:
            raise ModelError(
                "This machine has {0} CUDA card(s) for {1} processes: each needs its own. Start {0} here, "
                "or use the CPU.",
                cards,
                here,
                advice="That is --nproc-per-node={0}, or --device cpu.",
            )
        own = f"cuda:{local}"
    elif here > 1:
        raise ModelError(
            "{0} processes cannot share the card {1}: each needs its own. Use all cards, or one process.",
            here,
            repr(device),
            advice="All cards are --device cuda.",
        )
    torch.cuda.set_device(own)
    return own


def _new_store() -> Store:
    """A part of the launcher's store for one training. Raises TrainingFailed if it is not to be reached."""
    from torch._C._distributed_c10d import PrefixStore

    try:
        store = _launcher_store()
        # How often this process has joined a training: the same on all, since they train in the same order.
        n = store.add(f"assay trainings of {os.environ['RANK']}", 1)
    except (RuntimeError, ValueError, KeyError) as error:
        raise TrainingFailed("The processes of this run did not find each other: {0}", error) from error
    return PrefixStore(f"assay training {n}", store)


@cache
def _launcher_store() -> Store:
    """Return the launcher's store, found once: the first process may be the one who keeps it."""
    from torch.distributed.rendezvous import rendezvous

    store: Store = next(rendezvous("env://"))[0]
    return store


def _begin_group(processes: Processes) -> None:
    from torch import distributed

    backend = "cpu:gloo,cuda:nccl" if processes.device.startswith("cuda") else "gloo"
    try:
        distributed.init_process_group(
            backend,
            store=processes.store,
            rank=processes.share.rank,
            world_size=processes.share.world,
            timeout=_PATIENCE,
        )
    except (RuntimeError, ValueError) as error:
        raise TrainingFailed("The processes of this run did not find each other: {0}", error) from error


def _end_group() -> None:
    from torch import distributed

    if distributed.is_initialized():
        with suppress(RuntimeError):  # another process may have died first, which is reported already
            distributed.destroy_process_group()
