"""Work of others: bundles of the same campaign, and judgements from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay_desktop.context import Change
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.papers.card import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.campaign_types import HeldBack, MergeReport
    from assay.campaigns.types import ImportPreview
    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.pages.campaigns.campaign_context import CampaignContext
    from assay_desktop.pages.campaigns.model import NewImport
    from assay_desktop.pages.campaigns.page import CampaignsPage


class ExchangePresenter(QObject):
    """Nothing comes in before what it would change was shown."""

    def __init__(self, page: CampaignsPage, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context

    def look_into(self, path: str) -> None:
        """What merging the bundle would bring. One of a campaign that is not here would make it."""
        from assay.campaigns.exchange import merge_bundle

        def call(ws: Workspace) -> tuple[MergeReport, bool]:
            from assay.judging.campaigns.bundle_file import read_bundle

            uuid = str(read_bundle(Path(path)).header["campaign_uuid"])
            create = all(campaign.uuid != uuid for campaign in ws.library.campaigns.all())
            return merge_bundle(ws.library, Path(path), create=create, preview=True), create

        self._context.submit(
            call, lambda found: self._page.dialogs.ask_merge(path, found[0], create=found[1]), self._refuse
        )

    def merge(
        self, path: str, create: bool, accepted: Sequence[HeldBack] = (), plan: str | None = None
    ) -> None:
        """Merges what was shown under `plan`, or nothing; of what was held back, only what is `accepted`."""
        from assay.campaigns.exchange import merge_bundle

        change = Change(campaigns=True, judgements=True, papers=create, queries=create)
        names = [held.assessor for held in accepted]
        self._context.change(
            lambda ws: merge_bundle(ws.library, Path(path), create=create, confirmed=names, plan=plan),
            self._merged,
            self._refuse,
            change=change,
        )

    def export_bundle(self, path: str, assessor: str) -> None:
        """All of the campaign, or what one assessor may see of it."""
        self._context.act(
            lambda _ws, work: work.export_bundle(Path(path), assessor=assessor or None, overwrite=True),
            lambda n: self._exported(path, n),
        )

    def preview(self, asked: NewImport) -> None:
        """What importing the file would do."""
        name = self._context.name
        self._context.read(
            lambda ws, _work: self._import(ws, name, asked, preview=True),
            self._page.dialogs.show_import_preview,
            self._refuse,
            key="import",
        )

    def take_in(self, asked: NewImport) -> None:
        """Imports it, all or nothing."""
        name = self._context.name
        change = Change(campaigns=True, judgements=True, papers=asked.create_missing, queries=True)
        self._context.act(
            lambda ws, _work: self._import(ws, name, asked, preview=False),
            self._imported,
            self._refuse,
            change=change,
        )

    @staticmethod
    def _import(ws: Workspace, name: str, asked: NewImport, *, preview: bool) -> ImportPreview:
        from assay.campaigns.imports import import_judgements

        return import_judgements(
            ws,
            name,
            Path(asked.path),
            format=asked.format,
            assessor=asked.assessor,
            create_missing=asked.create_missing,
            grade_map=dict(asked.grade_map),
            preview=preview,
        )

    def _merged(self, report: MergeReport) -> None:
        self._page.dialogs.close()
        new = counted(report.events_new, self.tr("new event"), self.tr("new events"))
        said = self.tr("{0} merged, {1} here already.").format(new, numeral(report.events_known))
        if report.conflicts:
            again = counted(len(report.conflicts), self.tr("pair"), self.tr("pairs"))
            said += " " + self.tr("To be judged again: {0}.").format(again)
        if report.held_back:
            names = ", ".join(held.assessor for held in report.held_back)
            said += " " + self.tr("Held back in the name of {0}.").format(names)
        self._context.message.emit(said)

    def _exported(self, path: str, n: int) -> None:
        text = self.tr("{0} records written to {1}").format(numeral(n), Path(path).name)
        self._context.message.emit(text)

    def _imported(self, found: ImportPreview) -> None:
        self._page.dialogs.close()
        rows = counted(found.n_rows, self.tr("judgement"), self.tr("judgements"))
        text = self.tr("{0} imported: {1} new, {2} changed, {3} here already.")
        counts = (found.n_new, found.n_changed, found.n_known)
        self._context.message.emit(text.format(rows, *(numeral(n) for n in counts)))

    def _refuse(self, error: AssayError) -> None:
        self._page.show_dialog_problem(str(error))
