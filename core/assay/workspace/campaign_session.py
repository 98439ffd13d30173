"""A judging session that draws its pairs from a queue which several assessors share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.judging import JudgementStore, JudgingSession, Pair, QueueState
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
    ) -> None:
        """`claim` gives the assessor more pairs, none where the queue is empty or the quota is reached."""
        self._claim = claim
        super().__init__(store, order, assessor=assessor)

    def reload(self) -> QueueState:
        super().reload()
        return self._filled()

    def grade(self, relevance: int, *, active_ms: int | None = None) -> QueueState:
        super().grade(relevance, active_ms=active_ms)
        return self._filled()

    def mark(self, state: JudgementState, *, active_ms: int | None = None) -> QueueState:
        super().mark(state, active_ms=active_ms)
        return self._filled()

    def _filled(self) -> QueueState:
        state = self.state
        again = state.judgement is not None and state.judgement.state is JudgementState.LATER
        if state.pair is not None and not again:
            return state
        self.extend(self._claim())
        return self.skip_to_open() if again else self.state
