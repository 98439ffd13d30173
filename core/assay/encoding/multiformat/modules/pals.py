"""Projected attention layers next to each layer of a BERT (Stickland and Murray 2019), one set a format."""

from __future__ import annotations

from functools import partial

from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.multiformat.modules.bert import Attention, Layer
from assay.encoding.multiformat.modules.routing import Rows, routed, small


class Pal(nn.Module):
    """One format's: GELU(V_D SA(V_E h)), the two projections shared by all layers."""

    def __init__(self, dim: int, layers: int, *, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.enter = nn.Linear(dim, width)
        self.leave = nn.Linear(width, dim)
        self.attention = nn.ModuleList(Attention(width, heads, dropout=dropout) for _ in range(layers))
        small(self)

    def forward(self, asking: Tensor, x: Tensor, mask: Tensor | None, *, place: int) -> Tensor:
        """(b, a, d) to be added at layer `place`: what (b, a, d) tokens find in (b, l, d) ones."""
        seen = self.attention[place](self.enter(asking), self.enter(x), mask)
        return functional.gelu(self.leave(seen))


class Pals(nn.ModuleDict):
    """The formats' PALs."""

    def __init__(
        self, formats: tuple[str, ...], dim: int, layers: int, *, width: int, heads: int, dropout: float
    ) -> None:
        super().__init__(
            {each: Pal(dim, layers, width=width, heads=heads, dropout=dropout) for each in formats}
        )

    def finish(
        self,
        place: int,
        layer: Layer,
        attended: Tensor,
        *,
        asking: Tensor,
        x: Tensor,
        mask: Tensor | None,
        rows: Rows,
    ) -> Tensor:
        """(b, a, d): the layer's end. What a PAL adds goes past the feed-forward block."""
        parts = [partial(_masked, pal, place) for pal in self.values()]
        extra = routed(parts, rows, asking, x, *([] if mask is None else [mask]))
        ended: Tensor = layer.output(layer.widen(attended), attended + extra)
        return ended


def _masked(pal: nn.Module, place: int, asking: Tensor, x: Tensor, mask: Tensor | None = None) -> Tensor:
    added: Tensor = pal(asking, x, mask, place=place)
    return added
