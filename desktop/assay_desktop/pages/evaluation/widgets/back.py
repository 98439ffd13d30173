"""The way back to the results, at the head of every view that is opened from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from assay_desktop.widgets.controls.key_hints import hint

if TYPE_CHECKING:
    from collections.abc import Callable


class BackButton(QPushButton):
    """Calls `back` when it is pressed; the tooltip names its key."""

    def __init__(self, back: Callable[[], object]) -> None:
        super().__init__()
        self.setText(self.tr("Back"))
        self.clicked.connect(lambda _checked=False: back())
        hint(self, self.tr("Back to the results ({0})"), "evaluation.back")
