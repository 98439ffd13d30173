"""Runs against each other on the same qrels, by the paired tests of `statistics`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.errors import BadInput
from assay.evaluation.evaluate import evaluate
from assay.evaluation.measures import parse_measure
from assay.evaluation.statistics import Comparison, holm, paired
from assay.evaluation.statistics.paired import Values
from assay.types import Qrels, Run


@dataclass(frozen=True)
class RunComparison:
    """One run against the reference (A), its p-values also adjusted for all runs of the same call (Holm)."""

    name: str
    reference: str
    comparison: Comparison
    p_t_holm: float
    p_randomisation_holm: float


def compare(
    qrels: Qrels,
    run_a: Run,
    run_b: Run,
    measure: str = "nDCG@10",
    *,
    seed: int = 0,
    draws: int = 10_000,
    exclude_self: Mapping[str, str] | None = None,
) -> Comparison:
    """Compare run B with run A, query by query; the same seed gives the same p-value.

    A judged query that a run does not have counts 0 for it, as in `evaluate`, whose errors this raises too;
    EvaluationError also for fewer than two judged queries, which have no spread.
    """
    measure = str(parse_measure(measure))
    a = _per_query(qrels, run_a, measure, exclude_self)
    b = _per_query(qrels, run_b, measure, exclude_self)
    return paired(a, b, measure, seed=seed, draws=draws)


def compare_many(
    qrels: Qrels,
    runs: Mapping[str, Run],
    reference: str,
    measure: str = "nDCG@10",
    *,
    seed: int = 0,
    draws: int = 10_000,
    exclude_self: Mapping[str, str] | None = None,
) -> list[RunComparison]:
    """Compare every other run with `runs[reference]`, in the order of `runs`, with Holm's correction.

    Raises BadInput if there is no run of that name, and what `compare` raises.
    """
    if reference not in runs:
        raise BadInput("There is no run {0}. The runs are: {1}.", repr(reference), ", ".join(runs))
    measure = str(parse_measure(measure))
    values = {name: _per_query(qrels, run, measure, exclude_self) for name, run in runs.items()}
    names = [name for name in runs if name != reference]
    found = [paired(values[reference], values[name], measure, seed=seed, draws=draws) for name in names]
    by_t = holm([comparison.p_t for comparison in found])
    by_randomisation = holm([comparison.p_randomisation for comparison in found])
    return [
        RunComparison(name, reference, comparison, p_t, p_randomisation)
        for name, comparison, p_t, p_randomisation in zip(names, found, by_t, by_randomisation, strict=True)
    ]


def _per_query(qrels: Qrels, run: Run, measure: str, exclude_self: Mapping[str, str] | None) -> Values:
    """(n,) values of the judged queries, in the order of the qrels."""
    evaluation = evaluate(qrels, run, [measure], exclude_self=exclude_self)
    return np.array([values[measure] for values in evaluation.per_query.values()])
