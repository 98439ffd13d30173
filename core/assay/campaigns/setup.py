"""A campaign from nothing: corpus, queries, guideline and assessors, all checked before a write."""

from __future__ import annotations

import logging
import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from assay.campaigns.types import CorpusChoice
from assay.errors import BadInput
from assay.importers import read_titled_queries, text_id
from assay.library import CampaignStore, Library
from assay.library.campaigns.judgement_rows import checked_handle
from assay.library.transaction import together
from assay.types import Filters, Paper, Query, shown_title
from assay.workspace import Workspace

log = logging.getLogger(__name__)


def edit_campaign(
    workspace: Workspace,
    store: CampaignStore,
    *,
    raters_per_pair: int | None,
    query_file: Path | None,
    queries: Sequence[str],
    guideline: str,
    assessors: Sequence[str],
    quota: int | None,
    remove: Sequence[str],
    freeze: bool,
    doc_ids: Sequence[str] | None,
    lift_quota: bool = False,
) -> list[str]:
    """Change what is given, step by step: what was done before a step that is refused stays done.

    Who is in the campaign already keeps their quota unless there is a new one, or `lift_quota`. Returns notes
    on queries of the file.
    """
    library = workspace.library
    corpus = corpus_of(library, doc_ids) if freeze else store.corpus()
    from_file, notes = file_queries(workspace, query_file, corpus) if query_file is not None else ([], [])
    new_queries = [*typed_queries(queries), *from_file]
    checked_queries(library, new_queries)
    for handle in assessors:
        checked_handle(handle)
    if raters_per_pair is not None:
        library.campaigns.set_raters_per_pair(store.name, raters_per_pair)
    if freeze:
        store.freeze_corpus(corpus)
    if new_queries:
        store.queries.add(new_queries)
    if guideline.strip():
        store.set_guideline(guideline)
    with together(library) as whole:
        own = whole.campaign(store.name)
        members = {one.handle for one in own.assessors()}
        for handle in dict.fromkeys(assessors):
            if quota is not None or lift_quota or handle not in members:
                own.add_assessor(handle, quota=quota)
    for handle in dict.fromkeys(remove):
        store.remove_assessor(handle)
    return notes


def corpus_of(library: Library, doc_ids: Sequence[str] | None) -> list[str]:
    """Return the doc_ids, aliases resolved, each once; all for None. Raises BadInput for unknown ones."""
    if doc_ids is None:
        return library.papers.ids()
    known = library.papers.resolve(list(doc_ids))
    require_known("papers", [doc_id for doc_id in doc_ids if doc_id not in known])
    return list(dict.fromkeys(known[doc_id] for doc_id in doc_ids))


def chosen_papers(workspace: Workspace, choice: CorpusChoice) -> list[str] | None:
    """Return the doc_ids of the choice's papers, None for every paper.

    A saved search has those that it counts as found: the first 50 of a ranking. Raises BadInput where none
    is found, for unknown names, and for a saved search with something else; and what a search raises.
    """
    library, words = workspace.library, choice.words.strip()
    if choice == CorpusChoice():
        return None
    if choice.saved:
        from assay.searching.saved_searches import find

        if choice.collection or words:
            raise BadInput("A saved search is a corpus of its own. Leave the collection and the filter out.")
        found = list(find(workspace, library.searches.get(choice.saved).request).results)
    else:
        inside = (library.collections.path(choice.collection),) if choice.collection else ()
        found = library.papers.ids(text=words, filters=Filters(collections=inside))
    if not found:
        raise BadInput("No papers found, so there is nothing to judge. Choose another corpus.")
    return found


def typed_queries(texts: Sequence[str]) -> list[Query]:
    """Return one query a text, with the id that the text has everywhere."""
    tidy = [" ".join(text.split()) for text in texts]
    if not all(tidy):
        raise BadInput("The query is empty. Type what assessors should look for.")
    return [Query(text_id(text), text) for text in dict.fromkeys(tidy)]


def sampled_queries(library: Library, corpus: Sequence[str], *, n: int, seed: int) -> list[Query]:
    """`n` papers of the corpus as queries, drawn without replacement by Python's Mersenne Twister.

    `random.Random(seed).sample(sorted(corpus), n)`: who has the seed and the corpus draws the same papers.
    The id of such a query is the paper's doc_id and its text the paper's title.
    """
    if n < 0 or n > len(corpus):
        raise BadInput(
            "{0} papers cannot be sampled from a corpus of {1}. Give a smaller number.", n, len(corpus)
        )
    drawn = random.Random(seed).sample(sorted(corpus), n)  # noqa: S311 - a draw that can be repeated
    papers = {paper.doc_id: paper for paper in library.papers.get(drawn)}
    return [Query(doc_id, shown_title(papers[doc_id]), doc_id) for doc_id in drawn]


def checked_queries(library: Library, queries: Sequence[Query]) -> None:
    """Raise BadInput where two queries share an id, or one is a paper that the library does not hold."""
    seen: dict[str, Query] = {}
    for query in queries:
        if seen.setdefault(query.query_id, query) != query:
            raise BadInput("Two queries have the id '{0}'. Give one of them another id.", query.query_id)
    papers = [query.doc_id for query in queries if query.doc_id is not None]
    known = library.papers.resolve(papers)
    require_known("papers that are queries", [doc_id for doc_id in papers if doc_id not in known])


def require_known(what: str, unknown: Sequence[str]) -> None:
    """Raise BadInput that counts the unknown ids and names the first few."""
    if unknown:
        unique = list(dict.fromkeys(unknown))
        shown = ", ".join(f"'{name}'" for name in unique[:5]) + (", ..." if len(unique) > 5 else "")
        raise BadInput("{0} {1} not in this library: {2}. Nothing was written.", len(unique), what, shown)


BEGINNING = 40
"""Characters that the beginnings of two texts must share at least, where one goes on longer."""
SHOWN = 5


def file_queries(workspace: Workspace, path: Path, corpus: Collection[str]) -> tuple[list[Query], list[str]]:
    """Return the file's queries, and notes on those that might have been papers. Raises ImportFailed.

    A query whose id is that of a paper of the corpus is this paper if they agree in the title, or in the text
    or its beginning; then it is asked with the paper and never finds it. An id alone does not make it so
    (query 1 and document 1 of Cranfield are strangers): such a query stays a text, and a note names it. A
    file of plain lines that are all ids of papers of the corpus has these papers as queries.
    """
    from assay.ingest.queries import read_known_queries

    given = read_known_queries(workspace.library, path)
    titles = [title for _, title in read_titled_queries(path)]
    by_id = _papers(workspace.library, [query.query_id for query in given], corpus)
    if listed := _listed(workspace.library, given, corpus):
        return listed, []
    queries, strangers = [], []
    for query, title in zip(given, titles, strict=True):
        paper = by_id.get(query.query_id) if query.doc_id is None else None
        if paper is not None and _agrees(query.text, title, paper):
            query = replace(query, text=paper.title or query.text, doc_id=paper.doc_id)  # noqa: PLW2901 - the same one
        elif paper is not None:
            strangers.append(query.query_id)
        queries.append(query)
    log.info("%s: %d queries, %d papers", path, len(queries), sum(q.doc_id is not None for q in queries))
    return queries, _notes(strangers)


def _papers(library: Library, ids: Sequence[str], corpus: Collection[str]) -> dict[str, Paper]:
    """query_id -> the paper of the corpus that has it."""
    inside = set(corpus)
    known = {
        query_id: doc_id for query_id, doc_id in library.papers.resolve(list(ids)).items() if doc_id in inside
    }
    papers = {paper.doc_id: paper for paper in library.papers.get(list(dict.fromkeys(known.values())))}
    return {query_id: papers[doc_id] for query_id, doc_id in known.items()}


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
    folded = _folded(text)
    return any(_same_beginning(folded, other) for other in (own_title, abstract, f"{own_title} {abstract}"))


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
