"""A calm strip across a page: what happened, what it means, what to do next, details folded away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit

from assay_desktop.theme import S1, S2, S3, Theme, repolish
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.icons import pixmap
from assay_desktop.widgets.section import button

_ICONS = {"danger": "warning-circle", "warning": "warning", "accent": "info"}
_DETAILS_HEIGHT = 120
_TEXT_DROP = 5  # puts the words on one line with those of the buttons


class Strip(QFrame):
    """Hidden until it has something to say."""

    dismissed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tone = "accent"
        self.setProperty("role", "strip")
        self._icon = QLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action = button("", self._act, kind="link")
        self._act_call: Callable[[], None] | None = None
        self._fold = button(self.tr("Details"), self._toggle_details, kind="link")
        self._copy = button(self.tr("Copy details"), self._copy_details, kind="link")
        self._close = button(self.tr("Dismiss"), self._dismiss, kind="link")
        self._details = QPlainTextEdit(readOnly=True)
        self._details.setProperty("bare", True)  # to read: it does not look like a field
        self._details.setTabChangesFocus(True)
        self._details.setFixedHeight(_DETAILS_HEIGHT)
        self._details.setAccessibleName(self.tr("Details"))
        self._lay_out()
        self._action.hide()
        theme.changed.connect(self._paint_icon)
        self.hide()

    def _lay_out(self) -> None:
        for label in (self._icon, self._text):
            label.setContentsMargins(0, _TEXT_DROP, 0, _TEXT_DROP)
        parts = (self._icon, self._text, self._action, self._fold, self._copy, self._close)
        top = Qt.AlignmentFlag.AlignTop
        row = hbox(*((part, int(part is self._text), top) for part in parts), gap=S2)
        vbox(row, self._details, on=self, gap=S1, margins=(S3, S2, S2, S2))

    @property
    def text(self) -> str:
        return self._text.text()

    @property
    def details(self) -> str:
        return self._details.toPlainText()

    def say(
        self,
        text: str,
        *,
        tone: str = "accent",
        details: str = "",
        action: str = "",
        act: Callable[[], None] | None = None,
    ) -> None:
        """Show `text`; `tone` is accent, warning or danger. `act` runs when `action` is clicked."""
        self._tone = tone
        self.setProperty("tone", tone)
        repolish(self)
        self._text.setText(text)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._act_call = act
        self._details.setPlainText(details)
        self._details.hide()
        self._fold.setText(self.tr("Details"))
        self._fold.setVisible(bool(details))
        self._copy.hide()  # until they are shown: in a narrow window the text needs the room
        self._paint_icon()
        self.show()

    def _act(self) -> None:
        self.hide()
        if self._act_call is not None:
            self._act_call()

    def _toggle_details(self) -> None:
        shown = not self._details.isVisible()
        self._details.setVisible(shown)
        self._copy.setVisible(shown)
        self._fold.setText(self.tr("Hide details") if shown else self.tr("Details"))

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(f"{self._text.text()}\n\n{self._details.toPlainText()}")

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()

    def _paint_icon(self) -> None:
        self._icon.setPixmap(pixmap(_ICONS[self._tone], self._theme.color(self._tone), 16))
