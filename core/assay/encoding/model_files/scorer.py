"""Folders of cross-encoders, sparse encoders and late-interaction models, checked without loading them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

from assay.encoding.model_files.folder import (
    check_folder,
    check_transformer,
    is_raw,
    read_modules,
    read_settings,
    unsafe_weights,
)
from assay.encoding.model_files.limits import check_config
from assay.errors import ModelError

ScorerKind: TypeAlias = Literal["cross-encoder", "sparse", "late interaction"]

CLASSES: dict[ScorerKind, str] = {
    "cross-encoder": "CrossEncoder",
    "sparse": "SparseEncoder",
    "late interaction": "MultiVectorEncoder",
}
"""What they are called in sentence-transformers, and under "model_type" in its settings."""

_SETTINGS = "config_sentence_transformers.json"
_ROOMS: dict[str, ScorerKind] = {"sparse_encoder": "sparse", "multi_vector_encoder": "late interaction"}


def scorer_kind(folder: Path) -> ScorerKind | None:
    """Return what kind of scorer a model's folder holds, None for every other one. Raises ModelError."""
    if (folder / _SETTINGS).is_file():
        stated = read_settings(folder / _SETTINGS).get("model_type")
        for kind, name in CLASSES.items():
            if name == stated:
                return kind
    if (folder / "modules.json").is_file():
        rooms = {str(row["type"]).partition(".")[2].partition(".")[0] for row in read_modules(folder)}
        return next((kind for room, kind in _ROOMS.items() if room in rooms), None)
    if is_raw(folder):  # as cross-encoders were saved before 5.0
        named = read_settings(folder / "config.json").get("architectures")
        if str((named or [""])[0]).endswith("ForSequenceClassification"):
            return "cross-encoder"
    return None


def check_scorer(folder: Path) -> None:
    """Raise ModelError for a part that is missing, of absurd size, or would need code of its own."""
    for path in [*folder.glob("config.json"), *folder.glob("*/config.json")]:
        check_config(read_settings(path), path)
    if unsafe_weights(folder) and not any(folder.glob("*.safetensors")):
        raise ModelError(
            "{0} holds its weights only as {1}, which can run code. Load it where you trust it and save it "
            "again: sentence-transformers writes model.safetensors.",
            folder,
            unsafe_weights(folder)[0],
        )
    if (folder / "modules.json").is_file():
        check_folder(folder)
    else:
        check_transformer(folder)
    if scorer_kind(folder) == "cross-encoder":
        n_labels = len(read_settings(folder / "config.json").get("id2label") or {0: ""})
        if n_labels != 1:
            raise ModelError(
                "The cross-encoder in {0} sorts pairs into {1} classes. Reranking needs one score a pair.",
                folder,
                n_labels,
            )


def scorer_dim(folder: Path) -> int:
    """Return how many numbers the model makes of a pair or token: 1, the words of its vocabulary, a width."""
    config = read_settings(folder / "config.json")
    kind = scorer_kind(folder)
    if kind == "cross-encoder":
        return 1
    if kind == "sparse":
        return int(config.get("vocab_size", 1))
    widths = [
        read_settings(folder / str(row["path"]) / "config.json").get("out_features")
        for row in read_modules(folder)
        if str(row["type"]).endswith(".Dense")
    ]
    return int(next(filter(None, reversed(widths)), config.get("hidden_size", 1)))


def scorer_identity(digests: Mapping[str, str]) -> str:
    """Return 16 hex digits that differ whenever a file does that can change a score."""
    return sha256(json.dumps(["scorer-1", dict(digests)], sort_keys=True).encode()).hexdigest()[:16]
