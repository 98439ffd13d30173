"""How a query meets its candidates: by an inner product, by a cosine, or by blocks that see them all.

A query is handed over as one row, so that whatever batches vectors batches queries too: its vector and, where
the decoder looks at them, its first tokens with the marks of which are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.coder.modules.candidate_scorer import CandidateScorer


class Rows(Protocol):
    """Papers' vectors, held in whatever form."""

    def scores(self, queries: Tensor, ids: Tensor) -> Tensor:
        """(b, n) inner products of queries (b, d) with rows `ids` (b, n); -inf for a row below 0."""

    def gathered(self, ids: Tensor) -> Tensor:
        """(b, n, d) float32 rows; anything for a row below 0."""


class ListScorer(nn.Module):
    """Scores of candidates, times a scale that may learn. The paper's is the inner product, scale 1."""

    def __init__(
        self,
        dim: int,
        *,
        scale: float,
        learns: bool = False,
        cosine: bool = False,
        decoder: CandidateScorer | None = None,
        query_tokens: int = 0,
        pooling: str = "",
    ) -> None:
        """`pooling` is the encoder's, needed where the decoder has a gelu: that goes over its tokens."""
        super().__init__()
        self.dim, self.cosine, self.decoder = dim, cosine, decoder
        self.query_tokens = query_tokens if decoder is not None else 0
        self.pooling = pooling if decoder is not None and decoder.gelu else ""
        self.scale = nn.Parameter(torch.tensor(float(scale)), requires_grad=learns)

    def packed(self, vectors: Tensor, tokens: Tensor | None, token_mask: Tensor | None) -> Tensor:
        """(b, columns) of vectors (b, d), the states (b, t, d) of their tokens and which are there (b, t)."""
        if not self.query_tokens or tokens is None or token_mask is None:
            return vectors
        short = self.query_tokens - min(self.query_tokens, tokens.shape[1])
        states = functional.pad(tokens[:, : self.query_tokens], (0, 0, 0, short))
        there = functional.pad(token_mask[:, : self.query_tokens].to(vectors.dtype), (0, short))
        states = states * there[:, :, None]  # what stands on padding is nobody's business
        if self.pooling:  # released: over every token before they become one vector, at its own length
            states_of = functional.gelu(states)  # 0 stays 0
            mean = states_of.sum(1) / there.sum(1, keepdim=True).clamp_min(1)
            vectors = mean if self.pooling == "mean" else states_of[:, 0]
        return torch.cat([vectors, states.flatten(1), there], dim=1)

    def forward(self, queries: Tensor, documents: Rows, ids: Tensor) -> Tensor:
        """(b, n) of packed queries and rows `ids` (b, n) int32; -inf for a row below 0."""
        vectors = queries[:, : self.dim]
        if self.cosine:
            vectors = functional.normalize(vectors, dim=1)
        if self.decoder is None:
            # Scores of padding are -inf, and a product with a scale that learns would have no gradient there.
            return documents.scores(vectors * self.scale, ids)
        tokens, there = self._unpacked(queries)
        found: Tensor = self.decoder(
            vectors, tokens, there, documents.gathered(ids), ids >= 0, scale=self.scale
        )
        return found

    def _unpacked(self, queries: Tensor) -> tuple[Tensor, Tensor]:
        rest = queries[:, self.dim :]
        states, there = rest[:, : -self.query_tokens], rest[:, -self.query_tokens :]
        return states.view(len(states), self.query_tokens, self.dim), there > 0

    def settings(self) -> Mapping[str, object]:
        """Return what `list_scorer` makes the same module of, without its weights."""
        own: dict[str, object] = {"dim": self.dim, "cosine": self.cosine, "query_tokens": self.query_tokens}
        own |= {"pooling": self.pooling} if self.pooling else {}
        return own if self.decoder is None else {**own, "decoder": self.decoder.settings}
