"""A recipe of what a library has enough papers to teach, for a model with a vector for each use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from assay.encoding.model_files.folder import DEFAULT_MODEL, find_folder
from assay.encoding.multiformat.folder import is_multiformat, read_spec
from assay.encoding.multiformat.spec import ONE_PASS, FormatSpec, Variant
from assay.errors import ModelError, RecipeError
from assay.location import Location
from assay.training.recipe.objective_spec import LabelledSpec
from assay.training.recipe.recipe import DEFAULT_BASE
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.library_recipe_text import Beginning, LibraryTask, recipe_lines
from assay.training_runs.links import links_of
from assay.training_runs.papers import JUDGED, LINKS, Known, class_counts, rows_of
from assay.training_runs.runs import base_folder
from assay.training_runs.types import LibraryRecipe, RecipeTask

if TYPE_CHECKING:
    from assay.types import Qrels, Query
    from assay.workspace import Workspace

TEACHABLE = tuple(each for each in get_args(Variant) if each != "fusion")
"""The variants that a library's recipe may have: a fusion begins from a model that must be made before."""
LEAST_PAPERS = 20
LEAST_QUERIES = 8
"""Judged queries: each is worth more than a title, and there are fewer of them."""

TASKS: tuple[tuple[str, str], ...] = (
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


def library_recipe(
    library: Location,
    *,
    variant: str = "",
    base: str = "",
    name: str = "library-formats",
    least: int = LEAST_PAPERS,
) -> LibraryRecipe:
    """Return a recipe: by default adapters if links or grades can train search, else `wide` from labels.

    The base is then MiniLM, or for `wide` the model that ships. A base that has formats is trained further,
    and decides the variant. Raises RecipeError for a library that teaches nothing, a variant or name that no
    recipe has, and a variant that is not the base's; ModelError for a base that is damaged.
    """
    if variant == "fusion":
        raise RecipeError(
            "fusion needs a trained model with adapters. Train the variant adapters; then set variant = "
            '"fusion" and adapters = "<its run>/model" in its recipe, and train again.',
            advice="`assay recipe --variant adapters` makes the first recipe.",
        )
    if variant and variant not in TEACHABLE:
        raise RecipeError("There is no variant '{0}'. There are {1}.", variant, ", ".join(TEACHABLE))
    return recipe_of(library_tasks(library, least=least), variant=variant, base=base, name=name)


def recipe_of(
    tasks: Sequence[LibraryTask], *, variant: str = "", base: str = "", name: str = "library-formats"
) -> LibraryRecipe:
    """Return the recipe of what was found in a library, as `library_recipe` does."""
    begin = _beginning(tasks, variant, base)
    tasks = [_if_learned(task, begin) for task in tasks]
    if all(task.left_out for task in tasks):
        reasons = " ".join(f"{task.name}: {task.left_out}." for task in tasks)
        raise RecipeError("This library has too little training data. {0}", reasons)
    text = "\n".join(recipe_lines(tasks, begin, name=name)) + "\n"
    parse_recipe(text)
    return LibraryRecipe(name, begin.variant, begin.base, text, tuple(map(_described, tasks)))


def _described(task: LibraryTask) -> RecipeTask:
    formats = tuple(map(str, task.spec.formats))
    return RecipeTask(task.name, task.kind, task.label, formats, task.n, task.classes, task.left_out)


def library_tasks(library: Location, *, least: int = LEAST_PAPERS) -> list[LibraryTask]:
    """Return all that a library may teach, with how much of each it has. Raises LibraryError, BadInput."""
    from assay.workspace import Workspace

    with Workspace.open(library, create=False) as workspace:
        store = workspace.library.papers
        known = Known([paper for batch in store.all() for paper in batch], store.citations())
        present = {paper.doc_id for paper in known.papers}
        judged = workspace.library.judgements.qrels().items()
        qrels = {name: {d: g for d, g in grades.items() if d in present} for name, grades in judged}
        queries = _judged(qrels, workspace.library.queries.all())
        theirs = _of_campaigns(workspace)
    own = [_task(known, kind, label, queries, least) for kind, label in TASKS]
    if theirs:  # where campaigns judge, it is no news that nobody judged next to them
        own = [task for task in own if task.kind != "judgements" or task.n]
    return [*own, *theirs]


def _beginning(tasks: Sequence[LibraryTask], variant: str, base: str) -> Beginning:
    spec = _spec_of(base) if base else None
    own = spec.variant if spec is not None else _fitting_variant(tasks)
    chosen = cast("Variant", variant) if variant else own
    if not base:
        base = DEFAULT_MODEL if chosen == "wide" else DEFAULT_BASE
        spec = _spec_of(base)
    if spec is not None and spec.variant != chosen:
        raise RecipeError(
            "{0} is a model of the variant {1}, which cannot be trained further as {2}. Leave the variant "
            "out, or begin from a plain BERT.",
            base,
            spec.variant,
            chosen,
        )
    return Beginning(chosen, base, spec)


def _fitting_variant(tasks: Sequence[LibraryTask]) -> Variant:
    """Choose adapters for a search: titles alone teach it little, and may cost what the base knows."""
    used = [task for task in tasks if not task.left_out]
    searches = any(task.kind == "judgements" or task.label in LINKS for task in used)
    return (
        "wide" if not searches and any(isinstance(task.spec, LabelledSpec) for task in used) else "adapters"
    )


def _spec_of(base: str) -> FormatSpec | None:
    """Return None of a plain model, and of one that is not here: the training says what is wrong with it."""
    folder = base_folder(base, folder=Path())
    if folder is None:
        try:
            folder = find_folder(base, allow_network=False)
        except ModelError:
            return None
    return read_spec(folder) if is_multiformat(folder) else None


def _judged(qrels: Qrels, queries: Sequence[Query]) -> dict[str, int]:
    """label -> queries with a paper that is relevant."""
    relevant = {name for name, grades in qrels.items() if any(g >= 1 for g in grades.values())}
    relevant_queries = [query for query in queries if query.query_id in relevant]
    typed = sum(1 for query in relevant_queries if query.doc_id is None)
    return dict(zip(JUDGED, (typed, len(relevant_queries) - typed), strict=True))


def _of_campaigns(workspace: Workspace) -> list[LibraryTask]:
    """The judged queries of every campaign: its latest release's, since only frozen grades are learned.

    Raises BadInput and EvaluationError for a release that cannot be read.
    """
    from assay.models.test_sets import TestChoice, read_test_set

    tasks = []
    for campaign in workspace.library.campaigns.all():
        store = workspace.library.campaign(campaign.name)
        if store.releases.all():
            found = read_test_set(workspace, TestChoice(campaign=campaign.name), k=1)
            counts, lacks = _judged(found.qrels, found.queries), ""
        else:
            counts = _judged(store.judgements.qrels(), store.queries.all())
            lacks = "; it has no release yet"
        for label, n in counts.items():
            if n:
                few = f"{n} judged queries, and it takes {LEAST_QUERIES}" if n < LEAST_QUERIES else ""
                left_out = f"{few or f'{n} judged queries'}{lacks}" if few or lacks else ""
                tasks.append(LibraryTask("judgements", label, n, left_out=left_out, campaign=campaign.name))
    return tasks


def _task(known: Known, kind: str, label: str, queries: dict[str, int], least: int) -> LibraryTask:
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


def _if_learned(task: LibraryTask, begin: Beginning) -> LibraryTask:
    """Return the task, or why the model that begins cannot learn it."""
    if task.left_out:
        return task
    missing = sorted({*task.spec.formats} - begin.formats)
    if missing:
        return replace(task, left_out=f"{task.what}, but {begin.base} has no vectors of {', '.join(missing)}")
    if begin.variant in ONE_PASS and not isinstance(task.spec, LabelledSpec):
        return replace(task, left_out=f"{task.what}, but '{begin.variant}' leaves these vectors as they are")
    return task
