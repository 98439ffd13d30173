"""Heads over layer pools, on the fast forward pass: one pass of the base gives all formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from assay.encoding.batching import Rows
from assay.encoding.multiformat.folder import FormatFolder, one_pass_heads
from assay.encoding.multiformat.spec import UNCHANGED, FormatSpec, side_of_format
from assay.encoding.sentences.bert import Bert
from assay.encoding.sentences.bert_sentence import (
    bert_shape,
    cut_at,
    load_tensors,
    most_workers,
    padded,
    token_ids,
)
from assay.encoding.sentences.reading import Reading
from assay.errors import ModelError
from assay.types import TaskFormat, Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from torch import Tensor

    from assay.encoding.multiformat.modules.pools import PoolHeads
    from assay.encoding.multiformat.modules.wide import WideHeads

__all__ = ["PooledSentenceModel", "load_pooled"]


class PooledSentenceModel:
    """A `SentenceModel` of a variant of one pass."""

    precision = "float32"  # `Bert` takes no other weights

    def __init__(
        self, bert: Bert, heads: PoolHeads | WideHeads, spec: FormatSpec, tokenizer: Tokenizer, *, device: str
    ) -> None:
        self._bert, self._heads, self._spec, self._tokenizer = bert, heads.to(device).eval(), spec, tokenizer
        self.device = device
        self.pooling, self.length = "mean", cut_at(tokenizer)
        self.dim = bert.dim + (spec.own_width if spec.variant == "wide" else 0)
        self.formats = frozenset(spec.formats)
        self.token_budget = 1024 if device == "cpu" else 32_768
        self.workers = most_workers(device)

    def side(self, format: TaskFormat) -> str:
        return side_of_format(self._spec, format)

    def read(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> Reading:
        lacking = [each for each in formats if each not in self.formats]
        if lacking:
            raise ModelError("This model has no vectors for {0}.", ", ".join(lacking))
        ids = token_ids(self._tokenizer, texts)
        lengths = np.array([len(row) for row in ids], dtype=np.int64)

        def vectors(rows: Rows) -> Vectors:
            return np.stack(self.vectors([ids[row] for row in rows], lengths[rows], formats), axis=1)

        return Reading(lengths, vectors)

    def vectors(
        self,
        ids: Sequence[npt.NDArray[np.int32]],
        lengths: npt.NDArray[np.int64],
        formats: Sequence[TaskFormat],
    ) -> list[Vectors]:
        """(b, dim) for each of the formats, of one pass over `ids`, b rows of `lengths` tokens."""
        import torch

        from assay.encoding.multiformat.modules.pools import mean_pool

        pools: list[Tensor] = []
        needs_all = any(each not in UNCHANGED for each in formats)
        with torch.inference_mode():
            tokens, counts = (torch.from_numpy(part).to(self.device) for part in (padded(ids), lengths))
            see = (lambda x: pools.append(mean_pool(x, counts))) if needs_all else None
            last = self._bert.hidden(tokens, counts, see=see)
            every = torch.stack(pools, dim=1) if needs_all else mean_pool(last, counts)[:, None]
            sketch = self._heads.sketch(tokens, counts)
            return [self._heads.vector(every, sketch, each).float().cpu().numpy() for each in formats]


def load_pooled(
    found: FormatFolder, tokenizer: Tokenizer, *, device: str, packed: bool = True
) -> PooledSentenceModel:
    """Raise ModelError for tensors that do not fit, `UnfitWeights` for a base that is no plain BERT."""
    shape = bert_shape(found.transformer)
    bert = Bert(load_tensors(found.transformer), shape, device=device, packed=packed)
    heads = one_pass_heads(found, dim=bert.dim, layers=shape.layers, words=len(bert.words))
    return PooledSentenceModel(bert, heads, found.spec, tokenizer, device=device)
