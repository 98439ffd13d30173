"""How large a model may be, checked against its files before anything of it is built.

A config.json says the shapes that a library then allocates, whatever the weights next to it hold: a kilobyte
of JSON could ask for terabytes. Classes are an allow-list, for the same reason: a name in a JSON file is
imported and called.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from typing import Any

from assay.errors import ModelError

MAX_LAYERS = 256  # the largest published encoders have 48, language models 126
MAX_WIDTH = 65_536  # of hidden states and heads' numbers
MAX_WORDS = 4_000_000  # of a vocabulary, and of positions; multilingual ones have 250,000
SLACK = 1_000_000  # numbers that a config may promise beyond its weights: small parts are initialised

_LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers", "num_decoder_layers", "encoder_layers",
           "decoder_layers", "num_hidden_groups", "inner_group_num")  # fmt: skip
_WIDTHS = (
    "hidden_size", "d_model", "dim", "n_embd", "embedding_size", "intermediate_size", "d_ff", "hidden_dim",
    "ffn_dim", "n_inner", "encoder_ffn_dim", "decoder_ffn_dim", "num_attention_heads", "n_heads", "n_head",
    "num_key_value_heads", "head_dim", "type_vocab_size", "num_labels", "num_experts", "num_local_experts",
    "moe_intermediate_size", "in_features", "out_features", "word_embedding_dimension",
    "embedding_dimension", "dimension", "heads", "wide", "blocks",
)  # fmt: skip
_WORDS = ("vocab_size", "max_position_embeddings", "n_positions", "max_seq_length")
_MOST = {
    **dict.fromkeys(_LAYERS, MAX_LAYERS),
    **dict.fromkeys(_WIDTHS, MAX_WIDTH),
    **dict.fromkeys(_WORDS, MAX_WORDS),
}

_MODULE = re.compile(
    r"sentence_transformers\.(models|(base|sentence_transformer|sparse_encoder|multi_vector_encoder)"
    r"\.(models|modules))(\.[a-z_]+)?\.(?P<name>[A-Za-z]+)"
)
_CLASSES = frozenset(
    {"Transformer", "Pooling", "Normalize", "Dense", "LayerNorm", "Dropout", "WeightedLayerPooling",
     "StaticEmbedding", "Router", "Asym", "SpladePooling", "MLMTransformer", "MultiVectorMask"}
)  # fmt: skip
_ACTIVATION = re.compile(r"torch\.nn\.modules\.(activation\.[A-Z][A-Za-z]+|linear\.Identity)")
_SPLADE_ACTIVATIONS = ("relu", "log1p_relu")
_METHODS = frozenset({"forward", "get_text_features"})
_HEAD = 100_000_000  # bytes; what the safetensors library itself allows


def module_class(kind: str) -> str:
    """Return the class of a part in modules.json or a router; "" where it is not one that may be loaded."""
    found = _MODULE.fullmatch(kind)
    return found["name"] if found is not None and found["name"] in _CLASSES else ""


def check_config(config: Mapping[str, Any], path: Path) -> None:
    """Raise ModelError for sizes beyond what a model can have, and for code that settings may not name."""
    if "auto_map" in config:  # also of a known model_type: its weights may be of another architecture
        raise ModelError(
            "{0}: this model needs code of its own ('auto_map'), which Assay does not run. Get a model that "
            "sentence-transformers loads without trust_remote_code.",
            path,
        )
    for key, value in _settings(config):
        most = _MOST.get(key)
        if (
            most is not None
            and isinstance(value, int | float)
            and not isinstance(value, bool)
            and value > most
        ):
            raise ModelError(
                "{0}: {1} is {2}, and no model with more than {3} is loaded. The file is damaged or made "
                "to fill the memory: get the model again from where it was published.",
                path,
                key,
                f"{value:,}",
                f"{most:,}",
            )
        if key.strip("_").startswith("attn_implementation") and "/" in str(value):
            raise ModelError(
                "{0}: {1} names program code elsewhere ({2}), which is never run.", path, key, value
            )


def check_promises(config: Mapping[str, Any], numbers: int, path: Path) -> None:
    """Raise ModelError where a transformer of these settings needs many more weights than its files hold.

    `numbers` is how many the files hold. What is counted is less than any architecture has: the table of
    words, and of each layer two products of attention and two of the feed-forward block.
    """
    dim = _whole(config, "hidden_size", "d_model", "dim", "n_embd")
    if dim is None:
        return
    layers = (
        _whole(config, "num_hidden_groups", "num_hidden_layers", "n_layers", "n_layer", "num_layers") or 0
    )
    wide = _whole(config, "intermediate_size", "d_ff", "hidden_dim", "n_inner") or dim
    rows = (_whole(config, "vocab_size") or 0) + (_whole(config, "type_vocab_size") or 0)
    if (
        config.get("position_embedding_type", "absolute") == "absolute"
        and config.get("model_type") in _LEARNED_POSITIONS
    ):
        rows += _whole(config, "max_position_embeddings", "n_positions") or 0
    narrow = _whole(config, "embedding_size") or dim
    promised = rows * min(narrow, dim) + layers * (2 * dim * dim + 2 * dim * wide)
    if promised > 2 * numbers + SLACK:
        raise ModelError(
            "{0} describes a model of at least {1} weights, and its files hold {2}. They do not belong "
            "together: get the model again.",
            path,
            f"{promised:,}",
            f"{numbers:,}",
        )


_LEARNED_POSITIONS = frozenset(
    {"bert", "roberta", "xlm-roberta", "mpnet", "distilbert", "electra", "albert", "camembert"}
)


def check_part(kind: str, settings: Mapping[str, Any], numbers: int, path: Path) -> None:
    """Raise ModelError for a part whose settings ask for more than its file holds, or name a function."""
    check_config(settings, path)
    inputs, outputs = settings.get("in_features"), settings.get("out_features")
    if (
        kind == "Dense"
        and isinstance(inputs, int)
        and isinstance(outputs, int)
        and inputs * outputs > numbers + SLACK
    ):
        raise ModelError(
            "{0} describes a part of {1} weights, and its file holds {2}. Get the model again.",
            path,
            f"{inputs * outputs:,}",
            f"{numbers:,}",
        )
    activation = settings.get("activation_function")
    is_named = kind == "SpladePooling" and activation in _SPLADE_ACTIVATIONS
    if activation is not None and not is_named and not _ACTIVATION.fullmatch(str(activation)):
        raise ModelError("{0} names the function {1}, and only those of torch.nn are used.", path, activation)
    modality = settings.get("modality_config")
    for row in modality.values() if isinstance(modality, dict) else ():
        if not isinstance(row, dict) or row.get("method", "forward") not in _METHODS:
            raise ModelError(
                "{0}: 'modality_config' calls something other than {1}.", path, ", ".join(sorted(_METHODS))
            )


def held_numbers(folder: Path) -> int:
    """Return how many numbers a folder's own safetensors files hold, by their heads. Raises ModelError."""
    return sum(prod(shape) for path in folder.glob("*.safetensors") for shape in _shapes(path))


def _shapes(path: Path) -> Iterator[list[int]]:
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > min(_HEAD, path.stat().st_size):
                raise ValueError("its head is cut short")
            head = json.loads(file.read(length))
        for name, row in head.items():
            if name != "__metadata__":
                yield [int(size) for size in row["shape"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error) as error:
        raise ModelError("{0} is damaged or cut short: {1}. Get the model again.", path, error) from error


def _settings(config: Mapping[str, Any], depth: int = 4) -> Iterator[tuple[str, Any]]:
    """Yield the settings by name, those of models within a model too."""
    for key, value in config.items():
        if isinstance(value, dict) and depth:
            yield from _settings(value, depth - 1)
        else:
            yield str(key), value


def _whole(config: Mapping[str, Any], *keys: str) -> int | None:
    return next((config[key] for key in keys if type(config.get(key)) is int and config[key] > 0), None)
