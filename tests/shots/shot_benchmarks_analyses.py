"""What scores of benchmarks say together, for the pictures: as the engine says it of the invented run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.benchmarks.analyses import analyse_results
from assay.benchmarks.tables import published_scores, task_parts
from shots.shot_benchmarks_data import SYSTEMS, invented_report

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView


def fill_analyses(view: BenchmarksView, which: str) -> None:
    """One of the four views, of five systems."""
    report = invented_report()
    view.open_analyses()
    view.analyses.show_published(published_scores(report.results))
    view.analyses.show_parts(task_parts(report.results))
    analyses = analyse_results(report.results)
    view.analyses.show_analyses(analyses, reference=SYSTEMS[3], other=SYSTEMS[4])
    view.analyses.look_at(which, "MDCR")
