"""Others' judgements taken over in one transaction: their papers, their queries, the corpus, the grades."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assay.campaigns.runs import resolved
from assay.files import open_regular
from assay.importers import identity_keys
from assay.judging import order_keys
from assay.library.campaigns.judgements import import_ratings
from assay.progress import Progress
from assay.types import Query

if TYPE_CHECKING:
    from assay.campaigns.imports.matching import Matched
    from assay.library import CampaignStore, Library
    from assay.library.campaigns.judgements import Rating
    from assay.types import Paper

BATCH = 5000  # papers added at once

Entries = Sequence[tuple["Paper", Sequence[str]]]


def take_over(
    library: Library, store: CampaignStore, found: Matched, source: Mapping[str, str], *, progress: Progress
) -> None:
    """Writes what was matched in the same transaction; what raises leaves everything as it was.

    `source` is what the round of imported pairs keeps of the file, see `source_of`.
    """
    _make_missing(library, store, found, _new_papers(found), progress=progress)
    _import(store, found.ratings, source)


def _new_papers(found: Matched) -> Entries:
    """The papers to be made, each once, with their identity keys.

    A paper that is known by its id alone must never be taken for another by its "title".
    """
    papers = {paper.doc_id: paper for paper in found.new_papers.values()}
    return [(paper, identity_keys(paper) if paper.title != paper.doc_id else ()) for paper in papers.values()]


def _make_missing(
    library: Library, store: CampaignStore, found: Matched, entries: Entries, *, progress: Progress
) -> None:
    """Adds the papers and queries that are not here; a draft's corpus grows by the papers."""
    for start in range(0, len(entries), BATCH):
        chunk = entries[start : start + BATCH]
        library.papers.add(chunk)
        progress("adding papers", start + len(chunk), len(entries))
    corpus = store.corpus()
    if not corpus:
        store.freeze_corpus()
    elif entries or found.outside:
        store.freeze_corpus([*corpus, *found.outside.values(), *(paper.doc_id for paper, _ in entries)])
    docs = {key: paper.doc_id for key, paper in found.new_papers.items()}
    store.queries.add([_with_paper(library, query, docs) for query in found.new_queries.values()])


def _with_paper(library: Library, query: Query, docs: Mapping[str, str]) -> Query:
    """The query with the paper that it is under its id here; a text where that paper was not judged."""
    if query.doc_id is None:
        return query
    own = docs.get(query.doc_id) or resolved(library, [query.doc_id]).get(query.doc_id)
    return Query(query.query_id, query.text, own)


def _import(store: CampaignStore, ratings: Sequence[Rating], source: Mapping[str, str]) -> None:
    seed = store.info().seed
    import_ratings(
        store,
        list(dict.fromkeys(ratings)),
        order_keys=lambda uuid, pairs: order_keys(pairs, assessor_uuid=uuid, seed=seed),
        params=source,
    )


def source_of(path: Path) -> dict[str, str]:
    """What a round of imported pairs says of where it came from."""
    if not path.is_file():
        return {"source": path.name}
    with open_regular(path) as file:
        return {"source": path.name, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
