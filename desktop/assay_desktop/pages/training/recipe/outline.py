"""What a recipe's text says, key by key, whether or not it is a sound recipe: what a form can show of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, Final

from assay.errors import RecipeError

LISTS: Final = "lists"
"""The kind of an objective whose candidates are put in order."""


@dataclass(frozen=True, slots=True)
class StageOutline:
    """The parts of a stage that decide which fields it has."""

    name: str
    kinds: tuple[str, ...]  # of its objectives
    loss: str
    has_formats: bool = False  # whether its vectors have formats
    of_library: tuple[bool, ...] = ()  # of its objectives: whether this library teaches them
    schedule: str = ""

    @property
    def of_lists(self) -> bool:
        """Whether queries learn to put lists of papers in order."""
        return LISTS in self.kinds


@dataclass(frozen=True, slots=True)
class Outline:
    """`values` holds every key, "stages[1].loss.scale" -> its value, defaults included."""

    stages: tuple[StageOutline, ...]
    values: Mapping[str, object]

    @property
    def tunes_queries(self) -> bool:
        """Whether [tuning] says something to it."""
        return any(stage.of_lists for stage in self.stages)


def read_outline(text: str) -> Outline | None:
    """Return None for a text that is no TOML, or whose stages and objectives are not listed as such."""
    from assay.training.recipe.presets import with_preset
    from assay.training.recipe.recipe import Recipe

    try:
        table: Mapping[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    with suppress(RecipeError):  # of a preset that is unknown: the rest can be shown
        table = with_preset(table)
    made: dict[str, object] = {}
    try:
        _lay_out(Recipe, table, "", made)
    except TypeError:
        return None
    stages = _stages(made)
    return Outline(stages, made) if stages else None


def _lay_out(cls: Any, table: Mapping[str, object], path: str, made: dict[str, object]) -> None:
    """Raise TypeError where a table, or a list of tables, is something else."""
    from assay.training.recipe.objective_spec import ObjectiveSpec
    from assay.training.recipe.recipe import Stage

    begin = f"{path}." if path else ""
    for field in fields(cls):
        key = f"{begin}{field.name}"
        value = table.get(field.name)
        if field.name in ("stages", "objectives"):
            if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
                raise TypeError(key)
            for place, row in enumerate(value, start=1):
                _lay_out(_class_of(field.name, row), row, f"{key}[{place}]", made)
        elif is_dataclass(field.default):
            inner = table.get(field.name, {})
            if not isinstance(inner, dict):
                raise TypeError(key)
            _lay_out(type(field.default), inner, key, made)
        elif field.name in table:
            made[key] = value
        else:
            made[key] = "" if field.default is MISSING else field.default
    if cls is Stage and not made[f"{path}.name"]:
        made[f"{path}.name"] = f"stage {path.rpartition('[')[2].rstrip(']')}"
    if issubclass(cls, ObjectiveSpec):
        made[f"{path}.kind"] = table.get("kind", "")
        made[f"{path}.name"] = made[f"{path}.name"] or made[f"{path}.kind"]


def _class_of(rows: str, row: Mapping[str, object]) -> Any:
    """Return the class of a row of the stages, or of the objectives."""
    from assay.training.recipe.objective_spec import OBJECTIVES, ObjectiveSpec
    from assay.training.recipe.recipe import Stage

    return Stage if rows == "stages" else OBJECTIVES.get(str(row.get("kind")), ObjectiveSpec)


def _stages(values: Mapping[str, object]) -> tuple[StageOutline, ...]:
    from assay.training.recipe.objective_spec import LIBRARY

    found: list[StageOutline] = []
    while f"stages[{len(found) + 1}].name" in values:
        of = f"stages[{len(found) + 1}]"
        kinds: list[str] = []
        while f"{of}.objectives[{len(kinds) + 1}].kind" in values:
            kinds.append(str(values[f"{of}.objectives[{len(kinds) + 1}].kind"]))
        loss, formats = str(values[f"{of}.loss.kind"]), bool(values.get("formats.variant"))
        paths = [str(values[f"{of}.objectives[{place}].path"]) for place in range(1, len(kinds) + 1)]
        own = tuple(path.startswith(LIBRARY) for path in paths)
        name, schedule = str(values[f"{of}.name"]), str(values[f"{of}.optimiser.schedule"])
        found.append(StageOutline(name, tuple(kinds), loss, formats, own, schedule))
    return tuple(found)
