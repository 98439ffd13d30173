"""Benchmarks on the evaluation page, for the pictures. All of it is scripted: the figures are invented."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, cast

from assay.benchmarks.types import (
    Against,
    BenchOptions,
    Differences,
    RunLine,
    SystemOption,
    TaskComparison,
    TaskOption,
)
from assay.engine.bench_answers import score_report
from assay.evaluation.statistics import holm
from assay.progress import Item
from assay_desktop.background.job import Job
from assay_desktop.pages.evaluation.benchmarks.job_progress import overlap_work_of, work_of
from assay_desktop.pages.evaluation.benchmarks.options import Choice
from assay_desktop.pages.evaluation.benchmarks.results import Difference, differences_of
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import CURVES, PARTS, PUBLISHED
from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import TASKS as TASKS_BY_TASKS
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import COST, DIFFERENCES, HOW, MISSING
from shots.shot_benchmarks_analyses import fill_analyses
from shots.shot_benchmarks_behind import fill_leaks, fill_papers, fill_queries, fill_reviewers
from shots.shot_benchmarks_data import SYSTEMS, TASKS, WHY, invented_report
from shots.shot_stage import stage

if TYPE_CHECKING:
    from pathlib import Path

    from assay.benchmarks.report import BenchReport
    from assay.benchmarks.types import Group, ScoreReport, State
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.theme import ThemeChoice
    from shots.shot_stage import Stage

_SUITES: Final = {"scirepeval": ("scirepeval-24", "scirepeval-25")}
_AT_WORK: Final = Job(
    "1", "", ("bench", "run"), "running", stage="encoding", done=400, total=1000, started=0.0,
    item=Item(("SciDocs CoCite", "all-MiniLM-L6-v2"), 14, 44),
)  # fmt: skip
_COMPARING: Final = Job("2", "", ("bench", "overlap"), "running", stage="comparing", done=2, total=len(TASKS))


def benchmark_shots(library: Path, out: Path, theme: ThemeChoice) -> None:
    """Nothing yet, set-up, at work, results in three views, behind a score, an error."""
    with stage(library, out, theme=theme, start_engine=False) as scene:
        page = cast("EvaluationPage", scene.page("evaluation"))
        page.choose("benchmarks")
        view = page.benchmarks
        scene.settle()
        for key in _states(scene, view):
            scene.save(f"benchmarks-{key}")


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
    view.results.show_failure(
        "The search engine stopped twice on this search. Change the search and try again."
    )
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
    view.overlap.show_report(None)
    view.overlap.show_trainings([], None, "train")
    yield "leakage-first"
    view.overlap.show_work(overlap_work_of(_COMPARING))
    yield "leakage-working"
    view.overlap.show_work(None)


# -- what is shown, for tests of the keyboard too -----------------------------------------------------------


def fill_setup(view: BenchmarksView, *, chosen: bool = True) -> None:
    """The set-up, with a folder and ticks or before anything is chosen."""
    options = _options()
    choice = Choice(
        data="/home/ada/benchmarks",
        files=("/home/ada/tasks.jsonl",),
        tasks=tuple(task.task for task in TASKS if task.group != "RGN"),
        systems=(*SYSTEMS[:3], "hybrid:all-MiniLM-L6-v2"),
        more=("hybrid:all-MiniLM-L6-v2",),
    )
    if not chosen:
        options = replace(options, tasks=tuple(replace(task, state="unknown") for task in options.tasks))
        choice = Choice(systems=SYSTEMS[:1])
    view.open_setup()
    view.setup.show_options(options, choice)
    view.setup.show_choice(choice, choice.words(options))


def fill_results(view: BenchmarksView, *, stopped: bool = False) -> None:
    """A run of five systems on thirteen tasks, compared; one that was stopped has fewer."""
    report = invented_report(stopped=stopped)
    view.open_results()
    view.show_runs(_runs(report), report.run_id)
    results = score_report(report)
    reference, other = SYSTEMS[3], SYSTEMS[4]
    view.show_results(results, reference=reference, other=other, files=())
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
    now = RunLine(report.run_id, report.created, SYSTEMS, n, report.n_expected, n_scores=n_scores)
    return [now, RunLine("20251201-090000", "2025-12-01T09:00:00+00:00", SYSTEMS[:2], 22, 22, n_scores=22)]


def _options() -> BenchOptions:
    there = [
        TaskOption(
            task.task, task.name, _SUITES.get(suite := task.task.partition("/")[0], (suite,)), task.group,
            task.metrics, "present",
        )
        for task in TASKS
    ]  # fmt: skip
    lacking: tuple[tuple[str, Group, str, State], ...] = (
        ("MeSH", "CLF", "f1_macro", "absent"),
        ("Tweets", "RGN", "kendalltau", "broken"),
        ("RELISH", "PRX", "ndcg", "absent"),
        ("S2AND", "PRX", "b3_f1", "unscored"),
    )
    absent = [
        TaskOption(
            f"scirepeval/{name.lower()}", name, _SUITES["scirepeval"], group, (metric,), state,
            WHY.format(name, f"scirepeval/{name.lower()}"),
        )
        for name, group, metric, state in lacking
    ]  # fmt: skip
    words, hybrid, packaged, other, trained = SYSTEMS
    systems = (
        SystemOption(words, "words"),
        SystemOption(hybrid, "hybrid"),
        SystemOption(packaged, "packaged"),
        SystemOption(other, "packaged"),
        SystemOption(trained, "trained"),
    )
    return BenchOptions(
        (*there, *absent), tuple(replace(each, in_use=each.name == "assay-papers") for each in systems)
    )


def _differences(report: ScoreReport, reference: str) -> dict[tuple[str, str, str], Difference]:
    """Of every row, with invented intervals; below them the mean of the columns that all systems have."""
    found: dict[tuple[str, str, str], Difference] = {}
    shared: dict[str, list[float]] = {}
    for number, row in enumerate(report.rows):
        values = {name: value for name, value in row.values.items() if value is not None}
        base = values.pop(reference, None)
        if base is None:
            continue
        above = 6.0 if row.few_shot else 0.0  # as the invented scores with all rows are
        ranked = any(row.judged.values())
        own = [
            _against(name, value + above, value - base, 0.6 + 0.35 * (number % 5), row.n, ranked=ranked)
            for name, value in values.items()
        ]
        comparison = TaskComparison(
            row.task, row.name, row.metric, "queries" if ranked else "papers", row.n, reference, base + above,
            None, _corrected(own),
        )  # fmt: skip
        found |= differences_of(Differences((comparison,)))
        if len(values) == len(report.systems) - 1:
            for each in own:
                shared.setdefault(each.system, []).append(each.difference)
    rows = [_against(name, 0.0, fmean(own), 0.9, len(own), ranked=False) for name, own in shared.items()]
    n = len(next(iter(shared.values())))
    together = TaskComparison("", "", "", "columns", n, reference, 0.0, None, _corrected(rows))
    return found | differences_of(Differences((together,)))


def _corrected(rows: list[Against]) -> tuple[Against, ...]:
    """By Holm over the systems of a row."""
    by_holm = holm([each.p for each in rows])
    return tuple(replace(each, p_holm=p) for each, p in zip(rows, by_holm, strict=True))


def _against(system: str, value: float, gain: float, half: float, n: int, *, ranked: bool) -> Against:
    p = math.erfc(abs(gain) / (half / 1.96) / math.sqrt(2))
    p_t, p_tukey = (p, min(1.0, 2.4 * p)) if ranked else (None, None)
    ties = n // 8
    wins = min(n - ties, max(0, round((n - ties) * (0.5 + gain / 40))))
    ci = (gain - half, gain + half)
    return Against(system, value, gain, ci, p, p, p_t, p_tukey, wins, ties, n - ties - wins)
