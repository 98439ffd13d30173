"""A row of words of which one is chosen."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from assay_desktop.theme import BODY_PX, S2, Theme, body_font
from assay_desktop.widgets.boxes import hbox


class ModeSwitch(QWidget):
    """Chooses one of `choices`: value -> (word, what it means)."""

    chosen = Signal(object)  # the value

    def __init__(self, theme: Theme, choices: Mapping[Hashable, tuple[str, str]]) -> None:
        super().__init__()
        self._theme = theme
        row = hbox(on=self, gap=S2)
        group = QButtonGroup(self)
        group.setExclusive(True)
        self._buttons: dict[Hashable, QPushButton] = {}
        for value, (word, meaning) in choices.items():
            button = QPushButton()
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
        """Mark `value` as chosen without saying `chosen`."""
        if value in self._buttons:
            self._buttons[value].setChecked(True)

    def _dress(self) -> None:
        palette = self._theme.palette
        self.setStyleSheet(
            f"QPushButton {{ color: {palette.muted}; background: transparent; border: none;"
            f" border-bottom: 1px solid transparent; border-radius: 0; padding: 2px 0; margin-right: 6px;"
            f" text-align: left; }}"
            f"QPushButton:hover {{ color: {palette.text}; }}"
            f"QPushButton:checked {{ color: {palette.accent}; font-weight: 600; }}"
            f"QPushButton:focus {{ border-bottom: 1px solid {palette.accent}; }}"
        )
        for button in self._buttons.values():  # the chosen word is bolder than when its room was measured
            bold = QFontMetrics(body_font(BODY_PX, QFont.Weight.DemiBold))
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + S2)
