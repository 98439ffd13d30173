"""Searching a library: by text and by seed papers, and runs of its queries."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from assay.errors import BadInput, ModelError, StaleIndex
from assay.library import Library
from assay.progress import Progress, silent
from assay.search import Searcher, retrieve_from
from assay.types import Graded, Hit, Query, Run, SearchMode, SearchRequest, TaskFormat
from assay.workspace import Workspace

log = logging.getLogger(__name__)


def search(workspace: Workspace, request: SearchRequest) -> list[Hit]:
    """Rank the library's papers; the seed papers are not among the hits. Raises BadInput, StaleIndex."""
    require_seeds(workspace, request)
    return searcher_of(workspace, request).search(request)


def searcher_of(workspace: Workspace, request: SearchRequest) -> Searcher:
    """Return the searcher that the request needs, without the model where stored vectors are enough.

    Raises StaleIndex where an index is missing or was built by another model.
    """
    has_text = bool(request.text.strip() or request.texts)
    if request.mode is SearchMode.KEYWORD or not (has_text or request.seeds):
        return workspace.searcher(lexical_only=True)
    if workspace.has_model or has_text:
        return workspace.searcher()
    stored = workspace.searcher_of_stored()
    ids = workspace.library.papers.resolve([seed.doc_id for seed in request.seeds]).values()
    has_all = stored.vectors is not None and bool(stored.vectors.has([*ids]).all())
    return stored if has_all else workspace.searcher()


def possible(workspace: Workspace, request: SearchRequest, *, exact_mode: bool) -> tuple[SearchRequest, str]:
    """The request, by keyword where the library has no vectors for it, by meaning where this machine has no
    keyword index, and a sentence that says so.

    Raises StaleIndex for that where the request has to stay `exact_mode`.
    """
    try:
        searcher = searcher_of(workspace, request)
    except StaleIndex as error:
        if exact_mode or request.mode is SearchMode.KEYWORD:
            raise
        return replace(request, mode=SearchMode.KEYWORD), f"Searched by keyword alone. {error}"
    if request.mode is SearchMode.HYBRID and searcher.lexical is None and not exact_mode:
        why = "This machine has no keyword index yet: `assay index` builds it."
        return replace(request, mode=SearchMode.SEMANTIC), f"Searched by meaning alone. {why}"
    return request, ""


def require_seeds(workspace: Workspace, request: SearchRequest) -> None:
    """Check that the library has the seed papers of the request, each for one side. Raises BadInput."""
    towards, away = ({seed.doc_id for seed in request.seeds if seed.sign == sign} for sign in (1, -1))
    for doc_id in sorted(towards & away):
        raise BadInput("'{0}' cannot be a positive and a negative seed at once.", doc_id)
    for seed in request.seeds:
        if seed.doc_id not in workspace.library.papers.resolve([seed.doc_id]):
            raise BadInput(
                "No paper '{0}' in this library.", seed.doc_id, advice="`assay search` finds its id."
            )


def make_run(
    workspace: Workspace,
    queries: Sequence[Query],
    *,
    mode: SearchMode,
    k: int = 100,
    full_text: bool = False,
    progress: Progress = silent,
) -> Run:
    """Rank the library for each query, `k` papers at most."""
    searcher = workspace.searcher(lexical_only=SearchMode(mode) is SearchMode.KEYWORD)
    return retrieve_from(searcher, queries, mode=mode, k=k, full_text=full_text, progress=progress)


def make_run_of(
    workspace: Workspace,
    queries: Sequence[Query],
    model: str,
    *,
    mode: SearchMode,
    k: int = 100,
    progress: Progress = silent,
) -> tuple[Run, str]:
    """Rank it with another model, whose vectors are made where they are not cached; return its fingerprint.

    A sparse encoder takes the place of the keyword index. Raises ModelError for one that cannot be loaded.
    """
    from assay.registry.loading import is_sparse, load_model, settings_for
    from assay.search import retrieve

    if is_sparse(model):
        mode, fingerprint = rank_by_sparse(workspace, model, mode=mode, progress=progress)
        run = make_run(workspace, queries, mode=mode, k=k, progress=progress)
        workspace.take_words(None)
        return run, fingerprint
    encoder = load_model(settings_for(model, workspace.config))
    papers = [paper for some in workspace.library.papers.all(items=False) for paper in some]
    cache = workspace.vector_cache()
    fusion = workspace.config.fusion
    run = retrieve(
        papers, queries, mode=mode, k=k, encoder=encoder, cache=cache, progress=progress, fusion=fusion
    )
    return run, encoder.fingerprint(TaskFormat.PRX)


def rank_by_sparse(
    workspace: Workspace, model: str, *, mode: SearchMode, progress: Progress = silent
) -> tuple[SearchMode, str]:
    """Let a sparse encoder rank in the place of the keyword index, until `Workspace.take_words`.

    Return the mode of a search that ranks by it and by vectors, for hybrid, else by it alone, and what the
    model is known by. Raises BadInput for a model of another kind.
    """
    from assay.registry.loading import is_sparse, load_scorer
    from assay.search.sparse import SparseIndex

    scorer = load_scorer(model, device=workspace.config.device) if is_sparse(model) else None
    if scorer is None:
        raise BadInput(
            "{0} is no sparse encoder (SPLADE), which a search takes in the place of its keyword index.",
            model,
            advice="`assay run --model {0}` ranks by other models.",
        )
    papers = [paper for some in workspace.library.papers.all(items=False) for paper in some]
    words = workspace.searcher(lexical_only=True).lexical
    index = SparseIndex(papers, scorer, words=words, cache=workspace.vector_cache(), progress=progress)
    workspace.take_words(index)
    return SearchMode.HYBRID if mode is SearchMode.HYBRID else SearchMode.KEYWORD, index.fingerprint


def make_all_runs(workspace: Workspace, *, progress: Progress = silent) -> None:
    """Run the library's queries in keyword, semantic and hybrid mode, and keep the runs.

    By keyword alone where the library has no vectors yet.
    """
    queries = workspace.library.queries.all()
    try:
        workspace.searcher()
        modes = list(SearchMode)
    except (StaleIndex, ModelError) as error:
        log.info("runs by keyword alone: %s", error)
        modes = [SearchMode.KEYWORD]
    for mode in modes:
        run = make_run(workspace, queries, mode=mode, progress=progress)
        store_run(workspace, mode.value, run, mode=mode)


def store_run(
    workspace: Workspace,
    tag: str,
    run: Run,
    *,
    mode: SearchMode,
    model: str = "",
    fingerprint: str = "",
    full_text: bool = False,
) -> None:
    """Keep a run under its tag, in place of an older one; of the active model if none is named."""
    inside = _full_texts(workspace, mode) if full_text else {}
    if SearchMode(mode) is SearchMode.KEYWORD:
        workspace.library.runs.save(tag, run, mode=mode.value, details=inside)
        return
    workspace.library.runs.save(
        tag,
        run,
        fingerprint=fingerprint or workspace.encoder().fingerprint(TaskFormat.PRX),
        mode=mode.value,
        details={"model": model or workspace.config.model, **_fused_by(workspace, mode, model), **inside},
    )


def _fused_by(workspace: Workspace, mode: SearchMode, model: str) -> dict[str, str]:
    if SearchMode(mode) is not SearchMode.HYBRID:
        return {}
    lessons = None if model else workspace.searcher().lessons  # weights are the library's model's
    weights = {} if lessons is None else {"weights": lessons.version}
    return {"fusion": workspace.config.fusion.value, **weights}


def _full_texts(workspace: Workspace, mode: SearchMode) -> dict[str, str]:
    """Return what full texts were compared by."""
    by_meaning = SearchMode(mode) is not SearchMode.KEYWORD and workspace.searcher().passages is not None
    return {"full_text": "words and meaning" if by_meaning else "words"}


def grades_for(library: Library, request: SearchRequest) -> tuple[Graded, ...]:
    """Return the grades that the library has for its query of this text, or of the one paper that is searched
    with, of all its assessors. Papers to keep away from may stand next to it."""
    towards = [seed.doc_id for seed in request.seeds if seed.sign > 0]
    if request.text.strip():
        query = library.queries.with_text(" ".join(request.text.split()))
    else:
        own = library.papers.get(towards) if len(towards) == 1 else []
        query = library.queries.with_paper(own[0].doc_id) if own else None
    grades = (
        {} if query is None else library.judgements.qrels(query_id=query.query_id).get(query.query_id, {})
    )
    return tuple(Graded(doc_id, grade) for doc_id, grade in grades.items())
