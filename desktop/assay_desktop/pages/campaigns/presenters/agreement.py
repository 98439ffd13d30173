"""Agreement: computed when somebody looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from assay_desktop.pages.campaigns import reads
from assay_desktop.pages.campaigns.desk import Desk, TabPresenter

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from assay_desktop.pages.campaigns.model import AgreementView


class AgreementPage(Protocol):
    """What the presenter needs of the tab."""

    def show_agreement(self, view: AgreementView) -> None: ...


class AgreementPresenter(TabPresenter):
    """Reads all standing grades at once."""

    def __init__(self, tab: AgreementPage, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(desk, parent)
        self._tab = tab

    def load(self) -> None:
        self.read(lambda _ws, work: reads.agreement(work), self._tab.show_agreement, key="agreement")
