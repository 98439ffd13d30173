"""The search box: chips for the papers that the search starts from, and the text after them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton

from assay_desktop.theme import RADIUS, S1, S2, S3, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence


class SeedLike(Protocol):
    """What a chip shows of a seed paper."""

    @property
    def doc_id(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def sign(self) -> int: ...


class Chip(QFrame):
    """One seed. Its sign flips by a click or + and -; x, Delete and Backspace remove it."""

    flip_wanted = Signal(str)  # doc_id
    removal_wanted = Signal(str)  # doc_id

    def __init__(self, theme: Theme, seed: SeedLike) -> None:
        super().__init__()
        self._theme, self._seed = theme, seed
        towards = seed.sign > 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(seed.title)
        self.setAccessibleName(
            (self.tr("seed paper, like {0}") if towards else self.tr("seed paper, unlike {0}")).format(
                seed.title
            )
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(S2, 2, S1, 2)
        row.setSpacing(S1)
        self._sign = QToolButton()
        self._sign.setText("+" if towards else "−")
        self._sign.setAccessibleName(self.tr("turn the sign round"))
        self._sign.setToolTip(self.tr("More like this paper") if towards else self.tr("Less like this paper"))
        self._sign.clicked.connect(lambda: self.flip_wanted.emit(seed.doc_id))
        label = QLabel(seed.label)
        remove = QToolButton()
        remove.setText("×")
        remove.setAccessibleName(self.tr("remove {0}").format(seed.label))
        remove.setToolTip(self.tr("Remove"))
        remove.clicked.connect(lambda: self.removal_wanted.emit(seed.doc_id))
        for button in (self._sign, remove):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setFixedSize(QSize(16, 20))
        for widget in (self._sign, label, remove):
            row.addWidget(widget)
        self._dress()
        theme.changed.connect(self._dress)

    @property
    def doc_id(self) -> str:
        return self._seed.doc_id

    def _dress(self) -> None:
        palette = self._theme.palette
        sign = palette.accent if self._seed.sign > 0 else palette.danger
        small = "border: none; padding: 0; background: transparent;"
        self.setStyleSheet(
            f"QToolButton {{ {small} color: {palette.muted}; font-size: 14px; }}"
            f"QToolButton:hover {{ color: {palette.text}; }}"
        )
        self._sign.setStyleSheet(
            f"QToolButton {{ {small} color: {sign}; font-weight: 600; font-size: 14px; }}"
        )
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removal_wanted.emit(self._seed.doc_id)
        elif event.text() == ("-" if self._seed.sign > 0 else "+"):
            self.flip_wanted.emit(self._seed.doc_id)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        width = 2.0 if focused else 1.0
        painter.setPen(QPen(self._theme.color("accent" if focused else "line"), width))
        painter.setBrush(self._theme.color("panel"))
        inset = width / 2
        box = self.rect().toRectF().adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(box, RADIUS, RADIUS)


class SearchBox(QFrame):
    """Chips, then text. The whole frame shows the focus of its field."""

    text_edited = Signal(str)
    submitted = Signal()
    seed_flipped = Signal(str)
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

    def show_text(self, text: str) -> None:
        if self.field.text() != text:
            self.field.blockSignals(True)
            self.field.setText(text)
            self.field.setCursorPosition(0)  # the beginning of a long text says more than its end
            self.field.blockSignals(False)

    def show_seeds(self, seeds: Sequence[SeedLike]) -> None:
        had_focus = any(chip.hasFocus() for chip in self._chips)
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [Chip(self._theme, seed) for seed in seeds]
        for place, chip in enumerate(self._chips):
            chip.flip_wanted.connect(self.seed_flipped)
            chip.removal_wanted.connect(self.seed_removed)
            self._row.insertWidget(place, chip)
        if had_focus:
            self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Backspace in the empty field takes the last chip away; Down leaves for the results."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self.update()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Backspace and not self.field.text() and self._chips:
                self.seed_removed.emit(self._chips[-1].doc_id)
                return True
            if event.key() == Qt.Key.Key_Down:
                self.left_downwards.emit()
                return True
        return super().eventFilter(watched, event)

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
