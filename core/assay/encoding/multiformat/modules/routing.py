"""Which row of a batch goes through which format's part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import torch
from torch import Tensor, nn

Rows: TypeAlias = "int | Tensor"
"""The place of a format in the model's `formats`: of the whole batch, or (b,) of each row."""

_STD = 0.02


def routed(parts: Sequence[Callable[..., Tensor]], rows: Rows, *inputs: Tensor) -> Tensor:
    """(b, ...): each row through the part of its format; `inputs` are (b, ...), and stay together."""
    if isinstance(rows, int):
        return parts[rows](*inputs)
    order = torch.argsort(rows, stable=True)
    counts = torch.bincount(rows, minlength=len(parts)).tolist()
    groups = torch.split(order, counts)
    done = [
        part(*(each[group] for each in inputs))
        for part, group in zip(parts, groups, strict=True)
        if len(group)
    ]
    return torch.cat(done)[torch.argsort(order)]


def repeated(x: Tensor, times: int) -> Tensor:
    """(times * b, ...): the batch so many times, one after the other."""
    return x.repeat(times, *[1] * (x.ndim - 1))


def small(module: nn.Module) -> None:
    """Draw weights from N(0, 0.02) and set biases to 0, as BERT begins."""
    for part in module.modules():
        if isinstance(part, nn.Linear):
            nn.init.normal_(part.weight, std=_STD)
            if part.bias is not None:
                nn.init.zeros_(part.bias)


def drawn(*shape: int) -> nn.Parameter:
    """Draw weights from N(0, 0.02)."""
    return nn.Parameter(torch.randn(*shape) * _STD)
