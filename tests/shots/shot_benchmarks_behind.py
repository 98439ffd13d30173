"""Behind the scores of benchmarks, for the pictures: queries, papers and reviewers, all invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.benchmarks.texts import ItemTexts
from assay.benchmarks.types import (
    CleanScore,
    ItemsCall,
    OverlapFigures,
    OverlapReport,
)
from assay.engine.bench_answers import item_table
from assay.messages import Message
from assay.types import RankedPaper, Rankings
from assay_desktop.pages.evaluation.benchmarks.overlap import FOLDER, MODEL, Training
from shots.shot_benchmarks_data import SYSTEMS, result_of_task

if TYPE_CHECKING:
    from assay.benchmarks.results import TaskResult
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView

_UNTOLD: Final = "The score is kept as a whole, not by query or paper, so nothing can be left out of it."
_TITLES: Final = (
    "Heat transfer to slip flow over a flat plate",
    "On the stability of the laminar boundary layer with suction",
    "Shock waves ahead of blunt bodies at high supersonic speed",
    "Free-flight measurements of skin friction on a cone",
    "A simple model of the wake behind a thin aerofoil",
    "Effects of wall temperature on transition to turbulence",
    "Similar solutions of compressible boundary layers with mass transfer",
    "The flutter of panels at low supersonic Mach numbers",
    "Creep buckling of columns under a constant load",
    "Pressure on slender bodies of revolution in steady flow",
    "Dissociation of air behind a normal shock: a survey of methods and of measured rates in shock tubes",
    "Experiments with jets that meet a stream at right angles",
)


def fill_queries(view: BenchmarksView) -> None:
    """Queries of one task, and both rankings of one of them."""
    reference, system = SYSTEMS[3], SYSTEMS[4]
    results = [result_of_task("own/tasks/cranfield", name) for name in (reference, system)]
    texts = {
        query: f"{_TITLES[n % len(_TITLES)].lower()}, question {n}"
        for n, query in enumerate(results[0].items["map"])
    }
    view.open_behind()
    view.behind.show_task("cranfield", SYSTEMS, reference=reference, system=system)
    looked_at = _show_behind(view, results, ItemTexts(queries=texts))
    first = list(range(12))
    second = [3, 0, 1, 6, 2, 11, 4, 5, 9, 8]
    view.behind.show_rankings(
        Rankings(
            looked_at,
            texts[looked_at],
            graded=True,
            relevant=5,
            reference=_ranking(first[:10], second),
            system=_ranking(second, first[:10]),
        ),
        reference=reference,
        system=system,
    )


def fill_papers(view: BenchmarksView) -> None:
    """Papers of a test, with what both systems said."""
    reference, system = SYSTEMS[3], SYSTEMS[4]
    results = [result_of_task("scirepeval/fos", name) for name in (reference, system)]
    view.open_behind()
    view.behind.show_task("Fields of study", SYSTEMS[2:], reference=reference, system=system)
    titles = {paper: _TITLES[n % len(_TITLES)] for n, paper in enumerate(results[0].predictions)}
    _show_behind(view, results, ItemTexts(papers=titles))


def fill_reviewers(view: BenchmarksView) -> None:
    """Submissions for which reviewers are ranked."""
    reference, system = SYSTEMS[3], SYSTEMS[4]
    texts = ItemTexts(
        queries={f"s{n}": _TITLES[n % len(_TITLES)] for n in range(107)},
        asks="submissions",
        wrote={f"reviewer-{n}": (_TITLES[-1 - n],) for n in range(12)},
    )
    results = [result_of_task("scirepeval/reviewers", name) for name in (reference, system)]
    view.open_behind()
    view.behind.show_task("Paper-Reviewer Matching", SYSTEMS[3:], reference=reference, system=system)
    looked_at = _show_behind(view, results, texts)
    orders = [0, 1, 2, 3, 4, 5, 6, 7, 8], [2, 0, 1, 5, 3, 8, 4, 7, 6]
    one, other = (
        tuple(
            RankedPaper(
                rank,
                f"reviewer-{who}",
                texts.wrote[f"reviewer-{who}"][0],
                grade=(0, 2, 1, 0)[who % 4],
                score=0.71 - 0.034 * rank,
                other=orders[1 - side].index(who) + 1,
            )
            for rank, who in enumerate(orders[side], start=1)
        )
        for side in (0, 1)
    )
    text = texts.queries[looked_at]
    rankings = Rankings(
        looked_at, text, graded=True, relevant=4, reference=one, system=other, asks=texts.asks
    )
    view.behind.show_rankings(rankings, reference=reference, system=system)


def fill_leaks(view: BenchmarksView) -> None:
    """A trained model beside four tasks: one was trained on, two share papers."""
    trainings = [Training(MODEL, SYSTEMS[4]), Training(FOLDER, "/home/ada/releases/iclr-1.0")]
    tasks = [
        ("beir/scifact", "SciFact (BEIR)", (214, 5183), (41, 339), 38, (233, 300), 1.8),
        ("scirepeval/search", "Search", (1206, 71_204), (0, 25_400), 3, (2634, 2637), 0.02),
        ("scirepeval/fos", "Fields of study", (12, 471), (0, 0), 0, (459, 471), 0.2),
        ("own/tasks/cranfield", "cranfield", (0, 1400), (0, 1837), 0, (225, 225), 0.0),
    ]
    found = []
    for task, name, papers, positives, near, left, loss in tasks:
        out = left[1] - left[0]
        scores: dict[str, tuple[CleanScore, ...]] = {
            system: (
                CleanScore(
                    metric, left[1], value, left[0], value - own, out,
                    value + own * left[0] / out if out else None,  # both make the whole
                ),
            )
            for system in SYSTEMS[task == "scirepeval/search" :]
            for metric, value in [*result_of_task(task, system).values.items()][:1]
            if (own := loss if system == SYSTEMS[4] else loss / 2) is not None
        }  # fmt: skip
        found.append(
            OverlapFigures(
                task, name, papers[1], papers[0], positives[1], positives[0], left[1], near, left[0], scores,
                {SYSTEMS[0]: Message(_UNTOLD)} if task == "scirepeval/search" else {},
            )
        )  # fmt: skip
    view.open_overlap()
    view.overlap.show_trainings(trainings, trainings[0], "train")
    view.overlap.show_work(None)
    view.overlap.show_report(OverlapReport(SYSTEMS[4], "r", tuple(found)))
    view.overlap.tasks.selectRow(1)


def _show_behind(view: BenchmarksView, results: list[TaskResult], texts: ItemTexts) -> str:
    """As the engine answers; the query that is looked at, "" of papers."""
    one, other = results
    call = ItemsCall(task=one.task, reference=one.system, system=other.system, differing=True)
    items = item_table(one, other, "", texts).answer(call)
    view.behind.show_items(items, reference=one.system, system=other.system, differing=True)
    return items.queries[items.place - items.first].item_id if items.queries else ""


def _ranking(own: list[int], other: list[int]) -> tuple[RankedPaper, ...]:
    grades = {3: 2, 0: 1, 6: 2, 9: 1, 7: 0, 1: 0}
    return tuple(
        RankedPaper(
            rank,
            f"p{paper}",
            _TITLES[paper],
            grades.get(paper),
            other.index(paper) + 1 if paper in other else None,
        )
        for rank, paper in enumerate(own, start=1)
    )
