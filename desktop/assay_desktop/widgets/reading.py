"""Labels for reading: selectable text with room between the lines."""

from __future__ import annotations

import html
import unicodedata

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from assay.items.readable import readable

CAPTION, BODY, ABSTRACT = "caption", "body", "abstract"
MAX_LINE_PX = 640
"""About 80 characters at 14 px: longer lines are hard to find the beginning of."""


def label(text: str = "", role: str = BODY, *, wrap: bool = False) -> QLabel:
    """Return a label of plain text in one of the theme's roles."""
    made = QLabel(text)
    made.setProperty("role", role)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role == "key":
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


class ReadingLabel(QLabel):
    """Plain text, wrapped, selectable by mouse; `line_height` is in per cent of the font's own."""

    def __init__(self, role: str = ABSTRACT, *, line_height: int = 124) -> None:
        super().__init__()
        self._line_height = line_height
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_text(self, text: str) -> None:
        """Show `text`, its LaTeX readable; nothing in it is taken for markup. Blank lines part paragraphs."""
        text = readable(text)
        style = f"line-height: {self._line_height}%; margin: 0 0 8px 0;"
        paragraphs = [part.strip() for part in text.replace("\r", "").split("\n\n") if part.strip()]
        self.setText("".join(f'<p dir="auto" style="{style}">{html.escape(part)}</p>' for part in paragraphs))
        right_to_left = bool(text) and _starts_right_to_left(text)
        self.setAlignment(
            Qt.AlignmentFlag.AlignTop
            | (Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft)
        )


def _starts_right_to_left(text: str) -> bool:
    """Return whether the first letter with a direction is Hebrew or Arabic."""
    for character in text[:200]:
        direction = unicodedata.bidirectional(character)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False
