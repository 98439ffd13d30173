"""Agreement, computed when somebody looks at it; and adjudication: settle a pair, go on, take it back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assay.campaign_types import Campaign, CampaignStatus
from assay_desktop.context import Change
from assay_desktop.pages.campaigns import reads
from assay_desktop.pages.campaigns.campaign_context import CampaignContext, TabPresenter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from assay.campaign_types import Adjudication
    from assay.campaigns.campaign import CampaignWork
    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.pages.campaigns.model import Case
    from assay_desktop.pages.campaigns.widgets.adjudicate import AdjudicateTab
    from assay_desktop.pages.campaigns.widgets.agreement import AgreementTab


_READABLE = (CampaignStatus.ADJUDICATING, CampaignStatus.CLOSED)
_OWN = Change(campaigns=True)


class AdjudicatePresenter(TabPresenter):
    """A grade is on disk before the next pair is shown; keys that come meanwhile were meant for no pair."""

    def __init__(self, tab: AdjudicateTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab
        self._cases: dict[tuple[str, str], Case] = {}
        self._done: list[tuple[str, str]] = []  # what was settled here and now, for undo
        self._saving = False
        self._telling = False  # the news is our own

    def reset(self) -> None:
        self._cases, self._done = {}, []
        self._tab.clear()
        self._tab.note_last(None, None)

    def load(self) -> None:
        def call(ws: Workspace, work: CampaignWork) -> tuple[Campaign, list[Case], int]:
            campaign = work.info()
            if campaign.status in _READABLE:
                return campaign, reads.cases(ws, work), 0
            rated = work.store.rated_counts().values()
            full = sum(n >= campaign.raters_per_pair for n in rated)
            return campaign, [], campaign.n_pairs - full

        self.read(call, lambda found: self._show(*found), key="adjudicate")

    def concerns(self, change: Change) -> bool:
        return not self._telling and super().concerns(change)

    def begin(self) -> None:
        """Ends the grading: from here on the grades can be seen."""
        self._context.act(lambda _ws, work: work.set_status(CampaignStatus.ADJUDICATING))

    def settle(self, query_id: str, doc_id: str, relevance: int, reason: str) -> None:
        """The grade for the pair on screen."""
        self._record((query_id, doc_id), relevance, reason)

    def withdraw(self, query_id: str, doc_id: str) -> None:
        """Takes back what settles a pair, and shows that pair again."""
        self._record((query_id, doc_id), None, "")

    def _record(self, pair: tuple[str, str], relevance: int | None, reason: str) -> None:
        from assay.campaigns.campaign import CampaignWork

        name = self._context.name
        if self._saving or not name or pair not in self._cases:
            return
        self._saving = True
        adjudicator = self._context.app.settings.assessor
        self._context.submit(
            lambda ws: CampaignWork(ws, name).adjudicate(
                *pair, adjudicator=adjudicator, relevance=relevance, reason=reason
            ),
            lambda found: self._saved(name, pair, found),
            self._not_saved,
        )

    def _saved(self, name: str, pair: tuple[str, str], found: Adjudication) -> None:
        self._saving = False
        self._context.succeeded.emit()
        if name == self._context.name and pair in self._cases:
            case = self._cases[pair]
            case = replace(case, disagreement=replace(case.disagreement, adjudication=found))
            self._cases[pair] = case
            self._tab.show_settled(case)
            if found.relevance is not None:
                self._done.append(pair)
                self._tab.advance()
            else:
                self._done = [each for each in self._done if each != pair]
                self._tab.show_pair(pair)
            self._show_last()
        self._tell()

    def _tell(self) -> None:
        """The counts of the page follow; the list on screen is up to date already."""
        self._telling = True
        self._context.app.changes.changed.emit(_OWN)
        self._telling = False

    def _not_saved(self, error: AssayError) -> None:
        self._saving = False
        self._context.failed.emit(str(error))
        self.refresh()

    def _show_last(self) -> None:
        if not self._done:
            self._tab.note_last(None, None)
            return
        found = self._cases[self._done[-1]].disagreement.adjudication
        self._tab.note_last(self._done[-1], found.relevance if found is not None else None)

    def _show(self, campaign: Campaign, cases: Sequence[Case], n_open: int) -> None:
        if campaign.status not in _READABLE:
            self._cases, self._done = {}, []
            can_begin = campaign.status is CampaignStatus.OPEN
            self._tab.show_closed_to_eyes(can_begin=can_begin, n_open=n_open)
            return
        self._cases = {case.pair: case for case in cases}
        self._done = [pair for pair in self._done if pair in self._cases and self._cases[pair].settled]
        self._tab.show_cases(cases, open_to_settle=campaign.status is CampaignStatus.ADJUDICATING)
        self._show_last()


class AgreementPresenter(TabPresenter):
    """Reads all standing grades at once."""

    def __init__(self, tab: AgreementTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab

    def load(self) -> None:
        self.read(lambda _ws, work: reads.agreement(work), self._tab.show_agreement, key="agreement")
