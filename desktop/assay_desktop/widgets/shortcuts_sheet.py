"""F1 or ?: every key on one sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from assay_desktop.commands import page_keys
from assay_desktop.theme import S2, S4, S6, S8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.commands import Command


class ShortcutsSheet(QDialog):
    """The window's commands at the left, the keys of single pages at the right."""

    def __init__(self, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        everywhere = [("  ".join(each.keys), each.title) for each in commands if each.keys]
        columns = QHBoxLayout()
        columns.setSpacing(S8)
        columns.addLayout(_column({self.tr("Everywhere"): everywhere}))
        columns.addLayout(_column(page_keys()))
        note = QLabel(self.tr("Single letters rest while you type in a field."))
        note.setProperty("role", "caption")
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(note, 1)
        foot.addWidget(close)
        title = QLabel(self.tr("Keyboard shortcuts"))
        title.setProperty("role", "page-title")
        column = QVBoxLayout(self)
        column.setContentsMargins(S6, S6, S6, S6)
        column.setSpacing(S4)
        column.addWidget(title)
        column.addLayout(columns)
        column.addLayout(foot)


def _column(groups: dict[str, list[tuple[str, str]]]) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(S2)
    for heading, rows in groups.items():
        title = QLabel(heading)
        title.setProperty("role", "section")
        column.addWidget(title)
        grid = QGridLayout()
        grid.setHorizontalSpacing(S4)
        grid.setVerticalSpacing(S2)
        grid.setColumnMinimumWidth(0, 120)
        for number, (keys, what) in enumerate(rows):
            grid.addLayout(_keys(keys), number, 0)
            grid.addWidget(QLabel(what), number, 1)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        column.addSpacing(S2)
    column.addStretch(1)
    return column


def _keys(keys: str) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(S2)
    for key in keys.split("  "):
        label = QLabel(key)
        label.setProperty("role", "key")
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignLeft)
    row.addStretch(1)
    return row
