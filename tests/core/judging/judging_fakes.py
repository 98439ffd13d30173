"""A store of judgements in a dict, with the undo and redo of the library."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from assay.campaign_types import QueueOrder
from assay.types import Judgement, JudgementState

Key = tuple[str, str, str]  # query_id, doc_id, assessor


@dataclass(frozen=True)
class Stand:
    """What one assessor has said of one pair; `state` is None where there is only a note, or nothing."""

    state: JudgementState | None = None
    relevance: int | None = None
    note: str = ""


@dataclass
class DictStore:
    """Keeps where pairs stand, and (pair, before, after) of everything that can be undone."""

    stands: dict[Key, Stand] = field(default_factory=dict)
    done: list[tuple[Key, Stand, Stand]] = field(default_factory=list)
    undone: list[tuple[Key, Stand, Stand]] = field(default_factory=list)
    times: list[int | None] = field(default_factory=list)
    orders: list[QueueOrder | None] = field(default_factory=list)
    broken: bool = False  # the next write fails, as on a full disk

    def record(
        self,
        query_id: str,
        doc_id: str,
        *,
        assessor: str,
        state: JudgementState = JudgementState.GRADE,
        relevance: int | None = None,
        active_ms: int | None = None,
        order: QueueOrder | None = None,
        event_uuid: str | None = None,
    ) -> Judgement:
        key = (query_id, doc_id, assessor)
        self._do(key, replace(self._stand(key), state=state, relevance=relevance))
        self.times.append(active_ms)
        self.orders.append(order)
        return self._judgement(key)

    def set_note(
        self, query_id: str, doc_id: str, *, assessor: str, note: str, event_uuid: str | None = None
    ) -> Judgement:
        key = (query_id, doc_id, assessor)
        if note != self._stand(key).note:  # a note left as it is is no act, and undo skips it
            self._do(key, replace(self._stand(key), note=note))
        return self._judgement(key)

    def undo(
        self, *, assessor: str, event_uuid: str | None = None
    ) -> tuple[str, str, Judgement | None] | None:
        if not self.done:
            return None
        key, before, after = self.done.pop()
        self.undone.append((key, before, after))
        return self._turn(key, before)

    def redo(
        self, *, assessor: str, event_uuid: str | None = None
    ) -> tuple[str, str, Judgement | None] | None:
        if not self.undone:
            return None
        key, before, after = self.undone.pop()
        self.done.append((key, before, after))
        return self._turn(key, after)

    def current(self, *, query_id: str | None = None, assessor: str | None = None) -> list[Judgement]:
        return [
            self._judgement(key)
            for key, stand in self.stands.items()
            if stand != Stand() and query_id in (None, key[0]) and assessor in (None, key[2])
        ]

    def _do(self, key: Key, after: Stand) -> None:
        if self.broken:
            raise OSError("no space left on device")
        self.done.append((key, self._stand(key), after))
        self.undone.clear()
        self.stands[key] = after

    def _turn(self, key: Key, stand: Stand) -> tuple[str, str, Judgement | None]:
        self.stands[key] = stand
        return key[0], key[1], None if stand == Stand() else self._judgement(key)

    def _stand(self, key: Key) -> Stand:
        return self.stands.get(key, Stand())

    def _judgement(self, key: Key) -> Judgement:
        stand = self._stand(key)
        return Judgement(*key, stand.state, stand.relevance, stand.note)


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
