"""Heads over the mean pools of all layers: four vectors for the price of one pass. Our own variant.

PRX and QRY stay the base's mean vector, so that semantic search cannot become worse. CLF adds to it, and
RGN to the mean of all layers' pools, what a small bottleneck finds in the pools.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.multiformat.modules.routing import small
from assay.encoding.multiformat.spec import UNCHANGED
from assay.types import TaskFormat

RGN_SHARE = 0.2
"""How much of the bottleneck a regression vector takes: the plain mean of the pools is good already."""


class PoolHead(nn.Module):
    """Up(GELU(Down(pools))), nothing at first."""

    def __init__(self, dim: int, pools: int, width: int) -> None:
        super().__init__()
        self.down = nn.Linear(pools * dim, width)
        self.up = nn.Linear(width, dim)
        small(self)
        nn.init.zeros_(self.up.weight)

    def forward(self, pools: Tensor) -> Tensor:
        """(b, d) of (b, pools * d)."""
        raised: Tensor = self.up(functional.gelu(self.down(pools)))
        return raised


class PoolHeads(nn.ModuleDict):
    """The heads of those formats that have one."""

    def __init__(self, formats: tuple[TaskFormat, ...], dim: int, layers: int, width: int) -> None:
        own = [each for each in formats if each not in UNCHANGED]
        super().__init__({each: PoolHead(dim, layers + 1, width) for each in own})

    def sketch(self, ids: Tensor, lengths: Tensor) -> Tensor:  # noqa: ARG002 - see `WideHeads`
        """(b, 0): these heads read pools alone."""
        return ids.new_zeros((len(ids), 0))

    def vector(self, pools: Tensor, sketch: Tensor, format: TaskFormat) -> Tensor:  # noqa: ARG002
        """(b, d) of the mean pools (b, layers + 1, d) of embeddings and layers."""
        last = pools[:, -1]
        if format not in self:
            return last
        scaled = functional.normalize(pools, dim=2)
        raised: Tensor = self[format](scaled.flatten(1))
        return scaled.mean(1) + RGN_SHARE * raised if format is TaskFormat.RGN else last + raised


def mean_pool(x: Tensor, lengths: Tensor) -> Tensor:
    """(b, d): the mean of the `lengths` (b,) true tokens of (b, l, d)."""
    own = torch.arange(x.shape[1], device=x.device) < lengths[:, None]  # (b, l)
    return torch.bmm(own.to(x.dtype)[:, None], x)[:, 0] / lengths[:, None]
