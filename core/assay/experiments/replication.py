"""The first paper's tables trained again: each row once, measured on what collections there are.

A replicated table has the paper's shape, with the published numbers next to those measured here. One row is
trained at a time, and one collection is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from assay.benchmarks.aggregation import Average, resolved
from assay.benchmarks.runner import Bench
from assay.benchmarks.store import BenchStore, RunSettings
from assay.benchmarks.tables import columns_by_system, partial_columns
from assay.codec import to_json
from assay.errors import AssayError, RecipeError
from assay.experiments.replication_data import (
    SCIDOCS,
    DataSource,
    Published,
    ReplicationData,
    RowStage,
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
from assay.training.loop.estimate import BYTES_OF_A_WEIGHT
from assay.training.loop.stage import count_validations
from assay.training.loop.trainer import stage_steps
from assay.training.recipe.recipe import Recipe
from assay.training.runs.run_folder import RunFolder
from assay.training.types import Estimate
from assay.training_runs.runs import TrainedRun, base_folder, estimate_recipe, is_trained
from assay.training_runs.trials import Trainer, run_trials, seconds_of, stages_of
from assay.types import Run

RowState = Literal["trained", "absent", "failed"]
CostState = Literal["finished", "estimated", "absent", "failed"]
BEIR = ("scidocs", "nfcorpus", "scifact", "trec-covid", "arguana")
"""The five collections whose mean the paper reports."""
ICLR = ("iclr2022", "iclr-2022", "iclr")
CHECKPOINTS, BYTES_IN_ONE = 3, 12
"""At a time: the last two, and the best or the next; of a weight itself and its two moments (float32)."""
UNKNOWN = "not known here"


@dataclass(frozen=True, slots=True)
class RowSettings:
    """How all rows are trained. `preset` replaces the scale's own, `base` the preset's.

    A stage makes at most `steps` steps; 0 means as many as the scale has.
    """

    scale: Scale
    preset: str = ""
    base: str = ""
    device: str = "auto"
    steps: int = 0

    @property
    def variant(self) -> str:
        """What a table of these settings is called after its number, and the folder of its runs."""
        return f"{self.scale}-{self.preset}" if self.preset else self.scale


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
    scidocs: Average | None = None  # in percent


@dataclass(frozen=True, slots=True)
class RowCost:
    """What a row takes on this machine if it is trained from its beginning and nothing stops it early."""

    row_id: str
    name: str
    state: CostState
    reason: str = ""  # why there is no estimate, or why its folder cannot take it
    device: str = ""
    steps: int = 0
    seconds_per_step: float = 0.0
    seconds: float = 0.0  # of its steps and its validations
    memory_bytes: int = 0  # of an `Estimate`
    disk_bytes: int = 0  # while it trains; of this the model stays


@dataclass(frozen=True, slots=True)
class Replication:
    """One table, trained and measured."""

    table: int
    title: str
    scale: Scale
    base: str
    base_scores: Mapping[str, SetScore]
    base_scidocs: Average | None
    rows: tuple[RowOutcome, ...]


def replicate(table: int, data: ReplicationData, work: Trainer, settings: RowSettings) -> Replication:
    """Train the rows of a table in folders of `work`, and measure each on the collections and on SciDocs.

    A row whose data are absent, or whose training fails, says so, and the others continue. What is trained,
    ranked or scored already is not again. Of several processes that train together only the first is given
    collections and SciDocs. Raises BadInput for an unknown table, RecipeError for a row that was trained by
    another recipe, ModelError for a base that does not load, and Cancelled.
    """
    title, rows = table_title(table), table_rows(table)
    present = [row for row in rows if not _absent(row, data)]
    shared = _Rows(data, replace(work, out=work.out / settings.variant), settings)
    for row in present:
        for each in (*_before(row), row):
            shared.is_trained(each)
    base_runs, base_scores, base_scidocs = shared.measure_base() if present else ({}, {}, None)

    def measured(row: TableRow, trained: tuple[Recipe, TrainedRun]) -> RowOutcome:
        recipe, done = trained
        model = str(done.run / "model")
        _, scores = shared.measure(model, recipe, kept=done.run / "scores.json", base=base_runs)
        outcome = _with_results(_blank(row, data), done, scores)
        return replace(outcome, scidocs=shared.scidocs(model))

    def failed(row: TableRow, reason: str) -> RowOutcome:
        return replace(_blank(row, data), state="failed", reason=reason)

    outcomes = {
        row.row_id: row
        for row in run_trials(present, shared.train, measured, failed=failed, progress=work.progress)
    }
    return Replication(
        table=table,
        title=title,
        scale=settings.scale,
        base=shared.base,
        base_scores=base_scores,
        base_scidocs=base_scidocs,
        rows=tuple(outcomes.get(row.row_id) or _blank(row, data) for row in rows),
    )


def row_costs(table: int, data: ReplicationData, work: Trainer, settings: RowSettings) -> Iterator[RowCost]:
    """Yield what each row takes here, and before it each that it begins from.

    Some steps of each objective alone are timed, once; a step of several takes their mean by their shares.
    Nothing is kept. Raises BadInput for an unknown table, and Cancelled.
    """
    shared = _Rows(data, replace(work, out=work.out / settings.variant), settings)
    wanted: dict[str, TableRow] = {}
    for row in table_rows(table):
        wanted |= {each.row_id: each for each in (*_before(row), row)}
    timed: dict[DataSource, Estimate] = {}
    for row in wanted.values():
        yield shared.cost(row, timed)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What all rows of a table share, and what is done with each."""

    data: ReplicationData
    work: Trainer
    settings: RowSettings

    @property
    def base(self) -> str:
        return self.settings.base or self._scale_recipe().base

    def _scale_recipe(self) -> Recipe:
        return scale_recipe(self.settings.scale, self.settings.preset)

    def _recipe(self, row: TableRow, base: str) -> Recipe:
        scale, preset, steps = self.settings.scale, self.settings.preset, self.settings.steps
        recipe = row_recipe(row, self.data, scale=scale, preset=preset, base=base, steps=steps)
        return replace(recipe, device=self.settings.device)

    def train(self, row: TableRow) -> tuple[Recipe, TrainedRun]:
        """Return the row's run, after that of the row that it begins from."""
        base = self.base
        for first in _before(row):
            base = str((self.train(first)[1].run / "model").resolve())
        recipe = self._recipe(row, base)
        return recipe, self.work.train(recipe, row.row_id)

    def is_trained(self, row: TableRow) -> bool:
        """Raise RecipeError for a row that was trained by another recipe."""
        out, base = self.work.out / row.row_id, self.base
        if not RunFolder(out).card.is_file():
            return False
        for first in _before(row):
            base = str((self.work.out / first.row_id / "model").resolve())
        return is_trained(out, self._recipe(row, base), folder=self.work.folder, library=self.work.library)

    def cost(self, row: TableRow, timed: dict[DataSource, Estimate]) -> RowCost:
        """Add to `timed` what it lacks. A model that a row begins from has the size of the base."""
        reason = ""
        try:
            if self.is_trained(row):
                return RowCost(row.row_id, row.name, "finished")
        except RecipeError as error:  # another recipe's run lies there: what this one takes is asked
            reason = str(error)
        except AssayError as error:
            return RowCost(row.row_id, row.name, "failed", str(error))
        if absent := _absent(row, self.data):
            return RowCost(row.row_id, row.name, "absent", "; ".join(absent))
        try:
            for objective in (each for stage in row.stages for each in stage.objectives):
                timed[objective] = timed.get(objective) or self._timed(objective)
            recipe = self._recipe(row, self.base)
        except AssayError as error:
            return RowCost(row.row_id, row.name, "failed", str(error))
        known = {objective.kind: estimate for objective, estimate in timed.items()}
        steps, stepping, validating, written = 0, 0.0, 0.0, 0
        for number, stage in enumerate(recipe.stages):
            own = {name: known[name].stages[0] for name in stage.weights}
            of_stage = stage_steps(
                recipe, number, {name: each.objectives[0].n_train for name, each in own.items()}
            )
            steps += of_stage
            stepping += of_stage * sum(stage.weights[name] * own[name].seconds_per_step for name in own)
            validations = count_validations(stage, of_stage)
            written += validations
            validating += (1 + validations) * sum(each.seconds_per_validation for each in own.values())
        return RowCost(
            row.row_id,
            row.name,
            "estimated",
            reason,
            device=next(iter(known.values())).device,
            steps=steps,
            seconds_per_step=stepping / max(1, steps),
            seconds=stepping + validating,
            memory_bytes=max(each.memory_bytes for each in known.values()),
            disk_bytes=max(each.parameters for each in known.values())
            * (min(written, CHECKPOINTS) * BYTES_IN_ONE + BYTES_OF_A_WEIGHT),
        )

    def _timed(self, objective: DataSource) -> Estimate:
        recipe = self._recipe(TableRow("", objective.kind, (RowStage((objective,)),)), self.base)
        library, progress = self.work.library, self.work.progress
        return estimate_recipe(recipe, folder=self.data.folder, library=library, progress=progress)

    def measure(
        self, model: str, recipe: Recipe, *, kept: Path, base: Mapping[str, Run] | None = None
    ) -> tuple[dict[str, Run], dict[str, SetScore]]:
        """Return what the model ranks on each collection, and what that is worth."""
        runs: dict[str, Run] = {}
        scores: dict[str, SetScore] = {}
        for place in self.data.collections.values():
            tests = place.read()
            runs |= self.work.rank(model, recipe, [tests], device=self.settings.device, kept=kept)
            scores |= scores_of(runs, [tests], base=base)
        return runs, scores

    def measure_base(self) -> tuple[dict[str, Run], dict[str, SetScore], Average | None]:
        model = str(base_folder(self.base, folder=self.data.folder) or self.base)
        kept = self.work.out / "base-scores.json"
        return *self.measure(model, self._scale_recipe(), kept=kept), self.scidocs(model)

    def scidocs(self, model: str) -> Average | None:
        """Return the average as `assay bench run --suite scidocs` has it; None where there is no task."""
        if not self.data.scidocs:
            return None
        store, device = BenchStore(self.work.out / SCIDOCS), self.settings.device
        bench = Bench(store, device=device, progress=self.work.progress)
        settings = RunSettings(data=str(self.data.folder))
        _, results = bench.run([model], self.data.scidocs, settings=settings)
        columns, partial = columns_by_system(results), partial_columns(results)
        (system,) = columns
        return resolved(f"{SCIDOCS} average", columns[system], partial.get(system, {}))


def _before(row: TableRow) -> list[TableRow]:
    """Return the row that it begins from, if it does."""
    return [all_rows()[row.start]] if row.start else []


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
    return [*(each for first in _before(row) for each in _absent(first, data)), *data.absent(row)]


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
        "base_here": _columns(found.base_scores, found.base_scidocs),
        "rows": [{**to_json(row), "here": _columns(row.scores, row.scidocs)} for row in found.rows],
        "notes": list(notes(found)),
    }


def _columns(scores: Mapping[str, SetScore], scidocs: Average | None) -> dict[str, float | int | None]:
    mean, iclr = beir_mean(scores), iclr_score(scores)
    return {
        "beir": mean[0] if mean else None,
        "beir_collections": mean[1] if mean else 0,
        "scidocs": scidocs.so_far if scidocs else None,
        "scidocs_columns": scidocs.n if scidocs else 0,
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
            ("base", *_cells(None, found.base_scores, found.base_scidocs, names)),
            *((row.name, *_cells(row, row.scores, row.scidocs, names)) for row in found.rows),
        ),
        tuple(notes(found)),
    )


def _cells(
    row: RowOutcome | None,
    scores: Mapping[str, SetScore],
    scidocs: Average | None,
    names: Sequence[str],
) -> list[Cell]:
    published = row.published if row is not None else Published()
    here = "" if row is None or row.state == "trained" else row.state
    mean, iclr = beir_mean(scores), iclr_score(scores)
    return [
        _reported(row, published.beir, 3),
        f"{mean[0]:.3f} ({mean[1]} of {len(BEIR)})" if mean else here,
        _reported(row, published.scidocs, 2),
        f"{scidocs.so_far:.2f} ({scidocs.n} of {scidocs.of})" if scidocs and scidocs.n else here,
        _reported(row, published.iclr, 3),
        score_cell(iclr) if iclr else here,
        *(score_cell(scores[name]) if name in scores else here for name in names),
    ]


def _reported(row: RowOutcome | None, value: float | None, digits: int) -> str:
    """Return what the paper reports of a row; nothing of the base, which is no row of it."""
    if row is None:
        return ""
    return UNKNOWN if value is None else f"{value:.{digits}f}"


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
    if found.base_scidocs is None:
        yield "SciDocs' own files (paper_metadata_*.json) are not here: that column stays empty."
    elif found.base_scidocs.missing:
        yield f"SciDocs' average lacks {', '.join(found.base_scidocs.missing)}."
    yield "The published values of single collections are not known here, only the means."
    sources = dict.fromkeys(row.published.source for row in found.rows if row.published.source)
    yield from (f"Published: {source}." for source in sources)
    yield (
        "A query never finds its own document here. The paper's code let it, which very likely lowers the "
        "published BEIR by ArguAna."
    )
    for row in found.rows:
        if row.state != "trained":
            yield f"{row.name}: {row.state}. {row.reason}"
        elif row.replaced:
            yield f"{row.name}: not the paper's data, but {', '.join(row.replaced)}."
