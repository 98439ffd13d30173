"""A strip above the pages: a sentence and what can be done about it, as links."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from assay_desktop.theme import S2, S3, Theme
from assay_desktop.widgets.icons import pixmap


class NoticeStrip(QFrame):
    """Nothing of it is an error, and nothing in it is pressing."""

    def __init__(self, theme: Theme, text: str, actions: Sequence[tuple[str, Callable[[], object]]]) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "notice")
        self._icon = QLabel()
        self._text = QLabel(text)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(S3, S2, S3, S2)
        row.setSpacing(S2)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        self.buttons = [self._button(name, act) for name, act in actions]
        for button in self.buttons:
            row.addWidget(button)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    @property
    def text(self) -> str:
        return self._text.text()

    def _button(self, name: str, act: Callable[[], object]) -> QPushButton:
        made = QPushButton(name)
        made.setProperty("kind", "link")
        made.clicked.connect(lambda _checked=False: act())
        return made

    def _paint_icon(self) -> None:
        self._icon.setPixmap(pixmap("info", self._theme.color("accent"), 16))
