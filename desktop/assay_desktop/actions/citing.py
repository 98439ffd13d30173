"""Copies references of papers to the clipboard."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from assay.types import Paper
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext


class Citations(QObject):
    """References are made on the library's thread: what prints them takes a tenth of a second to load."""

    copied = Signal(str)  # what was copied, in words

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    def copy(self, paper: Paper) -> None:
        """Put the reference into the clipboard; of several papers asked for at once, the last one's."""
        self._context.lane.submit(partial(_reference, paper=paper), self._take, key="citation")

    def _take(self, reference: str) -> None:
        QGuiApplication.clipboard().setText(reference)
        self.copied.emit(self.tr("Citation copied"))


def _reference(_workspace: Workspace, *, paper: Paper) -> str:
    from assay.exporters import references

    return references([paper])[0]
