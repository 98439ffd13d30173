"""Markdown to read: nothing is fetched, no link opens on its own, and HTML in it stays text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from assay_desktop.theme import BODY_PX, S2, S4, Theme, body_font

_LINE_PERCENT = 128
_CODE_PERCENT = 112
_HANG = S4 + S2
_FEATURES = QTextDocument.MarkdownFeature
_PICTURE = "\ufffc"  # stands in a document where a picture does


class MarkdownView(QTextBrowser):
    """Says how high its text is, so that the page can give it the room."""

    link_wanted = Signal(str)
    height_changed = Signal()

    def __init__(self, theme: Theme, *, heading_px: Sequence[int] = (BODY_PX + 1,)) -> None:
        """`heading_px` are the sizes of headings, the first level first; deeper ones have the last."""
        super().__init__()
        self._theme = theme
        self._heading_px = heading_px
        self._markdown = ""
        self.setProperty("bare", "true")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(S4 + S2)
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
        """Load nothing: pictures come neither from the network nor from the disk."""
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.height_changed.emit()

    def _render(self) -> None:
        self.setFont(body_font())
        self.document().setDefaultFont(body_font())
        dialect = _FEATURES.MarkdownDialectGitHub | _FEATURES.MarkdownNoHTML
        self.document().setMarkdown(self._markdown, dialect)
        edit = QTextCursor(self.document())
        edit.beginEditBlock()  # laid out once at its end: a card of 40 queries would take half a minute
        self._dress()
        edit.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.height_changed.emit()

    def _dress(self) -> None:
        """Give what Markdown made the looks of the window."""
        self._name_pictures()
        block = self.document().begin()
        while block.isValid():
            self._dress_block(block)
            block = block.next()

    def _name_pictures(self) -> None:
        """Put the words that describe a picture in its place."""
        cursor = self.document().find(_PICTURE)
        while not cursor.isNull():
            picture = cursor.charFormat()
            words = picture.stringProperty(QTextCharFormat.Property.ImageAltText) or self.tr("picture")
            cursor.insertText(f"[{words}]", QTextCharFormat())
            cursor = self.document().find(_PICTURE, cursor)

    def _dress_block(self, block: QTextBlock) -> None:
        """Give room as abstracts have it; lines of code close together, broken where too long."""
        cursor = QTextCursor(block)
        in_list, level, code = (
            block.textList() is not None,
            block.blockFormat().headingLevel(),
            _is_code(block),
        )
        shape = QTextBlockFormat()
        proportional = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        shape.setLineHeight(_CODE_PERCENT if code else _LINE_PERCENT, proportional)
        first = block.blockNumber() == 0 or (code and _is_code(block.previous()))
        shape.setTopMargin(0 if first else S2 + 2 if level else 2 if in_list else S2)
        shape.setBottomMargin(0)
        if code:
            shape.setLeftMargin(S2 + _HANG)
            shape.setTextIndent(-_HANG)  # what a line is broken into stands below its beginning, inwards
            shape.setNonBreakableLines(False)
        cursor.mergeBlockFormat(shape)
        if level:
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            letters = QTextCharFormat()
            px = self._heading_px[min(level, len(self._heading_px)) - 1]
            letters.setFont(body_font(px, QFont.Weight.DemiBold))
            cursor.setCharFormat(letters)  # merged, Markdown's own sizes would win


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextBlockFormat.Property.BlockCodeFence)
