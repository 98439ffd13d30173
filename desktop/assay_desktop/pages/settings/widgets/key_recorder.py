"""Press a key: a field that takes the next key as it is, whatever it does elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

_Key = Qt.Key
_HELD: Final = frozenset({_Key.Key_Shift, _Key.Key_Control, _Key.Key_Alt, _Key.Key_Meta, _Key.Key_AltGr})
_MOVING: Final = frozenset(
    {
        *(_Key.Key_Tab, _Key.Key_Backtab, _Key.Key_Return, _Key.Key_Enter, _Key.Key_Space),
        *(_Key.Key_Backspace, _Key.Key_Delete, _Key.Key_Home, _Key.Key_End),
        *(_Key.Key_Up, _Key.Key_Down, _Key.Key_Left, _Key.Key_Right),
    }
)
"""They move within lists, fields and pages everywhere, so that alone they can be given to nothing else."""


class KeyRecorder(QLabel):
    """Listens while it has the focus."""

    pressed = Signal(str)  # the key as Qt writes it
    refused = Signal(str)  # the key, which moves the focus or a choice everywhere
    left = Signal()  # Esc, or the focus went elsewhere

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "recorder")
        self.setText(self.tr("Press a key…"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Press the new key, or Esc to leave it as it is"))

    def event(self, event: QEvent) -> bool:
        """Takes keys before the window's shortcuts and the order of focus do."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self._take(event)
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}:
            self.left.emit()

    def _take(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers()
        if key in _HELD or not event.key():
            return  # more is to come
        if key == Qt.Key.Key_Escape:
            self.left.emit()
            return
        name = key_name(event)
        strong = held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if key in _MOVING and (key in {_Key.Key_Tab, _Key.Key_Backtab} or not strong):
            self.refused.emit(name)
        else:
            self.pressed.emit(name)


def key_name(event: QKeyEvent) -> str:
    """The key of an event as Qt writes it: "?" and not "Shift+?", for Shift is how it is typed."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    typed = event.text()
    if len(typed) == 1 and typed.isprintable() and not typed.isalpha() and not typed.isspace():
        held &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(held, Qt.Key(event.key()))).toString()
