"""Which processor a model runs on."""

from __future__ import annotations

from assay.encoding.parallel import available_cores
from assay.errors import ModelError


def resolve_device(device: str) -> str:
    """A device that is there: "cpu", "cuda:0", "mps". "auto" takes the best one.

    Raises `ModelError` for an unknown device and for one that this machine lacks.
    """
    import torch

    if device == "auto":
        if torch.cuda.is_available():
            return "cuda:0"
        return "mps" if torch.backends.mps.is_available() else "cpu"
    kind, _, number = device.partition(":")
    if kind not in {"cpu", "cuda", "mps"} or (number and not number.isdecimal()):
        raise ModelError(f"Unknown device {device!r}. Use auto, cpu, cuda, cuda:0 (a number), or mps.")
    index = int(number or 0)
    present = {
        "cpu": index == 0,
        "cuda": torch.cuda.is_available() and index < torch.cuda.device_count(),
        "mps": torch.backends.mps.is_available() and index == 0,
    }
    if not present[kind]:
        raise ModelError(f"This machine has no device {device!r} that torch can use. Use auto or cpu.")
    return f"cuda:{index}" if kind == "cuda" else kind


def use_all_cores() -> None:
    """Lets torch use every core that this process may run on; torch itself would count the machine's."""
    import torch

    torch.set_num_threads(available_cores())
