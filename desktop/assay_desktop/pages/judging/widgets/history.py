"""The panel of what the assessor said last: search it, and go back to a pair to change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QPushButton, QVBoxLayout

from assay_desktop.pages.judging.delegate import HistoryDelegate
from assay_desktop.pages.judging.history_model import HistoryModel
from assay_desktop.theme import S1, S2, S3, S4, Theme
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.pages.judging.history import PastPair

_WIDTH = 340
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}


class HistoryField(QLineEdit):
    """The focus stays here: arrows move the choice below, so that no digit grades a pair by accident."""

    stepped = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class HistoryPanel(QFrame):
    """Shows only what it is given, and it is given one assessor's own."""

    searched = Signal(str)
    pair_chosen = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(260)
        self._model = HistoryModel(self)
        self._field = HistoryField()
        self._field.setPlaceholderText(self.tr("Search query, title or note"))
        self._field.setAccessibleName(self.tr("Search your judgements"))
        self._field.textChanged.connect(self.searched)
        self._field.stepped.connect(self._step)
        self._field.left.connect(self.closed)
        self._field.returnPressed.connect(self._choose)
        self._rows = QListView()
        self._rows.setModel(self._model)
        self._rows.setItemDelegate(HistoryDelegate(theme, self._rows))
        self._rows.setAccessibleName(self.tr("Your judgements, the latest first"))
        self._rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._rows.setMouseTracking(True)
        self._rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rows.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._rows.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._rows.clicked.connect(self._go)
        theme.changed.connect(self._rows.viewport().update)
        self._nothing = label(role="muted", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()

    def _lay_out(self) -> None:
        close = QPushButton(self.tr("close"))
        close.setProperty("kind", "link")
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setSpacing(S1)
        head.addWidget(label(self.tr("Your judgements"), "section"))
        head.addStretch(1)
        head.addWidget(close)
        head.addWidget(label("Esc", "key"))
        column = QVBoxLayout(self)
        column.setContentsMargins(S4, S4, S2, S2)
        column.setSpacing(S3)
        head.setContentsMargins(0, 0, S2, 0)
        column.addLayout(head)
        field = QHBoxLayout()
        field.setContentsMargins(0, 0, S2, 0)
        field.addWidget(self._field)
        column.addLayout(field)
        column.addWidget(self._rows, 1)
        column.addWidget(self._nothing, 1)
        hint = label(
            self.tr("Enter goes back to a pair; a grade there replaces the one before."), "caption", wrap=True
        )
        hint.setContentsMargins(0, 0, S2, S1)
        column.addWidget(hint)

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 400)

    @property
    def text(self) -> str:
        return self._field.text()

    def take_focus(self) -> None:
        self._field.setFocus()
        self._field.selectAll()

    def show_past(self, past: Sequence[PastPair]) -> None:
        """The row that was chosen stays chosen, if it is still there."""
        chosen = self._model.at(self._rows.currentIndex().row())
        self._model.show(past)
        pairs = [each.pair for each in past]
        row = pairs.index(chosen.pair) if chosen is not None and chosen.pair in pairs else 0
        self._rows.setCurrentIndex(self._model.index(row))
        self._rows.setVisible(bool(past))
        self._nothing.setVisible(not past)
        self._nothing.setText(
            self.tr("Nothing you judged has “{0}” in its query, title or note.").format(self.text)
            if self.text.strip()
            else self.tr("You have judged nothing here yet.")
        )

    def _step(self, step: int) -> None:
        last = self._model.rowCount() - 1
        row = min(max(self._rows.currentIndex().row() + step, 0), max(last, 0))
        self._rows.setCurrentIndex(self._model.index(row))

    def _choose(self) -> None:
        self._go(self._rows.currentIndex())

    def _go(self, index: QModelIndex) -> None:
        past = self._model.at(index.row())
        if past is not None:
            self.pair_chosen.emit(past.pair)
