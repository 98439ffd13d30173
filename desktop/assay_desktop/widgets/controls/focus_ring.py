"""A line around lists, tables and texts that Tab came to: they show by themselves only what is selected."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QWidget

from assay_desktop.theme import RADIUS

_LINE_PX = 2


class FocusRing(QWidget):
    """Over everything, and in nobody's way; goes when the focus or the mouse does something else."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._target: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def put_around(self, target: QWidget | None) -> None:
        """Around this widget; None for those that draw their focus themselves."""
        if self._target is not None:
            self._target.removeEventFilter(self)
            self._target.destroyed.disconnect(self._forget)
        self._target = target
        self.setVisible(target is not None)
        if target is not None:
            target.installEventFilter(self)
            target.destroyed.connect(self._forget)
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        leaving = {QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.MouseButtonPress}
        if event.type() in leaving and not self._is_popup():
            self.put_around(None)
        elif event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._place()
        return super().eventFilter(watched, event)

    def _is_popup(self) -> bool:
        return QApplication.activePopupWidget() is not None

    def _forget(self) -> None:
        self._target = None
        self.hide()

    def _place(self) -> None:
        if self._target is not None:
            corner = self._target.mapTo(self._window, QPoint(0, 0))
            self.setGeometry(QRect(corner, self._target.size()))
            self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), _LINE_PX))
        inset = _LINE_PX / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)
        painter.end()
