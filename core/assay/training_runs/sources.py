"""Where a trained model's data lay on this machine: kept next to its card, which others read, not in it."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from assay.errors import RecipeError
from assay.files import write_text
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe

logger = logging.getLogger(__name__)

FILE = "sources.json"


def keep_sources(entry: Path, *, recipe: str, folder: Path) -> None:
    """Write the run's recipe and the folder where its paths start into the registry's `entry`.

    A full disk costs the note, not the model.
    """
    try:
        text = json.dumps({"recipe": recipe, "folder": str(folder)}, ensure_ascii=False)
        write_text(entry / FILE, f"{text}\n")
    except OSError as error:
        logger.warning("%s is not kept: %s", entry / FILE, error)


def read_sources(entry: Path) -> tuple[Recipe, Path] | None:
    """Return None where nothing is kept, as of a model that was trained elsewhere, or it is damaged."""
    try:
        row = json.loads((entry / FILE).read_text(encoding="utf-8"))
        return parse_recipe(row["recipe"]), Path(row["folder"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecipeError) as error:
        logger.warning("%s is not used: %s", entry / FILE, error)
        return None
