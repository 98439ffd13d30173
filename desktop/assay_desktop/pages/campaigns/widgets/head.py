"""The chosen campaign's name, where it stands, and the one thing to do next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from assay.campaign_types import CampaignStatus
from assay_desktop.pages.campaigns.model import status_words, summary
from assay_desktop.pages.campaigns.steps import Step
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S2, S3, repolish
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.campaign_types import Campaign

_CHIP_TONES = {CampaignStatus.OPEN: "accent", CampaignStatus.ADJUDICATING: "warning"}
_CHANGES = {
    CampaignStatus.DRAFT: (CampaignStatus.OPEN,),
    CampaignStatus.OPEN: (CampaignStatus.ADJUDICATING, CampaignStatus.CLOSED),
    CampaignStatus.ADJUDICATING: (CampaignStatus.OPEN, CampaignStatus.CLOSED),
    CampaignStatus.CLOSED: (CampaignStatus.ADJUDICATING,),
}


class CampaignHead(QWidget):
    """Name, chip and size at the left; the next step and everything rarer at the right."""

    step_wanted = Signal(object)  # Step
    status_wanted = Signal(object)  # CampaignStatus
    bundle_export_wanted = Signal(str)  # whose eyes it is for, "" for those of whoever leads the campaign
    bundle_merge_wanted = Signal()
    import_wanted = Signal()
    folder_import_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._step: Step | None = None
        self._name = ElidedLabel("page-title")
        self._chip = label(role="chip")
        self._chip.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._summary = ElidedLabel("muted", between=" · ")
        self._next = button("", self._take_step, kind="primary")
        self._more = QPushButton(self.tr("More"))
        self._menu = QMenu(self)
        self._more.setMenu(self._menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S3)
        row.addWidget(self._name)
        row.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addSpacing(S2)
        row.addWidget(self._summary)
        row.addStretch(1)
        row.addWidget(self._next)
        row.addWidget(self._more)

    def show_campaign(self, campaign: Campaign, step: Step | None, people: Sequence[str]) -> None:
        """`step` None: the button goes, all is done or it would only lead to where one is already.

        `people` are the assessors to whom a bundle may be handed.
        """
        self._name.show_text(campaign.name)
        self._chip.setText(status_words(campaign.status))
        self._chip.setProperty("tone", _CHIP_TONES.get(campaign.status, ""))
        repolish(self._chip)
        self._summary.show_text(summary(campaign))
        self._fill_menu(campaign.status, people)
        self.show_step(step)

    def show_step(self, step: Step | None) -> None:
        self._step = step
        self._next.setVisible(step is not None)
        if step is not None:
            self._next.setText(step.words)
            self._next.setToolTip(escape_markup(step.why))

    def _take_step(self) -> None:
        if self._step is not None:
            self.step_wanted.emit(self._step)

    def _fill_menu(self, status: CampaignStatus, people: Sequence[str]) -> None:
        self._menu.clear()
        words = {
            CampaignStatus.OPEN: self.tr("Open for grading"),
            CampaignStatus.ADJUDICATING: self.tr("Begin to adjudicate"),
            CampaignStatus.CLOSED: self.tr("Close"),
        }
        for wanted in _CHANGES[status]:
            self._menu.addAction(words[wanted]).triggered.connect(partial(self._want_status, wanted))
        self._menu.addSeparator()
        self._fill_bundles(self._menu.addMenu(self.tr("Export bundle")), people)
        for text, signal in (
            (self.tr("Merge bundle…"), self.bundle_merge_wanted),
            (self.tr("Import judgements…"), self.import_wanted),
            (self.tr("Import a BEIR folder…"), self.folder_import_wanted),
        ):
            self._menu.addAction(text).triggered.connect(signal)

    def _fill_bundles(self, menu: QMenu, people: Sequence[str]) -> None:
        """One for an assessor holds nobody else's grades, so it comes first."""
        for name in people:
            chosen = menu.addAction(self.tr("For {0}: the own pairs and grades…").format(name))
            chosen.triggered.connect(partial(self._want_bundle, name))
        menu.addSeparator()
        everything = menu.addAction(self.tr("Everything, with everybody's grades and notes…"))
        everything.triggered.connect(partial(self._want_bundle, ""))

    def _want_bundle(self, assessor: str, _checked: bool = False) -> None:
        self.bundle_export_wanted.emit(assessor)

    def _want_status(self, status: CampaignStatus, _checked: bool = False) -> None:
        self.status_wanted.emit(status)
