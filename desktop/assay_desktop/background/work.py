"""Work that is under way, as a line can show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """What is under way. `total` is None where nobody knows how much there is to do."""

    text: str
    done: int = 0
    total: int | None = None
    can_cancel: bool = False
