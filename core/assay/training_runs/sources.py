"""Where a trained model's data lay on this machine: kept beside its card, which others read, not in it."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

from assay.errors import RecipeError
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe

logger = logging.getLogger(__name__)

FILE = "sources.json"


def keep_sources(entry: Path, *, recipe: str, folder: Path) -> None:
    """Writes the run's recipe and the folder where its paths start into the registry's `entry`.

    A full disk costs the note, not the model.
    """
    draft = entry / f".{FILE}.{os.getpid()}"
    try:
        text = json.dumps({"recipe": recipe, "folder": str(folder)}, ensure_ascii=False)
        draft.write_text(f"{text}\n", encoding="utf-8")
        draft.replace(entry / FILE)
    except OSError as error:
        logger.warning("%s is not kept: %s", entry / FILE, error)


def read_sources(entry: Path) -> tuple[Recipe, Path] | None:
    """None where nothing is kept, as of a model that was trained elsewhere, or it is damaged."""
    try:
        row = json.loads((entry / FILE).read_text(encoding="utf-8"))
        return parse_recipe(row["recipe"]), Path(row["folder"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecipeError) as error:
        logger.warning("%s is not used: %s", entry / FILE, error)
        return None
