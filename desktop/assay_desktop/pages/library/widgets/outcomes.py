"""What became of the last imports: a strip each, so that no outcome takes the place of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay_desktop.theme import S2, Theme
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST: Final = 3


class Outcomes:
    """The latest on top, each until it is dismissed or more have come than there is room for."""

    def __init__(self, theme: Theme) -> None:
        self.strips = [Strip(theme) for _ in range(_MOST)]
        self.column = vbox(*self.strips, gap=S2)
        self._keys = [""] * _MOST

    def say(
        self,
        key: str,
        text: str,
        *,
        tone: str,
        details: str = "",
        action: str = "",
        act: Callable[[], None] | None = None,
    ) -> None:
        """Show the outcome of the job `key` on top, once, in place of the oldest where all are taken."""
        hidden = (place for place, strip in enumerate(self.strips) if strip.isHidden())
        place = self._keys.index(key) if key in self._keys else next(hidden, _MOST - 1)
        strip = self.strips.pop(place)
        self._keys.pop(place)
        self.strips.insert(0, strip)
        self._keys.insert(0, key)
        self.column.removeWidget(strip)
        self.column.insertWidget(0, strip)
        strip.say(text, tone=tone, details=details, action=action, act=act)
