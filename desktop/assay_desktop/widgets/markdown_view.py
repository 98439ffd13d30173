"""Markdown to read: nothing is fetched, no link opens on its own, and HTML in it stays text.

Pictures are shown from one folder, where the page names one; all others are words.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLength,
)
from PySide6.QtWidgets import QFrame, QTextBrowser

from assay_desktop.text.escape_markup import escape_markup
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

    def __init__(
        self, theme: Theme, *, heading_px: Sequence[int] = (BODY_PX + 1,), pictures: Path | None = None
    ) -> None:
        """`heading_px` are the sizes of headings, the first level first; deeper ones have the last.

        `pictures` is the folder of the pictures that the text may show, by paths like "pictures/name.png".
        """
        super().__init__()
        self._theme, self._pictures = theme, pictures
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

    def loadResource(self, _kind: int, name: QUrl | str) -> object:
        """Load a picture of the view's folder; nothing else comes from the disk or from the network."""
        path = self._picture(name.toString() if isinstance(name, QUrl) else name)
        return None if path is None else QImage(str(path))

    def _picture(self, name: str) -> Path | None:
        """Return the file of a picture that may be shown; None for any other place."""
        folder, _, file = name.rpartition("/")
        if self._pictures is None or folder != self._pictures.name or Path(file).suffix != ".png":
            return None
        path = self._pictures / Path(file).name
        return path if path.is_file() and not path.is_symlink() else None

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
        self._dress_pictures()
        block = self.document().begin()
        while block.isValid():
            self._dress_block(block)
            block = block.next()

    def _dress_pictures(self) -> None:
        """Fit those of the view's folder to its width, and put words in the place of all others."""
        cursor = self.document().find(_PICTURE)
        while not cursor.isNull():
            picture = cursor.charFormat().toImageFormat()
            words = picture.stringProperty(QTextCharFormat.Property.ImageAltText) or self.tr("picture")
            if self._picture(picture.name()) is None:
                cursor.insertText(f"[{words}]", QTextCharFormat())
            else:
                picture.setMaximumWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                picture.setToolTip(escape_markup(words))
                cursor.setCharFormat(picture)
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
