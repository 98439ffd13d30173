"""Candidates that look at each other and at the query before they are scored: CODER's "decoder".

Blocks of a transformer without positional encoding, so that candidates in another order have the same scores
in that order. Both kinds of attention can be switched off. A gate that begins at 0 makes the first score the
plain inner product, and lets training add what helps; the other heads are the released decoder's.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.coder.folder import Head
from assay.errors import BadInput

MOST_BYTES = 2**31
"""Of attention between all candidates of a batch; more is refused before it fills the memory."""


class Attending(nn.Module):
    """Multi-head attention of some vectors to others, with the sum and the norm that follow."""

    def __init__(self, dim: int, heads: int, *, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.asking, self.keys, self.values, self.joined = (nn.Linear(dim, dim) for _ in range(4))
        self.norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, seen: Tensor, real: Tensor) -> Tensor:
        """(b, n, d) vectors look at (b, m, d) others, where `real` (b, m) is true."""
        q, k, v = (
            part.view(*part.shape[:2], self.heads, -1).transpose(1, 2)
            for part in (self.asking(x), self.keys(seen), self.values(seen))
        )
        drop = self.dropout if self.training else 0.0
        found = functional.scaled_dot_product_attention(
            q, k, v, attn_mask=real[:, None, None], dropout_p=drop
        )
        joined = self.joined(found.transpose(1, 2).flatten(2))
        normed: Tensor = self.norm(x + functional.dropout(joined, self.dropout, self.training))
        return normed


class Block(nn.Module):
    """Candidates to candidates, candidates to the query's tokens, a feed-forward part; norms come after."""

    def __init__(
        self, dim: int, heads: int, wide: int, *, among: bool, to_query: bool, dropout: float
    ) -> None:
        super().__init__()
        self.among = Attending(dim, heads, dropout=dropout) if among else None
        self.alone = nn.Identity() if among else nn.LayerNorm(dim)  # released: the norm stays (mode 3)
        self.to_query = Attending(dim, heads, dropout=dropout) if to_query else None
        self.widen, self.narrow = nn.Linear(dim, wide), nn.Linear(wide, dim)
        self.norm = nn.LayerNorm(dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, real: Tensor, tokens: Tensor, token_mask: Tensor) -> Tensor:
        """(b, n, d) candidates, `real` (b, n) where no padding; (b, t, d) tokens, `token_mask` (b, t)."""
        x = self.alone(x) if self.among is None else self.among(x, x, real)
        if self.to_query is not None:
            x = self.to_query(x, tokens, token_mask)
        inner = self.narrow(self.drop(functional.gelu(self.widen(x))))
        normed: Tensor = self.norm(x + self.drop(inner))
        return normed


class CandidateScorer(nn.Module):
    """Scores of candidates, each attending to the others: by default the paper's two blocks of 8 heads."""

    def __init__(
        self,
        dim: int,
        *,
        blocks: int = 2,
        heads: int = 8,
        wide: int = 1024,
        among: bool = True,
        to_query: bool = True,
        dropout: float = 0.1,
        head: Head = "gated",
        gelu: bool = False,
        xavier: bool = False,
    ) -> None:
        """Raise BadInput for vectors that the heads do not divide.

        `gelu` goes over decoded candidates before they are scored; queries come with it. `xavier` draws every
        matrix as the released code means to, and does not: the call there has no effect.
        """
        super().__init__()
        if dim % heads:
            raise BadInput("{0} heads do not divide vectors of {1} columns. Take another number.", heads, dim)
        self.heads, self.looks_among = heads, among
        self.settings: dict[str, int | float | bool | str] = {
            "dim": dim,
            "blocks": blocks,
            "heads": heads,
            "wide": wide,
            "among": among,
            "to_query": to_query,
            "dropout": dropout,
            "head": head,
            "gelu": gelu,
        }
        self.blocks = nn.ModuleList(
            Block(dim, heads, wide, among=among, to_query=to_query, dropout=dropout) for _ in range(blocks)
        )
        self.head, self.gelu = head, gelu
        self.gate = nn.Parameter(torch.zeros(()), requires_grad=head == "gated")
        self.last = nn.LayerNorm(dim) if blocks and head != "gated" else nn.Identity()
        self.classes = nn.Linear(dim, 2) if head == "two-class" else None
        if xavier:
            self._draw_xavier()

    def _draw_xavier(self) -> None:
        """Draw all matrices of the blocks; the three of an attention as the one that torch has."""
        for name, weights in self.blocks.named_parameters():
            if weights.dim() > 1:
                packed = name.rsplit(".", 2)[-2] in ("asking", "keys", "values")
                nn.init.xavier_uniform_(weights, gain=0.5**0.5 if packed else 1.0)

    def forward(
        self,
        query: Tensor,
        tokens: Tensor,
        token_mask: Tensor,
        candidates: Tensor,
        real: Tensor,
        *,
        scale: Tensor | float = 1.0,
    ) -> Tensor:
        """(b, n) of queries (b, d), their tokens (b, t, d) and candidates (b, n, d); -inf for padding.

        `token_mask` (b, t) and `real` (b, n) are true on what is no padding. Scores are times `scale`. Raises
        BadInput where attention between all candidates would take more than `MOST_BYTES`.
        """
        self._guard(*candidates.shape[:2], bytes_each=candidates.element_size())
        x = candidates
        for block in self.blocks:
            x = block(x, real, tokens, token_mask)
        x = candidates + self.gate * x if self.head == "gated" else self.last(x)
        if self.gelu:
            x = functional.gelu(x)
        if self.classes is not None:
            scores = self.classes(x).diff(dim=2)[..., 0].neg()  # the log-odds of the first, "relevant"
        elif self.head == "cosine":
            scores = functional.cosine_similarity(x, query[:, None], dim=2, eps=1e-6)
        else:
            scores = torch.einsum("bd,bnd->bn", query, x)
        found: Tensor = (scores * scale).masked_fill(~real, float("-inf"))
        return found

    def _guard(self, b: int, n: int, *, bytes_each: int) -> None:
        n_bytes = b * self.heads * n * n * bytes_each
        if self.looks_among and n_bytes > MOST_BYTES:
            raise BadInput(
                "{0} lists of {1} candidates that look at each other take {2} GB: the square of their "
                "number. Take fewer candidates or smaller batches, or switch their attention off.",
                b,
                f"{n:,}",
                f"{n_bytes / 2**30:.1f}",
            )
