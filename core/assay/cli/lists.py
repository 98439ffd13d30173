"""Commands of candidates: what a query learns to put in order, and what the choice of them does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.cli.app import Force, Json, Report, Session, session
from assay.cli.effects_figure import effects_svg
from assay.cli.formats_answers import answer, require_new_tables
from assay.cli.output import ProgressKind
from assay.cli.payloads import plain
from assay.cli.pooling import Pooling, with_pooling
from assay.cli.training_voice import speaking
from assay.errors import BadInput
from assay.files import require_writable

if TYPE_CHECKING:
    from assay.query_tuning.facts import ListFacts


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    group = typer.Typer(
        help="Candidates that queries learn to put in order, over papers that stay as they are.",
        no_args_is_help=True,
    )
    for command in (prepare, show, effects):
        group.command(command.__name__)(command)
    app.add_typer(group, name="lists")


def prepare(
    context: typer.Context,
    judgements: Annotated[
        str, typer.Argument(help="CAMPAIGN or CAMPAIGN@RELEASE; the library's own judgements if not given.")
    ] = "",
    *,
    out: Annotated[Path, typer.Option(help="The folder of the candidates.")],
    beir: Annotated[Path | None, typer.Option(help="Judgements of a BEIR folder instead.")] = None,
    model: Annotated[str, typer.Option(help="Embed by this model and not by the library's.")] = "",
    first: Annotated[
        str, typer.Option(help="What finds them: hybrid, dense, keyword, random, or the file of a TREC run.")
    ] = "hybrid",
    candidates: Annotated[int, typer.Option(min=1, help="At most so many of a query.")] = 1000,
    random: Annotated[int, typer.Option(min=0, help="So many papers drawn by chance join them.")] = 0,
    run_out: Annotated[
        Path | None, typer.Option(help="Write what was found to this file, too, as a TREC run.")
    ] = None,
    pooling: Pooling = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Find the candidates of each judged query; a recipe whose objective is of the kind lists reads them.

    What is relevant and was not found is added. Of a BEIR folder the training queries are taken if it has
    such, else those of its test split.
    """
    from assay.models.loading import settings_for
    from assay.query_tuning.facts import facts_of
    from assay.query_tuning.preparing import FACTS, Wanted
    from assay.query_tuning.sources import lists_of_library
    from assay.query_tuning.tune import PRESET, untuned
    from assay.training.data.lists.prepared import is_prepared, prepared_files
    from assay.training.recipe.presets import preset
    from assay.training.recipe.recipe import LIBRARY
    from assay.training.recipe.recipe_file import parse_recipe
    from assay.training_runs.runs import base_folder

    current = session(context, json=json)
    if beir is not None and judgements:
        raise BadInput("Give a campaign or a BEIR folder, not both.")
    if is_prepared(out):
        raise BadInput(f"{out} holds candidates already. Choose another folder, or delete it first.")
    model = with_pooling(model, pooling)
    require_writable(run_out, *prepared_files(out), out / FACTS, overwrite=force)
    with current.open() as workspace:
        config = settings_for(model, workspace.config) if model else workspace.config
    recipe = parse_recipe(preset(PRESET))
    recipe = replace(recipe, base=untuned(config.model), max_length=config.max_length, device=config.device)
    with current.output.progress(progress) as report:
        try:
            lists_of_library(
                out,
                current.location,
                str(beir.expanduser().resolve()) if beir is not None else f"{LIBRARY}{judgements}",
                Wanted(first, candidates, random, recipe.seed),
                recipe,
                base=base_folder(recipe.base, folder=Path()),
                folder=Path.cwd(),
                run_out=run_out,
                overwrite=force,
                progress=report,
            )
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error}. Make room, or choose another.") from error
    _answer(current, facts_of(out))


def show(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="A folder of `assay lists prepare`.")],
    *,
    json: Json = False,
) -> None:
    """Say what a folder of candidates holds; its files are checked."""
    from assay.query_tuning.facts import facts_of

    _answer(session(context, json=json), facts_of(folder))


def effects(
    context: typer.Context,
    *,
    beir: Annotated[Path, typer.Option(help="A BEIR folder; its training queries teach, if it has such.")],
    out: Annotated[Path, typer.Option(help="The folder of the table, the picture, and all runs.")],
    n: Annotated[str, typer.Option("--n", help="Numbers of retrieved candidates.")] = "10,50,100,400,1000",
    negatives: Annotated[
        str, typer.Option(help="What is learnt from at the largest number.")
    ] = "retrieved,random,both",
    losses: Annotated[str, typer.Option(help="Losses at the largest number.")] = "listnet,max-margin,infonce",
    epochs: Annotated[int, typer.Option(min=0, help="0 means as many as coder-small has.")] = 0,
    first: Annotated[
        str, typer.Option(help="What retrieves: dense, keyword, hybrid, or the file of a TREC run.")
    ] = "dense",
    model: Annotated[str, typer.Option(help="Tune this model's queries.")] = "all-MiniLM-L6-v2",
    split: Annotated[str, typer.Option(help="Whose queries are asked.")] = "test",
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")] = "auto",
    pooling: Pooling = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Measure what the number of candidates, the kind of negatives and the loss do (CODER's Figure 2).

    Trains each variant once, and measures it beside the base on all queries and on the leak-free ones;
    without training queries the split's take turns in five folds. What was trained before is not again.
    Written to effects.md, .csv, .json and .svg in --out.
    """
    from assay.config import Config
    from assay.experiments.effect_report import effects_sheet
    from assay.experiments.effect_sets import read_effect_set
    from assay.experiments.list_effects import EffectWork, Plan
    from assay.models.loading import settings_for
    from assay.query_tuning.tune import PRESET, untuned
    from assay.training.recipe.presets import preset
    from assay.training.recipe.recipe_file import parse_recipe

    current = session(context, json=json)
    require_new_tables(out, "effects", overwrite=force)
    plan = Plan.of(n, negatives, losses)
    model = with_pooling(model, pooling)
    config = settings_for(model, Config())
    recipe = parse_recipe(preset(PRESET))
    (stage,) = recipe.stages
    recipe = replace(
        recipe,
        base=untuned(config.model),
        max_length=config.max_length,
        device=device,
        stages=(replace(stage, epochs=epochs or stage.epochs),),
    )
    with speaking(current, progress) as voice:
        work = EffectWork(
            recipe=recipe,
            data=read_effect_set(beir, split=split, seed=recipe.seed),
            out=out,
            library=current.location,
            folder=Path.cwd(),
            first=first,
            tell=voice.narrator,
            listen=voice.listen,
            progress=voice.report,
        )
        found = work.effects(plan)
    answer(
        current, out, "effects", found, sheet=effects_sheet(found), figure=effects_svg(found), overwrite=force
    )


def _answer(current: Session, found: ListFacts) -> None:
    from assay.query_tuning.facts import told

    def lines(console: Console) -> None:
        for line in told(found):
            console.print(line, markup=False, highlight=False, soft_wrap=True)

    current.output.result({**plain(found), "folder": str(found.folder)}, lines)
