"""Labels for reading: selectable text with room between the lines."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from assay.items.readable import readable
from assay_desktop.theme import scaled

CAPTION, BODY, ABSTRACT = "caption", "body", "abstract"
_BOLD = ("page-title", "paper-title", "strong")
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
        self._px = 0  # of its letters at the usual text size; 0: as its role says
        self._tag = "u" if role in _BOLD else "b"  # of what is marked
        self._pieces: tuple[tuple[str, bool], ...] = ()
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_text(self, text: str) -> None:
        """Show `text`, its LaTeX readable; nothing in it is taken for markup. Blank lines part paragraphs."""
        self.show_pieces(((readable(text), False),))

    def show_pieces(self, pieces: Iterable[tuple[str, bool]]) -> None:
        """Show a readable text in pieces, of which some are marked."""
        self._pieces = tuple(pieces)
        text = "".join(piece for piece, _ in self._pieces)
        style = f"line-height: {self._line_height}%; margin: 0 0 8px 0;"
        style += f" font-size: {scaled(self._px)}px;" if self._px else ""
        escaped = ((html.escape(piece.replace("\r", "")), marked) for piece, marked in self._pieces)
        whole = "".join(
            f"<{self._tag}>{piece}</{self._tag}>" if marked else piece for piece, marked in escaped
        )
        paragraphs = [part.strip() for part in whole.split("\n\n") if part.strip()]
        self.setText("".join(f'<p dir="auto" style="{style}">{part}</p>' for part in paragraphs))
        right_to_left = bool(text) and _starts_right_to_left(text)
        self.setAlignment(
            Qt.AlignmentFlag.AlignTop
            | (Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft)
        )

    def set_px(self, px: int) -> None:
        """Show letters of this size at the usual text size, and the same text in them."""
        self._px = px
        self.show_pieces(self._pieces)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._px:  # as when another text size was chosen
            self.show_pieces(self._pieces)


def _starts_right_to_left(text: str) -> bool:
    """Return whether the first letter with a direction is Hebrew or Arabic."""
    for character in text[:200]:
        direction = unicodedata.bidirectional(character)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False
