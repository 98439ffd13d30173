"""Vectors of a wide model and of its base, each text read once and what was read of it kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from assay.encoding.batching import token_budget_batches
from assay.encoding.multiformat.folder import one_pass_heads, read_folder
from assay.encoding.sentences.bert import Bert
from assay.encoding.sentences.bert_sentence import bert_shape, load_tensors, load_tokenizer, padded, token_ids
from assay.encoding.sentences.parallel import compute_batches
from assay.training.model.kept_pools import KeptPools, text_key
from assay.types import TaskFormat, Vectors

LENGTH = 512
AT_ONCE = 500


class OnePass:
    """The vectors of a wide model and of its base, each text read once."""

    def __init__(self, model: Path, kept: Path) -> None:
        found = read_folder(model)
        shape = bert_shape(found.transformer)
        self._bert = Bert(load_tensors(found.transformer), shape, device="cpu")
        self.tokenizer = load_tokenizer(found.transformer, LENGTH)
        self.heads = one_pass_heads(
            found, dim=self._bert.dim, layers=shape.layers, words=len(self._bert.words)
        ).eval()
        self._kept = KeptPools(kept, layers=shape.layers, dim=self._bert.dim)

    def vectors(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> list[Vectors]:
        """The base's (n, 384), then for each of the formats (n, 512)."""
        import torch

        ids = token_ids(self.tokenizer, texts)
        self._read(ids)
        found: list[list[Vectors]] = [[] for _ in range(len(formats) + 1)]
        with torch.inference_mode():
            for at in range(0, len(ids), AT_ONCE):
                some = ids[at : at + AT_ONCE]
                pools = torch.from_numpy(self._kept.get([text_key(row.astype(np.int64)) for row in some]))
                lengths = torch.tensor([len(row) for row in some])
                sketch = torch.cat(
                    [
                        self.heads.sketch(torch.from_numpy(padded([row])), lengths[place : place + 1])
                        for place, row in enumerate(some)
                    ]
                )
                found[0].append(torch.nn.functional.normalize(pools[:, -1], dim=1).numpy())
                for place, each in enumerate(formats, start=1):
                    found[place].append(self.heads.vector(pools, sketch, each).numpy())
        return [np.concatenate(part) for part in found]

    def _read(self, ids: Sequence[np.ndarray]) -> None:
        import torch

        from assay.encoding.multiformat.modules.pools import mean_pool

        keys = [text_key(row.astype(np.int64)) for row in ids]
        new = [row for row, key in enumerate(keys) if key not in self._kept]
        lengths = np.array([len(ids[row]) for row in new], dtype=np.int64)

        def pools(rows: np.ndarray) -> Vectors:
            seen: list[torch.Tensor] = []
            counts = torch.from_numpy(lengths[rows])
            with torch.inference_mode():
                tokens = torch.from_numpy(padded([ids[new[row]] for row in rows]))
                self._bert.hidden(tokens, counts, see=lambda x: seen.append(mean_pool(x, counts)))
                return torch.stack(seen, dim=1).numpy()

        compute_batches(
            token_budget_batches(lengths, budget=1024),
            pools,
            lambda rows, read: self._kept.add([keys[new[row]] for row in rows], read),
            workers=2,
        )
