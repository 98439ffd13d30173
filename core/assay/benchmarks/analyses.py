"""What the scores of several systems say together: correlations, few-shot curves, cost."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median

import numpy as np

from assay.benchmarks.results import TaskResult, systems_of
from assay.benchmarks.tasks.score import TaskScore
from assay.benchmarks.types import Analyses, Correlations, CostRow, Curve, Model, Point, Setting, setting_of
from assay.errors import EvaluationError
from assay.table import Cell, Table

FEWEST = 3
"""Models of different scores below which a correlation says nothing: two are always on a line."""


def task_correlations(
    scores: Mapping[str, Mapping[str, float]], *, ensembles: Collection[str] = ()
) -> Correlations:
    """Correlate the columns of model -> column -> value. Columns stand in the order in which they appear.

    Raises EvaluationError where fewer than three models are left without the ensembles.
    """
    models = tuple(name for name in scores if name not in ensembles)
    if len(models) < FEWEST:
        raise EvaluationError(
            "There are {0} models that are not ensembles. Task correlation needs at least three; score "
            "others too.",
            len(models),
        )
    columns = tuple(dict.fromkeys(column for name in models for column in scores[name]))
    table = np.array(
        [[scores[name].get(column, np.nan) for column in columns] for name in models], dtype=np.float64
    ).reshape(len(models), len(columns))
    there = np.isfinite(table)
    n = (there.T.astype(np.int64) @ there.astype(np.int64)).tolist()
    return Correlations(
        columns=columns,
        models=models,
        excluded=tuple(name for name in scores if name in ensembles),
        r=tuple(
            tuple(_pearson(table[:, i], table[:, j]) for j in range(len(columns)))
            for i in range(len(columns))
        ),
        n=tuple(map(tuple, n)),
    )


def _pearson(one: np.ndarray, other: np.ndarray) -> float | None:
    both = np.isfinite(one) & np.isfinite(other)
    if len({*zip(one[both].tolist(), other[both].tolist(), strict=True)}) < FEWEST:
        return None  # models of the same vectors have the same scores, and are one model
    x, y = (side[both] - side[both].mean() for side in (one, other))
    spread = float(np.sqrt((x**2).sum() * (y**2).sum()))
    # Of equal numbers the deviations are rounding errors, of which a correlation could be anything.
    if min(float(np.abs(x).max()), float(np.abs(y).max())) <= 1e-12 * float(
        max(np.abs(one[both]).max(), np.abs(other[both]).max(), 1.0)
    ):
        return None
    return float(np.clip((x * y).sum() / spread, -1.0, 1.0))


def cost_table(models: Iterable[Model]) -> tuple[CostRow, ...]:
    """Return the models with what they cost, the best first; those without a score last, in the order given.

    Raises EvaluationError for two models of one name, and a number that is not finite or a time below 0.
    """
    rows = list(models)
    _check(rows)
    fastest = min((one.seconds for one in rows if one.seconds is not None), default=None)
    best = max((one.score for one in rows if one.score is not None), default=None)
    found = [
        CostRow(
            one,
            tuple(other.name for other in rows if _beats(other, one)),
            one.seconds / fastest if one.seconds is not None and fastest else None,
            best - one.score if one.score is not None and best is not None else None,
        )
        for one in rows
    ]
    return tuple(sorted(found, key=lambda row: math.inf if row.behind is None else row.behind))


def _beats(other: Model, one: Model) -> bool:
    if one.score is None or one.seconds is None or other.score is None or other.seconds is None:
        return False
    gain, saving = other.score - one.score, one.seconds - other.seconds
    return min(gain, saving) >= 0 and max(gain, saving) > 0


def _check(models: list[Model]) -> None:
    seen: set[str] = set()
    for one in models:
        if one.name in seen:
            raise EvaluationError("Two models are called {0}. Rename one.", f"{one.name!r:.60}")
        seen.add(one.name)
        for what, value in (("score", one.score), ("time", one.seconds)):
            if value is not None and not math.isfinite(value):
                raise EvaluationError("The {0} of {1} is {2}. Measure it again.", what, one.name, value)
        if one.seconds is not None and one.seconds < 0:
            raise EvaluationError("{0} took {1} seconds. Measure it again.", one.name, f"{one.seconds:g}")


def few_shot_curves(
    scores: Mapping[str, Sequence[TaskScore | TaskResult]], *, per_label: frozenset[str] = frozenset()
) -> tuple[Curve, ...]:
    """Return a curve for each model -> task -> metric scored in few-shot trainings, in the given order.

    `per_label` names the tasks of several labels, whose sizes are examples of each label and not in all.
    """
    curves = []
    for model, tasks in scores.items():
        for score in tasks:
            trained = [few for few in score.few_shot if few.scored]
            if not trained:
                continue
            trained.sort(key=lambda few: (few.sample_size, few.iterations))
            for metric, value in score.values.items():
                few = [Point(each.sample_size, each.values[metric], each.iterations) for each in trained]
                points = (*few, Point(None, score.complete[metric], 1))
                curves.append(Curve(model, score.task, metric, score.task in per_label, points, value))
    return tuple(curves)


def analyse_results(results: Sequence[TaskResult], *, ensembles: Sequence[str] = ()) -> Analyses:
    """Analyse the results of any number of systems; `ensembles` are left out of the correlations."""
    scored = [each for each in results if each.scored]
    columns = _columns(scored)
    correlations, why_not = None, ""
    try:
        correlations = task_correlations(columns, ensembles=ensembles)
    except EvaluationError as error:
        why_not = str(error)
    models = [system for system in columns if any(_encodes(each) for each in scored if each.system == system)]
    shared = [
        column
        for column in (columns[models[0]] if models else ())
        if all(column in columns[system] for system in models)
    ]
    cost = cost_table(
        _model(
            system,
            fmean(columns[system][column] for column in shared) if shared else None,
            [each for each in scored if each.system == system],
        )
        for system in models
    )
    curves = few_shot_curves(
        {
            system: [replace(each, task=each.name) for each in scored if each.system == system]
            for system in columns
        }
    )
    return Analyses(correlations, why_not, curves, cost, len(shared))


def correlation_sheet(found: Correlations) -> Table:
    """Pearson's r of every two columns."""
    rows = tuple((name, *values) for name, values in zip(found.columns, found.r, strict=True))
    fewest, most = found.range_n
    span = f"{fewest} to {most}" if fewest < most else f"{most}"
    notes = [f"Pearson's r of two tasks over the {span} systems that have both: {', '.join(found.models)}."]
    if any(r is None for row in found.r for r in row):
        notes.append("Empty: fewer than three systems with different scores have both, or one does not vary.")
    if fewest < 10:
        notes.append("With so few systems, a high r may be chance.")
    notes += [f"Left out as ensembles: {', '.join(found.excluded)}."] if found.excluded else []
    return Table("Task correlation", ("Task", *found.columns), rows, tuple(notes))


def curves_sheet(found: Sequence[Curve]) -> Table:
    """A row a system, task and metric; a column a number of examples, a setting where a size has several."""
    places = [{setting_of(point, found): point.value for point in curve.points} for curve in found]
    settings = sorted({each for own in places for each in own if each is not None}, key=_by_size)
    rows: list[tuple[Cell, ...]] = []
    for curve, values in zip(found, places, strict=True):
        rows.append(
            (curve.task, curve.metric, curve.model, *(values.get(each) for each in settings),
             values.get(None), curve.average)
        )  # fmt: skip
    headings = ("Task", "Measure", "System", *map(_examples, settings), "all", "mean, as published")
    notes = ("Examples are those of a training in all; of a task of several labels they are of each label.",)
    return Table("Few-shot curves", headings, tuple(rows), notes)


def _by_size(setting: Setting) -> tuple[int, int]:
    size, trainings = setting
    return size, trainings or 0


def _examples(setting: Setting) -> str:
    size, trainings = setting
    return f"{size} examples" + (f", {trainings} trainings" if trainings else "")


def cost_sheet(found: Analyses) -> Table:
    """Return a row a system: its score next to what encoding took."""
    rows = tuple(
        (
            row.model.name,
            row.model.score,
            row.model.seconds,
            _measured(row.model),
            row.slower,
            "yes" if row.worth_its_cost else f"beaten by {', '.join(row.beaten_by)}" if row.beaten_by else "",
        )
        for row in found.cost
    )
    headings = (
        "System", "Mean score", "Seconds per 1,000 papers", "Measured", "Times the fastest", "Worth its cost",
    )  # fmt: skip
    over = f"Scores are the mean over the {found.n_columns} columns that all of these have."
    notes = [f"{over} Seconds are of all papers that this machine has encoded with the model so far."]
    unknown = [row.model.name for row in found.cost if row.model.seconds is None]
    if unknown:
        notes.append(f"{', '.join(unknown)}: the vectors are kept without the time that they took.")
    return Table("Cost against quality", headings, rows, tuple(notes))


def _measured(model: Model) -> str:
    return f"when encoded, on {model.measured}" if model.measured else ""


def _columns(scored: Sequence[TaskResult]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {system: {} for system in systems_of(scored)}
    for each in scored:
        several = len(each.values) > 1
        for metric, value in each.values.items():
            found[each.system][f"{each.name} {metric}" if several else each.name] = value
    return found


def _encodes(result: TaskResult) -> bool:
    """Return whether vectors were asked for: precision is that of vectors."""
    return bool(result.conditions.precision)


def _model(system: str, score: float | None, results: Sequence[TaskResult]) -> Model:
    paces = [each.cost.pace for each in results if each.cost.pace is not None]
    if not paces:
        return Model(system, score, None)
    seconds = median(pace.seconds_per_1000 for pace in paces)
    return Model(system, score, seconds, measured=max(pace.measured for pace in paces))
