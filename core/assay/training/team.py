"""The processes of one run, as `torchrun` or `accelerate launch` start them; usually there is one.

Each process computes its own batches. Gradients are averaged once an update, so that the number of forward
passes may differ between processes: one of them may have had to make its chunks smaller.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.encoding.devices import resolve_device
from assay.errors import TrainingFailed
from assay.training.mixing import Share

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module, Parameter

ALONE = Share()

_BUCKET = 8_000_000  # numbers sent at once: 32 MB of float32


@dataclass(frozen=True, slots=True)
class Team:
    """Where this process stands. One process alone talks to nobody."""

    device: str = "cpu"
    share: Share = ALONE
    owns_group: bool = False

    @property
    def leads(self) -> bool:
        """Whether this process writes files and tells events."""
        return self.share.rank == 0

    def total(self, values: Sequence[float]) -> list[float]:
        """The sums over all processes, in float64; every process must give equally many."""
        if self.share.world == 1:
            return list(values)
        import torch
        from torch import distributed

        device = self.device if self.device.startswith("cuda") else "cpu"
        numbers = torch.tensor(list(values), dtype=torch.float64, device=device)
        distributed.all_reduce(numbers)
        return [float(number) for number in numbers.tolist()]

    def average_gradients(self, parameters: Iterable[Parameter]) -> None:
        """Each gradient becomes the mean of all processes' gradients."""
        if self.share.world == 1:
            return
        bucket: list[Tensor] = []
        for gradient in [p.grad for p in parameters if p.grad is not None]:
            bucket.append(gradient)
            if sum(part.numel() for part in bucket) >= _BUCKET:
                self._average(bucket)
                bucket = []
        if bucket:
            self._average(bucket)

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
        """Every process takes the weights of the first."""
        if self.share.world == 1:
            return
        from torch import distributed

        for value in model.state_dict().values():
            distributed.broadcast(value, src=0)

    def leave(self) -> None:
        """Ends the talk, if this run began it."""
        if self.owns_group:
            from torch import distributed

            with suppress(RuntimeError):  # another process may have died first, which is reported already
                distributed.destroy_process_group()


def join_team(device: str) -> Team:
    """This process's place by the launcher's environment, and its device: with CUDA, one card a process.

    Raises ModelError for a device that is not there, TrainingFailed if the processes do not find each other.
    """
    world = int(os.environ.get("WORLD_SIZE", "1"))
    if world == 1:
        return Team(device=resolve_device(device))
    from torch import distributed

    rank, local = int(os.environ["RANK"]), int(os.environ.get("LOCAL_RANK", "0"))
    own = resolve_device(device if device in {"cpu", "mps"} else _own_card(device, local))
    if own == "mps":
        raise TrainingFailed("Several processes cannot share one mps device. Use cpu, or one process.")
    begun = distributed.is_initialized()
    if not begun:
        try:
            distributed.init_process_group("nccl" if own.startswith("cuda") else "gloo")
        except (RuntimeError, ValueError) as error:
            raise TrainingFailed(
                f"The {world} processes of this run did not find each other: {error}"
            ) from error
    return Team(device=own, share=Share(rank=rank, world=world), owns_group=not begun)


def _own_card(device: str, local: int) -> str:
    """For "auto" and "cuda", a card for each process of a machine; the processor where there are none."""
    import torch

    if device == "auto" and not torch.cuda.is_available():
        return "cpu"
    if device in {"auto", "cuda"}:
        torch.cuda.set_device(local)
        return f"cuda:{local}"
    return device
