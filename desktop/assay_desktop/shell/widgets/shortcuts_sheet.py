"""F1 or ?: every key on one sheet."""

from __future__ import annotations

from itertools import combinations, pairwise

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from assay_desktop.keys import Keys, key_words
from assay_desktop.theme import S2, S3, S4, S6, S8
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.form_dialog import WalkedDialog
from assay_desktop.widgets.section import button

_COLUMNS = 2
_MOST = QSize(1160, 540)  # of the columns; what is more is scrolled to
_HEADING_ROWS = 2  # what a heading with the room above it takes


class ShortcutsSheet(WalkedDialog):
    """The window's commands first, then the keys of single pages, in columns of about one height."""

    def __init__(self, keys: Keys, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        groups: dict[str, list[tuple[str, str]]] = {}
        for action in keys.actions():
            if keys.of(action.name):
                groups.setdefault(action.group, []).append((key_words(*keys.of(action.name)), action.title))
        body = QWidget()
        columns = hbox(on=body, gap=S8, margins=(0, 0, S4, 0))
        for part in _columns(groups):
            columns.addLayout(_column(part))
        note = QLabel(self.tr("Single-letter shortcuts are off while you type in a field."))
        note.setProperty("role", "caption")
        close = button(self.tr("Close"), self.close)
        title = QLabel(self.tr("Keyboard shortcuts"))
        title.setProperty("role", "page-title")
        vbox(
            title,
            _scrolled(body, self.tr("Keyboard shortcuts")),
            hbox((note, 1), close),
            on=self,
            gap=S4,
            margins=(S6, S6, S6, S6),
        )


def _scrolled(body: QWidget, name: str) -> QScrollArea:
    """Make it as large as its content where a small screen has the room."""
    area = QScrollArea()
    area.setAccessibleName(name)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(body)
    area.viewport().setAutoFillBackground(False)
    body.setAutoFillBackground(False)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    room = QSize(area.verticalScrollBar().sizeHint().width(), 0)
    area.setMinimumSize((body.sizeHint() + room).boundedTo(_MOST))
    return area


def _columns(groups: dict[str, list[tuple[str, str]]]) -> list[dict[str, list[tuple[str, str]]]]:
    """The groups in their order, parted where the longest column is shortest."""
    names = list(groups)
    heights = [len(groups[name]) + _HEADING_ROWS for name in names]

    def longest(cuts: tuple[int, ...]) -> int:
        return max(sum(heights[start:end]) for start, end in pairwise((0, *cuts, len(names))))

    cuts = min(combinations(range(1, len(names)), _COLUMNS - 1), key=longest)
    parts = pairwise((0, *cuts, len(names)))
    return [{name: groups[name] for name in names[start:end]} for start, end in parts]


def _column(groups: dict[str, list[tuple[str, str]]]) -> QVBoxLayout:
    """Return one grid for all groups, so that what the keys do stands in one line."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(S4)
    grid.setVerticalSpacing(S2)
    row = 0
    for heading, rows in groups.items():
        title = QLabel(heading)
        title.setProperty("role", "section")
        title.setContentsMargins(0, S3 if row else 0, 0, 0)
        grid.addWidget(title, row, 0, 1, 2)
        for keys, what in rows:
            row += 1
            grid.addLayout(_keys(keys), row, 0)
            grid.addWidget(QLabel(what), row, 1)
        row += 1
    grid.setColumnStretch(1, 1)
    return vbox(grid, STRETCH)


def _keys(keys: str) -> QHBoxLayout:
    row = hbox(gap=S2)
    for key in keys.split("  "):
        label = QLabel(key)
        label.setProperty("role", "key")
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignLeft)
    row.addStretch(1)
    return row
