"""Ctrl+Shift+P: type a few letters of what you want, press Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidgetItem, QWidget

from assay_desktop.keys import Keys, key_words
from assay_desktop.shell.palette_search import Found
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.boxes import hbox
from assay_desktop.widgets.controls.list_popup import ListPopup
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label


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


_WIDTH = 560
_ROW_PX = 34
_MAX_ROWS = 12


class CommandPalette(ListPopup):
    """Commands, settings and what the library has: those first that fit best, recent ones before all.

    Last comes a search for what is typed, which Enter begins where nothing else fits.
    """

    find_requested = Signal(str)  # what is typed: `show_found` shows what fits
    chosen = Signal(object)  # Found

    def __init__(
        self,
        commands: Sequence[Command],
        parent: QWidget,
        *,
        sections: Sequence[Found] = (),
        recent: Sequence[Found] = (),
    ) -> None:
        super().__init__(parent, width=_WIDTH, row_px=_ROW_PX, max_rows=_MAX_ROWS)
        self._commands = {command.title: command for command in commands}
        self._sections = tuple(sections)
        self._recent = tuple(each for each in recent if each.kind != "command" or each.key in self._commands)
        self._shown: list[Found] = []
        self._answered = False  # whether the library has said what fits
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.field.textChanged.connect(self._refresh)
        self.taken.connect(self._take)
        self.setAccessibleName(self.tr("Command palette"))
        self.field.setPlaceholderText(self.tr("Find a command, a paper, a collection, a query or a setting"))
        self.field.setAccessibleName(self.tr("Command"))
        self.rows.setAccessibleName(self.tr("Commands"))
        self._refresh("")

    def show_found(self, found: Sequence[Found]) -> None:
        """Show what the library has below what is there already; the chosen row stays."""
        row, self._answered = self.rows.currentRow(), True
        self._show([*self._own(self.field.text()), *found])
        if 0 < row < self.rows.count():
            self.rows.setCurrentRow(row)

    def _refresh(self, typed: str) -> None:
        self._answered = False
        self._show(self._own(typed))
        self.find_requested.emit(typed)

    def _own(self, typed: str) -> list[Found]:
        """Return what needs no library: recent ones, commands, sections of the settings."""
        commands = [
            Found("command", each.title, each.title) for each in ranked(typed, list(self._commands.values()))
        ]
        if not typed.strip():
            seen = {(each.kind, each.key) for each in self._recent}
            return [*self._recent, *(each for each in commands if (each.kind, each.key) not in seen)]
        words = typed.casefold().split()
        sections = [each for each in self._sections if all(word in each.title.casefold() for word in words)]
        return [*commands, *sections]

    def _show(self, found: Sequence[Found]) -> None:
        text = " ".join(self.field.text().split())
        search = Found("search", text, self.tr("Search papers for “{0}”").format(text))
        self._shown = [*found, search] if text else list(found)
        self.rows.clear()
        for number, each in enumerate(self._shown):
            item = QListWidgetItem()
            group = self._group(each, is_recent=not self.field.text().strip() and number < len(self._recent))
            words = ", ".join(filter(None, (each.title, group)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            self.rows.addItem(item)
            command = self._commands.get(each.key) if each.kind == "command" else None
            row = _row(each.title, group, command.keys if command is not None else ())
            item.setSizeHint(QSize(1, _ROW_PX))  # as wide as the list
            self.rows.setItemWidget(item, row)
        self._fit()

    def _group(self, found: Found, *, is_recent: bool) -> str:
        """Return what a row is, "" for a command; rows of a kind stand together."""
        words = {
            "paper": " · ".join(filter(None, (found.detail, self.tr("Paper")))),
            "collection": self.tr("Collection"),
            "query": self.tr("Query"),
            "settings": self.tr("Settings"),
            "more": self.tr("Show all"),
            "search": self.tr("No matches") if self._answered and len(self._shown) == 1 else "",
        }
        kind = words.get(found.kind, "")
        return " · ".join(filter(None, (kind, self.tr("Recent") if is_recent else "")))

    def _take(self) -> None:
        row = self.rows.currentRow()
        self.close()
        if not 0 <= row < len(self._shown):
            return
        found = self._shown[row]
        self.chosen.emit(found)
        if found.kind == "command":
            self._commands[found.key].run()


def _row(text: str, group: str, keys: Sequence[str]) -> QWidget:
    row = QWidget()
    title = ElidedLabel("body")
    title.show_text(text)
    layout = hbox((title, 1), on=row, gap=S2, margins=(S3, 0, S3, 0))
    layout.addStretch(0)
    if group:
        layout.addWidget(label(group, "caption"), 0, Qt.AlignmentFlag.AlignVCenter)
    if keys:
        made = QLabel(key_words(keys[0]))
        made.setProperty("role", "key")
        layout.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
    return row
