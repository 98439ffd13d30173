"""Search improved from judgements: what a person reads of it, and what a model's card keeps of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.codec import from_json
from assay.errors import BadInput
from assay.query_tuning.types import SCORE, ImproveReport, TuningChange, TuningReport, helps, judge
from assay_desktop.background.job_words import verdict_words
from assay_desktop.pages.training.words import duration, figure, interval_text, p_text, signed
from assay_desktop.text.figures import numeral, percent
from assay_desktop.text.translate import translator
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from assay.registry.card import Card

_tr = translator("training")


@dataclass(frozen=True, slots=True)
class Improved:
    """What came of it, and the sentence that says whether it helps."""

    found: TuningReport
    verdict: str
    is_better: bool  # hybrid search surely finds more, and no group of held-out queries surely less


def improved_of(report: TuningReport) -> Improved:
    """Return a report with the verdict in the window's language."""
    return Improved(report, verdict_words(judge(report)), helps(report))


def improved_by(card: Card) -> Improved | None:
    """Of what a card keeps, None where its model came about otherwise. What a card leaves out stands at 0."""
    kept = card.scores.get(SCORE)
    if not isinstance(kept, Mapping):
        return None
    try:
        changes = from_json(kept["changes"], tuple[TuningChange, ...])
        return improved_of(
            TuningReport(
                judgements=str(kept["judgements"]),
                base=str(kept["against"]),
                model_id=card.model_id,
                queries=max((row.n for row in changes), default=0),
                by_paper=0,
                without=0,
                folds=int(kept["folds"]),
                shares=(),
                share=card.share,
                changes=changes,
                seconds=0.0,
            )
        )
    except (BadInput, KeyError, TypeError, ValueError, AttributeError):  # another program's
        return None


def change_columns() -> list[Column]:
    """Of the table: which queries | how many | before and after | difference | p."""
    return [
        Column(_tr("Held-out queries"), _group, number=False),
        Column(_tr("n"), lambda row: numeral(row.n), hint=_tr("Queries")),
        Column(
            _tr("before → after"),
            lambda row: f"{figure(row.before)} → {figure(row.after)}",
            hint=_tr("nDCG@10 with the model as it was, and with tuned queries"),
        ),
        Column(_tr("difference, 95 %"), _difference, hint=_tr("With its 95 % interval")),
        Column(_tr("p"), lambda row: p_text(row.p), hint=_tr("Paired randomisation test, two-sided")),
    ]


def step_columns() -> list[Column]:
    """Of the table: the step, then as for held-out queries, and what decides."""
    _, *others = change_columns()
    hint = _tr("Difference in nDCG@100 with its one-sided p; a significant gain makes the step win")
    names = {"weights": _tr("keyword and semantic weights"), "ranker": _tr("small ranker")}
    return [
        Column(_tr("Step"), lambda row: names.get(row.group, row.group), number=False),
        *others,
        Column(_tr("nDCG@100"), lambda row: f"{signed(row.deep)}, p {p_text(row.deep_p)}", hint=hint),
    ]


def steps_words(report: ImproveReport) -> str:
    """Say on what the steps were measured, in a sentence."""
    return _tr("Hybrid search on {0} judged queries of {1}, cross-validated.").format(
        numeral(report.queries), judgements_words(report.judgements)
    )


def ordered(changes: Sequence[TuningChange]) -> list[TuningChange]:
    """Semantic search first, for it is what was tuned; in each the groups as they came."""
    return sorted(changes, key=lambda row: row.mode != "meaning")


def measured_words(found: TuningReport) -> str:
    """Say on what the figures were found, in a sentence."""
    how = _tr("{0} folds").format(found.folds) if found.folds > 1 else _tr("one split")
    return _tr(
        "nDCG@10 on {0} judged queries of {1} ({2}), each held out when tested. Before: {3}. Seen "
        "papers: queries that share a relevant paper with the training data; new queries share none."
    ).format(numeral(found.queries), judgements_words(found.judgements), how, found.base)


def share_words(found: TuningReport) -> str:
    """Return how far the weights went from the base."""
    text = _tr("Interpolation from {1} to the tuned weights: {0}.").format(_percent(found.share), found.base)
    if len(found.shares) > 1:
        text += " " + _tr("In the folds: {0}.").format(", ".join(map(_percent, found.shares)))
    elif found.shares:
        text += " " + _tr("In the split: {0}.").format(_percent(found.shares[0]))
    return text


def left_out_words(found: TuningReport) -> str:
    """Return which judgements were not trained on, and how long it took; "" where that is unknown."""
    left, sentences = [], []
    if found.by_paper:
        left.append(_tr("seed-paper queries ({0})").format(found.by_paper))
    if found.without:
        left.append(_tr("queries without a relevant paper ({0})").format(found.without))
    if left:
        sentences.append(_tr("Left out: {0}.").format(", ".join(left)))
    if found.seconds:
        sentences.append(_tr("Trained in {0}.").format(duration(found.seconds)))
    return " ".join(sentences)


def judgements_words(judgements: str) -> str:
    """ "library", "campaign:Pilot/2" or "" as the command names them, for people."""
    if judgements in {"", "library"}:
        return _tr("this library")
    name, _, version = judgements.removeprefix("campaign:").replace("@", "/").rpartition("/")
    return _tr("{0}, release {1}").format(name, version) if name and version.isdecimal() else judgements


def _group(row: TuningChange) -> str:
    mode = {"meaning": _tr("semantic"), "hybrid": _tr("hybrid")}.get(row.mode, row.mode)
    group = {"all": _tr("all"), "shared": _tr("seen papers"), "clean": _tr("new queries")}
    return f"{mode}: {group.get(row.group, row.group)}"


def _difference(row: TuningChange) -> str:
    return f"{signed(row.after - row.before)} {interval_text(row.interval)}"


def _percent(share: float) -> str:
    return percent(share)
