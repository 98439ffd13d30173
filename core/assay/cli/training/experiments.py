"""Commands that train many models: a sweep over two objectives' shares, and the first paper's tables."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from assay.cli.app import Force, Session, app, argument, command, option
from assay.cli.options import AutoDevice, Device, Pooling, with_pooling
from assay.cli.training.output import (
    TrainingOutput,
    cost_lines,
    is_main,
    require_one_process,
    several_processes,
    training_output,
)
from assay.cli.training.train import read
from assay.codec import to_json
from assay.errors import BadInput
from assay.files import require_writable

if TYPE_CHECKING:
    from assay.experiments.replication import RowCost
    from assay.models.test_sets import TestSet
    from assay.table import Table
    from assay.training_runs.trials import Trainer


BAD_INPUT = 2
Keep = Annotated[bool, option("Keep the models among the trained ones too.", "--add/--no-add")]
Beir = Annotated[list[Path] | None, option("A BEIR folder to measure the models on; repeatable.")]


ScaleOption = Literal["small", "full"]  # how much is trained


@command(app, "sweep", progress=True)
def sweep(
    current: Session,
    recipe: Annotated[Path, argument("A recipe with a stage of two objectives, mixed.")],
    *,
    out: Annotated[Path, option("The folder of the runs and of the table.")],
    shares: Annotated[
        str, option("Percents of the first objective; the second has the rest.")
    ] = "0,25,50,75,100",
    beir: Beir = None,
    split: Annotated[str, option("Which qrels of the BEIR folders.")] = "test",
    device: Device = None,
    pooling: Pooling = None,
    add: Keep = False,
    force: Force = False,
) -> None:
    """Train one model for each split between two objectives, and compare their scores.

    What was trained before is not again. The table is written to sweep.md and sweep.json in --out.
    """
    from assay.experiments.sweeps import run_sweep, sweep_table

    wanted = read(recipe, device=device, name="", pooling=pooling)
    if is_main():
        require_writable(out / "sweep.md", out / "sweep.json", overwrite=force)
    with training_output(current) as output:
        work = trainer(current, output, out=out, folder=recipe.parent, add=add)
        found = run_sweep(wanted, _percents(shares), work, sets=_sets(beir or [], split))
    if is_main():
        text = sweep_table(found).markdown()
        payload = {**to_json(found), "table": str(out / "sweep.md")}
        _answer(current, out / "sweep", text, payload, overwrite=force)


@command(app, "replicate", progress=True)
def replicate(
    current: Session,
    *,
    table: Annotated[int, option("Which of the paper's tables.", min=1, max=4)],
    data: Annotated[Path, option("The folder of the training data and the BEIR folders.")],
    out: Annotated[Path, option("The folder of the runs and of the tables.")],
    scale: Annotated[ScaleOption, option("small: for a laptop. full: as in the paper.")] = "small",
    preset: Annotated[
        str, option("Train by this preset, such as zeta-released, and not by the scale's own.")
    ] = "",
    base: Annotated[str, option("Start from this model instead of the scale's own.")] = "",
    steps: Annotated[
        int, option("At most so many steps a stage; 0 means as many as the scale has.", min=0)
    ] = 0,
    dry_run: Annotated[
        bool, option("Time some steps of each objective, say what each row takes, no more.", "--dry-run")
    ] = False,
    device: AutoDevice = "auto",
    add: Keep = False,
    pooling: Pooling = None,
    force: Force = False,
) -> None:
    """Train the rows of a table of Zeta Alpha's paper (2022) and compare them with its numbers.

    First it times a few steps of each objective and says what each row takes. A row without data is listed
    as absent; one that is trained already is not trained again, and one that was stopped or killed continues
    from its last checkpoint. The table is written to table-N-SCALE.md and .json in --out, or
    table-N-SCALE-PRESET where one is given. Leaves with status 2 if no row has a model.
    """
    from assay.experiments.replication import RowSettings, replication_json, replication_table, row_costs
    from assay.experiments.replication import replicate as make
    from assay.experiments.replication_data import read_data
    from assay.training.runs.events import Note

    if dry_run:
        require_one_process()
    settings = RowSettings(scale, preset, with_pooling(base, pooling), device, steps)
    place = out / f"table-{table}-{settings.variant}"
    if is_main() and not dry_run:
        require_writable(Path(f"{place}.md"), Path(f"{place}.json"), overwrite=force)
    with training_output(current) as output:
        given = read_data(data, collections=is_main() and not dry_run)
        work = trainer(current, output, out=out, folder=data, add=add)
        rows: Iterable[RowCost] = () if several_processes() else row_costs(table, given, work, settings)
        costs = tuple(rows) if dry_run else ()
        if not dry_run:
            for line in cost_lines(rows):
                output.printer(Note.of(line))
            found = make(table, given, work, settings)
    if dry_run:
        current.answer({"rows": costs}, cost_lines(costs))
        return
    if not is_main():
        return
    payload = {**replication_json(found), "table_file": f"{place}.md"}
    _answer(current, place, replication_table(found).markdown(), payload, overwrite=force)
    if not any(row.state == "trained" for row in found.rows):
        raise typer.Exit(BAD_INPUT)


def trainer(
    current: Session, output: TrainingOutput, *, out: Path, folder: Path, add: bool = False
) -> Trainer:
    """Return what trains a command's runs in `out`, and reports as the command does."""
    from assay.training_runs.trials import Trainer

    return Trainer(
        out=out,
        folder=folder,
        library=current.location,
        add=add,
        on_event=output.printer,
        listen=output.listen,
        progress=output.report,
    )


TABLE_SUFFIXES = ("md", "csv", "svg", "json")


def require_new_tables(out: Path, name: str, *, overwrite: bool) -> None:
    """Check that `answer_table` would replace no file; for use before long work. Raises BadInput."""
    require_writable(*(out / f"{name}.{suffix}" for suffix in TABLE_SUFFIXES), overwrite=overwrite)


def answer_table(
    current: Session,
    out: Path,
    name: str,
    found: object,
    *,
    table: Table,
    figure: str,
    overwrite: bool,
    **more: object,
) -> None:
    """Write NAME.md, .csv, .json and .svg to `out`, and end the command with the table."""
    from assay.models.scores import write_whole

    payload = {**to_json(found), **more, "table": str(out / f"{name}.md"), "figure": str(out / f"{name}.svg")}
    write_whole(out / f"{name}.svg", figure, overwrite=overwrite)
    write_whole(out / f"{name}.csv", replace(table, brackets=frozenset()).csv(), overwrite=overwrite)
    _answer(current, out / name, table.markdown(), payload, overwrite=overwrite)


def _answer(
    current: Session, place: Path, text: str, payload: Mapping[str, object], *, overwrite: bool
) -> None:
    from assay.models.scores import write_whole

    written = json_module.dumps(payload, indent=1, ensure_ascii=False)
    write_whole(place.with_name(f"{place.name}.md"), text, overwrite=overwrite)
    write_whole(place.with_name(f"{place.name}.json"), written + "\n", overwrite=overwrite)
    current.answer(payload, text.removesuffix("\n"))


def _percents(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise BadInput(f"--shares must be percents, such as 0,25,50,75,100, not '{text}'.") from error


def _sets(folders: list[Path], split: str) -> list[TestSet]:
    """Return the test sets, for the process that measures."""
    from assay.models.test_sets import read_beir_test_set

    return [read_beir_test_set(folder, split=split) for folder in folders] if is_main() else []
