"""Recipes that come with Assay, and what a recipe takes over from the one that it names.

zeta-paper and zeta-released are the two readings of Zeta Alpha, Multi-objective Representation Learning for
Scientific Document Retrieval (2022): as printed, and as the authors' code does it.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib import resources

from assay.errors import RecipeError
from assay.messages import message
from assay.training.recipe.objective_spec import keys_of
from assay.training.recipe.recipe import Stage

_OF_A_STAGE = tuple(field.name for field in fields(Stage) if field.name not in ("name", "objectives"))
_DATA = {"path", "name", "weight", "limit", "fields", "label", "labels", "multi_label", "queries"}
_NOT_TAKEN = _DATA | {"format", "query_format"}
"""what an objective says of its own data, and the vectors that learn: no preset speaks for it"""
_OF_ANY_KIND = ("validation", "validation_limit", "variant")
"""what all objectives of a preset say alike, so that any of them speaks for kinds that it has not"""


@cache
def preset_names() -> tuple[str, ...]:
    folder = resources.files("assay_resources") / "recipes"
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


def preset(name: str) -> str:
    """The preset as TOML, with its comments: a whole recipe. Raises RecipeError, naming the nearest."""
    if name not in preset_names():
        near = difflib.get_close_matches(name, preset_names(), n=1)
        known = ", ".join(preset_names())
        hint = message("Did you mean '{0}'?", *near) if near else message("There are {0}.", known)
        raise RecipeError("there is no preset '{0}'. {1}", name, hint, key="preset")
    return (resources.files("assay_resources") / "recipes" / f"{name}.toml").read_text(encoding="utf-8")


def preset_title(name: str) -> str:
    """Return what the preset is, in one line: its first comment. Raises RecipeError."""
    return preset(name).splitlines()[0].removeprefix("#").strip()


def with_preset(table: Mapping[str, object]) -> dict[str, object]:
    """The recipe's table with what it does not say itself taken from the preset that its key `preset` names.

    A stage takes from the preset's stage of the same place, or from its last one; an objective takes the
    variant, the share held out, and what its kind needs, from the preset's objective of that kind. Paths,
    names, weights and limits are never taken over, unless the recipe has no stages at all. Raises RecipeError
    for an unknown preset; a table that is wrong otherwise is left as it is, for the reader to say so.
    """
    own = {key: value for key, value in table.items() if key != "preset"}
    if "preset" not in table:
        return own
    name = table["preset"]
    if not isinstance(name, str):
        raise RecipeError("'preset' must be of type str, not {0}.", repr(name), key="preset")
    base = tomllib.loads(preset(name))
    given = own.get("stages")
    stages = base.pop("stages")
    known = [objective for stage in stages for objective in stage["objectives"]]
    if given is None:
        own["stages"] = stages
    elif isinstance(given, list):
        own["stages"] = [
            _stage(row, stages[min(place, len(stages) - 1)], known) if isinstance(row, dict) else row
            for place, row in enumerate(given)
        ]
    return {**base, **own}


def _stage(
    row: Mapping[str, object], like: Mapping[str, object], known: Sequence[Mapping[str, object]]
) -> dict[str, object]:
    made = dict(row)
    for key in _OF_A_STAGE:
        if key not in like:
            continue
        own, other = row.get(key), like[key]
        if key not in row:
            made[key] = other
        elif isinstance(own, dict) and isinstance(other, dict):
            made[key] = {**other, **own}
    objectives = row.get("objectives")
    if isinstance(objectives, list):
        made["objectives"] = [_objective(one, known) if isinstance(one, dict) else one for one in objectives]
    return made


def _objective(row: Mapping[str, object], known: Sequence[Mapping[str, object]]) -> dict[str, object]:
    kind = row.get("kind")
    same = [other for other in known if other["kind"] == kind]
    taken: dict[str, object] = {}
    for key in (key for key in keys_of(str(kind)) if key not in _NOT_TAKEN):
        likes = same or (known if key in _OF_ANY_KIND else [])
        given = [other[key] for other in likes if key in other]
        if given:
            taken[key] = given[0]
    return {**taken, **row}
