"""In which numbers a model is trained: bf16 or fp16 on a CUDA card that can, fp32 everywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from assay.messages import Message, message
from assay.training.recipe.recipe import Precision

if TYPE_CHECKING:
    from torch import Tensor
    from torch.amp import GradScaler
    from torch.optim import Optimizer

Numbers = Literal["fp32", "bf16", "fp16"]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is used, and why it is not what was asked for; None where it is."""

    numbers: Numbers
    note: Message | None = None


def choose_precision(requested: Precision, device: str) -> Choice:
    """ "auto" is bf16 on a CUDA card that computes in it, fp16 on one that is fast in that, else fp32.

    Processors stay with fp32: without instructions of its own a processor is several times slower in bf16
    than in fp32.
    """
    can = _precisions(device)
    if requested == "auto":
        return Choice(can[-1])
    if requested in can:
        return Choice(requested)
    return Choice("fp32", message("{0} does not train in {1}; the run continues in fp32.", device, requested))


def _precisions(device: str) -> tuple[Numbers, ...]:
    """Return what the device trains in, the best last."""
    if not device.startswith("cuda"):
        return ("fp32",)
    import torch

    major, _ = torch.cuda.get_device_capability(device)
    if major >= 8:
        return ("fp32", "fp16", "bf16")
    # Cards before 7.0 have no matrix units: in fp16 they are slower, so there it must be asked for.
    return ("fp32", "fp16") if major >= 7 else ("fp16", "fp32")


def autocast(numbers: Numbers, device: str) -> AbstractContextManager[Any]:
    """Compute matrix products in `numbers` within; the weights stay float32."""
    if numbers == "fp32":
        return nullcontext()
    import torch

    dtype = torch.bfloat16 if numbers == "bf16" else torch.float16
    return torch.autocast(device.partition(":")[0], dtype=dtype)


class LossScale:
    """Keeps fp16's small gradients from becoming 0; in other numbers it changes nothing."""

    def __init__(self, numbers: Numbers, device: str) -> None:
        self._scaler: GradScaler | None = None
        if numbers == "fp16":
            from torch.amp import GradScaler

            self._scaler = GradScaler(device.partition(":")[0])

    def scaled(self, loss: Tensor) -> Tensor:
        return loss if self._scaler is None else self._scaler.scale(loss)

    def unscale(self, optimiser: Optimizer) -> None:
        """Divide the gradients by the scale, before they are measured or clipped."""
        if self._scaler is not None:
            self._scaler.unscale_(optimiser)

    def step(self, optimiser: Optimizer) -> None:
        """Step the weights; with gradients beyond fp16, lower the scale instead."""
        if self._scaler is None:
            optimiser.step()
            return
        self._scaler.step(optimiser)
        self._scaler.update()

    @property
    def forgives_overflow(self) -> bool:
        """Whether a gradient that is not a number leads to a smaller scale rather than to the run's end."""
        return self._scaler is not None

    @property
    def exhausted(self) -> bool:
        """Whether the scale was lowered so often that smaller gradients are not what is missing."""
        return self._scaler is not None and self._scaler.get_scale() < 1

    def state(self) -> dict[str, float]:
        """Return the state for a checkpoint; {} where there is none."""
        return {} if self._scaler is None else dict(self._scaler.state_dict())

    def restore(self, state: Mapping[str, float]) -> None:
        if self._scaler is not None and state:
            self._scaler.load_state_dict(dict(state))
