"""The page's dialogs, one at a time, and what they ask for as signals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from assay_desktop.pages.campaigns.dialogs.merge import ImportDialog, MergeDialog
from assay_desktop.pages.campaigns.dialogs.new import AssignDialog, NewCampaignDialog, NewRunDialog
from assay_desktop.widgets.controls.form_dialog import FormDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.campaign_types import MergeReport
    from assay.campaigns.types import ImportPreview
    from assay_desktop.pages.campaigns.model import Overview

_BUNDLES = "Bundles (*.jsonl *.jsonl.gz);;All files (*)"


class CampaignDialogs(QObject):
    """A dialog stays until what it asked for was done; a refusal is shown in it."""

    creation_wanted = Signal(object)  # NewCampaign
    run_wanted = Signal(object)  # RunCampaign, which has no campaign yet
    assign_wanted = Signal(str, float)  # "pair" or "query"; overlap 0..1
    bundle_chosen = Signal(str)  # to be looked at
    merge_wanted = Signal(str, bool, object, str)  # path, create, the HeldBack that were accepted, the plan
    bundle_path_chosen = Signal(str, str)  # to be written; for this assessor's eyes, "" for everything
    preview_wanted = Signal(object)  # NewImport
    import_wanted = Signal(object)  # NewImport

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._shown: FormDialog | None = None

    @property
    def is_open(self) -> bool:
        return self._shown is not None

    def close(self) -> None:
        """What was asked for is done."""
        if self._shown is not None:
            self._shown.accept()

    def show_problem(self, text: str) -> bool:
        """Says in the dialog why it was refused; False where none is open any more."""
        if self._shown is None:
            return False
        if isinstance(self._shown, ImportDialog):
            self._shown.show_refusal(text)
        else:
            self._shown.show_problem(text)
        return True

    def ask_campaign(self, *, n_papers: int) -> None:
        dialog = NewCampaignDialog(self._page, n_papers=n_papers)
        dialog.creation_wanted.connect(self.creation_wanted)
        self._open(dialog)

    def ask_run(self, taken: Sequence[str]) -> None:
        dialog = NewRunDialog(self._page, taken=frozenset(taken))
        dialog.run_wanted.connect(self.run_wanted)
        self._open(dialog)

    def ask_assignment(self, overview: Overview) -> None:
        n_assessors = sum(each.active for each in overview.state.progress)
        dialog = AssignDialog(
            self._page,
            n_pairs=overview.state.n_pairs,
            n_assessors=n_assessors,
            raters=overview.campaign.raters_per_pair,
        )
        dialog.assign_wanted.connect(self.assign_wanted)
        self._open(dialog)

    def ask_merge(self, path: str, report: MergeReport, *, create: bool) -> None:
        dialog = MergeDialog(self._page, path, report, create=create)
        dialog.merge_wanted.connect(self.merge_wanted)
        self._open(dialog)

    def ask_import(self, path: str) -> None:
        dialog = ImportDialog(self._page, path)
        dialog.preview_wanted.connect(self.preview_wanted)
        dialog.import_wanted.connect(self.import_wanted)
        self._open(dialog)

    def show_import_preview(self, preview: ImportPreview) -> None:
        if isinstance(self._shown, ImportDialog):
            self._shown.show_preview(preview)

    def choose_bundle(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self._page, self.tr("Merge a bundle"), "", _BUNDLES)
        if path:
            self.bundle_chosen.emit(path)

    def choose_bundle_path(self, name: str, assessor: str) -> None:
        title = self.tr("Export the campaign as a bundle")
        stem = f"{name} for {assessor}" if assessor else name
        suggestion = stem.replace("/", "-").replace("\\", "-")
        path, _filter = QFileDialog.getSaveFileName(self._page, title, f"{suggestion}.jsonl.gz", _BUNDLES)
        if path:
            self.bundle_path_chosen.emit(path, assessor)

    def choose_judgements(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self._page, self.tr("Judgements of others"))
        if path:
            self.ask_import(path)

    def choose_judgement_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self._page, self.tr("A BEIR folder"))
        if path:
            self.ask_import(path)

    def _open(self, dialog: FormDialog) -> None:
        self.close()
        self._shown = dialog
        dialog.finished.connect(lambda _result: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: FormDialog) -> None:
        if self._shown is dialog:
            self._shown = None
