"""Runs beside each other on one set of judgements: what an evaluation answers, for the engine and the window.

Plain data as in `types`, apart from `evaluation`, which loads what measures.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """One run. `difference`, `ci` and `p` are None for the reference itself."""

    tag: str
    mean: dict[str, float]
    n_missing: int
    difference: float | None = None
    ci: tuple[float, float] | None = None  # 95 %
    p: float | None = None  # paired randomisation test, Holm-adjusted over the runs shown
    missing: tuple[str, ...] = ()  # the judged queries of which the run has no result: they count 0


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
    n_not_run: int = 0  # judged queries that no run has: they are left out until the runs are made anew


@dataclass(frozen=True, slots=True)
class LibraryOverview(Overview):
    """The runs that a library keeps, on the judgements in it."""

    texts: dict[str, str] = field(default_factory=dict)  # query_id -> the query


@dataclass(frozen=True, slots=True)
class EvaluateCall:
    """Evaluate the library's runs; see `evaluation.overview` for what no reference means."""

    reference: str | None = None
    measure: str = "nDCG@10"
