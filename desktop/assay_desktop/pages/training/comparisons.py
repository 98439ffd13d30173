"""A model compared with a baseline, as a person reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from assay.models.types import ALPHA, ModelComparison, PromotionPlan
from assay.types import Comparison
from assay_desktop.pages.training.improvement_words import Improved
from assay_desktop.pages.training.words import duration, figure, interval_text, p_text, signed
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.widgets.tables.rows import Column

_tr = translator("training")

Tested = ModelComparison | Improved
"""What says how a model does next to the active one."""
_DIGEST: Final = 8  # hexadecimal digits at the end of a trained model's id
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


def measure_rows(found: ModelComparison) -> list[MeasureRow]:
    """Return the clean comparison, then every measure and the condensed one, then what share was judged.

    Where queries were learned from, only the first is of the others, and the rows say of how many they are.
    """
    clean = found.overlap.clean if found.overlap is not None else None
    of_all = _tr("{0}, all {1}") if clean is not None else "{0}"
    tested = {one.measure: one for one in found.comparisons}
    rows = []
    if clean is not None and found.overlap is not None:
        name = _tr("{0}, {1} unseen {1:query|queries}").format(clean.measure, numeral(found.overlap.n_clean))
        rows.append(_tested_row(name, clean))
    for measure, value in found.model.mean.items():
        name = of_all.format(measure, numeral(found.n_queries))
        if measure in tested:
            rows.append(_tested_row(name, tested[measure]))
        elif not measure.startswith("Judged"):
            rows.append(MeasureRow(name, found.against.mean.get(measure), value))
    if found.condensed is not None:
        name = _tr("{0}, judged papers only").format(found.condensed.measure)
        rows.append(_tested_row(name, found.condensed))
    return [*rows, MeasureRow("Judged@10", found.against.judged_at_10, found.model.judged_at_10)]


def warnings_of(found: ModelComparison) -> list[str]:
    """Return what speaks against the whole test."""
    return [*filter(None, (_overlap_words(found), *found.warnings))]


def _overlap_words(found: ModelComparison) -> str:
    """Return which test queries the models were trained on, and how they compare on the others."""
    overlap = found.overlap
    if overlap is None:
        return ""
    trained = ((found.model.model, overlap.n_queries), (found.against.model, overlap.n_against))
    text = _tr("{0} was trained on {1} of the {2} test {2:query|queries}.")
    sentences = [text.format(name, numeral(n), numeral(found.n_queries)) for name, n in trained if n]
    clean, n_clean = overlap.clean, numeral(overlap.n_clean)
    if not overlap.n_clean:
        sentences.append(_tr("None is left, so nothing was tested."))
    elif clean is not None and sentences:
        text = _tr("On the other {0}: {1} {2} (p {3}).")
        difference, p = signed(clean.difference), p_text(clean.p_randomisation)
        sentences.append(text.format(n_clean, clean.measure, difference, p))
    elif sentences:
        sentences.append(_tr("The other {0} are too few to compare.").format(n_clean))
    if overlap.n_chose:
        text = _tr("{0} of the others {0:was|were} used to choose the training step.")
        sentences.append(text.format(numeral(overlap.n_chose)))
    if overlap.n_sharing:
        text = _tr("{0} of the others {0:shares|share} a relevant paper with a training query.")
        sentences.append(text.format(numeral(overlap.n_sharing)))
    return " ".join(sentences)


def _tested_row(name: str, one: Comparison) -> MeasureRow:
    return MeasureRow(
        name, one.mean_a, one.mean_b, one.difference, (one.ci_low, one.ci_high), one.p_randomisation
    )


def measure_columns(compared: ModelComparison) -> list[Column]:
    """measure | the baseline | the model | difference with its interval | p."""
    return [
        Column(_tr("Measure"), lambda row: row.measure, number=False),
        Column(_tr("Baseline"), lambda row: figure(row.old), hint=compared.against.model),
        Column(_tr("Model"), lambda row: figure(row.new), hint=compared.model.model),
        Column(_tr("difference, 95 %"), _change, hint=_tr("With its 95 % interval")),
        Column(_tr("p"), lambda row: p_text(row.p), hint=_tr("Paired randomisation test, two-sided")),
    ]


def kept_columns(in_use: str) -> list[Column]:
    """Of the list of a card's comparisons, each a `ModelComparison`."""

    def against(one: ModelComparison) -> str:
        baseline = one.against.model
        other = baseline not in {in_use, ""} and one.model.model != in_use
        return _tr("{0}, not active").format(_short(baseline)) if other else baseline

    return [
        Column(_tr("On"), lambda one: one.test_set, number=False),
        Column(_tr("Against"), against, number=False),
        Column(_tr("Score"), score_words, number=False),
        Column(_tr("p"), lambda one: p_text(one.decides.p_randomisation)),
    ]


def score_words(one: ModelComparison) -> str:
    """ "nDCG@10 0.447 (+0.035)"."""
    first = one.decides
    return f"{first.measure} {figure(first.mean_b)} ({signed(first.difference)})"


def _short(model: str) -> str:
    """The name in a trained model's id, cut where it is long."""
    name, _dash, digest = model.rpartition("-")
    if name and len(digest) == _DIGEST and set(digest) <= set("0123456789abcdef"):
        model = name
    return model if len(model) <= _TITLE_LETTERS else f"{model[: _TITLE_LETTERS - 1]}…"


def _change(row: MeasureRow) -> str:
    return " ".join(filter(None, (signed(row.difference), interval_text(row.interval))))


def verdict(compared: ModelComparison) -> str:
    """Return in a sentence what the first measure says of queries that neither learned from."""
    score = compared.clean_score
    if score is None:
        return _tr("It was trained on nearly all of these queries, so this says nothing about new ones.")
    first, n = score
    p = first.p_randomisation
    if p >= ALPHA:
        return _tr("No significant difference from {0} in {1} ({2} {2:query|queries}, p = {3}).").format(
            compared.against.model, first.measure, numeral(n), p_text(p)
        )
    better = _tr("better") if first.difference > 0 else _tr("worse")
    return _tr("{0} is {1} than {2} in {3}: {4} over {5} {5:query|queries}, p {6}.").format(
        compared.model.model,
        better,
        compared.against.model,
        first.measure,
        signed(first.difference),
        numeral(n),
        p_text(p) if p < 0.001 else f"= {p_text(p)}",
    )


def promotion_words(plan: PromotionPlan, tested: Tested | None) -> str:
    """Return what a promotion is expected to bring, and what it takes."""
    if not plan.n_papers:
        index = _tr("There are no papers to encode yet.")
    elif plan.n_new:
        index = _tr("{0} of {1} {1:paper|papers} must be encoded: about {2} on this machine.").format(
            numeral(plan.n_new), numeral(plan.n_papers), duration(max(1.0, plan.seconds))
        )
    else:
        index = _tr(
            "{0:The one paper is|All {0} papers are} already encoded with it: its index takes seconds."
        ).format(numeral(plan.n_papers))
    until = _tr("{0} stays active until the new index is ready. You can roll back later.")
    return "\n\n".join((_gain_words(plan.before, tested), index, until.format(plan.before)))


def _gain_words(before: str, tested: Tested | None) -> str:
    line = _tr("{0} against {1}: {2} {3} over {4} {4:query|queries}, p {5}.")
    if isinstance(tested, Improved) and (row := tested.found.searched) is not None:
        words = line.format(
            _tr("nDCG@10 of hybrid search"),
            tested.found.base,
            signed(row.after - row.before),
            interval_text(row.interval),
            numeral(row.n),
            p_text(row.p),
        )
        return f"{words} {tested.verdict}"
    if not isinstance(tested, ModelComparison):
        return _tr("Not compared with {0} yet, so the gain is unknown.").format(before)
    if tested.clean_score is None:
        return _tr("It was trained on nearly all of the compared queries, so the gain is unknown.")
    first, n = tested.clean_score
    words = line.format(
        first.measure,
        tested.against.model,
        signed(first.difference),
        interval_text((first.ci_low, first.ci_high)),
        numeral(n),
        p_text(first.p_randomisation),
    )
    if first.p_randomisation >= ALPHA:
        return f"{words} {_tr('No significant difference.')}"
    return words if first.difference > 0 else f"{words} {_tr('It is significantly worse.')}"
