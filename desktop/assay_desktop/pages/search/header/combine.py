"""How several texts and papers are searched with: near all of them together, near any, or near each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from assay.types import Combine, SearchMode
from assay_desktop.theme import S4
from assay_desktop.widgets.controls.mode_switch import ModeSwitch
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from assay_desktop.pages.search.model import SearchState
    from assay_desktop.theme import Theme


class CombineRow(QWidget):
    """One line. It is only there where two or more pull, and vectors are compared: words always add up."""

    chosen = Signal(object)  # Combine

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._switch = ModeSwitch(
            theme,
            {
                Combine.MEAN: (
                    self.tr("All together"),
                    self.tr("Papers near the mean of everything that is asked with"),
                ),
                Combine.MAX: (
                    self.tr("Any"),
                    self.tr("Papers near any one text or paper (the largest cosine)"),
                ),
                Combine.MIN: (
                    self.tr("Each"),
                    self.tr("Papers near every one of them (the smallest cosine)"),
                ),
            },
        )
        self._switch.chosen.connect(self.chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S4)
        row.addWidget(label(self.tr("Near"), "muted"))
        row.addWidget(self._switch)
        row.addStretch(1)
        self.hide()

    def show_state(self, state: SearchState) -> None:
        self._switch.choose(state.combine)
        self.setVisible(bool(state.seeds) and state.n_towards > 1 and state.mode is not SearchMode.KEYWORD)
