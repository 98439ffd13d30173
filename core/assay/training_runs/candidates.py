"""Judged queries with their candidates, as training reads them: papers embedded, a first stage asked once.

The judgements are the library's, a campaign's release, or a collection's in BEIR's form.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from assay.encoding import Encoder, VectorCache, by_product, encode_with_cache
from assay.encoding.model_files.folder import file_digests, find_folder, folder_fingerprint
from assay.errors import BadInput, RecipeError
from assay.evaluation import read_qrels, write_run
from assay.evaluation.ranking import ranking
from assay.evaluation.trec import read_rankings
from assay.location import Location
from assay.messages import translatable
from assay.models.test_sets import TestSet, choice_of, read_beir_test_set, read_test_set
from assay.progress import Progress, silent
from assay.registry.loading import load_named
from assay.training.data.lists.candidates import (
    ABSENT,
    RowsOf,
    WrittenLists,
    lists_of,
    rows_of,
    with_random,
    write_lists,
)
from assay.training.data.lists.memmaps import is_candidates, open_embeddings, read_candidates
from assay.training.data.lists.prepared import open_prepared, write_prepared
from assay.training.data.objectives.files import read_table
from assay.training.data.objectives.texts import text_key
from assay.training.recipe.objective_spec import LIBRARY
from assay.training.recipe.recipe import Recipe
from assay.types import Qrels, Query, Run, SearchMode, TaskFormat, Vectors
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
    "No typed query of {0} has a relevant paper (grade 1 or 2), so there is nothing to learn from. Judge "
    "some search results first."
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
    path = _file_of(wanted.first, folder)
    if path is not None:
        return dict(_rankings(path, [query.query_id for query in _typed(judged)], judged.name))
    return _ranked(replace(judged, queries=_typed(judged)), encoder, judged.vectors, wanted, progress)


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
    path = _file_of(wanted.first, folder)
    ranked: Iterable[tuple[str, Mapping[str, float]]]
    if run is None and path is not None:  # a query at a time: the file may be larger than the memory
        ranked = _rankings(path, list(qrels), judged.name)
    else:
        run = run or find_candidates(judged, encoder, wanted, folder=folder, progress=progress)
        ranked = [(name, run.get(name, {})) for name in qrels if path is None or name in run]
    rows = {doc_id: row for row, doc_id in enumerate(papers)}
    lists = _Lists(ranked, qrels, rows_of(rows), len(rows), wanted)
    written = lists.write(out, judged.name)
    texts = [encoder.template.paper_text(paper) for paper in papers.values()]
    cache = judged.vectors
    vectors, _ = encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=cache, progress=progress)
    query_texts = {query.query_id: encoder.template.query_text(query.text) for query in typed}
    write_prepared(
        out,
        vectors=vectors if by_product(encoder) else _unit(vectors),
        keys=[text_key(f"{paper.title} {paper.abstract}") for paper in papers.values()],
        texts=[query_texts[query_id] for query_id in written],
        lists=written,
        model=folder_fingerprint(file_digests(model_folder)),
        first=wanted.first,
    )
    return lists.done(out, by_paper=len(judged.queries) - len(typed), of_file=path is not None)


@dataclass(frozen=True, slots=True)
class Published:
    """MS MARCO's files and CODER's, as published: none of them is read into the memory whole."""

    embeddings: Path  # a folder with ids.memmap and embedding.memmap
    queries: Path  # id<TAB>text
    qrels: Path


def _prepare_published(
    out: Path,
    given: Published,
    encoder: Encoder,
    wanted: CandidateChoice,
    *,
    model_folder: Path,
    folder: Path,
) -> PreparedLists:
    """Write lists over vectors that stay where they are, of candidates in a run's file or CODER's memmaps."""
    vectors = open_embeddings(given.embeddings, dim=encoder.dim)
    place, qrels = folder / Path(wanted.first).expanduser(), read_qrels(given.qrels)
    path = place if is_candidates(place) else _file_of(wanted.first, folder)
    if path is None:
        raise BadInput(
            "Candidates of published vectors are found elsewhere: give the file of a run, or CODER's folder."
        )
    ranked = _rankings(path, list(qrels), given.qrels.name)
    lists = _Lists(ranked, qrels, vectors.rows, len(vectors), wanted)
    written = lists.write(out, given.qrels.name)
    texts = {
        name: encoder.template.query_text(text)
        for _, (name, text) in read_table(given.queries, ("qid", "query"), quoted=False)
        if name in qrels
    }
    if unknown := [name for name in written if name not in texts]:
        raise BadInput("{0} has no text of query {1}. Do the files fit?", given.queries, unknown[0])
    write_prepared(
        out,
        vectors=vectors,
        keys=(),
        texts=[texts[name] for name in written],
        lists=written,
        model=folder_fingerprint(file_digests(model_folder)),
        first=wanted.first,
    )
    return lists.done(out, of_file=True)


@dataclass(slots=True)
class _Lists:
    """Lists on their way to the disk, and what is to be said of them."""

    ranked: Iterable[tuple[str, Mapping[str, float]]]
    qrels: Qrels
    rows: RowsOf
    n_documents: int
    wanted: CandidateChoice
    written: WrittenLists = WrittenLists()  # noqa: RUF009 - frozen

    def write(self, out: Path, name: str) -> tuple[str, ...]:
        """Return the queries of the lists. Raises RecipeError where none has anything relevant."""
        found = lists_of(self.ranked, self.qrels, self.rows, n=self.wanted.n)
        more = with_random(found, self.wanted.drawn, n_documents=self.n_documents, seed=self.wanted.seed)
        self.written = write_lists(out, more)
        if not self.written.query_ids:
            raise RecipeError(_NOTHING_RELEVANT, name)
        return self.written.query_ids

    def done(self, out: Path, *, of_file: bool, by_paper: int = 0) -> PreparedLists:
        """Write and return the facts."""
        seen = {*self.written.query_ids, *self.written.without}
        found = PreparedLists(
            queries=len(self.written.query_ids),
            candidates=self.written.candidates,
            papers=self.n_documents,
            without=self.written.without,
            by_paper=by_paper,
            missed=self.written.missed,
            absent=tuple(name for name in self.qrels if of_file and name not in seen),
        )
        _write_facts(out, found)
        logger.info("prepared %d lists, %d papers", found.queries, found.papers)
        return found


def _rankings(path: Path, known: Sequence[str], name: str) -> Iterator[tuple[str, dict[str, float]]]:
    """What a file found for the known queries, one by one. Raises BadInput for a file of others."""
    first, any_known, wanted = "", False, frozenset(known)
    for query_id, scores in read_candidates(path) if path.is_dir() else read_rankings(path):
        first = first or query_id
        if query_id in wanted:
            any_known = True
            yield query_id, scores
    if known and not any_known:
        raise BadInput(
            "The run {0} has none of the {1} queries of {2}: its first is '{3}', theirs '{4}'. Take a run "
            "of these queries.",
            path,
            len(known),
            name,
            first,
            known[0],
        )


def _write_facts(out: Path, done: PreparedLists) -> None:
    """Write what the lists themselves do not say, for people."""
    facts = {"by_paper": done.by_paper, "missed": done.missed, "absent": done.absent}
    out.mkdir(parents=True, exist_ok=True)
    (out / FACTS).write_text(json.dumps(facts, ensure_ascii=False) + "\n", encoding="utf-8")


def _typed(judged: TestSet) -> list[Query]:
    """Return the queries that learn: those that are papers have the index's own vectors."""
    papers = {paper.doc_id for paper in judged.papers}
    return [query for query in judged.queries if query.doc_id is None or query.doc_id not in papers]


def _file_of(first: str, folder: Path) -> Path | None:
    """Return the file of a run; None where a first stage of ours is to be asked."""
    if first in FIRST_STAGES:
        return None
    path = folder / Path(first).expanduser()
    if not path.is_file():
        raise RecipeError(
            "first = '{0}' is none of {1}, and no file of a run. Change it.", first, ", ".join(FIRST_STAGES)
        )
    return path


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
    path: str | Published,
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

    Published vectors must be the base's own, and the candidates a file's.

    `base` is the base's folder where only the caller can find it, `folder` is where relative paths begin.
    `run_out` is a file for what the first stage found, as a run in TREC's form: without what was added.
    Raises as `prepare_lists` does, and BadInput, LibraryError or EvaluationError for what is not there.
    """
    if run_out is not None and wanted.first == "random":
        raise BadInput("Papers drawn at random are not a ranking, so there is no run to write. Leave it out.")
    if isinstance(path, Published):
        encoder, place = _base_of(recipe, base)
        return _prepare_published(out, path, encoder, wanted, model_folder=place, folder=folder)
    judged = read_judged(library, path, folder=folder)
    encoder, place = _base_of(recipe, base)
    run = None  # of a file that nobody wants written again no more than one query is in memory
    if run_out is not None or _file_of(wanted.first, folder) is None:
        run = find_candidates(judged, encoder, wanted, folder=folder, progress=progress)
    if run_out is not None and run is not None:
        best = {query_id: _cut(scores, wanted.n) for query_id, scores in run.items()}
        tag = wanted.first if wanted.first in FIRST_STAGES else "candidates"
        write_run(best, run_out, tag=tag, overwrite=overwrite)
    return prepare_lists(
        out, judged, encoder, wanted, model_folder=place, folder=folder, run=run, progress=progress
    )


def _base_of(recipe: Recipe, base: Path | None) -> tuple[Encoder, Path]:
    encoder = load_named(str(base or recipe.base), max_length=recipe.max_length, separator=recipe.separator)
    return encoder, base or find_folder(recipe.base, allow_network=False)


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
