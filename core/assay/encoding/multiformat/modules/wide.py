"""Four vectors of one pass, each the base's own and some dimensions next to it. Our own variant.

What a format adds cannot take away what the base knows, for it stands in columns of its own:

- PRX, QRY: the base's mean vector, next to it a sketch of the words: the sum of the word pieces' weights
  under random signs (Charikar, Similarity Estimation Techniques from Rounding Algorithms, 2002), so that its
  inner product is, on average, that of the weighted bags of words. Rare words that a mean of contextual
  vectors blurs are still matched. The signs are bits of a hash, the weights are log((N + 1) / (n + 1)) of the
  n texts out of N that have the piece.
- CLF: the base's mean vector, next to it a linear map of the mean pools of all layers.
- RGN: the mean of those pools, each of length 1, next to it another such map.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import shake_128

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay.encoding.multiformat.modules.routing import small
from assay.encoding.multiformat.spec import UNCHANGED
from assay.types import TaskFormat

SHARES: Mapping[TaskFormat, float] = {
    TaskFormat.PRX: 0.45,
    TaskFormat.QRY: 0.45,
    TaskFormat.CLF: 0.5,
    TaskFormat.RGN: 0.5,
}
"""The length of own columns, where those of the base have length 1. That of the words was chosen on sets
beside the tests, after these had been seen; more of the labels' served the kinds that were taught, and cost
in other sciences. See docs/benchmarks.md."""


class WideHeads(nn.ModuleDict):
    """The maps of CLF and RGN, and the weights of the words."""

    def __init__(
        self, formats: tuple[TaskFormat, ...], dim: int, layers: int, width: int, words: int
    ) -> None:
        """`width` columns of its own for every format; `words` is the size of the vocabulary."""
        trained = [each for each in formats if each not in UNCHANGED]
        super().__init__({each: nn.Linear((layers + 1) * dim, width) for each in trained})
        small(self)
        self.width = width
        self.register_buffer("words", torch.ones(words))
        self.register_buffer("signs", word_signs(words, width), persistent=False)
        self.words: Tensor
        self.signs: Tensor

    def vector(self, pools: Tensor, sketch: Tensor, format: TaskFormat) -> Tensor:
        """(b, dim + width) of the mean pools (b, layers + 1, dim) and the sketch (b, width)."""
        scaled = functional.normalize(pools, dim=2)
        shared = scaled.mean(1) if format is TaskFormat.RGN else scaled[:, -1]
        own = self[format](scaled.flatten(1)) if format in self else sketch
        return torch.cat([shared, SHARES[format] * functional.normalize(own, dim=1)], dim=1)

    def sketch(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """(b, width) of token ids (b, l), `lengths` (b,) of them true. A piece that is there c times counts
        log(1 + c) times."""
        true = torch.arange(ids.shape[1], device=ids.device) < lengths[:, None]  # (b, l)
        same = (ids[:, :, None] == ids[:, None, :]) & true[:, None, :]  # (b, l, l)
        counts = same.sum(2).clamp_min(1).to(self.words.dtype)
        weights = self.words[ids] * counts.log1p() / counts * true  # (b, l); a piece's places share its count
        return torch.bmm(weights[:, None], self.signs[ids])[:, 0]

    def weigh_words(self, texts: Tensor, holding: Tensor) -> None:
        """Set the weights from the number of texts, and (words,) of those that hold each piece."""
        self.words.copy_(torch.log((texts + 1) / (holding + 1)))


@lru_cache(4)
def word_signs(words: int, width: int) -> Tensor:
    """(words, width) of +1 and -1: the bits of a hash of the piece's id, the same on every machine."""
    size = -(-width // 8)
    bits = b"".join(shake_128(word.to_bytes(4, "little")).digest(size) for word in range(words))
    rows = torch.frombuffer(bytearray(bits), dtype=torch.uint8).view(words, size)
    places = torch.arange(8, dtype=torch.uint8)
    ones = (rows[:, :, None] >> places) & 1  # (words, size, 8)
    return ones.flatten(1)[:, :width].float() * 2 - 1
