"""One command of a page at a time, as a process of its own: the library stays free meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from assay_desktop.background import children
from assay_desktop.background.child import GRACE_MS, Child

if TYPE_CHECKING:
    from assay.location import Location


class Command(QObject):
    """`assay ...` on the library; another one ends the one before, and so does the end of the window."""

    progressed = Signal(object, float)  # as a child's
    ended = Signal(str, object, str)  # state, answer, error

    def __init__(self, location: Location, parent: QObject, *, grace_ms: int = 200) -> None:
        """`grace_ms` is how long one that is abandoned may take to end on its own."""
        super().__init__(parent)
        self._location, self._grace_ms = location, grace_ms
        self._child: Child | None = None
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.abandon)

    def run(self, *words: str) -> None:
        self.abandon()
        command = children.command(self._location, "--json", *words)
        self._child = Child(words[0], command, children.environment(self._location), self)
        self._child.progressed.connect(self.progressed)
        self._child.ended.connect(self._end)
        self._child.start()

    def cancel(self, grace_ms: int = GRACE_MS) -> None:
        """Ask it to end, which it then says."""
        if self._child is not None:
            self._child.cancel(grace_ms)

    def abandon(self) -> bool:
        """End it without a word; return whether there was one."""
        child, self._child = self._child, None
        if child is not None:
            child.abandon(self._grace_ms)
            child.deleteLater()
        return child is not None

    def _end(self, state: str, answer: object, error: str) -> None:
        if self._child is not None:
            self._child.deleteLater()
            self._child = None
        self.ended.emit(state, answer, error)
