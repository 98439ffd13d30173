"""What tuned queries are worth beside the base, for all queries and for the leak-free ones."""

from __future__ import annotations

from dataclasses import dataclass

from assay.evaluation import compare
from assay.experiments.effect_sets import EffectSet
from assay.types import Run

MEASURES = ("nDCG@10", "RR@10", "R@10")
ALL, CLEAN = "all", "leak-free"
_LEAST = 2  # queries; of fewer no paired test can be made


@dataclass(frozen=True, slots=True)
class EffectScore:
    """One measure of one group of queries."""

    group: str  # all | leak-free
    n: int  # queries
    measure: str
    base: float  # 0..1
    value: float
    difference: float
    interval: tuple[float, float]  # 95 %, of the difference
    p: float  # of a paired randomisation test, two-sided


def groups_of(data: EffectSet) -> dict[str, list[str]]:
    """Names of queries. Leak-free ones stand apart where there are two of them, and others besides."""
    every = list(data.asked.qrels)
    clean = [name for name in every if name in data.clean]
    return {ALL: every, CLEAN: clean} if _LEAST <= len(clean) < len(every) else {ALL: every}


def scores_beside(data: EffectSet, before: Run, after: Run) -> tuple[EffectScore, ...]:
    """Of every group and measure. Raises EvaluationError where a single query is asked."""
    scores = []
    for group, names in groups_of(data).items():
        qrels = {name: data.asked.qrels[name] for name in names}
        one, other = ({name: run.get(name, {}) for name in names} for run in (before, after))
        for measure in MEASURES:
            found = compare(qrels, one, other, measure, exclude_self=data.asked.own)
            scores.append(
                EffectScore(
                    group,
                    found.n,
                    measure,
                    found.mean_a,
                    found.mean_b,
                    found.difference,
                    (found.ci_low, found.ci_high),
                    found.p_randomisation,
                )
            )
    return tuple(scores)
