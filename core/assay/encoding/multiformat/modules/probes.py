"""Probe tokens at the end of a text: they see it, it does not see them. One pass for all formats. Our own.

The text's tokens come out as the base's, bit for bit, and a format's vector is their mean and what its probe
has found; a product that begins as zeros puts the two together, so that training begins at the base.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from assay.encoding.multiformat.modules.routing import drawn


class Probes(nn.Module):
    """A probe a format, and the product that reads it."""

    def __init__(self, formats: int, dim: int) -> None:
        super().__init__()
        self.tokens = drawn(formats, dim)
        self.read = nn.ModuleList(nn.Linear(dim, dim) for _ in range(formats))
        for weights in self.read.parameters():
            nn.init.zeros_(weights)

    def found(self, x: Tensor) -> Tensor:
        """(b, formats, d) to be added to the mean, of the probes' last states (b, formats, d)."""
        return torch.stack([product(x[:, place]) for place, product in enumerate(self.read)], dim=1)


def probe_mask(lengths: Tensor, width: int, probes: int) -> Tensor:
    """(b, 1, width + probes, width + probes), true where a token (row) may look (column)."""
    total = width + probes
    places = torch.arange(total, device=lengths.device)
    text = places[None, :] < lengths[:, None]  # (b, total)
    itself = (places[:, None] == places[None, :]) & (places[:, None] >= width)  # (total, total)
    return (text[:, None, :] | itself[None])[:, None]
