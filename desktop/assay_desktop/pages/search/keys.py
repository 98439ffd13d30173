"""The keys of the search page. Single letters rest while a text field has the focus: it takes them first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.pages.search.page import SearchPage


def bind_keys(page: SearchPage) -> None:
    """Keys work while the focus is anywhere in the page."""
    keys: dict[str, Callable[[], None]] = {
        "Ctrl+F": page.focus_search,
        "/": page.focus_search,
        "J": page.advance,
        "K": lambda: page.advance(-1),
        "Ctrl+M": page.want_similar,
        "Ctrl+Shift+M": page.want_seed,
        "+": page.want_seed,
        "-": lambda: page.want_seed(-1),
        "Ctrl+Shift+C": page.want_citation,
        "Ctrl+Z": page.undo_wanted.emit,
        "Ctrl+Shift+Z": page.redo_wanted.emit,
    }
    for grade in range(3):
        keys[str(grade)] = lambda grade=grade: page.grade(grade)  # type: ignore[misc]  # bound per turn
    for key, act in keys.items():
        shortcut = QShortcut(QKeySequence(key), page)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)
