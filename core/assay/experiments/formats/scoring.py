"""Models on evaluation tasks: texts are encoded in the formats that a task asks for; scores are kept.

Many trainings on the same tasks are each made once, scored once, and shown also where one failed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

import platformdirs

from assay.benchmarks.tasks.averages import averages, columns_of
from assay.benchmarks.tasks.data import Coverage, Fields, TaskData, read_data
from assay.benchmarks.tasks.details import NO_DETAILS
from assay.benchmarks.tasks.score import (
    AS_PUBLISHED,
    SCORING_VERSION,
    Scoring,
    TaskScore,
    TaskVectors,
    score_task,
)
from assay.benchmarks.tasks.task import EvaluationTask, read_tasks
from assay.codec import decode, encode
from assay.encoding import Encoder
from assay.errors import BadInput, ModelError
from assay.models.scores import write_whole
from assay.progress import Progress, silent
from assay.registry.loading import load_named
from assay.training.recipe.recipe import Recipe
from assay.training_runs.runs import TrainedRun
from assay.training_runs.trials import Trainer, run_trials, seconds_of
from assay.types import TaskFormat, Vectors

KEPT = "tasks.json"
FormatPair: TypeAlias = tuple[TaskFormat, TaskFormat]
"""Of queries and of papers."""


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A task with its data; `digest` differs whenever a score may."""

    task: EvaluationTask
    data: TaskData
    digest: str


def read_task_file(path: Path) -> tuple[ReadTask, ...]:
    """Return the tasks of a file and their data. Raises EvaluationError."""
    return tuple(ReadTask(task, read_data(task), _digest(task)) for task in read_tasks(path))


def _digest(task: EvaluationTask) -> str:
    settings = {key: value for key, value in asdict(task).items() if not isinstance(value, Path)}
    digest = sha256(json.dumps(settings, sort_keys=True).encode())
    for path in task.files:
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()


class TaskScorer:
    """One model on tasks, in their own formats or in others."""

    def __init__(
        self,
        encoder: Encoder,
        *,
        scoring: Scoring = AS_PUBLISHED,
        kept: Path | None = None,
        progress: Progress = silent,
    ) -> None:
        """Keep scores in the file `kept`, so that the same task and vectors are not scored again."""
        from assay.encoding import FolderCache

        self.encoder = encoder
        self._scoring, self._kept, self._progress = scoring, kept, progress
        self._cache = FolderCache(platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
        self._rows = _read_kept(kept)

    def score(self, read: ReadTask, formats: FormatPair | None = None) -> TaskScore:
        """Raise ModelError for a format that the model does not have, EvaluationError, Cancelled."""
        query_format, papers = formats or read.task.formats
        key = self._key(read, (query_format, papers))
        known = _score_of(self._rows.get(key), read)
        if known is None:
            (of_papers,) = self._encoded(read.data.papers, [papers])
            (of_queries,) = self._encoded(read.data.queries, [query_format], papers=False)
            vectors = TaskVectors(of_papers, of_queries)
            found = score_task(read.task, read.data, vectors, scoring=self._scoring, progress=self._progress)
            known = replace(found, details=NO_DETAILS)  # they are not kept, and no analysis reads them
            self._keep(key, known)
        return known

    def prepare(self, read: ReadTask, pairs: Sequence[FormatPair]) -> None:
        """Encode what `score` needs for all of these pairs, each text once where the model can do that."""
        new = [pair for pair in pairs if _score_of(self._rows.get(self._key(read, pair)), read) is None]
        if new:
            self._encoded(read.data.papers, [*dict.fromkeys(papers for _, papers in new)])
            self._encoded(read.data.queries, [*dict.fromkeys(name for name, _ in new)], papers=False)

    def _key(self, read: ReadTask, formats: FormatPair) -> str:
        """Return what a score stands under. Raises ModelError for a format that the model does not have."""
        for each in formats:
            if each not in self.encoder.formats:
                raise ModelError(
                    "The model {0} has no vectors for {1}, which the task '{2}' asks for; it has them for "
                    "{3}.",
                    self.encoder.name,
                    each,
                    read.task.name,
                    ", ".join(sorted(self.encoder.formats)),
                )
        prints = [self.encoder.fingerprint(each) for each in formats]
        key = [SCORING_VERSION, read.digest, asdict(self._scoring), prints]
        return sha256(json.dumps(key).encode()).hexdigest()[:32]

    def _encoded(
        self, texts: Mapping[str, Fields], formats: Sequence[TaskFormat], *, papers: bool = True
    ) -> list[Vectors]:
        from assay.encoding import encode_formats_with_cache

        joined = [self.encoder.template.join(*fields) for fields in texts.values()]
        vectors, _ = encode_formats_with_cache(
            self.encoder, joined, formats=formats, cache=self._cache, progress=self._progress, papers=papers
        )
        return vectors

    def _keep(self, key: str, found: TaskScore) -> None:
        self._rows[key] = found
        if self._kept is not None:
            write_whole(self._kept, encode(self._rows))


def coverage_notes(tasks: Sequence[ReadTask]) -> list[str]:
    """Return a sentence for each task that could not be scored whole, and one where every task could."""
    partial = [(read.task.name, read.data.coverage) for read in tasks if not read.data.coverage.whole]
    if not partial:
        return ["Every row of every task was scored."]
    return [_in_words(name, coverage) for name, coverage in partial]


def _in_words(name: str, coverage: Coverage) -> str:
    return (
        f"{name}: {coverage.n_rows - coverage.n_missing} of {coverage.n_rows} rows were scored; of the "
        f"others a paper or query has no text here, the first is {coverage.first}."
    )


def _read_kept(path: Path | None) -> dict[str, TaskScore]:
    """Read what was kept; nothing where there is no such file, or a damaged one."""
    try:
        return {} if path is None else decode(path.read_bytes(), dict[str, TaskScore])
    except (OSError, BadInput):
        return {}


def _score_of(kept: TaskScore | None, read: ReadTask) -> TaskScore | None:
    """The kept score as that of the task as it is now; None where nothing is kept, or a metric lacks."""
    task = read.task
    if kept is None or not kept.values.keys() >= {*task.metrics}:
        return None
    values = {metric: kept.values[metric] for metric in task.metrics}
    now = TaskScore(task.name, task.group, task.in_train, values, kept.complete, kept.few_shot)
    return replace(now, coverage=read.data.coverage)


# --- trainings


@dataclass(frozen=True, slots=True)
class TrainedRow:
    """One training and its scores; a failed one has a reason in their place."""

    name: str
    state: Literal["trained", "failed"]
    reason: str = ""
    run: str = ""
    seconds: float = 0.0
    scores: tuple[TaskScore, ...] = ()

    @property
    def averages(self) -> dict[str, float]:
        """CLF, RGN, PRX, SRCH, in-train, out-of-train, average."""
        return averages(self.scores)

    @property
    def columns(self) -> dict[str, float]:
        """Of each task and metric."""
        return columns_of(self.scores)


@dataclass(frozen=True, slots=True)
class FormatAnalysis:
    """The trainings of a recipe that are compared, and what a reader must know of them."""

    recipe: str
    rows: tuple[TrainedRow, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FormatTrial:
    """One training of an analysis; `formats` are those in which tasks are read, where not in their own."""

    name: str
    recipe: Recipe
    place: str  # its run, from the analysis's folder
    folder: Path | None = None  # where its relative paths start, if elsewhere than the analysis's
    formats: Mapping[str, FormatPair] = field(default_factory=dict)  # by the task's name


@dataclass(frozen=True, slots=True, kw_only=True)
class Trainings:
    """What all trainings of an analysis share. Of several processes only the first is given tasks."""

    trainer: Trainer
    tasks: Sequence[ReadTask]
    scoring: Scoring = AS_PUBLISHED

    def rows(self, grid: Sequence[FormatTrial]) -> tuple[TrainedRow, ...]:
        """Train each trial, or find it trained, and score it.

        Raises Cancelled once a run was cancelled; any other failure is the row's.
        """
        return run_trials(
            grid,
            lambda trial: self.trainer.train(trial.recipe, trial.place, folder=trial.folder),
            self._row,
            failed=lambda trial, reason: TrainedRow(trial.name, "failed", reason),
            progress=self.trainer.progress,
        )

    def _row(self, trial: FormatTrial, done: TrainedRun) -> TrainedRow:
        scores = self._scores(trial, done.run) if self.tasks else ()
        return TrainedRow(trial.name, "trained", "", str(done.run), seconds_of(done), scores)

    def _scores(self, trial: FormatTrial, folder: Path) -> tuple[TaskScore, ...]:
        own = trial.recipe
        encoder = load_named(
            str(folder / "model"), max_length=own.max_length, separator=own.separator, device=own.device
        )
        scorer = TaskScorer(encoder, scoring=self.scoring, kept=folder / KEPT, progress=self.trainer.progress)
        return tuple(scorer.score(read, trial.formats.get(read.task.name)) for read in self.tasks)


def failures(rows: Sequence[TrainedRow]) -> list[str]:
    """Return a sentence for each training that failed."""
    return [f"{row.name}: failed. {row.reason}" for row in rows if row.state == "failed"]
