"""The search box: chips for what the search starts from, and the text after them."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QContextMenuEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from assay.items.readable import readable
from assay_desktop.pages.search.model import SeedChip
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import plain
from assay_desktop.theme import RADIUS, S1, S2, S3, Theme, set_px
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.flow_row import FlowRow

WEIGHTS: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
"""What a chip may count, from a quarter to four times as much as one that was just made."""

_NOTCH: Final = 120  # of a wheel, in eighths of a degree
_BAR_PX: Final = 2.0
_WIDEST: Final = 180  # pixels of a label
_HEIGHT: Final = 40
_FIELD_PX: Final = 160


def next_weight(weight: float, steps: int) -> float:
    """Return the weight so many steps up or down; the ends are the ends."""
    nearest = min(range(len(WEIGHTS)), key=lambda at: abs(log2(WEIGHTS[at] / weight)))
    return WEIGHTS[max(0, min(len(WEIGHTS) - 1, nearest + steps))]


class Chip(QFrame):
    """Its sign flips by a click or + and -; wheel, Up, Down and its menu change its weight.

    x, Delete and Backspace remove it; Left and Right lead to its neighbours. The bar below is as long as the
    weight is great.
    """

    flip_wanted = Signal(str)  # key
    weight_wanted = Signal(str, float)  # key, weight
    removal_wanted = Signal(str)  # key
    left = Signal(str, int)  # key, -1 or 1: the focus continues to a neighbour

    def __init__(self, theme: Theme, chip: SeedChip) -> None:
        super().__init__()
        self._theme, self._chip = theme, chip
        self._turned = 0  # eighths of a degree since the last step
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._sign = QToolButton()
        self._sign.setAccessibleName(self.tr("switch the sign"))
        self._sign.clicked.connect(lambda: self.flip_wanted.emit(self.key))
        self._label = ElidedLabel("")
        self._label.setMaximumWidth(_WIDEST)
        self._remove = QToolButton()
        self._remove.setText("×")
        self._remove.setToolTip(self.tr("Remove"))
        self._remove.clicked.connect(lambda: self.removal_wanted.emit(self.key))
        for button in (self._sign, self._remove):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            set_px(button, width=16, height=20)
        hbox(self._sign, self._label, self._remove, on=self, gap=S1, margins=(S2, 1, S1, 3))
        self.show_chip(chip)
        theme.changed.connect(self._dress)

    @property
    def key(self) -> str:
        return self._chip.key

    def show_chip(self, chip: SeedChip) -> None:
        """Show another sign or weight of the same thing."""
        self._chip = chip
        towards = chip.sign > 0
        self._sign.setText("+" if towards else "−")
        if chip.is_text:
            like, unlike = self.tr("text, like “{0}”, weight {1}"), self.tr("text, unlike “{0}”, weight {1}")
            self._sign.setToolTip(
                self.tr("More like this text") if towards else self.tr("Less like this text")
            )
        else:
            like = self.tr("seed paper, like {0}, weight {1}")
            unlike = self.tr("seed paper, unlike {0}, weight {1}")
            self._sign.setToolTip(
                self.tr("More like this paper") if towards else self.tr("Less like this paper")
            )
        weight = plain(chip.weight)
        self.setAccessibleName((like if towards else unlike).format(readable(chip.title), weight))
        self._label.show_text(chip.label)
        self._label.setToolTip("")
        hint = self.tr("Weight {0}. Change it with the wheel, Up or Down.").format(weight)
        self.setToolTip(escape_markup(f"{readable(chip.title)}\n{hint}"))
        self._remove.setAccessibleName(self.tr("remove {0}").format(chip.label))
        self._dress()

    def menu(self) -> QMenu:
        """Return the weights, the other sign, and the way out."""
        menu = QMenu(self)
        group = QActionGroup(menu)
        for weight in reversed(WEIGHTS):
            action = QAction(self.tr("Weight: {0}").format(plain(weight)), menu)
            action.setCheckable(True)
            action.setChecked(weight == self._chip.weight)
            action.triggered.connect(
                lambda _checked=False, weight=weight: self.weight_wanted.emit(self.key, weight)
            )
            group.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        turn = self.tr("Push away instead") if self._chip.sign > 0 else self.tr("Pull towards it instead")
        menu.addAction(turn).triggered.connect(lambda: self.flip_wanted.emit(self.key))
        menu.addAction(self.tr("Remove")).triggered.connect(lambda: self.removal_wanted.emit(self.key))
        return menu

    def _reweigh(self, steps: int) -> None:
        weight = next_weight(self._chip.weight, steps)
        if weight != self._chip.weight:
            self.weight_wanted.emit(self.key, weight)

    def _dress(self) -> None:
        palette = self._theme.palette
        sign = palette.accent if self._chip.sign > 0 else palette.danger
        small = "border: none; padding: 0; background: transparent;"
        self.setStyleSheet(
            f"QToolButton {{ {small} color: {palette.muted}; font-size: 14px; }}"
            f"QToolButton:hover {{ color: {palette.text}; }}"
        )
        self._sign.setStyleSheet(
            f"QToolButton {{ {small} color: {sign}; font-weight: 600; font-size: 14px; }}"
        )
        self.update()

    # --- keys, wheel, menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removal_wanted.emit(self.key)
        elif steps:
            self._reweigh(steps)
        elif step:
            self.left.emit(self.key, step)
        elif event.text() == ("-" if self._chip.sign > 0 else "+"):
            self.flip_wanted.emit(self.key)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._turned += event.angleDelta().y()
        steps = int(self._turned / _NOTCH)  # towards 0, so that both ways take a whole notch
        self._turned -= steps * _NOTCH
        if steps:
            self._reweigh(steps)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

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
        room = QRectF(box.left() + RADIUS, box.bottom() - _BAR_PX - 1.5, box.width() - 2 * RADIUS, _BAR_PX)
        share = log2(self._chip.weight / (WEIGHTS[0] / 2)) / log2(WEIGHTS[-1] / (WEIGHTS[0] / 2))
        room.setWidth(room.width() * max(0.0, min(1.0, share)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent" if self._chip.sign > 0 else "danger"))
        painter.drawRoundedRect(room, _BAR_PX / 2, _BAR_PX / 2)


class SearchBox(QFrame):
    """Chips, then text, which has a line below where chips leave it too little room.

    The whole frame shows the focus of its field.
    """

    text_edited = Signal(str)
    seed_flipped = Signal(str)  # key of a chip
    seed_weighed = Signal(str, float)
    seed_removed = Signal(str)
    left_downwards = Signal()  # the arrow key that continues to the results

    def __init__(self, theme: Theme, placeholder: str) -> None:
        super().__init__()
        self._theme = theme
        self._chips: list[Chip] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setMinimumHeight(_HEIGHT)
        self._row = FlowRow(S2, end=True)
        vbox((self._row, 1), on=self, margins=(S3, 6, S2, 6))
        self.field = QLineEdit(placeholderText=placeholder)
        self.field.setProperty("bare", True)
        self.field.setAccessibleName(self.tr("Search"))
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(_FIELD_PX)
        self.field.textEdited.connect(self.text_edited)
        self.field.textChanged.connect(self._notice_clearing)
        self.field.installEventFilter(self)
        self._row.addWidget(self.field)
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

    def show_seeds(self, seeds: Sequence[SeedChip]) -> None:
        """Show the chips in this order. One that keeps its place keeps the focus too."""
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
        self._row.removeWidget(self.field)  # it comes last
        for chip in self._chips:
            chip.flip_wanted.connect(self.seed_flipped)
            chip.weight_wanted.connect(self.seed_weighed)
            chip.removal_wanted.connect(self.seed_removed)
            chip.left.connect(self._go_to_neighbour)
            self._row.addWidget(chip)
            if before is not None:
                self.setTabOrder(before, chip)
            before = chip
        self._row.addWidget(self.field)
        if before is not None:
            self.setTabOrder(before, self.field)
        if focused is not None:
            next((chip for chip in self._chips if chip.key == focused), self.field).setFocus()

    def _go_to_neighbour(self, key: str, step: int) -> None:
        """Go to the chip before or behind, and behind the last one to the text."""
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
