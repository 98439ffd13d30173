"""The search box: chips for what the search starts from, and the text after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from assay_desktop.pages.search.widgets.chip import Chip
from assay_desktop.theme import RADIUS, S2, S3, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.pages.search.widgets.chip import ChipLike


class SearchBox(QFrame):
    """Chips, then text. The whole frame shows the focus of its field."""

    text_edited = Signal(str)
    submitted = Signal()
    seed_flipped = Signal(str)  # key of a chip
    seed_weighed = Signal(str, float)
    seed_removed = Signal(str)
    left_downwards = Signal()  # the arrow key that goes on to the results

    def __init__(self, theme: Theme, placeholder: str) -> None:
        super().__init__()
        self._theme = theme
        self._chips: list[Chip] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(40)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(S3, 6, S2, 6)
        self._row.setSpacing(S2)
        self.field = QLineEdit(placeholderText=placeholder)
        self.field.setProperty("bare", True)
        self.field.setAccessibleName(self.tr("Search"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(120)
        self.field.textEdited.connect(self.text_edited)
        self.field.textChanged.connect(self._notice_clearing)
        self.field.returnPressed.connect(self.submitted)
        self.field.installEventFilter(self)
        self._row.addWidget(self.field, 1)
        self.setFocusProxy(self.field)
        theme.changed.connect(self.update)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """From left to right."""
        return tuple(self._chips)

    def show_text(self, text: str) -> None:
        if self.field.text() != text:
            self.field.blockSignals(True)
            self.field.setText(text)
            self.field.setCursorPosition(0)  # the beginning of a long text says more than its end
            self.field.blockSignals(False)

    def show_seeds(self, seeds: Sequence[ChipLike]) -> None:
        """The chips in this order. One that keeps its place keeps the focus too."""
        if [chip.key for chip in self._chips] == [seed.key for seed in seeds]:
            for chip, seed in zip(self._chips, seeds, strict=True):
                chip.show_chip(seed)
            return
        focused = next((chip.key for chip in self._chips if chip.hasFocus()), None)
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [Chip(self._theme, seed) for seed in seeds]
        before: QWidget | None = None
        for place, chip in enumerate(self._chips):
            chip.flip_wanted.connect(self.seed_flipped)
            chip.weight_wanted.connect(self.seed_weighed)
            chip.removal_wanted.connect(self.seed_removed)
            chip.left.connect(self._go_beside)
            self._row.insertWidget(place, chip)
            if before is not None:
                self.setTabOrder(before, chip)
            before = chip
        if before is not None:
            self.setTabOrder(before, self.field)
        if focused is not None:
            next((chip for chip in self._chips if chip.key == focused), self.field).setFocus()

    def _go_beside(self, key: str, step: int) -> None:
        """To the chip before or behind, and behind the last one to the text."""
        at = next(place for place, chip in enumerate(self._chips) if chip.key == key) + step
        if at >= 0:
            [*self._chips, self.field][at].setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Backspace in the empty field takes the last chip away; Left goes to it, Down to the results."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.update()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Backspace and not self.field.text() and self._chips:
                self.seed_removed.emit(self._chips[-1].key)
                return True
            if event.key() == Qt.Key.Key_Left and self._chips and self._is_at_start():
                self._chips[-1].setFocus()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.left_downwards.emit()
                return True
        return super().eventFilter(watched, event)

    def _is_at_start(self) -> bool:
        return not self.field.cursorPosition() and not self.field.hasSelectedText()

    def _notice_clearing(self, text: str) -> None:
        if not text:  # the clear button edits without saying textEdited
            self.text_edited.emit("")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.field.hasFocus()
        width = 1.5 if focused else 1.0
        painter.setPen(QPen(self._theme.color("accent" if focused else "faint"), width))
        painter.setBrush(self._theme.color("panel"))
        inset = width / 2
        box = self.rect().toRectF().adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(box, RADIUS, RADIUS)
