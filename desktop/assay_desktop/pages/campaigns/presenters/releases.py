"""Releases: what would be frozen, what is, its files, and what the runs score on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assay.campaign_types import Release, ReleaseRule
from assay_desktop.pages.campaigns import reads
from assay_desktop.pages.campaigns.campaign_context import CampaignContext, TabPresenter
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.papers.card import counted

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from assay.campaigns.exchange import ExportFormat
    from assay.errors import AssayError
    from assay.evaluation.export import ExportReport
    from assay_desktop.pages.campaigns.model import Scores
    from assay_desktop.pages.campaigns.widgets.releases import ReleasesTab


class ReleasesPresenter(TabPresenter):
    """A release never changes, so what was measured on one is kept until runs or the campaign change."""

    def __init__(self, tab: ReleasesTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab
        self._rule = ReleaseRule.ADJUDICATED
        self._scores: dict[int, Scores] = {}

    def reset(self) -> None:
        self._scores = {}

    def load(self) -> None:
        rule = self._rule
        self._scores = {}  # runs may be others
        self.read(lambda _ws, work: reads.releases(work, rule), self._tab.show_releases, key="releases")

    def set_rule(self, rule: ReleaseRule) -> None:
        """Shows what a release by this rule would hold."""
        self._rule = rule
        self._context.read(
            lambda _ws, work: reads.release_preview(work, rule), self._tab.show_preview, key="release-preview"
        )

    def freeze(self, rule: ReleaseRule) -> None:
        self._context.act(lambda _ws, work: work.release(rule), self._tell_frozen)

    def select(self, version: int) -> None:
        """Another release was chosen: what is known of its runs is shown."""
        if version in self._scores:
            self._tab.show_scores(version, self._scores[version])

    def export(self, version: int, path: str, format: ExportFormat) -> None:
        """Writes the release; the file or folder appears whole, or not at all."""
        from assay.campaigns.campaign import CampaignWork

        target = Path(path)
        name = self._context.name
        self._context.submit(
            lambda ws: CampaignWork(ws, name).export(version, target, format=format, overwrite=True),
            lambda report: self._tell_exported(report, target),
        )

    def _tell_exported(self, report: ExportReport, target: Path) -> None:
        said = self.tr("{0} rows written to {1}").format(numeral(report.rows), target.name)
        if report.changed_papers:
            n = counted(len(report.changed_papers), self.tr("paper reads"), self.tr("papers read"))
            said += ". " + self.tr("{0} otherwise than when the corpus was frozen.").format(n)
        self._context.message.emit(said)

    def evaluate(self, version: int) -> None:
        """Measures every run on the release."""
        self._tab.show_scores(version, None, busy=self.tr("measuring the runs…"))
        self._context.read(
            lambda _ws, work: reads.scores(work, version),
            lambda found: self._show_scores(version, found),
            lambda error: self._fail(version, error),
            key="scores",
        )

    def _show_scores(self, version: int, found: Scores) -> None:
        self._scores[version] = found
        self._tab.show_scores(version, found)

    def _fail(self, version: int, error: AssayError) -> None:
        self._tab.show_scores(version, None)
        self._context.failed.emit(str(error))

    def _tell_frozen(self, release: Release) -> None:
        text = self.tr("Release {0} is frozen: {1} rows.").format(release.version, numeral(release.n_items))
        self._tab.choose_next(release.version)
        self._context.message.emit(text)
