"""MDCR: citations to recommend in 19 fields. {field: {query: {how the candidates were found: [papers]}}}."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.data import Coverage, Fields, RankedData
from assay.benchmarks.tasks.kinds import PartedData
from assay.benchmarks.tasks.rows import field_text, identity, read_papers, with_our_names
from assay.benchmarks.tasks.tables import Place, read_document
from assay.types import Qrels

CITED = "true"


def read_mdcr(task: BenchTask, files: Mapping[str, Path]) -> PartedData:
    """Return a ranking of the candidates for each field: those cited have grade 1, all others 0.

    What is cited counts as cited, whatever else found it, and the query is no candidate of its own. Pairs
    without a text are left out and counted. Raises EvaluationError for a field that is missing, or of which
    nothing is left.
    """
    at = Place(task.name, files["test"])
    judged = _judged(task, at)
    wanted = {
        name for qrels in judged.values() for query_id, row in qrels.items() for name in (query_id, *row)
    }
    texts = _texts(task, files["papers"], wanted)
    parts = {field: _part(at, field, qrels, texts) for field, qrels in judged.items()}
    coverages = [part.coverage for part in parts.values()]
    return PartedData(
        parts=dict(parts),
        papers={d: text for part in parts.values() for d, text in part.papers.items()},
        queries={q: text for part in parts.values() for q, text in part.queries.items()},
        coverage=Coverage(
            sum(each.n_rows for each in coverages),
            sum(each.n_missing for each in coverages),
            next((each.first for each in coverages if each.first), ""),
        ),
    )


def _judged(task: BenchTask, at: Place) -> dict[str, Qrels]:
    whole = read_document(at)
    if not isinstance(whole, dict):
        raise at.fault("not an object in braces. It must lead from fields to queries.")
    missing = [field for field in task.parts if field not in whole]
    if missing:
        raise at.fault(
            "the field {0} is missing. There are {1}.", repr(missing[0]), ", ".join(whole) or "none"
        )
    return {field: _field(at, field, whole[field]) for field in task.parts}


def _field(at: Place, field: str, queries: object) -> Qrels:
    if not isinstance(queries, dict) or not queries:
        raise at.fault("the field {0} has no queries. Is the file whole?", repr(field))
    return {query_id: _grades(at, field, query_id, found) for query_id, found in queries.items()}


def _grades(at: Place, field: str, query_id: str, found: Any) -> dict[str, int]:
    place = Place(at.task, at.path, entry=f"{field}, query {query_id}")
    if not isinstance(found, dict) or not all(isinstance(ids, list) for ids in found.values()):
        raise place.fault("it must lead from ways of finding candidates to lists of papers.")
    if not found.get(CITED):
        raise place.fault("there are no papers under {0}: nothing is right. Is the file whole?", repr(CITED))
    grades = {identity(one, way, place): 0 for way, ids in found.items() for one in ids}
    grades |= {identity(one, CITED, place): 1 for one in found[CITED]}
    grades.pop(query_id, None)
    return grades


def _texts(task: BenchTask, path: Path, wanted: set[str]) -> dict[str, Fields]:
    found: dict[str, Fields] = {}
    for place, row in read_papers(task.name, path):
        if row["doc_id"] in wanted:
            text = tuple(field_text(with_our_names(row), key, place) for key in task.fields)
            if any(text):
                found.setdefault(row["doc_id"], text)
    return found


def _part(at: Place, field: str, judged: Qrels, texts: Mapping[str, Fields]) -> RankedData:
    qrels: Qrels = {}
    missing: list[str] = []
    for query_id, grades in judged.items():
        for doc_id, grade in grades.items():
            if query_id in texts and doc_id in texts:
                qrels.setdefault(query_id, {})[doc_id] = grade
            else:
                missing.append(f"{field}, query {query_id}, paper {doc_id}")
    if not qrels:
        raise at.fault("none of the pairs of the field {0} has both texts.", repr(field))
    candidates = {doc_id for grades in qrels.values() for doc_id in grades}
    return RankedData(
        papers={doc_id: text for doc_id, text in texts.items() if doc_id in candidates},
        queries={query_id: texts[query_id] for query_id in qrels},
        qrels=qrels,
        coverage=Coverage(sum(map(len, judged.values())), len(missing), missing[0] if missing else ""),
    )
