"""The papers' vectors, resident as one matrix: queries are scored against rows of it, which are never copied.

A step of 32 queries with 1,000 candidates of 384 numbers each would else move 49 MB (CODER's code: 98 MB of
768); what moves here is the rows' numbers. Papers do not learn: gradients are the queries' alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.errors import BadInput
from assay.training.recipe.objective_spec import Residency
from assay.types import Vectors

if TYPE_CHECKING:
    from torch import Tensor

NO_ROW = -1
"""Where a list is shorter than the longest of its batch."""
_WHOLE = 1
"""The whole matrix is multiplied where it has at most so many rows a candidate of the batch: one product is
quicker than as many gathered rows (docs/benchmarks.md)."""
_PIECE = 1 << 14  # rows that are rounded at once


class Documents:
    """(n, d) vectors in fp32, in fp16, or in int8 with one scale a row."""

    def __init__(self, vectors: Vectors, *, residency: Residency = "fp32", device: str = "cpu") -> None:
        """`vectors` (n, d) float32 are not copied in fp32 on a processor, float16 not in fp16 either.

        Raises BadInput for none.
        """
        import torch

        if not len(vectors):
            raise BadInput("There are no papers to rank.")
        rows = torch.from_numpy(vectors)
        self.residency = "fp16" if residency == "fp32" and rows.dtype == torch.float16 else residency
        self.scales: Tensor | None = None
        if residency == "int8":
            rows, scales = _in_eight_bits(rows)
            self.scales = scales.to(device)
        self.rows = (rows.half() if residency == "fp16" else rows).to(device)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def dim(self) -> int:
        return int(self.rows.shape[1])

    @property
    def n_bytes(self) -> int:
        scales = 0 if self.scales is None else self.scales.nbytes
        return int(self.rows.nbytes + scales)

    def on(self, device: str) -> None:
        """Move the vectors there, once."""
        if str(self.rows.device) != device:
            self.rows = self.rows.to(device)
            self.scales = None if self.scales is None else self.scales.to(device)

    def gathered(self, ids: Tensor) -> Tensor:
        """(b, n, d) float32 copies of rows `ids` (b, n); for a scorer that needs them whole."""
        import torch

        return torch.stack([self._gathered(own) for own in ids])

    def scores(self, queries: Tensor, ids: Tensor) -> Tensor:
        """(b, n) float32 inner products of queries (b, d) with the rows `ids` (b, n) int32.

        -inf for `NO_ROW`. The gradient reaches the queries alone.
        """
        scored: Tensor = _scored()(queries.float(), ids, self)
        return scored.masked_fill(ids == NO_ROW, float("-inf"))

    def products(self, queries: Tensor, ids: Tensor) -> Tensor:
        """(b, n): like `scores`, without a graph; anything for `NO_ROW`."""
        import torch

        if self._whole(ids):
            return (queries @ self.rows.T).gather(1, ids.clamp_min(0).long())
        found = [row @ query for query, row in zip(queries, map(self._gathered, ids), strict=True)]
        return torch.stack(found)

    def weighted(self, weights: Tensor, ids: Tensor) -> Tensor:
        """(b, d) sums of the rows `ids` (b, n), weighted by (b, n)."""
        import torch

        if self._whole(ids):
            spread = torch.zeros(len(ids), len(self), device=weights.device)
            return spread.scatter_add_(1, ids.clamp_min(0).long(), weights) @ self.rows
        found = [own @ row for own, row in zip(weights, map(self._gathered, ids), strict=True)]
        return torch.stack(found)

    def _whole(self, ids: Tensor) -> bool:
        return self.residency == "fp32" and len(self) <= _WHOLE * ids.numel()

    def _gathered(self, ids: Tensor) -> Tensor:
        """(n, d) float32 of one list; they leave the cache before the next list's come."""
        places = ids.clamp_min(0)
        rows = self.rows.index_select(0, places).float()
        return rows if self.scales is None else rows * self.scales[places.long()][:, None]


def _in_eight_bits(rows: Tensor) -> tuple[Tensor, Tensor]:
    """(n, d) int8 and the scale (n,) of each row, piece by piece: no second matrix of floats."""
    import torch

    whole, scales = torch.empty(rows.shape, dtype=torch.int8), torch.empty(len(rows))
    for start in range(0, len(rows), _PIECE):
        piece = rows[start : start + _PIECE]
        own = (piece.abs().amax(1) / 127).clamp_min(torch.finfo(torch.float32).tiny)
        whole[start : start + _PIECE] = (piece / own[:, None]).round_()
        scales[start : start + _PIECE] = own
    return whole, scales


def _scored() -> Any:
    """Return the products as one node of a graph that keeps neither rows nor a copy of them."""
    from torch.autograd import Function

    class Scored(Function):
        @staticmethod
        def forward(ctx: Any, queries: Tensor, ids: Tensor, documents: Documents) -> Tensor:
            ctx.save_for_backward(ids)
            ctx.documents = documents
            return documents.products(queries, ids)

        @staticmethod
        def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
            (ids,) = ctx.saved_tensors
            return ctx.documents.weighted(gradient.masked_fill(ids == NO_ROW, 0.0), ids), None, None

    return Scored.apply
