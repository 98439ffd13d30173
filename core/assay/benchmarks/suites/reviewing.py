"""SciRepEval's Paper-Reviewer Matching: papers, reviewers with what they wrote, two sets of judgements."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.data import Coverage, Fields
from assay.benchmarks.tasks.kinds import ReviewerData
from assay.benchmarks.tasks.rows import field_text, grade, identity, read_papers, read_rows, with_our_names
from assay.benchmarks.tasks.tables import Place
from assay.types import Qrels


def read_reviewers(task: BenchTask, files: Mapping[str, Path]) -> ReviewerData:
    """Pairs whose paper has no text, or whose reviewer is not known by any paper, are left out and counted.

    A file of judgements may hold grades; any above 0 fits. Raises EvaluationError where none could be scored.
    """
    texts = _texts(task, files["papers"])
    reviewers = _reviewers(task, files["reviewers"], texts)
    judgements: dict[str, Qrels] = {}
    n_rows, missing = 0, list[Place]()
    for name in task.judgements:
        path = files[f"test_{name}"]
        qrels: Qrels = {}
        for place, (query, reviewer, score) in read_rows(
            task.name, path, {"query_id": (), "cand_id": ("r_id",), "score": ()}
        ):
            n_rows += 1
            query_id, r_id = identity(query, "query_id", place), identity(reviewer, "cand_id", place)
            fits = int(grade(score, place, published=True) > 0)
            if query_id in texts and r_id in reviewers:
                qrels.setdefault(query_id, {}).setdefault(r_id, fits)
            else:
                missing.append(place)
        if not qrels:
            raise Place(task.name, path).fault(
                "none of its pairs has a paper with a text and a known reviewer."
            )
        judgements[name] = qrels
    query_ids = {query_id for qrels in judgements.values() for query_id in qrels}
    judged = {r_id for qrels in judgements.values() for grades in qrels.values() for r_id in grades}
    written = {doc_id for r_id in judged for doc_id in reviewers[r_id]}
    first = f"{missing[0].path.name}:{missing[0].line}" if missing else ""
    return ReviewerData(
        papers={doc_id: text for doc_id, text in texts.items() if doc_id in written},
        queries={doc_id: text for doc_id, text in texts.items() if doc_id in query_ids},
        reviewers={r_id: papers for r_id, papers in reviewers.items() if r_id in judged},
        judgements=judgements,
        coverage=Coverage(n_rows, len(missing), first),
    )


def _texts(task: BenchTask, path: Path) -> dict[str, Fields]:
    found: dict[str, Fields] = {}
    for place, row in read_papers(task.name, path):
        text = tuple(field_text(with_our_names(row), key, place) for key in task.fields)
        if any(text):
            found.setdefault(row["doc_id"], text)
    return found


def _reviewers(task: BenchTask, path: Path, texts: Mapping[str, Fields]) -> dict[str, tuple[str, ...]]:
    """reviewer -> those of their papers that have a text, each once; without one there is no reviewer."""
    found: dict[str, tuple[str, ...]] = {}
    for place, (reviewer, papers) in read_rows(task.name, path, {"r_id": ("reviewer_id",), "papers": ()}):
        if not isinstance(papers, list):
            raise place.fault(
                "'papers' is {0} and must be a list of ids. Correct the line.", f"{papers!r:.60}"
            )
        own = dict.fromkeys(identity(one, "papers", place) for one in papers)
        known = tuple(doc_id for doc_id in own if doc_id in texts)
        if known:
            found.setdefault(identity(reviewer, "r_id", place), known)
    return found
