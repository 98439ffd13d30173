"""Sentence models that are a plain BERT with mean or CLS pooling, run by `Bert` without transformers.

The default model and models trained from it are of this kind. Importing torch takes a second or two where
sentence-transformers takes six, and the vectors are the same to 1e-5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from assay.encoding.batching import Rows
from assay.encoding.formats import ALL_FORMATS
from assay.encoding.model_files.folder import read_modules, read_settings
from assay.encoding.sentences.bert import Bert, BertShape
from assay.encoding.sentences.reading import Reading
from assay.errors import ModelError
from assay.types import TaskFormat, Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from torch import Tensor


_TOKENISE_AT_ONCE = 1024  # texts; bounds the memory of the tokenizer's own objects
_MOST_WORKERS = 16  # each holds some 20 MB of activations


@dataclass(frozen=True, slots=True)
class BertRecipe:
    """All that a folder says about a model of this kind."""

    folder: Path
    shape: BertShape
    positions: int
    pooling: str  # "mean" or "cls"
    normalize: bool


def find_recipe(folder: Path) -> BertRecipe | None:
    """Return the recipe of a model folder, or None if it is anything but a plain BERT sentence model."""
    kinds = [str(module["type"]).rpartition(".")[2] for module in read_modules(folder)]
    if kinds not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
        return None
    transformer, pooling_folder = (folder / module["path"] for module in read_modules(folder)[:2])
    config = read_settings(transformer / "config.json")
    pooling = _pooling(read_settings(pooling_folder / "config.json"))
    files = ("model.safetensors", "tokenizer.json")
    if pooling is None or not _is_plain_bert(config) or not all((transformer / f).is_file() for f in files):
        return None
    if not (_reads_plainly(transformer) and _has_no_prompts(folder)):
        return None
    shape, positions = _shape(config, transformer / "config.json")
    return BertRecipe(transformer, shape, positions, pooling, normalize="Normalize" in kinds)


class BertSentenceModel:
    """A `SentenceModel` of the plain BERT kind."""

    formats = ALL_FORMATS
    precision = "float32"  # `Bert` takes no other weights

    def __init__(self, recipe: BertRecipe, *, max_length: int, device: str, packed: bool = True) -> None:
        """Raise `ModelError` if weights or tokenizer are damaged, `UnfitWeights` if of another kind."""
        self._recipe = recipe
        self._bert = Bert(load_tensors(recipe.folder), recipe.shape, device=device, packed=packed)
        self._tokenizer = load_tokenizer(recipe.folder, max_length)
        self.device = device
        self.pooling, self.length = recipe.pooling, cut_at(self._tokenizer)
        # Measured: 1,024 tokens keep a core's activations in its cache; a GPU wants more at once.
        self.token_budget = 1024 if device == "cpu" else 32_768
        self.workers = most_workers(device)

    @property
    def dim(self) -> int:
        return self._bert.dim

    def side(self, format: TaskFormat) -> str:  # noqa: ARG002 - one vector answers every format
        return ""

    def read(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> Reading:
        ids = token_ids(self._tokenizer, texts)
        lengths = np.array([len(row) for row in ids], dtype=np.int64)

        def vectors(rows: Rows) -> Vectors:
            one = self._vectors([ids[row] for row in rows], lengths[rows])
            return np.stack([one] * len(formats), axis=1)

        return Reading(lengths, vectors)

    def _vectors(self, ids: list[npt.NDArray[np.int32]], lengths: npt.NDArray[np.int64]) -> Vectors:
        """Return the vectors (b, dim) of `ids`, b rows of `lengths` tokens."""
        import torch

        with torch.inference_mode():
            counts = torch.from_numpy(lengths).to(self.device)
            hidden = self._bert.hidden(torch.from_numpy(padded(ids)).to(self.device), counts)
            vectors: Vectors = self._pool(hidden, counts).cpu().numpy()
        return vectors

    def _pool(self, hidden: Tensor, lengths: Tensor) -> Tensor:
        """(b, l, d) -> (b, d), scaled to length 1 if the model does that."""
        import torch

        if self._recipe.pooling == "cls":
            pooled = hidden[:, 0]
        else:
            tokens = torch.arange(hidden.shape[1], device=self.device) < lengths[:, None]  # (b, l)
            pooled = torch.bmm(tokens.to(hidden.dtype)[:, None], hidden)[:, 0] / lengths[:, None]
        pooled = pooled.float()
        return torch.nn.functional.normalize(pooled, dim=1) if self._recipe.normalize else pooled


def _shape(config: dict[str, Any], path: Path) -> tuple[BertShape, int]:
    """Return the shape and the number of positions; what is left out has the value of BERT base."""
    layers = _whole_number(config, "num_hidden_layers", 12, path)
    heads = _whole_number(config, "num_attention_heads", 12, path)
    eps = config.get("layer_norm_eps", 1e-12)
    if not _is_positive(eps):
        raise _wrong_setting(path, "layer_norm_eps", eps)
    return BertShape(layers, heads, float(eps)), _whole_number(config, "max_position_embeddings", 512, path)


def _whole_number(config: dict[str, Any], name: str, default: int, path: Path) -> int:
    value = config.get(name, default)
    if not isinstance(value, int) or not _is_positive(value):
        raise _wrong_setting(path, name, value)
    return value


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf


def _wrong_setting(path: Path, name: str, value: object) -> ModelError:
    return ModelError(
        "{0}: {1} is {2} and must be a number above 0. Get the model again.",
        path,
        name,
        repr(str(value)[:40]),
    )


def _is_plain_bert(config: dict[str, Any]) -> bool:
    wanted = {
        "model_type": "bert",
        "hidden_act": "gelu",
        "position_embedding_type": "absolute",
        "dtype": "float32",
        "is_decoder": False,
        "add_cross_attention": False,
    }
    return all(config.get(name, value) == value for name, value in wanted.items()) and "model_type" in config


def _pooling(config: dict[str, Any]) -> str | None:
    """ "mean" or "cls", from the form of sentence-transformers 6 or the older one; None for other kinds."""
    mode = config.get("pooling_mode")
    if mode is None:
        older = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
        active = [
            name for name, value in config.items() if name.startswith("pooling_mode_") and value is True
        ]
        mode = older.get(active[0]) if len(active) == 1 else None
    return mode if mode in {"mean", "cls"} else None


def _reads_plainly(transformer: Path) -> bool:
    """Return whether texts go to the tokenizer as they are, and the last hidden states to the pooling."""
    path = transformer / "sentence_bert_config.json"
    config = read_settings(path) if path.is_file() else {}
    plain = {
        "do_lower_case": False,
        "transformer_task": "feature-extraction",
        "modality_config": {"text": {"method": "forward", "method_output_name": "last_hidden_state"}},
        "module_output_name": "token_embeddings",
    }
    return all(name == "max_seq_length" or plain.get(name) == value for name, value in config.items())


def _has_no_prompts(folder: Path) -> bool:
    path = folder / "config_sentence_transformers.json"
    config = read_settings(path) if path.is_file() else {}
    prompts = config.get("prompts") or {}
    if not isinstance(prompts, dict):
        raise ModelError("{0}: prompts must be texts by name. Get the model again.", path)
    return not any([*prompts.values(), config.get("default_prompt_name"), config.get("truncate_dim")])


def bert_shape(transformer: Path) -> BertShape:
    """Return what its config.json says. Raises ModelError."""
    path = transformer / "config.json"
    return _shape(read_settings(path), path)[0]


def load_tensors(folder: Path) -> dict[str, Tensor]:
    """Raise ModelError if the file is damaged."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(folder / "model.safetensors")
    except (SafetensorError, OSError) as error:
        raise ModelError(
            "The weights in {0} are damaged: {1}. Get the model again.", folder, error
        ) from error


def most_workers(device: str) -> int:
    """Return how many batches are computed at once."""
    import torch

    return min(torch.get_num_threads(), _MOST_WORKERS) if device == "cpu" else 1


def token_ids(tokenizer: Tokenizer, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
    """Return the ids of each text."""
    ids: list[npt.NDArray[np.int32]] = []
    for start in range(0, len(texts), _TOKENISE_AT_ONCE):
        encodings = tokenizer.encode_batch_fast(list(texts[start : start + _TOKENISE_AT_ONCE]))
        ids += [np.array(encoding.ids, dtype=np.int32) for encoding in encodings]
    return ids


def padded(ids: Sequence[npt.NDArray[np.int32]]) -> npt.NDArray[np.int64]:
    """(texts, longest), zeros at the end: padding is masked, so that any id will do."""
    rows = np.zeros((len(ids), max(map(len, ids))), dtype=np.int64)
    for row, tokens in enumerate(ids):
        rows[row, : len(tokens)] = tokens
    return rows


def cut_at(tokenizer: Tokenizer) -> int:
    """Tokens of a text at most; 0 where texts are not cut."""
    return int((tokenizer.truncation or {}).get("max_length", 0))


def load_tokenizer(folder: Path, max_length: int) -> Tokenizer:
    """Cut at `max_length` tokens, special ones included; pad nothing. Raises ModelError if damaged."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_str((folder / "tokenizer.json").read_text(encoding="utf-8"))
    except Exception as error:
        raise ModelError(
            "{0} is damaged: {1}. Get the model again.", folder / "tokenizer.json", error
        ) from error
    tokenizer.enable_truncation(max_length)
    tokenizer.no_padding()
    return tokenizer
