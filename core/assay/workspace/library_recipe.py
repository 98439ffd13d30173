"""A recipe of what a library has enough papers to teach, for a model with a vector for each use."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from assay.errors import RecipeError
from assay.location import Location
from assay.training.recipe import DEFAULT_BASE, LIBRARY, ObjectiveKind, ObjectiveSpec
from assay.training.recipe_file import parse_recipe
from assay.types import TaskFormat
from assay.workspace.training_library import JUDGED
from assay.workspace.training_links import links_of
from assay.workspace.training_papers import LINKS, Known, class_counts, rows_of

if TYPE_CHECKING:
    from assay.workspace.workspace import Workspace

LEAST_PAPERS = 20
LEAST_QUERIES = 8
"""Judged queries: each is worth more than a title, and there are fewer of them."""

VALIDATE = 200
"""Examples of each task that validate: a laptop reads some 3,000 texts then."""

MOST_UPDATES = 1000

EACH = 4
"""Examples of each task in a batch, as SciRepEval's."""

TASKS: tuple[tuple[ObjectiveKind, str], ...] = (
    ("regression", "year"),
    ("regression", "rating"),
    ("classification", "venue"),
    ("classification", "keywords"),
    ("pairs", "title"),
    ("pairs", "tldr"),
    ("pairs", "citation"),
    ("pairs", "cocitation"),
    ("judgements", "typed"),
    ("judgements", "papers"),
)
"""(kind, label) in the order of the recipe"""

_RATES = {"pools": 1e-3, "probes": 1e-3, "cls": 2e-5, "codes": 2e-5, "pals": 2e-5}
_RATE = 1e-4  # of all other variants: a base that is frozen bears more
_LABELLED_ALONE = frozenset({"pools"})
"""Variants whose vectors of proximity and search stay the base's."""


@dataclass(frozen=True, slots=True)
class LibraryTask:
    """One thing that a library may teach. `left_out` says why it does not; "" means that it does."""

    kind: ObjectiveKind
    label: str
    n: int  # examples: papers, or queries
    classes: int = 0  # of a classification
    left_out: str = ""

    @property
    def name(self) -> str:
        return f"judged-{self.label}" if self.kind == "judgements" else self.label

    @property
    def spec(self) -> ObjectiveSpec:
        several = self.label == "keywords"
        return ObjectiveSpec(self.kind, LIBRARY, name=self.name, label=self.label, multi_label=several)

    @property
    def what(self) -> str:
        """In words: how many of what."""
        noun = "queries" if self.kind == "judgements" else "papers"
        return f"{self.n:,} {noun}" + (f", {self.classes} classes" if self.classes else "")


@dataclass(frozen=True, slots=True)
class LibraryRecipe:
    """The recipe as TOML, with its tasks and those that were left out."""

    text: str
    tasks: tuple[LibraryTask, ...]


def library_recipe(
    library: Location,
    *,
    variant: str = "adapters",
    base: str = DEFAULT_BASE,
    name: str = "library-formats",
    least: int = LEAST_PAPERS,
) -> LibraryRecipe:
    """Raises RecipeError for a library that teaches nothing, and for a variant or name that no recipe has."""
    tasks = library_tasks(library, least=least)
    if variant in _LABELLED_ALONE:
        tasks = [_unless_labelled(task, variant) for task in tasks]
    taught = [task for task in tasks if not task.left_out]
    if not taught:
        reasons = " ".join(f"{task.name}: {task.left_out}." for task in tasks)
        raise RecipeError(f"This library has too little to teach. {reasons}")
    text = "\n".join(_lines(taught, tasks, variant=variant, base=base, name=name)) + "\n"
    parse_recipe(text)
    return LibraryRecipe(text, tuple(tasks))


def library_tasks(library: Location, *, least: int = LEAST_PAPERS) -> list[LibraryTask]:
    """All that a library may teach, with how much of each it has. Raises LibraryError, BadInput."""
    from assay.workspace.workspace import Workspace

    with Workspace.open(library, create=False) as workspace:
        store = workspace.library.papers
        known = Known([paper for batch in store.all() for paper in batch], store.citations())
        queries = _judged(workspace)
    return [_task(known, kind, label, queries, least) for kind, label in TASKS]


def _judged(workspace: Workspace) -> dict[str, int]:
    """label -> queries with a paper that is relevant."""
    relevant = {name for name, grades in workspace.qrels().items() if any(g >= 1 for g in grades.values())}
    asked = [query for query in workspace.library.queries.all() if query.query_id in relevant]
    typed = sum(1 for query in asked if query.doc_id is None)
    return dict(zip(JUDGED, (typed, len(asked) - typed), strict=True))


def _task(known: Known, kind: ObjectiveKind, label: str, queries: dict[str, int], least: int) -> LibraryTask:
    if kind == "judgements":
        n = queries[label]
        few = f"{n} judged queries, and it takes {LEAST_QUERIES}" if n < LEAST_QUERIES else ""
        return LibraryTask(kind, label, n, left_out=few)
    classes = 0
    try:
        if label in LINKS:
            n = len(links_of(known, label).near)
        else:
            rows = list(rows_of(known.papers, kind, label))
            n, classes = len(rows), len(class_counts(rows, label)) if kind == "classification" else 0
    except RecipeError as error:
        return LibraryTask(kind, label, 0, left_out=str(error).partition(":")[0])
    few = f"{n} papers, and it takes {least}" if n < least else ""
    if not few and kind == "classification" and classes < 2:
        few = f"{n} papers of one class alone"
    return LibraryTask(kind, label, n, classes, few)


def _unless_labelled(task: LibraryTask, variant: str) -> LibraryTask:
    if task.kind in ("classification", "regression") or task.left_out:
        return task
    said = f"{task.what}, but {variant} leave these vectors as they are"
    return LibraryTask(task.kind, task.label, task.n, left_out=said)


def _lines(
    taught: Sequence[LibraryTask], tasks: Sequence[LibraryTask], *, variant: str, base: str, name: str
) -> Iterator[str]:
    """The recipe, each objective under a comment that says how much there is of it."""
    updates = _updates(taught)
    formats = {TaskFormat.PRX, TaskFormat.QRY, *(one for task in taught for one in task.spec.formats)}
    yield "# What this library has enough of to teach: a vector for each use, without any benchmark's data."
    for task in tasks:
        if task.left_out:
            yield f"# Left out, {task.name}: {task.left_out}."
    yield from (
        "",
        f"name = {json.dumps(name, ensure_ascii=False)}",
        f"base = {json.dumps(base, ensure_ascii=False)}  # a plain BERT",
        "max_length = 256",
        "",
        "[formats]",
        f"variant = {json.dumps(variant)}",
        f'formats = "{", ".join(sorted(formats))}"',
        "",
        "[[stages]]",
        'mixing = "tasks"  # as many examples of each task in every batch',
        f"batch_size = {EACH * len(taught)}",
        "accumulation = 1",
        f"max_updates = {updates}",
        "",
        "[stages.loss]",
        'kind = "triplet"',
        "margin = 1.0",
        "",
        "[stages.optimiser]",
        f"learning_rate = {_RATES.get(variant, _RATE)!r}",
        f"warmup_updates = {updates // 10}",
        "",
        "[stages.stopping]",
        f"interval = {max(1, updates // 5)}",
        "patience = 2",
    )
    for task in taught:
        yield from _objective(task)


def _objective(task: LibraryTask) -> Iterator[str]:
    asked, own = task.spec.formats
    yield from (
        "",
        f"# {task.what}: {own if asked == own else f'{asked} asks {own}'}",
        "[[stages.objectives]]",
        f'kind = "{task.kind}"',
        f'name = "{task.name}"',
        f'path = "{LIBRARY}"',
        f'label = "{task.label}"',
        f"validation_limit = {VALIDATE}",
    )
    if task.spec.multi_label:
        yield "multi_label = true"


def _updates(taught: Sequence[LibraryTask]) -> int:
    """Three passes through the task of the middle size, if that is neither few updates nor very many."""
    return min(MOST_UPDATES, max(50, round(3 * median(task.n for task in taught) / EACH)))
