"""Judged queries with their candidates, as training reads them: papers embedded, a first stage asked once."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from assay.encoding import Encoder, VectorCache, encode_with_cache
from assay.encoding.model_files import file_digests, folder_fingerprint
from assay.errors import RecipeError
from assay.evaluation import read_run
from assay.progress import Progress, silent
from assay.training.lists.candidates import candidate_lists, with_random
from assay.training.lists.prepared import write_prepared
from assay.training.objectives.texts import text_key
from assay.types import Run, SearchMode, TaskFormat, Vectors
from assay.workspace.model_tests import TestSet

FIRST_STAGES: Mapping[str, SearchMode | None] = {
    "hybrid": SearchMode.HYBRID,
    "dense": SearchMode.SEMANTIC,
    "keyword": SearchMode.KEYWORD,
    "random": None,
}
"""What may find candidates, and how the library's search calls it; else it is the file of a run."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which candidates a query gets."""

    first: str = "hybrid"  # one of FIRST_STAGES, or the file of a run
    n: int = 1000
    random: int = 0
    seed: int = 42


@dataclass(frozen=True, slots=True)
class PreparedLists:
    """What was written."""

    queries: int
    candidates: int  # of all queries
    papers: int
    without: tuple[str, ...]  # queries that were left out: nothing is relevant
    by_paper: int  # queries left out since they are papers: their vectors are the index's, and do not learn


def prepare_lists(
    out: Path,
    judged: TestSet,
    encoder: Encoder,
    wanted: Wanted,
    *,
    model_folder: Path,
    folder: Path,
    progress: Progress = silent,
) -> PreparedLists:
    """Writes what `training.lists.prepared` reads. `folder` is where the path of a run starts.

    Raises BadInput for candidates that are no papers here, RecipeError for a first stage that is none and
    where no typed query has anything relevant, EvaluationError for a damaged run.
    """
    papers = {paper.doc_id: paper for paper in judged.papers}
    typed = [query for query in judged.queries if query.doc_id is None or query.doc_id not in papers]
    qrels = {
        query.query_id: {d: g for d, g in judged.qrels.get(query.query_id, {}).items() if d in papers}
        for query in typed
    }
    cache = VectorCache(judged.vectors)
    run = _run_of(wanted.first, folder)
    if run is None:
        run = _ranked(replace(judged, queries=typed), encoder, cache, wanted, progress)
    rows = {doc_id: row for row, doc_id in enumerate(papers)}
    asked_of = {query.query_id: run.get(query.query_id, {}) for query in typed}
    found = candidate_lists(asked_of, qrels, rows, n=wanted.n)
    if not len(found):
        raise RecipeError(
            f"No typed query of {judged.name} has a paper that is judged relevant (1 or 2), so there is "
            "nothing to learn from. Judge some results of a search first."
        )
    lists = with_random(found, wanted.random, n_documents=len(rows), seed=wanted.seed)
    texts = [encoder.template.paper_text(paper) for paper in papers.values()]
    vectors, _ = encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=cache, progress=progress)
    asked = {query.query_id: encoder.template.query_text(query.text) for query in typed}
    write_prepared(
        out,
        vectors=_unit(vectors),
        keys=[text_key(f"{paper.title} {paper.abstract}") for paper in papers.values()],
        texts=[asked[query_id] for query_id in lists.query_ids],
        lists=lists,
        model=folder_fingerprint(file_digests(model_folder)),
        first=wanted.first,
    )
    by_paper = len(judged.queries) - len(typed)
    logger.info("prepared %d lists of %s, %d papers", len(lists), judged.name, len(rows))
    return PreparedLists(len(lists), len(lists.ids), len(rows), lists.without, by_paper)


def _run_of(first: str, folder: Path) -> Run | None:
    """The run of a file; None where a first stage of ours is to be asked."""
    if first in FIRST_STAGES:
        return None
    path = folder / Path(first).expanduser()
    if not path.is_file():
        raise RecipeError(
            f"first = '{first}' is none of {', '.join(FIRST_STAGES)}, and no file of a run. Change it."
        )
    return read_run(path)


def _ranked(judged: TestSet, encoder: Encoder, cache: VectorCache, wanted: Wanted, progress: Progress) -> Run:
    from assay.search import retrieve

    mode = FIRST_STAGES[wanted.first]
    if mode is None:
        return {}
    return retrieve(
        judged.papers,
        judged.queries,
        mode=mode,
        k=wanted.n,
        encoder=encoder,
        cache=cache,
        progress=progress,
        exclude_self=judged.own,
    )


def _unit(vectors: Vectors) -> Vectors:
    """As the index holds them: of length 1."""
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Vectors = (vectors / np.maximum(lengths, np.finfo(np.float32).tiny)).astype(np.float32)
    return found
