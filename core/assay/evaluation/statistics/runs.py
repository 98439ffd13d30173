"""Runs against each other on the same judgements, and the papers that moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from assay.errors import BadInput
from assay.evaluation.evaluate import evaluate
from assay.evaluation.measures import parse_measure
from assay.evaluation.plain import Plain
from assay.evaluation.ranking import ranking
from assay.evaluation.statistics.paired import NOISE
from assay.evaluation.statistics.systems import Systems, compare_systems
from assay.types import Qrels, Run

DEPTH = 10  # where the measure has no cutoff

Outcome = Literal["win", "tie", "loss"]


@dataclass(frozen=True, slots=True)
class Move(Plain):
    """A paper among the first k of one run or both. Ranks count from 1, and are None where it is not found.

    `grade` is None where nobody judged it. `rise` is how many places the second run lifts it; a run that does
    not find it counts as if it stood just behind its last result.
    """

    doc_id: str
    grade: int | None
    rank_first: int | None
    rank_second: int | None
    rise: int


@dataclass(frozen=True, slots=True)
class QueryChange(Plain):
    """One query: "win" where the second run is better. `judged_*` are the judged among the first k of each.

    `moves` are the papers that stand elsewhere: the relevant first, by grade, then the furthest moved.
    """

    query_id: str
    outcome: Outcome
    first: float
    second: float
    difference: float
    judged_first: int
    judged_second: int
    shown_first: int  # results among the first k: fewer than k where the run has no more
    shown_second: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Changes(Plain):
    """All queries, the greatest win first and the greatest loss last. `judged_at_k` is of (first, second)."""

    first: str
    second: str
    measure: str
    k: int
    n: int
    judged_at_k: tuple[float, float]
    queries: tuple[QueryChange, ...]

    def of(self, outcome: Outcome) -> tuple[QueryChange, ...]:
        """Those of one kind, the greatest difference first."""
        found = [query for query in self.queries if query.outcome == outcome]
        return tuple(reversed(found)) if outcome == "loss" else tuple(found)


def compare_runs(
    qrels: Qrels,
    runs: Mapping[str, Run],
    measure: str = "nDCG@10",
    *,
    reference: str = "",
    exclude_self: Mapping[str, str] | None = None,
    seed: int = 0,
    draws: int = 10_000,
    resamples: int = 10_000,
) -> Systems:
    """Compares runs on every judged query, a query that a run lacks counting 0 for it, as in `evaluate`.

    Judged@k is at the measure's cutoff, or at 10. Raises what `evaluate` and `compare_systems` raise.
    """
    measure = str(parse_measure(measure))
    k = parse_measure(measure).cutoff or DEPTH
    found = {name: evaluate(qrels, run, [measure], exclude_self=exclude_self) for name, run in runs.items()}
    return compare_systems(
        {name: {q: values[measure] for q, values in one.per_query.items()} for name, one in found.items()},
        measure,
        reference=reference,
        seed=seed,
        draws=draws,
        resamples=resamples,
        judged={name: one.judged_at_k[k] for name, one in found.items()},
        missing={name: one.n_missing for name, one in found.items()},
        k=k,
    )


def changed_queries(
    qrels: Qrels,
    runs: Mapping[str, Run],
    first: str,
    second: str,
    measure: str = "nDCG@10",
    *,
    exclude_self: Mapping[str, str] | None = None,
    limit: int = 20,
) -> Changes:
    """Query by query, how the run `second` differs from `first`, and which papers moved (at most `limit`).

    Raises BadInput for a run that is not there, and what `evaluate` raises.
    """
    for name in (first, second):
        if name not in runs:
            raise BadInput(f"There is no run {name!r}. The runs are: {', '.join(runs)}.")
    measure = str(parse_measure(measure))
    k = parse_measure(measure).cutoff or DEPTH
    one, two = (evaluate(qrels, runs[name], [measure], exclude_self=exclude_self) for name in (first, second))
    queries = []
    for query_id, values in one.per_query.items():
        own = (exclude_self or {}).get(query_id)
        rankings = (_ranked(runs[first], query_id, own), _ranked(runs[second], query_id, own))
        queries.append(
            _change(
                query_id,
                (values[measure], two.per_query[query_id][measure]),
                qrels[query_id],
                rankings,
                k=k,
                limit=limit,
            )
        )
    queries.sort(key=lambda query: (-query.difference, query.query_id))
    judged = (one.judged_at_k[k], two.judged_at_k[k])
    return Changes(first, second, measure, k, len(queries), judged, tuple(queries))


def _ranked(run: Run, query_id: str, own: str | None) -> list[str]:
    return [doc_id for doc_id in ranking(run.get(query_id, {})) if doc_id != own]


def _change(
    query_id: str,
    values: tuple[float, float],
    grades: Mapping[str, int],
    rankings: tuple[list[str], list[str]],
    *,
    k: int,
    limit: int,
) -> QueryChange:
    first, second = values
    difference = second - first if abs(second - first) >= NOISE else 0.0
    tops = tuple(ranked[:k] for ranked in rankings)
    return QueryChange(
        query_id=query_id,
        outcome="win" if difference > 0 else "loss" if difference < 0 else "tie",
        first=first,
        second=second,
        difference=difference,
        judged_first=sum(doc_id in grades for doc_id in tops[0]),
        judged_second=sum(doc_id in grades for doc_id in tops[1]),
        shown_first=len(tops[0]),
        shown_second=len(tops[1]),
        moves=_moves(grades, rankings, k)[:limit],
    )


def _moves(grades: Mapping[str, int], rankings: tuple[list[str], list[str]], k: int) -> tuple[Move, ...]:
    places = [{doc_id: rank for rank, doc_id in enumerate(ranked, start=1)} for ranked in rankings]
    ends = [len(ranked) + 1 for ranked in rankings]
    shown = dict.fromkeys([*rankings[1][:k], *rankings[0][:k]])
    moves = [
        Move(
            doc_id,
            grades.get(doc_id),
            places[0].get(doc_id),
            places[1].get(doc_id),
            places[0].get(doc_id, ends[0]) - places[1].get(doc_id, ends[1]),
        )
        for doc_id in shown
        if places[0].get(doc_id) != places[1].get(doc_id)
    ]
    return tuple(sorted(moves, key=lambda move: (-(move.grade or 0), -abs(move.rise), move.doc_id)))
