"""Runs and pool: rounds before they are made, holes, and runs that come from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assay_desktop.pages.campaigns import reads
from assay_desktop.pages.campaigns.campaign_context import CampaignContext, TabPresenter
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from assay.campaign_types import PoolRound, PoolStrategy, StoredRun
    from assay.errors import AssayError
    from assay_desktop.pages.campaigns.widgets.runs import RunsTab


class RunsPresenter(TabPresenter):
    """What is pooled is what was previewed: the same choice goes to both."""

    def __init__(self, tab: RunsTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab

    def load(self) -> None:
        self.read(lambda _ws, work: reads.overview(work), self._tab.show_overview, key="runs")

    def preview_pool(self, strategy: PoolStrategy, depth: int, runs: Sequence[str]) -> None:
        self._context.read(
            lambda ws, work: reads.pool_preview(ws, work, strategy, depth, runs),
            self._tab.pool.show_preview,
            self._show_problem,
            key="pool",
        )

    def pool(self, strategy: PoolStrategy, depth: int, runs: Sequence[str]) -> None:
        self._context.act(
            lambda _ws, work: work.make_pool(strategy=strategy, depth=depth, runs=runs), self._tell_round
        )

    def find_holes(self, tag: str, k: int) -> None:
        self._context.read(
            lambda _ws, work: reads.holes(work, tag, k),
            lambda rows: self._tab.show_holes(tag, k, rows),
            key="holes",
        )

    def queue_holes(self, tag: str, k: int) -> None:
        """One click: pooled, and assigned as the pairs before them were."""
        self._context.act(lambda _ws, work: work.queue_holes(tag, k=k), self._tell_round)

    def import_run(self, path: str) -> None:
        self._context.act(lambda _ws, work: work.import_run(Path(path)), self._tell_run)

    def _tell_round(self, made: PoolRound) -> None:
        text = self.tr("Round {0}: {1} new pairs.").format(made.round, numeral(made.n_pairs))
        self._context.message.emit(text)

    def _tell_run(self, run: StoredRun) -> None:
        unknown = [run.details.get(f"unknown_{what}", 0) or 0 for what in ("papers", "queries")]
        said = self.tr("The run {0} is here: {1} queries.").format(run.tag, numeral(run.n_queries))
        if any(unknown):
            text = self.tr("{0} papers and {1} queries of it are not of this campaign and were left out.")
            said += " " + text.format(*(numeral(n) for n in unknown))
        self._context.message.emit(said)

    def _show_problem(self, error: AssayError) -> None:
        self._tab.pool.show_problem(str(error))
