"""What a library teaches, written as a recipe: which model begins, how it learns, and from what."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from statistics import median
from textwrap import wrap

from assay.encoding.multiformat.spec import FORMATS, ONE_PASS, FormatSpec, Variant
from assay.training.recipe.objective_spec import LIBRARY, ObjectiveSpec
from assay.training.recipe.recipe import Formats
from assay.training.recipe.recipe_file import objective_of
from assay.types import TaskFormat

VALIDATE = 200
"""Examples of each task that validate: a laptop reads some 3,000 texts then."""

MOST_UPDATES = 1000

_EACH, _PASSES = 4, 3
"""Examples of each task in a batch, as SciRepEval's; and how often the task of the middle size is met."""

_EACH_OF_POOLS, _PASSES_OF_POOLS = 32, 8
"""The same over a base that stays as it is: each text goes through it once, whatever comes after."""

_RATES = {"pools": 1e-3, "wide": 1e-3, "probes": 1e-3, "cls": 2e-5, "codes": 2e-5, "pals": 2e-5}
_RATE = 1e-4  # of all other variants: a base that is frozen bears more

_COMMENT = 55  # characters


@dataclass(frozen=True, slots=True)
class LibraryTask:
    """One thing that a library may teach. `left_out` says why it does not; "" means that it does."""

    kind: str
    label: str
    n: int  # examples: papers, or queries
    classes: int = 0  # of a classification
    left_out: str = ""
    campaign: str = ""  # whose latest release holds the judgements; "" for the library's own

    @property
    def name(self) -> str:
        if self.kind != "judgements":
            return self.label
        return f"judged-{self.label}{f' of {self.campaign}' if self.campaign else ''}"

    @property
    def spec(self) -> ObjectiveSpec:
        several = {"multi_label": True} if self.takes_several else {}
        path = f"{LIBRARY}{self.campaign}"
        return objective_of(
            {"kind": self.kind, "path": path, "name": self.name, "label": self.label, **several}
        )

    @property
    def takes_several(self) -> bool:
        """Whether a paper has several of its labels."""
        return self.label == "keywords"

    @property
    def what(self) -> str:
        """In words: how many of what."""
        noun = "queries" if self.kind == "judgements" else "papers"
        return f"{self.n:,} {noun}" + (f", {self.classes} classes" if self.classes else "")


@dataclass(frozen=True, slots=True)
class Beginning:
    """The model that a recipe begins from. `spec` is None of a plain BERT."""

    variant: Variant
    base: str
    spec: FormatSpec | None = None

    @property
    def is_one_pass(self) -> bool:
        return self.variant in ONE_PASS

    @property
    def formats(self) -> frozenset[TaskFormat]:
        """Those that the model may have."""
        return frozenset(self.spec.formats if self.spec is not None else FORMATS)


def recipe_lines(tasks: Sequence[LibraryTask], begin: Beginning, *, name: str) -> Iterator[str]:
    """The recipe, each objective under a comment that says how much there is of it."""
    used = [task for task in tasks if not task.left_out]
    steps = _steps(used, begin)
    yield from _comment("What this library has enough of to teach: a vector for each use.")
    yield from _comment(_about(begin))
    for task in tasks:
        if task.left_out:
            yield from _comment(f"Left out, {task.name}: {task.left_out}.")
    yield from (
        "",
        f"name = {_text(name)}",
        f"base = {_text(begin.base)}  # {'a plain BERT' if begin.spec is None else 'continues to learn'}",
        f"max_length = {512 if begin.is_one_pass else 256}",
        "",
        *_formats(used, begin),
        "",
        "[[stages]]",
        'mixing = "tasks"  # as many of each in every batch',
        f"batch_size = {_each(used, begin) * len(used)}",
        "gradient_accumulation_steps = 1",
        f"max_steps = {steps}",
        "",
        *_learning(begin, steps),
    )
    for task in used:
        yield from _objective(task)


def _comment(text: str) -> Iterator[str]:
    """Yield a comment in lines that the window shows whole."""
    return iter(wrap(text, _COMMENT, initial_indent="# ", subsequent_indent="#   "))


def _about(begin: Beginning) -> str:
    if begin.is_one_pass:
        return (
            f"With '{begin.variant}' labels alone teach, and each text goes through the base once: minutes. "
            "What searches (PRX, QRY) stays as it is."
        )
    return (
        f"With '{begin.variant}' all vectors learn, those that search too. The variant 'wide' learns labels "
        "alone, in minutes."
    )


def _formats(used: Sequence[LibraryTask], begin: Beginning) -> Iterator[str]:
    formats = {TaskFormat.PRX, TaskFormat.QRY, *(one for task in used for one in task.spec.formats)}
    if begin.spec is not None or begin.variant == "wide":
        formats = {*begin.formats}
    yield "[formats]"
    yield f"variant = {_text(begin.variant)}"
    yield f'formats = "{", ".join(sorted(formats))}"'
    for key in _sizes(begin):
        yield f"{key} = {json.dumps(getattr(begin.spec or Formats(), key))}"
    if begin.variant != "wide":
        return
    if begin.spec is None:
        yield f'words = "{LIBRARY}"  # how rare each is among all papers'
    yield "head_rate = 3.0  # linear heads learn faster"
    yield "head_dropout = 0.2"


def _sizes(begin: Beginning) -> Iterator[str]:
    """Yield the keys of [formats] that must be said: a model that continues to learn keeps its own."""
    for field in fields(FormatSpec):
        if field.name in ("variant", "formats"):
            continue
        other = begin.spec is not None and getattr(begin.spec, field.name) != getattr(Formats(), field.name)
        if other or (field.name == "own_width" and begin.variant == "wide"):
            yield field.name


def _learning(begin: Beginning, steps: int) -> Iterator[str]:
    if not begin.is_one_pass:
        yield from ("[stages.loss]", 'kind = "triplet"', "margin = 1.0", "")
    yield "[stages.optimiser]"
    yield f"learning_rate = {_RATES.get(begin.variant, _RATE)!r}"
    if begin.is_one_pass:
        yield "weight_decay = 0.01"
    yield f"warmup_steps = {steps // 10}"
    yield from ("", "[stages.stopping]", f"interval = {max(1, steps // 5)}", "patience = 2")


def _objective(task: LibraryTask) -> Iterator[str]:
    query_format, own = task.spec.formats
    yield from (
        "",
        f"# {task.what}: {own if query_format == own else f'{query_format} asks {own}'}",
        "[[stages.objectives]]",
        f'kind = "{task.kind}"',
        f"name = {_text(task.name)}",
        f"path = {_text(task.spec.path)}",
        f'label = "{task.label}"',
        f"validation_limit = {VALIDATE}",
    )
    if task.takes_several:
        yield "multi_label = true"


def _steps(used: Sequence[LibraryTask], begin: Beginning) -> int:
    """Some passes through the task of the middle size, if that is neither few steps nor very many."""
    passes = _PASSES_OF_POOLS if begin.is_one_pass else _PASSES
    return min(MOST_UPDATES, max(50, round(passes * median(task.n for task in used) / _each(used, begin))))


def _each(used: Sequence[LibraryTask], begin: Beginning) -> int:
    """Examples of each task in a batch: what the smallest one has left to teach must fill its share."""
    least = min(task.n for task in used)
    return min(_EACH_OF_POOLS, max(_EACH, least // 2)) if begin.is_one_pass else _EACH


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
