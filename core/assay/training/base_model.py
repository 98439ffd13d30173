"""The model that a run starts from, and the folder that it ends in: sentence-transformers' own, both."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.encoding.model_files import check_folder, file_digests, find_folder
from assay.errors import ModelError, TrainingFailed
from assay.training.recipe import Recipe

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_OFFSET_POSITIONS = {"roberta", "xlm-roberta", "camembert", "mpnet"}  # positions begin after the padding id


@dataclass(frozen=True, slots=True)
class Base:
    """A loaded base model and the hash of everything in its folder that can change a vector."""

    model: SentenceTransformer
    fingerprint: str

    @property
    def parameters(self) -> int:
        return sum(weights.numel() for weights in self.model.parameters())


def load_base(recipe: Recipe, *, device: str, folder: Path | None = None) -> Base:
    """The recipe's base model on the device, its texts cut at the recipe's `max_length`.

    `folder` takes the place of the name in the recipe, for models that only the caller can find. Raises
    ModelError if it is missing, incomplete, damaged, or a pickle.
    """
    folder = folder or find_folder(recipe.base, allow_network=False)
    check_folder(folder)
    model = _load(folder, device).float()  # a base may be stored in half precision
    _limit_length(model, recipe.max_length)
    if any(getattr(module, "include_prompt", True) is False for module in model):
        raise ModelError(f"The model in {folder} leaves prompts out of its vectors; take another base.")
    return Base(model, folder_fingerprint(folder))


def folder_fingerprint(folder: Path) -> str:
    """SHA-256 over all files of a model's folder that can change a vector."""
    return hashlib.sha256(json.dumps(file_digests(folder), sort_keys=True).encode()).hexdigest()


def prompts(model: SentenceTransformer) -> tuple[str, str]:
    """What the model is to read before a query, and before a document; "" where it needs nothing."""
    known = model.prompts
    document = next(filter(None, map(known.get, ("document", "passage", "corpus"))), None)
    return known.get("query") or "", document or ""


def export_model(model: SentenceTransformer, folder: Path) -> None:
    """Writes the model as a folder that `SentenceTransformer(folder)` loads, whole or not at all.

    Raises TrainingFailed if the disk refuses it.
    """
    from safetensors import SafetensorError

    draft = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        shutil.rmtree(draft, ignore_errors=True)
        model.save(str(draft), create_model_card=False, safe_serialization=True)
        sync_tree(draft)
        shutil.rmtree(folder, ignore_errors=True)
        draft.replace(folder)
        sync(folder.parent)
    except (OSError, SafetensorError) as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise TrainingFailed(
            f"The trained model could not be written to {folder}: {error}. Make room and resume the run."
        ) from error


def sync_tree(folder: Path) -> None:
    """Everything in a folder is on the disk when this returns. Raises OSError."""
    for path in (*sorted(folder.rglob("*")), folder):
        sync(path)


def sync(path: Path) -> None:
    """A file, or a folder's list of names, is on the disk when this returns. Raises OSError."""
    if path.is_dir() and os.name == "nt":
        return  # Windows has no handle on a folder to flush
    handle = os.open(path, os.O_RDONLY if path.is_dir() or os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _load(folder: Path, device: str) -> SentenceTransformer:
    from safetensors import SafetensorError
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]  # stderr is for errors
    try:
        return SentenceTransformer(
            str(folder),
            device=device,
            trust_remote_code=False,
            local_files_only=True,
            model_kwargs={"use_safetensors": True},
        )
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
        raise ModelError(f"sentence-transformers cannot load the model in {folder}: {error}") from error


def _limit_length(model: SentenceTransformer, max_length: int) -> None:
    """Texts are cut at `max_length` tokens, or where the model's positions end."""
    config = {} if model.config is None else model.config.to_dict()
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int) and positions > 0:
        offset = (config.get("pad_token_id") or 0) + 1 if config.get("model_type") in _OFFSET_POSITIONS else 0
        max_length = min(max_length, positions - offset)
    model.max_seq_length = max_length
