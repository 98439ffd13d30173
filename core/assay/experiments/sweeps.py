"""A sweep: one training for each share of two objectives, and what each is worth on the test sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.location import Location
from assay.models.scores import MEASURE, ModelAt, SetScore, rank_with, scores_of
from assay.models.tests import TestSet
from assay.progress import Cancelled, Progress, silent
from assay.table import table_line
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.sweep import plan_sweep
from assay.training.runs.events import Tell, quiet
from assay.training_runs.runs import Listen, TrainedRun, base_folder, just_listen, trained_once


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One training of a sweep."""

    share: int  # percent of the first objective
    run: Path
    model_id: str
    validation: Mapping[str, float]  # objective -> its best validation loss in the swept stage
    scores: Mapping[str, SetScore]  # by test set


@dataclass(frozen=True, slots=True)
class Sweep:
    """All trainings of a sweep, and the base that they began from."""

    recipe: str
    stage: str
    first: str
    second: str
    measure: str
    base: Mapping[str, SetScore]
    rows: tuple[SweepRow, ...]


def run_sweep(
    recipe: Recipe,
    shares: Sequence[int],
    *,
    out: Path,
    folder: Path,
    library: Location,
    sets: Sequence[TestSet] = (),
    add: bool = False,
    tell: Tell = quiet,
    listen: Listen = just_listen,
    progress: Progress = silent,
) -> Sweep:
    """Trains what is not trained yet in folders under `out`, and measures every model on the test sets.

    Of several processes that train together only the first is given test sets. Raises Cancelled once a run
    was cancelled; what was finished is found again by the next call.
    """
    plan = plan_sweep(recipe, shares)
    base_name = str(base_folder(recipe.base, folder=folder) or recipe.base)
    base_at = ModelAt(base_name, recipe.max_length, recipe.separator, out / "base-scores.json")
    base_runs = rank_with(base_at, sets, device=recipe.device, progress=progress) if sets else {}
    rows = []
    for swept in plan.recipes:
        place = out / f"share-{swept.share:03d}"
        done = trained_once(
            swept.recipe, out=place, folder=folder, library=library, add=add, tell=tell, listen=listen
        )
        if done.status == "cancelled":
            raise Cancelled
        at = ModelAt(str(place / "model"), recipe.max_length, recipe.separator, place / "scores.json")
        runs = rank_with(at, sets, device=recipe.device, progress=progress) if sets else {}
        rows.append(
            SweepRow(
                swept.share,
                place,
                done.model_id,
                best_losses(done, plan.stage),
                scores_of(runs, sets, base=base_runs),
            )
        )
    return Sweep(
        recipe.name, plan.stage, plan.first, plan.second, MEASURE, scores_of(base_runs, sets), tuple(rows)
    )


def best_losses(done: TrainedRun, stage: str) -> dict[str, float]:
    """objective -> its validation loss at the stage's best update; {} where nothing was held out."""
    stages: Sequence[Mapping[str, Any]] = (done.card or {}).get("stages", [])
    row = next((row for row in stages if row["name"] == stage), None)
    if row is None:
        return {}
    best = [point for point in row["validation_curve"] if point["update"] == row["best_update"]]
    return dict(best[0]["losses"]) if best else {}


def sweep_markdown(sweep: Sweep) -> str:
    """The table of a sweep: a row a share, a column a test set, and the mean over them."""
    sets = list(sweep.base)
    losses = [f"loss {name}" for name in (sweep.first, sweep.second)]
    heading = [f"% {sweep.first}", *sets, *(["mean"] if sets else []), *losses]
    about = (
        f"{sweep.measure}; * where it differs from the base with p < 0.05 (randomisation test). Losses are "
        "of held-out examples."
    )
    lines = [
        f"# {sweep.recipe}: {sweep.first} against {sweep.second}",
        "",
        about,
        "",
        table_line(heading),
        table_line(["---", *["---:"] * (len(heading) - 1)]),
    ]
    if sets:
        base = [f"{sweep.base[name].value:.4f}" for name in sets]
        lines.append(table_line(["base", *base, _mean(sweep.base), *[""] * len(losses)]))
    for row in sweep.rows:
        cells = [score_cell(row.scores[name]) for name in sets]
        shown = [
            f"{row.validation[name]:.4f}" if name in row.validation else ""
            for name in (sweep.first, sweep.second)
        ]
        lines.append(table_line([row.share, *cells, *([_mean(row.scores)] if sets else []), *shown]))
    return "\n".join(lines) + "\n"


def score_cell(score: SetScore) -> str:
    """The value, with a star where it differs from the base's."""
    star = "*" if score.p_randomisation is not None and score.p_randomisation < 0.05 else ""
    return f"{score.value:.4f}{star}"


def _mean(scores: Mapping[str, SetScore]) -> str:
    return f"{sum(score.value for score in scores.values()) / len(scores):.4f}"
