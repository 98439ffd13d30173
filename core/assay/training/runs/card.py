"""What is to be known of a trained model, written beside it."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from assay.encoding.model_files.folder import file_digests, folder_fingerprint
from assay.training.model.base_model import Base
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.recipe.told_recipe import told_base, told_recipe
from assay.training.runs.checkpoint import RunState

CARD_FORMAT = 1
_PACKAGES = ("assay", "torch", "transformers", "sentence-transformers")


def make_card(
    recipe: Recipe, base: Base, state: RunState, *, model: Path, device: str, precision: str, seconds: float
) -> dict[str, Any]:
    """The card of a finished run, for JSON. `model` is the folder of the trained model.

    It is handed on with the model: files stand there by name and checksum, and no path of this machine.
    """
    return {
        "format": CARD_FORMAT,
        "name": recipe.name,
        "recipe": write_recipe(told_recipe(parse_recipe(state.recipe))),
        "base": {"id": told_base(recipe.base), "fingerprint": base.fingerprint},
        "data": state.data,
        "stages": state.stages,
        "seconds": round(seconds, 1),
        "device": device,
        "precision": precision,
        "world": state.world,
        "versions": versions(),
        "seed": recipe.random_seed,
        "dim": base.model.get_embedding_dimension(),
        "parameters": base.parameters,
        "max_length": base.model.max_seq_length,
        "separator": recipe.separator,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "scores": {},
        "fingerprint": folder_fingerprint(file_digests(model)),
    }


def versions() -> dict[str, str]:
    """package -> version, of what decides the numbers."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found
