"""A task's score without the items that overlap with the training data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean

from assay.benchmarks.tasks.details import Details
from assay.benchmarks.types import CleanScore
from assay.evaluation.statistics.class_measures import class_score
from assay.evaluation.statistics.predicted import kendall_tau
from assay.messages import Message, message

FEW = 20


def why_no_clean_score(details: Details, left_out: Collection[str]) -> Message | None:
    """Why nobody can tell what a score is worth without some queries or papers `left_out`; None if one can.

    What a score is kept by must be what would be left out: else it would stay as it is, and look untouched.
    """
    items = [*details.predictions] or [item for values in details.items.values() for item in values]
    if not items:
        return message(
            "The score is kept as a whole, not by query or paper, so nothing can be left out of it."
        )
    known = frozenset(left_out)
    parted = _is_parted(details)
    strange = next(
        (item for item in items if (item.partition(": ")[2] if parted else item) not in known), None
    )
    if strange is None:
        return None
    return message(
        "The score is kept by what the task does not ask about, such as {0}, so it is not known what to "
        "leave out of it. Run the task again.",
        f"{strange!r:.60}",
    )


def clean_scores(
    metrics: Iterable[str], details: Details, excluded: Collection[str]
) -> tuple[CleanScore, ...]:
    """Return each metric of a scored task, with and without the `excluded` queries or test papers.

    Of a classification or regression the probes are those of the training on all rows, not learned again; F1
    is over the labels that the papers in question have, or were given. Empty for a task that keeps no
    details, or whose numbers are no means over queries: see `why_no_clean_score`.
    """
    out = frozenset(excluded)
    if details.predictions:
        papers = tuple(details.predictions)
        return tuple(_left(metric, papers, out, partial(_probed, metric, details)) for metric in metrics)
    if _is_parted(details):
        out = frozenset(
            item
            for values in details.items.values()
            for item in values
            if item.partition(": ")[2] in out  # "part: query"
        )
    return tuple(
        _left(metric, tuple(values), out, partial(_mean, values, details))
        for metric, values in details.items.items()
        if values
    )


def _is_parted(details: Details) -> bool:
    """Return whether items are "part: query". Parts may also be other readings of the same queries."""
    starts = {item.partition(": ")[0] for values in details.items.values() for item in values}
    return bool(starts) and starts <= details.parts.keys()


def _left(
    metric: str, items: Sequence[str], excluded: frozenset[str], of: Callable[[Sequence[str]], float]
) -> CleanScore:
    left = [item for item in items if item not in excluded]
    out = [item for item in items if item in excluded]
    least = 2 if metric == "kendalltau" else 1
    return CleanScore(
        metric=metric,
        n=len(items),
        whole=of(items),
        n_left=len(left),
        left=of(left) if len(left) >= least else None,
        n_out=len(out),
        out=of(out) if len(out) >= least else None,
        few=len(left) < FEW,
    )


def _mean(values: Mapping[str, float], details: Details, items: Sequence[str]) -> float:
    """Return the mean over the queries; of a task in parts the mean of the parts' means."""
    if not _is_parted(details):
        return fmean(values[item] for item in items)
    parts: dict[str, list[float]] = {}
    for item in items:
        parts.setdefault(item.partition(": ")[0], []).append(values[item])
    return fmean(fmean(some) for some in parts.values())


def _probed(metric: str, details: Details, items: Sequence[str]) -> float:
    truth, found = zip(*(details.predictions[item] for item in items), strict=True)
    return kendall_tau(truth, found) if metric == "kendalltau" else class_score(metric, truth, found)
