"""SciRepEval's tasks_config.json as objectives of a recipe: the same tasks, formats and caps."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.errors import RecipeError
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe_file import recipe_of, write_recipe

_KINDS = {
    "classification": "classification",
    "regression": "regression",
    "ir": "candidates",
    "triplet": "specter",
}
_KNOWN = frozenset(
    {
        "name", "type", "multi_label", "data_files", "dataset", "labels", "labels_field", "ctrl_token",
        "input_fields", "sample_size", "contrastive", "contrastive_loss",
    }
)  # fmt: skip


def with_tasks(name: str, tasks: Path) -> str:
    """Return the preset as TOML, every key written out, with the tasks of a SciRepEval tasks_config.json.

    They stand in its last stage in place of its own objectives. Raises RecipeError.
    """
    table = tomllib.loads(preset(name))
    table["stages"][-1]["objectives"] = objectives_of(tasks)
    return write_recipe(recipe_of(table))


def objectives_of(path: Path) -> list[dict[str, Any]]:
    """Return the objectives of a recipe, as TOML has them; paths are full ones, from where the file lies.

    Raises RecipeError, which names the task and the key, for what no recipe can say.
    """
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RecipeError("{0} cannot be read: {1}.", path, error) from error
    if not isinstance(table, list) or not all(isinstance(row, dict) for row in table) or not table:
        raise RecipeError("{0} does not list tasks. It must be a list of objects in braces.", path)
    return [_objective(row, path, place) for place, row in enumerate(table, start=1)]


def _objective(row: Mapping[str, Any], path: Path, place: int) -> dict[str, Any]:
    where = f"{path}, task {row.get('name', place)!r}"
    unknown = sorted(set(row) - _KNOWN)
    if unknown:
        raise RecipeError("{0}: the key {1} is not known.", where, repr(unknown[0]))
    kind = _KINDS.get(str(row.get("type")))
    if kind is None or not isinstance(row.get("name"), str):
        raise RecipeError("{0}: it needs a 'name', and a 'type' of {1}.", where, ", ".join(_KINDS))
    if row.get("contrastive"):
        raise RecipeError("{0}: 'contrastive' losses are not computed here. Take the key out.", where)
    made: dict[str, Any] = {"kind": kind, "name": row["name"], "path": str(_data(row, path, where))}
    if kind in ("classification", "regression"):
        made["label"] = str(row.get("labels_field") or "label")
    if kind == "classification":
        if row.get("labels"):
            made["labels"] = str(_place(path, str(row["labels"])))
        made["multi_label"] = bool(row.get("multi_label", False))
    if row.get("input_fields") and kind != "specter":
        made["fields"] = ", ".join(map(str, row["input_fields"]))
    return made | _formats(row.get("ctrl_token"), kind, where) | _sizes(row.get("sample_size"), where)


def _data(row: Mapping[str, Any], path: Path, where: str) -> Path:
    """Return the folder of the task's files: of `data_files`, or called as the data set's configuration."""
    files = row.get("data_files")
    if isinstance(files, dict) and files.get("train"):
        places = {key: _place(path, str(name)) for key, name in files.items()}
        train = places["train"]
        named = {"train": "train.jsonl", "dev": "dev.jsonl"}
        if set(places) <= set(named) and all(
            place.parent == train.parent and place.name.removesuffix(".gz") == named[key]
            for key, place in places.items()
        ):
            return train.parent
        if set(places) == {"train"}:
            return train
        raise RecipeError(
            "{0}: 'data_files' must lie in one folder, as train.jsonl and dev.jsonl (or with .gz).", where
        )
    dataset = row.get("dataset")
    if isinstance(dataset, dict) and dataset.get("name"):
        name = str(dataset["name"])
        return _place(path, f"{str(dataset.get('path')).rpartition('/')[2]}/{name}", name)
    raise RecipeError("{0}: neither 'data_files' nor 'dataset' says where its examples are.", where)


def _place(path: Path, *names: str) -> Path:
    """Return the first that is there: in the file's folder or, where the released code is run, the one above.

    In the file's folder if none is, under the last name.
    """
    places = [(folder / name).resolve() for folder in (path.parent, path.parent.parent) for name in names]
    return next((place for place in places if place.exists()), places[len(names) - 1])


def _formats(token: object, kind: str, where: str) -> dict[str, str]:
    """{"query": "[QRY]", "candidates": "[PRX]"}, or one token for all texts."""
    if token is None:
        return {}
    if isinstance(token, dict):
        query, own = token.get("query"), token.get("candidates")
        if kind != "candidates" or not query or not own:
            raise RecipeError(
                "{0}: 'ctrl_token' of queries and candidates belongs to the type ir alone.", where
            )
        return {"format": str(own).strip("[]"), "query_format": str(query).strip("[]")}
    name = str(token).strip("[]")
    same = {"query_format": name} if kind in ("candidates", "specter") else {}
    return {"format": name, **same}


def _sizes(size: object, where: str) -> dict[str, int]:
    """Read at most how many examples to take; -1 is all of them."""
    if size is None:
        return {}
    sizes: dict[str, Any] = size if isinstance(size, dict) else {"train": size, "dev": size}
    if not all(type(n) is int for n in sizes.values()):
        raise RecipeError(
            "{0}: 'sample_size' must be a whole number, or one for train and one for dev.", where
        )
    keys = {"train": "limit", "dev": "validation_limit"}
    return {keys[part]: n for part, n in sizes.items() if part in keys and n > 0}
