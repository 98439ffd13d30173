"""The saved searches at the left, each with how much is new in it; a menu and keys change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QMenu

from assay_desktop.pages.search.delegate import LINE_ROLE, SideDelegate
from assay_desktop.pages.search.model import SavedLine
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import ROW_HEIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay_desktop.theme import Theme

MOST_ROWS = 7
"""So many are in sight at once; the list scrolls to the others."""


class SavedList(QListView):
    """As high as its rows. Enter asks a search again, F2 renames it, Delete removes it."""

    opened = Signal(object)  # SavedLine
    seen = Signal(object)
    renaming = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._rows = QStandardItemModel()
        self.setModel(self._rows)
        self._delegate = SideDelegate(theme)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("Saved searches"))
        self.customContextMenuRequested.connect(self._open_menu)
        self.clicked.connect(lambda index: self._tell(self.opened, index))
        self.activated.connect(lambda index: self._tell(self.opened, index))
        theme.changed.connect(self.viewport().update)

    def show_lines(self, lines: Sequence[SavedLine], current: int | None) -> None:
        """`current` is the pk of the one whose results are shown."""
        at = self.currentIndex().row()
        self._rows.clear()
        for line in lines:
            item = QStandardItem(line.label)
            item.setData(line, LINE_ROLE)
            item.setToolTip(escape_markup("\n".join(filter(None, (line.label, line.fault)))))
            item.setData(self._words(line), Qt.ItemDataRole.AccessibleTextRole)
            self._rows.appendRow(item)
            if line.pk == current:
                at = item.row()
        self.setCurrentIndex(self._rows.index(min(at, len(lines) - 1), 0) if lines else QModelIndex())
        if current is None:
            self.clearSelection()
        self.setFixedHeight(min(len(lines), MOST_ROWS) * ROW_HEIGHT + 2)
        self.setVisible(bool(lines))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        calls = {Qt.Key.Key_F2: self.renaming, Qt.Key.Key_Delete: self.removed}
        signal = calls.get(Qt.Key(event.key()))
        if signal is not None and self.currentIndex().isValid():
            self._tell(signal, self.currentIndex())
        else:
            super().keyPressEvent(event)

    def menu_of(self, line: SavedLine) -> QMenu:
        """What can be done with a saved search."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, signal, possible in (
            (self.tr("Search again"), self.opened, True),
            (self.tr("Mark as seen"), self.seen, line.n_new > 0),
            (self.tr("Rename…"), self.renaming, True),
            (self.tr("Remove"), self.removed, True),
        ):
            action = QAction(text, menu)
            action.setEnabled(possible)
            action.triggered.connect(_emitter(signal.emit, line))
            menu.addAction(action)
        return menu

    def _open_menu(self, where: QPoint) -> None:
        line = self.indexAt(where).data(LINE_ROLE)
        if isinstance(line, SavedLine):
            self.menu_of(line).popup(self.viewport().mapToGlobal(where))

    def _tell(self, signal: object, index: QModelIndex) -> None:
        line = index.data(LINE_ROLE)
        if isinstance(line, SavedLine):
            signal.emit(line)  # type: ignore[attr-defined]  # a bound signal

    def _words(self, line: SavedLine) -> str:
        if line.fault:
            return self.tr("{0}, {1}").format(line.label, line.fault)
        return self.tr("{0}, {1} new").format(line.label, line.count) if line.n_new else line.label


def _emitter(emit: Callable[[object], None], line: SavedLine) -> Callable[[], None]:
    return lambda: emit(line)
