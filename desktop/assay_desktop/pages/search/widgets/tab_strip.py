"""Tabs above what they hold: elided, closed by their button or the middle key, moved by the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QTabBar, QToolButton

from assay_desktop.widgets.icons import icon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent

    from assay_desktop.theme import Theme

WIDEST_PX: Final = 220
NARROWEST_PX: Final = 96
_BUTTON_PX: Final = 18


class TabStrip(QTabBar):
    """Shows what it is told and says what the user wants; a single tab needs no strip."""

    chosen = Signal(int)
    close_wanted = Signal(int)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._telling = True
        self.setAccessibleName(name)
        self.setProperty("kind", "strip")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.currentChanged.connect(self._tell)
        theme.changed.connect(self._paint_buttons)
        self.hide()

    def show_tabs(self, titles: Sequence[str], at: int) -> None:
        """Shows these tabs and says nothing of it."""
        self._telling = False
        while self.count() > len(titles):
            self.removeTab(self.count() - 1)
        for place, title in enumerate(titles):
            if place == self.count():
                self.addTab("")
                self.setTabButton(place, QTabBar.ButtonPosition.RightSide, self._button())
            shown = title.replace("&", "&&")  # else it would underline a letter
            if self.tabText(place) != shown:
                self.setTabText(place, shown)
                self.setTabToolTip(place, title)
                self.setAccessibleTabName(place, title)
        self.setCurrentIndex(at)
        self._telling = True
        self.setVisible(len(titles) > 1)

    def tabSizeHint(self, index: int) -> QSize:
        """As wide as its title, within limits; many share the room there is."""
        wanted = super().tabSizeHint(index)
        room = self.width() // max(1, self.count())
        return QSize(
            max(NARROWEST_PX, min(wanted.width(), WIDEST_PX, max(room, NARROWEST_PX))), wanted.height()
        )

    def minimumTabSizeHint(self, index: int) -> QSize:
        return QSize(NARROWEST_PX, super().minimumTabSizeHint(index).height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and at >= 0:
            self.close_wanted.emit(at)
        else:
            super().mouseReleaseEvent(event)

    def _tell(self, at: int) -> None:
        if self._telling and at >= 0:
            self.chosen.emit(at)

    def _button(self) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setFixedSize(QSize(_BUTTON_PX, _BUTTON_PX))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+W closes the tab that has the focus
        button.setToolTip(self.tr("Close this search"))
        button.setAccessibleName(self.tr("Close this search"))
        button.setIcon(icon("x", self._theme.color("muted")))
        button.clicked.connect(lambda: self.close_wanted.emit(self._place_of(button)))
        return button

    def _place_of(self, button: QToolButton) -> int:
        side = QTabBar.ButtonPosition.RightSide
        return next(at for at in range(self.count()) if self.tabButton(at, side) is button)

    def _paint_buttons(self) -> None:
        for at in range(self.count()):
            button = self.tabButton(at, QTabBar.ButtonPosition.RightSide)
            if isinstance(button, QToolButton):
                button.setIcon(icon("x", self._theme.color("muted")))
