"""Markdown to read: nothing is fetched, no link opens by itself, and HTML in it stays text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser

from assay_desktop.theme import body_font

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from assay_desktop.theme import Theme

_LINE_PERCENT = 128
_FEATURES = QTextDocument.MarkdownFeature


class MarkdownView(QTextBrowser):
    """Says how high its text is, so that the page can give it the room."""

    link_wanted = Signal(str)
    height_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._markdown = ""
        self.setProperty("bare", "true")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.anchorClicked.connect(lambda url: self.link_wanted.emit(url.toString()))
        theme.changed.connect(self._render)

    @property
    def markdown(self) -> str:
        return self._markdown

    def show_markdown(self, markdown: str) -> None:
        if markdown != self._markdown:
            self._markdown = markdown
            self._render()

    def text_height(self) -> int:
        """Pixels that all of the text takes at the present width."""
        return round(self.document().size().height()) + 2

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Nothing: pictures come neither from the network nor from the disk."""
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.height_changed.emit()

    def _render(self) -> None:
        self.setFont(body_font())
        self.document().setDefaultFont(body_font())
        dialect = _FEATURES.MarkdownDialectGitHub | _FEATURES.MarkdownNoHTML
        self.document().setMarkdown(self._markdown, dialect)
        self._space_lines()
        self.height_changed.emit()

    def _space_lines(self) -> None:
        """Room between the lines as abstracts have it."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        spaced = QTextBlockFormat()
        spaced.setLineHeight(_LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(spaced)
