"""A short message over the corner of the window, for faults that cost nothing and outcomes of jobs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from assay_desktop.theme import S2, S3, S4

_SHOWN_MS = 6000
_WIDTH = 440


class Toast(QFrame):
    """Floats over `host`, the latest message only. One with details stays until it is dismissed."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self.setProperty("role", "toast")
        self.setFixedWidth(_WIDTH)
        self._details = ""
        self._act_call: Callable[[], None] | None = None
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._action = self._link("", self._act)
        self._copy = self._link(self.tr("Copy details"), self.copy_details)
        self._dismiss = self._link(self.tr("Dismiss"), self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(S4, S3, S2, S3)
        row.setSpacing(S2)
        row.addWidget(self._text, 1)
        for button in (self._action, self._copy, self._dismiss):
            row.addWidget(button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self._action.hide()
        host.installEventFilter(self)
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
        """Shows `text` for a few seconds; until dismissed if it `stays` or has `details` to copy."""
        self._details = details
        self._act_call = act
        self._text.setText(text)
        self._copy.setVisible(bool(details))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._timer.stop()
        if not details and not stays:
            self._timer.start(_SHOWN_MS)
        self.show()
        self._place()
        self.raise_()

    def offer(self, text: str, action: str, act: Callable[[], None]) -> None:
        """Shows `text` for a few seconds with a button beside it."""
        self.say(text, action=action, act=act)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        self.resize(_WIDTH, self._height())
        self.move(self._host.width() - _WIDTH - S4, self._host.height() - self.height() - S4)

    def _height(self) -> int:
        """Of all lines of the text beside the buttons; the layout's own answer is a line short."""
        layout = self.layout()
        if layout is None:
            return self.height()
        layout.activate()
        around = layout.contentsMargins() + self.contentsMargins()  # the frame has a line
        text = self._text.heightForWidth(self._text.width()) + around.top() + around.bottom()
        return max(text, layout.minimumSize().height())

    def _act(self) -> None:
        self.hide()
        if self._act_call is not None:
            self._act_call()

    def copy_details(self) -> None:
        """The message and its details, for a report."""
        QGuiApplication.clipboard().setText(f"{self._text.text()}\n\n{self._details}")

    def _link(self, text: str, call: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "link")
        button.clicked.connect(call)
        return button
