"""Commands that predict topics, year and score of papers from those of which they are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.cli.app import Json, Report, session
from assay.cli.output import ProgressKind, add_row, plain, table
from assay.codec import Json as JsonObject

if TYPE_CHECKING:
    from assay.prediction.file import Probes
    from assay.prediction.types import Prediction


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    predict = typer.Typer(help="Topics, year and score of papers, predicted.", no_args_is_help=True)
    predict.command("train")(train)
    predict.command("status")(status)
    predict.command("show")(show)
    app.add_typer(predict, name="predict")


def train(context: typer.Context, *, json: Json = False, progress: Report = ProgressKind.AUTO) -> None:
    """Learn from the library's own papers what their vectors say of topics, year and score."""
    from assay.prediction.predictor import Predictions

    current = session(context, json=json)
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        probes = Predictions(workspace).train(progress=report)
    current.output.result(_summary(probes), lambda console: _show_summary(probes, console))


def status(context: typer.Context, *, json: Json = False) -> None:
    """Show what was learned, from how many papers, and how well it does on papers that it did not see."""
    from assay.prediction.predictor import Predictions

    current = session(context, json=json)
    with current.open(create=False) as workspace:
        probes = Predictions(workspace).learned()

    def show_all(console: Console) -> None:
        if probes is None:
            console.print("Nothing was learned yet. To learn: assay predict train")
        else:
            _show_summary(probes, console)

    current.output.result({"learned": None if probes is None else _summary(probes)}, show_all)


def show(
    context: typer.Context,
    doc_id: Annotated[str, typer.Argument(help="A paper's id: `assay search` shows it.")],
    *,
    json: Json = False,
) -> None:
    """Show what is predicted of a paper. One that was learned from is predicted without its own label."""
    from assay.prediction.predictor import Predictions

    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = Predictions(workspace).of(doc_id)
    current.output.result(plain(found), lambda console: _show(found, console))


def _summary(probes: Probes) -> JsonObject:
    """All but the weights."""
    return {
        "model": probes.model,
        "created": probes.created,
        "n_papers": probes.n_papers,
        "labels": {
            key: {"names": list(probe.names), **plain(probe.quality)} for key, probe in probes.labels.items()
        },
        "numbers": {
            key: {"half_width": probe.half_width, **plain(probe.quality)}
            for key, probe in probes.numbers.items()
        },
        "omitted": dict(probes.omitted),
    }


def _show_summary(probes: Probes, console: Console) -> None:
    console.print(f"Learned {probes.created} with {probes.model}; on papers that were not seen:")
    for key, number in probes.numbers.items():
        quality = number.quality
        console.print(
            f"{key}: {quality.n} papers, mean error {quality.mae:.2f} ({quality.mae_of_mean:.2f} by the mean "
            f"alone), tau {quality.tau:.3f}; give or take {number.half_width:.2f} holds for "
            f"{quality.coverage:.0%}"
        )
    for key, labels in probes.labels.items():
        judged = labels.quality
        console.print(
            f"{key}: {judged.n} papers, {len(labels.names)} labels, mean average precision "
            f"{sum(judged.ap) / len(judged.ap):.3f} ({sum(judged.shares) / len(judged.shares):.3f} by "
            f"chance), F1 {judged.f1:.3f}, probabilities {judged.calibration_error:.3f} off"
        )
    for key, reason in probes.omitted.items():
        console.print(f"{key}: not predicted. {reason}")


def _show(found: Prediction, console: Console) -> None:
    if found.state != "ready":
        remedy = "" if found.state == "uncovered" else " To learn: `assay predict train`"
        console.print(f"{found.message}{remedy}", markup=False)
        return
    rows = table("", "#predicted", "#80 % interval", "#known")
    for number in found.numbers:
        digits = 0 if number.key == "year" else 1
        value, low, high = (f"{each:.{digits}f}" for each in (number.value, number.low, number.high))
        known = "" if number.known is None else f"{number.known:.{digits}f}"
        add_row(rows, number.key, value, f"{low} to {high}", known)
    for group in found.labels:
        for label in group.labels:
            add_row(rows, group.key, label.name, f"{label.probability:.0%}", "yes" if label.known else "")
    console.print(rows)
    for omitted in found.omitted:
        console.print(f"{omitted.key}: not predicted. {omitted.reason}")
