"""Ctrl+Shift+P: type a few letters of what you want, press Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidgetItem, QWidget

from assay_desktop.keys import Keys, key_words
from assay_desktop.theme import S3
from assay_desktop.widgets.boxes import hbox
from assay_desktop.widgets.controls.list_popup import ListPopup


@dataclass(frozen=True, slots=True)
class Command:
    """`keys` as Qt writes them ("Ctrl+I"); the first is shown, () for none."""

    title: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()


def listed(keys: Keys, calls: Mapping[str, Callable[[], object]]) -> list[Command]:
    """Return the actions that have a call (by their names), with the keys in force, in the table's order."""
    return [
        Command(action.title, calls[action.name], keys.of(action.name))
        for action in keys.actions()
        if action.name in calls
    ]


def match(typed: str, title: str) -> float | None:
    """Score how well `typed` abbreviates `title`: higher is better, None if a letter is not in order.

    Letters at the beginnings of words and in unbroken runs count for more, so "is" finds "Import sample"
    before "List".
    """
    wanted = typed.casefold().replace(" ", "")
    text = title.casefold()
    score, at, run = 0.0, 0, 0
    for letter in wanted:
        found = text.find(letter, at)
        if found < 0:
            return None
        run = run + 1 if found == at and at else 0
        starts_word = found == 0 or not text[found - 1].isalnum()
        score += 1 + run + (2 if starts_word else 0)
        at = found + 1
    return score - len(text) / 1000


def ranked(typed: str, commands: Sequence[Command]) -> list[Command]:
    """The commands that `typed` may mean, the best first; all of them for ""."""
    if not typed.strip():
        return list(commands)
    scored = [(match(typed, command.title), number) for number, command in enumerate(commands)]
    found = sorted((-score, number) for score, number in scored if score is not None)
    return [commands[number] for _, number in found]


_WIDTH = 520
_ROW_PX = 34
_MAX_ROWS = 10


class CommandPalette(ListPopup):
    """All commands, those first that fit best to what is typed."""

    def __init__(self, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, width=_WIDTH, row_px=_ROW_PX, max_rows=_MAX_ROWS)
        self.field.textChanged.connect(self._refresh)
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
    title = QLabel(command.title)
    title.setTextFormat(Qt.TextFormat.PlainText)
    layout = hbox((title, 1), on=row, margins=(S3, 0, S3, 0))
    if command.keys:
        keys = QLabel(key_words(command.keys[0]))
        keys.setProperty("role", "key")
        layout.addWidget(keys, 0, Qt.AlignmentFlag.AlignVCenter)
    return row
