"""Asks for a name: one of those that there are, or a new one. A few letters and Enter will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from assay_desktop.theme import S1, S2
from assay_desktop.verbatim import verbatim
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH = 420
_ROW_PX = 30
_MAX_ROWS = 9


class NamePicker(QDialog):
    """Opens over the upper third of its parent; Escape closes it.

    `new` is what making a new one is called, such as "New tag “{0}”"; "" where none can be made.
    """

    picked = Signal(str)

    def __init__(
        self, title: str, names: Sequence[str], parent: QWidget, *, new: str, text: str = ""
    ) -> None:
        """`text` stands in the field at first."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._names, self._new = tuple(names), new
        self.setAccessibleName(title)
        self.field = QLineEdit(text)
        self.field.setAccessibleName(title)
        self.field.setPlaceholderText(
            self.tr("A few letters, or a new name") if new else self.tr("A few letters of its name")
        )
        self.field.textChanged.connect(self._refresh)
        self.field.returnPressed.connect(self._pick)
        self.field.installEventFilter(self)
        self.rows = QListWidget()
        self.rows.setAccessibleName(self.tr("Names"))
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the end of a path tells it apart
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.itemClicked.connect(self._pick)
        frame = QFrame()
        frame.setProperty("role", "raised")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(S2, S2, S2, S2)
        inner.setSpacing(S2)
        inner.addWidget(label(title, "section"))
        inner.addWidget(self.field)
        inner.addWidget(self.rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(frame)
        self.setFixedWidth(_WIDTH)
        self.field.selectAll()
        self._refresh(text)

    def open_over(self, host: QWidget) -> None:
        """Shows it centred near the top of `host`."""
        corner = host.mapToGlobal(host.rect().topLeft())
        self.move(corner.x() + (host.width() - _WIDTH) // 2, corner.y() + host.height() // 8)
        self.show()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move the choice while the field keeps the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None and self.rows.count():
                self.rows.setCurrentRow((self.rows.currentRow() + step) % self.rows.count())
                return True
        return super().eventFilter(watched, event)

    def _refresh(self, typed: str) -> None:
        wanted = " ".join(typed.split())
        letters = wanted.casefold()
        found = [name for name in self._names if letters in name.casefold()]
        found.sort(key=lambda name: not name.casefold().startswith(letters))
        self.rows.clear()
        for name in found:
            self._add(name, name)
        if wanted and self._new and all(name.casefold() != letters for name in self._names):
            self._add(self._new.format(wanted), wanted)
        self.rows.setCurrentRow(0)
        self.rows.setVisible(self.rows.count() > 0)
        self.rows.setFixedHeight(_ROW_PX * max(1, min(self.rows.count(), _MAX_ROWS)) + S1)
        self.adjustSize()

    def _add(self, text: str, name: str) -> None:
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setToolTip(verbatim(text))
        item.setSizeHint(QSize(0, _ROW_PX))  # as wide as the list: what is longer is cut
        self.rows.addItem(item)

    def _pick(self) -> None:
        item = self.rows.currentItem()
        if item is not None:
            self.picked.emit(item.data(Qt.ItemDataRole.UserRole))
            self.close()
