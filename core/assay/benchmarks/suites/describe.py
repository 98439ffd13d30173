"""Which public benchmarks there are: one task a line in assay_resources/benchmarks, read and checked.

    {"id": "scirepeval/fos", "name": "Fields of study", "suites": ["scirepeval-24", "scirepeval-25"],
     "kind": "classification", "metrics": ["f1_macro"], "in_train": true, "multi_label": true,
     "few_shot": [{"sample_size": 10, "iterations": 50}], "layout": "scirepeval",
     "where": {"meta": "fos", "test": ["fos"]}, "licence": "ODC-BY 1.0", "source": "https://..."}

`where` names files and folders below the user's folder; what it may hold is up to the layout.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Literal, get_args

from assay.benchmarks.tasks.ranked import is_ranking_metric
from assay.benchmarks.tasks.task import METRICS, Candidates
from assay.benchmarks.types import FewShot, Group
from assay.codec import decode, from_json
from assay.errors import BadInput, EvaluationError
from assay.types import TaskFormat

Kind = Literal[
    "classification", "regression", "proximity", "adhoc_search", "reviewers", "clusters", "clicks"
]  # fmt: skip
Layout = Literal["scirepeval", "scidocs", "beir", "mdcr", "s2and", "release", "expertise"]
Suite = Literal["scirepeval-24", "scirepeval-25", "scidocs", "beir", "mdcr", "iclr2022", "s2and", "own"]

_METRICS: Mapping[str, tuple[str, ...]] = {
    **{str(kind): known for kind, known in METRICS.items()},
    "reviewers": ("P_5", "P_10"),
    "clusters": ("b3_f1",),
    "clicks": ("ndcg", "P_1"),
}
_WHERE: Mapping[Layout, tuple[tuple[str, ...], tuple[str, ...]]] = {  # needed, possible
    "scirepeval": (("meta", "test"), ("reviewers",)),
    "scidocs": (("folder", "papers", "test"), ()),
    "beir": (("folder",), ()),
    "mdcr": (("folder", "papers", "test"), ()),
    "s2and": (("folder", "blocks"), ()),
    "release": (("folder",), ()),
    "expertise": (("folder",), ()),
}
_GROUPS: Mapping[Kind, Group] = {
    "classification": "CLF", "regression": "RGN", "adhoc_search": "SRCH",
    "proximity": "PRX", "reviewers": "PRX", "clusters": "PRX", "clicks": "PRX",
}  # fmt: skip
_FORMATS: Mapping[Group, tuple[TaskFormat, TaskFormat]] = {
    "CLF": (TaskFormat.CLF, TaskFormat.CLF),
    "RGN": (TaskFormat.RGN, TaskFormat.RGN),
    "PRX": (TaskFormat.PRX, TaskFormat.PRX),
    "SRCH": (TaskFormat.QRY, TaskFormat.PRX),
}


@dataclass(frozen=True, slots=True)
class BenchTask:
    """One task of a public benchmark: what is asked, how it is scored, and where its data lie.

    `unscored` says why Assay cannot score it; such a task is listed and never averaged over. `unlike` says
    how its score differs from what is published under its name; it is part of no published average.
    """

    id: str  # "scirepeval/fos": the same for ever
    name: str  # as its paper calls it
    suites: tuple[Suite, ...]
    kind: Kind
    metrics: tuple[str, ...]
    layout: Layout
    where: Mapping[str, tuple[str, ...]]  # what -> names, any of which will do
    licence: str
    source: str  # where the user gets the data; Assay does not go there
    split: str = "test"
    fields: tuple[str, ...] = ("title", "abstract")
    in_train: bool = False  # SciRepEval's models were trained on such a task
    of_scidocs: bool = False  # SciRepEval's first version averages these on their own
    multi_label: bool = False
    few_shot: tuple[FewShot, ...] = ()
    grid: tuple[float, ...] = ()  # C to choose from, where it is not SciRepEval's
    candidates: Candidates = "judged"
    parts: tuple[str, ...] = ()  # fields or sources, each scored alone; the value is their mean
    judgements: tuple[str, ...] = ()  # of reviewers: each with every metric
    one_column: bool = False  # its numbers count as one in an average, not each for itself
    unscored: str = ""
    unlike: str = ""
    note: str = ""

    @property
    def group(self) -> Group:
        return _GROUPS[self.kind]

    @property
    def formats(self) -> tuple[TaskFormat, TaskFormat]:
        """Of queries and of papers."""
        return _FORMATS[self.group]

    @property
    def columns(self) -> int:
        """How many numbers it gives to a published average."""
        if self.unscored:
            return 0
        return 1 if self.one_column else len(self.metrics) * max(1, len(self.judgements))


@cache
def every_task() -> tuple[BenchTask, ...]:
    """Return all tasks that come with Assay, in the order of their files."""
    folder = resources.files("assay_resources") / "benchmarks"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".jsonl")), key=lambda f: f.name)
    return parse_tasks(
        (f"{file.name}:{number}", line)
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    )


def suites() -> dict[Suite, tuple[BenchTask, ...]]:
    """suite -> its tasks; a task may be in several. "own" is of the user's sets, and empty here."""
    return {suite: tuple(t for t in every_task() if suite in t.suites) for suite in get_args(Suite)}


def task_named(name: str) -> BenchTask:
    """Return the task of this id. Raises BadInput, with the nearest ids, where there is none."""
    known = {task.id: task for task in every_task()}
    if name not in known:
        near = difflib.get_close_matches(name, known, n=3) or sorted(known)[:3]
        raise BadInput(
            "There is no benchmark task {0}. There are {1} and others.", f"{name!r:.60}", ", ".join(near)
        )
    return known[name]


def parse_tasks(lines: Iterable[tuple[str, str]]) -> tuple[BenchTask, ...]:
    """Return the tasks of lines of JSON; each comes with its place, which errors name.

    Raises EvaluationError for a key that is not known, one that is missing, a value of another kind, and two
    tasks of one id.
    """
    found: dict[str, BenchTask] = {}
    for place, line in lines:
        if not line.strip():
            continue
        task = _task(place, line)
        if task.id in found:
            raise EvaluationError("{0}: there are two tasks {1}. Rename one.", place, repr(task.id))
        found[task.id] = task
    return tuple(found.values())


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "kind": get_args(Kind),
    "layout": get_args(Layout),
    "suites": get_args(Suite),
    "candidates": get_args(Candidates),
}


def _task(place: str, line: str) -> BenchTask:
    row: dict[str, object] = {}
    try:
        row = decode(line, dict[str, object], what="the line")
        where = row.get("where")
        if isinstance(where, dict):  # one name may stand for a list of it
            row["where"] = {key: [name] if isinstance(name, str) else name for key, name in where.items()}
        task = from_json(row, BenchTask, what="not a task")
    except BadInput as error:
        near = [
            f". There are {', '.join(known)}." for key, known in _CHOICES.items() if f"$.{key}" in str(error)
        ]
        raise EvaluationError(
            "{0}, task {1}: {2}{3}", place, f"{row.get('id', '?')!r:.60}", error.message, "".join(near)
        ) from error
    faults = [*_unknown(row), *_unnamed(task), *_faults(task)]
    if faults:
        raise EvaluationError("{0}, task {1}: {2}", place, f"{task.id!r:.60}", faults[0])
    return task


def _unknown(row: Iterable[str]) -> Iterator[str]:
    known = [each.name for each in fields(BenchTask)]
    for key in row:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(known)}."
            yield f"the key '{key}' is not known. {hint}"


def _unnamed(task: BenchTask) -> Iterator[str]:
    for key in ("id", "name", "licence", "source"):
        if not getattr(task, key).strip():
            yield f"'{key}' must be a text."
    lists = {key: getattr(task, key) for key in ("suites", "metrics", "fields", "parts", "judgements")}
    for key, names in (lists | {f"where.{key}": names for key, names in task.where.items()}).items():
        if len({*names}) < len(names) or not all(name.strip() for name in names):
            yield f"'{key}' must be a list of names, each once."


def _faults(task: BenchTask) -> Iterator[str]:
    """Yield what the fields of a task have against each other."""
    known = _METRICS[task.kind]
    others = {*task.metrics} - {*known}
    if task.kind in ("proximity", "adhoc_search"):  # such as "recall_5"
        others = {each for each in others if not is_ranking_metric(each)}
    if others or not task.metrics:
        yield f"'metrics' must name some of {', '.join(known)}."
    for key in ("multi_label", "few_shot", "grid"):
        if getattr(task, key) and task.kind != "classification":
            yield f"'{key}' belongs to classifications alone. Leave it out."
    if (
        any(min(few.sample_size, few.iterations) < 1 for few in task.few_shot)
        or min(task.grid, default=1) <= 0
    ):
        yield "numbers of 'few_shot' and 'grid' must be above 0."
    needed, possible = _WHERE[task.layout]
    if not {*needed} <= {*task.where} <= {*needed, *possible}:
        yield f"'where' of the layout {task.layout} must have {', '.join((*needed, *possible))}."
