"""Ctrl+Shift+P: type a few letters of what you want, press Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidgetItem, QWidget

from assay_desktop.keys import key_words
from assay_desktop.shell.commands import Command, ranked
from assay_desktop.theme import S3
from assay_desktop.widgets.controls.list_popup import ListPopup

_WIDTH = 520
_ROW_PX = 34
_MAX_ROWS = 10


class CommandPalette(ListPopup):
    """All commands, those first that fit best to what is typed."""

    def __init__(self, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, width=_WIDTH, row_px=_ROW_PX, max_rows=_MAX_ROWS)
        self.typed.connect(self._refresh)
        self.taken.connect(self._take)
        self._commands = tuple(commands)
        self._shown: list[Command] = []
        self.setAccessibleName(self.tr("Command palette"))
        self.field.setPlaceholderText(self.tr("What would you like to do?"))
        self.field.setAccessibleName(self.tr("Command"))
        self.rows.setAccessibleName(self.tr("Commands"))
        self._refresh("")

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
        self._fit()

    def _take(self) -> None:
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
