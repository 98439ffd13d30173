"""Does a run profit from having been pooled? Leave-one-out: judge it without what only it found.

Zobel, SIGIR 1998 ("How reliable are the results of large-scale information retrieval experiments?"): the
documents that one run alone brought into the pool are taken out of the judgements, as if the run had come
later, and the run is measured again. A large fall says that the set is unfair to new systems.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from assay.evaluation.evaluate import Evaluation, evaluate
from assay.evaluation.measures import parse_measure
from assay.types import Qrels, Run

log = logging.getLogger(__name__)

DEPTH = 10  # of Judged@k where the measure has no cutoff


@dataclass(frozen=True, slots=True)
class BiasRow:
    """One run. `mean` is on all judgements, `mean_without` on those that do not rest on this run alone.

    `difference` is `mean_without` - `mean`: below 0 where the run profits from having been pooled.
    `n_unique` counts the judged pairs that no other run contributed. `judged_at_k` is the run's Judged@k on
    the judgements that are left, k being the measure's cutoff, or 10. All means go over the same
    `n_queries`: one that keeps no judgement counts 0.
    """

    tag: str
    mean: float
    mean_without: float
    difference: float
    n_unique: int
    judged_at_k: float
    n_queries: int


def leave_one_out(
    qrels: Qrels,
    runs: Mapping[str, Run],
    pooled: Mapping[str, Mapping[str, Collection[str]]],
    measure: str = "nDCG@10",
    exclude_self: Mapping[str, str] | None = None,
) -> list[BiasRow]:
    """Return one row a run, in the order of `runs`. `pooled`: tag -> query_id -> what it gave to the pool.

    Judged pairs that no run contributed (graded by hand, imported) stay for everybody. Runs that were not
    pooled lose nothing; runs that have none of the judged queries are left out. A run that was pooled and is
    not in `runs` still counts as a contributor. Raises what `evaluate` raises; changes no argument.
    """
    measure = str(parse_measure(measure))
    k = parse_measure(measure).cutoff or DEPTH
    counts = _contributors(pooled)
    rows = []
    for tag, run in runs.items():
        if not run.keys() & qrels.keys():
            continue
        full = evaluate(qrels, run, [measure], exclude_self=exclude_self)
        mine = {(q, d) for q, docs in pooled.get(tag, {}).items() for d in docs if counts[q, d] == 1}
        rest = {q: {d: g for d, g in grades.items() if (q, d) not in mine} for q, grades in qrels.items()}
        n_unique = sum(map(len, qrels.values())) - sum(map(len, rest.values()))
        found = _measured(rest, run, [measure, f"Judged@{k}"], exclude_self)
        mean, without = full.mean[measure], _mean(found, measure, full)
        rows.append(
            BiasRow(
                tag,
                mean,
                without,
                without - mean,
                n_unique,
                _mean(found, f"Judged@{k}", full),
                full.n_queries,
            )
        )
    log.info("left out each of %d runs in turn (%s)", len(rows), measure)
    return rows


def _contributors(pooled: Mapping[str, Mapping[str, Collection[str]]]) -> dict[tuple[str, str], int]:
    """Return how many runs gave each pair to the pool."""
    counts: dict[tuple[str, str], int] = {}
    for queries in pooled.values():
        for query_id, doc_ids in queries.items():
            for doc_id in set(doc_ids):
                counts[query_id, doc_id] = counts.get((query_id, doc_id), 0) + 1
    return counts


def _measured(
    rest: Qrels, run: Run, measures: list[str], exclude_self: Mapping[str, str] | None
) -> Mapping[str, Mapping[str, float]]:
    """query_id -> measure -> value on what is left; empty where nothing is, or nothing that the run has."""
    own = exclude_self or {}
    left = {q for q, grades in rest.items() if any(d != own.get(q) for d in grades)}
    if not left & run.keys():
        return {}
    found: Evaluation = evaluate(rest, run, measures, exclude_self=exclude_self)
    return found.per_query


def _mean(found: Mapping[str, Mapping[str, float]], measure: str, full: Evaluation) -> float:
    return math.fsum(values[measure] for values in found.values()) / full.n_queries
