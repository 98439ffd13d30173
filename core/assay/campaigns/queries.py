"""The queries of a file as a campaign asks them: which of them are papers of its corpus."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assay.importers import read_titled_queries, text_id
from assay.types import Paper, Query, shown_title

if TYPE_CHECKING:
    from assay.library import Library
    from assay.workspace import Workspace

BEGINNING = 40
"""Characters that the beginnings of two texts must share at least, where one goes on longer."""
SHOWN = 5

log = logging.getLogger(__name__)


def file_queries(workspace: Workspace, path: Path, corpus: Collection[str]) -> tuple[list[Query], list[str]]:
    """The file's queries, and notes on those that might have been papers. Raises ImportFailed.

    A query whose id is that of a paper of the corpus is this paper if they agree in the title, or in the text
    or its beginning; then it is asked with the paper and never finds it. An id alone does not make it so
    (query 1 and document 1 of Cranfield are strangers): such a query stays a text, and a note names it. A
    file of plain lines that are all ids of papers of the corpus has these papers as queries.
    """
    given = workspace.read_queries(path)
    titles = [title for _, title in read_titled_queries(path)]
    by_id = _papers(workspace.library, [query.query_id for query in given], corpus)
    if listed := _listed(workspace.library, given, corpus):
        return listed, []
    queries, strangers = [], []
    for query, title in zip(given, titles, strict=True):
        paper = by_id.get(query.query_id) if query.doc_id is None else None
        if paper is not None and _agrees(query.text, title, paper):
            query = Query(query.query_id, paper.title or query.text, paper.doc_id)  # noqa: PLW2901 - the same one
        elif paper is not None:
            strangers.append(query.query_id)
        queries.append(query)
    log.info("%s: %d queries, %d papers", path, len(queries), sum(q.doc_id is not None for q in queries))
    return queries, _notes(strangers)


def _papers(library: Library, ids: Sequence[str], corpus: Collection[str]) -> dict[str, Paper]:
    """asked id -> the paper of the corpus that has it."""
    inside = set(corpus)
    known = {asked: doc_id for asked, doc_id in library.papers.resolve(list(ids)).items() if doc_id in inside}
    papers = {paper.doc_id: paper for paper in library.papers.get(list(dict.fromkeys(known.values())))}
    return {asked: papers[doc_id] for asked, doc_id in known.items()}


def _listed(library: Library, given: Sequence[Query], corpus: Collection[str]) -> list[Query]:
    """The papers whose ids the plain lines of a file are; none where one line is something else."""
    if any(query.query_id != text_id(query.text) or query.doc_id is not None for query in given):
        return []
    papers = _papers(library, [query.text for query in given], corpus)
    if len(papers) < len(given):
        return []
    found = {paper.doc_id: paper for paper in papers.values()}
    return [Query(doc_id, shown_title(paper), doc_id) for doc_id, paper in found.items()]


def _agrees(text: str, title: str, paper: Paper) -> bool:
    own_title, abstract = _folded(paper.title), _folded(paper.abstract)
    if title and _folded(title) == own_title:
        return True
    said = _folded(text)
    return any(_same_beginning(said, other) for other in (own_title, abstract, f"{own_title} {abstract}"))


def _same_beginning(text: str, other: str) -> bool:
    shorter, longer = sorted((text, other), key=len)
    return bool(text) and (text == other or (len(shorter) >= BEGINNING and longer.startswith(shorter)))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _notes(strangers: Sequence[str]) -> list[str]:
    if not strangers:
        return []
    shown = ", ".join(f"'{query_id}'" for query_id in strangers[:SHOWN])
    which = "1 query has" if len(strangers) == 1 else f"{len(strangers)} queries have"
    note = (
        f"{which} the id of a paper of the corpus and another text, so it stays a text and may find that "
        f"paper: {shown}{', ...' * (len(strangers) > SHOWN)}."
    )
    return [note]
