"""The keys of the judging page. Letters and digits rest while a note is written: it takes them first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

from assay.types import GRADES, JudgementState

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.pages.judging.page import JudgingPage


def bind_keys(page: JudgingPage) -> None:
    """Keys work while the focus is anywhere in the page."""
    keys: dict[str, Callable[[], None]] = {
        "U": lambda: page.state_given.emit(JudgementState.UNSURE),
        "S": lambda: page.state_given.emit(JudgementState.LATER),
        "X": lambda: page.state_given.emit(JudgementState.UNREADABLE),
        "N": page.edit_note,
        "G": page.toggle_guideline,
        "Ctrl+H": page.toggle_history,
        "PgDown": lambda: page.scroll_paper(1),
        "PgUp": lambda: page.scroll_paper(-1),
        "Ctrl+Z": page.undo_wanted.emit,
        "Ctrl+Shift+Z": page.redo_wanted.emit,
    }
    for step, names in ((1, ("J", "Right")), (-1, ("K", "Left"))):
        for name in names:
            keys[name] = lambda step=step: page.browse_wanted.emit(step)  # type: ignore[misc]  # bound per turn
    for grade in GRADES:
        keys[str(grade)] = lambda grade=grade: page.grade_given.emit(grade)  # type: ignore[misc]  # bound per turn
    for key, act in keys.items():
        shortcut = QShortcut(QKeySequence(key), page)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setAutoRepeat(False)  # a key held down must not grade twenty papers
        shortcut.activated.connect(act)
