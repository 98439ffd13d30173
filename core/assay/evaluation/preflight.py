"""The checks of a release before anything is written: whatever no file could carry without loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from assay.campaign_types import ReleaseItem
from assay.errors import EvaluationError
from assay.evaluation.beir import check_known
from assay.evaluation.ids import check_written_id, short
from assay.types import GRADES, Paper, Qrels, Query

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Contents:
    """A release that passed. `qrels` holds exactly its items; every id in it is in the next two.

    `sources` has the papers that a query can be: those of `papers`, and queries' own outside of it.
    """

    items: Sequence[ReleaseItem]
    qrels: Qrels
    queries: Mapping[str, Query]
    papers: Mapping[str, Paper]
    sources: Mapping[str, Paper]


def preflight(
    items: Sequence[ReleaseItem],
    queries: Sequence[Query],
    papers: Sequence[Paper],
    query_papers: Sequence[Paper] = (),
) -> Contents:
    """Return the release as tables; raise EvaluationError for whatever no format could carry without loss."""
    if not items:
        raise EvaluationError("The release holds no judgements, so there is nothing to export.")
    qrels: Qrels = {}
    for item in items:
        _check_grade(item)
        grades = qrels.setdefault(check_written_id(item.query_id), {})
        if item.doc_id in grades:
            raise EvaluationError(
                "Query {0}, document {1} occurs twice in the release.",
                short(item.query_id),
                short(item.doc_id),
            )
        grades[check_written_id(item.doc_id)] = item.relevance
    by_query = _by_id("queries", [(query.query_id, query) for query in queries])
    by_doc = _by_id("papers", [(paper.doc_id, paper) for paper in papers])
    check_known("The release", qrels, by_query, by_doc)
    sources = {**{paper.doc_id: paper for paper in query_papers}, **by_doc}
    for query_id in qrels:
        if not _query_text(by_query[query_id], sources).strip():
            raise EvaluationError("The judged query {0} has no text. Give it one.", short(query_id))
    return Contents(items, qrels, by_query, by_doc, sources)


def _check_grade(item: ReleaseItem) -> None:
    if type(item.relevance) is not int or item.relevance not in GRADES:
        raise EvaluationError(
            "Query {0}, document {1} has the grade {2}. Grades are 0, 1 and 2.",
            short(item.query_id),
            short(item.doc_id),
            short(item.relevance),
        )


def _by_id(what: str, rows: Sequence[tuple[str, _T]]) -> dict[str, _T]:
    found = dict(rows)
    if len(found) < len(rows):
        twice = next(name for name, n in Counter(name for name, _ in rows).items() if n > 1)
        raise EvaluationError("The id {0} occurs twice among the {1}. Keep one.", short(twice), what)
    return found


def _query_text(query: Query, papers: Mapping[str, Paper]) -> str:
    title, text = query_fields(query, papers)
    return f"{title} {text}".strip()


def query_fields(query: Query, papers: Mapping[str, Paper]) -> tuple[str, str]:
    """(title, text): of the paper that the query is, else no title and what was typed."""
    paper = papers.get(query.doc_id) if query.doc_id is not None else None
    return (paper.title, paper.abstract) if paper is not None and paper.title else ("", query.text)
