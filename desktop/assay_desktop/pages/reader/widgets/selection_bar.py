"""What the mouse does with selected text: a small bar next to it with the colours, a comment, and copying."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame

from assay.pdf.types import TextOnPage
from assay_desktop.pages.reader.widgets.highlights import ColourBar
from assay_desktop.theme import S1, S2, Theme
from assay_desktop.widgets.boxes import hbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.pdf.scroll import PdfScroll
from assay_desktop.widgets.section import button


class SelectionBar(QFrame):
    """Lies over the pages below the selection, or above it where there is no room, and moves with it."""

    comment_wanted = Signal()
    copy_wanted = Signal()

    def __init__(self, theme: Theme, view: PdfScroll) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._places: Sequence[TextOnPage] = ()
        self.setProperty("role", "raised")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("What to do with the selected text"))
        colours = ColourBar(theme)
        self.colour_chosen = colours.chosen
        self.comment = button(self.tr("Comment"), self.comment_wanted.emit, kind="link")
        hint(self.comment, self.tr("Highlight it and write a comment ({0})"), "reader.comment")
        self.copy = button(self.tr("Copy"), self.copy_wanted.emit, kind="link")
        hint(self.copy, self.tr("Copy the selected text ({0})"), "reader.copy")
        hbox(colours, self.comment, self.copy, on=self, gap=S2, margins=(S2, S1, S2, S1))
        view.place_changed.connect(self._follow)
        view.zoom_changed.connect(self._follow)
        self.hide()

    def show_at(self, places: Sequence[TextOnPage]) -> None:
        """Show the bar at the text that stands in these places; for none it goes."""
        self._places = [place for place in places if place.boxes]
        self.setVisible(bool(self._places))
        self._follow()

    def _follow(self) -> None:
        if not self._places:
            return
        self.adjustSize()
        first, last = self._places[0], self._places[-1]
        rect, above = self._view.page_rect(last.page), self._view.page_rect(first.page)
        _, _, right, bottom = last.boxes[-1]
        x = rect.left() + round(right * rect.width()) - self.width()
        y = rect.top() + round(bottom * rect.height()) + S2
        room = self._view.viewport().size()
        if y + self.height() > room.height():
            y = above.top() + round(first.boxes[0][1] * above.height()) - S2 - self.height()
        self.move(QPoint(max(0, min(x, room.width() - self.width())), y))
        self.raise_()
