"""Setup: what is asked, of which papers, under which guideline, and by whom it is judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assay_desktop.context import Change
from assay_desktop.pages.campaigns import reads
from assay_desktop.pages.campaigns.campaign_context import CampaignContext, TabPresenter
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from assay.campaigns.campaign import CampaignWork
    from assay.campaigns.types import Withdrawn
    from assay.workspace import Workspace
    from assay_desktop.pages.campaigns.model import SetupView
    from assay_desktop.pages.campaigns.widgets.setup import SetupTab

_QUERIES = Change(campaigns=True, queries=True)
_PAIRS = Change(campaigns=True, judgements=True)


class SetupPresenter(TabPresenter):
    """Every change is saved at once; what it allows next comes back with the tab read anew."""

    def __init__(self, tab: SetupTab, context: CampaignContext, parent: QObject | None = None) -> None:
        super().__init__(context, parent)
        self._tab = tab
        self._raters = 0

    def concerns(self, change: Change) -> bool:
        """Papers too: those that are not as they were frozen are counted."""
        return change.papers or super().concerns(change)

    def load(self) -> None:
        self.read(reads.setup, self._show, key="setup")

    def _show(self, view: SetupView) -> None:
        self._raters = view.campaign.raters_per_pair
        self._tab.show_setup(view)

    def refreeze(self) -> None:
        """Takes the corpus as the library is now."""
        self._context.act(lambda _ws, work: work.edit(freeze=True))

    def add_texts(self, texts: Sequence[str]) -> None:
        self._context.act(lambda _ws, work: work.edit(queries=tuple(texts)), change=_QUERIES)

    def add_file(self, path: str) -> None:
        self._context.act(lambda _ws, work: work.edit(query_file=Path(path)), change=_QUERIES)

    def sample(self, n: int) -> None:
        """Draws `n` papers of the corpus with the stored seed; the same ones each time."""

        def call(ws: Workspace, work: CampaignWork) -> int:
            from assay.campaigns.setup import sampled_queries

            drawn = sampled_queries(ws.library, work.store.corpus(), n=n, seed=work.info().seed)
            return work.store.queries.add(drawn)

        self._context.act(call, self._tell_sample, change=_QUERIES)

    def set_raters(self, n: int) -> None:
        if n != self._raters:
            self._context.act(lambda _ws, work: work.edit(raters_per_pair=n))

    def save_guideline(self, markdown: str) -> None:
        self._context.act(
            lambda _ws, work: work.set_guideline(markdown),
            lambda saved: self._context.message.emit(
                self.tr("Guideline {0} is saved.").format(saved.version)
            ),
        )

    def add_assessor(self, handle: str, quota: int | None) -> None:
        """Adds somebody, or gives another quota to somebody who is there."""
        self._context.act(lambda _ws, work: work.add_assessor(handle, quota=quota))

    def remove_assessor(self, handle: str) -> None:
        self._context.act(lambda _ws, work: work.edit(remove=(handle,)))

    def reassign(self, handle: str, taker: str) -> None:
        """Hands the open pairs to `taker`, or to all others for ""."""

        def done(taken: Withdrawn) -> None:
            told = self.tr("Reassigned {0} pairs of {1}; {2} judged ones stay.")
            self._context.message.emit(told.format(numeral(taken.n), taken.assessor, numeral(taken.n_kept)))

        to = (taker,) if taker else ()
        self._context.act(lambda _ws, work: work.reassign(handle, to=to), done, change=_PAIRS)

    def withdraw(self, handle: str) -> None:
        """Takes the open pairs; others may then be given them."""

        def done(taken: Withdrawn) -> None:
            told = self.tr("Withdrew {0} pairs of {1}; {2} judged ones stay.")
            self._context.message.emit(told.format(numeral(taken.n), taken.assessor, numeral(taken.n_kept)))

        self._context.act(lambda _ws, work: work.withdraw(handle), done, change=_PAIRS)

    def rename(self, old: str, new: str) -> None:
        """In the whole library: grades stay with the person."""
        renamed = Change(campaigns=True, judgements=True)
        self._context.act(lambda ws, _work: ws.library.annotators.rename(old, new), change=renamed)

    def set_active(self, handle: str, active: bool) -> None:
        self._context.act(lambda ws, _work: ws.library.annotators.set_active(handle, active))

    def _tell_sample(self, n: int) -> None:
        self._context.message.emit(self.tr("{0} papers of the corpus are new queries.").format(numeral(n)))
