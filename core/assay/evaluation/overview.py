"""All runs of a library next to each other, on the grades given in it: what the Evaluate page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.evaluation.compare import RunComparison, compare_many
from assay.evaluation.evaluate import Evaluation, evaluate
from assay.evaluation.measures import DEFAULT_MEASURES, parse_measure
from assay.evaluation.ranking import ranking
from assay.types import GRADES, Overview, OverviewRow, Qrels, Run

POOL_DEPTH = 10


def overview(
    qrels: Qrels,
    runs: Mapping[str, Run],
    *,
    reference: str | None = None,
    measure: str = "nDCG@10",
    exclude_self: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Overview:
    """Measure every run and compare each with `reference`.

    If none or an unknown one is named, that is the lowest mean of the runs that lack the fewest judged
    queries: one that lacks some is low for that alone. Runs that have none of the judged queries are left
    out: there is nothing to measure them on. With fewer than two judged queries nothing is compared.
    """
    measure = str(parse_measure(measure))
    own = exclude_self or {}
    # A query that was judged but never run (a search graded a minute ago) would count 0 for every run alike.
    n_not_run = sum(not any(query_id in run for run in runs.values()) for query_id in qrels)
    qrels = {q: grades for q, grades in qrels.items() if any(q in run for run in runs.values())} or qrels
    measures = DEFAULT_MEASURES if measure in DEFAULT_MEASURES else (measure, *DEFAULT_MEASURES)
    shared = {tag: run for tag, run in runs.items() if run.keys() & qrels.keys()}
    found = {tag: evaluate(qrels, run, measures, exclude_self=own) for tag, run in shared.items()}
    ranked = sorted(found, key=lambda tag: (-found[tag].mean[measure], tag))
    base = reference if reference in found else ""
    if not base and ranked:
        fewest = min(found[tag].n_missing for tag in ranked)
        base = [tag for tag in ranked if found[tag].n_missing == fewest][-1]
    n_queries = found[base].n_queries if base else len(qrels)
    compared: dict[str, RunComparison] = {}
    if n_queries > 1 and len(found) > 1:
        others = compare_many(qrels, shared, base, measure, seed=seed, exclude_self=own)
        compared = {comparison.name: comparison for comparison in others}
    return Overview(
        measure=measure,
        measures=tuple(measures),
        reference=base,
        n_queries=n_queries,
        n_judgements=sum(len(grades) for grades in qrels.values()),
        grades=tuple(sum(list(row.values()).count(grade) for row in qrels.values()) for grade in GRADES),
        rows=tuple(_row(tag, found[tag], shared[tag], own, compared.get(tag)) for tag in ranked),
        per_query=_per_query(found, ranked, measure),
        holes={tag: _count_unjudged(qrels, shared[tag], own) for tag in ranked},
        n_not_run=n_not_run,
    )


def _row(
    tag: str, evaluation: Evaluation, run: Run, own: Mapping[str, str], compared: RunComparison | None
) -> OverviewRow:
    missing = tuple(q for q in evaluation.per_query if not run.get(q, {}).keys() - {own.get(q)})
    unranked = tuple(q for q in missing if q not in run)
    row = OverviewRow(tag, evaluation.mean, evaluation.n_missing, missing=missing, unranked=unranked)
    if compared is None:
        return row
    found = compared.comparison
    return replace(
        row,
        difference=found.difference,
        ci=(found.ci_low, found.ci_high),
        p=compared.p_randomisation_holm,
    )


def _per_query(
    found: Mapping[str, Evaluation], tags: Sequence[str], measure: str
) -> dict[str, dict[str, float]]:
    query_ids = found[tags[0]].per_query if tags else {}
    return {q: {tag: found[tag].per_query[q][measure] for tag in tags} for q in query_ids}


def _count_unjudged(qrels: Qrels, run: Run, own: Mapping[str, str]) -> int:
    """Count the unjudged (query, paper) pairs among the first 10 of each judged query."""
    n = 0
    for query_id, grades in qrels.items():
        shown = [d for d in ranking(run.get(query_id, {})) if d != own.get(query_id)]
        n += sum(doc_id not in grades for doc_id in shown[:POOL_DEPTH])
    return n
