"""The runs that a library keeps: brought from TREC files, and two of them side by side for a query."""

from __future__ import annotations

import logging
from pathlib import Path

from assay.campaign_types import StoredRun
from assay.doc_ids import original_id, safe_id
from assay.errors import BadInput
from assay.evaluation import read_run
from assay.evaluation.files import read_lines
from assay.evaluation.ranking import ranking, side_by_side
from assay.files import sha256_of
from assay.library import Library
from assay.types import Rankings, Run, shown_title

IMPORTED = "imported"  # the mode of a run that was made elsewhere

log = logging.getLogger(__name__)


def import_run(library: Library, path: Path, *, tag: str | None = None) -> StoredRun:
    """Keep a TREC run file under `tag`, or else under that of its first row, with a number where it is taken.

    Queries that the library does not have are left out and counted in the run's details. Papers that it does
    not have keep their ranks, as they do in trec_eval. Raises EvaluationError for a damaged file, BadInput
    for a run of other queries.
    """
    given = read_run(path)
    name = tag or free_tag(library, tag_in(path))
    known = library.queries.find_by_ids([*given, *map(safe_id, given)])
    names = {query_id: query_id if query_id in known else safe_id(query_id) for query_id in given}
    docs = resolved(library, list({doc_id for scores in given.values() for doc_id in scores}))
    run: Run = {}
    for query_id, scores in given.items():
        if names[query_id] in known:
            kept = run.setdefault(names[query_id], {})
            for doc_id in ranking(scores, query_id=query_id):
                kept.setdefault(docs.get(doc_id, doc_id), scores[doc_id])  # the better of two names of one
    if not run:
        raise BadInput(
            "{0}: none of its {1} {1:query|queries} is in this library. Its queries have to have the ids "
            "that the library gives them.",
            path,
            len(given),
        )
    details = {
        "source": path.name,
        "sha256": sha256_of(path),
        "unknown_queries": len(given) - len(run),
        "unknown_papers": len({doc_id for scores in run.values() for doc_id in scores} - {*docs.values()}),
    }
    library.runs.save(name, run, mode=IMPORTED, details=details)
    log.info("imported the run %s: %d queries", name, len(run))
    return next(stored for stored in library.runs.all() if stored.tag == name)


def free_tag(library: Library, tag: str) -> str:
    """Return the tag, with a number where a run of the library has it already."""
    taken = {stored.tag for stored in library.runs.all()}
    tries = [tag, *(f"{tag}-{number}" for number in range(2, len(taken) + 3))]
    return next(each for each in tries if each not in taken)


def tag_in(path: Path) -> str:
    """The last column of the file's first row; "" where there is none, which `read_run` explains."""
    for _, line in read_lines(path):
        if line.strip():
            return line.split()[-1]
    return ""


def resolved(library: Library, doc_ids: list[str]) -> dict[str, str]:
    """id as a file has it -> doc_id here, also where an importer had to make the id safe."""
    found = library.papers.resolve(doc_ids)
    rest = {safe_id(original_id(doc_id)): doc_id for doc_id in doc_ids if doc_id not in found}
    safe = library.papers.resolve(list(rest))
    return {**found, **{rest[name]: doc_id for name, doc_id in safe.items()}}


def kept_rankings(library: Library, query_id: str, *, reference: str, tag: str) -> Rankings:
    """Return what two kept runs have for a query, with the library's grades.

    Ranks are those that measures see: the query's own paper has none. Raises LibraryError for an unknown run.
    """
    query = library.queries.find_by_ids([query_id]).get(query_id)
    own = query.doc_id if query is not None else None
    scores = [library.runs.load(each, query_id=query_id).get(query_id, {}) for each in (reference, tag)]
    orders = [[d for d in ranking(each, query_id=query_id) if d != own] for each in scores]
    papers = library.papers.get(list(dict.fromkeys([*orders[0], *orders[1]])))
    titles = {paper.doc_id: shown_title(paper) for paper in papers}
    grades = library.judgements.qrels(query_id=query_id).get(query_id, {})
    return Rankings(
        query=query_id,
        text=query.text if query is not None else "",
        graded=bool(grades),
        relevant=sum(grade > 0 for grade in grades.values()),
        reference=side_by_side(orders[0], orders[1], grades, titles, scores[0]),
        system=side_by_side(orders[1], orders[0], grades, titles, scores[1]),
    )
