"""What the training pages show, as plain data: runs, estimates, comparisons, models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.training.words import duration, figure, interval_text, p_text, signed
from assay_desktop.widgets.rows import Column

if TYPE_CHECKING:
    from assay.registry import Card
    from assay.workspace.run_list import RunSummary

RunState: TypeAlias = Literal[
    "starting",
    "running",
    "paused",
    "finished",
    "stopped",
    "cancelled",
    "failed",
    "interrupted",
    "damaged",
]
TONES: Final[Mapping[str, str]] = {
    "starting": "accent",
    "running": "accent",
    "paused": "warning",
    "finished": "grade2",
    "stopped": "grade2",
    "cancelled": "faint",
    "failed": "danger",
    "interrupted": "warning",
    "damaged": "danger",
}
AT_WORK: Final = frozenset({"starting", "running", "paused"})
RESUMABLE: Final = frozenset({"cancelled", "failed", "interrupted"})
TRAINED: Final = frozenset({"finished", "stopped"})


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in the list. `share` is 0..1 of its present stage."""

    folder: Path
    name: str
    state: RunState
    update: int = 0
    updates: int = 0
    changed: str = ""
    reason: str = ""

    @property
    def key(self) -> str:
        return str(self.folder)

    @property
    def share(self) -> float:
        if self.state in TRAINED:
            return 1.0
        return min(1.0, self.update / self.updates) if self.updates else 0.0


def run_row(run: RunSummary) -> RunRow:
    return RunRow(run.run, run.name, run.state, run.update, run.updates, run.changed, run.reason)


def state_words(state: str) -> str:
    """What a person reads of a run's state."""
    words = {
        "starting": _tr("starting"),
        "running": _tr("running"),
        "paused": _tr("paused"),
        "finished": _tr("finished"),
        "stopped": _tr("finished early"),
        "cancelled": _tr("cancelled"),
        "failed": _tr("failed"),
        "interrupted": _tr("interrupted"),
        "damaged": _tr("damaged"),
    }
    return words[state]


# -- estimates --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ObjectiveFacts:
    """One objective of one stage, as a dry run found it."""

    stage: str
    name: str
    kind: str
    n_train: int
    n_validation: int
    left_out: Mapping[str, int]
    epochs: float
    tokens: float
    examples: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class Preflight:
    """What `assay train --dry-run --json` answers."""

    base: str
    parameters: int
    dim: int
    device: str
    precision: str
    seconds: float
    memory_bytes: int
    worst_memory_bytes: int
    stages: tuple[tuple[str, int, int, float], ...]  # name, updates, examples an update, seconds
    objectives: tuple[ObjectiveFacts, ...]
    notes: tuple[str, ...]


def preflight_of(answer: Mapping[str, Any]) -> Preflight:
    """Raises KeyError, TypeError or ValueError for an answer of another shape."""
    return Preflight(
        base=str(answer["base"]),
        parameters=int(answer["parameters"]),
        dim=int(answer["dim"]),
        device=str(answer["device"]),
        precision=str(answer["precision"]),
        seconds=float(answer["seconds"]),
        memory_bytes=int(answer["memory_bytes"]),
        worst_memory_bytes=int(answer["worst_memory_bytes"]),
        stages=tuple(
            (str(row["name"]), int(row["updates"]), int(row["examples_per_update"]), float(row["seconds"]))
            for row in answer["stages"]
        ),
        objectives=tuple(
            ObjectiveFacts(
                stage=str(stage["name"]),
                name=str(row["name"]),
                kind=str(row["kind"]),
                n_train=int(row["n_train"]),
                n_validation=int(row["n_validation"]),
                left_out={str(why): int(n) for why, n in row["left_out"].items()},
                epochs=float(row["epochs"]),
                tokens=float(row["tokens_per_example"]),
                examples=tuple(row["examples"]),
            )
            for stage in answer["stages"]
            for row in stage["objectives"]
        ),
        notes=tuple(str(note) for note in answer["notes"]),
    )


def objective_columns() -> list[Column]:
    """Of the table of a preflight."""
    return [
        Column(_tr("Objective"), lambda row: row.name, number=False),
        Column(_tr("Train"), lambda row: f"{row.n_train:,}", lambda row: row.n_train),
        Column(_tr("Held out"), lambda row: f"{row.n_validation:,}", lambda row: row.n_validation),
        Column(_tr("Left out"), lambda row: f"{sum(row.left_out.values()):,}"),
        Column(_tr("Epochs"), lambda row: f"{row.epochs:.2f}", lambda row: row.epochs),
        Column(_tr("Tokens"), lambda row: f"{row.tokens:,.0f}", hint=_tr("of an example's three texts")),
    ]


# -- comparisons ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One measure of two models; difference, interval and p are None where nothing was tested."""

    measure: str
    old: float | None
    new: float | None
    difference: float | None = None
    interval: tuple[float, float] | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A model beside another on one test set."""

    test_set: str
    model: str
    against: str
    n_queries: int
    n_papers: int
    rows: tuple[MeasureRow, ...]
    wins: int
    losses: int
    ties: int
    notes: tuple[str, ...]
    created: str = ""


def compared_of(answer: Mapping[str, Any]) -> Compared:
    """Of what `assay model evaluate --json` answers. Raises KeyError, TypeError or ValueError."""
    tested = {row["measure"]: row for row in answer["comparisons"]}
    first = answer["comparisons"][0]
    old, new = answer["against"]["mean"], answer["model"]["mean"]
    rows = [
        _measure_row(name, old.get(name), value, tested.get(name))
        for name, value in new.items()
        if not name.startswith("Judged")
    ]
    if answer.get("condensed"):
        one = answer["condensed"]
        name = _tr("{0}, judged papers alone").format(one["measure"])
        rows.append(_measure_row(name, one["mean_a"], one["mean_b"], one))
    rows.append(MeasureRow("Judged@10", answer["against"]["judged_at_10"], answer["model"]["judged_at_10"]))
    return Compared(
        test_set=str(answer["test_set"]),
        model=str(answer["model"]["model"]),
        against=str(answer["against"]["model"]),
        n_queries=int(answer["n_queries"]),
        n_papers=int(answer["n_papers"]),
        rows=tuple(rows),
        wins=int(first["wins"]),
        losses=int(first["losses"]),
        ties=int(first["ties"]),
        notes=tuple(map(str, answer["notes"])),
        created=str(answer["created"]),
    )


def kept_of(model: str, score: Mapping[str, Any]) -> Compared:
    """Of what a card keeps of a comparison: one measure was tested. Raises as `compared_of` does."""
    low, high = score["interval"]
    rows = [
        MeasureRow(
            name,
            score["mean_against"].get(name),
            value,
            *(
                (float(score["difference"]), (float(low), float(high)), float(score["p_randomisation"]))
                if name == score["measure"]
                else (None, None, None)
            ),
        )
        for name, value in score["mean"].items()
        if not name.startswith("Judged")
    ]
    rows.append(MeasureRow("Judged@10", score["judged_at_10_against"], score["judged_at_10"]))
    return Compared(
        test_set=str(score["test_set"]),
        model=model,
        against=str(score["against"]),
        n_queries=int(score["n_queries"]),
        n_papers=int(score["n_papers"]),
        rows=tuple(rows),
        wins=int(score["wins"]),
        losses=int(score["losses"]),
        ties=int(score["ties"]),
        notes=tuple(map(str, score["notes"])),
        created=str(score["created"]),
    )


def _measure_row(name: str, old: Any, new: Any, tested: Mapping[str, Any] | None) -> MeasureRow:
    if tested is None:
        return MeasureRow(name, old, new)
    interval = (float(tested["ci_low"]), float(tested["ci_high"]))
    return MeasureRow(name, old, new, float(tested["difference"]), interval, float(tested["p_randomisation"]))


def measure_columns(compared: Compared) -> list[Column]:
    """measure | old | new | difference | interval | p."""
    return [
        Column(_tr("Measure"), lambda row: row.measure, number=False),
        Column(_tr("current"), lambda row: figure(row.old), hint=compared.against),
        Column(_tr("new"), lambda row: figure(row.new), hint=compared.model),
        Column(_tr("difference"), lambda row: signed(row.difference)),
        Column(_tr("95 % interval"), lambda row: interval_text(row.interval)),
        Column(_tr("p"), lambda row: p_text(row.p), hint=_tr("Paired randomisation test, two-sided")),
    ]


def verdict(compared: Compared) -> str:
    """What the first measure says, in a sentence: no more than the test allows."""
    first = next((row for row in compared.rows if row.p is not None), None)
    if first is None or first.p is None or first.difference is None:
        return ""
    if first.p >= 0.05:
        return _tr("No difference beyond chance in {0} over {1} queries (p = {2}).").format(
            first.measure, f"{compared.n_queries:,}", p_text(first.p)
        )
    better = _tr("better") if first.difference > 0 else _tr("worse")
    return _tr("The new model is {0} in {1}: {2} over {3} queries, p {4}.").format(
        better,
        first.measure,
        signed(first.difference),
        f"{compared.n_queries:,}",
        p_text(first.p) if first.p < 0.001 else f"= {p_text(first.p)}",
    )


# -- models -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shelf:
    """The trained models, and what the library uses and used."""

    cards: tuple[Card, ...]
    in_use: str
    before: tuple[str, ...]  # the latest last
    campaigns: tuple[str, ...]  # that a model can be measured on


def model_columns(in_use: str) -> list[Column]:
    """Of the table of models."""
    return [
        Column(_tr("Model"), lambda card: card.name, number=False),
        Column(_tr("Id"), lambda card: card.model_id, number=False),
        Column("", lambda card: _mark(card, in_use), number=False),
        Column(_tr("Trained"), lambda card: card.created[:16].replace("T", " "), number=False),
        Column(_tr("From"), lambda card: Path(str(card.base.get("id", ""))).name, number=False),
        Column(_tr("Dimensions"), lambda card: f"{card.dim:,}" if card.dim else "", lambda card: card.dim),
        Column(_tr("Last score"), last_score, number=False),
    ]


def _mark(card: Card, in_use: str) -> str:
    if card.damage:
        return _tr("damaged")
    return _tr("in use") if card.model_id == in_use else ""


def last_score(card: Card) -> str:
    """ "nDCG@10 0.447 (+0.035)", of the comparison made last."""
    found = [kept for score in card.scores.values() if (kept := read_kept(card.model_id, score)) is not None]
    if not found:
        return ""
    latest = max(found, key=lambda each: each.created)
    first = next((row for row in latest.rows if row.p is not None), None)
    return "" if first is None else f"{first.measure} {figure(first.new)} ({signed(first.difference)})"


def read_kept(model: str, score: object) -> Compared | None:
    """A comparison that a card keeps, or None where another program put something else there."""
    if not isinstance(score, Mapping):
        return None
    try:
        return kept_of(model, score)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def card_facts(card: Card) -> Sequence[tuple[str, str]]:
    """(name, value) in the order of reading, without what is not known."""
    rows = [
        (_tr("Id"), card.model_id),
        (_tr("Trained"), card.created.replace("T", " ")),
        (_tr("From"), str(card.base.get("id", ""))),
        (_tr("Vectors"), _tr("{0} dimensions").format(f"{card.dim:,}") if card.dim else ""),
        (_tr("Texts"), _tr("{0} wordpieces").format(f"{card.max_length:,}") if card.max_length else ""),
        (_tr("Parameters"), f"{card.parameters:,}" if card.parameters else ""),
        (_tr("Time"), duration(card.seconds) if card.seconds else ""),
        (_tr("Device"), " · ".join(filter(None, (card.device, card.precision)))),
        (_tr("Seed"), str(card.seed) if card.device else ""),
        (_tr("Fingerprint"), card.fingerprint[:16]),
        (_tr("Versions"), ", ".join(f"{name} {version}" for name, version in card.versions.items())),
    ]
    for row in card.data:
        words = _tr("{0} examples, {1} held out").format(
            f"{int(row.get('n_train') or 0):,}", f"{int(row.get('n_validation') or 0):,}"
        )
        rows.append((str(row.get("name", "")), words))
    for row in card.stages:
        best = row.get("best_validation")
        loss = _tr(", best validation {0}").format(f"{best:.4f}") if isinstance(best, float) else ""
        rows.append((str(row.get("name", "")), _tr("{0} updates").format(row.get("updates")) + loss))
    return [(name, value) for name, value in rows if value]


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
