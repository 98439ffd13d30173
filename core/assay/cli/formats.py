"""Commands that analyse models of formats: which format serves which task, what helps what, what it costs."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Force, Json, Report, Session, session
from assay.cli.formats_answers import (
    answer,
    efficiency_figure,
    matrix_figure,
    partition_figure,
    relatedness_figure,
    require_new_tables,
    require_one,
    seeds_figure,
    trained,
)
from assay.cli.formats_figures import dot_plot_svg, heat_map_svg
from assay.cli.output import ProgressKind
from assay.cli.pooling import Pooling, with_pooling
from assay.cli.training_voice import Voice, leads, speaking

if TYPE_CHECKING:
    from assay.benchmarks.tasks import Scoring
    from assay.experiments.formats.scoring import ReadTask
    from assay.experiments.formats.training import Trainings
    from assay.training.recipe.recipe import Recipe


class SimilarityOption(StrEnum):
    """How candidates are ranked."""

    L2 = "l2"
    COSINE = "cosine"
    INNER = "inner"


RecipeFile = Annotated[Path, typer.Argument(help="A recipe with a table [formats].")]
Tasks = Annotated[Path, typer.Option(help="The evaluation tasks, one JSON object a line.")]
Out = Annotated[Path, typer.Option(help="The folder of the tables, the picture, and any runs.")]
Device = Annotated[str | None, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")]
Similarity = Annotated[
    SimilarityOption, typer.Option(help="Candidates are ranked by the distance l2, as published, or these.")
]
Intercept = Annotated[
    bool, typer.Option("--intercept", help="Give linear probes an intercept; published is without.")
]


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    group = typer.Typer(
        help="Analyses of models with a vector for each task format, as in SciRepEval.", no_args_is_help=True
    )
    for command in (matrix, relatedness, partition, efficiency, seeds):
        group.command(command.__name__)(command)
    app.add_typer(group, name="formats")


def matrix(
    context: typer.Context,
    model: Annotated[str, typer.Argument(help="A trained model's id, or any model by name or folder.")],
    *,
    tasks: Tasks,
    out: Out,
    similarity: Similarity = SimilarityOption.L2,
    intercept: Intercept = False,
    device: Device = None,
    pooling: Pooling = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Score every task with the vectors of every format; its own format should win.

    Rows are tasks, columns the model's formats. Written to matrix.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.matrix import format_matrix, matrix_sheet
    from assay.experiments.formats.scoring import read_task_file
    from assay.models.loading import load_named

    current = session(context, json=json)
    model = with_pooling(model, pooling)
    require_new_tables(out, "matrix", overwrite=force)
    with current.output.progress(progress) as report:
        found = format_matrix(
            load_named(model, device=device or "auto"),
            read_task_file(tasks),
            scoring=_scoring(similarity, intercept=intercept),
            kept=out / "matrix-scores.json",
            progress=report,
        )
    rows = [{"wins": row.wins, "ties": row.ties} for row in found.rows]
    sheet, figure = matrix_sheet(found), heat_map_svg(matrix_figure(found))
    answer(current, out, "matrix", found, sheet=sheet, figure=figure, overwrite=force, verdicts=rows)


def relatedness(
    context: typer.Context,
    recipe: RecipeFile,
    *,
    tasks: Tasks,
    out: Out,
    similarity: Similarity = SimilarityOption.L2,
    intercept: Intercept = False,
    device: Device = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Train the recipe on each format alone, each pair, and all, and lay their averages side by side.

    What was trained before is not again. Written to relatedness.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.relatedness import relatedness as analyse
    from assay.experiments.formats.relatedness import relatedness_sheet

    current = session(context, json=json)
    require_new_tables(out, "relatedness", overwrite=force)
    wanted, read = _read(recipe, device), _tasks(tasks)
    with speaking(current, progress) as voice:
        scoring = _scoring(similarity, intercept=intercept)
        work = _trainings(current, voice, tasks=read, out=out, recipe=recipe, scoring=scoring)
        found = analyse(wanted, work)
    if leads():
        sheet = relatedness_sheet(found)
        figure = heat_map_svg(relatedness_figure(found, sheet))
        answer(
            current,
            out,
            "relatedness",
            found,
            sheet=sheet,
            figure=figure,
            overwrite=force,
            rows=[*map(trained, found.rows)],
        )
        require_one(found.rows)


def partition(
    context: typer.Context,
    recipe: RecipeFile,
    *,
    tasks: Tasks,
    out: Out,
    groupings: Annotated[int, typer.Option(min=1, help="How many groupings of chance.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Of the first grouping; the next ones follow it.")] = 0,
    similarity: Similarity = SimilarityOption.L2,
    intercept: Intercept = False,
    device: Device = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Train the recipe with its tasks in groups of chance in place of formats: is it the formats that help?

    What was trained before is not again. Written to partition.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.partition import partition as analyse
    from assay.experiments.formats.partition import partition_sheet

    current = session(context, json=json)
    require_new_tables(out, "partition", overwrite=force)
    wanted, read = _read(recipe, device), _tasks(tasks)
    with speaking(current, progress) as voice:
        scoring = _scoring(similarity, intercept=intercept)
        work = _trainings(current, voice, tasks=read, out=out, recipe=recipe, scoring=scoring)
        found = analyse(wanted, work, groupings=groupings, seed=seed)
    if leads():
        sheet, figure = partition_sheet(found), dot_plot_svg(partition_figure(found))
        answer(
            current,
            out,
            "partition",
            found,
            sheet=sheet,
            figure=figure,
            overwrite=force,
            rows=[*map(trained, found.rows)],
        )
        require_one(found.rows)


def seeds(
    context: typer.Context,
    recipes: Annotated[list[Path], typer.Argument(help="One recipe, or several to compare.")],
    *,
    tasks: Tasks,
    out: Out,
    number: Annotated[int, typer.Option("--seeds", min=1, help="How many trainings of each recipe.")] = 5,
    first: Annotated[
        int | None, typer.Option(min=0, help="The first seed; the recipe's if not given.")
    ] = None,
    similarity: Similarity = SimilarityOption.L2,
    intercept: Intercept = False,
    device: Device = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Train recipes from several seeds: mean and deviation, analysis of variance, and Tukey's test (0.05).

    What was trained before is not again. Written to seeds.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.formats.seeds import run_seeds, seeds_sheet

    current = session(context, json=json)
    require_new_tables(out, "seeds", overwrite=force)
    wanted, read = [(_read(path, device), path.parent) for path in recipes], _tasks(tasks)
    with speaking(current, progress) as voice:
        scoring = _scoring(similarity, intercept=intercept)
        work = _trainings(current, voice, tasks=read, out=out, recipe=recipes[0], scoring=scoring)
        found = run_seeds(wanted, work, seeds=number, first=first)
    if leads():
        rows = {recipe.name: [*map(trained, recipe.rows)] for recipe in found.recipes}
        sheet, figure = seeds_sheet(found), dot_plot_svg(seeds_figure(found))
        answer(current, out, "seeds", found, sheet=sheet, figure=figure, overwrite=force, trainings=rows)
        require_one([row for recipe in found.recipes for row in recipe.rows])


def efficiency(
    context: typer.Context,
    base: Annotated[
        str, typer.Argument(help="A recipe, or a base model, whose tasks are then the sample's.")
    ],
    *,
    out: Out,
    variants: Annotated[
        str, typer.Option(help="Separated by commas; adapters:2 has them in the top two layers.")
    ] = "",
    papers: Annotated[
        Path | None, typer.Option(help="JSON Lines of papers to encode; the sample library's if not given.")
    ] = None,
    texts: Annotated[int, typer.Option(min=1, help="At most so many papers.")] = 100,
    turns: Annotated[int, typer.Option(min=1, help="Measurements of each; the median counts.")] = 3,
    device: Device = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Measure each variant: parameters of a format, time of training and of encoding, beside the paper's.

    Written to efficiency.md, .csv, .json and .svg in --out.
    """
    from assay.encoding import TextTemplate
    from assay.experiments.formats.efficiency import DEFAULT_VARIANTS, efficiency_sheet
    from assay.experiments.formats.efficiency import efficiency as measure
    from assay.experiments.formats.sample import sample_recipe, sample_texts, texts_of

    current = session(context, json=json)
    require_new_tables(out, "efficiency", overwrite=force)
    chosen = [name.strip() for name in variants.split(",") if name.strip()] or list(DEFAULT_VARIANTS)
    with ExitStack() as stack:
        if base.endswith(".toml"):
            folder = Path(base).parent
            recipe = _read(Path(base), device)
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="assay-sample-")))
            recipe = sample_recipe(str(_full(base)), folder, device=device or "auto")
        template = TextTemplate(separator=recipe.separator)
        read = (
            sample_texts(limit=texts, template=template)
            if papers is None
            else texts_of(papers, limit=texts, template=template)
        )
        report = stack.enter_context(current.output.progress(progress))
        found = measure(
            recipe, chosen, read, folder=folder, library=current.location, turns=turns, progress=report
        )
    sheet, figure = efficiency_sheet(found), dot_plot_svg(efficiency_figure(found))
    answer(current, out, "efficiency", found, sheet=sheet, figure=figure, overwrite=force)


def _full(base: str) -> str | Path:
    """A folder by its full path: a recipe's paths start elsewhere."""
    return Path(base).resolve() if Path(base).is_dir() else base


def _read(path: Path, device: str | None) -> Recipe:
    from assay.cli.training import read

    return read(path, device=device, name="")


def _tasks(path: Path) -> tuple[ReadTask, ...]:
    """For the process that measures."""
    from assay.experiments.formats.scoring import read_task_file

    return read_task_file(path) if leads() else ()


def _scoring(similarity: SimilarityOption, *, intercept: bool) -> Scoring:
    from assay.benchmarks.tasks import Scoring

    return Scoring(intercept=intercept, similarity=similarity.value)


def _trainings(
    current: Session,
    voice: Voice,
    *,
    tasks: tuple[ReadTask, ...],
    out: Path,
    recipe: Path,
    scoring: Scoring,
) -> Trainings:
    from assay.experiments.formats.training import Trainings

    return Trainings(
        tasks=tasks,
        out=out,
        folder=recipe.parent,
        library=current.location,
        scoring=scoring,
        tell=voice.narrator,
        listen=voice.listen,
        progress=voice.report,
    )
