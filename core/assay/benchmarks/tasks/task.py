"""A file of evaluation tasks in SciRepEval's scheme (Singh et al. 2023): one JSON object a line.

    {"name": "Fields", "type": "classification", "multi_label": true, "in_train": true,
     "metrics": ["f1_macro"], "fields": ["title", "abstract"],
     "few_shot": [{"sample_size": 10, "iterations": 50}, {"sample_size": 5, "iterations": 100}],
     "data": {"meta": "fos/papers.jsonl", "test": {"train": "fos/train.jsonl", "test": "fos/test.jsonl"}}}
    {"name": "Search", "type": "adhoc_search", "metrics": ["ndcg"],
     "data": {"meta": "search/papers.jsonl", "queries": "search/queries.jsonl", "test": "search/qrels.tsv"}}

An object may not be broken over lines. Files lie from the folder of the task file on. `in_train` says whether
there was such a task in training; `candidates` may be "all": a query then ranks every paper.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from assay.benchmarks.tasks.ranked import RANKING_METRICS
from assay.benchmarks.types import FewShot, Group
from assay.errors import EvaluationError
from assay.evaluation.files import read_lines
from assay.evaluation.statistics.class_measures import CLASS_MEASURES
from assay.messages import message
from assay.types import TaskFormat

TaskType = Literal["classification", "regression", "proximity", "adhoc_search"]
Candidates = Literal["judged", "all"]

GROUPS: tuple[Group, ...] = get_args(Group)
METRICS: Mapping[TaskType, tuple[str, ...]] = {
    "classification": tuple(CLASS_MEASURES),
    "regression": ("kendalltau",),
    "proximity": RANKING_METRICS,
    "adhoc_search": tuple(dict.fromkeys(("ndcg", *RANKING_METRICS))),
}
"""type -> the metrics that it may have, the usual one first"""

_FORMATS: Mapping[TaskType, tuple[TaskFormat, TaskFormat]] = {
    "classification": (TaskFormat.CLF, TaskFormat.CLF),
    "regression": (TaskFormat.RGN, TaskFormat.RGN),
    "proximity": (TaskFormat.PRX, TaskFormat.PRX),
    "adhoc_search": (TaskFormat.QRY, TaskFormat.PRX),
}
_KNOWN = (
    "name", "type", "data", "metrics", "in_train", "multi_label", "fields", "few_shot", "candidates",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EvaluationTask:
    """What is asked of a model's vectors, and where the data lie."""

    name: str
    type: TaskType
    metrics: tuple[str, ...]
    papers: Path
    test: Path
    train: Path | None = None  # classification and regression
    queries: Path | None = None  # of typed queries; where it is None they stand among the papers
    in_train: bool = False
    multi_label: bool = False
    fields: tuple[str, ...] = ("title", "abstract")
    few_shot: tuple[FewShot, ...] = ()
    grid: tuple[float, ...] = ()  # C of classifications to choose from; none given: SciRepEval's
    candidates: Candidates = "judged"  # what is ranked of a query: what was judged, or every paper
    published: bool = False  # of an id that stands twice the first counts, as in the released evaluators

    @property
    def formats(self) -> tuple[TaskFormat, TaskFormat]:
        """Of queries and of papers; the same where there are no queries."""
        return _FORMATS[self.type]

    @property
    def group(self) -> Group:
        """The task format in the paper's words."""
        return GROUPS[get_args(TaskType).index(self.type)]

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(path for path in (self.papers, self.queries, self.train, self.test) if path is not None)

    @property
    def absent(self) -> tuple[Path, ...]:
        """Those of the files that are not there."""
        return tuple(path for path in self.files if not path.is_file())


@dataclass(frozen=True, slots=True)
class BadTask:
    """A line of a task file that is no task, called "line 3", and why: which file and task it is."""

    name: str
    why: str


def read_tasks(path: Path) -> tuple[EvaluationTask, ...]:
    """Return the tasks of a file, in its order; their data are not looked at.

    Raises EvaluationError, which names the file, the line and the task, for the first that is none or whose
    files are not there.
    """
    tasks: dict[str, EvaluationTask] = {}
    for number, line in _lines(path):
        task = _task(line, path, number, absent=False)
        if task.name in tasks:
            raise _twice(path, number, task.name)
        tasks[task.name] = task
    return tuple(tasks.values())


def read_good_tasks(path: Path) -> tuple[tuple[EvaluationTask, ...], tuple[BadTask, ...]]:
    """Return the tasks of a file, also those whose files are not there, and the lines that are none.

    Raises EvaluationError for a file that cannot be read or has no line.
    """
    tasks: dict[str, EvaluationTask] = {}
    bad: list[BadTask] = []
    for number, line in _lines(path):
        try:
            task = _task(line, path, number, absent=True)
            if task.name in tasks:
                raise _twice(path, number, task.name)
            tasks[task.name] = task
        except EvaluationError as error:
            bad.append(BadTask(f"line {number}", str(error)))
    return tuple(tasks.values()), tuple(bad)


def _lines(path: Path) -> list[tuple[int, str]]:
    found = [(number, line) for number, line in read_lines(path) if line.strip()]
    if not found:
        raise EvaluationError("{0}: there are no tasks in it. Give one JSON object per line.", path)
    return found


def _twice(path: Path, number: int, name: str) -> EvaluationError:
    return EvaluationError("{0}:{1}: there are two tasks {2}. Rename one.", path, number, repr(name))


def _task(line: str, path: Path, number: int, *, absent: bool) -> EvaluationTask:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvaluationError(
            "{0}:{1}: not JSON ({2}). Each line must be one task.", path, number, error
        ) from error
    if not isinstance(row, dict):
        raise EvaluationError("{0}:{1}: not an object in braces. Each line must be one task.", path, number)
    name = row.get("name")
    if not isinstance(name, str) or not name.strip():
        raise EvaluationError("{0}:{1}: the task has no name. Give it one.", path, number)
    return _Row(row, name.strip(), path, number, absent).task()


@dataclass(frozen=True, slots=True)
class _Row:
    """One line at work, and what an error names."""

    row: Mapping[str, object]
    name: str
    path: Path
    number: int
    absent: bool  # whether files may be

    def fault(self, reason: str, *values: object) -> EvaluationError:
        what = message(reason, *values)
        return EvaluationError("{0}:{1}, task '{2}': {3}", self.path, self.number, self.name, what)

    def task(self) -> EvaluationTask:
        for key in self.row:
            if key not in _KNOWN:
                near = difflib.get_close_matches(key, _KNOWN, n=1)
                known = message("There are {0}.", ", ".join(_KNOWN))
                hint = message("Did you mean '{0}'?", *near) if near else known
                raise self.fault("the key '{0}' is not known. {1}", key, hint)
        kind = self._one_of("type", tuple(METRICS), None)
        labelled = kind in ("classification", "regression")
        multi_label, few_shot = self._flag("multi_label"), self._few_shot()
        if (multi_label or few_shot) and kind != "classification":
            key = "multi_label" if multi_label else "few_shot"
            raise self.fault("'{0}' belongs to classifications alone. Leave it out.", key)
        if labelled and "candidates" in self.row:
            raise self.fault("'candidates' belongs to proximity and adhoc_search. Leave it out.")
        data = self._data(labelled=labelled)
        return EvaluationTask(
            name=self.name,
            type=kind,
            metrics=self._metrics(kind),
            papers=data["meta"],
            test=data["test"],
            train=data.get("train"),
            queries=data.get("queries"),
            in_train=self._flag("in_train"),
            multi_label=multi_label,
            fields=self._texts("fields", ("title", "abstract")),
            few_shot=few_shot,
            candidates=self._one_of("candidates", get_args(Candidates), "judged"),
        )

    def _metrics(self, kind: TaskType) -> tuple[str, ...]:
        known = METRICS[kind]
        given = self._texts("metrics", known[:1])
        for metric in given:
            if metric not in known:
                raise self.fault(
                    "a task of the type {0} has no metric '{1}'. There are {2}.",
                    kind,
                    metric,
                    ", ".join(known),
                )
        if "f1" in given and self.row.get("multi_label"):
            raise self.fault("'f1' is of two classes. For several labels take 'f1_macro'.")
        return given

    def _texts(self, key: str, usual: tuple[str, ...]) -> tuple[str, ...]:
        given = self.row.get(key, list(usual))
        if not isinstance(given, list) or not given or not all(isinstance(one, str) and one for one in given):
            raise self.fault("'{0}' must be a list of names, not {1}.", key, f"{given!r:.60}")
        if len({*given}) < len(given):
            raise self.fault("'{0}' names one thing twice. Leave each once.", key)
        return tuple(given)

    def _flag(self, key: str) -> bool:
        given = self.row.get(key, False)
        if not isinstance(given, bool):
            raise self.fault("'{0}' must be true or false, not {1}.", key, f"{given!r:.60}")
        return given

    def _one_of(self, key: str, known: tuple[str, ...], usual: str | None) -> Any:
        given = self.row.get(key, usual)
        if given not in known:
            raise self.fault("'{0}' must be one of {1}, not {2}.", key, ", ".join(known), f"{given!r:.60}")
        return given

    def _few_shot(self) -> tuple[FewShot, ...]:
        given = self.row.get("few_shot") or []
        made = []
        for one in given if isinstance(given, list) else [given]:
            size, turns = (
                (one.get(key) if isinstance(one, dict) else None) for key in ("sample_size", "iterations")
            )
            if type(size) is not int or type(turns) is not int or size < 1 or turns < 1:
                raise self.fault(
                    "'few_shot' must list objects with a 'sample_size' and 'iterations', both above 0."
                )
            made.append(FewShot(size, turns))
        if len({*made}) < len(made):
            raise self.fault("'few_shot' lists one setting twice. Leave each once.")
        return tuple(made)

    def _data(self, *, labelled: bool) -> dict[str, Path]:
        """meta, test, and where they belong train and queries -> file."""
        data = self.row.get("data")
        if not isinstance(data, dict):
            raise self.fault("'data' is missing: it must say where 'meta' (the papers) and 'test' lie.")
        found = dict(data)
        if labelled:
            parts = found.pop("test", None)
            if not isinstance(parts, dict) or set(parts) != {"train", "test"}:
                raise self.fault("'data.test' must name two files, of the keys 'train' and 'test'.")
            found |= parts
        known = ("meta", "test", "train") if labelled else ("meta", "test", "queries")
        for key in found:
            if key not in known:
                raise self.fault("'data.{0}' is not known. There are {1}.", key, ", ".join(known))
        for key in known[: 3 if labelled else 2]:
            if key not in found:
                raise self.fault("'data.{0}' is missing. Say which file it is.", key)
        return {key: self._file(key, value) for key, value in found.items()}

    def _file(self, key: str, value: object) -> Path:
        if isinstance(value, dict):
            raise self.fault("'data.{0}' names a data set elsewhere. Write it to a file, and name that.", key)
        if not isinstance(value, str) or not value:
            raise self.fault("'data.{0}' must be the path of a file, not {1}.", key, f"{value!r:.60}")
        path = self.path.parent / Path(value).expanduser()
        if not self.absent and not path.is_file():
            raise self.fault("there is no file {0}. Check 'data.{1}'.", path, key)
        return path
