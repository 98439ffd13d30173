"""Titles of papers and texts of queries, to show behind the score of a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.benchmarks.selection import select_tasks
from assay.benchmarks.tasks.data import RankedData
from assay.benchmarks.tasks.kinds import PartedData, ReviewerData
from assay.errors import EvaluationError
from assay.messages import Message, message
from assay.types import Qrels, Queries

LONGEST = 300  # letters of a title


@dataclass(frozen=True, slots=True)
class ItemTexts:
    """Titles by paper, texts by query and what was judged; `why` says why there is nothing.

    `asks` says what a query is: of reviewers a submission for which reviewers are ranked, or a reviewer for
    whom submissions are. `wrote` is reviewer -> the titles of what they wrote, and a grade how many sets of
    judgements say that the two fit: 2 by the strict one too.
    """

    papers: Mapping[str, str] = field(default_factory=dict)
    queries: Mapping[str, str] = field(default_factory=dict)
    qrels: Qrels = field(default_factory=dict)
    why: Message | str = ""
    asks: Queries = "queries"
    wrote: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def item_texts(task_id: str, *, data: Path | None, files: Sequence[Path] = ()) -> ItemTexts:
    """Read the task's data, which takes seconds for a large one. Raises EvaluationError, BadInput."""
    if data is None and not files:
        raise EvaluationError(message("The folder of this benchmark is not chosen yet."))
    selected, unasked = select_tasks(data=data, files=files, names=[task_id])
    if not selected:
        raise EvaluationError(next((each.why for each in unasked), message("{0} does not exist.", task_id)))
    read = selected[0].read()
    if isinstance(read, ReviewerData):
        return _of_reviewers(read)
    parts = read.parts if isinstance(read, PartedData) else {"": read}
    queries = {
        f"{name}: {query_id}" if name else query_id: _title(fields)
        for name, part in parts.items()
        for query_id, fields in part.queries.items()
    }
    qrels = {
        f"{name}: {query_id}" if name else query_id: grades
        for name, part in parts.items()
        if isinstance(part, RankedData)
        for query_id, grades in part.qrels.items()
    }
    return ItemTexts({doc_id: _title(fields) for doc_id, fields in read.papers.items()}, queries, qrels)


def _of_reviewers(data: ReviewerData) -> ItemTexts:
    submissions = {query_id: _title(fields) for query_id, fields in data.queries.items()}
    written = {doc_id: _title(fields) for doc_id, fields in data.papers.items()}
    grades: dict[str, dict[str, int]] = {}
    for qrels in data.judgements.values():
        for submission, row in qrels.items():
            for reviewer, fits in row.items():
                one, other = (reviewer, submission) if data.by_reviewer else (submission, reviewer)
                own = grades.setdefault(one, {})
                own[other] = own.get(other, 0) + int(fits > 0)
    return ItemTexts(
        papers=submissions if data.by_reviewer else {},
        queries={} if data.by_reviewer else submissions,
        qrels=grades,
        asks="reviewers" if data.by_reviewer else "submissions",
        wrote={who: tuple(written[d] for d in own if d in written) for who, own in data.reviewers.items()},
    )


def _title(fields: Sequence[str]) -> str:
    """Return the title; of a paper without one the beginning of what there is."""
    return next((text for text in fields if text.strip()), "")[:LONGEST]
