"""Ctrl+Shift+P: type a few letters of what you want, press Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from assay_desktop.commands import Command, ranked
from assay_desktop.keys import key_words
from assay_desktop.theme import S1, S2, S3

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH = 520
_ROW_PX = 34
_MAX_ROWS = 10


class CommandPalette(QDialog):
    """Opens over the upper third of its parent; Escape closes it."""

    def __init__(self, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._commands = tuple(commands)
        self._shown: list[Command] = []
        self.setAccessibleName(self.tr("Command palette"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("What would you like to do?"))
        self.field.setAccessibleName(self.tr("Command"))
        self.field.textChanged.connect(self._refresh)
        self.field.returnPressed.connect(self._run)
        self.field.installEventFilter(self)
        self.rows = QListWidget()
        self.rows.setAccessibleName(self.tr("Commands"))
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.itemClicked.connect(self._run)
        frame = QFrame()
        frame.setProperty("role", "raised")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(S2, S2, S2, S2)
        inner.setSpacing(S2)
        inner.addWidget(self.field)
        inner.addWidget(self.rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(frame)
        self.setFixedWidth(_WIDTH)
        self._refresh("")

    def open_over(self, window: QWidget) -> None:
        """Shows the palette centred near the top of `window`."""
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - _WIDTH) // 2, corner.y() + window.height() // 8)
        self.show()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move the choice while the field keeps the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None and self.rows.count():
                self.rows.setCurrentRow((self.rows.currentRow() + step) % self.rows.count())
                return True
        return super().eventFilter(watched, event)

    def _refresh(self, typed: str) -> None:
        self._shown = ranked(typed, self._commands)
        self.rows.clear()
        for command in self._shown:
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.AccessibleTextRole, command.title)
            self.rows.addItem(item)
            row = _row(command)
            hint = row.sizeHint()
            hint.setHeight(_ROW_PX)
            item.setSizeHint(hint)
            self.rows.setItemWidget(item, row)
        self.rows.setCurrentRow(0)
        self.rows.setFixedHeight(_ROW_PX * max(1, min(len(self._shown), _MAX_ROWS)) + S1)
        self.adjustSize()

    def _run(self) -> None:
        row = self.rows.currentRow()
        self.close()
        if 0 <= row < len(self._shown):
            self._shown[row].run()


def _row(command: Command) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(S3, 0, S3, 0)
    title = QLabel(command.title)
    title.setTextFormat(Qt.TextFormat.PlainText)
    layout.addWidget(title, 1)
    if command.keys:
        keys = QLabel(key_words(command.keys[0]))
        keys.setProperty("role", "key")
        layout.addWidget(keys, 0, Qt.AlignmentFlag.AlignVCenter)
    return row
