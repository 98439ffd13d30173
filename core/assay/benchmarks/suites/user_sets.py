"""The user's own sets: judgement sets that Assay released, and any other folder in BEIR's form."""

from __future__ import annotations

import json
from pathlib import Path

from assay.benchmarks.suites.describe import BenchTask, every_task
from assay.benchmarks.suites.files import EXPERTISE_FILES, plain_file
from assay.benchmarks.suites.searching import ONLY_PAPERS, ONLY_TEXTS
from assay.benchmarks.tasks.expertise import FROM_GRADE
from assay.errors import EvaluationError
from assay.evaluation.beir import jsonl_path, qrels_path, read_rows
from assay.evaluation.folders import MANIFEST

_BIAS = (
    "Judged were only papers that some ranking showed; others count as not relevant, which is unkind to "
    "rankings that took no part."
)


def user_sets(folder: Path) -> tuple[BenchTask, ...]:
    """A task for each set in the folder, or in one directly in it; of sets in BEIR's form the split "test".

    The gold standard of reviewer assignment is one too.

    A set with typed queries and with papers for queries is two tasks, since models read them in different
    formats. Sets that Assay describes by their names are left to that.
    """
    places = [folder, *sorted(path for path in folder.iterdir() if path.is_dir())]
    return tuple(task for place in places for task in _tasks(folder, place))


def _tasks(folder: Path, place: Path) -> list[BenchTask]:
    if _is_release(place):
        return [_task(folder, place, kind, alone=n == 1, released=True) for kind, n in _kinds(place)]
    described = {Path(name).name for task in every_task() for name in task.where.get("folder", ())}
    if place.resolve().name not in described and _is_beir(place):
        return [_task(folder, place, kind, alone=n == 1, released=False) for kind, n in _kinds(place)]
    if all(plain_file(place, name) is not None for name in EXPERTISE_FILES.values()):
        return [_expertise(folder, place)]
    return []


def _is_release(place: Path) -> bool:
    try:
        manifest = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and manifest.get("format") == "assay-release"


def _is_beir(place: Path) -> bool:
    try:
        return all((jsonl_path(place, "corpus"), jsonl_path(place, "queries"), qrels_path(place, "test")))
    except EvaluationError:
        return False


def _kinds(place: Path) -> list[tuple[str, int]]:
    """Return what its queries are, and how many such kinds there are; one where that cannot be read."""
    try:
        rows = list(read_rows(jsonl_path(place, "queries")))
    except EvaluationError:
        return [(ONLY_TEXTS, 1)]  # it is found to be broken or absent as one task
    kinds = dict.fromkeys(ONLY_PAPERS if row.title else ONLY_TEXTS for row in rows)
    return [(kind, len(kinds)) for kind in kinds]


def _task(folder: Path, place: Path, kind: str, *, alone: bool, released: bool) -> BenchTask:
    called = place.resolve().name
    return BenchTask(
        id=f"own/{called}" if alone else f"own/{called}/{kind}",
        name=called if alone else f"{called} ({kind} as queries)",
        suites=("own",),
        kind="proximity" if kind == ONLY_PAPERS else "adhoc_search",
        metrics=("ndcg_cut_10", "map"),
        layout="release",
        where={
            "folder": ("." if place == folder else place.name,),
            **({} if alone else {"queries": (kind,)}),
        },
        licence="the user's own" if released else "not known",
        source="a judgement set that Assay released" if released else "a folder of the user's",
        candidates="all",
        note=_BIAS,
    )


def _expertise(folder: Path, place: Path) -> BenchTask:
    called = place.resolve().name
    return BenchTask(
        id=f"own/{called}",
        name=called,
        suites=("own",),
        kind="reviewers",
        metrics=("P_5",),
        layout="expertise",
        where={"folder": ("." if place == folder else place.name,)},
        licence="not known",
        source="https://github.com/niharshah/goldstandard-reviewer-paper-match",
        judgements=tuple(FROM_GRADE),
        one_column=True,
        note=(
            "Expertise of 1 to 5 is laid on SciRepEval's grades: from 4.5 on it fits by the hard judgements, "
            "from 3 on by the soft ones. Papers are ranked for each person; nobody judged more than ten, so "
            "only the first five tell models apart."
        ),
    )
