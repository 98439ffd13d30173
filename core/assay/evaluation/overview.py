"""All runs of a library beside each other, on the grades given in it: what the Evaluate page shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.evaluation.compare import Comparison, compare_many
from assay.evaluation.evaluate import Evaluation, evaluate
from assay.evaluation.measures import DEFAULT_MEASURES
from assay.types import GRADES, Qrels, Run

POOL_DEPTH = 10


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """One run. The last three are None for the reference itself."""

    tag: str
    mean: dict[str, float]
    n_missing: int
    difference: float | None = None
    ci: tuple[float, float] | None = None  # 95 %
    p: float | None = None  # paired randomisation test, Holm-adjusted over the runs shown


@dataclass(frozen=True, slots=True)
class Overview:
    """`rows` best first; `per_query` maps query_id -> tag -> value of `measure`."""

    measure: str
    measures: tuple[str, ...]
    reference: str
    n_queries: int
    n_judgements: int
    grades: tuple[int, ...]  # how many judgements of 0, of 1, of 2
    rows: tuple[OverviewRow, ...]
    per_query: dict[str, dict[str, float]]
    holes: dict[str, int]  # tag -> unjudged pairs among the top 10 of the judged queries


def overview(
    qrels: Qrels,
    runs: Mapping[str, Run],
    *,
    reference: str | None = None,
    measure: str = "nDCG@10",
    exclude_self: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Overview:
    """Measures every run and compares each with `reference` (the lowest mean if none or unknown is named)."""
    measures = DEFAULT_MEASURES if measure in DEFAULT_MEASURES else (measure, *DEFAULT_MEASURES)
    clean = {tag: _without_self(run, exclude_self or {}) for tag, run in runs.items()}
    found = {tag: evaluate(qrels, run, measures) for tag, run in clean.items()} if qrels else {}
    ranked = sorted(found, key=lambda tag: (-found[tag].mean[measure], tag))
    base = reference if reference in found else (ranked[-1] if ranked else "")
    comparisons: dict[str, Comparison] = {}
    adjusted: dict[str, float] = {}
    if len(found) > 1:
        for tag, comparison, p in _compared(qrels, clean, base, measure, seed):
            comparisons[tag], adjusted[tag] = comparison, p
    return Overview(
        measure=measure,
        measures=tuple(measures),
        reference=base,
        n_queries=len(qrels),
        n_judgements=sum(len(grades) for grades in qrels.values()),
        grades=tuple(sum(list(row.values()).count(grade) for row in qrels.values()) for grade in GRADES),
        rows=tuple(_row(tag, found[tag], comparisons.get(tag), adjusted.get(tag)) for tag in ranked),
        per_query={q: {tag: found[tag].per_query[q][measure] for tag in ranked} for q in qrels} if found else {},
        holes={tag: _holes(qrels, clean[tag]) for tag in ranked},
    )
