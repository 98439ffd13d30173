"""What training data and a benchmark are made of, as far as the two can be compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from assay.benchmarks.tasks import AnyData, LabelledData, PartedData, RankedData, ReviewerData
from assay.types import Qrels


@dataclass(frozen=True, slots=True)
class Record:
    """A paper. What is not known is ""; a text of which nobody knows where its title ends is an abstract."""

    title: str
    abstract: str = ""
    doi: str = ""


@dataclass(frozen=True, slots=True)
class Material:
    """Training data or a benchmark.

    `positives` is query -> papers that are right for it: those trained on, or those judged relevant. A query
    is a text of `queries`, or a paper: then `query_papers` says which; or a reviewer, of whom `written` says
    the papers. `named` says whether the ids of papers mean the same in other data; where they were only
    counted, no id is compared.
    """

    name: str
    papers: Mapping[str, Record]
    queries: Mapping[str, str] = field(default_factory=dict)
    positives: Mapping[str, Collection[str]] = field(default_factory=dict)
    query_papers: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, Collection[str]] = field(default_factory=dict)
    named: bool = True

    @property
    def query_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.queries, *self.query_papers, *self.positives]))

    @classmethod
    def of_task(cls, name: str, data: AnyData, *, queries_are_papers: bool = False) -> Self:
        """A task of a benchmark. The first of a paper's fields is its title, the second its abstract.

        A classification or regression has no queries: its test papers are what is asked about. Where papers
        are ranked for each reviewer, the reviewers are: as they are in the scores.
        """
        papers = {doc_id: _record(fields) for doc_id, fields in data.papers.items()}
        queries = data.queries
        if isinstance(data, LabelledData):
            return cls(name, papers, query_papers={doc_id: doc_id for doc_id, _ in data.test})
        if isinstance(data, ReviewerData):
            if data.by_reviewer:
                own = {query_id: _record(fields) for query_id, fields in queries.items()}
                right = _right_for_reviewers(data)
                written = {reviewer: data.reviewers.get(reviewer, ()) for reviewer in right}
                return cls(name, {**papers, **own}, positives=right, written=written)
            queries_are_papers = True
        positives = {
            query_id: [doc_id for doc_id, grade in grades.items() if grade > 0]
            for qrels in _qrels(data)
            for query_id, grades in qrels.items()
        }
        if not queries_are_papers:
            typed = {query_id: " ".join(filter(None, fields)) for query_id, fields in queries.items()}
            return cls(name, papers, typed, positives)
        own = {query_id: _record(fields) for query_id, fields in queries.items()}
        return cls(name, {**papers, **own}, positives=positives, query_papers={q: q for q in own})

    @classmethod
    def of_pairs(cls, name: str, pairs: Iterable[tuple[str, str]], *, separator: str = "[SEP]") -> Self:
        """Training pairs (query, paper that is right for it) as the texts that a model sees.

        What stands before the first separator is a title; a query with one is a paper.
        """
        numbers: dict[str, str] = {}
        papers: dict[str, Record] = {}
        queries: dict[str, str] = {}
        query_papers: dict[str, str] = {}
        positives: dict[str, list[str]] = {}
        for query, positive in pairs:
            query_id, doc_id = (
                numbers.setdefault(text, f"#{len(numbers) + 1}") for text in (query, positive)
            )
            papers.setdefault(doc_id, _split(positive, separator))
            if separator in query:
                papers.setdefault(query_id, _split(query, separator))
                query_papers[query_id] = query_id
            else:
                queries[query_id] = query
            positives.setdefault(query_id, []).append(doc_id)
        return cls(name, papers, queries, positives, query_papers, named=False)


def _record(fields: tuple[str, ...]) -> Record:
    return Record(*(*fields, "", "")[:2])


def _split(text: str, separator: str) -> Record:
    title, found, abstract = text.partition(separator)
    return Record(title.strip(), abstract.strip()) if found else Record("", text)


def _right_for_reviewers(data: ReviewerData) -> dict[str, list[str]]:
    """reviewer -> the papers that they fit by any set of judgements; every reviewer who is judged."""
    found: dict[str, list[str]] = {}
    for qrels in data.judgements.values():
        for query_id, fits in qrels.items():
            for reviewer, grade in fits.items():
                own = found.setdefault(reviewer, [])
                if grade > 0 and query_id not in own:
                    own.append(query_id)
    return found


def _qrels(data: AnyData) -> list[Qrels]:
    if isinstance(data, PartedData):
        return [qrels for part in data.parts.values() for qrels in _qrels(part)]
    return [data.qrels] if isinstance(data, RankedData) else []
