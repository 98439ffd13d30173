"""An empty state whose icon, sentence and button change with what is missing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from assay_desktop.theme import S2, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.icons import pixmap

_ICON_PX = 40
_TEXT_WIDTH = 380


class EmptyState(QWidget):
    """Centred in whatever space it gets."""

    primary_clicked = Signal()
    secondary_clicked = Signal()

    def __init__(
        self, theme: Theme, *, icon: str, sentence: str, primary: str = "", secondary: str = ""
    ) -> None:
        super().__init__()
        self._theme = theme
        self._icon_name = icon
        self.primary: QPushButton | None = None
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence = QLabel()
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setProperty("role", "muted")
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setFixedWidth(_TEXT_WIDTH)
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(self._icon)
        column.addSpacing(S4)
        column.addWidget(self._sentence, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(S4)
        column.addLayout(self._buttons(primary, secondary))
        column.addStretch(3)
        self.show_sentence(sentence)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def show_sentence(self, sentence: str) -> None:
        """Give the sentence the height that it needs: a layout squeezes wrapped labels to one line."""
        self._sentence.setText(sentence)
        self._sentence.ensurePolished()
        self._sentence.setMinimumHeight(self._sentence.heightForWidth(_TEXT_WIDTH))

    def _buttons(self, primary: str, secondary: str) -> QHBoxLayout:
        row = hbox(STRETCH, gap=S2)
        for text, kind, signal in (
            (primary, "primary", self.primary_clicked),
            (secondary, "quiet", self.secondary_clicked),
        ):
            if text:
                button = QPushButton(text)
                button.setProperty("kind", kind)
                button.clicked.connect(signal)
                if kind == "primary":
                    self.primary = button
                row.addWidget(button)
        row.addStretch(1)
        return row

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.show_sentence(self._sentence.text())

    def _paint_icon(self) -> None:
        self._icon.setPixmap(pixmap(self._icon_name, self._theme.color("faint"), _ICON_PX))


class StatePanel(QWidget):
    """Holds one `EmptyState` at a time."""

    action_requested = Signal(str)  # the text of the button that was pressed

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[str, str, str, str] | None = None
        self._state: EmptyState | None = None
        self._column = vbox(on=self)

    def show_message(self, icon: str, sentence: str, *, action: str = "", second: str = "") -> None:
        """Show `icon`, a Phosphor glyph's name; `action` is the primary button, `second` one next to it."""
        wanted = (icon, sentence, action, second)
        if wanted == self._shown:
            return
        self._shown = wanted
        if self._state is not None:
            self._column.removeWidget(self._state)
            self._state.hide()
            self._state.deleteLater()
        self._state = EmptyState(self._theme, icon=icon, sentence=sentence, primary=action, secondary=second)
        self._state.primary_clicked.connect(lambda: self.action_requested.emit(action))
        self._state.secondary_clicked.connect(lambda: self.action_requested.emit(second))
        self._column.addWidget(self._state)
        self._state.show()  # a layout shows what it is given one turn later: a frame without words
