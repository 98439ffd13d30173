"""The order of one's own queue: chosen once for a library, and ranked again after each grade."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.campaign_types import QueueOrder
from assay.campaigns.types import RankCall
from assay.engine.types import RANK_QUEUE
from assay_desktop.pages.judging.model import setting_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.campaign_types import Pair
    from assay.campaigns.judging import JudgingQueue
    from assay.campaigns.types import JudgingSetting, JudgingView, QueueRanking
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

AT_ONCE_S = 3.0
"""So long after an order was chosen it begins at once; later the pair on screen is being read, and stays."""


class OrderPresenter(QObject):
    """Asks the engine for the rest of a query while the next pair is read, so that no grade waits for it."""

    def __init__(
        self,
        page: JudgingPage,
        context: AppContext,
        *,
        prefetched: Callable[[JudgingQueue, JudgingSetting | None], None],
        led: Callable[[Pair], None],
        parent: QObject,
    ) -> None:
        """`prefetched` takes what `take_ranking` returns, `led` the pair that an order begins with."""
        super().__init__(parent)
        self._page, self._context, self._prefetched, self._led = page, context, prefetched, led
        self._chosen_at = -AT_ONCE_S  # seconds of the monotonic clock
        self._key = ""  # of the setting; "" until the library is known
        self._followed: tuple[JudgingQueue, RankCall] | None = None
        self.chosen = QueueOrder.RANDOM
        context.engine.state_changed.connect(self._ask_when_ready)

    def load(self, library: str) -> None:
        """Take up the order that this library was judged in last."""
        self._key = setting_key("order", library)
        known = {each.value: each for each in QueueOrder}
        self.chosen = known.get(self._context.settings.text(self._key), QueueOrder.RANDOM)
        self._page.order.show_order(self.chosen)

    def choose(self, order: QueueOrder) -> None:
        self.chosen, self._chosen_at = order, time.monotonic()
        self._page.order.show_order(order)
        if self._key:
            self._context.settings.set_text(self._key, order.value)

    def follow(self, queue: JudgingQueue, view: JudgingView) -> None:
        """Have the rest of this pair's query ranked, where that order is in force."""
        before, self._followed = self._followed, None
        if view.pair is None or queue.order is not QueueOrder.LIKELY:
            self._page.order.show_ranking(None)
            return
        self._followed = queue, RankCall(view.pair[0], queue.place.assessor)
        if before is None or before[1] != self._followed[1]:
            self._page.order.show_ranking(None)
        self._ask()

    def _ask(self) -> None:
        if self._followed is None:
            return
        queue, call = self._followed
        self._context.engine.ask(
            RANK_QUEUE,
            call,
            partial(self._take, queue),
            lambda _kind, message: self._page.order.show_failure(message),
            key=RANK_QUEUE.name,
        )

    def _ask_when_ready(self, state: EngineState) -> None:
        if state.phase == "ready" and state.semantic != "loading":
            self._ask()

    def _take(self, queue: JudgingQueue, ranking: QueueRanking) -> None:
        if self._followed is None or self._followed[0] is not queue:
            return
        if self._followed[1].query_id == ranking.query_id:
            self._page.order.show_ranking(ranking)
        self._context.lane.submit(
            lambda ws: queue.take_ranking(ws, ranking),
            partial(self._prefetched, queue),
            lambda error: self._page.order.show_failure(str(error)),
        )
        if ranking.doc_ids and time.monotonic() - self._chosen_at < AT_ONCE_S:
            self._chosen_at = -AT_ONCE_S
            self._led((ranking.query_id, ranking.doc_ids[0]))
