"""A run of benchmarks for the pictures. All is invented, and every view of it shows the same figures."""

from __future__ import annotations

import math
from functools import cache
from hashlib import sha256
from statistics import fmean
from typing import Final, NamedTuple

from assay import __version__
from assay.benchmarks.report import BenchReport
from assay.benchmarks.results import Conditions, Cost, TaskResult
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.types import Group, MissingScore, SkippedTask
from assay.types import Pace

SYSTEMS: Final = ("bm25", "hybrid", "assay-papers", "all-MiniLM-L6-v2", "coder-small-3f9a01c2")
RUN: Final = "20260109-101500"
FIELDS: Final = ("Physics", "Engineering", "Mathematics", "Materials science")
N_LEFT: Final = 10  # results that the run lacks where it was stopped
WHY: Final = (
    "'{0}' needs {1}/evaluation.parquet (or .jsonl) and 2 more that are not there. Its data: "
    "https://huggingface.co/datasets/allenai/scirepeval."
)
ABSENT: Final = ("MeSH", "Tweets", "RELISH", "Feeds-1", "Feeds-M")
_SECONDS: Final = {
    "assay-papers": 38.0,
    "all-MiniLM-L6-v2": 31.0,
    "coder-small-3f9a01c2": 118.0,
}  # a thousand
_JUDGED: Final = {
    "SciFact (BEIR)": (11.4, 11.9, 11.2, 11.1, 11.6),
    "cranfield": (39.0, 41.2, 38.4, 37.6, 40.3),
}
_LENGTHS: Final = {"hybrid": 512, "assay-papers": 512, "all-MiniLM-L6-v2": 256, "coder-small-3f9a01c2": 512}
_GRIDS: Final = {"CLF": (0.01, 0.1, 1.0, 10.0, 100.0), "RGN": (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)}
_MDCR: Final = (
    "Art", "Biology", "Business", "Chemistry", "Computer science", "Economics", "Engineering",
    "Environmental science", "Geography", "Geology", "History", "Materials science", "Mathematics",
    "Medicine", "Philosophy", "Physics", "Political science", "Psychology", "Sociology",
)  # fmt: skip


class Invented(NamedTuple):
    """A task, and its first measure by system; None stands for a task of vectors."""

    task: str
    name: str
    group: Group
    kind: str
    metrics: tuple[str, ...]
    n: int
    values: tuple[float | None, ...]


TASKS: Final = (
    Invented("scirepeval/fos", "Fields of study", "CLF", "classification", ("f1_macro",), 471,
             (None, None, 80.0, 80.0, 80.0)),  # what the predictions give takes their place
    Invented("scirepeval/biomimicry", "Biomimicry", "CLF", "classification", ("f1",), 1099,
             (None, None, 71.8, 68.0, 71.2)),
    Invented("scirepeval/drsm", "DRSM", "CLF", "classification", ("f1_macro",), 1519,
             (None, None, 74.5, 71.4, 73.9)),
    Invented("scirepeval/cite-count", "Citation Count", "RGN", "regression", ("kendalltau",), 6060,
             (None, None, 34.9, 33.6, 35.4)),
    Invented("scirepeval/pub-year", "Publication Year", "RGN", "regression", ("kendalltau",), 6000,
             (None, None, 29.0, 27.1, 30.8)),
    Invented("scirepeval/same-author", "Same Author Detection", "PRX", "proximity", ("map",), 4466,
             (79.1, 83.0, 85.2, 83.8, 83.6)),
    Invented("scirepeval/influence", "Highly Influential Citations", "PRX", "proximity", ("map",), 1199,
             (31.0, 38.8, 42.8, 40.1, 42.2)),
    Invented("scirepeval/reviewers", "Paper-Reviewer Matching", "PRX", "reviewers", ("P",), 107,
             (None, None, None, 41.9, 43.5)),
    Invented("scidocs/cocite", "SciDocs CoCite", "PRX", "proximity", ("map", "ndcg"), 1000,
             (71.3, 82.6, 86.1, 83.5, 86.8)),
    Invented("mdcr", "MDCR", "PRX", "proximity", ("map", "recall_5"), 950, (33.5, 35.0, 34.1, 33.0, 35.6)),
    Invented("scirepeval/search", "Search", "SRCH", "adhoc_search", ("ndcg",), 2637,
             (73.9, 74.8, 74.9, 74.0, 75.1)),
    Invented("beir/scifact", "SciFact (BEIR)", "SRCH", "adhoc_search", ("ndcg_cut_10",), 300,
             (67.9, 69.8, 64.0, 64.5, 65.2)),
    Invented("own/tasks/cranfield", "cranfield", "SRCH", "adhoc_search", ("ndcg_cut_10", "map"), 225,
             (39.4, 43.1, 42.0, 40.5, 43.8)),
)  # fmt: skip


@cache
def invented_report(*, stopped: bool = False) -> BenchReport:
    """Five systems on thirteen tasks, one of which failed and one of which is not whole."""
    results = tuple(_result(task, system, place) for task in TASKS for place, system in enumerate(SYSTEMS))
    absent = tuple(
        SkippedTask(
            f"scirepeval/{name.lower()}", name, "absent", WHY.format(name, f"scirepeval/{name.lower()}")
        )
        for name in ABSENT
    )
    if not stopped:
        return BenchReport(RUN, results, absent, "2026-01-09T10:15:00+00:00")
    left = tuple(MissingScore(each.task, each.name, each.system) for each in results[-N_LEFT:])
    return BenchReport(RUN, results[:-N_LEFT], absent, "2026-01-09T10:15:00+00:00", left)


def result_of_task(task: str, system: str) -> TaskResult:
    """One of the run's."""
    return next(each for each in invented_report().results if (each.task, each.system) == (task, system))


def _result(task: Invented, system: str, place: int) -> TaskResult:
    value = task.values[place]
    ranks = place < 2
    if value is None:
        failure = (
            f"{system} ranks papers and has no vectors." if ranks else "No reviewer has a paper with a text."
        )
        return TaskResult(
            task.task, system, f"{task.task} {system}", name=task.name, kind=task.kind, group=task.group,
            failure=failure, applies=not ranks,
        )  # fmt: skip
    predictions = _predictions(place) if task.task.endswith("fos") else {}
    if predictions:
        value = _macro_f1(predictions)
    values = {metric: value - 4.0 * n for n, metric in enumerate(task.metrics)}
    items = {metric: _items(task, each, place) for metric, each in values.items()}
    few = _few(task, values)
    judged = _JUDGED.get(task.name, (100.0,) * len(SYSTEMS))[place] if task.group in ("PRX", "SRCH") else None
    coverage = Coverage(2700, 63, "search/test.jsonl, row 18") if task.name == "Search" else Coverage(task.n)
    return TaskResult(
        task.task, system, f"{task.task} {system}", name=task.name, kind=task.kind, group=task.group,
        values=values, complete={metric: each + (6.0 if few else 0.0) for metric, each in values.items()},
        few_shot=few, parts=_parts(task, values), items={} if predictions else items,
        predictions=predictions, judged=judged, n=task.n, coverage=coverage,
        conditions=_conditions(task, system), cost=_cost(task, system),
    )  # fmt: skip


def _items(task: Invented, value: float, place: int) -> dict[str, float]:
    """Queries whose mean is the value; only of the tasks that are opened."""
    ways = {"cranfield": (225, 24.0), "Paper-Reviewer Matching": (107, 20.0)}
    if task.name not in ways:
        return {}
    n, spread = ways[task.name]
    shared = [spread * math.sin(1.7 * number) for number in range(n)]
    own = [wave + 0.3 * spread * math.cos((2.1 + place) * number) for number, wave in enumerate(shared)]
    middle = fmean(own)
    prefix = "s" if task.kind == "reviewers" else "q"
    return {f"{prefix}{number}": value + each - middle for number, each in enumerate(own)}


def _predictions(place: int) -> dict[str, tuple[str, str]]:
    every = (0, 0, 7, 5, 8)[place]
    return {f"p{n}": (FIELDS[n % 4], FIELDS[(n + ((n + place) % every == 0)) % 4]) for n in range(TASKS[0].n)}


def _macro_f1(predictions: dict[str, tuple[str, str]]) -> float:
    scores = []
    for field in FIELDS:
        right = sum(pair == (field, field) for pair in predictions.values())
        named = sum(field == truth for truth, _ in predictions.values())
        given = sum(field == said for _, said in predictions.values())
        scores.append(100 * 2 * right / (named + given))
    return fmean(scores)


def _few(task: Invented, values: dict[str, float]) -> tuple[FewShotScore, ...]:
    if task.name not in ("Biomimicry", "DRSM"):
        return ()
    fewest = 24 if task.name == "DRSM" else 16
    lower = ((fewest, 100, -5.0), (64, 50, -1.0))  # with `complete` 6.0 above their mean is the value
    return tuple(
        FewShotScore(size, turns, {metric: each + less for metric, each in values.items()})
        for size, turns, less in lower
    )


def _parts(task: Invented, values: dict[str, float]) -> dict[str, dict[str, float]]:
    """Each a mean of as much above as below the value."""
    if task.kind == "reviewers":
        (value,) = values.values()
        return {
            "hard": {"P_5": value - 9.0, "P_10": value - 13.0},
            "soft": {"P_5": value + 13.0, "P_10": value + 9.0},
        }
    if task.name != "MDCR":
        return {}
    middle = (len(_MDCR) - 1) / 2
    return {
        name: {metric: value + 1.2 * ((7 * n) % len(_MDCR) - middle) for metric, value in values.items()}
        for n, name in enumerate(_MDCR)
    }


def _conditions(task: Invented, system: str) -> Conditions:
    vectors = system != "bm25"
    return Conditions(
        similarity="l2",
        device="cpu" if vectors else "",
        precision="float32" if vectors else "",
        data=sha256(task.task.encode()).hexdigest(),
        model=sha256(system.encode()).hexdigest(),
        version=__version__,
        pooling="mean" if vectors else "",
        length=_LENGTHS.get(system, 0),
        grid=_GRIDS.get(task.group, ()),
    )


def _cost(task: Invented, system: str) -> Cost:
    seconds = _SECONDS.get(system)
    if seconds is None:
        return Cost(task.n, 0, 0.0, 0.4)
    return Cost(task.n, task.n, seconds * task.n / 1000, 1.5, Pace(task.n, seconds * task.n / 1000, RUN[:8]))
