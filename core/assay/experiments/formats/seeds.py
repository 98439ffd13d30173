"""Recipes trained from several seeds: mean and deviation, and whether they differ beyond chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.benchmarks.tasks.averages import AVERAGE
from assay.errors import RecipeError
from assay.evaluation.statistics import Spread, Variance, analyse, spread
from assay.experiments.formats.scoring import FormatTrial, TrainedRow, Trainings, coverage_notes, failures
from assay.table import Cell, Table
from assay.training.recipe.recipe import Recipe
from assay.training_runs.runs import slug


@dataclass(frozen=True, slots=True)
class SeededRecipe:
    """One recipe, and its training from each seed."""

    name: str
    rows: tuple[TrainedRow, ...]

    def values(self, column: str) -> list[float]:
        """Return those of the trainings that have it: a task and metric, or an average."""
        found = [{**row.columns, **row.averages} for row in self.rows]
        return [row[column] for row in found if column in row]


@dataclass(frozen=True, slots=True)
class Seeds:
    """All recipes; `columns` are the tasks and metrics, then the averages."""

    recipes: tuple[SeededRecipe, ...]
    columns: tuple[str, ...]
    spreads: Mapping[str, Mapping[str, Spread]]  # recipe -> column -> its spread
    variance: Mapping[str, Variance | None]  # column -> over the recipes
    notes: tuple[str, ...]


def run_seeds(
    recipes: Sequence[tuple[Recipe, Path]], work: Trainings, *, seeds: int, first: int | None = None
) -> Seeds:
    """Train each recipe, with the folder where its paths start, from `seeds` seeds: its own and the next.

    `first` is the seed to begin with instead. Raises RecipeError for two recipes of one name, and Cancelled.
    """
    names = [recipe.name for recipe, _ in recipes]
    if len({*map(slug, names)}) < len(names):
        raise RecipeError("Two recipes have the same name ({0}). Give each its own.", ", ".join(names))
    grid = []
    for recipe, folder in recipes:
        start = recipe.random_seed if first is None else first
        for seed in range(start, start + seeds):
            place = f"{slug(recipe.name)}/seed-{seed}"
            grid.append(
                FormatTrial(f"{recipe.name}, seed {seed}", replace(recipe, random_seed=seed), place, folder)
            )
    rows = work.rows(grid)
    found = tuple(SeededRecipe(name, rows[n * seeds : (n + 1) * seeds]) for n, name in enumerate(names))
    return _with_statistics(found, tuple(coverage_notes(work.tasks)))


def _with_statistics(recipes: tuple[SeededRecipe, ...], notes: tuple[str, ...]) -> Seeds:
    rows = [row for recipe in recipes for row in recipe.rows]
    columns = tuple(
        dict.fromkeys([*(c for r in rows for c in r.columns), *(c for r in rows for c in r.averages)])
    )
    spreads = {
        recipe.name: {name: spread(recipe.values(name)) for name in columns if recipe.values(name)}
        for recipe in recipes
    }
    variance = {
        name: analyse({recipe.name: recipe.values(name) for recipe in recipes if recipe.values(name)})
        for name in columns
    }
    return Seeds(recipes, columns, spreads, variance, notes)


def seeds_table(found: Seeds) -> Table:
    """Rows are tasks and averages, columns the recipes; the best is marked where the recipes differ."""
    names = [recipe.name for recipe in found.recipes]
    several = len(names) > 1
    rows: list[tuple[Cell, ...]] = []
    marked = set()
    for n, column in enumerate(found.columns):
        cells = [found.spreads[name].get(column) for name in names]
        variance = found.variance[column]
        p_cells: list[Cell] = [_p(variance)] if several else []
        rows.append((column, *(_shown(cell) for cell in cells), *p_cells))
        if variance is not None and variance.differs:
            means = [cell.mean if cell else float("-inf") for cell in cells]
            marked.add((n, means.index(max(means))))
    notes = [
        "Mean (standard deviation) over seeds, in percent.",
        *(_tukey(found) if several else ()),
        *failures([row for recipe in found.recipes for row in recipe.rows]),
        *found.notes,
    ]
    return Table(
        f"{' and '.join(names)} over seeds",
        ("", *names, *(["ANOVA p"] if several else [])),
        tuple(rows),
        tuple(notes),
        frozenset(marked),
    )


def _shown(cell: Spread | None) -> str:
    if cell is None:
        return "failed"
    return f"{cell.mean:.2f}" if cell.deviation is None else f"{cell.mean:.2f} ({cell.deviation:.2f})"


def _p(variance: Variance | None) -> str:
    return "" if variance is None else f"{variance.p:.4f}"


def _tukey(found: Seeds) -> list[str]:
    """Return which pairs differ, on the average and wherever the analysis of variance finds a difference."""
    notes = ["Bold is the best where a one-way analysis of variance finds a difference at 0.05."]
    for column in found.columns:
        variance = found.variance[column]
        if variance is None or not (variance.differs or column == AVERAGE):
            continue
        notes += [
            f"{column}, {pair.second} less {pair.first}: {pair.difference:+.2f} [{pair.low:+.2f}, "
            f"{pair.high:+.2f}], Tukey p {pair.p:.4f}{'' if pair.differs else ': no difference'}"
            for pair in variance.pairs
        ]
    return notes
