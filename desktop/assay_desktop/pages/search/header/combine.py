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
                    self.tr("Average"),
                    self.tr("Close to the average of all seeds"),
                ),
                Combine.MAX: (
                    self.tr("Any seed"),
                    self.tr("Close to any seed (maximum similarity)"),
                ),
                Combine.MIN: (
                    self.tr("Every seed"),
                    self.tr("Close to every seed (minimum similarity)"),
                ),
            },
        )
        self._switch.chosen.connect(self.chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S4)
        row.addWidget(label(self.tr("Match"), "muted"))
        row.addWidget(self._switch)
        row.addStretch(1)
        self.hide()

    def show_state(self, state: SearchState) -> None:
        self._switch.choose(state.combine)
        self.setVisible(bool(state.seeds) and state.n_towards > 1 and state.mode is not SearchMode.KEYWORD)
