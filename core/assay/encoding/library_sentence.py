"""Any other sentence-transformers model, run by sentence-transformers itself on batches of our making."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from assay.encoding.batching import Rows
from assay.encoding.formats import ALL_FORMATS
from assay.encoding.identity import paper_side, side_of
from assay.encoding.sentences.reading import Reading
from assay.errors import ModelError
from assay.types import TaskFormat, Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_OFFSET_POSITIONS = {"roberta", "xlm-roberta", "camembert", "mpnet"}  # positions begin after the padding id


class LibrarySentenceModel:
    """A `SentenceModel` that leaves modules, pooling and prompts to sentence-transformers."""

    formats = ALL_FORMATS
    workers = 1  # its tokenizers cannot be shared by threads

    def __init__(self, folder: Path, *, max_length: int, device: str) -> None:
        """Raise `ModelError` if sentence-transformers cannot load the folder."""
        self._model = load_sentence_transformer(folder, device)
        limit_length(self._model, max_length)
        self.device = device
        length = self._model.max_seq_length
        self.length = length if isinstance(length, int) else 0  # infinite where words are looked up
        self.pooling = pooling_of(self._model)
        self.precision = _precision(self._model)
        self.token_budget = 2048 if device == "cpu" else 32_768
        self.dim = self._model.get_embedding_dimension() or len(self._encode(["a"], ""))
        self._papers = paper_side(self._model.prompts, routes=_routes(self._model))

    def side(self, format: TaskFormat) -> str:
        return side_of(self._papers, format)

    def read(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> Reading:
        sides = [self.side(each) for each in formats]

        def vectors(rows: Rows) -> Vectors:
            own = [texts[row] for row in rows]
            found = {side: self._encode(own, side) for side in dict.fromkeys(sides)}
            return np.stack([found[side] for side in sides], axis=1)

        return Reading(self._lengths(texts), vectors)

    def _encode(self, texts: list[str], side: str) -> Vectors:
        encode: Callable[..., object] = self._model.encode
        if side == "query":
            encode = self._model.encode_query
        elif side:
            # By name: left to itself it takes "document", which it always has, for a prompt called "passage".
            encode = partial(self._model.encode_document, prompt_name=side)
        vectors = encode(texts, batch_size=len(texts), show_progress_bar=False, convert_to_numpy=True)
        return np.asarray(vectors, dtype=np.float32)

    def _lengths(self, texts: Sequence[str]) -> npt.NDArray[np.int64]:
        """Tokens of each text, prompts left out; guessed from characters where the model reads no tokens."""
        from transformers import PreTrainedTokenizerBase

        tokenizer = self._model.tokenizer
        if not isinstance(tokenizer, PreTrainedTokenizerBase):
            return np.array([1 + len(text) // 4 for text in texts], dtype=np.int64)
        ids = tokenizer(list(texts), truncation=True, return_attention_mask=False)["input_ids"]
        return np.array([len(row) for row in ids], dtype=np.int64)


def load_sentence_transformer(folder: Path, device: str) -> SentenceTransformer:
    """sentence-transformers' own model of a folder; raises ModelError where it cannot load it."""
    model: SentenceTransformer = load_as("SentenceTransformer", folder, device)
    return model


def load_as(name: str, folder: Path, device: str) -> Any:
    """Load a folder as a class of sentence-transformers, offline, from safetensors. Raises ModelError."""
    import sentence_transformers
    from safetensors import SafetensorError
    from transformers.utils import logging as transformers_logging

    verbosity = transformers_logging.get_verbosity()
    # Its tables of weights go to stderr, where scripts expect one line on an error; what matters is raised.
    transformers_logging.set_verbosity(logging.ERROR)
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call] # it writes to stderr, where scripts expect one line on an error
    try:
        model = getattr(sentence_transformers, name)(
            str(folder),
            device=device,
            trust_remote_code=False,
            local_files_only=True,
            model_kwargs={"use_safetensors": True},
        )
        _require_weights(model, made_up=() if name == "CrossEncoder" else ("pooler.",))
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RuntimeError,
        ImportError,
        SafetensorError,
    ) as error:
        advice = ". A weights file is cut short or damaged: copy or download the model again."
        reason = f"{error}{advice if isinstance(error, SafetensorError) else ''}"
        raise ModelError("sentence-transformers cannot load the model in {0}: {1}", folder, reason) from error
    finally:
        transformers_logging.set_verbosity(verbosity)
    return model


def _require_weights(model: SentenceTransformer, made_up: tuple[str, ...]) -> None:
    """Raise ModelError where files lack weights of a transformer: transformers makes random ones up.

    Files name weights in several ways, so where a name is not found as it is, transformers itself is asked
    what it missed. What `made_up` names is not needed: a pooler, where vectors are made of the tokens.
    """
    from sentence_transformers.base.modules import Transformer

    from assay.encoding.multiformat.shapes import tensor_shapes

    for module in (each for each in model.modules() if isinstance(each, Transformer)):
        network = module.auto_model
        part = Path(network.name_or_path)
        held = {name for path in part.glob("*.safetensors") for name in tensor_shapes(path)}
        own = {name for name, _ in network.named_parameters() if not any(each in name for each in made_up)}
        if all(name in held or f"{network.base_model_prefix}.{name}" in held for name in own):
            continue
        _, loading = type(network).from_pretrained(
            part, config=network.config, local_files_only=True, use_safetensors=True, output_loading_info=True
        )
        missing = sorted(
            name for name in loading["missing_keys"] if not any(each in name for each in made_up)
        )
        if missing:
            others = f" and {len(missing) - 1} others are" if len(missing) > 1 else " is"
            raise ModelError("{0}: the tensor {1}{2} missing. Get the model again.", part, missing[0], others)


def limit_length(model: SentenceTransformer, max_length: int) -> None:
    """Cut texts at `max_length` tokens, or where the model's positions end."""
    if not isinstance(model.max_seq_length, int):
        return  # it reads texts of any length
    config = {} if model.config is None else model.config.to_dict()
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int) and positions > 0:
        offset = (config.get("pad_token_id") or 0) + 1 if config.get("model_type") in _OFFSET_POSITIONS else 0
        max_length = min(max_length, positions - offset)
    model.max_seq_length = max_length


def pooling_of(model: SentenceTransformer) -> str:
    """How tokens become a vector: "max", "mean, cls"; "" where none of the library's own modules says it."""
    from sentence_transformers.sentence_transformer.modules import Pooling

    modes = next((module.pooling_mode for module in model if isinstance(module, Pooling)), "")
    return modes if isinstance(modes, str) else ", ".join(modes)


def _precision(model: SentenceTransformer) -> str:
    """Return the dtype of its weights: "bfloat16"; "float32, float16" where parts differ."""
    kinds = dict.fromkeys(str(weights.dtype) for weights in model.parameters() if weights.is_floating_point())
    return ", ".join(kind.removeprefix("torch.") for kind in kinds)


def _routes(model: SentenceTransformer) -> bool:
    """Return whether queries and documents take different ways through the model."""
    from sentence_transformers.base.modules import Router

    return any(isinstance(module, Router) for module in model)
