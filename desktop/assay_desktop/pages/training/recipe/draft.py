"""A recipe that is being written: its text is the truth, the form and the messages follow from it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tomlkit.exceptions import TOMLKitError

from assay.errors import AssayError, ModelError, RecipeError, TrainingFailed
from assay_desktop.pages.training.recipe.outline import LISTS, Outline, read_outline
from assay_desktop.pages.training.recipe.toml_text import (
    line_of,
    with_table,
    with_value,
    without_table,
    without_value,
)
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.training.recipe.objective_spec import ObjectiveSpec
    from assay.training.recipe.recipe import Recipe

_tr = translator("training")

Plain = str | int | float | bool

LIBRARY_FIRST: Final = frozenset({"judgements", "lists"})
"""The kinds that a library's judgements teach: its own, or a release's."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the recipe cannot be used. `key` is "" where no key of the form is meant; lines count from 0."""

    message: str
    key: str = ""
    line: int | None = None
    advice: str = ""  # what stands at the field, where there is little room; the message itself if empty

    @property
    def at_field(self) -> str:
        return self.advice or self.message


@dataclass(frozen=True, slots=True)
class Draft:
    """`folder` is where its relative paths begin. `recipe` is None where there is a problem."""

    text: str
    folder: Path
    source: str = ""  # where the text came from, for people
    recipe: Recipe | None = None
    problem: Problem | None = None
    outline: Outline | None = None  # None where the text cannot even be laid out as a form

    @property
    def name(self) -> str:
        return self.recipe.name if self.recipe is not None else ""


def read_draft(text: str, *, folder: Path, source: str = "") -> Draft:
    """Return the text, read: with its recipe, or with what is wrong with it."""
    from assay.training.recipe.recipe_file import parse_recipe

    outline = read_outline(text)
    try:
        recipe = parse_recipe(text)
    except RecipeError as error:
        return Draft(text, folder, source, problem=_problem(text, error), outline=outline)
    return Draft(text, folder, source, recipe, _base_problem(text, recipe.base, folder), outline)


def place_of(draft: Draft, error: AssayError) -> Problem:
    """Return where what a check complains of can be mended, and how, in the form's words."""
    key = getattr(error, "key", "")
    if isinstance(error, RecipeError) and error.code == "batch_too_large" and draft.recipe is not None:
        return _too_small(draft, draft.recipe, error.sizes)
    if isinstance(error, ModelError):
        key = "base"
    return Problem(translated(error.message), key, line_of(draft.text, key) if key else None)


def error_of(answer: Mapping[str, object], text: str) -> AssayError:
    """Return the error that a child's answer holds; one that says `text` where it holds none."""
    fields = answer.get("error")
    if not isinstance(fields, dict):
        return AssayError(text)
    if fields.get("kind") == "RecipeError":
        keys = ("key", "line", "code", "sizes")
        return RecipeError(text, **{key: fields[key] for key in keys if key in fields})
    return ModelError(text) if fields.get("kind") == "ModelError" else AssayError(text)


def with_key(draft: Draft, key: str, value: Plain) -> Draft:
    """Return another value of one key. Raises RecipeError where the text cannot be changed key by key."""
    return _again(draft, lambda text: with_value(text, key, value))


def with_kind(draft: Draft, key: str, kind: str) -> Draft:
    """Return another kind of an objective, without the keys that say nothing to it. Raises RecipeError.

    `key` is that of the kind. A path that the new kind cannot read goes as well.
    """
    from assay.training.recipe.objective_spec import LIBRARY, OBJECTIVES, LabelledSpec, keys_of, owners

    table = key.rpartition(".")[0]
    values = draft.outline.values if draft.outline is not None else {}
    before, path = values.get(key), str(values.get(f"{table}.path", ""))
    label = str(values.get(f"{table}.label", ""))

    def change(text: str) -> str:
        text = with_value(text, key, kind)
        for other in owners().keys() - keys_of(kind):
            text = without_value(text, f"{table}.{other}")
        if values.get(f"{table}.name") == before:
            text = without_value(text, f"{table}.name")
        text = _fitting_loss(text, key, kind, values)
        if kind in LIBRARY_FIRST and not path:
            return with_value(text, f"{table}.path", LIBRARY)
        if not path.startswith(LIBRARY):
            return text
        if kind not in LIBRARY_FIRST and (path != LIBRARY or OBJECTIVES[kind].library_labels is None):
            text = with_value(text, f"{table}.path", "")
            if not issubclass(OBJECTIVES[kind], LabelledSpec):
                return without_value(text, f"{table}.label")
        return _fitting_label(text, table, kind, label)

    return _again(draft, change)


def _fitting_loss(text: str, key: str, kind: str, values: Mapping[str, object]) -> str:
    """Set a loss that the stage's objectives can have, without what says nothing to them.

    `key` is that of the kind that changes. Lists have losses of their own; only they are measured by nDCG,
    and only they have a table [tuning].
    """
    from assay.training.recipe.recipe import LIST_LOSSES
    from assay.training.recipe.tuning_spec import Tuning

    stage = key.partition(".")[0]
    kinds = {
        name: value for name, value in values.items() if name.endswith(".kind") and ".objectives[" in name
    }
    kinds[key] = kind
    lists = any(value == LISTS for name, value in kinds.items() if name.startswith(f"{stage}."))
    if lists != (values.get(f"{stage}.loss.kind") in LIST_LOSSES):
        text = with_value(text, f"{stage}.loss.kind", LIST_LOSSES[0] if lists else "mnrl")
    if lists:
        text = without_value(text, f"{stage}.loss.gather_across_devices")
        return without_value(text, f"{stage}.loss.mask_duplicates")
    for gone in ("stopping.measure", "loss.labels", "loss.boost", "loss.least_label", "loss.padded"):
        text = without_value(text, f"{stage}.{gone}")
    if any(value == LISTS for value in kinds.values()):
        return text
    for field in fields(Tuning):
        text = without_value(text, f"tuning.{field.name}")
    return text


def with_library(draft: Draft, key: str) -> Draft:
    """This library as the path at `key`, with a label that it can teach. Raises RecipeError."""
    from assay.training.recipe.objective_spec import LIBRARY

    table = key.rpartition(".")[0]
    values = draft.outline.values if draft.outline is not None else {}
    kind, label = str(values.get(f"{table}.kind", "")), str(values.get(f"{table}.label", ""))
    return _again(draft, lambda text: _fitting_label(with_value(text, key, LIBRARY), table, kind, label))


def with_label(draft: Draft, key: str, label: str) -> Draft:
    """Return another label at `key`; of a library's papers it is keywords alone that are several.

    Raises RecipeError.
    """
    from assay.training.recipe.objective_spec import LIBRARY

    table = key.rpartition(".")[0]
    values = draft.outline.values if draft.outline is not None else {}
    classes = values.get(f"{table}.kind") == "classification"

    def change(text: str) -> str:
        text = with_value(text, key, label)
        if not classes or not str(values.get(f"{table}.path", "")).startswith(LIBRARY):
            return text
        if label == "keywords":
            return with_value(text, f"{table}.multi_label", value=True)
        return without_value(text, f"{table}.multi_label")

    return _again(draft, change)


def _fitting_label(text: str, table: str, kind: str, label: str) -> str:
    """Set the label as it is if the library teaches it to the kind, else the first that it does, or none."""
    from assay.training.recipe.objective_spec import OBJECTIVES, ObjectiveSpec

    known = OBJECTIVES.get(kind, ObjectiveSpec).library_labels or ()
    if label in known:
        return text
    if known and OBJECTIVES[kind].needs_label:
        return with_value(text, f"{table}.label", known[0])
    return without_value(text, f"{table}.label")


def with_objective(draft: Draft, stage: int) -> Draft:
    """Add an objective to a stage (from 1), to be filled in: the library's judgements, or a second set."""
    values = draft.outline.values if draft.outline is not None else {}
    begin = f"stages[{stage}].objectives["
    names = {value for key, value in values.items() if key.startswith(begin) and key.endswith(".name")}
    rows: dict[str, object] = {"kind": "pairs", "path": "pairs.jsonl"}
    if "pairs" in names:
        number = next(n for n in range(2, len(names) + 3) if f"pairs {n}" not in names)
        rows["name"] = f"pairs {number}"
    return _again(draft, lambda text: with_table(text, f"stages[{stage}].objectives", rows))


def with_stage(draft: Draft) -> Draft:
    """Return one more stage at the end, from the weights of the one before it."""
    from assay.training.recipe.objective_spec import LIBRARY

    rows = {
        "max_steps": 500,
        "objectives": [{"kind": "judgements", "path": LIBRARY}],
        "stopping": {"interval": 50},
    }
    return _again(draft, lambda text: with_table(text, "stages", rows))


def without(draft: Draft, key: str) -> Draft:
    """Take out a stage ("stages[2]") or an objective ("stages[1].objectives[2]")."""
    return _again(draft, lambda text: without_table(text, key))


def as_requested(draft: Draft) -> str:
    """Return the recipe with every key and every path written out, so that it can be trained from anywhere.

    Raises RecipeError if there is a problem.
    """
    from assay.training.recipe.recipe_file import write_recipe

    if draft.problem is not None:
        raise RecipeError(draft.problem.message)
    if draft.recipe is None:
        raise RecipeError("The recipe is empty.")
    return write_recipe(_in_full(draft.recipe, draft.folder))


def write_request(draft: Draft, path: Path) -> None:
    """Write `as_requested` into a file. Raises RecipeError, and TrainingFailed for a disk that refuses it."""
    text = as_requested(draft)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TrainingFailed("{0} cannot be written: {1}. Free some space.", path, error) from error


def _in_full(recipe: Recipe, folder: Path) -> Recipe:
    from assay.training.recipe.objective_spec import LIBRARY, ListsSpec

    def full(spec: ObjectiveSpec) -> ObjectiveSpec:
        if isinstance(spec, ListsSpec) and (run := folder / Path(spec.first).expanduser()).is_file():
            spec = replace(spec, first=str(run.resolve()))
        if spec.path.startswith(LIBRARY):
            return spec
        return replace(spec, path=str((folder / spec.path).resolve()))

    stages = tuple(
        replace(stage, objectives=tuple(full(spec) for spec in stage.objectives)) for stage in recipe.stages
    )
    near = folder / recipe.base
    is_model = any((near / name).is_file() for name in ("modules.json", "formats.json"))
    base = str(near.resolve()) if is_model else recipe.base
    words = recipe.formats.words
    if words and not words.startswith(LIBRARY):
        words = str((folder / Path(words).expanduser()).resolve())
    return replace(recipe, stages=stages, base=base, formats=replace(recipe.formats, words=words))


def _again(draft: Draft, change: Any) -> Draft:
    try:
        text = change(draft.text)
    except (ValueError, TOMLKitError) as error:
        raise RecipeError(
            _tr("The form cannot change this text: {0}. Correct the text first.").format(error)
        ) from error
    return read_draft(text, folder=draft.folder, source=draft.source)


def _too_small(draft: Draft, recipe: Recipe, sizes: Mapping[str, int]) -> Problem:
    """Name the objectives that do not fill a batch."""
    total = sum(sizes.values())
    numbers = (
        number
        for number, stage in enumerate(recipe.stages, start=1)
        if {spec.name for spec in stage.objectives} == {*sizes} and stage.batch_size > total
    )
    number = next(numbers, 1)
    each = ", ".join(f"{name}: {numeral(size)}" for name, size in sizes.items())
    text = _tr("A batch needs {0} examples; there are {1} ({2}).").format(
        numeral(recipe.stages[number - 1].batch_size), numeral(total), each
    )
    advice = _tr("Set Batch to {0} or less, or add data.").format(total)
    if total < 2:
        advice = _tr("Add data.")
    key = f"stages[{number}].batch_size"
    return Problem(f"{text} {advice}", key, line_of(draft.text, key), advice)


def _base_problem(text: str, base: str, folder: Path) -> Problem | None:
    """Return what can be seen at once of a base that is a folder; names are looked up by the check."""
    if not (base.startswith((".", "~", "/", "\\")) or Path(base).is_absolute()):
        return None
    place = Path(base).expanduser()
    if place.is_dir() or (folder / place).is_dir():
        return None
    message = _tr("There is no model folder {0}. Choose another base model.").format(base)
    return Problem(message, "base", line_of(text, "base"))


def _problem(text: str, error: RecipeError) -> Problem:
    if error.line:
        return Problem(translated(error.message), line=error.line - 1)
    return Problem(translated(error.message), error.key, line_of(text, error.key) if error.key else None)
