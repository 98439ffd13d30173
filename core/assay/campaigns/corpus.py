"""What a campaign ranks and asks: its frozen corpus, its queries, and each query's own papers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING

from assay.errors import BadInput
from assay.judging import own_papers
from assay.types import Paper, Query, Run

if TYPE_CHECKING:
    from assay.library import CampaignStore, Library


@dataclass(frozen=True, slots=True)
class Corpus:
    """`own` maps query_id -> the query's paper and its other records, which never count as its results."""

    papers: tuple[Paper, ...]  # of the frozen corpus, as they are now; removed papers are not there
    outside: tuple[Paper, ...]  # query papers that the corpus does not have: asked with, never found
    queries: tuple[Query, ...]
    own: Mapping[str, frozenset[str]]

    @property
    def doc_ids(self) -> frozenset[str]:
        return frozenset(paper.doc_id for paper in self.papers)

    def cut(self, run: Run, *, k: int | None = None) -> Run:
        """The run without its queries' own papers and those outside the corpus, cut to the first `k` of each.

        The order of `run` stands: its documents must come best first.
        """
        hidden = {paper.doc_id for paper in self.outside}
        return {
            query_id: dict(
                [
                    hit
                    for hit in scores.items()
                    if hit[0] not in hidden and hit[0] not in self.own.get(query_id, ())
                ][:k]
            )
            for query_id, scores in run.items()
        }

    @property
    def most_hidden(self) -> int:
        """How many documents `cut` takes from one query at most."""
        return len(self.outside) + max(map(len, self.own.values()), default=0)


def read_corpus(library: Library, store: CampaignStore) -> Corpus:
    """Read it all; raise BadInput for a campaign whose corpus is not frozen or that asks nothing."""
    frozen = store.corpus()
    inside = set(frozen)
    # A paper that was merged into another is gone: under its name one would get the other a second time.
    found = library.papers.get(frozen, items=False)
    papers = list({p.doc_id: p for p in found if p.doc_id in inside}.values())
    if not papers:
        raise BadInput(
            "The campaign '{0}' has no corpus yet. Import papers, then freeze them.",
            store.name,
            quote(store.name),
            advice="`assay campaign edit {1} --freeze` does that.",
        )
    queries = store.queries.all()
    if not queries:
        raise BadInput(
            "The campaign '{0}' has no queries yet. Add some.",
            store.name,
            quote(store.name),
            advice="`assay campaign edit {1} --queries FILE` does that.",
        )
    known = {paper.doc_id for paper in papers}
    sources = dict.fromkeys(query.doc_id for query in queries if query.doc_id is not None)
    outside = library.papers.get([doc_id for doc_id in sources if doc_id not in known])
    return Corpus(
        papers=tuple(papers),
        outside=tuple(paper for paper in outside if paper.doc_id not in known),
        queries=tuple(queries),
        own=own_papers(queries, [*papers, *outside]),
    )
