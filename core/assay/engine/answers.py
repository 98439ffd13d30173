"""The parts of the engine's answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from assay.codec import from_json
from assay.engine.types import EngineRequest, Operation
from assay.errors import BadInput
from assay.searching.types import (
    ComparedFormats,
    Explanation,
    Marks,
    MarksCall,
    Passage,
    RerankReport,
    ResultRow,
    SearchResults,
)
from assay.types import (
    EvaluateCall,
    Hit,
    LibraryOverview,
    Paper,
    SearchMode,
    SearchRequest,
    TaskFormat,
    shown_title,
)
from assay.workspace import Workspace

if TYPE_CHECKING:
    from assay.encoding import Encoder
    from assay.search import HighlightTerms, Reordered, Searcher
    from assay.searching.explain import Explainer

Q = TypeVar("Q")
A = TypeVar("A")


def reading(operation: Operation[Q, A], handler: Callable[[Q], A]) -> Callable[[EngineRequest], object]:
    """Return the handler for messages of this operation. It raises BadInput for another kind of request."""
    return lambda message: handler(from_json(message.call, operation.request, what=operation.name))


def results_of(
    workspace: Workspace, searcher: Searcher, request: SearchRequest, hits: Sequence[Hit]
) -> SearchResults:
    """Return the answer to a parsed search that found these papers, with a row for each."""
    indexed, total = searcher.coverage
    by_words = request.mode is SearchMode.KEYWORD or searcher.encoder is None
    return SearchResults(
        rows_of(workspace, hits[: request.k], searcher.highlight_terms(request)),
        request.mode,
        formats=None if by_words else formats_of(workspace.encoder(), request),
        indexed=indexed,
        total=total,
        waiting=searcher.n_without_words,
        listed=not (request.text or request.texts or request.seeds),
        set_aside=searcher.set_aside,
    )


def rows_of(workspace: Workspace, hits: Sequence[Hit], terms: HighlightTerms) -> tuple[ResultRow, ...]:
    """Return a row for each hit whose paper is still in the library."""
    found = workspace.library.papers.get([hit.doc_id for hit in hits])
    papers = {paper.doc_id: paper for paper in found}
    return tuple(_row(workspace, hit, papers[hit.doc_id], terms) for hit in hits if hit.doc_id in papers)


def _row(workspace: Workspace, hit: Hit, paper: Paper, terms: HighlightTerms) -> ResultRow:
    from assay.search import note_passage

    passage, page = _passage(workspace, hit, paper, terms)
    note = () if page else tuple(note_passage(paper, terms.words, stems=terms.stems, alone=True))
    return ResultRow(
        hit.doc_id,
        hit.score,
        hit.rank,
        hit.channels,
        title=shown_title(paper),
        authors=paper.authors,
        year=paper.year,
        venue=paper.venue,
        passage=note or passage,
        page=page,
        in_note=bool(note),
    )


def _passage(
    workspace: Workspace, hit: Hit, paper: Paper, terms: HighlightTerms
) -> tuple[Passage, int | None]:
    """Return a passage of the abstract; with its page, one of the full text where only that matches, or is
    nearer to the search by meaning.
    """
    from assay.search import passage, shortened
    from assay.search.searcher import PASSAGES, SEMANTIC

    of_abstract = tuple(passage(paper, terms.words, stems=terms.stems))
    ranks = hit.channels
    is_nearer = PASSAGES in ranks and ranks[PASSAGES] < ranks.get(SEMANTIC, ranks[PASSAGES] + 1)
    if hit.passage is None or (any(matches for _, matches in of_abstract) and not is_nearer):
        return of_abstract, None
    inside = workspace.texts.passage(hit.passage)
    if inside is None:
        return of_abstract, None
    return tuple(shortened(inside.text, terms.words, stems=terms.stems)), inside.page


def formats_of(encoder: Encoder, request: SearchRequest) -> ComparedFormats | None:
    """Return which vectors a search compares; None for a model that has one vector for all formats."""
    if len({encoder.fingerprint(each) for each in encoder.formats}) == 1:
        return None
    formats = [(TaskFormat.QRY, request.text.strip() or request.texts), (TaskFormat.PRX, request.seeds)]
    return ComparedFormats(tuple(each.value for each, given in formats if given), TaskFormat.PRX.value)


def explanation(
    workspace: Workspace, explainer: Explainer, request: SearchRequest, doc_id: str
) -> Explanation:
    """Explain why a parsed search finds a paper. Raises BadInput for a paper that is gone."""
    papers = workspace.library.papers.get([doc_id])
    if not papers:
        raise BadInput("The paper '{0}' is no longer in this library.", doc_id)
    return explainer.explain(request, papers[0])


def reranked(model: str, tag: str, done: Reordered) -> RerankReport:
    """Return the report of a second stage that went through; `tag` names the cascade."""
    return RerankReport(
        model, "done", tag, candidates=done.n_candidates, compared=done.n_compared, late=done.n_late
    )


def not_reranked(model: str, reason: str) -> RerankReport:
    """Return the report of a second stage that left the first stage's order."""
    return RerankReport(model, "failed", message=reason)


def marks(call: MarksCall) -> Marks:
    """Mark the words of a query in texts."""
    from assay.search.snippets import marked, marked_words

    texts = tuple(tuple(marked(text, call.query)) for text in call.texts)
    return Marks(texts, marked_words(call.query))


def evaluation(workspace: Workspace, call: EvaluateCall) -> LibraryOverview:
    """Evaluate the stored runs on the library's judgements: what the evaluation page shows."""
    from assay.evaluation import overview

    library = workspace.library
    found = overview(
        library.judgements.qrels(),
        {run.tag: library.runs.load(run.tag) for run in library.runs.all()},
        reference=call.reference,
        measure=call.measure,
        exclude_self=library.queries.papers(),
    )
    queries = library.queries.find_by_ids(found.per_query)
    texts = {each: queries[each].text if each in queries else each for each in found.per_query}
    values = {each.name: getattr(found, each.name) for each in fields(found)}
    return LibraryOverview(**values, texts=texts)
