"""The pair on which each place was left, for the next session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from assay.judging import Pair
    from assay_desktop.pages.judging.model import Place, Turn
    from assay_desktop.session import Session

_KEPT: Final = "judging/pairs"


class LastPairs:
    """Of places of one library: (assessor, campaign or None) -> the pair that was on screen."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, place: Place) -> Pair | None:
        return next((pair for where, pair in self._read() if where == [place.assessor, place.campaign]), None)

    def keep(self, turn: Turn) -> None:
        """Where there is no pair on screen, the place is begun anew the next time."""
        place = turn.setting.place
        mine = [place.assessor, place.campaign]
        others = [[where, list(pair)] for where, pair in self._read() if where != mine]
        own = [[mine, list(turn.pair)]] if turn.pair is not None else []
        self._session.put(_KEPT, others + own)

    def _read(self) -> list[tuple[list[str | None], Pair]]:
        kept = self._session.get(_KEPT)
        try:
            return [([str(who), where], (str(query), str(paper))) for (who, where), (query, paper) in kept]
        except (TypeError, ValueError):
            return []
