"""What is searched for and how: tabs, box, modes, what was understood, second model, a strip of news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from assay_desktop.pages.search.header.combine import CombineRow
from assay_desktop.pages.search.header.kept import KeptLine
from assay_desktop.pages.search.header.modes import ModeRow
from assay_desktop.pages.search.header.rerank import RerankRow
from assay_desktop.pages.search.header.understood import UnderstoodLine, fields_help
from assay_desktop.pages.search.widgets.chips import SearchBox
from assay_desktop.pages.search.widgets.tab_strip import TabStrip
from assay_desktop.theme import S2
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from assay_desktop.theme import Theme

SIDE_PX = 20


class SearchHead(QWidget):
    """Above the results, from the tabs downwards."""

    submitted = Signal()
    _is_saved = False

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
        self.save = QToolButton()
        self.save.setFixedSize(QSize(40, 40))
        self.save.setAccessibleName(self.tr("Save this search"))
        hint(self.save, self.tr("Save this search ({0})"), "search.save")
        self._theme = theme
        theme.changed.connect(self._paint_save)
        self._paint_save()
        self.starts = CombineRow(theme)
        self.modes = ModeRow(theme)
        self.understood = UnderstoodLine()
        self.kept = KeptLine()
        self.rerank = RerankRow(theme)
        self.strip = Strip(theme)
        line = QHBoxLayout()
        line.setSpacing(S2)
        line.addWidget(self.box, 1)
        line.addWidget(button)
        line.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE_PX, 0, SIDE_PX, S2)
        column.setSpacing(S2)
        column.addWidget(self.tabs)
        column.addLayout(line)
        for row in (self.starts, self.modes, self.understood, self.kept, self.rerank, self.strip):
            column.addWidget(row)

    def show_saved(self, *, saved: bool, savable: bool) -> None:
        """A filled mark stands for a search that is saved."""
        self._is_saved = saved
        self.save.setEnabled(savable)
        self._paint_save()

    def _paint_save(self) -> None:
        glyph = "bookmark-simple-fill" if self._is_saved else "bookmark-simple"
        self.save.setIcon(icon(glyph, self._theme.color("accent" if self._is_saved else "muted")))
