"""Searches of a whole corpus: folders in BEIR's form, the ICLR 2022 set, and releases of judgement sets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.data import Coverage, Fields, RankedData
from assay.errors import EvaluationError
from assay.evaluation.beir import jsonl_path, read_beir, read_rows
from assay.types import Qrels

ONLY_PAPERS, ONLY_TEXTS = "papers", "texts"
"""What `where.queries` may ask of a set whose queries are of both kinds."""


def read_search(task: BenchTask, files: Mapping[str, Path]) -> RankedData:
    """The corpus, the judged queries of the split, and which paper a query is itself.

    Judged papers without any text are left out and counted. A query of a proximity task has the fields of a
    paper, any other one text. Grades below 0 are read as 0: judged, not relevant. Raises EvaluationError for
    ids that the corpus does not have, and as `read_beir` does.
    """
    folder = files["corpus.jsonl"].parent
    own_set = read_beir(folder, split=task.split)
    titled = {row.id: row for row in read_rows(jsonl_path(folder, "queries"))}
    papers: dict[str, Fields] = {
        paper.doc_id: (paper.title.strip(), paper.abstract.strip())
        for paper in own_set.papers
        if paper.title.strip() or paper.abstract.strip()
    }
    selected = [query for query in own_set.queries if _wanted(task, bool(titled[query.query_id].title))]
    qrels: Qrels = {}
    missing: list[str] = []
    for query in selected:
        for doc_id, grade in own_set.qrels[query.query_id].items():
            if doc_id in papers:
                qrels.setdefault(query.query_id, {})[doc_id] = grade
            else:
                missing.append(f"query {query.query_id}, paper {doc_id}")
    if not qrels:
        raise EvaluationError(
            "{0}, task '{1}': there is nothing judged in it that has a text.", folder, task.name
        )
    if not any(grade > 0 for grades in qrels.values() for grade in grades.values()):
        raise EvaluationError("{0}, task '{1}': no paper is judged right for any query.", folder, task.name)
    n_rows = sum(len(own_set.qrels[query.query_id]) for query in selected)
    return RankedData(
        papers=papers,
        queries={
            query.query_id: (row.title.strip(), row.text.strip())
            if task.kind == "proximity" and (row := titled[query.query_id])
            else (query.text,)
            for query in selected
            if query.query_id in qrels
        },
        qrels=qrels,
        coverage=Coverage(n_rows, len(missing), missing[0] if missing else ""),
        own={query_id: doc_id for query_id, doc_id in own_set.own_papers.items() if query_id in qrels},
    )


def _wanted(task: BenchTask, is_paper: bool) -> bool:
    only = task.where.get("queries", ("",))[0]
    return only == "" or (only == ONLY_PAPERS) == is_paper
