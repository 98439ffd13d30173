"""A dialog through which Tab goes as through the window."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QWidget

from assay_desktop.widgets.controls.focus_walk import FocusWalk


class WalkedDialog(QDialog):
    """Qt's own order leaves out buttons of a box that are put into it late, and shows no focus on lists."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._walk = FocusWalk(self)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab and Shift+Tab, wherever they are pressed."""
        return self._walk.step(forward=next)
