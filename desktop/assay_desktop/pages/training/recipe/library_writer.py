"""A recipe of what the library has enough of to teach, written by a process of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from assay_desktop.background import children
from assay_desktop.background.child import Child

if TYPE_CHECKING:
    from assay.location import Location


class LibraryWriter(QObject):
    """`assay recipe` as a child: links of a hundred thousand papers would hold window and library up."""

    written = Signal(str)  # the recipe as TOML
    failed = Signal(str)
    busy_changed = Signal(bool)

    def __init__(self, location: Location, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._location = location
        self._child: Child | None = None
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.cancel)

    def write(self, variant: str) -> None:
        """`variant` is "" for what fits the library best. One that was under way is given up."""
        self.cancel()
        words = ("--json", "recipe", *(("--variant", variant) if variant else ()))
        command = children.command(self._location, *words)
        self._child = Child("recipe", command, children.environment(self._location), self)
        self._child.ended.connect(self._ended)
        self.busy_changed.emit(True)
        self._child.start()

    def cancel(self) -> None:
        """Ends the process; it has changed nothing."""
        if self._child is not None:
            self._child.abandon(200)
            self._forget()

    def _ended(self, state: str, answer: dict[str, Any], error: str) -> None:
        self._forget()
        text = answer.get("recipe")
        if state == "done" and isinstance(text, str):
            self.written.emit(text)
        elif state != "cancelled":
            self.failed.emit(error or self.tr("The library's recipe cannot be read."))

    def _forget(self) -> None:
        if self._child is not None:
            self._child.deleteLater()
            self._child = None
        self.busy_changed.emit(False)
