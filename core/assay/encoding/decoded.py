"""A decoder's weights in a coder's folder, and candidates scored by it.

A decoder looks at candidates together, so it has no vector to search with: it only puts candidates in order
that another stage found.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from assay.encoding.model_files.folder import read_settings
from assay.encoding.model_files.limits import check_config
from assay.errors import ModelError
from assay.types import Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from assay.encoding.coder.modules.list_scorer import ListScorer

WEIGHTS = "scorer.safetensors"


def save_scorer(scorer: ListScorer, folder: Path) -> None:
    """Write the weights next to coder.json, which holds the settings. Raises OSError."""
    from safetensors.torch import save_model

    save_model(scorer, str(folder / WEIGHTS))


def has_decoder(folder: Path) -> bool:
    return (folder / WEIGHTS).is_file()


class DecodedCandidates:
    """A query encoder with its decoder, on the processor."""

    def __init__(self, folder: Path, queries: Path, *, max_length: int) -> None:
        """Raise ModelError for weights that are damaged, or no such scorer's."""
        from assay.encoding.library_sentence import limit_length, load_sentence_transformer

        self._model: SentenceTransformer = load_sentence_transformer(queries, "cpu").float().eval()
        limit_length(self._model, max_length)
        self._scorer = _loaded(folder)

    def scores(self, text: str, candidates: Vectors) -> Vectors:
        """(n,) of candidates (n, d), in their order, for one query as it is typed."""
        import torch

        with torch.inference_mode():
            features = self._model.preprocess([text])
            found = self._model(features)
            packed = self._scorer.packed(
                found["sentence_embedding"], found["token_embeddings"], features["attention_mask"]
            )
            ids = torch.arange(len(candidates), dtype=torch.int32)[None]
            scores: Vectors = self._scorer(packed, _Whole(candidates), ids)[0].numpy()
        return scores


class _Whole:
    """Candidates that are all there is: `list_scorer.Rows`."""

    def __init__(self, vectors: Vectors) -> None:
        import torch

        self._rows = torch.from_numpy(np.ascontiguousarray(vectors))

    def scores(self, queries: Any, ids: Any) -> Any:
        return (queries @ self._rows.T).gather(1, ids.long())

    def gathered(self, ids: Any) -> Any:
        return self._rows[ids.long()]


def _loaded(folder: Path) -> ListScorer:
    from safetensors import SafetensorError
    from safetensors.torch import load_model

    from assay.encoding.coder.modules.candidate_scorer import CandidateScorer
    from assay.encoding.coder.modules.list_scorer import ListScorer

    settings = read_settings(folder / "coder.json").get("scorer")
    if isinstance(settings, dict):
        check_config(settings, folder / "coder.json")
    try:
        decoder = CandidateScorer(**settings["decoder"])  # type: ignore[index]  # what is no mapping raises
        tokens = int(settings["query_tokens"])  # type: ignore[index]
        dim, pooling = int(decoder.settings["dim"]), str(settings.get("pooling", ""))  # type: ignore[union-attr]
        scorer = ListScorer(dim, scale=1.0, decoder=decoder, query_tokens=tokens, pooling=pooling)
        load_model(scorer, folder / WEIGHTS)
    except (KeyError, TypeError, ValueError, RuntimeError, OSError, SafetensorError) as error:
        raise ModelError("The decoder in {0} cannot be read: {1}. Tune it again.", folder, error) from error
    return scorer.eval()
