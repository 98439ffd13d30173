"""The user guide next to the work: its headings to choose from, a search over all of it."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QLocale, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from assay_desktop.text.guide import PICTURES, guide_folder, slug, target
from assay_desktop.theme import S2, S3, S4, Theme, set_px
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.controls.form_dialog import WalkedDialog
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.reading import label

_SIZE: Final = QSize(1180, 720)
_FRAME: Final = QSize(40, 80)  # what a screen keeps for itself
_SIDE_PX: Final = 296
_HEADING_PX: Final = (19, 16, 14)
_INDENT: Final = "    "


class _Heading(NamedTuple):
    text: str
    level: int
    position: int  # in the document
    words: str  # of its section, for the search


class GuideWindow(WalkedDialog):
    """Not modal: it can be read while something is done in the window."""

    def __init__(self, theme: Theme, markdown: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("User guide"))
        self.setModal(False)
        self.resize(_SIZE.boundedTo(self.screen().availableSize() - _FRAME))
        self.text = MarkdownView(theme, heading_px=_HEADING_PX, pictures=guide_folder() / PICTURES)
        self.text.setAccessibleName(self.tr("User guide"))
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.show_markdown(markdown)
        self.text.link_wanted.connect(self.follow)
        self.search = text_field(self.tr("Search the guide"), hint=self.tr("Search the guide"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.find_next)
        self.search.installEventFilter(self)
        self.headings = QListWidget()
        self.headings.setAccessibleName(self.tr("Parts of the guide"))
        self.headings.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.headings.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.headings.currentItemChanged.connect(self._open)
        self._none = label(self.tr("No matches in the guide."), "caption", wrap=True)
        self._none.hide()
        holder = QWidget()
        set_px(holder, width=_SIDE_PX)
        side = vbox(self.search, self._none, (self.headings, 1), gap=S2, margins=(0, 0, 0, 0))
        holder.setLayout(side)
        hbox(holder, (self._build_text(), 1), on=self, gap=S4, margins=(S4, S4, S2, S3))
        self._parts = self._read_headings()
        self._filter("")
        self.search.setFocus()

    def _build_text(self) -> QVBoxLayout:
        """Build the text, above it what it is written in, where the window speaks another language."""
        column = vbox(gap=S2)
        if QLocale().language() is not QLocale.Language.English:
            column.addWidget(label(self.tr("The guide is written in English."), "muted", wrap=True))
        column.addWidget(self.text, 1)
        return column

    def follow(self, link: str) -> None:
        """Go to the part that a link of the guide names; others lead outside, where nothing is opened."""
        wanted = target(link)
        for part in self._parts:
            if wanted and slug(part.text) == wanted:
                self.search.clear()
                self._choose(part)
                return

    def find_next(self) -> None:
        """Mark the next place that has the words as they are typed, from the top again after the last."""
        words = self.search.text().strip()
        if words and not self.text.find(words):
            self.text.moveCursor(QTextCursor.MoveOperation.Start)
            self.text.find(words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move among the parts while the field keeps the focus."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None and self.headings.count():
                row = max(0, min(self.headings.currentRow() + step, self.headings.count() - 1))
                self.headings.setCurrentRow(row)
                return True
        return super().eventFilter(watched, event)

    def _read_headings(self) -> list[_Heading]:
        found: list[_Heading] = []
        block = self.text.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level:
                found.append(_Heading(block.text(), level, block.position(), block.text().casefold()))
            elif found:
                last = found[-1]
                found[-1] = last._replace(words=f"{last.words} {block.text().casefold()}")
            block = block.next()
        return found

    def _filter(self, typed: str) -> None:
        """List the parts that have all the words, in the order of the guide."""
        words = typed.casefold().split()
        self.headings.clear()
        for number, part in enumerate(self._parts):
            if all(word in part.words for word in words):
                item = QListWidgetItem(_INDENT * (part.level - 1) + part.text)
                item.setData(Qt.ItemDataRole.UserRole, number)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, part.text)
                item.setToolTip(part.text)
                self.headings.addItem(item)
        self._none.setVisible(not self.headings.count())
        if words and self.headings.count():
            self.headings.setCurrentRow(0)
            self.find_next()

    def _choose(self, part: _Heading) -> None:
        row = next(n for n in range(self.headings.count()) if self._part(self.headings.item(n)) is part)
        self.headings.setCurrentRow(row)

    def _open(self, item: QListWidgetItem | None) -> None:
        part = self._part(item)
        if part is None:
            return
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(part.position)
        self.text.moveCursor(QTextCursor.MoveOperation.End)  # so that the heading comes to the top
        self.text.setTextCursor(cursor)

    def _part(self, item: QListWidgetItem | None) -> _Heading | None:
        return None if item is None else self._parts[item.data(Qt.ItemDataRole.UserRole)]
