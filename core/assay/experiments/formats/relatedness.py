"""How formats help each other: one training a format, a pair, and all.

SciRepEval (Singh et al. 2023), table 11; in the preprint table 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from assay.benchmarks.tasks.averages import AVERAGE
from assay.benchmarks.tasks.task import GROUPS
from assay.benchmarks.types import Group
from assay.encoding.multiformat.spec import ONE_PASS
from assay.errors import RecipeError
from assay.experiments.formats.scoring import FormatAnalysis, FormatTrial, Trainings, coverage_notes, failures
from assay.table import Table
from assay.training.recipe.objective_spec import ObjectiveSpec
from assay.training.recipe.recipe import Recipe, Stage
from assay.types import TaskFormat

_GROUP_OF = {TaskFormat.CLF: "CLF", TaskFormat.RGN: "RGN", TaskFormat.PRX: "PRX", TaskFormat.QRY: "SRCH"}


@dataclass(frozen=True, slots=True)
class Relatedness(FormatAnalysis):
    """The trainings in their order: single formats, pairs, all; `learned` are the formats of each."""

    learned: tuple[tuple[Group, ...], ...]


def objective_group(spec: ObjectiveSpec) -> Group:
    """Return the task format of an objective: a search where queries are read otherwise than papers."""
    queries, papers = spec.formats
    return _GROUP_OF[papers] if queries is papers else "SRCH"  # type: ignore[return-value]


def reduced(recipe: Recipe, groups: Sequence[Group]) -> Recipe:
    """Return the recipe with the objectives of these formats alone; weights keep their proportions.

    A stage without any of them is left out. Raises RecipeError where none is left.
    """
    stages = [_reduced_stage(stage, groups) for stage in recipe.stages]
    left = tuple(stage for stage in stages if stage is not None)
    if not left:
        raise RecipeError("No objective of '{0}' is of {1}.", recipe.name, " or ".join(groups))
    return replace(recipe, name=f"{recipe.name} {'+'.join(groups)}", stages=left)


def _reduced_stage(stage: Stage, groups: Sequence[Group]) -> Stage | None:
    kept = [spec for spec in stage.objectives if objective_group(spec) in groups]
    total = sum(spec.weight for spec in kept)
    if total:
        kept = [replace(spec, weight=spec.weight / total) for spec in kept]
    return replace(stage, objectives=tuple(kept)) if kept else None


def combinations_of(recipe: Recipe) -> list[tuple[Group, ...]]:
    """Each format of the recipe, each pair, and all: 11 where there are four. Raises RecipeError for one."""
    has = {objective_group(spec) for stage in recipe.stages for spec in stage.objectives}
    why = untaught(recipe)
    groups = [group for group in GROUPS if group in has and (not why or group in ("CLF", "RGN"))]
    if not recipe.formats.variant:
        raise RecipeError("'{0}' is of a plain model. Give it a table [formats] with a variant.", recipe.name)
    if len(groups) < 2:
        raise RecipeError(
            "All objectives of '{0}' are of one format ({1}): there is nothing to compare it with.{2}",
            recipe.name,
            ", ".join(groups),
            f" {why}" if why else "",
        )
    sizes = dict.fromkeys([1, 2, len(groups)])
    return [chosen for size in sizes for chosen in combinations(groups, size)]


def untaught(recipe: Recipe) -> str:
    """Return why PRX and SRCH are not trained, in a sentence; "" where they are."""
    if (variant := recipe.formats.variant) not in ONE_PASS or recipe.formats.trains_base:
        return ""
    return f"With '{variant}' over a frozen base PRX and SRCH learn nothing: they are left out."


def relatedness(recipe: Recipe, work: Trainings) -> Relatedness:
    """Train each combination that is not trained yet, and score it. Raises RecipeError and Cancelled.

    Every training makes as many steps of as many examples as the recipe says, whatever it learns from.
    """
    chosen = combinations_of(recipe)
    grid = []
    for groups in chosen:
        name = "all" if len(groups) == len(chosen[-1]) else "+".join(groups)
        grid.append(FormatTrial(name, reduced(recipe, groups), name.lower().replace("+", "-")))
    rows = work.rows(grid)
    notes = filter(None, (untaught(recipe), *coverage_notes(work.tasks)))
    return Relatedness(recipe.name, rows, tuple(notes), tuple(chosen))


def relatedness_table(found: Relatedness) -> Table:
    """Rows are trainings, columns the mean of each format's tasks; the best of those that learned it is bold.

    What a training did not learn stands in brackets. Equals are no best.
    """
    seen = {name for row in found.rows for name in row.averages}
    columns = [name for name in (*GROUPS, AVERAGE) if name in seen]
    cells = [[row.averages.get(name) for name in columns] for row in found.rows]
    brackets = {
        (n, place)
        for n, groups in enumerate(found.learned)
        for place, name in enumerate(columns)
        if name in GROUPS and name not in groups and cells[n][place] is not None
    }
    marked = set()
    for place in range(len(columns)):
        learned = {
            n: value
            for n, row in enumerate(cells)
            if (value := row[place]) is not None and (n, place) not in brackets
        }
        best = [n for n, value in learned.items() if value == max(learned.values())]
        marked |= {(n, place) for n in best if len(best) == 1}
    rows = tuple(
        (row.name, *(cells[n] if row.state == "trained" else ["failed"] * len(columns)))
        for n, row in enumerate(found.rows)
    )
    about = (
        "Each row is a training on the objectives of these formats alone. Cells are means over the metrics "
        "of a format's tasks, in percent; bold is the best of those that learned it, if one is."
    )
    notes = [
        about,
        "In brackets: the training did not learn that format; its part of the model is as it began.",
        *failures(found.rows),
        *found.notes,
    ]
    return Table(
        f"{found.recipe}: which formats help which",
        ("Trained on", *columns),
        rows,
        tuple(notes),
        frozenset(marked),
        frozenset(brackets),
    )
