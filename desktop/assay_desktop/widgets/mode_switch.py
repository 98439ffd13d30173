"""A row of words of which one is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from assay_desktop.theme import S1, Theme

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping


class ModeSwitch(QWidget):
    """Chooses one of `choices`: value -> (word, what it means)."""

    chosen = Signal(object)  # the value

    def __init__(self, theme: Theme, choices: Mapping[Hashable, tuple[str, str]]) -> None:
        super().__init__()
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S1)
        group = QButtonGroup(self)
        group.setExclusive(True)
        self._buttons: dict[Hashable, QToolButton] = {}
        for value, (word, meaning) in choices.items():
            button = QToolButton()
            button.setText(word)
            button.setCheckable(True)
            button.setToolTip(meaning)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, value=value: self.chosen.emit(value))
            group.addButton(button)
            row.addWidget(button)
            self._buttons[value] = button
        self._dress()
        theme.changed.connect(self._dress)

    def choose(self, value: Hashable) -> None:
        """Marks `value` as chosen without saying `chosen`."""
        if value in self._buttons:
            self._buttons[value].setChecked(True)

    def _dress(self) -> None:
        palette = self._theme.palette
        self.setStyleSheet(
            f"QToolButton {{ color: {palette.muted}; font-size: 13px; padding: 3px 7px; }}"
            f"QToolButton:hover {{ color: {palette.text}; }}"
            f"QToolButton:checked {{ color: {palette.accent}; font-weight: 600; background: transparent; }}"
        )
