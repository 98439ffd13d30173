"""A short message at the foot of the window, for faults that cost nothing and outcomes of jobs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QSizePolicy, QWidget

from assay_desktop.shell.widgets.status_bar import StatusBar
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S2, S4, repolish
from assay_desktop.widgets.boxes import hbox
from assay_desktop.widgets.section import button

_SHOWN_MS = 6000


class _Words(QLabel):
    """Plain text that never widens the window: a line that lacks room is cut, and whole in the tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.wordWrap():
            super().paintEvent(event)
            return
        cut = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)


class Toast(QFrame):
    """The latest message only. One with details stays until it is dismissed.

    It stands in the empty part of the status bar, where it covers and moves nothing. One that stays, or is
    too long for that, has a line of its own above it.
    """

    def __init__(self, status: StatusBar, line: QBoxLayout) -> None:
        """`line` gets it below what else is in it."""
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._details = ""
        self._act_call: Callable[[], None] | None = None
        self._text = _Words()
        self._action = button("", self._act, kind="link")
        self._copy = button(self.tr("Copy details"), self.copy_details, kind="link")
        self._dismiss = button(self.tr("Dismiss"), self.hide, kind="link")
        self._row = hbox(
            (self._text, 1),
            self._action,
            self._copy,
            self._dismiss,
            on=self,
            gap=S2,
        )
        self._status, self._line = status, line
        line.addWidget(self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self._action.hide()
        self.hide()

    @property
    def text(self) -> str:
        return self._text.text()

    def say(
        self,
        text: str,
        *,
        details: str = "",
        action: str = "",
        act: Callable[[], None] | None = None,
        stays: bool = False,
    ) -> None:
        """Show `text` for a few seconds; until dismissed if it `stays` or has `details` to copy."""
        self._details = details
        self._act_call = act
        self._text.setText(text)
        self._text.setToolTip(escape_markup(text))
        self._copy.setVisible(bool(details))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._timer.stop()
        self._place(stays=stays or bool(details))
        if not details and not stays:
            self._timer.start(_SHOWN_MS)
        self.show()

    def _place(self, *, stays: bool) -> None:
        self.hide()
        for in_bar in (True, False):
            self.setProperty("role", "" if in_bar else "toast")
            self._text.setProperty("role", "value" if in_bar else "body")
            self._text.setWordWrap(not in_bar)
            self._row.setContentsMargins(*((0, 0, 0, 0) if in_bar else (S4, S2, S2, S2)))
            if in_bar:
                self._status.hold(self)
            else:
                self._line.addWidget(self)
            for each in (self, *self.findChildren(QWidget)):
                repolish(each)
            self._row.activate()
            if in_bar and not stays and self.sizeHint().width() <= self._status.room:
                return

    def offer(self, text: str, action: str, act: Callable[[], None]) -> None:
        """Show `text` for a few seconds with a button next to it."""
        self.say(text, action=action, act=act)

    def _act(self) -> None:
        self.hide()
        if self._act_call is not None:
            self._act_call()

    def copy_details(self) -> None:
        """Copy the message and its details, for a report."""
        QGuiApplication.clipboard().setText(f"{self._text.text()}\n\n{self._details}")
