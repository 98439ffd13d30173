"""A judging session that draws its pairs from a queue which several assessors share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.errors import BadInput
from assay.judging import JudgementStore, JudgingSession, Pair, QueueState
from assay.judging.queue import PairQueue
from assay.types import JudgementState


class SharedSession(JudgingSession):
    """Draws more pairs whenever none is left that was not judged; pairs put off for later wait meanwhile."""

    def __init__(
        self,
        store: JudgementStore,
        order: Sequence[Pair],
        *,
        assessor: str,
        claim: Callable[[], Sequence[Pair]],
        mine: Callable[[], Sequence[Pair]],
    ) -> None:
        """`claim` gives the assessor more pairs, none where the queue is empty or the quota is reached.

        `mine` says which they have: a pair that was left lying is somebody else's after a while.
        """
        self._claim = claim
        self._mine = mine
        self._lost = False  # the pair shown was refused since it is theirs no more
        super().__init__(store, order, assessor=assessor)

    def reload(self) -> QueueState:
        """Reads pairs and judgements again: what is not the assessor's any more leaves the order."""
        mine = list(self._mine())
        still = set(mine)
        kept = [pair for pair in self._queue.order if pair in still]
        self._queue = PairQueue([*kept, *mine])
        self._lost = False
        super().reload()
        return self._filled()

    def grade(self, relevance: int, *, active_ms: int | None = None) -> QueueState:
        return self._said(lambda: super(SharedSession, self).grade(relevance, active_ms=active_ms))

    def mark(self, state: JudgementState, *, active_ms: int | None = None) -> QueueState:
        return self._said(lambda: super(SharedSession, self).mark(state, active_ms=active_ms))

    def next(self) -> QueueState:
        return self.reload() if self._lost else super().next()

    def skip_to_open(self) -> QueueState:
        return self.reload() if self._lost else super().skip_to_open()

    def _said(self, say: Callable[[], QueueState]) -> QueueState:
        """A pair that is refused since it is somebody else's by now stays shown until the session goes on."""
        shown = self.pair
        try:
            say()
        except BadInput:
            self._lost = shown is not None and shown not in self._mine()
            raise
        return self._filled()

    def _filled(self) -> QueueState:
        state = self.state
        again = state.judgement is not None and state.judgement.state is JudgementState.LATER
        if state.pair is not None and not again:
            return state
        self.extend(self._claim())
        return self.skip_to_open() if again else self.state
