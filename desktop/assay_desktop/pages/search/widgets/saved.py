"""Saved searches: the list at the left, and the line above the results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from assay_desktop.pages.search.model import SavedLine
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.counted_list import ALL, VALUE_ROLE, CountedList, CountedRow

Entries = tuple[tuple[str, SignalInstance, bool], ...]
"""What a menu offers: words, the signal that leaves with the line, whether it is possible."""


class LineList(CountedList):
    """Enter or a click searches again, F2 renames, Delete removes; the menu has these and the rest."""

    opened = Signal(object)  # the line, as for all of them
    renaming = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme, name: str, *, most: int = ALL) -> None:
        super().__init__(theme, name, most=most)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        for chosen in (self.clicked, self.activated):
            chosen.connect(lambda index: self.opened.emit(index.data(VALUE_ROLE)))

    @property
    def lines(self) -> list[Any]:
        return [self.rows.index(row).data(VALUE_ROLE) for row in range(self.rows.rowCount())]

    def entries(self, line: Any) -> Entries:
        """Return what can be done with a line; heirs say it."""
        raise NotImplementedError

    def menu_of(self, line: Any) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, wanted, possible in self.entries(line):
            menu.addAction(text, partial(wanted.emit, line)).setEnabled(possible)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        wanted = {Qt.Key.Key_F2: self.renaming, Qt.Key.Key_Delete: self.removed}.get(Qt.Key(event.key()))
        if wanted is not None and self.currentIndex().isValid():
            wanted.emit(self.currentIndex().data(VALUE_ROLE))
        else:
            super().keyPressEvent(event)

    def _open_menu(self, where: QPoint) -> None:
        line = self.indexAt(where).data(VALUE_ROLE)
        if line is not None:
            self.menu_of(line).popup(self.viewport().mapToGlobal(where))


class SavedList(LineList):
    """Searches that were kept, each with the number of papers that are new in it."""

    seen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self.tr("Saved searches"))

    def show_lines(self, lines: Sequence[SavedLine], current: int | None) -> None:
        """Show the lines; `current` is the pk of the one whose results are shown."""
        places = [place for place, line in enumerate(lines) if line.pk == current]
        at = places[-1] if places else min(self.currentIndex().row(), len(lines) - 1)
        self.show_rows(list(map(self._row, lines)), at)
        if current is None:
            self.clearSelection()
        self.setVisible(bool(lines))

    def entries(self, line: SavedLine) -> Entries:
        return (
            (self.tr("Search again"), self.opened, True),
            (self.tr("Mark as seen"), self.seen, line.n_new > 0),
            (self.tr("Rename…"), self.renaming, True),
            (self.tr("Remove"), self.removed, True),
        )

    def _row(self, line: SavedLine) -> CountedRow:
        count = numeral(line.n_new) if line.n_new else ""
        spoken = self.tr("{0}, {1} new").format(line.label, count) if count else line.label
        if line.fault:
            spoken = self.tr("{0}, {1}").format(line.label, line.fault)
        tip = "\n".join(filter(None, (line.label, line.fault)))
        return CountedRow(line.label, line, count, spoken, tip, fresh=bool(count))


class KeptLine(QWidget):
    """It is only there where the search is a saved one."""

    seen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = ElidedLabel("caption")
        self.button = button(self.tr("Mark as seen"), self.seen.emit, kind="link")
        hbox(self.text, self.button, STRETCH, on=self, gap=S1)
        self.hide()

    def show_line(self, line: SavedLine | None) -> None:
        if line is not None:
            self.text.show_text(self._words(line))
            self.text.setToolTip(escape_markup(line.fault))
            self.button.setVisible(line.n_new > 0)
        self.setVisible(line is not None)

    def _words(self, line: SavedLine) -> str:
        if line.fault:
            return self.tr("Saved as “{0}” · new papers unknown").format(line.label)
        if not line.n_new:
            return self.tr("Saved as “{0}” · nothing new").format(line.label)
        return self.tr("Saved as “{0}” · {1} new {1:paper|papers}").format(line.label, numeral(line.n_new))
