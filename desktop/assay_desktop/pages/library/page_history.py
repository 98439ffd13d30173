"""The library's history: what was done to it, and back to before any of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from assay_desktop.text.action_words import action_words
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import recent
from assay_desktop.theme import S2, S4, S6
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.form_dialog import WalkedDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library import Action

_SIZE = (640, 520)
_ROW_PX = 28
_ACTION = Qt.ItemDataRole.UserRole


class LibraryHistory(QObject):
    """What is wanted of the history, by keys or in the list of it; a list that is open is read after each."""

    undo_wanted = Signal()  # of the last change that stands
    redo_wanted = Signal()
    undo_to_wanted = Signal(int)  # the pk of an action: this one and all that came later
    read_wanted = Signal()

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self.dialog: HistoryDialog | None = None

    def open(self) -> None:
        """Show what was done to the library, to undo it as far back as one likes."""
        self.dialog = HistoryDialog(self._host)
        self.dialog.undo_wanted.connect(self.undo_to_wanted)
        self.dialog.redo_wanted.connect(self.redo_wanted)
        for wish in (self.dialog.undo_wanted, self.dialog.redo_wanted):
            wish.connect(self.read_wanted)
        self.dialog.destroyed.connect(self._forget)
        self.read_wanted.emit()
        self.dialog.open()

    def show_actions(self, actions: Sequence[Action]) -> None:
        """Show the latest first; do nothing where the list was closed meanwhile."""
        if self.dialog is not None:
            self.dialog.show_actions(actions)

    def _forget(self) -> None:
        self.dialog = None


class HistoryDialog(WalkedDialog):
    """The latest change first. It stays open while changes are undone and done again."""

    undo_wanted = Signal(int)  # the pk of an action: this one and all that came later
    redo_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Edit history"))
        self.resize(*_SIZE)
        self.list = QListWidget()
        # What is too long is cut in the middle: how much it was, and that it was undone, stands at its end.
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setAccessibleName(self.tr("Changes to the library, newest first"))
        self.list.currentItemChanged.connect(self._refresh_buttons)
        self._nothing = label(self.tr("Nothing to undo."), "muted", wrap=True)
        self.undo = QPushButton()
        self.undo.clicked.connect(self._want_undo)
        self.redo = button(
            self.tr("Redo"), self.redo_wanted.emit, hint=self.tr("Redo the last undone change")
        )
        close = button(self.tr("Close"), self.close)
        vbox(
            self._nothing,
            (self.list, 1),
            hbox(self.undo, self.redo, STRETCH, close, gap=S2),
            on=self,
            gap=S4,
            margins=(S6, S6, S6, S4),
        )
        self._refresh_buttons()

    def show_actions(self, actions: Sequence[Action]) -> None:
        """Show what is undone in grey. The latest change that stands is chosen."""
        self.list.clear()
        for action in actions:
            self.list.addItem(self._item(action))
        latest = next((row for row, action in enumerate(actions) if not action.undone), -1)
        self.list.setCurrentRow(latest)
        self.list.setVisible(bool(actions))
        self._nothing.setVisible(not actions)
        self.redo.setEnabled(bool(actions) and actions[0].undone)
        self._refresh_buttons()

    def _item(self, action: Action) -> QListWidgetItem:
        words = self.tr("{0}   {1}").format(recent(action.done_at), action_words(action))
        if action.undone:
            words = self.tr("{0} (undone)").format(words)
        item = QListWidgetItem(words)
        item.setToolTip(escape_markup(words))
        item.setSizeHint(QSize(0, _ROW_PX))  # as wide as the list
        item.setData(_ACTION, action)
        if action.undone:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item

    def _refresh_buttons(self, *_: object) -> None:
        n = self._n_chosen()
        self.undo.setEnabled(n > 0)
        self.undo.setText(self.tr("Undo") if n < 2 else self.tr("Undo these {0}").format(n))

    def _n_chosen(self) -> int:
        """Return how many changes stand from the chosen one on."""
        rows = range(self.list.currentRow() + 1)
        return sum(not self.list.item(row).data(_ACTION).undone for row in rows)

    def _want_undo(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.undo_wanted.emit(item.data(_ACTION).pk)
