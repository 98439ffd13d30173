"""What is searched for and how: tabs, box, modes, what was understood, second model, a strip of news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assay_desktop.pages.search.page_modes import ModeRow
from assay_desktop.pages.search.page_rerank import RerankRow
from assay_desktop.pages.search.page_understood import UnderstoodLine, fields_help
from assay_desktop.theme import S2
from assay_desktop.widgets.chips import SearchBox
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.tab_strip import TabStrip

if TYPE_CHECKING:
    from assay_desktop.theme import Theme

SIDE_PX = 20


class SearchHead(QWidget):
    """Above the results, from the tabs downwards."""

    submitted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.box = SearchBox(theme, self.tr("Search by words, by meaning, or from a paper"))
        self.box.field.setToolTip(fields_help())
        self.box.submitted.connect(self.submitted)
        self.tabs = TabStrip(theme, self.tr("Open searches"))
        button = QPushButton(self.tr("Search"))
        button.setProperty("kind", "primary")
        button.setFixedHeight(40)
        button.clicked.connect(self.submitted)
        self.modes = ModeRow(theme)
        self.understood = UnderstoodLine()
        self.rerank = RerankRow(theme)
        self.strip = Strip(theme)
        line = QHBoxLayout()
        line.setSpacing(S2)
        line.addWidget(self.box, 1)
        line.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE_PX, 0, SIDE_PX, S2)
        column.setSpacing(S2)
        column.addWidget(self.tabs)
        column.addLayout(line)
        for row in (self.modes, self.understood, self.rerank, self.strip):
            column.addWidget(row)
