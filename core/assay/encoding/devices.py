"""Which processor a model runs on."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from assay.errors import ModelError

if TYPE_CHECKING:
    from torch import Tensor


def resolve_device(device: str) -> str:
    """Return a device that is there: "cpu", "cuda:0", "mps". "auto" takes the best one.

    Raises `ModelError` for an unknown device and for one that this machine lacks.
    """
    import torch

    if device == "auto":
        if torch.cuda.is_available():
            return "cuda:0"
        return "mps" if torch.backends.mps.is_available() and computes_as_cpu("mps") else "cpu"
    kind, _, number = device.partition(":")
    if kind not in {"cpu", "cuda", "mps"} or (number and not number.isdecimal()):
        raise ModelError("Unknown device {0}. Use auto, cpu, cuda, cuda:0 (a number), or mps.", repr(device))
    index = int(number or 0)
    present = {
        "cpu": index == 0,
        "cuda": torch.cuda.is_available() and index < torch.cuda.device_count(),
        "mps": torch.backends.mps.is_available() and index == 0,
    }
    if not present[kind]:
        raise ModelError("This machine has no device {0} that torch can use. Use auto or cpu.", repr(device))
    if kind == "mps" and not computes_as_cpu(kind):
        raise ModelError("This machine's mps computes other numbers than its cpu. Use auto or cpu.")
    return f"cuda:{index}" if kind == "cuda" else kind


@cache
def computes_as_cpu(device: str) -> bool:
    """Return whether what a transformer does comes out as on the CPU; some versions of Metal go wrong."""
    import torch

    x = torch.linspace(-2, 2, 4 * 16 * 32).sin().reshape(4, 16, 32)
    try:
        found = _attended(x.to(device)).cpu()
    except (RuntimeError, NotImplementedError):  # an operation that it lacks
        return False
    return torch.allclose(found, _attended(x), atol=1e-4)


def _attended(x: Tensor) -> Tensor:
    """Return a layer of x (batch, tokens, dim) without weights: masked attention, activation, norm."""
    import torch
    from torch.nn import functional

    mask = torch.arange(x.shape[1], device=x.device) < x.shape[1] - 3  # the last tokens are padding
    found = functional.scaled_dot_product_attention(x, x, x, attn_mask=mask)
    return functional.layer_norm(functional.gelu(found) + x, x.shape[-1:])


def count_cards() -> int:
    """Return the CUDA cards of this machine."""
    import torch

    return torch.cuda.device_count() if torch.cuda.is_available() else 0


def claim_cores() -> int:
    """Let torch use the cores that this process may run on, and return their number.

    Torch counts the machine's physical cores, or takes OMP_NUM_THREADS; a process may be allowed fewer.
    """
    import torch

    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cores = min(allowed, torch.get_num_threads())
    torch.set_num_threads(cores)
    return cores
