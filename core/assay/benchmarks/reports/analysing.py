"""What a run's scores say together: which tasks go together, what few examples give, what quality costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from assay.benchmarks.analyses import (
    Correlations,
    CostRow,
    Curve,
    Model,
    Setting,
    cost_table,
    few_shot_curves,
    setting_of,
    task_correlations,
)
from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import systems_of
from assay.benchmarks.tasks import TaskScore
from assay.errors import EvaluationError
from assay.evaluation.plain import Plain
from assay.table import Cell, Sheet


@dataclass(frozen=True, slots=True)
class Analyses(Plain):
    """`correlations` is None for fewer than three systems with scores; `why_not` says so.

    A score of `cost` is the mean over the columns that all systems have which encode anything.
    """

    correlations: Correlations | None
    why_not: str
    curves: tuple[Curve, ...]
    cost: tuple[CostRow, ...]
    n_columns: int  # behind the scores of `cost`


def analyse_results(results: Sequence[TaskResult], *, ensembles: Sequence[str] = ()) -> Analyses:
    """Of the results of any number of systems; `ensembles` are left out of the correlations."""
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
        {system: [_score(each) for each in scored if each.system == system] for system in columns}
    )
    return Analyses(correlations, why_not, curves, cost, len(shared))


def correlation_sheet(found: Correlations) -> Sheet:
    """Pearson's r of every two columns."""
    rows = tuple((name, *values) for name, values in zip(found.columns, found.r, strict=True))
    fewest, most = found.range_n
    told = f"{fewest} to {most}" if fewest < most else f"{most}"
    notes = [f"Pearson's r of two tasks over the {told} systems that have both: {', '.join(found.models)}."]
    if any(r is None for row in found.r for r in row):
        notes.append("Empty: fewer than three systems with different scores have both, or one does not vary.")
    if fewest < 10:
        notes.append("Over so few systems a high r is easily had by chance.")
    notes += [f"Left out as ensembles: {', '.join(found.excluded)}."] if found.excluded else []
    return Sheet("Tasks by tasks", ("Task", *found.columns), rows, tuple(notes))


def curves_sheet(found: Sequence[Curve]) -> Sheet:
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
    return Sheet("Few-shot curves", headings, tuple(rows), notes)


def _by_size(setting: Setting) -> tuple[int, int]:
    size, trainings = setting
    return size, trainings or 0


def _examples(setting: Setting) -> str:
    size, trainings = setting
    return f"{size} examples" + (f", {trainings} trainings" if trainings else "")


def cost_sheet(found: Analyses) -> Sheet:
    """A row a system: its score beside what encoding took."""
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
    told = (
        f"{over} Seconds are of all papers that this machine has encoded with the model so far; of results "
        "of earlier programs the median over the tasks for which texts were encoded."
    )
    notes = [told]
    unknown = [row.model.name for row in found.cost if row.model.seconds is None]
    if unknown:
        notes.append(
            f"{', '.join(unknown)}: the vectors were kept by an earlier program, without the time that they "
            "took. `assay model speed` times a model on sample papers."
        )
    return Sheet("Cost against quality", headings, rows, tuple(notes))


def _measured(model: Model) -> str:
    if model.seconds is None:
        return ""
    return f"when encoded, on {model.measured}" if model.measured else "when encoded"


def _columns(scored: Sequence[TaskResult]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {system: {} for system in systems_of(scored)}
    for each in scored:
        several = len(each.values) > 1
        for metric, value in each.values.items():
            found[each.system][f"{each.name} {metric}" if several else each.name] = value
    return found


def _encodes(result: TaskResult) -> bool:
    """Whether vectors were asked for: precision is that of vectors."""
    return bool(result.cost.encoded or result.cost.pace or result.conditions.precision)


def _model(system: str, score: float | None, results: Sequence[TaskResult]) -> Model:
    """Seconds are of papers alone where they were timed so, else of all that the tasks had to encode."""
    paces = [each.cost.pace for each in results if each.cost.pace is not None]
    known = [(pace.seconds_per_1000, pace.measured) for pace in paces]
    if not known:
        told = ((each.cost.seconds_per_1000, each.created[:10]) for each in results)
        known = [(seconds, day) for seconds, day in told if seconds is not None]
    if not known:
        return Model(system, score, None)
    times, days = zip(*known, strict=True)
    return Model(system, score, median(times), measured=max(days))


def _score(result: TaskResult) -> TaskScore:
    return TaskScore(
        result.name, result.group, result.in_train, result.values, result.complete, result.few_shot
    )
