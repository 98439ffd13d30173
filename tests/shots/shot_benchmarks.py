"""Benchmarks on the evaluation page, for the pictures. All of it is scripted: the figures are invented."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, cast

from assay.codec import to_json
from assay.engine.bench_answers import report_answer
from assay.evaluation.statistics import holm
from assay_desktop.background.job import Job
from assay_desktop.pages.evaluation.benchmarks.job_progress import leakage_work_of, work_of
from assay_desktop.pages.evaluation.benchmarks.options import Choice, Desk, desk_of
from assay_desktop.pages.evaluation.benchmarks.results import Difference, results_of
from assay_desktop.pages.evaluation.benchmarks.runs import RunLine
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import CURVES, PARTS, PUBLISHED
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import TASKS as TASKS_BY_TASKS
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import COST, DIFFERENCES, HOW, MISSING
from shots.shot_benchmarks_analyses import fill_analyses
from shots.shot_benchmarks_behind import fill_leaks, fill_papers, fill_queries, fill_reviewers
from shots.shot_benchmarks_data import SYSTEMS, TASKS, WHY, invented_report
from shots.shot_stage import LARGE, SMALL, save, stage

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSize

    from assay.benchmarks import BenchReport
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.benchmarks.results import Results
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_SUITES: Final = {"scirepeval": ["scirepeval-24", "scirepeval-25"]}
_AT_WORK: Final = Job(
    "1", "", ("bench", "run"), "running", stage="SciDocs CoCite, all-MiniLM-L6-v2 (14 of 44), encoding",
    done=400, total=1000, started=0.0,
)  # fmt: skip
_COMPARING: Final = Job("2", "", ("bench", "overlap"), "running", stage="comparing", done=2, total=len(TASKS))


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
    view.show_work(work_of(_AT_WORK, now=180.0))
    yield "working"
    view.show_work(None)
    view.setup.show_failure("/home/ada/benchmarks: there is no such folder.", "/home/ada/benchmarks")
    yield "gone"
    fill_results(view)
    scene.settle()
    for name in (DIFFERENCES, COST, MISSING, HOW):
        view.results.plots.show_view(name)
        yield f"results-{name}"
    view.results.plots.show_view(DIFFERENCES)
    fill_results(view, stopped=True)
    yield "results-stopped"
    fill_unscored(view)
    yield "results-unscored"
    fill_results(view)
    view.results.show_failure("The search engine stopped twice on this request.")
    yield "failed"
    fill_queries(view)
    yield "queries"
    fill_papers(view)
    yield "papers"
    fill_reviewers(view)
    yield "reviewers"
    for name in (PARTS, PUBLISHED, CURVES, TASKS_BY_TASKS):
        fill_analyses(view, name)
        scene.settle()
        yield f"analyses-{name}"
    fill_leaks(view)
    yield "leakage"
    view.leaks.show_leaks(None)
    view.leaks.show_trainings([], None, "train")
    yield "leakage-first"
    view.leaks.show_work(leakage_work_of(_COMPARING))
    yield "leakage-working"
    view.leaks.show_work(None)


# -- what is shown, for tests of the keyboard too -----------------------------------------------------------


def fill_setup(view: BenchmarksView, *, chosen: bool = True) -> None:
    """The set-up, with a folder and ticks or before anything is chosen."""
    desk = _desk()
    choice = Choice(
        folder="/home/ada/benchmarks",
        files=("/home/ada/tasks.jsonl",),
        tasks=tuple(task.task for task in TASKS if task.group != "RGN"),
        systems=(*SYSTEMS[:3], "hybrid:all-MiniLM-L6-v2"),
        more=("hybrid:all-MiniLM-L6-v2",),
    )
    if not chosen:
        desk = replace(desk, tasks=tuple(replace(task, state="unknown") for task in desk.tasks))
        choice = Choice(systems=SYSTEMS[:1])
    view.open_setup()
    view.setup.show_desk(desk, choice)
    view.setup.show_choice(choice, choice.words(desk))


def fill_results(view: BenchmarksView, *, stopped: bool = False) -> None:
    """A run of five systems on thirteen tasks, compared; one that was stopped has fewer."""
    report = invented_report(stopped=stopped)
    view.open_results()
    view.show_runs(_runs(report), report.run_id)
    results = results_of(to_json(report_answer(report)))
    reference, beside = SYSTEMS[3], SYSTEMS[4]
    view.show_results(results, reference=reference, beside=beside, files=())
    view.results.show_differences(_differences(results, reference), n_left=0)
    view.results.table.selectRow(6)


def fill_unscored(view: BenchmarksView) -> None:
    """A run that was stopped before its first score."""
    runs = _runs(invented_report())
    none = replace(runs[0], run_id="20260110-090000", created="2026-01-10T09:00:00+00:00", n_results=0)
    view.open_results()
    view.show_runs([none, *runs], none.run_id)
    view.show_unscored(none)


def _runs(report: BenchReport) -> list[RunLine]:
    n, n_scores = len(report.results), sum(each.scored for each in report.results)
    now = RunLine(report.run_id, report.created, SYSTEMS, n, report.n_asked, n_scores=n_scores)
    return [now, RunLine("20251201-090000", "2025-12-01T09:00:00+00:00", SYSTEMS[:2], 22, n_scores=22)]


def _desk() -> Desk:
    there = [
        {
            "id": task.task,
            "name": task.name,
            "suites": _SUITES.get(task.task.partition("/")[0], [task.task.partition("/")[0]]),
            "group": task.group,
            "metrics": list(task.metrics),
            "state": "present",
        }
        for task in TASKS
    ]
    absent = [
        {
            "id": f"scirepeval/{name.lower()}",
            "name": name,
            "suites": _SUITES["scirepeval"],
            "group": group,
            "metrics": [metric],
            "state": state,
            "why": WHY.removeprefix("absent: ").format(name, f"scirepeval/{name.lower()}"),
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


def _differences(results: Results, reference: str) -> dict[tuple[str, str, str], Difference]:
    """Of every row, with invented intervals; below them the mean of the columns that all systems have."""
    found: dict[tuple[str, str, str], Difference] = {}
    shared: dict[str, list[float]] = {}
    for number, row in enumerate(results.rows):
        values = {name: value for name, value in row.values.items() if value is not None}
        base = values.pop(reference, None)
        if base is None:
            continue
        n, unit = (
            int(row.n.replace(",", "").replace(".", "")),
            "queries" if any(row.judged.values()) else "papers",
        )
        above = 6.0 if row.few_shot else 0.0  # as the invented scores with all rows are
        own = {
            name: replace(
                _difference(value - base, 0.6 + 0.35 * (number % 5), n, unit),
                base=base + above,
                own=value + above,
            )
            for name, value in values.items()
        }
        found |= {(row.task, row.metric, name): each for name, each in _corrected(own).items()}
        if len(values) == len(results.systems) - 1:
            for name, each in own.items():
                shared.setdefault(name, []).append(each.value)
    means = {name: _difference(fmean(own), 0.9, len(own), "columns") for name, own in shared.items()}
    return found | {("", "", name): each for name, each in _corrected(means).items()}


def _corrected(own: dict[str, Difference]) -> dict[str, Difference]:
    """By Holm over the systems of a row."""
    by_holm = holm([each.p for each in own.values()])
    return {
        name: replace(each, p=p, n_systems=len(own))
        for (name, each), p in zip(own.items(), by_holm, strict=True)
    }


def _difference(value: float, half: float, n: int, unit: str) -> Difference:
    p = math.erfc(abs(value) / (half / 1.96) / math.sqrt(2))
    p_t, p_tukey = (p, min(1.0, 2.4 * p)) if unit == "queries" else (None, None)
    ties = n // 8
    wins = min(n - ties, max(0, round((n - ties) * (0.5 + value / 40))))
    losses = n - ties - wins
    return Difference(
        value, value - half, value + half, p, wins, ties, losses, n, unit,
        p_plain=p, p_t=p_t, p_tukey=p_tukey,
    )  # fmt: skip
