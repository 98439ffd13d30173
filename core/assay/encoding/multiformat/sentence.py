"""A multi-format model as a `SentenceModel`: tokens in, the vectors of some formats out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from assay.encoding.batching import Rows
from assay.encoding.model_files.folder import read_settings
from assay.encoding.multiformat.folder import format_identity, load_model, read_folder
from assay.encoding.multiformat.pooled import PooledSentenceModel, load_pooled
from assay.encoding.multiformat.shapes import check_parts
from assay.encoding.multiformat.spec import ONE_PASS, side_of_format
from assay.encoding.sentences.bert import UnfitWeights
from assay.encoding.sentences.bert_sentence import cut_at, load_tokenizer, most_workers, padded, token_ids
from assay.encoding.sentences.reading import Reading
from assay.types import TaskFormat, Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from assay.encoding.multiformat.modules.model import FormatBert

logger = logging.getLogger(__name__)

__all__ = ["FormatSentenceModel", "load_format_model"]


class FormatSentenceModel:
    """Reads as many texts at once as fit a batch, all for the same formats."""

    def __init__(self, model: FormatBert, tokenizer: Tokenizer, *, device: str) -> None:
        """`model` in evaluation mode."""
        self._model = model.to(device)
        self._tokenizer = tokenizer
        self.device = device
        self.pooling, self.length = model.spec.pooling, cut_at(tokenizer) + (model.codes is not None)
        self.precision = str(next(model.parameters()).dtype).removeprefix("torch.")
        self.dim = model.dim
        self.formats = frozenset(model.spec.formats)
        self.token_budget = 1024 if device == "cpu" else 32_768
        self.workers = most_workers(device)

    def side(self, format: TaskFormat) -> str:
        return side_of_format(self._model.spec, format)

    def read(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> Reading:
        for each in formats:
            self._model.place(each)  # raises ModelError
        ids = token_ids(self._tokenizer, texts)
        lengths = np.array([len(row) for row in ids], dtype=np.int64)

        def vectors(rows: Rows) -> Vectors:
            return self._vectors([ids[row] for row in rows], lengths[rows], formats)

        return Reading(lengths, vectors)

    def _vectors(
        self, ids: list[npt.NDArray[np.int32]], lengths: npt.NDArray[np.int64], formats: Sequence[TaskFormat]
    ) -> Vectors:
        """(b, formats, dim)."""
        import torch

        with torch.inference_mode():
            tokens = torch.from_numpy(padded(ids)).to(self.device)
            counts = torch.from_numpy(lengths).to(self.device)
            found = self._model.all_formats(tokens, counts, formats)
            vectors: Vectors = torch.stack(found, dim=1).float().cpu().numpy()
        return vectors


def load_format_model(
    folder: Path, *, max_length: int, device: str, allow_network: bool = False, packed: bool = True
) -> tuple[FormatSentenceModel | PooledSentenceModel, str]:
    """Return the model of a folder with a `formats.json`, and a text that differs whenever its vectors may.

    Raises ModelError for a model that is incomplete or damaged, or whose base is missing or another one.
    """
    found = read_folder(folder, allow_network=allow_network)
    check_parts(found)
    identity = format_identity(found.digests, max_length)
    if found.spec.variant in ONE_PASS:
        places = int(read_settings(found.transformer / "config.json").get("max_position_embeddings", 512))
        tokenizer = load_tokenizer(found.transformer, min(max_length, places))
        try:
            return load_pooled(found, tokenizer, device=device, packed=packed), identity
        except UnfitWeights as error:
            logger.info("%s runs on the slow pass: %s", folder, error)
    model = load_model(found)
    length = min(max_length, model.base.places)
    # A control code takes the place of a token.
    tokenizer = load_tokenizer(found.transformer, length - (model.codes is not None))
    return FormatSentenceModel(model, tokenizer, device=device), identity
