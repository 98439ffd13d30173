"""Candidates that look at each other and at the query before they are scored: CODER's "decoder".

Blocks of a transformer without positional encoding, so that candidates in another order have the same scores
in that order. Attention can be switched off or replaced, as in the released ablations. A gate that begins at
0 makes the first score the plain inner product, and lets training add what helps; the other heads are the
released decoder's.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.coder.folder import LINEAR, Among, Head
from assay.errors import BadInput

MOST_BYTES = 2**31
"""Of attention between all candidates of a batch; more is refused before it fills the memory."""


class Attention(nn.Module):
    """Multi-head attention of some vectors to others."""

    def __init__(self, dim: int, heads: int, *, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.asking, self.keys, self.values, self.joined = (nn.Linear(dim, dim) for _ in range(4))

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
        joined: Tensor = self.joined(found.transpose(1, 2).flatten(2))
        return joined


class Attending(Attention):
    """Attention with the sum and the norm that follow."""

    def __init__(self, dim: int, heads: int, *, dropout: float) -> None:
        super().__init__(dim, heads, dropout=dropout)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, seen: Tensor, real: Tensor) -> Tensor:
        joined = super().forward(x, seen, real)
        normed: Tensor = self.norm(x + functional.dropout(joined, self.dropout, self.training))
        return normed


class Block(nn.Module):
    """Candidates to candidates, candidates to the query's tokens, a feed-forward part; norms come after."""

    def __init__(
        self, dim: int, heads: int, wide: int, *, among: Among, to_query: bool, relu: bool, dropout: float
    ) -> None:
        super().__init__()
        attends = among in ("all", "itself")
        self.itself = among == "itself"
        self.among = Attending(dim, heads, dropout=dropout) if attends else None
        linear = [nn.Linear(dim, dim), nn.ReLU(), nn.Dropout(dropout)] if among == "linear" else []
        self.linear = nn.Sequential(*linear)  # released (mode 2): without a sum
        self.alone = nn.Identity() if attends else nn.LayerNorm(dim)  # released: the norm stays (mode 3)
        self.activation = functional.relu if relu else functional.gelu
        self.to_query = Attending(dim, heads, dropout=dropout) if to_query else None
        self.widen, self.narrow = nn.Linear(dim, wide), nn.Linear(wide, dim)
        self.norm = nn.LayerNorm(dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, real: Tensor, tokens: Tensor, token_mask: Tensor) -> Tensor:
        """(b, n, d) candidates, `real` (b, n) where no padding; (b, t, d) tokens, `token_mask` (b, t)."""
        if self.among is None:
            x = self.alone(self.linear(x))
        elif self.itself:  # a list of one each: what a diagonal mask leaves, without the square
            each = x.flatten(0, 1)[:, None]
            x = self.among(each, each, torch.ones_like(each[..., 0], dtype=torch.bool)).view_as(x)
        else:
            x = self.among(x, x, real)
        if self.to_query is not None:
            x = self.to_query(x, tokens, token_mask)
        inner = self.narrow(self.drop(self.activation(self.widen(x))))
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
        among: Among = "all",
        to_query: bool = True,
        relu: bool = False,
        dropout: float = 0.1,
        head: Head = "gated",
        head_to_query: bool = False,
        gelu: bool = False,
        xavier: bool = False,
    ) -> None:
        """Raise BadInput for vectors that the heads do not divide.

        `relu` stands in the blocks for GELU. `gelu` goes over decoded candidates before they are scored;
        queries come with it. With `head_to_query` a linear head reads what they take of the query's tokens
        by attention, both after a GELU (released: "cross_attention"). `xavier` draws every matrix as the
        released code means to, and does not: the call there has no effect.
        """
        super().__init__()
        if dim % heads:
            raise BadInput("{0} heads do not divide vectors of {1} columns. Take another number.", heads, dim)
        self.heads, self.looks_among = heads, among == "all"
        self.settings: dict[str, int | float | bool | str] = {
            "dim": dim,
            "blocks": blocks,
            "heads": heads,
            "wide": wide,
            "among": among,
            "to_query": to_query,
            "relu": relu,
            "dropout": dropout,
            "head": head,
            "head_to_query": head_to_query,
            "gelu": gelu,
        }
        self.blocks = nn.ModuleList(
            Block(dim, heads, wide, among=among, to_query=to_query, relu=relu, dropout=dropout)
            for _ in range(blocks)
        )
        self.head, self.gelu = head, gelu
        self.head_to_query = Attention(dim, heads, dropout=0.0) if head_to_query else None
        self.gate = nn.Parameter(torch.zeros(()), requires_grad=head == "gated")
        self.last = nn.LayerNorm(dim) if blocks and head != "gated" else nn.Identity()
        self.classes = nn.Linear(dim, 1 + (head == "two-class")) if head in LINEAR else None
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
        if self.gelu or self.head_to_query is not None:
            x = functional.gelu(x)
        if self.head_to_query is not None:
            x = self.head_to_query(x, functional.gelu(tokens), token_mask)
        if self.classes is not None:
            scores = self._classified(self.classes(x))
        elif self.head == "cosine":
            scores = functional.cosine_similarity(x, query[:, None], dim=2, eps=1e-6)
        else:
            scores = torch.einsum("bd,bnd->bn", query, x)
        found: Tensor = (scores * scale).masked_fill(~real, float("-inf"))
        return found

    def _classified(self, classes: Tensor) -> Tensor:
        """(b, n) of what the linear layer makes (b, n, 1 or 2)."""
        if self.head == "two-class":
            return classes.diff(dim=2)[..., 0].neg()  # the log-odds of the first, "relevant"
        return (classes.sigmoid() if self.head == "sigmoid" else classes.tanh())[..., 0]

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
