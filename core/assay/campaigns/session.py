"""A judging session that draws its pairs from a queue which several assessors share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.errors import AssayError, BadInput, NextPairsMissing
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
        self._short = False  # more pairs were asked for in vain, so nobody knows whether there are any
        super().__init__(store, order, assessor=assessor)

    def reload(self) -> QueueState:
        """Reads pairs and judgements again: what is not the assessor's any more leaves the order.

        Where no more pairs can be had, the pair shown stays and the claim's error is raised.
        """
        shown = self._pair
        mine = list(self._mine())
        still = set(mine)
        kept = [pair for pair in self._queue.order if pair in still]
        self._queue = PairQueue([*kept, *mine])
        self._lost = False
        super().reload()
        try:
            return self._filled()
        except AssayError:
            self._show(shown if shown in still else self._pair)
            raise

    def grade(self, relevance: int, *, active_ms: int | None = None) -> QueueState:
        return self._said(lambda: super(SharedSession, self).grade(relevance, active_ms=active_ms))

    def mark(self, state: JudgementState, *, active_ms: int | None = None) -> QueueState:
        return self._said(lambda: super(SharedSession, self).mark(state, active_ms=active_ms))

    def next(self) -> QueueState:
        return self.reload() if self._lost or self._short else super().next()

    def skip_to_open(self) -> QueueState:
        return self.reload() if self._lost or self._short else super().skip_to_open()

    def _said(self, say: Callable[[], QueueState]) -> QueueState:
        """A pair that is refused since it is somebody else's by now stays shown until the session goes on.

        So does one whose judgement was stored and behind which no pair could be had: without it the queue
        would seem done. Raises NextPairsMissing then.
        """
        shown = self.pair
        try:
            say()
        except BadInput:
            self._lost = shown is not None and shown not in self._mine()
            raise
        try:
            return self._filled()
        except AssayError as error:
            self._show(shown)
            raise NextPairsMissing(error) from error

    def _filled(self) -> QueueState:
        state = self.state
        again = state.judgement is not None and state.judgement.state is JudgementState.LATER
        if state.pair is not None and not again:
            return state
        self._short = True
        claimed = self._claim()
        self._short = False
        self.extend(claimed)
        return super().skip_to_open() if again else self.state
