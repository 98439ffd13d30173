"""How good models are on public benchmarks and on sets of papers, and whether differences are real."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay_desktop.pages.evaluation.benchmarks.presenters.analyses import AnalysesPresenter
from assay_desktop.pages.evaluation.benchmarks.presenters.items import BehindPresenter
from assay_desktop.pages.evaluation.benchmarks.presenters.overlap import OverlapPresenter
from assay_desktop.pages.evaluation.benchmarks.presenters.results import ResultsPresenter
from assay_desktop.pages.evaluation.benchmarks.presenters.setup import SetupPresenter

if TYPE_CHECKING:
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView

__all__ = ["connect"]


def connect(view: BenchmarksView, context: AppContext) -> None:
    """Give the view its presenters, which live as long as it does."""
    setup = SetupPresenter(view, context, parent=view)
    results = ResultsPresenter(view, context, parent=view)
    behind = BehindPresenter(view, context, results, lambda: setup.choice, parent=view)
    overlap = OverlapPresenter(view, context, results, parent=view)
    analyses = AnalysesPresenter(view, context, results, parent=view)
    view.analyses_wanted.connect(analyses.open)
    view.analyses.retry_wanted.connect(analyses.read)
    view.analyses.hybrids.toggled.connect(analyses.count_hybrids)
    view.overlap_wanted.connect(overlap.open)
    view.overlap.training_chosen.connect(overlap.choose)
    view.overlap.training_added.connect(overlap.add)
    view.overlap.split.textEdited.connect(overlap.choose_split)
    view.overlap.run_wanted.connect(overlap.run)
    view.overlap.work.cancel_wanted.connect(overlap.cancel)
    view.shown.connect(setup.set_visible)
    view.setup.folder_chosen.connect(setup.choose_folder)
    view.setup.file_chosen.connect(setup.add_file)
    view.setup.file_removed.connect(setup.remove_file)
    view.setup.tasks_ticked.connect(setup.tick_tasks)
    view.setup.systems.ticked.connect(setup.tick_systems)
    view.setup.systems.added.connect(setup.add_system)
    view.setup.systems.removed.connect(setup.remove_system)
    view.setup.systems.scoring_chosen.connect(setup.choose_scoring)
    view.setup.systems.device_chosen.connect(setup.choose_device)
    view.results.resume_wanted.connect(setup.resume)
    setup.work_changed.connect(results.show_work)
    view.setup.run_wanted.connect(setup.run)
    view.setup.work.cancel_wanted.connect(setup.cancel)
    view.setup.retry_wanted.connect(setup.retry)
    view.results_shown.connect(results.set_visible)
    view.runs.chosen.connect(results.choose_run)
    view.export_chosen.connect(results.export)
    view.file_chosen.connect(results.add_file)
    view.results.files_dropped.connect(results.drop_files)
    view.results.reference_chosen.connect(results.set_reference)
    view.results.compared_chosen.connect(results.set_compared)
    view.results.retry_wanted.connect(results.retry)
    view.results.behind_wanted.connect(behind.open)
    view.behind.retry_wanted.connect(behind.retry)
    view.behind.metric_chosen.connect(behind.set_metric)
    view.behind.reference_chosen.connect(behind.set_reference)
    view.behind.system_chosen.connect(behind.set_system)
    for rows in (view.behind.queries, view.behind.papers):
        rows.page_wanted.connect(behind.read_page)
        rows.sort_wanted.connect(behind.sort)
    view.behind.queries.query_chosen.connect(behind.choose_query)
    view.behind.queries.find_wanted.connect(behind.find)
    view.behind.papers.differing_wanted.connect(behind.show_differing)
    setup.progressed.connect(results.follow)
    setup.run_ended.connect(results.run_ended)
