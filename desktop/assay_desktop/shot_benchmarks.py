"""Benchmarks on the evaluation page, for the pictures. All of it is scripted: the figures are invented."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from assay_desktop.pages.evaluation.benchmarks.desk import Choice, Desk, desk_of
from assay_desktop.pages.evaluation.benchmarks.page_analyses import CURVES, PUBLISHED, TASKS
from assay_desktop.pages.evaluation.benchmarks.page_plots import COST, DIFFERENCES, MISSING
from assay_desktop.pages.evaluation.benchmarks.presenter_results import RunLine
from assay_desktop.pages.evaluation.benchmarks.results import Difference, results_of
from assay_desktop.shot_benchmarks_analyses import fill_analyses
from assay_desktop.shot_benchmarks_behind import (
    SYSTEMS,
    fill_leaks,
    fill_papers,
    fill_queries,
    fill_reviewers,
)
from assay_desktop.shot_stage import LARGE, SMALL, save, stage
from assay_desktop.work import Work

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSize

    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.shot_stage import Stage
    from assay_desktop.theme import ThemeChoice

_TASKS: Final = (
    # id, name, format, measures, n, values of the first measure by system (None: no vectors)
    ("scirepeval/fos", "Fields of study", "CLF", ("f1_macro",), 471, (None, None, 44.9, 41.2, 45.3)),
    ("scirepeval/biomimicry", "Biomimicry", "CLF", ("f1",), 1099, (None, None, 71.8, 68.0, 71.2)),
    ("scirepeval/drsm", "DRSM", "CLF", ("f1_macro",), 1519, (None, None, 74.5, 71.4, 73.9)),
    ("scirepeval/cite-count", "Citation Count", "RGN", ("kendalltau",), 6060, (None, None, 34.9, 33.6, 35.4)),
    ("scirepeval/pub-year", "Publication Year", "RGN", ("kendalltau",), 6000, (None, None, 29.0, 22.1, 30.8)),
    (
        "scirepeval/same-author",
        "Same Author Detection",
        "PRX",
        ("map",),
        4466,
        (79.1, 83.0, 85.2, 83.8, 85.9),
    ),
    (
        "scirepeval/influence",
        "Highly Influential Citations",
        "PRX",
        ("map",),
        1199,
        (31.0, 38.8, 42.8, 40.1, 42.2),
    ),
    ("scidocs/cocite", "SciDocs CoCite", "PRX", ("map", "ndcg"), 1000, (71.3, 82.6, 86.1, 83.5, 86.8)),
    ("scirepeval/search", "Search", "SRCH", ("ndcg",), 2637, (73.9, 74.8, 74.9, 74.0, 75.1)),
    ("beir/scifact", "SciFact (BEIR)", "SRCH", ("ndcg_cut_10",), 300, (67.9, 69.8, 64.0, 64.5, 65.2)),
    ("own/cranfield", "cranfield", "SRCH", ("ndcg_cut_10", "map"), 225, (39.4, 43.1, 42.0, 40.5, 43.8)),
)
_WHY: Final = (
    "'{0}' needs {1}/evaluation.parquet (or .jsonl) and 2 more that are not there. Its data: "
    "https://huggingface.co/datasets/allenai/scirepeval."
)
_SUITES: Final = {"scirepeval": ["scirepeval-24", "scirepeval-25"]}


def benchmark_shots(library: Path, out: Path) -> list[Path]:
    """Nothing yet, set-up, at work, results in three views, behind a score, an error; light and dark."""
    made = []
    for theme in ("light", "dark"):
        for size in (SMALL, LARGE):
            made += _of_size(library, out, theme, size)
    return made


def _of_size(library: Path, out: Path, theme: ThemeChoice, size: QSize) -> list[Path]:
    name = f"{theme}-{size.width()}x{size.height()}"
    with stage(library, theme=theme, size=size, start_engine=False) as scene:
        page = cast("EvaluationPage", scene.page("evaluation"))
        page.choose("benchmarks")
        view = page.benchmarks
        scene.settle()
        return [save(scene.window, out / f"benchmarks-{key}-{name}.png") for key in _states(scene, view)]


def _states(scene: Stage, view: BenchmarksView) -> Any:
    """The name of each state, once it is in view."""
    view.show_no_runs()
    yield "nothing"
    fill_setup(view, chosen=False)
    yield "first"
    fill_setup(view)
    tasks = view.setup.tasks
    view.setup.tree.setCurrentIndex(tasks.index(3, 0, tasks.index(0, 0, tasks.index(0, 0))))
    yield "setup"
    view.show_work(
        Work("14 of 44 · SciDocs CoCite, all-MiniLM-L6-v2 · encoding · 6 min left", 13_400, 44_000, True)
    )
    yield "working"
    view.show_work(None)
    view.show_desk_failure("/data/benchmarks: there is no such folder.", "/data/benchmarks")
    yield "gone"
    fill_results(view)
    scene.settle()
    for name in (DIFFERENCES, COST, MISSING):
        view.results.plots.show_view(name)
        yield f"results-{name}"
    view.results.plots.show_view(DIFFERENCES)
    fill_results(view, n_asked=65)
    yield "results-stopped"
    fill_results(view)
    view.show_results_failure("The search engine stopped twice on this request.")
    yield "failed"
    fill_queries(view)
    yield "queries"
    fill_papers(view)
    yield "papers"
    fill_reviewers(view)
    yield "reviewers"
    for name in (PUBLISHED, CURVES, TASKS):
        fill_analyses(view, name)
        scene.settle()
        yield f"analyses-{name}"
    fill_leaks(view)
    yield "leakage"
    view.show_leaks(None)
    view.show_trainings([], None, "train")
    yield "leakage-first"
    view.show_leaks_work(Work("comparing · task 3 of 11", 2, 11, can_cancel=True))
    yield "leakage-working"
    view.show_leaks_work(None)


# -- what is shown, for tests of the keyboard too -----------------------------------------------------------


def fill_setup(view: BenchmarksView, *, chosen: bool = True) -> None:
    """The set-up, with a folder and ticks or before anything is chosen."""
    desk = _desk()
    choice = Choice(
        folder="/home/ada/benchmarks",
        files=("/home/ada/tasks.jsonl",),
        tasks=tuple(task[0] for task in _TASKS if task[2] != "RGN"),
        systems=(*SYSTEMS[:3], "hybrid:all-MiniLM-L6-v2"),
        more=("hybrid:all-MiniLM-L6-v2",),
        similarity="cosine",
    )
    if not chosen:
        desk = replace(desk, tasks=tuple(replace(task, state="unknown") for task in desk.tasks))
        choice = Choice(systems=SYSTEMS[:1])
    view.open_setup()
    view.show_desk(desk, choice)
    view.show_choice(choice, choice.words(desk))


def fill_results(view: BenchmarksView, *, n_asked: int = 0) -> None:
    """A run of five systems on eleven tasks, compared; stopped where more results were asked for."""
    runs = [
        RunLine("20260109-101500", "2026-01-09T10:15:00+00:00", SYSTEMS, 55, n_asked),
        RunLine("20251201-090000", "2025-12-01T09:00:00+00:00", SYSTEMS[:2], 22),
    ]
    view.open_results()
    view.show_runs(runs, runs[0].run_id)
    results = results_of(_report())
    reference, beside = SYSTEMS[3], SYSTEMS[4]
    view.show_results(results, reference=reference, beside=beside, files=())
    view.show_differences(_differences(reference), n_left=0)
    view.results.table.selectRow(6)


def _desk() -> Desk:
    there = [
        {
            "id": task_id,
            "name": name,
            "suites": _SUITES.get(task_id.partition("/")[0], [task_id.partition("/")[0]]),
            "group": group,
            "metrics": list(metrics),
            "state": "present",
        }
        for task_id, name, group, metrics, _n, _values in _TASKS
    ]
    absent = [
        {
            "id": f"scirepeval/{name.lower()}",
            "name": name,
            "suites": _SUITES["scirepeval"],
            "group": group,
            "metrics": [metric],
            "state": state,
            "why": _WHY.format(name, f"scirepeval/{name.lower()}"),
        }
        for name, group, metric, state in (
            ("MeSH", "CLF", "f1_macro", "absent"),
            ("Tweets", "RGN", "kendalltau", "broken"),
            ("RELISH", "PRX", "ndcg", "absent"),
            ("S2AND", "PRX", "b3_f1", "unscored"),
        )
    ]
    kinds = ("words", "hybrid", "packaged", "packaged", "trained")
    systems = [
        {"name": name, "kind": kind, "in_use": name == "assay-papers"}
        for name, kind in zip(SYSTEMS, kinds, strict=True)
    ]
    return desk_of({"tasks": [*there, *absent], "systems": systems})


def _report() -> dict[str, Any]:
    rows = [
        {
            "task": task_id,
            "name": name,
            "metric": metric,
            "group": group,
            "n": n,
            "behind": True,
            "values": {
                system: None if value is None else value - 4.0 * place
                for system, value in zip(SYSTEMS, values, strict=True)
            },
        }
        for task_id, name, group, metrics, n, values in _TASKS
        for place, metric in enumerate(metrics)
    ]
    means = ((None, None, 63.1, 60.2, 63.5), (61.4, 66.0, 68.3, 66.2, 68.9), (58.0, 61.1, 59.9, 59.4, 60.7))
    averages = [
        {"name": name, "values": dict(zip(SYSTEMS, values, strict=True))}
        for name, values in zip(("CLF", "PRX", "SRCH"), means, strict=True)
    ]
    published = {
        "systems": list(SYSTEMS),
        "rows": [
            {
                "name": "SciRepEval out-of-train",
                "columns": "9 of 18",
                "values": [None, None, 57.9, 55.1, 58.4],
                "whole": [False] * 5,
            }
        ],
        "notes": ["SciRepEval out-of-train lacks MeSH, Tweets, RELISH and 6 more."],
    }
    return {
        "run_id": "20260109-101500",
        "created": "2026-01-09T10:15:00+00:00",
        "systems": list(SYSTEMS),
        "rows": rows,
        "averages": averages,
        "published": published,
        "absent": [
            {"task": f"scirepeval/{each.lower()}", "why": _WHY.format(each, f"scirepeval/{each.lower()}")}
            for each in ("MeSH", "Tweets", "RELISH", "Feeds-1", "Feeds-M")
        ],
        "failures": [
            {
                "task": "scirepeval/reviewers",
                "name": "Paper-Reviewer Matching",
                "system": "assay-papers",
                "why": "No reviewer has a paper with a text.",
            }
        ],
        "unable": ["bm25", "hybrid"],
        "partial": [
            {"name": "Search", "scored": 2637, "of": 2700, "first": "search/test.jsonl, row 18"},
        ],
        "costs": [
            {"system": "all-MiniLM-L6-v2", "seconds": 31.0, "value": 58.7, "columns": 13, "beaten_by": []},
            {"system": "assay-papers", "seconds": 38.0, "value": 60.9, "columns": 13, "beaten_by": []},
            {
                "system": "coder-small-3f9a01c2",
                "seconds": 118.0,
                "value": 60.2,
                "columns": 13,
                "beaten_by": ["assay-papers"],
            },
        ],
    }


def _differences(reference: str) -> dict[tuple[str, str, str], Difference]:
    results = results_of(_report())
    found = {}
    for number, row in enumerate(results.rows):
        base = row.values[reference]
        for system in results.systems:
            value = row.values[system]
            if value is None or base is None or system == reference:
                continue
            half = 0.6 + 0.35 * (number % 5)
            sure = abs(value - base) > half
            found[row.task, row.metric, system] = Difference(
                value - base,
                value - base - half,
                value - base + half,
                0.004 if sure else 0.31,
                120,
                40,
                65,
                225,
            )
    for system in results.systems:
        found["", "", system] = Difference(1.62, 0.7, 2.6, 0.008, 10, 1, 2, 13, "columns")
    return found
