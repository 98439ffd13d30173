"""A quiet button that says what is chosen and opens a menu of what else there is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import BODY_PX, RADIUS, S1, S2, Theme, body_font, scaled
from assay_desktop.widgets.icons import pixmap

_CARET_PX = 16
_HEIGHT, _TEXT_PX = 30, 22
_LEAST_WIDTH = 72


class MenuButton(QAbstractButton):
    """The text elides where room is short. Choosing emits the entry's value; the menu closing `closed`."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, name: str, *, strong: bool = False, most: int = 320) -> None:
        """`name` is what assistive tools call it; `most` its greatest width in pixels."""
        super().__init__()
        self._theme, self._name, self._most, self._strong = theme, name, most, strong
        self._menu = QMenu(self)
        self.closed = self._menu.aboutToHide
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open_menu)
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def show_entries(self, entries: Sequence[tuple[str, object, bool]], chosen: object) -> None:
        """Offer `entries`: (text, value, can be chosen); ("", None, False) is a line between them."""
        self._menu.clear()
        group = QActionGroup(self._menu)
        for text, value, enabled in entries:
            if not text:
                self._menu.addSeparator()
                continue
            action = QAction(text.replace("&", "&&"), self._menu)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked=False, value=value: self.chosen.emit(value))
            if value == chosen:
                action.setCheckable(True)
                action.setChecked(True)
                group.addAction(action)
            self._menu.addAction(action)

    def show_text(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(f"{self._name}: {text}")
        self.setToolTip(escape_markup(f"{self._name}: {text}"))
        self.updateGeometry()
        self.update()

    def open_menu(self) -> None:
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def actions_shown(self) -> list[QAction]:
        """Return what the menu offers, lines left out."""
        return [action for action in self._menu.actions() if not action.isSeparator()]

    @property
    def _font(self) -> QFont:
        return body_font(BODY_PX, QFont.Weight.DemiBold if self._strong else QFont.Weight.Normal)

    def sizeHint(self) -> QSize:
        wide = QFontMetrics(self._font).horizontalAdvance(self.text()) + scaled(_CARET_PX) + S1 + 2 * S2 + 2
        return QSize(min(wide, scaled(self._most)), max(_HEIGHT, scaled(_TEXT_PX)))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST_WIDTH, self.sizeHint().width()), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(1, 1, -1, -1)
        painter.setPen(QPen(self._theme.color("accent"), 1.5) if self.hasFocus() else Qt.PenStyle.NoPen)
        hovered = self.underMouse() or self._menu.isVisible()
        painter.setBrush(self._theme.color("hover") if hovered else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.setFont(self._font)
        painter.setPen(self._theme.color("text"))
        side = scaled(_CARET_PX)
        room = QRect(S2, 0, self.width() - side - S1 - 2 * S2, self.height())
        metrics = QFontMetrics(self._font)
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width() + 2)
        painter.drawText(room.adjusted(0, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, text)
        caret = pixmap("caret-down", self._theme.color("muted"), _CARET_PX)
        left = room.left() + min(metrics.horizontalAdvance(text), room.width()) + S1
        painter.drawPixmap(left, (self.height() - side) // 2, caret)
