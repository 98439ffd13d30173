"""Judged queries with their candidates, as training reads them: papers embedded, a first stage asked once.

The judgements are the library's, a campaign's release, or a collection's in BEIR's form.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from assay.encoding import Encoder, VectorCache, encode_with_cache
from assay.encoding.model_files.folder import file_digests, find_folder, folder_fingerprint
from assay.errors import BadInput, RecipeError
from assay.evaluation import read_run, write_run
from assay.evaluation.ranking import ranking
from assay.location import Location
from assay.messages import translatable
from assay.models.test_sets import TestSet, choice_of, read_beir_test_set, read_test_set
from assay.progress import Progress, silent
from assay.registry.loading import load_named
from assay.training.data.lists.candidates import ABSENT, candidate_lists, with_random
from assay.training.data.lists.prepared import open_prepared, write_prepared
from assay.training.data.objectives.texts import text_key
from assay.training.recipe.objective_spec import LIBRARY
from assay.training.recipe.recipe import Recipe
from assay.types import Query, Run, SearchMode, TaskFormat, Vectors
from assay.workspace import Workspace

FIRST_STAGES: Mapping[str, SearchMode | None] = {
    "hybrid": SearchMode.HYBRID,
    "dense": SearchMode.SEMANTIC,
    "keyword": SearchMode.KEYWORD,
    "random": None,
}
"""What may find candidates, and how the library's search calls it; else it is the file of a run."""
FACTS = "facts.json"
"""What a prepared folder says of how it was prepared, for people; training does not read it."""
NAMED = 5
"""So many queries are named where some are left out; the others are counted."""
_TRAIN = ("train.tsv", "train.tsv.gz")
_NOTHING_RELEVANT = translatable(
    "No typed query of {0} has a paper that is judged relevant (1 or 2), so there is "
    "nothing to learn from. Judge some results of a search first."
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CandidateChoice:
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
    judged: TestSet, encoder: Encoder, wanted: CandidateChoice, *, folder: Path, progress: Progress = silent
) -> Run:
    """Return what the first stage finds for each typed query, of a file only the queries that it has.

    `folder` is where the path of a run starts. Raises BadInput for a run of other queries, RecipeError for a
    first stage that is none, EvaluationError for a damaged run.
    """
    typed = _typed(judged)
    run = _run_of(wanted.first, folder)
    if run is None:
        cache = judged.vectors
        return _ranked(replace(judged, queries=typed), encoder, cache, wanted, progress)
    searched = {query.query_id: run[query.query_id] for query in typed if query.query_id in run}
    if typed and not searched:
        raise BadInput(
            "The run {0} has none of the {1} queries of {2}: its first is '{3}', theirs '{4}'. Take a run "
            "of these queries.",
            wanted.first,
            len(typed),
            judged.name,
            next(iter(run)),
            typed[0].query_id,
        )
    return searched


def prepare_lists(
    out: Path,
    judged: TestSet,
    encoder: Encoder,
    wanted: CandidateChoice,
    *,
    model_folder: Path,
    folder: Path,
    run: Run | None = None,
    progress: Progress = silent,
) -> PreparedLists:
    """Write what `training.lists.prepared` reads. `folder` is where the path of a run starts.

    `run` is what `find_candidates` found before; it may be longer than the lists. Raises as that does, and
    BadInput for candidates that are no papers here, RecipeError where no typed query has anything relevant.
    """
    papers, typed = {paper.doc_id: paper for paper in judged.papers}, _typed(judged)
    qrels = {
        query.query_id: {d: g for d, g in judged.qrels.get(query.query_id, {}).items() if d in papers}
        for query in typed
    }
    if run is None:
        run = find_candidates(judged, encoder, wanted, folder=folder, progress=progress)
    rows = {doc_id: row for row, doc_id in enumerate(papers)}
    of_file = wanted.first not in FIRST_STAGES
    absent = tuple(name for name in qrels if of_file and name not in run)
    results_of = {name: run.get(name, {}) for name in qrels if not of_file or name in run}
    found = candidate_lists(results_of, qrels, rows, n=wanted.n)
    if not len(found):
        raise RecipeError(_NOTHING_RELEVANT, judged.name)
    known = sum(min(len(results_of[name]), wanted.n) for name in found.query_ids)
    lists = with_random(found, wanted.drawn, n_documents=len(rows), seed=wanted.seed)
    texts = [encoder.template.paper_text(paper) for paper in papers.values()]
    cache = judged.vectors
    vectors, _ = encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=cache, progress=progress)
    query_texts = {query.query_id: encoder.template.query_text(query.text) for query in typed}
    done = PreparedLists(
        queries=len(lists),
        candidates=len(lists.ids),
        papers=len(rows),
        without=lists.without,
        by_paper=len(judged.queries) - len(typed),
        missed=len(found.ids) - known,
        absent=absent,
    )
    _write_facts(out, done)
    write_prepared(
        out,
        vectors=_unit(vectors),
        keys=[text_key(f"{paper.title} {paper.abstract}") for paper in papers.values()],
        texts=[query_texts[query_id] for query_id in lists.query_ids],
        lists=lists,
        model=folder_fingerprint(file_digests(model_folder)),
        first=wanted.first,
    )
    logger.info("prepared %d lists of %s, %d papers", len(lists), judged.name, len(rows))
    return done


def _write_facts(out: Path, done: PreparedLists) -> None:
    """Write what the lists themselves do not say, for people."""
    facts = {"by_paper": done.by_paper, "missed": done.missed, "absent": done.absent}
    out.mkdir(parents=True, exist_ok=True)
    (out / FACTS).write_text(json.dumps(facts, ensure_ascii=False) + "\n", encoding="utf-8")


def _typed(judged: TestSet) -> list[Query]:
    """Return the queries that learn: those that are papers have the index's own vectors."""
    papers = {paper.doc_id for paper in judged.papers}
    return [query for query in judged.queries if query.doc_id is None or query.doc_id not in papers]


def _run_of(first: str, folder: Path) -> Run | None:
    """Return the run of a file; None where a first stage of ours is to be asked."""
    if first in FIRST_STAGES:
        return None
    path = folder / Path(first).expanduser()
    if not path.is_file():
        raise RecipeError(
            "first = '{0}' is none of {1}, and no file of a run. Change it.", first, ", ".join(FIRST_STAGES)
        )
    return read_run(path)


def _ranked(
    judged: TestSet, encoder: Encoder, cache: VectorCache, wanted: CandidateChoice, progress: Progress
) -> Run:
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
    """Return vectors as the index holds them: of length 1."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Vectors = (vectors / np.maximum(lengths, np.finfo(np.float32).tiny)).astype(np.float32)
    return found


# --- of a library


def prepare_library_lists(
    out: Path,
    library: Location,
    path: str,
    wanted: CandidateChoice,
    recipe: Recipe,
    *,
    base: Path | None,
    folder: Path,
    run_out: Path | None = None,
    overwrite: bool = True,
    progress: Progress = silent,
) -> PreparedLists:
    """Prepare the candidates that an objective's `path` asks for, embedded by the recipe's base.

    `base` is the base's folder where only the caller can find it, `folder` is where relative paths begin.
    `run_out` is a file for what the first stage found, as a run in TREC's form: without what was added.
    Raises as `prepare_lists` does, and BadInput, LibraryError or EvaluationError for what is not there.
    """
    if run_out is not None and wanted.first == "random":
        raise BadInput("Papers drawn by chance are no ranking, so there is no run to write. Leave it out.")
    judged = read_judged(library, path, folder=folder)
    encoder = load_named(str(base or recipe.base), max_length=recipe.max_length, separator=recipe.separator)
    place = base or find_folder(recipe.base, allow_network=False)
    run = find_candidates(judged, encoder, wanted, folder=folder, progress=progress)
    if run_out is not None:
        best = {query_id: _cut(scores, wanted.n) for query_id, scores in run.items()}
        tag = wanted.first if wanted.first in FIRST_STAGES else "candidates"
        write_run(best, run_out, tag=tag, overwrite=overwrite)
    return prepare_lists(
        out, judged, encoder, wanted, model_folder=place, folder=folder, run=run, progress=progress
    )


def _cut(scores: Mapping[str, float], n: int) -> dict[str, float]:
    return {doc_id: scores[doc_id] for doc_id in ranking(scores)[:n]}


def read_judged(library: Location, path: str, *, folder: Path) -> TestSet:
    """The judgements that a path names; of a collection those of its training queries, if it has such."""
    if not path.startswith(LIBRARY):
        place = folder / Path(path).expanduser()
        split = "train" if has_training_split(place) else "test"
        return read_beir_test_set(place, split=split)
    with Workspace.open(library, create=False) as workspace:
        return read_test_set(workspace, choice_of(path.removeprefix(LIBRARY)), k=1)


def has_training_split(folder: Path) -> bool:
    """Return whether a collection in BEIR's form says which of its queries are to teach."""
    return any((folder / "qrels" / name).is_file() for name in _TRAIN)


# --- what a prepared folder holds


@dataclass(frozen=True, slots=True)
class ListFacts:
    """A prepared folder. What its preparation alone knows is None where another program prepared it."""

    folder: Path
    first: str  # what found the candidates
    queries: int
    papers: int
    least: int  # candidates of a query, with what was added
    median: float
    most: int
    relevant: int  # of all queries together
    missed: int | None  # of them, what the first stage had not found
    without: tuple[str, ...]  # queries that were left out: nothing is relevant
    by_paper: int | None  # left out: queries that are papers
    absent: tuple[str, ...] | None  # left out: the run has not a line of them


def read_list_facts(folder: Path) -> ListFacts:
    """Raise BadInput for a folder that is none, or whose files are damaged or truncated."""
    found = open_prepared(folder)
    lengths = np.diff(found.lists.ends, prepend=0)
    kept = _kept_facts(folder / FACTS)
    absent = kept.get("absent")
    return ListFacts(
        folder=folder,
        first=found.first,
        queries=len(found.lists),
        papers=len(found.vectors),
        least=int(lengths.min()) if len(lengths) else 0,
        median=float(np.median(lengths)) if len(lengths) else 0.0,
        most=int(lengths.max(initial=0)),
        relevant=int((found.lists.grades > ABSENT).sum()),
        missed=_count(kept.get("missed")),
        without=found.lists.without,
        by_paper=_count(kept.get("by_paper")),
        absent=tuple(map(str, absent)) if isinstance(absent, list) else None,
    )


def facts_lines(found: ListFacts) -> Iterator[str]:
    """Lines of text."""
    yield f"queries: {found.queries:,}; papers: {found.papers:,}; candidates by {found.first}"
    yield f"candidates of a query: {found.least:,} to {found.most:,}, median {found.median:,.10g}"
    if found.least >= found.papers:
        yield "Every paper is a candidate of every query: there are no more papers than that."
    known = found.missed is not None and found.first != "random"
    missed = f", of which the first stage missed {found.missed:,}: added" if known else ""
    yield f"relevant papers: {found.relevant:,}{missed}"
    if found.without:
        yield f"left out, nothing relevant: {_named(found.without)}"
    if found.absent:
        yield f"left out, not in the run: {_named(found.absent)}"
    if found.by_paper:
        yield f"left out, queries that are papers, whose vectors are the index's: {found.by_paper:,}"


def _named(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{len(names):,} ({', '.join(names[:NAMED])}{more})"


def _kept_facts(path: Path) -> dict[str, object]:
    """Read the facts; nothing from no file, or a damaged one: the lists themselves are whole."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) else None
