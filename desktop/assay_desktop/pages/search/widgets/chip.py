"""One thing that a search starts from, as a chip: a paper or a text, its sign, and how much it counts."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import plain
from assay_desktop.theme import RADIUS, S1, S2, Theme
from assay_desktop.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QWheelEvent

WEIGHTS: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
"""What a chip may count, from a quarter to four times as much as one that was just made."""

_NOTCH: Final = 120  # of a wheel, in eighths of a degree
_BAR_PX: Final = 2.0
_WIDEST: Final = 180  # pixels of a label


class ChipLike(Protocol):
    """What a chip shows. `key` tells it from the others, `title` is all of what `label` says in short."""

    @property
    def key(self) -> str: ...
    @property
    def is_text(self) -> bool: ...
    @property
    def label(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def sign(self) -> int: ...
    @property
    def weight(self) -> float: ...


def next_weight(weight: float, steps: int) -> float:
    """The weight so many steps up or down; the ends are the ends."""
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
    left = Signal(str, int)  # key, -1 or 1: the focus goes on to a neighbour

    def __init__(self, theme: Theme, chip: ChipLike) -> None:
        super().__init__()
        self._theme, self._chip = theme, chip
        self._turned = 0  # eighths of a degree since the last step
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(S2, 1, S1, 3)
        row.setSpacing(S1)
        self._sign = QToolButton()
        self._sign.setAccessibleName(self.tr("turn the sign round"))
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
            button.setFixedSize(QSize(16, 20))
        for widget in (self._sign, self._label, self._remove):
            row.addWidget(widget)
        self.show_chip(chip)
        theme.changed.connect(self._dress)

    @property
    def key(self) -> str:
        return self._chip.key

    def show_chip(self, chip: ChipLike) -> None:
        """Another sign or weight of the same thing."""
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
        self.setAccessibleName((like if towards else unlike).format(chip.title, weight))
        self._label.show_text(chip.label)
        self._label.setToolTip("")
        hint = self.tr("Weight {0}. The wheel, Up and Down change it.").format(weight)
        self.setToolTip(escape_markup(f"{chip.title}\n{hint}"))
        self._remove.setAccessibleName(self.tr("remove {0}").format(chip.label))
        self._dress()

    def menu(self) -> QMenu:
        """The weights, the other sign, and the way out."""
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
        beside = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removal_wanted.emit(self.key)
        elif steps:
            self._reweigh(steps)
        elif beside:
            self.left.emit(self.key, beside)
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
