"""Commands that tune queries: improve."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from assay.cli.app import Json, Report, session
from assay.cli.output import ProgressKind
from assay.cli.pooling import Pooling, with_pooling
from assay.cli.training_voice import speaking
from assay.errors import BadInput


def register(app: typer.Typer) -> None:
    """Adds this module's command."""
    app.command("improve")(improve)


def improve(
    context: typer.Context,
    judgements: Annotated[
        str, typer.Argument(help="CAMPAIGN or CAMPAIGN@RELEASE; the library's own judgements if not given.")
    ] = "",
    *,
    beir: Annotated[Path | None, typer.Option(help="Judgements of a BEIR folder instead.")] = None,
    model: Annotated[str, typer.Option(help="Tune this model's queries and not the library's.")] = "",
    recipe: Annotated[Path | None, typer.Option(help="By this recipe and not by coder-small.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder of all runs; one of an earlier call goes on.")
    ] = None,
    name: Annotated[str, typer.Option(help="What to call the model.")] = "",
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")] = "auto",
    pooling: Pooling = None,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Improve search from your judgements: tune how queries are read, and measure it on queries not learnt.

    Papers stay embedded as they are. The model is kept beside the others; `assay model promote` uses it.
    """
    from assay.cli.training import read
    from assay.query_tuning.summary import told, verdict
    from assay.query_tuning.tune import improve as make
    from assay.training.recipe.recipe import LIBRARY
    from assay.training_runs.runs import new_run_folder

    current = session(context, json=json)
    if beir is not None and judgements:
        raise BadInput("Give a campaign or a BEIR folder, not both.")
    model = with_pooling(model, pooling)
    with current.open() as workspace:
        config = workspace.config
    with speaking(current, progress) as voice:
        found = make(
            current.location,
            str(beir.expanduser().resolve()) if beir is not None else f"{LIBRARY}{judgements}",
            base=model or config.model,
            max_length=config.max_length,
            out=out or new_run_folder(current.location, f"improve {judgements or 'search'}"),
            folder=Path.cwd(),
            name=name,
            recipe=None if recipe is None else read(recipe, device=None, name=""),
            device=device,
            tell=voice.narrator,
            listen=voice.listen,
            progress=voice.report,
        )

    def show(console: Console) -> None:
        for line in told(found):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        console.print(f"To search with it: assay model promote {found.model_id}", markup=False)

    current.output.result({**asdict(found), "verdict": verdict(found)}, show)
