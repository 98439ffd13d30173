"""The cross-format matrix: every task with the vectors of every format (SciRepEval, tables 3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.benchmarks.tasks.score import AS_PUBLISHED, Scoring
from assay.benchmarks.tasks.task import EvaluationTask
from assay.encoding import Encoder
from assay.errors import EvaluationError
from assay.experiments.formats.scoring import FormatPair, ReadTask, TaskScorer, coverage_notes
from assay.progress import Progress, silent
from assay.table import Cell, Table
from assay.types import TaskFormat

COLUMNS = (TaskFormat.CLF, TaskFormat.RGN, TaskFormat.PRX, TaskFormat.QRY)
_ONE = "one vector"
TIE = 5e-3  # of values times 100: those that print alike do not win over each other


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One metric of one task. `own` is the format that the task is meant for."""

    task: str
    metric: str
    in_train: bool
    own: TaskFormat
    values: Mapping[TaskFormat, float]  # in percent, of the model's formats

    @property
    def wins(self) -> bool | None:
        """Whether its own format is better than all others; None where there is nothing to compare."""
        others = [value for each, value in self.values.items() if each is not self.own]
        if self.own not in self.values or not others:
            return None
        return self.values[self.own] > max(others) + TIE

    @property
    def ties(self) -> bool:
        """Whether its own is not the best alone, but no other is better."""
        best = max(self.values.values(), default=0.0)
        return self.wins is False and self.values[self.own] > best - TIE


@dataclass(frozen=True, slots=True)
class FormatMatrix:
    """All rows of a model."""

    model: str
    columns: tuple[TaskFormat, ...]
    rows: tuple[MatrixRow, ...]
    one_vector: bool  # all formats have the same vector: the columns say nothing
    notes: tuple[str, ...]


def format_matrix(
    encoder: Encoder,
    tasks: Sequence[ReadTask],
    *,
    scoring: Scoring = AS_PUBLISHED,
    kept: Path | None = None,
    progress: Progress = silent,
) -> FormatMatrix:
    """Score every task in every format of the model; what is in `kept` is not scored again.

    Queries and papers are read in the same format, but in a search's own column: queries as QRY among papers
    as PRX. Raises EvaluationError, also for tasks of a format that the model does not have; ModelError and
    Cancelled.
    """
    columns = tuple(each for each in COLUMNS if each in encoder.formats)
    _check(encoder, tasks)
    scorer = TaskScorer(encoder, scoring=scoring, kept=kept, progress=progress)
    rows: list[MatrixRow] = []
    for done, read in enumerate(tasks):
        progress("tasks", done, len(tasks))
        scorer.prepare(read, [_pair(read.task, each) for each in columns])
        found = {each: scorer.score(read, _pair(read.task, each)).values for each in columns}
        rows += [
            MatrixRow(
                read.task.name,
                metric,
                read.task.in_train,
                read.task.formats[0],
                {each: found[each][metric] for each in columns},
            )
            for metric in read.task.metrics
        ]
    progress("tasks", len(tasks), len(tasks))
    one_vector = len(columns) > 1 and len({encoder.fingerprint(each) for each in columns}) == 1
    return FormatMatrix(encoder.name, columns, tuple(rows), one_vector, tuple(coverage_notes(tasks)))


def _check(encoder: Encoder, tasks: Sequence[ReadTask]) -> None:
    for read in tasks:
        lacking = [each for each in dict.fromkeys(read.task.formats) if each not in encoder.formats]
        if lacking:
            raise EvaluationError(
                "The task '{0}' ({1}) is meant for {2}, and {3} has vectors for {4} alone. Leave the task "
                "out, or take a model that has them.",
                read.task.name,
                read.task.test,
                " and ".join(lacking),
                encoder.name,
                ", ".join(sorted(encoder.formats)),
            )


def _pair(task: EvaluationTask, column: TaskFormat) -> FormatPair:
    return task.formats if column is task.formats[0] else (column, column)


def matrix_table(found: FormatMatrix) -> Table:
    """Rows are tasks, columns the formats, a task's own one marked; the last column says whether it wins."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            _name(row),
            *(row.values[each] for each in found.columns),
            _ONE if found.one_vector else _verdict(row),
        )
        for row in found.rows
    )
    marked = {(n, found.columns.index(row.own)) for n, row in enumerate(found.rows)}
    judged = [row for row in found.rows if row.wins is not None]
    wins = sum(bool(row.wins) for row in judged)
    description = (
        "This model has one vector for all formats: its columns cannot differ."
        if found.one_vector
        else f"{wins} of {len(judged)} rows are best in their own format, which is bold."
    )
    notes = [
        f"{description} Values are times 100.",
        "Queries and papers are read in the column's format, but for a search's own column: QRY among PRX.",
    ]
    return Table(
        f"{found.model}: tasks by formats",
        ("Task", *found.columns, "Own format"),
        rows,
        (*notes, *found.notes),
        frozenset(marked),
    )


def _name(row: MatrixRow) -> str:
    return f"{row.task} ({row.metric}{', in train' if row.in_train else ''})"


def _verdict(row: MatrixRow) -> str:
    if row.wins is None:
        return f"{row.own}: no other"
    return f"{row.own} wins" if row.wins else f"{row.own} ties" if row.ties else f"{row.own} loses"
