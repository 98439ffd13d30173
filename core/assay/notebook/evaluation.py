"""Systems next to each other on one set of grades: means with intervals, and each against the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from assay.evaluation import compare_many, evaluate
from assay.evaluation.measures import parse_measures
from assay.evaluation.statistics import intervals, resampled_means
from assay.notebook.frames import Frame, frame
from assay.types import Qrels, Run


@dataclass(frozen=True, repr=False)
class SystemScores:
    """What `evaluate` found: a row a system and measure, and a row a query of each."""

    systems: pd.DataFrame
    per_query: pd.DataFrame

    @property
    def means(self) -> pd.DataFrame:
        """Return a row a system and a column a measure, in the order in which they were given."""
        rows, columns = self.systems["system"].unique(), self.systems["measure"].unique()
        return Frame(self.systems.pivot(index="system", columns="measure", values="mean").loc[rows, columns])

    def __repr__(self) -> str:
        return repr(self.means)

    def _repr_html_(self) -> str:
        return Frame(self.systems)._repr_html_()


def system_scores(
    qrels: Qrels,
    runs: Mapping[str, Run],
    measures: Sequence[str],
    *,
    texts: Mapping[str, str],
    own: Mapping[str, str],
) -> SystemScores:
    """Measure every run, and compare each with the first. Raises EvaluationError.

    `texts` are those of queries, and `own` papers the ones that queries are. A mean's interval is the
    bootstrap's (bias-corrected, 95 %), a difference's that of the paired t-test, and p that of the
    randomisation test, by Holm over the systems; with one query there is none of them.
    """
    names = parse_measures(measures)
    found = {system: evaluate(qrels, run, names, exclude_self=own) for system, run in runs.items()}
    first = next(iter(runs))
    several = found[first].n_queries > 1
    rows: list[tuple[object, ...]] = []
    for measure in names:
        compared = compare_many(qrels, runs, first, measure, exclude_self=own) if several else []
        others = {one.name: one for one in compared}
        for system, one in found.items():
            values = np.array([each[measure] for each in one.per_query.values()])
            means = resampled_means(values[:, None])[:, 0]
            interval = intervals(values, means).bca if several else (np.nan, np.nan)
            difference = (np.nan,) * 4
            if system in others:
                found_by = others[system].comparison
                p = others[system].p_randomisation_holm
                difference = (found_by.difference, found_by.ci_low, found_by.ci_high, p)
            counts = (one.n_queries, one.n_missing)
            rows.append((system, measure, one.mean[measure], *interval, *difference, *counts))
    per_query = (
        (system, query_id, texts.get(query_id, ""), measure, values[measure])
        for system, one in found.items()
        for query_id, values in one.per_query.items()
        for measure in names
    )
    return SystemScores(frame("evaluate", rows), frame("evaluate.per_query", per_query))
