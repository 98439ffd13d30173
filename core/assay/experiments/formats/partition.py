"""A control: do formats matter, or would any four groups of tasks do? (SciRepEval, the random partition.)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.benchmarks.tasks.averages import AVERAGE, IN_TRAIN, OUT_OF_TRAIN
from assay.encoding.multiformat.spec import ONE_PASS
from assay.errors import RecipeError
from assay.evaluation.statistics import Spread, spread
from assay.experiments.formats.scoring import FormatAnalysis, FormatTrial, Trainings, coverage_notes, failures
from assay.table import Cell, Table
from assay.training.recipe.objective_spec import FormatName, LabelledSpec, ObjectiveSpec, TripletSpec
from assay.training.recipe.recipe import Recipe
from assay.types import TaskFormat

COLUMNS = (IN_TRAIN, OUT_OF_TRAIN, AVERAGE)
_FAILED = ("failed",) * len(COLUMNS)


@dataclass(frozen=True, slots=True)
class Grouping:
    """Which vectors an objective teaches, and with which a task is read."""

    objectives: Mapping[str, TaskFormat]
    tasks: Mapping[str, TaskFormat]


@dataclass(frozen=True, slots=True)
class Partition(FormatAnalysis):
    """The training by formats first, then those by groups of chance."""

    groupings: tuple[Grouping, ...]  # of the rows after the first

    @property
    def chance(self) -> dict[str, Spread]:
        """column -> the spread of the groupings of chance that were trained."""
        done = [row.averages for row in self.rows[1:] if row.state == "trained"]
        return {
            name: spread([row[name] for row in done if name in row])
            for name in COLUMNS
            if any(name in row for row in done)
        }


def draw_grouping(
    objectives: Sequence[str], tasks: Sequence[str], formats: Sequence[TaskFormat], *, seed: int
) -> Grouping:
    """Draw groups of nearly the same size: every format has an objective.

    A task that is called as an objective is read as that one is learned; others are dealt out likewise.
    """
    rng = np.random.default_rng(seed)
    dealt = _dealt(objectives, formats, rng)
    other = [name for name in tasks if name not in dealt]
    read = _dealt(other, formats, rng)
    return Grouping(dealt, {name: dealt.get(name) or read[name] for name in tasks})


def _dealt(
    names: Sequence[str], formats: Sequence[TaskFormat], rng: np.random.Generator
) -> dict[str, TaskFormat]:
    order = rng.permutation(len(formats))
    return {
        names[place]: formats[order[n % len(formats)]] for n, place in enumerate(rng.permutation(len(names)))
    }


def grouped(recipe: Recipe, grouping: Grouping) -> Recipe:
    """Return the recipe with each objective teaching the vectors of its group, queries and papers alike."""

    def moved(spec: ObjectiveSpec) -> ObjectiveSpec:
        own: FormatName = grouping.objectives[spec.name].value
        if isinstance(spec, LabelledSpec):
            return replace(spec, format=own)
        return replace(spec, format=own, query_format=own) if isinstance(spec, TripletSpec) else spec

    stages = tuple(replace(stage, objectives=tuple(map(moved, stage.objectives))) for stage in recipe.stages)
    return replace(recipe, stages=stages)


def partition(recipe: Recipe, work: Trainings, *, groupings: int, seed: int) -> Partition:
    """Train the recipe, and `groupings` of chance of its tasks. Raises RecipeError and Cancelled."""
    formats = _formats(recipe)
    names = list(dict.fromkeys(spec.name for stage in recipe.stages for spec in stage.objectives))
    if len(names) < len(formats):
        raise RecipeError(
            "'{0}' has {1} objectives for {2} formats: one would have none.",
            recipe.name,
            len(names),
            len(formats),
        )
    tasks = [read.task.name for read in work.tasks]
    drawn = [draw_grouping(names, tasks, formats, seed=seed + n) for n in range(groupings)]
    grid = [FormatTrial("by format", recipe, "by-format")]
    for number, grouping in enumerate(drawn, start=seed):
        own = replace(grouped(recipe, grouping), name=f"{recipe.name} grouping {number}")
        read = {name: (each, each) for name, each in grouping.tasks.items()}
        grid.append(FormatTrial(f"chance {number}", own, f"chance-{number}", formats=read))
    return Partition(recipe.name, work.rows(grid), tuple(coverage_notes(work.tasks)), tuple(drawn))


def _formats(recipe: Recipe) -> Sequence[TaskFormat]:
    variant = recipe.formats.variant
    if variant in ("", "cls", *ONE_PASS):
        has = {
            "pools": "the base's vector for PRX and QRY",
            "wide": "the base's vector and a sketch of the words for PRX and QRY",
        }.get(variant, "no vector of its own for each format")
        raise RecipeError(
            "'{0}' ({1}) has {2}: grouped otherwise it learns the same, or nothing. Take codes, adapters, "
            "fusion, pals or probes.",
            recipe.name,
            variant or "a plain model",
            has,
        )
    return recipe.formats.spec.formats


def partition_table(found: Partition) -> Table:
    """Rows are the formats, each grouping of chance, and their mean; the better of the two is marked."""
    columns = [name for name in COLUMNS if any(name in row.averages for row in found.rows)]
    chance = found.chance
    rows: list[tuple[Cell, ...]] = [
        (
            row.name,
            *(
                [row.averages.get(name) for name in columns]
                if row.state == "trained"
                else _FAILED[: len(columns)]
            ),
        )
        for row in found.rows
    ]
    rows.append(("chance, mean", *(chance[name].mean if name in chance else None for name in columns)))
    rows.append(
        ("chance, deviation", *(chance[name].deviation if name in chance else None for name in columns))
    )
    marked = set()
    for place, name in enumerate(columns):
        own = found.rows[0].averages.get(name)
        if own is not None and name in chance:
            marked.add((0 if own > chance[name].mean else len(found.rows), place))
    about = (
        "Each row of chance deals the objectives and the evaluation tasks out to as many groups as there are "
        "formats; a group shares a vector, for queries and papers alike. Values are percents."
    )
    notes = [
        about,
        *(f"{row.name}: {_listed(each)}" for row, each in zip(found.rows[1:], found.groupings, strict=True)),
        *failures(found.rows),
        *found.notes,
    ]
    return Table(
        f"{found.recipe}: formats against groups of chance",
        ("Grouped", *columns),
        tuple(rows),
        tuple(notes),
        frozenset(marked),
    )


def _listed(grouping: Grouping) -> str:
    """Return what stands together."""
    both = {**grouping.tasks, **grouping.objectives}
    groups = [
        ", ".join(name for name, own in both.items() if own is each)
        for each in dict.fromkeys(grouping.objectives.values())
    ]
    return "; ".join(groups)
