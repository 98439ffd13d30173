"""Commands that train many models: a sweep over two objectives' shares, and the first paper's tables."""

from __future__ import annotations

import json as json_module
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from assay.cli.app import Force, Json, Report, session
from assay.cli.output import ProgressKind
from assay.cli.pooling import Pooling, with_pooling
from assay.cli.training_voice import leads, speaking
from assay.errors import BadInput
from assay.files import require_writable

if TYPE_CHECKING:
    from assay.models.tests import TestSet

BAD_INPUT = 2
Keep = Annotated[bool, typer.Option("--add/--no-add", help="Keep the models among the trained ones too.")]
Beir = Annotated[list[Path] | None, typer.Option(help="A BEIR folder to measure the models on; repeatable.")]


class ScaleOption(StrEnum):
    """How much is trained."""

    SMALL = "small"
    FULL = "full"


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    app.command("sweep")(sweep)
    app.command("replicate")(replicate)


def sweep(
    context: typer.Context,
    recipe: Annotated[Path, typer.Argument(help="A recipe with a stage of two objectives, mixed.")],
    *,
    out: Annotated[Path, typer.Option(help="The folder of the runs and of the table.")],
    shares: Annotated[
        str, typer.Option(help="Percents of the first objective; the second has the rest.")
    ] = "0,25,50,75,100",
    beir: Beir = None,
    split: Annotated[str, typer.Option(help="Which qrels of the BEIR folders.")] = "test",
    device: Annotated[str | None, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")] = None,
    pooling: Pooling = None,
    add: Keep = False,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Train one model for each split between two objectives, and lay their scores side by side.

    What was trained before is not again. The table is written to sweep.md and sweep.json in --out.
    """
    from assay.cli.training import read
    from assay.experiments.sweeps import run_sweep, sweep_markdown

    current = session(context, json=json)
    wanted = read(recipe, device=device, name="", pooling=pooling)
    if leads():
        require_writable(out / "sweep.md", out / "sweep.json", overwrite=force)
    with speaking(current, progress) as voice:
        found = run_sweep(
            wanted,
            _percents(shares),
            out=out,
            folder=recipe.parent,
            library=current.location,
            sets=_sets(beir or [], split),
            add=add,
            tell=voice.narrator,
            listen=voice.listen,
            progress=voice.report,
        )
    if leads():
        payload = {**_plain(asdict(found)), "table": str(out / "sweep.md")}
        text = sweep_markdown(found)
        _write(out / "sweep", payload, text, overwrite=force)
        current.output.result(payload, lambda console: _show(text, console))


def replicate(
    context: typer.Context,
    *,
    table: Annotated[int, typer.Option(min=2, max=4, help="Which of the paper's tables.")],
    data: Annotated[Path, typer.Option(help="The folder of the training data and the BEIR folders.")],
    out: Annotated[Path, typer.Option(help="The folder of the runs and of the tables.")],
    scale: Annotated[ScaleOption, typer.Option(help="small: for a laptop. full: as in the paper.")] = (
        ScaleOption.SMALL
    ),
    preset: Annotated[
        str, typer.Option(help="Train by this preset, such as zeta-released, and not by the scale's own.")
    ] = "",
    base: Annotated[str, typer.Option(help="Begin from this model and not from the scale's own.")] = "",
    updates: Annotated[
        int, typer.Option(min=0, help="At most so many updates a stage; 0 means as many as the scale has.")
    ] = 0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")] = "auto",
    add: Keep = False,
    pooling: Pooling = None,
    force: Force = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Train the rows of a table of Zeta Alpha's paper (2022) and lay them beside the published numbers.

    A row whose data are absent is listed as absent; one that is trained already is not trained again. The
    table is written to table-N-SCALE.md and .json in --out, or table-N-SCALE-PRESET where one is given.
    Leaves with status 2 if no row has a model.
    """
    from assay.experiments.replication import replicate as make
    from assay.experiments.replication import variant_name
    from assay.experiments.replication_data import read_data
    from assay.experiments.replication_report import replication_json, replication_markdown

    current = session(context, json=json)
    base = with_pooling(base, pooling)
    place = out / f"table-{table}-{variant_name(scale.value, preset)}"
    if leads():
        require_writable(Path(f"{place}.md"), Path(f"{place}.json"), overwrite=force)
    with speaking(current, progress) as voice:
        found = make(
            table,
            read_data(data, collections=leads()),
            scale=scale.value,
            out=out,
            library=current.location,
            preset=preset,
            base=base,
            device=device,
            updates=updates,
            add=add,
            tell=voice.narrator,
            listen=voice.listen,
            progress=voice.report,
        )
    if not leads():
        return
    payload = {**_plain(replication_json(found)), "table_file": f"{place}.md"}
    text = replication_markdown(found)
    _write(place, payload, text, overwrite=force)
    current.output.result(payload, lambda console: _show(text, console))
    if not any(row.state == "trained" for row in found.rows):
        raise typer.Exit(BAD_INPUT)


def _percents(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise BadInput(f"--shares must be percents, such as 0,25,50,75,100, not '{text}'.") from error


def _sets(folders: list[Path], split: str) -> list[TestSet]:
    """The test sets, for the process that measures."""
    from assay.models.tests import read_beir_test_set

    return [read_beir_test_set(folder, split=split) for folder in folders] if leads() else []


def _plain(value: Any) -> Any:
    """JSON values: paths become texts."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value


def _write(place: Path, payload: Mapping[str, Any], text: str, *, overwrite: bool) -> None:
    from assay.models.scores import write_whole

    write_whole(place.with_name(f"{place.name}.md"), text, overwrite=overwrite)
    written = json_module.dumps(payload, indent=1, ensure_ascii=False)
    write_whole(place.with_name(f"{place.name}.json"), written + "\n", overwrite=overwrite)


def _show(text: str, console: Console) -> None:
    console.print(text, markup=False, end="", soft_wrap=True)
