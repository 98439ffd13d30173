"""How an analysis of formats is answered: a table in words, in columns and in JSON, and a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from assay.cli.app import Session
from assay.cli.formats_figures import Dot, DotPlot, HeatMap
from assay.cli.payloads import plain
from assay.files import require_writable

if TYPE_CHECKING:
    from assay.experiments.formats.efficiency import Efficiency
    from assay.experiments.formats.matrix import FormatMatrix
    from assay.experiments.formats.partition import Partition
    from assay.experiments.formats.relatedness import Relatedness
    from assay.experiments.formats.seeds import Seeds
    from assay.experiments.formats.training import TrainedRow
    from assay.table import Sheet

BAD_INPUT = 2
SUFFIXES = ("md", "csv", "svg", "json")


def require_new_tables(out: Path, name: str, *, overwrite: bool) -> None:
    """Raises BadInput where `answer` would replace a file, unless `overwrite`; for use before long work."""
    require_writable(*(out / f"{name}.{suffix}" for suffix in SUFFIXES), overwrite=overwrite)


def answer(
    current: Session,
    out: Path,
    name: str,
    found: object,
    *,
    sheet: Sheet,
    figure: str,
    overwrite: bool,
    **more: Any,
) -> None:
    """Writes NAME.md, .csv, .json and .svg to `out`, and ends the command with the table."""
    from assay.evaluation import write_csv
    from assay.models.scores import write_whole
    from assay.table import sheet_markdown, sheet_rows

    text = sheet_markdown(sheet)
    payload = {**_plain(found), **more, "table": str(out / f"{name}.md"), "figure": str(out / f"{name}.svg")}
    write_whole(out / f"{name}.md", text, overwrite=overwrite)
    write_csv(sheet_rows(sheet), out / f"{name}.csv", overwrite=overwrite)
    write_whole(out / f"{name}.svg", figure, overwrite=overwrite)
    whole = json.dumps(payload, indent=1, ensure_ascii=False) + "\n"
    write_whole(out / f"{name}.json", whole, overwrite=overwrite)

    def show(console: Console) -> None:
        console.print(text, markup=False, end="", soft_wrap=True)

    current.output.result(payload, show)


def require_one(rows: Sequence[TrainedRow]) -> None:
    """Leaves with status 2 if nothing was trained."""
    if not any(row.state == "trained" for row in rows):
        raise typer.Exit(BAD_INPUT)


def trained(row: TrainedRow) -> dict[str, Any]:
    """For JSON, with its averages."""
    return {**_plain(row), "averages": row.averages, "columns": row.columns}


def _plain(value: object) -> dict[str, Any]:
    found = plain(value)
    return {key: str(item) if isinstance(item, Path) else item for key, item in found.items()}


# --- pictures


def matrix_figure(found: FormatMatrix) -> HeatMap:
    """The own format of each task is outlined."""
    rows = tuple(
        (f"{row.task} ({row.metric})", tuple(row.values[each] for each in found.columns))
        for row in found.rows
    )
    own = {(n, found.columns.index(row.own)) for n, row in enumerate(found.rows) if row.own in found.columns}
    return HeatMap(f"{found.model}: tasks by formats", tuple(map(str, found.columns)), rows, frozenset(own))


def relatedness_figure(found: Relatedness, sheet: Sheet) -> HeatMap:
    """The best of each column is outlined."""
    rows = tuple(
        (row.name, tuple(row.averages.get(name) for name in sheet.headings[1:])) for row in found.rows
    )
    return HeatMap(sheet.title, sheet.headings[1:], rows, sheet.marked, by_column=True)


def partition_figure(found: Partition) -> DotPlot:
    chance, own = found.chance, found.rows[0].averages
    rows = tuple(
        (name, (Dot(own.get(name)), Dot(each.mean, each.deviation or 0.0))) for name, each in chance.items()
    )
    series = ("by format", "groups of chance, mean and deviation")
    return DotPlot(
        f"{found.recipe}: formats against chance", "values times 100", series, rows, from_zero=False
    )


def efficiency_figure(found: Efficiency) -> DotPlot:
    from assay.experiments.formats.efficiency import PAPER_ENCODING, PAPER_TRAINING

    kinds: tuple[tuple[str, str, Mapping[str, float]], ...] = (
        ("training", "update", PAPER_TRAINING),
        ("encoding", "one", PAPER_ENCODING),
    )
    rows = tuple(
        (f"{kind}: {row.variant}", (Dot(found.relative(row, key)), Dot(paper.get(row.variant))))
        for kind, key, paper in kinds
        for row in found.rows
    )
    return DotPlot(f"Times over {found.base}", "control codes = 1", ("here", "published"), rows)


def seeds_figure(found: Seeds) -> DotPlot:
    names = tuple(recipe.name for recipe in found.recipes)
    rows = []
    for column in found.columns:
        spreads = [found.spreads[name].get(column) for name in names]
        dots = tuple(Dot(None) if each is None else Dot(each.mean, each.deviation or 0.0) for each in spreads)
        rows.append((column, dots))
    title = "Mean and deviation over seeds"
    return DotPlot(title, "values times 100", names, tuple(rows), from_zero=False)
