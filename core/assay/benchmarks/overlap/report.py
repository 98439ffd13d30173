"""Leakage of training data and a benchmark's tasks, with the clean scores."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assay.benchmarks.overlap.clean_scores import clean_scores, why_no_clean_score
from assay.benchmarks.overlap.matching import (
    PAPER_RULE,
    QUERY_RULE,
    SHORT,
    THRESHOLD,
    WIDTH,
    NearQuery,
    PaperMatches,
    QueryMatches,
    SharedPaper,
    match_papers,
    match_queries,
)
from assay.benchmarks.overlap.material import Material
from assay.benchmarks.results import TaskResult
from assay.benchmarks.selection import SelectedTask
from assay.benchmarks.types import CleanScore, OverlapFigures, SkippedTask
from assay.errors import AssayError
from assay.messages import Message
from assay.progress import Progress, silent

log = logging.getLogger(__name__)

POSITIVES_RULE = (
    "A positive is shared if its query, as a paper or nearly the same text, was trained on with the same "
    "paper as right for it; between two papers, in either direction."
)


@dataclass(frozen=True, slots=True)
class SharedPositive:
    """A relevant pair of the benchmark, and a training pair that says the same.

    `turned` where the training has it the other way round: the benchmark's paper as its query.
    """

    query_id: str
    doc_id: str
    training_query: str
    training_doc: str
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a benchmark shares with training data, and by which `rules` that was decided.

    `touched` are the queries that were trained on: nearly the same text, or one of their positives. `seen`
    are others of which the own paper, or a relevant one, was among the training's papers in any role. Of a
    benchmark without queries both are test papers, which can only be `seen`; where papers are ranked for
    reviewers both are reviewers, of whom every paper that they wrote is an own one.
    """

    training: str
    benchmark: str
    n_training_papers: int
    n_papers: int
    n_training_queries: int
    n_queries: int
    n_positives: int
    papers: tuple[SharedPaper, ...]
    queries: tuple[NearQuery, ...]
    positives: tuple[SharedPositive, ...]
    touched: tuple[str, ...]
    seen: tuple[str, ...]
    n_clashing_ids: int  # ids that mean one paper here and another there: not counted as shared
    threshold: float
    rules: tuple[str, ...]

    @property
    def n_left(self) -> int:
        """Queries, or test papers, that were neither touched nor seen."""
        return self.n_queries - len(self.touched) - len(self.seen)

    def excluded(self, *, seen: bool = True) -> frozenset[str]:
        """Return the queries, or test papers, to leave out: those touched, and those seen if wanted."""
        return frozenset((*self.touched, *(self.seen if seen else ())))


def find_overlap(training: Material, benchmark: Material, *, threshold: float = THRESHOLD) -> Overlap:
    """Compare training data with a benchmark. Raises BadInput for a threshold outside 0.5 to 1."""
    started = time.perf_counter()
    papers = match_papers(training, benchmark)
    queries = match_queries(training.queries, benchmark.queries, threshold=threshold)
    positives = tuple(_positives(training, benchmark, papers, queries))
    near = {one.query_id for one in queries.near}
    trained = {one.query_id for one in positives}
    shared = {one.doc_id for one in papers.shared}
    touched = tuple(q for q in benchmark.query_ids if q in near or q in trained)
    seen = tuple(
        query_id
        for query_id in benchmark.query_ids
        if query_id not in near
        and query_id not in trained
        and (
            benchmark.query_papers.get(query_id) in shared
            or not shared.isdisjoint(benchmark.positives.get(query_id, ()))
            or not shared.isdisjoint(benchmark.written.get(query_id, ()))
        )
    )
    log.info(
        "%s and %s share %d papers, %d positives and %d queries, found in %.1f s",
        training.name, benchmark.name, len(papers.shared), len(positives), len(near),
        time.perf_counter() - started,
    )  # fmt: skip
    return Overlap(
        training=training.name,
        benchmark=benchmark.name,
        n_training_papers=len(training.papers),
        n_papers=len(benchmark.papers),
        n_training_queries=len(training.query_ids),
        n_queries=len(benchmark.query_ids),
        n_positives=sum(len(set(some)) for some in benchmark.positives.values()),
        papers=papers.shared,
        queries=queries.near,
        positives=positives,
        touched=touched,
        seen=seen,
        n_clashing_ids=papers.n_clashing,
        threshold=threshold,
        rules=_rules(threshold),
    )


def _rules(threshold: float) -> tuple[str, ...]:
    near = QUERY_RULE.format(share=threshold, short=SHORT, width=WIDTH)
    return (PAPER_RULE, near, POSITIVES_RULE)


def _positives(
    training: Material, benchmark: Material, papers: PaperMatches, queries: QueryMatches
) -> Iterator[SharedPositive]:
    """Yield each shared pair of the benchmark once."""
    right = {query_id: frozenset(some) for query_id, some in benchmark.positives.items()}
    of_paper: dict[str, list[str]] = {}  # paper of the benchmark -> its queries that are that paper
    for query_id, doc_id in benchmark.query_papers.items():
        of_paper.setdefault(doc_id, []).append(query_id)
    seen: set[tuple[str, str]] = set()
    for training_query, some in training.positives.items():
        paper = training.query_papers.get(training_query)
        own = () if paper is None else papers.pairs.get(paper, ())
        of_query = [*queries.pairs.get(training_query, ()), *_queries_about(own, of_paper)]
        for training_doc in dict.fromkeys(some):
            docs = papers.pairs.get(training_doc, ())
            straight = [(q, d, False) for q in of_query for d in docs]
            turned = [(q, d, True) for q in _queries_about(docs, of_paper) for d in own]
            for query_id, doc_id, is_turned in (*straight, *turned):
                if doc_id in right.get(query_id, ()) and (query_id, doc_id) not in seen:
                    seen.add((query_id, doc_id))
                    yield SharedPositive(query_id, doc_id, training_query, training_doc, is_turned)


def _queries_about(doc_ids: tuple[str, ...], of_paper: Mapping[str, list[str]]) -> list[str]:
    return [query_id for doc_id in doc_ids for query_id in of_paper.get(doc_id, ())]


@dataclass(frozen=True, slots=True)
class TaskOverlap:
    """One task. `left` is system -> its metrics on all, on what the training did not see, and on the rest.

    `untold` is system -> why its clean score is unknown; then it is not in `left`.
    """

    task: str
    name: str
    found: Overlap
    left: dict[str, tuple[CleanScore, ...]]
    untold: dict[str, Message] = field(default_factory=dict)

    def figures(self) -> OverlapFigures:
        """Return counts and scores alone, without the papers and queries that they count."""
        found = self.found
        return OverlapFigures(
            task=self.task,
            name=self.name,
            n_training_papers=found.n_training_papers,
            n_papers=found.n_papers,
            n_papers_shared=len(found.papers),
            n_positives=found.n_positives,
            n_positives_shared=len(found.positives),
            n_queries=found.n_queries,
            n_near=len(found.queries),
            n_touched=len(found.touched),
            n_seen=len(found.seen),
            n_left=found.n_left,
            left=self.left,
            untold=self.untold,
        )


def task_overlaps(
    training: Material,
    tasks: Sequence[SelectedTask],
    results: Sequence[TaskResult] = (),
    *,
    progress: Progress = silent,
) -> tuple[list[TaskOverlap], list[SkippedTask]]:
    """Compare the training with each task, and scores `results` of these tasks on what is left.

    Tasks that cannot be read come second, each with the reason. Raises Cancelled.
    """
    found: list[TaskOverlap] = []
    broken: list[SkippedTask] = []
    for done, task in enumerate(tasks):
        progress("comparing", done, len(tasks))
        own = [each for each in results if each.task == task.task_id and each.scored]
        try:
            found.append(_task_overlap(training, task, own))
        except AssayError as error:
            broken.append(SkippedTask(task.task_id, task.name, "broken", str(error)))
    return found, broken


def _task_overlap(training: Material, task: SelectedTask, results: Sequence[TaskResult]) -> TaskOverlap:
    papers = task.kind == "proximity"
    benchmark = Material.of_task(task.task_id, task.read(), queries_are_papers=papers)
    shared = find_overlap(training, benchmark)
    left: dict[str, tuple[CleanScore, ...]] = {}
    unknown: dict[str, Message] = {}
    for each in results:
        if why := why_no_clean_score(each.details, benchmark.query_ids):
            unknown[each.system] = why
        else:
            left[each.system] = clean_scores(each.values, each.details, shared.excluded())
    return TaskOverlap(task.task_id, task.name, shared, left, unknown)
