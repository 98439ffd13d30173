"""The wheel scrolls pages; it changes a value only where the person has gone to it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QWidget,
)

_TURNED = (QEvent.Type.Wheel, QEvent.Type.Polish)


class WheelGuard(QObject):
    """Keeps the wheel from combo boxes, spin boxes (dates and times too) and sliders without the focus.

    One for all forms of the application: what it keeps from them goes to what they stand in, which scrolls.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind not in _TURNED or not isinstance(watched, QWidget) or not _has_value(watched):
            return False
        if kind == QEvent.Type.Polish:
            if watched.focusPolicy() == Qt.FocusPolicy.WheelFocus:  # the wheel alone would give the focus
                watched.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        elif not watched.hasFocus():
            _scroll_instead(watched, event)
            return True
        return False


def _scroll_instead(widget: QWidget, event: QEvent) -> None:
    """Give the turn to the nearest scroll area around the widget; Qt does not hand it on on its own."""
    around = widget.parentWidget()
    while around is not None and not around.isWindow():
        if isinstance(around, QAbstractScrollArea):
            QApplication.sendEvent(around.viewport(), event)
            return
        around = around.parentWidget()


def _has_value(widget: QWidget) -> bool:
    if isinstance(widget, QScrollBar):
        return False
    return isinstance(widget, QComboBox | QAbstractSpinBox | QAbstractSlider)
