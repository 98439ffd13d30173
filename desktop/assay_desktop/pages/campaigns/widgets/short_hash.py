"""A hash as its first characters, whole in the tooltip, with a button that copies it whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from assay_desktop.theme import S1
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from assay_desktop.theme import Theme

SHOWN = 10
"""Characters of a hash that are shown: enough to tell two apart by eye."""


class ShortHash(QWidget):
    """`name` says what the hash is of."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme, self._name, self._hash = theme, name, ""
        self._text = label(role="mono")
        self._copy = QToolButton()
        self._copy.setIconSize(QSize(14, 14))
        self._copy.setToolTip(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy {0}").format(name))
        self._copy.clicked.connect(self.copy)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S1)
        row.addWidget(self._text)
        row.addWidget(self._copy)
        row.addStretch(1)
        theme.changed.connect(self._paint)
        self._paint()

    def show_hash(self, value: str) -> None:
        self._hash = value
        self._text.setText(value[:SHOWN] + ("…" if len(value) > SHOWN else ""))
        self._text.setToolTip(value)
        self._text.setAccessibleName(f"{self._name}: {value}")
        self.setVisible(bool(value))

    def copy(self) -> None:
        """The whole hash, to the clipboard."""
        QGuiApplication.clipboard().setText(self._hash)

    def _paint(self) -> None:
        self._copy.setIcon(icon("copy", self._theme.color("muted")))
