"""Commands that analyse models of formats: which format serves which task, what helps what, what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from assay.cli.app import Force, Session, argument, command, command_group, option
from assay.cli.options import Device, Pooling, with_pooling
from assay.cli.training.experiments import BAD_INPUT, answer_table, require_new_tables, trainer
from assay.cli.training.figures import Dot, DotPlot, HeatMap, dot_plot_svg, heat_map_svg
from assay.cli.training.output import is_main, training_output
from assay.cli.training.train import read
from assay.codec import to_json
from assay.encoding import TextTemplate
from assay.files import temporary_folder

if TYPE_CHECKING:
    from assay.benchmarks.tasks.score import Scoring
    from assay.experiments.formats.efficiency import Efficiency
    from assay.experiments.formats.matrix import FormatMatrix
    from assay.experiments.formats.partition import Partition
    from assay.experiments.formats.relatedness import Relatedness
    from assay.experiments.formats.scoring import TrainedRow, Trainings
    from assay.experiments.formats.seeds import Seeds
    from assay.table import Table
    from assay.training.recipe.recipe import Recipe


SimilarityOption = Literal["l2", "cosine", "inner"]
RecipeFile = Annotated[Path, argument("A recipe with a table [formats].")]
Out = Annotated[Path, option("The folder of the tables, the picture, and any runs.")]
Similarity = Annotated[
    SimilarityOption, option("Candidates are ranked by the distance l2, as published, or these.")
]
Intercept = Annotated[bool, option("Give linear probes an intercept; published is without.", "--intercept")]
commands = command_group(
    "formats", "Analyses of models with a vector for each task format, as in SciRepEval."
)


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """What is scored, how, and where the tables go."""

    tasks: Annotated[Path, option("The evaluation tasks, one JSON object a line.")]
    out: Out
    similarity: Similarity = "l2"
    intercept: Intercept = False
    device: Device = None
    force: Force = False

    def scoring(self) -> Scoring:
        """Return how tasks are scored."""
        from assay.benchmarks.tasks.score import Scoring

        return Scoring(intercept=self.intercept, similarity=self.similarity)

    def read(self, recipe: Path) -> Recipe:
        """Return the recipe, on the device of these options. Raises RecipeError."""
        return read(recipe, device=self.device, name="")

    @contextmanager
    def trainings(self, current: Session, recipe: Path) -> Iterator[Trainings]:
        """What trains and scores; of several processes only the one that measures reads the tasks."""
        from assay.experiments.formats.scoring import Trainings, read_task_file

        tasks = read_task_file(self.tasks) if is_main() else ()
        with training_output(current) as output:
            work = trainer(current, output, out=self.out, folder=recipe.parent)
            yield Trainings(trainer=work, tasks=tasks, scoring=self.scoring())

    def require_new(self, name: str) -> None:
        """Check that no file would be replaced. Raises BadInput."""
        require_new_tables(self.out, name, overwrite=self.force)

    def answer(
        self, current: Session, name: str, found: object, table: Table, figure: str, **more: object
    ) -> None:
        """Write the tables and the picture, and end the command."""
        answer_table(current, self.out, name, found, table=table, figure=figure, overwrite=self.force, **more)


@command(commands, "matrix", progress=True)
def matrix(
    current: Session,
    model: Annotated[str, argument("A model's id, or a folder.")],
    *,
    options: ScoreOptions,
    pooling: Pooling = None,
) -> None:
    """Score every task with the vectors of every format; its own format should win.

    Rows are tasks, columns the model's formats. Written to matrix.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.matrix import format_matrix, matrix_table
    from assay.experiments.formats.scoring import read_task_file
    from assay.registry.loading import load_named

    model = with_pooling(model, pooling)
    options.require_new("matrix")
    with current.progress() as report:
        found = format_matrix(
            load_named(model, device=options.device or "auto"),
            read_task_file(options.tasks),
            scoring=options.scoring(),
            kept=options.out / "matrix-scores.json",
            progress=report,
        )
    rows = [{"wins": row.wins, "ties": row.ties} for row in found.rows]
    table, figure = matrix_table(found), heat_map_svg(_matrix_figure(found))
    options.answer(current, "matrix", found, table, figure, verdicts=rows)


@command(commands, "relatedness", progress=True)
def relatedness(current: Session, recipe: RecipeFile, *, options: ScoreOptions) -> None:
    """Train the recipe on each format alone, each pair, and all, and compare their averages.

    What was trained before is not again. Written to relatedness.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.relatedness import relatedness as analyse
    from assay.experiments.formats.relatedness import relatedness_table

    options.require_new("relatedness")
    wanted = options.read(recipe)
    with options.trainings(current, recipe) as work:
        found = analyse(wanted, work)
    if is_main():
        table = relatedness_table(found)
        figure = heat_map_svg(_relatedness_figure(found, table))
        rows = [*map(_with_averages, found.rows)]
        options.answer(current, "relatedness", found, table, figure, rows=rows)
        _require_one(found.rows)


@command(commands, "partition", progress=True)
def partition(
    current: Session,
    recipe: RecipeFile,
    *,
    options: ScoreOptions,
    groupings: Annotated[int, option("How many random groupings.", min=1)] = 5,
    seed: Annotated[int, option("Of the first grouping; the next ones follow it.", min=0)] = 0,
) -> None:
    """Train the recipe with its tasks in random groups in place of formats: is it the formats that help?

    What was trained before is not again. Written to partition.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.partition import partition as analyse
    from assay.experiments.formats.partition import partition_table

    options.require_new("partition")
    wanted = options.read(recipe)
    with options.trainings(current, recipe) as work:
        found = analyse(wanted, work, groupings=groupings, seed=seed)
    if is_main():
        table, figure = partition_table(found), dot_plot_svg(_partition_figure(found))
        rows = [*map(_with_averages, found.rows)]
        options.answer(current, "partition", found, table, figure, rows=rows)
        _require_one(found.rows)


@command(commands, "efficiency", progress=True)
def efficiency(
    current: Session,
    base: Annotated[str, argument("A recipe, or a base model, whose tasks are then the sample's.")],
    *,
    out: Out,
    variants: Annotated[str, option("Separated by commas; adapters:2 has them in the top two layers.")] = "",
    papers: Annotated[
        Path | None, option("JSON Lines of papers to encode; the sample library's if not given.")
    ] = None,
    texts: Annotated[int, option("At most so many papers.", min=1)] = 100,
    turns: Annotated[int, option("Measurements of each; the median counts.", min=1)] = 3,
    device: Device = None,
    force: Force = False,
) -> None:
    """Measure each variant: parameters of a format, time of training and encoding, with the paper's figures.

    Written to efficiency.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.efficiency import (
        DEFAULT_VARIANTS,
        efficiency_table,
        sample_recipe,
        sample_texts,
        texts_of,
    )
    from assay.experiments.formats.efficiency import efficiency as measure
    from assay.training_runs.runs import settled

    require_new_tables(out, "efficiency", overwrite=force)
    chosen = [name.strip() for name in variants.split(",") if name.strip()] or list(DEFAULT_VARIANTS)
    with ExitStack() as stack:
        if base.endswith(".toml"):
            folder = Path(base).parent
            recipe = read(Path(base), device=device, name="")
        else:
            folder = stack.enter_context(temporary_folder("assay-sample"))
            # A folder by its full path: the recipe's paths start elsewhere.
            full = str(Path(base).resolve()) if Path(base).is_dir() else base
            recipe = sample_recipe(full, folder, device=device or "auto")
        template = TextTemplate(separator=settled(recipe, folder=folder).separator)
        some = (
            sample_texts(limit=texts, template=template)
            if papers is None
            else texts_of(papers, limit=texts, template=template)
        )
        report = stack.enter_context(current.progress())
        found = measure(
            recipe, chosen, some, folder=folder, library=current.location, turns=turns, progress=report
        )
    table, figure = efficiency_table(found), dot_plot_svg(_efficiency_figure(found))
    answer_table(current, out, "efficiency", found, table=table, figure=figure, overwrite=force)


@command(commands, "seeds", progress=True)
def seeds(
    current: Session,
    recipes: Annotated[list[Path], argument("One recipe, or several to compare.")],
    *,
    options: ScoreOptions,
    number: Annotated[int, option("How many trainings of each recipe.", "--seeds", min=1)] = 5,
    first: Annotated[int | None, option("The first seed; the recipe's if not given.", min=0)] = None,
) -> None:
    """Train recipes from several seeds: mean and deviation, analysis of variance, and Tukey's test (0.05).

    What was trained before is not again. Written to seeds.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.seeds import run_seeds, seeds_table

    options.require_new("seeds")
    wanted = [(options.read(path), path.parent) for path in recipes]
    with options.trainings(current, recipes[0]) as work:
        found = run_seeds(wanted, work, seeds=number, first=first)
    if is_main():
        rows = {recipe.name: [*map(_with_averages, recipe.rows)] for recipe in found.recipes}
        table, figure = seeds_table(found), dot_plot_svg(_seeds_figure(found))
        options.answer(current, "seeds", found, table, figure, trainings=rows)
        _require_one([row for recipe in found.recipes for row in recipe.rows])


def _require_one(rows: Sequence[TrainedRow]) -> None:
    """Leave with status 2 if nothing was trained."""
    if not any(row.state == "trained" for row in rows):
        raise typer.Exit(BAD_INPUT)


def _with_averages(row: TrainedRow) -> dict[str, object]:
    return {**to_json(row), "averages": row.averages, "columns": row.columns}


def _matrix_figure(found: FormatMatrix) -> HeatMap:
    """The own format of each task is outlined."""
    rows = tuple(
        (f"{row.task} ({row.metric})", tuple(row.values[each] for each in found.columns))
        for row in found.rows
    )
    own = {(n, found.columns.index(row.own)) for n, row in enumerate(found.rows) if row.own in found.columns}
    return HeatMap(f"{found.model}: tasks by formats", tuple(map(str, found.columns)), rows, frozenset(own))


def _relatedness_figure(found: Relatedness, table: Table) -> HeatMap:
    """The best of each column is outlined."""
    rows = tuple(
        (row.name, tuple(row.averages.get(name) for name in table.columns[1:])) for row in found.rows
    )
    return HeatMap(table.title, table.columns[1:], rows, table.marked, by_column=True)


def _partition_figure(found: Partition) -> DotPlot:
    chance, own = found.chance, found.rows[0].averages
    rows = tuple(
        (name, (Dot(own.get(name)), Dot(each.mean, each.deviation or 0.0))) for name, each in chance.items()
    )
    series = ("by format", "random groups, mean and deviation")
    return DotPlot(
        f"{found.recipe}: formats against chance", "values times 100", series, rows, from_zero=False
    )


def _efficiency_figure(found: Efficiency) -> DotPlot:
    from assay.experiments.formats.efficiency import PAPER_ENCODING, PAPER_TRAINING

    kinds: tuple[tuple[str, str, Mapping[str, float]], ...] = (
        ("training", "step", PAPER_TRAINING),
        ("encoding", "one", PAPER_ENCODING),
    )
    rows = tuple(
        (f"{kind}: {row.variant}", (Dot(found.relative(row, key)), Dot(paper.get(row.variant))))
        for kind, key, paper in kinds
        for row in found.rows
    )
    return DotPlot(f"Times over {found.base}", "control codes = 1", ("here", "published"), rows)


def _seeds_figure(found: Seeds) -> DotPlot:
    names = tuple(recipe.name for recipe in found.recipes)
    rows = []
    for column in found.columns:
        spreads = [found.spreads[name].get(column) for name in names]
        dots = tuple(Dot(None) if each is None else Dot(each.mean, each.deviation or 0.0) for each in spreads)
        rows.append((column, dots))
    title = "Mean and deviation over seeds"
    return DotPlot(title, "values times 100", names, tuple(rows), from_zero=False)
