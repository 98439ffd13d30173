"""The first paper's tables trained again: each row once, measured on what collections there are.

A replicated table has the paper's shape, with the published numbers next to those measured here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from assay.codec import to_json
from assay.experiments.replication_data import (
    Published,
    ReplicationData,
    Scale,
    TableRow,
    all_rows,
    row_recipe,
    scale_recipe,
    table_rows,
    table_title,
)
from assay.experiments.sweeps import score_cell
from assay.models.scores import MEASURE, SetScore, scores_of
from assay.table import Cell, Table
from assay.training.recipe.recipe import Recipe
from assay.training_runs.runs import TrainedRun, base_folder
from assay.training_runs.trials import Trainer, run_trials, seconds_of, stages_of

RowState = Literal["trained", "absent", "failed"]
BEIR = ("scidocs", "nfcorpus", "scifact", "trec-covid", "arguana")
"""The five collections whose mean the paper reports."""
ICLR = ("iclr2022", "iclr-2022", "iclr")


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """A row of the table as it came out here. `scores` maps a collection's name to the model's score."""

    row_id: str
    name: str
    state: RowState
    published: Published
    reason: str = ""  # why there is no model
    replaced: tuple[str, ...] = ()  # objectives that other data stand in for
    run: str = ""
    model_id: str = ""
    steps: int = 0
    seconds: float = 0.0
    scores: Mapping[str, SetScore] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replication:
    """One table, trained and measured."""

    table: int
    title: str
    scale: Scale
    base: str
    base_scores: Mapping[str, SetScore]
    rows: tuple[RowOutcome, ...]


def replicate(
    table: int,
    data: ReplicationData,
    work: Trainer,
    *,
    scale: Scale,
    preset: str = "",
    base: str = "",
    device: str = "auto",
    steps: int = 0,
) -> Replication:
    """Train the rows of a table in folders of `work`, and measure each on the collections.

    `preset` replaces the scale's own; the folder is then called after it too.
    A row whose data are absent, or whose training fails, says so, and the others continue. What is trained or
    ranked already is not again. A stage makes at most `steps` steps; 0 means as many as the scale has. Of
    several processes that train together only the first is given collections. Raises BadInput for an unknown
    table, ModelError for a base that does not load, and Cancelled.
    """
    work = replace(work, out=work.out / variant_name(scale, preset))
    recipe_of_scale = scale_recipe(scale, preset)
    base = base or recipe_of_scale.base
    title, rows = table_title(table), table_rows(table)
    present = [row for row in rows if not _absent(row, data)]
    sets = list(data.collections.values()) if present else []  # else there is nothing to compare

    def train(row: TableRow) -> tuple[Recipe, TrainedRun]:
        """Return the row's run, after that of the row that it begins from."""
        begin = base
        if row.start:
            begin = str((train(all_rows()[row.start])[1].run / "model").resolve())
        recipe = row_recipe(row, data, scale=scale, preset=preset, base=begin, steps=steps)
        return recipe, work.train(replace(recipe, device=device), row.row_id)

    def measured(row: TableRow, trained: tuple[Recipe, TrainedRun]) -> RowOutcome:
        recipe, done = trained
        kept = done.run / "scores.json"
        runs = work.rank(str(done.run / "model"), recipe, sets, device=device, kept=kept)
        return _with_results(_blank(row, data), done, scores_of(runs, sets, base=base_runs))

    def failed(row: TableRow, reason: str) -> RowOutcome:
        return replace(_blank(row, data), state="failed", reason=reason)

    name = str(base_folder(base, folder=data.folder) or base)
    kept = work.out / "base-scores.json"
    base_runs = work.rank(name, recipe_of_scale, sets, device=device, kept=kept)
    outcomes = {
        row.row_id: row for row in run_trials(present, train, measured, failed=failed, progress=work.progress)
    }
    return Replication(
        table=table,
        title=title,
        scale=scale,
        base=base,
        base_scores=scores_of(base_runs, sets),
        rows=tuple(outcomes.get(row.row_id) or _blank(row, data) for row in rows),
    )


def variant_name(scale: Scale, preset: str = "") -> str:
    """Return what a table of this scale, trained by this preset, is called after its number."""
    return f"{scale}-{preset}" if preset else scale


def _blank(row: TableRow, data: ReplicationData) -> RowOutcome:
    """The row before it is trained: absent, for these reasons."""
    reason = "; ".join(_absent(row, data))
    replaced = tuple(data.replaced(row))
    return RowOutcome(row.row_id, row.name, "absent", row.published, reason=reason, replaced=replaced)


def _with_results(blank: RowOutcome, done: TrainedRun, scores: Mapping[str, SetScore]) -> RowOutcome:
    return replace(
        blank,
        state="trained",
        run=str(done.run),
        model_id=done.model_id,
        steps=sum(stage.steps for stage in stages_of(done)),
        seconds=seconds_of(done),
        scores=scores,
    )


def _absent(row: TableRow, data: ReplicationData) -> list[str]:
    before = _absent(all_rows()[row.start], data) if row.start else []
    return [*before, *data.absent(row)]


# --- the report


def beir_mean(scores: Mapping[str, SetScore]) -> tuple[float, int] | None:
    """(mean, number of the paper's five collections that it is of); None where there is none of them."""
    found = [scores[name].value for name in BEIR if name in scores]
    return (sum(found) / len(found), len(found)) if found else None


def iclr_score(scores: Mapping[str, SetScore]) -> SetScore | None:
    return next((scores[name] for name in ICLR if name in scores), None)


def replication_json(found: Replication) -> dict[str, object]:
    """Everything, with the paper's columns worked out; null where a number is not known or not measured."""
    return {
        **to_json(found),
        "measure": MEASURE,
        "base_here": _columns(found.base_scores),
        "rows": [{**to_json(row), "here": _columns(row.scores)} for row in found.rows],
        "notes": list(notes(found)),
    }


def _columns(scores: Mapping[str, SetScore]) -> dict[str, float | int | None]:
    mean, iclr = beir_mean(scores), iclr_score(scores)
    return {
        "beir": mean[0] if mean else None,
        "beir_collections": mean[1] if mean else 0,
        "scidocs": None,
        "iclr": iclr.value if iclr else None,
    }


def replication_table(found: Replication) -> Table:
    """Published and here side by side, then every collection, then what has to be known of the table."""
    names = list(found.base_scores)
    pairs = [
        f"{column}, {where}" for column in ("BEIR", "SciDocs", "ICLR") for where in ("published", "here")
    ]
    return Table(
        f"Table {found.table}: {found.title} ({found.scale} scale)",
        ("Model", *pairs, *names),
        (
            ("base", *_cells(None, found.base_scores, names)),
            *((row.name, *_cells(row, row.scores, names)) for row in found.rows),
        ),
        tuple(notes(found)),
    )


def _cells(row: RowOutcome | None, scores: Mapping[str, SetScore], names: Sequence[str]) -> list[Cell]:
    published = row.published if row is not None else None
    here = "" if row is None or row.state == "trained" else row.state
    mean, iclr = beir_mean(scores), iclr_score(scores)
    return [
        _number(published.beir if published else None, 3),
        f"{mean[0]:.3f} ({mean[1]} of {len(BEIR)})" if mean else here,
        _number(published.scidocs if published else None, 2),
        "",
        _number(published.iclr if published else None, 3),
        score_cell(iclr) if iclr else here,
        *(score_cell(scores[name]) if name in scores else here for name in names),
    ]


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def notes(found: Replication) -> Iterator[str]:
    """Yield what a reader must know before comparing the numbers, one sentence or two each."""
    yield f"{MEASURE}; * where a model differs from the base ({found.base}) with p < 0.05 (randomised)."
    if found.scale == "small":
        yield (
            "Small scale: another base, fewer examples, shorter texts and some hundred steps. Compare the "
            "rows with each other, not with the paper."
        )
    missing = [name for name in BEIR if name not in found.base_scores]
    if missing:
        yield f"The published BEIR is a mean over {', '.join(BEIR)}. Not here: {', '.join(missing)}."
    if iclr_score(found.base_scores) is None:
        yield "There is no ICLR 2022 collection here; that column stays empty."
    yield "SciDocs' own measures (classification, co-views, ...) are not computed: that column stays empty."
    yield "The published values of single collections are not known here, only the means."
    yield (
        "A query never finds its own document here. The paper's code let it, which very likely lowers the "
        "published BEIR by ArguAna."
    )
    for row in found.rows:
        if row.state != "trained":
            yield f"{row.name}: {row.state}. {row.reason}"
        elif row.replaced:
            yield f"{row.name}: not the paper's data, but {', '.join(row.replaced)}."
