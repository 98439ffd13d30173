"""Which processor a model runs on."""

from __future__ import annotations

import os

from assay.errors import ModelError


def resolve_device(device: str) -> str:
    """Return a device that is there: "cpu", "cuda:0", "mps". "auto" takes the best one.

    Raises `ModelError` for an unknown device and for one that this machine lacks.
    """
    import torch

    if device == "auto":
        if torch.cuda.is_available():
            return "cuda:0"
        return "mps" if torch.backends.mps.is_available() else "cpu"
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
    return f"cuda:{index}" if kind == "cuda" else kind


def claim_cores() -> int:
    """Let torch use the cores that this process may run on, and return their number.

    Torch counts the machine's physical cores, or takes OMP_NUM_THREADS; a process may be allowed fewer.
    """
    import torch

    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cores = min(allowed, torch.get_num_threads())
    torch.set_num_threads(cores)
    return cores
