"""Measures of a run against qrels: trec_eval's own numbers, through pytrec_eval, with its traps closed.

What pytrec_eval does on its own, and what is done here:
- it leaves out judged queries that the run does not have, so that the mean rises: here they count 0;
- it compares scores as float32 and accepts NaN: here ranks are passed, and NaN is refused;
- it dies on, or silently misreads, negative and huge grades, grades and scores of numpy types, ids with NUL
  characters or lone surrogates: here grades are checked and every id is one that C can hold;
- its reciprocal rank and its bpref have no cutoff: here the run is cut first.
nDCG has linear gain and the ideal ranking of all judged documents (trec_eval's `ndcg`), and no relevance
level. Judged@k, ERR (Chapelle et al., CIKM 2009, equation 4; gain (2^g - 1) / 2^m with m the highest grade of
the qrels) and RBP (Moffat and Zobel, TOIS 2008) are computed here: pytrec_eval has no such measures.
"""

from __future__ import annotations

import logging
import math
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from assay.errors import EvaluationError
from assay.evaluation.ids import check_grade, short
from assay.evaluation.measures import DEFAULT_MEASURES, PATIENCE, Measure, parse_measure
from assay.evaluation.ranking import ranking
from assay.types import Qrels, Run

log = logging.getLogger(__name__)

_CUT_FIRST = frozenset({"RR", "Bpref"})


@dataclass(frozen=True)
class Evaluation:
    """Values in 0..1 under the measures' names, in the order in which they were asked for.

    `n_queries` counts the judged queries, over all of which the means go; `n_missing` those of them for which
    the run has no result (they count 0 in every measure); `n_unjudged` the run's queries without judgements
    (they count nowhere). `judged_at_k` is the mean Judged@k for 10 and for every cutoff that was asked for:
    what share of the documents that the other values rest on anybody has looked at.
    """

    mean: dict[str, float]
    per_query: dict[str, dict[str, float]]  # query_id -> measure -> value
    n_queries: int
    n_missing: int
    n_unjudged: int = 0
    judged_at_k: dict[int, float] = field(default_factory=dict)


def evaluate(
    qrels: Qrels,
    run: Run,
    measures: Sequence[str] = DEFAULT_MEASURES,
    *,
    exclude_self: Mapping[str, str] | None = None,
) -> Evaluation:
    """Measure `run` on every query of `qrels` that has a judgement. Change neither.

    `exclude_self` maps query_id -> doc_id of the queries that are papers themselves: that paper counts
    neither as a result nor as a judgement, and is taken out before the run is cut, so that k others remain.
    Ties of score are broken by doc id descending, as trec_eval does.

    Judged@k of a query is (judged documents among its first k) / min(k, its number of results), 0 without
    results: a short result list is not blamed for the places that it does not fill.

    Raises EvaluationError for an unknown measure, no judgements, a run that has none of the judged queries,
    a grade that is not a whole number >= 0, a score that is not finite, and an id that is not text.
    """
    started = time.perf_counter()
    wanted = list(dict.fromkeys(parse_measure(text) for text in measures))
    own = exclude_self or {}
    judged = _judged(qrels, own)
    if run and not any(query_id in run for query_id in judged):
        raise EvaluationError(
            "The run has none of the {0} judged queries (judged: {1}; in the run: {2}). Are both from the "
            "same collection?",
            len(judged),
            _some(judged),
            _some(run),
        )
    ranked = {query_id: _ranked(query_id, run.get(query_id, {}), own.get(query_id)) for query_id in judged}
    found = _values(wanted, judged, ranked)
    cutoffs = sorted({10, *(measure.cutoff for measure in wanted if measure.cutoff)})
    result = Evaluation(
        mean={str(measure): _mean(found[measure]) for measure in wanted},
        per_query={q: {str(measure): found[measure][q] for measure in wanted} for q in judged},
        n_queries=len(judged),
        n_missing=sum(not doc_ids for doc_ids in ranked.values()),
        n_unjudged=sum(query_id not in judged for query_id in run),
        judged_at_k={k: _mean(_judged_at(k, judged, ranked)) for k in cutoffs},
    )
    log.info("evaluated %d queries in %.2f s", result.n_queries, time.perf_counter() - started)
    return result


def _judged(qrels: Qrels, own: Mapping[str, str]) -> Qrels:
    """Return a checked copy of the qrels: no query's own paper, no query without a judgement."""
    checked: Qrels = {}
    for query_id, grades in qrels.items():
        kept = {d: check_grade(grade) for d, grade in grades.items() if d != own.get(query_id)}
        if kept:
            _check_ids((query_id, *kept))
            checked[query_id] = kept
    if not checked:
        raise EvaluationError("No judgements to measure against yet. Judge some results first.")
    return checked


def _ranked(query_id: str, scores: Mapping[str, float], own: str | None) -> list[str]:
    _check_ids(scores)
    return [doc_id for doc_id in ranking(scores, query_id=query_id) if doc_id != own]


def _check_ids(ids: Iterable[str]) -> None:
    """Raise EvaluationError unless all are strings that C reads as Python does."""
    try:
        text = "".join(ids)
        text.encode("utf-8")
    except TypeError as error:
        raise EvaluationError("Ids of queries and documents must be strings.") from error
    except UnicodeEncodeError as error:
        raise EvaluationError("An id holds {0}, which no file can hold.", repr(text[error.start])) from error
    if "\0" in text:
        raise EvaluationError("An id holds a NUL character, where trec_eval would end it.")


def _values(
    measures: Sequence[Measure], judged: Qrels, ranked: Mapping[str, Sequence[str]]
) -> dict[Measure, dict[str, float]]:
    """measure -> query_id -> value. One pass of trec_eval for each relevance level and cut of the run."""
    found: dict[Measure, dict[str, float]] = {}
    passes: dict[tuple[int, int | None], list[Measure]] = defaultdict(list)
    for measure in measures:
        if measure.name == "Judged":
            found[measure] = _judged_at(measure.cutoff or 0, judged, ranked)
        elif measure.name == "ERR":
            found[measure] = _err(measure.cutoff, judged, ranked)
        elif measure.name == "RBP":
            found[measure] = _rbp(measure, judged, ranked)
        else:
            cut = measure.cutoff if measure.name in _CUT_FIRST else None
            passes[measure.rel or 1, cut].append(measure)
    # Ranks as scores: distinct, and exact in float32 up to 2**24 documents a query.
    falling = [float(-rank) for rank in range(max(map(len, ranked.values()), default=0))]
    for (rel, cut), group in passes.items():
        run = {q: dict(zip(docs[:cut], falling, strict=False)) for q, docs in ranked.items() if docs}
        raw = _trec_eval(judged, run, {_trec_name(measure) for measure in group}, rel)
        for measure in group:
            name = _trec_name(measure)
            found[measure] = {q: raw[q][name] if q in raw else 0.0 for q in judged}
    return found


def _trec_eval(qrels: Qrels, run: Run, names: set[str], rel: int) -> dict[str, dict[str, float]]:
    from pytrec_eval import RelevanceEvaluator

    evaluator = RelevanceEvaluator(qrels, names, relevance_level=rel)
    values: dict[str, dict[str, float]] = evaluator.evaluate(run)
    return values


def _trec_name(measure: Measure) -> str:
    """pytrec_eval's name for the measure; of those in _CUT_FIRST the run is cut instead."""
    k = measure.cutoff
    match measure.name:
        case "nDCG":
            return f"ndcg_cut_{k}" if k else "ndcg"
        case "AP":
            return f"map_cut_{k}" if k else "map"
        case "RR":
            return "recip_rank"
        case "P":
            return f"P_{k}"
        case "Success":
            return f"success_{k}"
        case "Rprec":
            return "Rprec"
        case "Bpref":
            return "bpref"
        case "R":
            return f"recall_{k}"
        case name:
            raise EvaluationError("{0} has no formula.", name)


def _judged_at(k: int, judged: Qrels, ranked: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """query_id -> share of the first k results that are judged; 0 without results."""
    return {
        query_id: sum(doc_id in judged[query_id] for doc_id in doc_ids[:k]) / max(1, min(k, len(doc_ids)))
        for query_id, doc_ids in ranked.items()
    }


def _err(k: int | None, judged: Qrels, ranked: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """query_id -> expected reciprocal rank: where a reader stops whom each result satisfies by its grade."""
    highest = max(grade for grades in judged.values() for grade in grades.values())
    found = {}
    for query_id, doc_ids in ranked.items():
        value, goes_on = 0.0, 1.0
        for rank, doc_id in enumerate(doc_ids[:k], start=1):
            satisfies = (2.0 ** judged[query_id].get(doc_id, 0) - 1) / 2.0**highest
            value += goes_on * satisfies / rank
            goes_on *= 1 - satisfies
        found[query_id] = value
    return found


def _rbp(measure: Measure, judged: Qrels, ranked: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """query_id -> rank-biased precision: (1 - p) times the sum of p^(rank - 1) over relevant results."""
    p, rel = measure.p or PATIENCE, measure.rel or 1
    return {
        query_id: (1 - p)
        * math.fsum(
            p**place
            for place, doc_id in enumerate(doc_ids[: measure.cutoff])
            if judged[query_id].get(doc_id, 0) >= rel
        )
        for query_id, doc_ids in ranked.items()
    }


def _mean(values: Mapping[str, float]) -> float:
    return math.fsum(values.values()) / len(values)


def _some(ids: Iterable[str], n: int = 3) -> str:
    return ", ".join(short(query_id) for query_id in islice(ids, n))
