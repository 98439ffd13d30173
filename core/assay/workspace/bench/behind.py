"""What a task's papers and queries are called, for people who look behind its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.errors import EvaluationError
from assay.evaluation.tasks import PartedData, RankedData
from assay.types import Qrels
from assay.workspace.bench.asked import tasks_of

LONGEST = 300  # letters of a title


@dataclass(frozen=True, slots=True)
class Texts:
    """Titles by paper, texts by query and what was judged; `why` says why there is nothing."""

    papers: Mapping[str, str] = field(default_factory=dict)
    queries: Mapping[str, str] = field(default_factory=dict)
    qrels: Qrels = field(default_factory=dict)
    why: str = ""


def texts_of(task_id: str, *, data: Path | None, files: Sequence[Path] = ()) -> Texts:
    """Reads the task's data, which takes seconds for a large one. Raises EvaluationError, BadInput."""
    if data is None and not files:
        raise EvaluationError(
            "The folder of this benchmark is not chosen, so that papers have only their ids."
        )
    asked, unasked = tasks_of(data=data, files=files, names=[task_id])
    if not asked:
        raise EvaluationError(next((each.why for each in unasked), f"{task_id} is not there."))
    read = asked[0].read()
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
    return Texts({doc_id: _title(fields) for doc_id, fields in read.papers.items()}, queries, qrels)


def _title(fields: Sequence[str]) -> str:
    """Of a paper without a title the beginning of what there is."""
    return next((text for text in fields if text.strip()), "")[:LONGEST]
