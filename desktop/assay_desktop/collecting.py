"""Python's garbage collection, kept from holding up the window."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

_SETTLED_MS: Final = (2_000, 15_000)  # the library is open; the first search is answered
_NEW_OBJECTS: Final = 10_000  # Python's own 700 collects several times in a single answer of the engine


def keep_collections_short(window: QObject) -> None:
    """Lets full collections pass over what lasts as long as the window: modules, classes, the first pages.

    Without it one of them takes 100 ms, at any moment: a frame of the window that is lost.
    """
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
    for after in _SETTLED_MS:
        QTimer.singleShot(after, window, gc.freeze)
