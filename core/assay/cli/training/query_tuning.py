"""Commands that tune queries: improve, and lists, the candidates that a query learns to put in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Force, Session, app, argument, command, command_group, option
from assay.cli.options import AutoDevice, Pooling, with_pooling
from assay.cli.output import table
from assay.cli.training.experiments import answer_table, require_new_tables, trainer
from assay.cli.training.figures import Dot, DotPlot, dot_plot_svg, stacked_svg
from assay.cli.training.output import training_output
from assay.cli.training.train import read
from assay.codec import to_json
from assay.config import Config
from assay.errors import BadInput
from assay.files import require_writable

if TYPE_CHECKING:
    from assay.experiments.list_effects import EffectRow, Effects
    from assay.searching.types import WeightsChange
    from assay.training.recipe.recipe import Recipe
    from assay.training_runs.candidates import ListFacts, Published


Judgements = Annotated[
    str, argument("CAMPAIGN or CAMPAIGN@RELEASE; the library's own judgements if not given.")
]
Beir = Annotated[Path | None, option("Judgements of a BEIR folder instead.")]
FIGURE_MEASURE = "nDCG@10"
weights = command_group("weights", "What hybrid search has learned from judged queries.")
commands = command_group(
    "lists", "Candidates that queries learn to put in order, over papers that stay as they are."
)


@command(app, "improve", progress=True)
def improve(
    current: Session,
    judgements: Judgements = "",
    *,
    beir: Beir = None,
    use: Annotated[bool, option("Search with what wins from now on.", "--use")] = False,
    encoder: Annotated[
        bool | None,
        option("Fine-tune the query encoder, too; from 200 judged queries on if not given."),
    ] = None,
    model: Annotated[str, option("Tune this model's queries and not the library's.")] = "",
    recipe: Annotated[Path | None, option("By this recipe and not by coder-small.")] = None,
    out: Annotated[Path | None, option("The folder of all runs; one of an earlier call resumes.")] = None,
    name: Annotated[str, option("What to call the model.")] = "",
    device: AutoDevice = "auto",
    pooling: Pooling = None,
) -> None:
    """Improve search from your judgements: the largest step that wins on queries that did not teach it.

    From 10 judged queries on weights are learned in seconds, from 200 on the query encoder is fine-tuned.
    Papers stay embedded as they are. Nothing is used without --use, `assay weights use`, or, for a model,
    `assay model promote`.
    """
    from assay.query_tuning.steps import improve_search
    from assay.query_tuning.types import sentence, step_lines, summary_lines
    from assay.searching.weights import use_weights
    from assay.training_runs.runs import new_run_folder

    path = _judgements(judgements, beir)
    model = with_pooling(model, pooling)
    with training_output(current) as output:
        folder = out or new_run_folder(current.location, f"improve {judgements or 'search'}")
        found = improve_search(
            path,
            trainer(current, output, out=folder, folder=Path.cwd()),
            model=model,
            encoder=encoder,
            recipe=None if recipe is None else read(recipe, device=None, name=""),
            name=name,
            device=device,
        )
    lines = [
        *step_lines(found),
        *(() if found.tuning is None else summary_lines(found.tuning)),
        sentence(found),
    ]
    if found.tuning is not None:
        lines.append(f"To search with the model: assay model promote {found.tuning.model_id}")
    if found.version and use:
        with current.open() as workspace:
            use_weights(workspace, found.version)
        lines.append(f"Hybrid search uses {found.version} now. To undo it: assay weights drop")
    elif found.version:
        lines.append(f"To search with it: assay weights use {found.version}")
    current.answer({**to_json(found), "verdict": sentence(found)}, lines)


@command(weights, "list")
def list_weights(current: Session) -> None:
    """List what was learned from judged queries, the newest first."""
    from assay.searching.weights import learned_versions

    with current.open() as workspace:
        found = learned_versions(workspace)
    rows = [
        (
            "*" if one.active else "",
            *(one.version, one.created, one.step, one.n_queries, f"{one.after - one.before:+.4f}"),
        )
        for one in found
    ]
    columns = ("", "Version", "Learned", "Step", "#Queries", "#nDCG@10 gained")
    current.answer({"weights": found}, table(columns, rows, none="Nothing has been learned yet."))


@command(weights, "use", progress=True)
def use(
    current: Session,
    version: Annotated[str, argument("A version, or the file of one that a run was exported with.")],
) -> None:
    """Let hybrid search use a version from now on."""
    from assay.searching.weights import take_file, use_weights

    with current.open() as workspace:
        file = Path(version)
        change = use_weights(workspace, take_file(workspace, file) if file.is_file() else version)
    current.answer(change, _changed(change))


@command(weights, "drop", progress=True)
def drop(current: Session) -> None:
    """Let hybrid search use nothing that was learned; the versions stay."""
    from assay.searching.weights import use_weights

    with current.open() as workspace:
        change = use_weights(workspace, "")
    current.answer(change, _changed(change))


def _changed(change: WeightsChange) -> list[str]:
    back = f"use {change.before}" if change.before else "drop"
    now = f"Hybrid search uses {change.version or 'no learned weights'} now."
    return [now, *([] if change.version == change.before else [f"To undo it: assay weights {back}"])]


@command(commands, "prepare", progress=True)
def prepare(
    current: Session,
    judgements: Judgements = "",
    *,
    out: Annotated[Path, option("The folder of the candidates.")],
    beir: Beir = None,
    model: Annotated[str, option("Embed by this model and not by the library's.")] = "",
    first: Annotated[
        str, option("What finds them: hybrid, dense, keyword, random, or the file of a TREC run.")
    ] = "hybrid",
    candidates: Annotated[int, option("At most so many of a query.", min=1)] = 1000,
    random: Annotated[int, option("Add this many randomly drawn papers.", min=0)] = 0,
    run_out: Annotated[Path | None, option("Write what was found to this file, too, as a TREC run.")] = None,
    embeddings: Annotated[Path | None, option("Vectors by the model, as CODER's memmaps hold them.")] = None,
    queries: Annotated[Path | None, option("With --embeddings: query id, tab, text.")] = None,
    qrels: Annotated[Path | None, option("With --embeddings: what is relevant.")] = None,
    pooling: Pooling = None,
    force: Force = False,
) -> None:
    """Find the candidates of each judged query; a recipe whose objective is of the kind lists reads them.

    What is relevant and was not found is added. Of a BEIR folder the training queries are taken if it has
    such, else those of its test split. Over --embeddings, --first is the file of a run or a folder with
    CODER's candidates.memmap; of files, one query at a time is in memory.
    """
    from assay.registry.loading import settings_for
    from assay.training.data.lists.prepared import is_prepared, prepared_files
    from assay.training_runs.candidates import FACTS, CandidateChoice, prepare_library_lists, read_list_facts
    from assay.training_runs.runs import base_folder

    path, published = _judgements(judgements, beir), _published(embeddings, queries, qrels)
    if is_prepared(out):
        raise BadInput(f"{out} holds candidates already. Choose another folder, or delete it first.")
    require_writable(run_out, *prepared_files(out), out / FACTS, overwrite=force)
    model = with_pooling(model, pooling)
    with current.open(create=True) as workspace:
        config = settings_for(model, workspace.config) if model else workspace.config
    recipe = _small_recipe(config.model, max_length=config.max_length, device=config.device)
    with current.progress() as report:
        try:
            prepare_library_lists(
                out,
                current.location,
                published or path,
                CandidateChoice(first, candidates, random, recipe.random_seed),
                recipe,
                base=base_folder(recipe.base, folder=Path()),
                folder=Path.cwd(),
                run_out=run_out,
                overwrite=force,
                progress=report,
            )
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error}. Make room, or choose another.") from error
    _answer(current, read_list_facts(out))


@command(commands, "show")
def show(current: Session, folder: Annotated[Path, argument("A folder of `assay lists prepare`.")]) -> None:
    """Say what a folder of candidates holds; its files are checked."""
    from assay.training_runs.candidates import read_list_facts

    _answer(current, read_list_facts(folder))


@command(commands, "effects", progress=True)
def effects(
    current: Session,
    *,
    beir: Annotated[Path, option("A BEIR folder; its training queries teach, if it has such.")],
    out: Annotated[Path, option("The folder of the table, the picture, and all runs.")],
    n: Annotated[str, option("Numbers of retrieved candidates.", "--n")] = "10,50,100,400,1000",
    negatives: Annotated[
        str, option("What is learned from at the largest number.")
    ] = "retrieved,random,both",
    losses: Annotated[str, option("Losses at the largest number.")] = "listnet,max-margin,infonce",
    epochs: Annotated[int, option("0 means as many as coder-small has.", min=0)] = 0,
    first: Annotated[
        str, option("What retrieves: dense, keyword, hybrid, or the file of a TREC run.")
    ] = "dense",
    model: Annotated[str, option("Tune this model's queries.")] = "all-MiniLM-L6-v2",
    split: Annotated[str, option("Whose queries are asked.")] = "test",
    device: AutoDevice = "auto",
    pooling: Pooling = None,
    force: Force = False,
) -> None:
    """Measure what the number of candidates, the kind of negatives and the loss do (CODER's Figure 2).

    Trains each variant once, and compares it with the base on all queries and on the clean ones;
    without training queries the split's take turns in five folds. What was trained before is not again.
    Written to effects.md, .csv, .json and .svg in --out.
    """
    from assay.experiments.effect_data import read_effect_set
    from assay.experiments.list_effects import EffectWork, Plan, effects_table
    from assay.registry.loading import settings_for

    require_new_tables(out, "effects", overwrite=force)
    plan = Plan.of(n, negatives, losses)
    config = settings_for(with_pooling(model, pooling), Config())
    recipe = _small_recipe(config.model, max_length=config.max_length, device=device)
    (stage,) = recipe.stages
    recipe = replace(recipe, stages=(replace(stage, epochs=epochs or stage.epochs),))
    with training_output(current) as output:
        work = EffectWork(
            recipe=recipe,
            data=read_effect_set(beir, split=split, seed=recipe.random_seed),
            trainer=trainer(current, output, out=out, folder=Path.cwd()),
            first=first,
        )
        found = work.effects(plan)
    table, figure = effects_table(found), _effects_figure(found)
    answer_table(current, out, "effects", found, table=table, figure=figure, overwrite=force)


def _published(embeddings: Path | None, queries: Path | None, qrels: Path | None) -> Published | None:
    """Return published files that were named; None of none. Raises BadInput for some of them."""
    from assay.training_runs.candidates import Published

    if embeddings is None or queries is None or qrels is None:
        if embeddings or queries or qrels:
            raise BadInput("--embeddings, --queries and --qrels go together. Give all three.")
        return None
    return Published(embeddings, queries, qrels)


def _judgements(judgements: str, beir: Path | None) -> str:
    """Return the path of an objective of lists. Raises BadInput for two sources."""
    from assay.training.recipe.objective_spec import LIBRARY

    if beir is not None and judgements:
        raise BadInput("Give a campaign or a BEIR folder, not both.")
    return str(beir.expanduser().resolve()) if beir is not None else f"{LIBRARY}{judgements}"


def _small_recipe(model: str, *, max_length: int, device: str) -> Recipe:
    """Return the preset that tunes queries, over a model whose own are not tuned yet."""
    from assay.query_tuning.tune import PRESET, untuned
    from assay.training.recipe.presets import preset
    from assay.training.recipe.recipe_file import parse_recipe

    return replace(parse_recipe(preset(PRESET)), base=untuned(model), max_length=max_length, device=device)


def _answer(current: Session, found: ListFacts) -> None:
    from assay.training_runs.candidates import facts_lines

    current.answer(to_json(found), facts_lines(found))


def _effects_figure(found: Effects) -> str:
    """Draw kinds of negatives and losses at the largest N above, below the number N with ListNet."""
    rows = {row.name: row for row in found.rows}
    kinds = [
        (f"{row.variant.negatives}, {row.variant.loss}", row) for row in map(rows.__getitem__, found.by_kind)
    ]
    numbers = [(f"N = {row.variant.n:,}", row) for row in map(rows.__getitem__, found.by_number)]
    largest = max(row.variant.n for row in found.rows)
    return stacked_svg(
        [
            dot_plot_svg(_plot(found, f"Negatives and losses, N = {largest:,}", kinds)),
            dot_plot_svg(_plot(found, "Number of candidates, retrieved, listnet", numbers)),
        ]
    )


def _plot(found: Effects, title: str, rows: Sequence[tuple[str, EffectRow]]) -> DotPlot:
    groups = tuple(dict.fromkeys(score.group for score in found.base_scores))
    return DotPlot(
        title,
        f"{FIGURE_MEASURE} less the base's, times 100, with 95 % intervals",
        tuple(f"{group} queries" for group in groups),
        (
            ("base", tuple(Dot(0.0) for _ in groups)),
            *((name, tuple(_dot(row, group) for group in groups)) for name, row in rows),
        ),
        from_zero=False,
    )


def _dot(row: EffectRow, group: str) -> Dot:
    score = next(score for score in row.scores if (score.group, score.measure) == (group, FIGURE_MEASURE))
    return Dot(100 * score.difference, 50 * (score.interval[1] - score.interval[0]))
