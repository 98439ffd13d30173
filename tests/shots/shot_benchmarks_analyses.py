"""What scores of benchmarks say together, for the pictures: as the engine says it of the invented run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.engine.bench_answers import analyses_answer, parts_answer, published_answer
from assay_desktop.pages.evaluation.benchmarks.analyses import analyses_of, parts_of, published_of
from shots.shot_benchmarks_data import SYSTEMS, invented_report

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView


def fill_analyses(view: BenchmarksView, which: str) -> None:
    """One of the four views, of five systems."""
    report = invented_report()
    view.open_analyses()
    view.analyses.show_published(published_of(published_answer(report)))
    view.analyses.show_parts(parts_of(parts_answer(report)))
    analyses = analyses_of(analyses_answer(report, []))
    view.analyses.show_analyses(analyses, reference=SYSTEMS[3], beside=SYSTEMS[4])
    view.analyses.look_at(which, "MDCR")
