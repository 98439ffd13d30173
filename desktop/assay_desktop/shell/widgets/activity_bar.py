"""The column of pages at the left: icon and small label, the present one marked by a line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QSizePolicy

from assay_desktop.theme import S1, S2, Theme, body_font, scaled
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import pixmap

WIDTH = 56
_BUTTON_HEIGHT = 54
_ICON_PX = 20
_LINE_PX = 2
_LABEL_PX = 10


class ActivityBar(QFrame):
    """Buttons from top to bottom; the last one stands at the foot."""

    page_chosen = Signal(str)  # the page's key

    def __init__(self, theme: Theme, entries: Sequence[tuple[str, str, str]]) -> None:
        """`entries` are (key, label, icon)."""
        super().__init__()
        self.setProperty("role", "activity-bar")
        self._texts = [text for _, text, _ in entries]
        self._fit()
        theme.changed.connect(self._fit)
        self._buttons: dict[str, _ActivityButton] = {}
        group = QButtonGroup(self)
        column = vbox(on=self, gap=0, margins=(0, S2, 1, S2))
        for key, text, icon in entries:
            if key == entries[-1][0]:
                column.addStretch(1)
            button = _ActivityButton(theme, text, icon)
            hint(button, f"{text} ({{0}})", f"go.{key}")
            button.clicked.connect(lambda _checked=False, chosen=key: self.page_chosen.emit(chosen))
            group.addButton(button)
            column.addWidget(button)
            self._buttons[key] = button

    def _fit(self) -> None:
        self.setFixedWidth(_width(self._texts))

    def mark(self, key: str) -> None:
        """Mark the page that is shown."""
        self._buttons[key].setChecked(True)


class _ActivityButton(QAbstractButton):
    def __init__(self, theme: Theme, text: str, icon: str) -> None:
        super().__init__()
        self._theme = theme
        self._icon_name = icon
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(_width([self.text()]), _BUTTON_HEIGHT + scaled(_ICON_PX + 16) - _ICON_PX - 16)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = "accent" if self.isChecked() else "text" if self.underMouse() else "muted"
        if self.isChecked():
            painter.fillRect(QRect(0, 4, _LINE_PX, self.height() - 8), self._theme.color("accent"))
        image = pixmap(self._icon_name, self._theme.color(color), _ICON_PX)
        side = scaled(_ICON_PX)
        painter.drawPixmap((self.width() - side) // 2, 8, image)
        painter.setFont(body_font(_LABEL_PX))
        painter.setPen(self._theme.color(color))
        painter.drawText(
            QRect(0, side + 11, self.width(), scaled(16)), Qt.AlignmentFlag.AlignCenter, self.text()
        )
        if self.hasFocus():
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.drawRoundedRect(self.rect().adjusted(3, 3, -3, -3), 6, 6)
        painter.end()


def _width(texts: list[str]) -> int:
    """Return in pixels what the longest word needs, with a little air; languages differ in it."""
    metrics = QFontMetrics(body_font(_LABEL_PX))
    return max([WIDTH, *(metrics.horizontalAdvance(text) + 2 * S1 for text in texts)])
