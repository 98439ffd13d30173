"""Keeps the panel of past judgements in step, without ever standing between two quick grades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer

from assay_desktop.pages.judging.history import read_history

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.errors import AssayError
    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.history import PastPair
    from assay_desktop.pages.judging.model import Place

HISTORY_MS = 150
"""So long after the last letter or grade the history is read again."""
SEARCHED_HISTORY_MS = 1500  # a search reads all that the assessor ever said


class HistoryView(Protocol):
    """What it needs of the page."""

    def show_history(self, past: Sequence[PastPair]) -> None: ...


class HistoryPresenter(QObject):
    """Reads the judgements of whoever judges now, and of nobody else."""

    def __init__(
        self,
        page: HistoryView,
        context: AppContext,
        *,
        place: Callable[[], Place],
        failed: Callable[[AssayError], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._place, self._failed = page, context, place, failed
        self._text: str | None = None  # what is searched for; None while the panel is closed
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.read)

    def search(self, text: str) -> None:
        """Opens the history, or looks for another text in it once no more letters come."""
        opened, self._text = self._text is None, text
        if opened:
            self.read()
        else:
            self._timer.start(HISTORY_MS)

    def close(self) -> None:
        self._text = None
        self._timer.stop()

    def follow(self) -> None:
        """Something was said; the panel shows it a moment later."""
        if self._text is not None:
            self._timer.start(SEARCHED_HISTORY_MS if self._text.strip() else HISTORY_MS)

    def read(self) -> None:
        place, text = self._place(), self._text
        if text is None:
            return

        def show(past: list[PastPair]) -> None:
            if place == self._place():  # an answer for another assessor comes too late
                self._page.show_history(past)

        self._context.lane.submit(
            lambda ws: read_history(ws, place, text), show, self._failed, key="judging-history"
        )
