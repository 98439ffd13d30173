"""Judged queries with their candidates, as training reads them: papers embedded, a first stage asked once."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from assay.encoding import Encoder, VectorCache, encode_with_cache
from assay.encoding.model_files.folder import file_digests, folder_fingerprint
from assay.errors import BadInput, RecipeError
from assay.evaluation import read_run
from assay.models.tests import TestSet
from assay.progress import Progress, silent
from assay.training.data.lists.candidates import candidate_lists, with_random
from assay.training.data.lists.prepared import write_prepared
from assay.training.data.objectives.texts import text_key
from assay.types import Query, Run, SearchMode, TaskFormat, Vectors

FIRST_STAGES: Mapping[str, SearchMode | None] = {
    "hybrid": SearchMode.HYBRID,
    "dense": SearchMode.SEMANTIC,
    "keyword": SearchMode.KEYWORD,
    "random": None,
}
"""What may find candidates, and how the library's search calls it; else it is the file of a run."""
FACTS = "facts.json"
"""What a prepared folder says of how it was prepared, for people; training does not read it."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which candidates a query gets."""

    first: str = "hybrid"  # one of FIRST_STAGES, or the file of a run
    n: int = 1000
    random: int = 0
    seed: int = 42

    @property
    def drawn(self) -> int:
        """Papers drawn by chance; `n` where nothing else finds candidates and no number is said."""
        return self.random or (self.n if self.first == "random" else 0)


@dataclass(frozen=True, slots=True)
class PreparedLists:
    """What was written."""

    queries: int
    candidates: int  # of all queries
    papers: int
    without: tuple[str, ...]  # queries that were left out: nothing is relevant
    by_paper: int  # queries left out since they are papers: their vectors are the index's, and do not learn
    missed: int = 0  # relevant papers that the first stage had not found, and that were added
    absent: tuple[str, ...] = ()  # queries left out since the file of a run has not a line of them


def find_candidates(
    judged: TestSet, encoder: Encoder, wanted: Wanted, *, folder: Path, progress: Progress = silent
) -> Run:
    """What the first stage finds for each typed query, of a file only the queries that it has.

    `folder` is where the path of a run starts. Raises BadInput for a run of other queries, RecipeError for a
    first stage that is none, EvaluationError for a damaged run.
    """
    typed = _typed(judged)
    run = _run_of(wanted.first, folder)
    if run is None:
        cache = VectorCache(judged.vectors)
        return _ranked(replace(judged, queries=typed), encoder, cache, wanted, progress)
    asked = {query.query_id: run[query.query_id] for query in typed if query.query_id in run}
    if typed and not asked:
        raise BadInput(
            f"The run {wanted.first} has none of the {len(typed)} queries of {judged.name}: its first is "
            f"'{next(iter(run))}', theirs '{typed[0].query_id}'. Take a run of these queries."
        )
    return asked


def prepare_lists(
    out: Path,
    judged: TestSet,
    encoder: Encoder,
    wanted: Wanted,
    *,
    model_folder: Path,
    folder: Path,
    run: Run | None = None,
    progress: Progress = silent,
) -> PreparedLists:
    """Writes what `training.lists.prepared` reads. `folder` is where the path of a run starts.

    `run` is what `find_candidates` found before; it may be longer than the lists. Raises as that does, and
    BadInput for candidates that are no papers here, RecipeError where no typed query has anything relevant.
    """
    papers = {paper.doc_id: paper for paper in judged.papers}
    typed = _typed(judged)
    qrels = {
        query.query_id: {d: g for d, g in judged.qrels.get(query.query_id, {}).items() if d in papers}
        for query in typed
    }
    if run is None:
        run = find_candidates(judged, encoder, wanted, folder=folder, progress=progress)
    rows = {doc_id: row for row, doc_id in enumerate(papers)}
    of_file = wanted.first not in FIRST_STAGES
    absent = tuple(name for name in qrels if of_file and name not in run)
    asked_of = {name: run.get(name, {}) for name in qrels if not of_file or name in run}
    found = candidate_lists(asked_of, qrels, rows, n=wanted.n)
    if not len(found):
        raise RecipeError(
            f"No typed query of {judged.name} has a paper that is judged relevant (1 or 2), so there is "
            "nothing to learn from. Judge some results of a search first."
        )
    known = sum(min(len(asked_of[name]), wanted.n) for name in found.query_ids)
    lists = with_random(found, wanted.drawn, n_documents=len(rows), seed=wanted.seed)
    texts = [encoder.template.paper_text(paper) for paper in papers.values()]
    cache = VectorCache(judged.vectors)
    vectors, _ = encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=cache, progress=progress)
    asked = {query.query_id: encoder.template.query_text(query.text) for query in typed}
    done = PreparedLists(
        queries=len(lists),
        candidates=len(lists.ids),
        papers=len(rows),
        without=lists.without,
        by_paper=len(judged.queries) - len(typed),
        missed=len(found.ids) - known,
        absent=absent,
    )
    out.mkdir(parents=True, exist_ok=True)
    told = {key: value for key, value in asdict(done).items() if key in ("by_paper", "missed", "absent")}
    (out / FACTS).write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")
    write_prepared(
        out,
        vectors=_unit(vectors),
        keys=[text_key(f"{paper.title} {paper.abstract}") for paper in papers.values()],
        texts=[asked[query_id] for query_id in lists.query_ids],
        lists=lists,
        model=folder_fingerprint(file_digests(model_folder)),
        first=wanted.first,
    )
    logger.info("prepared %d lists of %s, %d papers", len(lists), judged.name, len(rows))
    return done


def _typed(judged: TestSet) -> list[Query]:
    """The queries that learn: those that are papers have the index's own vectors."""
    papers = {paper.doc_id for paper in judged.papers}
    return [query for query in judged.queries if query.doc_id is None or query.doc_id not in papers]


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
