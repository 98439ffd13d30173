"""Queries and grades of a library, from files and as they are typed."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from assay.codec import encode
from assay.doc_ids import original_id, safe_id
from assay.errors import BadInput
from assay.evaluation import read_qrels, write_qrels
from assay.files import write_text
from assay.importers import read_queries, text_id
from assay.ingest.types import ExportedGrades
from assay.library import Library
from assay.library.transaction import together
from assay.types import Query, shown_title


def import_queries(library: Library, path: Path) -> int:
    """Add the queries of a file; return how many are new. Raises ImportFailed."""
    given = read_queries(path)
    with together(library) as whole:
        return whole.queries.add(_under_known_ids(whole, given))


def read_known_queries(library: Library, path: Path) -> list[Query]:
    """Return the queries of a file, under the ids that the library has for them. Raises ImportFailed."""
    return _under_known_ids(library, read_queries(path))


def import_qrels(library: Library, path: Path, *, assessor: str) -> int:
    """Take the grades 0..2 of a TREC or BEIR file over as `assessor`'s. Raises EvaluationError, BadInput."""
    given = read_qrels(path)
    with together(library) as whole:
        queries = whole.queries.find_by_ids(given)
        papers = whole.papers.resolve(list({doc_id for grades in given.values() for doc_id in grades}))
        qrels = {
            _known_id(query_id, queries): {_known_id(d, papers): grade for d, grade in grades.items()}
            for query_id, grades in given.items()
        }
        return whole.judgements.import_qrels(qrels, assessor=assessor)


def export_qrels(
    library: Library,
    path: Path,
    *,
    format: Literal["trec", "beir"],
    assessor: str | None = None,
    overwrite: bool = True,
) -> ExportedGrades:
    """Write the grades given in the library; return the number of rows, and in which order they were given.

    Raises EvaluationError, and BadInput for a file that is there already unless `overwrite`.
    """
    qrels = library.judgements.qrels(assessor=assessor)
    rows = write_qrels(qrels, path, format=format, overwrite=overwrite)
    return ExportedGrades(rows, path, library.judgements.orders(assessor=assessor))


def export_queries(library: Library, path: Path, *, overwrite: bool = True) -> int:
    """Write every query of the library as JSON Lines, as `import_queries` reads them; return their number."""
    queries = library.queries.all()
    write_text(path, "".join(f"{encode(query)}\n" for query in queries), overwrite=overwrite)
    return len(queries)


def add_query(library: Library, text: str) -> Query:
    """Return the library's query of this text, made if it is not there yet. Raises BadInput for no text."""
    text = " ".join(text.split())
    if not text:
        raise BadInput("The query is empty. Type what you are looking for.")
    with together(library) as whole:
        known = whole.queries.with_text(text)
        return known or _new_query(whole, Query(text_id(text), text))


def add_query_paper(library: Library, doc_id: str) -> Query:
    """Return the library's query for the neighbours of a paper. Raises BadInput for an unknown one."""
    with together(library) as whole:
        found = whole.papers.get([doc_id])
        if not found:
            raise BadInput("No paper '{0}' in this library, so it cannot be a query.", doc_id)
        paper = found[0]
        known = whole.queries.with_paper(paper.doc_id)
        return known or _new_query(
            whole, Query(f"paper-{_short_hash(paper.doc_id)}", shown_title(paper), paper.doc_id)
        )


def _under_known_ids(library: Library, queries: Sequence[Query]) -> list[Query]:
    """The queries under the ids that the library has for them."""
    given = [original_id(query.query_id) for query in queries]
    known = library.queries.find_by_ids(given)
    return [
        replace(query, query_id=_known_id(query_id, known))
        for query, query_id in zip(queries, given, strict=True)
    ]


def _new_query(library: Library, query: Query) -> Query:
    library.queries.add([query])
    return query


def _known_id(given: str, known: Container[str]) -> str:
    """The id as it stands if the library has it, else as the importers would have written it."""
    return given if given in known else safe_id(given)


def _short_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()
