"""A PDF next to other things: a narrow bar over its pages."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from assay_desktop.theme import S1, S2, Theme
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.pdf.file_menu import FileMenu
from assay_desktop.widgets.pdf.scroll import PdfScroll
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button


class PdfView(QWidget):
    """What the reader wants leaves as signals; the pages themselves are a `PdfScroll`."""

    open_wanted = Signal()
    reader_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.pages = PdfScroll(theme)
        self.pages.place_changed.connect(self._show_place)
        self.message = label(role="muted", wrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        vbox(self._build_bar(), self.message, (self.pages, 1), on=self, gap=S2, margins=(0, S2, 0, 0))
        self.show_message("")

    def _build_bar(self) -> QHBoxLayout:
        self._back = self._button(self.tr("Previous page"), -1)
        self._on = self._button(self.tr("Next page"), 1)
        self._theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self._place = label(role="caption")
        self.field = FindField()
        self.field.setToolTip(self.tr("Enter finds the next match, Shift+Enter the previous one"))
        self.outside_words = self.tr("Open in your PDF reader")
        self._outside = button(self.tr("Open"), self.open_wanted.emit, kind="link", hint=self.outside_words)
        self._reader = button(self.tr("Open PDF"), self.reader_wanted.emit, kind="link")
        hint(self._reader, self.tr("Open the PDF in the reader ({0})"), "read")
        self._reader.hide()
        self.files = FileMenu(self._theme)
        self.files.hide()
        self.files.chosen.connect(self._choose)
        found = (self.field, 1)
        row = (self._back, self._place, self._on, S1, found, self._reader, self._outside, self.files)
        return hbox(*row, gap=S1)

    def offer_more(self) -> None:
        """Offer the reader and what can be done with the file, on pages where papers are more than judged."""
        self.files.show()
        self._outside.hide()  # it is in the menu

    def _choose(self, words: object) -> None:
        if words == self.outside_words:
            self.open_wanted.emit()

    def _button(self, words: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._turn, step))
        return button

    def _paint_icons(self) -> None:
        for each, name in ((self._back, "caret-left"), (self._on, "caret-right")):
            each.setIcon(icon(name, self._theme.color("text")))

    def show_pages(self) -> None:
        """Show the pages, which are laid out."""
        self.message.hide()
        self.pages.show()
        self._show_bar(True)
        self._show_place()

    def show_message(self, text: str) -> None:
        """Show, instead of pages, why there are none, and nothing to look for; "" while they are awaited."""
        self.pages.show_document(())
        self.message.setText(text)
        self.message.show()
        self.pages.hide()
        self._show_bar(not text)

    def _show_bar(self, shown: bool) -> None:
        for each in (self._back, self._place, self._on, self.field):
            each.setVisible(shown)
        self._reader.setVisible(shown and not self.files.isHidden())

    def _show_place(self) -> None:
        page, count = self.pages.page, self.pages.page_count
        self._place.setText(self.tr("{0} of {1}").format(page, count) if count else "")
        self.pages.setAccessibleDescription(self.tr("page {0} of {1}").format(page, count))
        self._back.setEnabled(page > 1)
        self._on.setEnabled(page < count)
        self.field.setEnabled(count > 0)
        self._outside.setVisible(count > 0 and self.files.isHidden())

    def _turn(self, step: int, _checked: bool = False) -> None:
        self.pages.go_to_page(self.pages.page + step)


class FindField(QLineEdit):
    """Enter goes to the next match, with Shift to the one before."""

    next_wanted = Signal(int)  # 1 or -1

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(self.tr("Find in this PDF"))
        self.setAccessibleName(self.tr("Find in this PDF"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.next_wanted.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)
