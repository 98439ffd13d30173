"""A recipe that is being written: its text is the truth, the form and the messages follow from it."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from assay.errors import RecipeError
from assay_desktop.pages.training.toml_text import line_of, with_table, with_value, without_table

if TYPE_CHECKING:
    from assay.training.recipe import Recipe

Plain = str | int | float | bool

_NAMED: Final = re.compile(
    r"(?:unknown key )'([^']+)'|'((?:stages|name|base|seed|device|precision|max_length|separator)[\w.\[\]]*)'"
)
_WHERE: Final = re.compile(r"^((?:stages\[\d+\])(?:\.[\w\[\]]+)*): ")
_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")
_ITEM: Final = "library:"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the recipe cannot be used. `key` is "" where no key of the form is meant; lines count from 0."""

    text: str
    key: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """`folder` is where its relative paths begin. `recipe` is None where there is a problem."""

    text: str
    folder: Path
    source: str = ""  # where the text came from, for people
    recipe: Recipe | None = None
    problem: Problem | None = None

    @property
    def name(self) -> str:
        return self.recipe.name if self.recipe is not None else ""


def read_draft(text: str, *, folder: Path, source: str = "") -> Draft:
    """The text, read: with its recipe, or with what is wrong with it."""
    from assay.training.recipe_file import parse_recipe

    try:
        return Draft(text, folder, source, parse_recipe(text))
    except RecipeError as error:
        return Draft(text, folder, source, problem=_problem(text, str(error)))


def with_key(draft: Draft, key: str, value: Plain) -> Draft:
    """Another value of one key. Raises RecipeError where the text cannot be changed key by key."""
    return _again(draft, lambda text: with_value(text, key, value))


def with_objective(draft: Draft, stage: int) -> Draft:
    """One more objective in a stage (from 1), to be filled in: the library's judgements, or a second set."""
    recipe = draft.recipe
    names = {spec.name for spec in recipe.stages[stage - 1].objectives} if recipe is not None else set()
    rows: dict[str, Any] = {"kind": "pairs", "path": "pairs.jsonl"}
    if "pairs" in names:
        number = next(n for n in range(2, len(names) + 3) if f"pairs {n}" not in names)
        rows["name"] = f"pairs {number}"
    return _again(draft, lambda text: with_table(text, f"stages[{stage}].objectives", rows))


def with_stage(draft: Draft) -> Draft:
    """One more stage at the end, from the weights of the one before it."""
    rows = {
        "max_updates": 500,
        "objectives": [{"kind": "judgements", "path": _ITEM}],
        "stopping": {"interval": 50},
    }
    return _again(draft, lambda text: with_table(text, "stages", rows))


def without(draft: Draft, key: str) -> Draft:
    """Without a stage ("stages[2]") or an objective ("stages[1].objectives[2]")."""
    return _again(draft, lambda text: without_table(text, key))


def as_asked(draft: Draft) -> str:
    """The recipe with every key and every path written out, so that it can be trained from anywhere.

    Raises RecipeError if there is a problem.
    """
    from assay.training.recipe_file import write_recipe

    if draft.recipe is None:
        raise RecipeError(draft.problem.text if draft.problem is not None else "The recipe is empty.")
    return write_recipe(_in_full(draft.recipe, draft.folder))


def values_of(recipe: Recipe) -> dict[str, Any]:
    """Every key of a recipe, "stages[1].loss.scale" -> its value."""
    return dict(_leaves(recipe, ""))


def _in_full(recipe: Recipe, folder: Path) -> Recipe:
    stages = tuple(
        replace(
            stage,
            objectives=tuple(
                spec
                if spec.path.startswith(_ITEM)
                else replace(spec, path=str((folder / spec.path).resolve()))
                for spec in stage.objectives
            ),
        )
        for stage in recipe.stages
    )
    near = folder / recipe.base
    base = str(near.resolve()) if (near / "modules.json").is_file() else recipe.base
    return replace(recipe, stages=stages, base=base)


def _leaves(item: Any, path: str) -> list[tuple[str, Any]]:
    made: list[tuple[str, Any]] = []
    for field in fields(item):
        value = getattr(item, field.name)
        key = f"{path}.{field.name}" if path else field.name
        if is_dataclass(value):
            made += _leaves(value, key)
        elif isinstance(value, tuple):
            for place, row in enumerate(value, start=1):
                made += _leaves(row, f"{key}[{place}]")
        else:
            made.append((key, value))
    return made


def _again(draft: Draft, change: Any) -> Draft:
    try:
        text = change(draft.text)
    except ValueError as error:
        raise RecipeError(f"The text cannot be changed by the form: {error}. Mend the text first.") from error
    return read_draft(text, folder=draft.folder, source=draft.source)


def _problem(text: str, message: str) -> Problem:
    at = _LINE.search(message)
    if at is not None:
        return Problem(message, line=int(at[1]) - 1)
    named, where = _NAMED.search(message), _WHERE.match(message)
    key = ""
    if where is not None:
        key = _key_within(where[1], message[where.end() :])
    elif named is not None:
        key = named[1] or named[2]
    else:
        key = _key_within("", message)
    return Problem(message, key, line_of(text, key) if key else None)


def _key_within(table: str, message: str) -> str:
    """The key of the table that the message names first; the table itself where it names none."""
    from assay.training.recipe import LossSpec, ObjectiveSpec, OptimiserSpec, Recipe, Stage, StoppingSpec

    last = table.rpartition(".")[2].partition("[")[0]
    kinds: dict[str, Any] = {
        "": Recipe,
        "stages": Stage,
        "objectives": ObjectiveSpec,
        "loss": LossSpec,
        "optimiser": OptimiserSpec,
        "stopping": StoppingSpec,
    }
    known = {field.name for field in fields(kinds.get(last, Recipe))}
    word = next((word for word in re.findall(r"[a-z_]+", message) if word in known), "")
    if last == "stages" and "weights" in message:
        return f"{table}.objectives[1].weight"
    return ".".join(filter(None, (table, word)))
