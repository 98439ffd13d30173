"""The first paper's tables trained again: each row once, measured on what collections there are."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from assay.errors import AssayError
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
from assay.location import Location
from assay.models.scores import ModelAt, SetScore, rank_with, scores_of
from assay.models.tests import TestSet
from assay.progress import Cancelled, Progress, silent
from assay.training.recipe.recipe import Recipe
from assay.training.runs.events import Tell, quiet
from assay.training_runs.runs import (
    Listen,
    TrainedRun,
    base_folder,
    just_listen,
    trained_once,
)
from assay.types import Run

RowState = Literal["trained", "absent", "failed"]

logger = logging.getLogger(__name__)


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
    updates: int = 0
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
    *,
    scale: Scale,
    out: Path,
    library: Location,
    preset: str = "",
    base: str = "",
    device: str = "auto",
    updates: int = 0,
    add: bool = False,
    tell: Tell = quiet,
    listen: Listen = just_listen,
    progress: Progress = silent,
) -> Replication:
    """Trains the rows of a table in folders of `out`/`scale`, and measures each on the collections.

    `preset` replaces the scale's own; the folder is then called after it too.
    A row whose data are absent, or whose training fails, says so, and the others go on. What is trained or
    ranked already is not again. A stage makes at most `updates` updates; 0 means as many as the scale has. Of
    several processes that train together only the first is given collections. Raises BadInput for an unknown
    table, ModelError for a base that does not load, and Cancelled.
    """
    work = _Replicating(
        data=data,
        scale=scale,
        preset=preset,
        base=base or scale_recipe(scale, preset).base,
        out=out / variant_name(scale, preset),
        sets=list(data.collections.values()),
        library=library,
        device=device,
        updates=updates,
        add=add,
        tell=tell,
        listen=listen,
        progress=progress,
    )
    title, rows = table_title(table), table_rows(table)
    if all(_absent(row, data) for row in rows):
        work.sets.clear()  # there is nothing to lay beside the base
    work.measure_base()
    return Replication(
        table=table,
        title=title,
        scale=scale,
        base=work.base,
        base_scores=scores_of(work.base_runs, work.sets),
        rows=tuple(work.outcome(row) for row in rows),
    )


@dataclass(slots=True, kw_only=True)
class _Replicating:
    """The rows at work: what all of them share."""

    data: ReplicationData
    scale: Scale
    preset: str
    base: str
    out: Path
    sets: list[TestSet]
    library: Location
    device: str
    updates: int
    add: bool
    tell: Tell
    listen: Listen
    progress: Progress
    base_runs: Mapping[str, Run] = field(default_factory=dict)

    def measure_base(self) -> None:
        name = str(base_folder(self.base, folder=self.data.folder) or self.base)
        recipe = scale_recipe(self.scale, self.preset)
        self.base_runs = self._ranked(name, recipe, self.out / "base-scores.json")

    def outcome(self, row: TableRow) -> RowOutcome:
        replaced = tuple(self.data.replaced(row))
        blank = RowOutcome(row.row_id, row.name, "absent", published=row.published, replaced=replaced)
        absent = _absent(row, self.data)
        if absent:
            return replace(blank, reason="; ".join(absent))
        try:
            recipe, done = self._train(row)
            runs = self._ranked(str(done.run / "model"), recipe, done.run / "scores.json")
        except AssayError as error:
            logger.info("row %s of table %d failed: %s", row.row_id, row.table, error)
            return replace(blank, state="failed", reason=str(error))
        return _with_results(blank, done, scores_of(runs, self.sets, base=self.base_runs))

    def _train(self, row: TableRow) -> tuple[Recipe, TrainedRun]:
        """The row's run, after that of the row that it begins from."""
        base = self.base
        if row.start:
            base = str((self._train(all_rows()[row.start])[1].run / "model").resolve())
        recipe = row_recipe(
            row, self.data, scale=self.scale, preset=self.preset, base=base, updates=self.updates
        )
        done = trained_once(
            replace(recipe, device=self.device),
            out=self.out / row.row_id,
            folder=self.data.folder,
            library=self.library,
            add=self.add,
            tell=self.tell,
            listen=self.listen,
        )
        if done.status == "cancelled":
            raise Cancelled
        return recipe, done

    def _ranked(self, model: str, recipe: Recipe, kept: Path) -> dict[str, Run]:
        if not self.sets:
            return {}
        at = ModelAt(model, recipe.max_length, recipe.separator, kept)
        return rank_with(at, self.sets, device=self.device, progress=self.progress)


def variant_name(scale: Scale, preset: str = "") -> str:
    """What a table of this scale, trained by this preset, is called after its number."""
    return f"{scale}-{preset}" if preset else scale


def _absent(row: TableRow, data: ReplicationData) -> list[str]:
    before = _absent(all_rows()[row.start], data) if row.start else []
    return [*before, *data.absent(row)]


def _with_results(blank: RowOutcome, done: TrainedRun, scores: Mapping[str, SetScore]) -> RowOutcome:
    card = done.card or {}
    return replace(
        blank,
        state="trained",
        run=str(done.run),
        model_id=done.model_id,
        updates=sum(stage["updates"] for stage in card.get("stages", ())),
        seconds=float(card.get("seconds", 0.0)),
        scores=scores,
    )
