"""An empty state whose icon, sentence and button change with what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from assay_desktop.theme import Theme


class StatePanel(QWidget):
    """Holds one `EmptyState` at a time."""

    action_requested = Signal(str)  # the text of the button that was pressed

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[str, str, str, str] | None = None
        self._state: EmptyState | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def show_message(self, icon: str, sentence: str, *, action: str = "", second: str = "") -> None:
        """`icon` is a Phosphor glyph's name; `action` the primary button, `second` one beside it."""
        wanted = (icon, sentence, action, second)
        if wanted == self._shown:
            return
        self._shown = wanted
        if self._state is not None:
            self._column.removeWidget(self._state)
            self._state.hide()
            self._state.deleteLater()
        self._state = EmptyState(self._theme, icon=icon, sentence=sentence, primary=action, secondary=second)
        self._state.primary_clicked.connect(lambda: self.action_requested.emit(action))
        self._state.secondary_clicked.connect(lambda: self.action_requested.emit(second))
        self._column.addWidget(self._state)
        self._state.show()  # a layout shows what it is given one turn later: a frame without words
