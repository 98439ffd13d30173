"""Commands that predict topics, year and score of papers from those of which they are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, argument, command, command_group
from assay.cli.output import Printed, table

if TYPE_CHECKING:
    from assay.prediction.types import Learned, Prediction


commands = command_group("predict", "Topics, year and score of papers, predicted.")


@command(commands, "train", progress=True)
def train(current: Session) -> None:
    """Learn from the library's own papers what their vectors say of topics, year and score."""
    from assay.prediction.predictor import Predictions

    with current.open() as workspace, current.progress() as report:
        probes = Predictions(workspace).train(progress=report)
    current.answer(probes.learned, _show_learned(probes.learned))


@command(commands, "status")
def status(current: Session) -> None:
    """Show what was learned, from how many papers, and how well it does on papers that it did not see."""
    from assay.prediction.predictor import Predictions

    with current.open() as workspace:
        probes = Predictions(workspace).learned()
    if probes is None:
        current.answer({"learned": None}, "Nothing was learned yet. To learn: assay predict train")
    else:
        current.answer({"learned": probes.learned}, _show_learned(probes.learned))


@command(commands, "show")
def show(
    current: Session, doc_id: Annotated[str, argument("A paper's id: `assay search` shows it.")]
) -> None:
    """Show what is predicted of a paper. One that was learned from is predicted without its own label."""
    from assay.prediction.predictor import Predictions

    with current.open() as workspace:
        found = Predictions(workspace).of(doc_id)
    current.answer(found, _show(found))


def _show_learned(learned: Learned) -> Iterator[Printed]:
    yield f"Learned {learned.created} with {learned.model}; on papers that were not seen:"
    for key, quality in learned.numbers.items():
        yield (
            f"{key}: {quality.n} papers, mean error {quality.mae:.2f} ({quality.mae_of_mean:.2f} by the mean "
            f"alone), tau {quality.tau:.3f}; give or take {quality.half_width:.2f} holds for "
            f"{quality.coverage:.0%}"
        )
    for key, judged in learned.labels.items():
        yield (
            f"{key}: {judged.n} papers, {len(judged.names)} labels, mean average precision "
            f"{sum(judged.ap) / len(judged.ap):.3f} ({sum(judged.shares) / len(judged.shares):.3f} by "
            f"chance), F1 {judged.f1:.3f}, probabilities {judged.calibration_error:.3f} off"
        )
    for key, reason in learned.omitted.items():
        yield f"{key}: not predicted. {reason}"


def _show(found: Prediction) -> Iterator[Printed]:
    if found.state != "ready":
        remedy = "" if found.state == "uncovered" else " To learn: `assay predict train`"
        yield f"{found.message}{remedy}"
        return
    rows = []
    for number in found.numbers:
        digits = 0 if number.key == "year" else 1
        value, low, high = (f"{each:.{digits}f}" for each in (number.value, number.low, number.high))
        known = "" if number.known is None else f"{number.known:.{digits}f}"
        rows.append((number.key, value, f"{low} to {high}", known))
    for labels in found.labels:
        rows += [
            (labels.key, label.name, f"{label.probability:.0%}", "yes" if label.known else "")
            for label in labels.labels
        ]
    yield table(("", "#predicted", "#80 % interval", "#known"), rows)
    for omitted in found.omitted:
        yield f"{omitted.key}: not predicted. {omitted.reason}"
