"""A model measured beside another: as a job answers it, as a card keeps it, and as a person reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.training.words import figure, interval_text, p_text, signed
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.tables.rows import Column

_TRAINED: Final = re.compile(r".+-[0-9a-f]{8}")
_TITLE_LETTERS: Final = 20  # of a model's id over a column: the packaged model's whole


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
    warnings: tuple[str, ...] = ()  # why the figures may be no test at all

    @property
    def decides(self) -> MeasureRow | None:
        """The measure that was tested first."""
        return next((row for row in self.rows if row.p is not None), None)


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
    learnt = answer.get("learnt") or {}
    if learnt.get("left"):
        one = learnt["left"]
        rows.append(_measure_row(_left_words(one, learnt), one["mean_a"], one["mean_b"], one))
    rows.append(MeasureRow("Judged@10", answer["against"]["judged_at_10"], answer["model"]["judged_at_10"]))
    warnings, notes = _parted(answer["notes"], learnt)
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
        notes=notes,
        created=str(answer["created"]),
        warnings=warnings,
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
    learnt = score.get("learnt") or {}
    if learnt.get("left"):
        one = learnt["left"]
        left, right = one["interval"]
        rows.append(
            MeasureRow(
                _left_words(one, learnt),
                None,
                None,
                float(one["difference"]),
                (float(left), float(right)),
                float(one["p_randomisation"]),
            )
        )
    rows.append(MeasureRow("Judged@10", score["judged_at_10_against"], score["judged_at_10"]))
    warnings, notes = _parted(score["notes"], learnt)
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
        notes=notes,
        created=str(score["created"]),
        warnings=warnings,
    )


def read_kept(model: str, score: object) -> Compared | None:
    """A comparison that a card keeps, or None where another program put something else there."""
    if not isinstance(score, Mapping):
        return None
    try:
        return kept_of(model, score)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _left_words(one: Mapping[str, Any], learnt: Mapping[str, Any]) -> str:
    return _tr("{0} on the {1} left").format(one["measure"], numeral(int(learnt["n_left"])))


def _parted(notes: Sequence[Any], learnt: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(warnings, notes): what speaks against the whole test, and what is good to know."""
    said = [str(note) for note in notes]
    grave = [note for note in said if "this is no test" in note]
    warning = str(learnt.get("warning") or "")
    return tuple(filter(None, (warning, *grave))), tuple(note for note in said if note not in grave)


def _measure_row(name: str, old: Any, new: Any, tested: Mapping[str, Any] | None) -> MeasureRow:
    if tested is None:
        return MeasureRow(name, old, new)
    interval = (float(tested["ci_low"]), float(tested["ci_high"]))
    return MeasureRow(name, old, new, float(tested["difference"]), interval, float(tested["p_randomisation"]))


def measure_columns(compared: Compared) -> list[Column]:
    """measure | the other model | the model | difference with its interval | p."""
    return [
        Column(_tr("Measure"), lambda row: row.measure, number=False),
        Column(_short(compared.against), lambda row: figure(row.old), hint=compared.against),
        Column(_short(compared.model), lambda row: figure(row.new), hint=compared.model),
        Column(_tr("difference, 95 %"), _change, hint=_tr("With its 95 % interval")),
        Column(_tr("p"), lambda row: p_text(row.p), hint=_tr("Paired randomisation test, two-sided")),
    ]


def kept_columns(in_use: str) -> list[Column]:
    """Of the list of a card's comparisons, each a `Compared`."""

    def against(one: Compared) -> str:
        other = one.against not in {in_use, ""} and one.model != in_use
        return _tr("{0}, not in use").format(_short(one.against)) if other else one.against

    return [
        Column(_tr("On"), lambda one: one.test_set, number=False),
        Column(_tr("Against"), against, number=False),
        Column(_tr("Score"), score_words, number=False),
        Column(_tr("p"), lambda one: p_text(None if one.decides is None else one.decides.p)),
    ]


def newest_first(found: Sequence[Compared]) -> list[Compared]:
    return sorted(found, key=lambda one: one.created, reverse=True)


def score_words(one: Compared) -> str:
    """ "nDCG@10 0.447 (+0.035)"."""
    first = one.decides
    return "" if first is None else f"{first.measure} {figure(first.new)} ({signed(first.difference)})"


def _short(model: str) -> str:
    """The end of a trained model's id, as the list of models shows it; the beginning of another name."""
    if _TRAINED.fullmatch(model):
        return model[-8:]
    return model if len(model) <= _TITLE_LETTERS else f"{model[: _TITLE_LETTERS - 1]}…"


def _change(row: MeasureRow) -> str:
    return " ".join(filter(None, (signed(row.difference), interval_text(row.interval))))


def verdict(compared: Compared) -> str:
    """What the first measure says, in a sentence: no more than the test allows."""
    first = compared.decides
    if first is None or first.p is None or first.difference is None:
        return ""
    if first.p >= 0.05:
        return _tr("No difference to {0} beyond chance in {1} over {2} queries (p = {3}).").format(
            compared.against, first.measure, numeral(compared.n_queries), p_text(first.p)
        )
    better = _tr("better") if first.difference > 0 else _tr("worse")
    return _tr("{0} is {1} than {2} in {3}: {4} over {5} queries, p {6}.").format(
        compared.model,
        better,
        compared.against,
        first.measure,
        signed(first.difference),
        numeral(compared.n_queries),
        p_text(first.p) if first.p < 0.001 else f"= {p_text(first.p)}",
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
