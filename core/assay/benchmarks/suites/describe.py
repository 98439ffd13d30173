"""Which public benchmarks there are: one task a line in assay_resources/benchmarks, read and checked.

    {"id": "scirepeval/fos", "name": "Fields of study", "suites": ["scirepeval-24", "scirepeval-25"],
     "kind": "classification", "metrics": ["f1_macro"], "in_train": true, "multi_label": true,
     "few_shot": [{"sample_size": 10, "iterations": 50}], "layout": "scirepeval",
     "where": {"meta": "fos", "test": ["fos"]}, "licence": "ODC-BY 1.0", "source": "https://..."}

`where` names files and folders below the user's folder; what it may hold is up to the layout.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any, Literal, get_args

from assay.benchmarks.tasks import METRICS, FewShot, Group
from assay.benchmarks.tasks.task import Candidates
from assay.errors import BadInput, EvaluationError
from assay.types import TaskFormat

Kind = Literal["classification", "regression", "proximity", "adhoc_search", "reviewers", "clusters"]
Layout = Literal["scirepeval", "scidocs", "beir", "mdcr", "s2and", "release", "expertise"]
Suite = Literal["scirepeval-24", "scirepeval-25", "scidocs", "beir", "mdcr", "iclr2022", "s2and", "own"]

KIND_METRICS: Mapping[Kind, tuple[str, ...]] = {
    "classification": METRICS["classification"],
    "regression": METRICS["regression"],
    "proximity": ("map", "ndcg", "ndcg_cut_10", "recall_5", "P_1"),
    "adhoc_search": ("ndcg", "map", "ndcg_cut_10"),
    "reviewers": ("P_5", "P_10"),
    "clusters": ("b3_f1",),
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
    "proximity": "PRX", "reviewers": "PRX", "clusters": "PRX",
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

    `unscored` says why Assay cannot score it; such a task is listed and never averaged over.
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
    of_scidocs: bool = False  # SciRepEval's first version averages these by themselves
    multi_label: bool = False
    few_shot: tuple[FewShot, ...] = ()
    grid: tuple[float, ...] = ()  # C to choose from, where it is not SciRepEval's
    candidates: Candidates = "judged"
    parts: tuple[str, ...] = ()  # fields or sources, each scored alone; the value is their mean
    judgements: tuple[str, ...] = ()  # of reviewers: each with every metric
    one_column: bool = False  # its numbers count as one in an average, not each for itself
    unscored: str = ""
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
    """All tasks that come with Assay, in the order of their files."""
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
    """The task of this id. Raises BadInput, with the nearest ids, where there is none."""
    known = {task.id: task for task in every_task()}
    if name not in known:
        near = difflib.get_close_matches(name, known, n=3) or sorted(known)[:3]
        raise BadInput(f"There is no benchmark task {name!r:.60}. There are {', '.join(near)} and others.")
    return known[name]


def parse_tasks(lines: Iterable[tuple[str, str]]) -> tuple[BenchTask, ...]:
    """The tasks of lines of JSON; each comes with its place, which errors name.

    Raises EvaluationError for a key that is not known, one that is missing, a value of another kind, and two
    tasks of one id.
    """
    found: dict[str, BenchTask] = {}
    for place, line in lines:
        if not line.strip():
            continue
        task = _Line(place, line).task()
        if task.id in found:
            raise EvaluationError(f"{place}: there are two tasks {task.id!r}. Rename one.")
        found[task.id] = task
    return tuple(found.values())


@dataclass(slots=True)
class _Line:
    place: str
    line: str
    row: dict[str, Any] = field(default_factory=dict)

    def fault(self, reason: str) -> EvaluationError:
        return EvaluationError(f"{self.place}, task {self.row.get('id', '?')!r:.60}: {reason}")

    def task(self) -> BenchTask:
        try:
            row = json.loads(self.line)
        except (ValueError, RecursionError) as error:
            raise self.fault(f"not JSON ({error}). Each line must be one task.") from error
        if not isinstance(row, dict):
            raise self.fault("not an object in braces. Each line must be one task.")
        self.row = row
        self._check_keys()
        kind, layout = self._one_of("kind", get_args(Kind)), self._one_of("layout", get_args(Layout))
        return BenchTask(
            id=self._text("id"),
            name=self._text("name"),
            suites=self._names("suites", get_args(Suite)),
            kind=kind,
            metrics=self._names("metrics", KIND_METRICS[kind]),
            layout=layout,
            where=self._where(layout),
            licence=self._text("licence"),
            source=self._text("source"),
            split=self._text("split", "test"),
            fields=self._names("fields", usual=("title", "abstract")),
            in_train=self._flag("in_train"),
            of_scidocs=self._flag("of_scidocs"),
            multi_label=self._flag("multi_label", only=kind == "classification"),
            few_shot=self._few_shot(only=kind == "classification"),
            grid=self._grid(only=kind == "classification"),
            candidates=self._one_of("candidates", get_args(Candidates), "judged"),
            parts=self._names("parts", usual=()),
            judgements=self._names("judgements", usual=()),
            one_column=self._flag("one_column"),
            unscored=self._text("unscored", ""),
            note=self._text("note", ""),
        )

    def _check_keys(self) -> None:
        known = [each.name for each in fields(BenchTask)]
        for key in self.row:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                hint = f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(known)}."
                raise self.fault(f"the key '{key}' is not known. {hint}")
        for each in fields(BenchTask):
            if each.default is MISSING and each.name not in self.row:
                raise self.fault(f"'{each.name}' is missing.")

    def _text(self, key: str, usual: str | None = None) -> str:
        given = self.row.get(key, usual)
        if not isinstance(given, str) or (usual is None and not given.strip()):
            raise self.fault(f"'{key}' must be a text, not {given!r:.60}.")
        return given

    def _flag(self, key: str, *, only: bool = True) -> bool:
        given = self.row.get(key, False)
        if not isinstance(given, bool):
            raise self.fault(f"'{key}' must be true or false, not {given!r:.60}.")
        if given and not only:
            raise self.fault(f"'{key}' belongs to classifications alone. Leave it out.")
        return given

    def _one_of(self, key: str, known: tuple[str, ...], usual: str | None = None) -> Any:
        given = self.row.get(key, usual)
        if given not in known:
            raise self.fault(f"'{key}' must be one of {', '.join(known)}, not {given!r:.60}.")
        return given

    def _names(self, key: str, known: Iterable[str] = (), usual: tuple[str, ...] | None = None) -> Any:
        """Names, each once, and of the `known` where there are some. Any: they stand for Literals."""
        given = self.row.get(key, usual)
        known = tuple(known)
        if not isinstance(given, list | tuple) or not all(isinstance(one, str) and one for one in given):
            raise self.fault(f"'{key}' must be a list of names, not {given!r:.60}.")
        if (not given and usual is None) or len({*given}) < len(given):
            raise self.fault(f"'{key}' must name at least one thing, and each once.")
        for one in given:
            if known and one not in known:
                raise self.fault(f"'{key}' has no {one!r:.60}. There are {', '.join(known)}.")
        return tuple(given)

    def _few_shot(self, *, only: bool) -> tuple[FewShot, ...]:
        made = []
        for one in self.row.get("few_shot", ()):
            size, turns = (
                (one.get(k) if isinstance(one, dict) else None) for k in ("sample_size", "iterations")
            )
            if type(size) is not int or type(turns) is not int or min(size, turns) < 1 or not only:
                raise self.fault(
                    "'few_shot' must list objects with a 'sample_size' and 'iterations', both above 0, and "
                    "belongs to classifications alone."
                )
            made.append(FewShot(size, turns))
        return tuple(made)

    def _grid(self, *, only: bool) -> tuple[float, ...]:
        given = self.row.get("grid", [])
        sound = isinstance(given, list) and all(type(one) in (int, float) and one > 0 for one in given)
        if not sound or (given and not only):
            raise self.fault("'grid' must list numbers above 0, and belongs to classifications alone.")
        return tuple(map(float, given))

    def _where(self, layout: Layout) -> Mapping[str, tuple[str, ...]]:
        given = self.row["where"]
        needed, possible = _WHERE[layout]
        if not isinstance(given, dict) or not {*needed} <= {*given} <= {*needed, *possible}:
            raise self.fault(f"'where' of the layout {layout} must have {', '.join((*needed, *possible))}.")
        found: dict[str, tuple[str, ...]] = {}
        for key, value in given.items():
            names = [value] if isinstance(value, str) else value
            if not isinstance(names, list) or not all(isinstance(one, str) and one for one in names):
                raise self.fault(f"'where.{key}' must be a name or a list of names, not {value!r:.60}.")
            found[key] = tuple(names)
        return found
