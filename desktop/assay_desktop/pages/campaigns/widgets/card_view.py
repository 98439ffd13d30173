"""A data card to read: its tables without lines, its headings larger than its text."""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextFrame, QTextTable

from assay_desktop.theme import S2, S3, S4
from assay_desktop.widgets.markdown_view import MarkdownView

_HEADINGS = {1: 16, 2: 14, 3: 13}  # level -> pixels
_TOP = {1: 0, 2: 16, 3: 12}


class CardView(MarkdownView):
    """Markdown with tables, as calm as the rest of the window."""

    def _dress(self) -> None:
        super()._dress()
        self._calm_tables(self.document().rootFrame())
        self._size_headings()

    def _calm_tables(self, frame: QTextFrame) -> None:
        for child in frame.childFrames():
            if isinstance(child, QTextTable):
                shape = child.format().toTableFormat()
                shape.setBorder(0)
                shape.setCellPadding(0)
                shape.setCellSpacing(0)
                shape.setTopMargin(S2)
                shape.setBottomMargin(S3)
                child.setFormat(shape)
                if not any(_cell(child, 0, column) for column in range(child.columns())):
                    child.removeRows(0, 1)  # Markdown wants a heading where the card has none
                self._mute_names(child)
                _part_columns(child)

    def _mute_names(self, table: QTextTable) -> None:
        """The names of things step back behind the things."""
        muted = QTextCharFormat()
        muted.setForeground(self._theme.color("muted"))
        for row in range(table.rows()):
            cursor = table.cellAt(row, 0).firstCursorPosition()
            cursor.setPosition(table.cellAt(row, 0).lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(muted)

    def _size_headings(self) -> None:
        block = self.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level:
                cursor = QTextCursor(block)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                letters = QTextCharFormat()
                font = QFont(self.document().defaultFont())
                font.setPixelSize(_HEADINGS.get(level, 13))
                font.setWeight(QFont.Weight.DemiBold)
                letters.setFont(font)
                cursor.mergeCharFormat(letters)
                spaced = block.blockFormat()
                spaced.setTopMargin(_TOP.get(level, 8))
                spaced.setBottomMargin(4)
                cursor.setBlockFormat(spaced)
            block = block.next()


def _part_columns(table: QTextTable) -> None:
    """Room between one column and the next."""
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            padded = cell.format().toTableCellFormat()
            padded.setRightPadding(S4)
            padded.setTopPadding(3)
            padded.setBottomPadding(3)
            cell.setFormat(padded)


def _cell(table: QTextTable, row: int, column: int) -> str:
    return table.cellAt(row, column).firstCursorPosition().block().text().strip()
