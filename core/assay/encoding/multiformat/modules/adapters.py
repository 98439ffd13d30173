"""Bottleneck adapters after each feed-forward block (Pfeiffer et al. 2021), and attention over them.

As AdapterHub's "seq_bn" computes them and SciRepEval trains them: the layer's own norm is used twice, before
the bottleneck and after it. With an upper product of zeros the layer is the base's, bit for bit.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.multiformat.modules.bert import Layer
from assay.encoding.multiformat.modules.routing import Rows, routed, small

_ALMOST_NOTHING = 1e-6  # next to the diagonal of a fusion's values when it begins


class Bottleneck(nn.Module):
    """Up(ReLU(Down(x))), with biases."""

    def __init__(self, dim: int, reduction: int) -> None:
        super().__init__()
        self.down = nn.Linear(dim, max(1, dim // reduction))
        self.up = nn.Linear(self.down.out_features, dim)
        small(self)

    def forward(self, x: Tensor) -> Tensor:
        raised: Tensor = self.up(functional.relu(self.down(x)))
        return raised


class LayerAdapters(nn.ModuleDict):
    """The bottlenecks of one layer, by format."""

    def __init__(self, formats: tuple[str, ...], dim: int, reduction: int) -> None:
        super().__init__({each: Bottleneck(dim, reduction) for each in formats})

    def finish(self, layer: Layer, attended: Tensor, rows: Rows) -> Tensor:
        """(b, a, d): the layer's end, each row with the adapter of its format."""
        inner = layer.output.inner(layer.widen(attended))
        normed = layer.output.LayerNorm(inner + attended)
        raised = routed(list(self.values()), rows, normed)
        ended: Tensor = layer.output.LayerNorm(raised + inner + attended)
        return ended


class Fuse(nn.Module):
    """Attention of a token over what each adapter would add to it (Pfeiffer et al. 2021, section 3.2)."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.query, self.key = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim, bias=False)
        small(self)
        with torch.no_grad():
            self.value.weight.copy_(torch.full((dim, dim), _ALMOST_NOTHING))
            self.value.weight.fill_diagonal_(1.0)

    def forward(self, normed: Tensor, raised: Tensor) -> Tensor:
        """(b, a, d) of a token (b, a, d) and its adapters' outputs (b, a, adapters, d)."""
        scores = torch.einsum("bad,bafd->baf", self.query(normed), self.key(raised))
        fused: Tensor = torch.einsum("baf,bafd->bad", scores.softmax(-1), self.value(raised))
        return fused


class LayerFusion(nn.ModuleDict):
    """The fusions of one layer, by format. The adapters are the layer's own, and stay as they are."""

    def __init__(self, formats: tuple[str, ...], dim: int) -> None:
        super().__init__({each: Fuse(dim) for each in formats})

    def finish(self, layer: Layer, adapters: LayerAdapters, attended: Tensor, rows: Rows) -> Tensor:
        """(b, a, d): the layer's end, each row with the fusion of its format over all adapters."""
        inner = layer.output.inner(layer.widen(attended))
        normed = layer.output.LayerNorm(inner + attended)
        raised = torch.stack([adapter(normed) for adapter in adapters.values()], dim=2)
        fused = routed(list(self.values()), rows, normed, raised)
        ended: Tensor = layer.output.LayerNorm(fused + inner + attended)
        return ended
