"""The wheel scrolls pages; it changes a value only where the person has gone to it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QWheelEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QWidget,
)


class WheelGuard(QObject):
    """Keeps the wheel from combo boxes, spin boxes (dates and times too) and sliders without the focus.

    One for all forms of the application: what it keeps from them goes to what they stand in, which scrolls.
    It watches windows of the system, which get only what comes from outside. A filter of the application is
    asked at every event of every widget, and took a third of the time in which a page is made.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._watch)

    def _watch(self) -> None:
        """Watch all windows there are, each once; a new one has the focus first."""
        for window in QGuiApplication.topLevelWindows():
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QWheelEvent) or not isinstance(watched, QWindow):
            return False
        top = QWidget.find(watched.winId())
        holder = None if top is None else _holder(top.childAt(event.position().toPoint()))
        if holder is None or holder.hasFocus():
            return False
        _scroll_instead(holder, event)
        return True


def _holder(widget: QWidget | None) -> QWidget | None:
    """Return what holds a value around a widget, which may be its field of text."""
    while widget is not None and not isinstance(widget, QScrollBar | QAbstractScrollArea):
        if isinstance(widget, QComboBox | QAbstractSpinBox | QAbstractSlider):
            return widget
        widget = widget.parentWidget()
    return None


def _scroll_instead(widget: QWidget, event: QEvent) -> None:
    """Give the turn to the nearest scroll area around the widget; Qt does not hand it on on its own."""
    around = widget.parentWidget()
    while around is not None and not around.isWindow():
        if isinstance(around, QAbstractScrollArea):
            QApplication.sendEvent(around.viewport(), event)
            return
        around = around.parentWidget()
