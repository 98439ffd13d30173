"""Python's garbage collection, kept on the window's thread and kept from holding it up.

Python collects on whichever thread happens to allocate, the library's as well as the window's. There it takes
apart what is left of dialogs and tables while Qt still works on them, and the process ends in a segmentation
fault. So nothing is collected on its own any more: the window's thread looks now and then, and collects.
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer

_LOOK_MS: Final = 200
_NEW_OBJECTS: Final = 10_000  # Python's own 700 collects several times in a single answer of the engine
_SETTLED_MS: Final = (2_000, 15_000)  # the library is open; the first search is answered


class Collector(QObject):
    """Collects garbage on the thread that made it, which is the window's, until the window goes.

    A full collection passes over what lasts as long as the window: modules, classes, the first pages. Without
    that one of them takes 100 ms, at any moment: a frame of the window that is lost.
    """

    def __init__(self, window: QObject) -> None:
        super().__init__(window)
        gc.disable()
        self._thresholds = (_NEW_OBJECTS, *gc.get_threshold()[1:])
        for after in _SETTLED_MS:
            QTimer.singleShot(after, self, gc.freeze)
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect the oldest generation that is due, as Python would; costs nothing when none is."""
        due = [n > most for n, most in zip(gc.get_count(), self._thresholds, strict=True)]
        if due[0]:
            gc.collect(2 if due[1] and due[2] else 1 if due[1] else 0)
