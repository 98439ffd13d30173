"""How well reviewers fit a paper, by the papers that they wrote: SciRepEval's Paper-Reviewer Matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.details import Details
from assay.benchmarks.tasks.kinds import ReviewerData
from assay.benchmarks.tasks.ranked import ranking_details, similarities
from assay.errors import EvaluationError
from assay.types import Run, Vectors

Number = TypeVar("Number", int, float)

NEAREST = 3
METRICS = ("P_5", "P_10")
MATCHING = "P"
"""The mean of every metric under every set of judgements: what SciRepEval prints for the task."""


def score_reviewers(
    data: ReviewerData, papers: Vectors, queries: Vectors, metrics: Sequence[str] = METRICS
) -> tuple[dict[str, float], Details]:
    """{MATCHING: percent}, and in the details' parts every metric under every set of judgements ("hard").

    `papers` (n, d) are those that reviewers wrote and `queries` (q, d) those to be reviewed, in the order of
    the data. Of a paper those reviewers are ranked that are judged for it, or with `data.by_reviewer` of a
    reviewer those papers; equal ones by their id, the last first, as trec_eval does. Raises EvaluationError.
    """
    rows = {doc_id: row for row, doc_id in enumerate(data.papers)}
    places = {query_id: row for row, query_id in enumerate(data.queries)}
    written = {
        name: [rows[doc_id] for doc_id in own if doc_id in rows] for name, own in data.reviewers.items()
    }
    parts: dict[str, dict[str, float]] = {}
    found: dict[str, Details] = {}
    kept: dict[str, dict[str, float]] = {}
    for name, qrels in data.judgements.items():
        run: Run = {}
        for query_id, fits in qrels.items():
            if query_id not in places or not fits.keys() <= written.keys():
                unknown = next((each for each in fits if each not in written), "")
                what = f"reviewer '{unknown}'" if unknown else "paper itself"
                raise EvaluationError("of the paper '{0}' the {1} is judged and not known.", query_id, what)
            judged = {each: written[each] for each in fits}
            run[query_id] = reviewer_scores(queries[places[query_id]], papers, judged)
        judged_by, scores = (_turned(qrels), _turned(run)) if data.by_reviewer else (qrels, run)
        parts[name], found[name] = ranking_details(judged_by, scores, metrics, own={})
        kept |= {
            query_id: {each: round(scores[query_id][each], 4) for each in first}
            for query_id, first in found[name].first.items()
        }
    if not parts:
        raise EvaluationError("there are no judgements of reviewers.")
    value = fmean(number for each in parts.values() for number in each.values())
    return {MATCHING: value}, replace(_of_papers(parts, found), scores=kept)


def _turned(rows: Mapping[str, Mapping[str, Number]]) -> dict[str, dict[str, Number]]:
    """paper -> reviewer -> number, as reviewer -> paper -> number"""
    found: dict[str, dict[str, Number]] = {}
    for one, row in rows.items():
        for other, number in row.items():
            found.setdefault(other, {})[one] = number
    return found


def _of_papers(parts: Mapping[str, Mapping[str, float]], found: Mapping[str, Details]) -> Details:
    """Return each paper's mean; the mean of these is the value where all sets judge the same papers."""
    names = dict.fromkeys(query_id for each in found.values() for query_id in each.first)
    numbers = {
        query_id: [row[query_id] for each in found.values() for row in each.items.values() if query_id in row]
        for query_id in names
    }
    firsts = {query_id: order for each in found.values() for query_id, order in each.first.items()}
    items = {MATCHING: {query_id: fmean(each) for query_id, each in numbers.items()}}
    shares = [each.judged for each in found.values() if each.judged is not None]
    return Details(len(names), items=items, first=firsts, judged=fmean(shares), parts=parts)


def reviewer_scores(
    paper: npt.NDArray[np.float32], papers: Vectors, reviewers: Mapping[str, Sequence[int]]
) -> dict[str, float]:
    """reviewer -> the mean of the highest three cosines between the paper and the reviewer's own, -1 to 1.

    So SciRepEval's released code scores (reviewer_matching.py); of fewer than three papers all count. `paper`
    is (d,), `papers` (n, d), and `reviewers` says the rows of each; a vector of zeros is like nothing. Raises
    EvaluationError for a reviewer without papers.
    """
    empty = [name for name, rows in reviewers.items() if not len(rows)]
    if empty:
        raise EvaluationError("The reviewer '{0}' has no papers to be known by. Leave them out.", empty[0])
    if not reviewers:
        return {}
    # Each paper once, though several may have written it, and none that nobody did.
    wanted = np.unique(np.concatenate([np.asarray(rows, dtype=np.int64) for rows in reviewers.values()]))
    cosines = similarities(paper, papers[wanted], "cosine")
    return {
        name: float(np.sort(cosines[np.searchsorted(wanted, np.asarray(rows))])[-NEAREST:].mean())
        for name, rows in reviewers.items()
    }
