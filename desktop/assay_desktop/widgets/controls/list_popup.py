"""A field over a list: a few letters, Up and Down, Enter. The palette and the pickers of names are such."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListWidget, QWidget

from assay_desktop.theme import S1, S2
from assay_desktop.widgets.boxes import vbox


class ListPopup(QDialog):
    """Opens over the upper third of its parent; Escape closes it. It tells what is typed, and Enter.

    `width`, `row_px` and `max_rows` are what it may take; the list grows and shrinks within them.
    """

    taken = Signal()  # Enter, or a click on a row

    def __init__(self, parent: QWidget, *, width: int, row_px: int, max_rows: int) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._row_px, self._max_rows = row_px, max_rows
        self.field = QLineEdit()
        self.field.returnPressed.connect(self.taken)
        self.field.installEventFilter(self)
        self.rows = QListWidget()
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.itemClicked.connect(lambda _item: self.taken.emit())
        frame = QFrame()
        frame.setProperty("role", "raised")
        self._inner = vbox(self.field, self.rows, on=frame, gap=S2, margins=(S2, S2, S2, S2))
        vbox(frame, on=self)
        self.setFixedWidth(width)

    def open_over(self, host: QWidget) -> None:
        """Show it centred near the top of `host`."""
        corner = host.mapToGlobal(host.rect().topLeft())
        self.move(corner.x() + (host.width() - self.width()) // 2, corner.y() + host.height() // 8)
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

    def _fit(self) -> None:
        """Choose the first row and take the height of those that there are."""
        self.rows.setCurrentRow(0)
        self.rows.setFixedHeight(self._row_px * max(1, min(self.rows.count(), self._max_rows)) + S1)
        self.adjustSize()
