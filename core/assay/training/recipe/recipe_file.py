"""Recipes as TOML: read strictly, with every key known and of its type, and written as they are read."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import tomlkit
from tomlkit.exceptions import ParseError, TOMLKitError

from assay.errors import RecipeError
from assay.messages import message
from assay.training.recipe.objective_spec import OBJECTIVES, ObjectiveSpec, keys_of, owners
from assay.training.recipe.presets import with_preset
from assay.training.recipe.recipe import OptimiserSpec, Recipe

T = TypeVar("T")

OTHER_NAMES = {
    "lr": "learning_rate",
    "temperature": "scale",  # its inverse
    "max_seq_length": "max_length",
    "seed": "random_seed",
    "clip": "max_grad_norm",
    "num_train_epochs": "epochs",
    "per_device_train_batch_size": "batch_size",
}
"""what a key is called in other programs -> here"""


def read_recipe(path: Path) -> Recipe:
    """The recipe of a file. Raises RecipeError: which file, which key, what is wrong and what would do."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise RecipeError(
            "There is no recipe {0}.",
            path,
            advice="`assay presets` shows some to start from.",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        if path.is_dir():
            raise RecipeError("{0} is a folder. Give the recipe, a TOML file.", path) from error
        raise RecipeError("{0} cannot be read: {1}.", path, error) from error
    try:
        return parse_recipe(text)
    except RecipeError as error:
        raise RecipeError("{0}: {1}", path, error.message, key=error.key, line=error.line) from error


def parse_recipe(text: str) -> Recipe:
    """The recipe that `text` describes, and what the preset that it names adds to it. Raises RecipeError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecipeError("This is not valid TOML: {0}.", error, line=_line_at_fault(text)) from error
    return recipe_of(table)


def _line_at_fault(text: str) -> int:
    """Return the line of a text that tomllib refuses, which tells it in prose only; 0 where none is known."""
    try:
        tomlkit.parse(text)
    except TOMLKitError as error:
        return error.line if isinstance(error, ParseError) else 0
    return 0


def recipe_of(table: Mapping[str, object]) -> Recipe:
    """Return the recipe of a table as TOML gives it. Raises RecipeError."""
    return _made(Recipe, with_preset(table), "")


def objective_of(table: Mapping[str, object], where: str = "") -> ObjectiveSpec:
    """Return the objective of a table as TOML gives it, in the class of its kind. Raises RecipeError.

    `where` is what its keys begin with in messages.
    """
    others = owners()
    _check_known(table, ["kind", *others], where)
    _check_present(table, "kind", where)
    kind = _value(Literal[*OBJECTIVES], table["kind"], f"{where}kind")
    own = keys_of(kind)
    for key in (key for key in table if key not in own and key != "kind"):
        value = _value(get_type_hints(others[key])[key], table[key], f"{where}{key}")
        if value != others[key].__dataclass_fields__[key].default:
            name = table.get("name") or kind
            text = message("Objective '{0}': the kind {2} has no '{1}'. Leave it out.", name, key, kind)
            raise RecipeError(text, key=key).within(where.rstrip("."))
    return _made(OBJECTIVES[kind], {key: table[key] for key in table if key in own}, where)


def write_recipe(recipe: Recipe) -> str:
    """Return the recipe as TOML, every key written out; `parse_recipe` gives the same recipe back."""
    return "\n".join(_lines(recipe, ())) + "\n"


# -- reading ----------------------------------------------------------------------------------------------


def _made(cls: type[T], table: Mapping[str, object], where: str) -> T:
    known = {field.name: field for field in fields(cls)}  # type: ignore[arg-type]  # all are dataclasses
    hints = get_type_hints(cls)
    _check_known(table, [*known] if where else [*known, "preset"], where)
    for field in known.values():
        if _is_required(field):
            _check_present(table, field.name, where)
    values = {key: _value(hints[key], value, f"{where}{key}") for key, value in table.items()}
    try:
        return cls(**values)
    except RecipeError as error:
        raise error.within(where.rstrip(".")) from error


def _check_known(table: Mapping[str, object], names: Sequence[str], where: str) -> None:
    for key in table:
        if key not in names:
            other = OTHER_NAMES.get(key)
            near = [other] if other in names else difflib.get_close_matches(key, names, n=1)
            hint = (
                message("Did you mean '{0}'?", *near)
                if near
                else message("Known keys: {0}.", ", ".join(names))
            )
            raise RecipeError("unknown key '{0}{1}'. {2}", where, key, hint, key=f"{where}{key}")


def _check_present(table: Mapping[str, object], key: str, where: str) -> None:
    if key not in table:
        raise RecipeError("the key '{0}{1}' is missing.", where, key, key=f"{where}{key}")


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _value(hint: Any, value: Any, where: str) -> Any:
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            known = ", ".join(filter(None, get_args(hint)))  # "" is what leaving it out means
            raise RecipeError("'{0}' must be one of {1}, not {2}.", where, known, repr(value), key=where)
        return value
    if get_origin(hint) is tuple:
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise RecipeError("'{0}' must be written as [[{0}]] tables.", where, key=where)
        cls = get_args(hint)[0]
        places = [f"{where}[{place}]." for place in range(1, len(value) + 1)]
        if cls is ObjectiveSpec:
            return tuple(map(objective_of, value, places))
        return tuple(_made(cls, *row) for row in zip(value, places, strict=True))
    if is_dataclass(hint):
        if not isinstance(value, dict):
            raise RecipeError("'{0}' must be a table.", where, key=where)
        return _made(hint, value, f"{where}.")  # type: ignore[arg-type]  # a class, not one of its objects
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise RecipeError("'{0}' must be of type {1}, not {2}.", where, hint.__name__, repr(value), key=where)
    return value


# -- writing ----------------------------------------------------------------------------------------------


_LAST = ("format", "query_format")
"""Keys of an objective that its other keys come before."""


def _lines(item: Any, path: tuple[str, ...]) -> Iterator[str]:
    """Plain values first, then tables, then lists of tables, as TOML wants them."""
    known = sorted(fields(item), key=lambda field: field.name in _LAST)
    values = {field.name: getattr(item, field.name) for field in known if _says_something(item, field)}
    if isinstance(item, ObjectiveSpec):
        values = {"kind": item.kind, **values}
    plain = {key: value for key, value in values.items() if not _is_table(value)}
    yield from (f"{key} = {_literal(value)}" for key, value in plain.items())
    for key, value in values.items():
        header = ".".join((*path, key))
        if is_dataclass(value):
            yield from ("", f"[{header}]", *_lines(value, (*path, key)))
        elif isinstance(value, tuple):
            for row in value:
                yield from ("", f"[[{header}]]", *_lines(row, (*path, key)))


def _says_something(item: Any, field: Field[Any]) -> bool:
    if isinstance(item, Recipe) and field.name == "formats":
        return bool(item.formats.variant)
    if isinstance(item, Recipe) and field.name == "tuning":
        return item.tunes_queries
    if isinstance(item, Recipe) and field.name == "lora":
        return item.lora.rank > 0
    if isinstance(item, OptimiserSpec) and field.name.startswith("plateau_"):
        return item.schedule == "plateau"
    return bool(getattr(item, field.name)) or field.name not in (*_LAST, "label")


def _is_table(value: object) -> bool:
    return is_dataclass(value) or isinstance(value, tuple)


def _literal(value: object) -> str:
    # JSON's strings, numbers and booleans are TOML's too, but for floats, which must keep their point, and
    # the one control character that JSON leaves as it is.
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
