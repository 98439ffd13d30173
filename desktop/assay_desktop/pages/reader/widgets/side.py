"""The pane next to the pages: its outline, the highlights in it, and notes on the paper."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QTreeWidget, QTreeWidgetItem, QWidget

from assay.pdf.types import Heading
from assay_desktop.pages.reader.widgets.highlights import HighlightsView
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S3, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hairline, stacked, vbox
from assay_desktop.widgets.controls.fields import tab_bar
from assay_desktop.widgets.papers.notes_view import NotesView
from assay_desktop.widgets.pdf.column import Place
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import scrolled

TABS = ("contents", "highlights", "notes")
_PLACE = Qt.ItemDataRole.UserRole


class ReaderSide(QFrame):
    """Tabs, one of them shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(240)
        self.outline = OutlineView()
        self.highlights = HighlightsView(theme)
        self.notes = NotesView(theme)
        titles = [self.tr("Contents"), self.tr("Highlights"), self.tr("Notes")]
        self.tabs = tab_bar(self.tr("Views next to the pages"), titles)
        self.tabs.setProperty("kind", "dense")
        notes = scrolled(boxed(vbox(self.notes, STRETCH, margins=(0, S3, 0, 0))))
        self._stack = stacked(self.outline, self.highlights, notes)
        self.tabs.currentChanged.connect(self._stack.setCurrentIndex)
        vbox(self.tabs, hairline(), (self._stack, 1), on=self, gap=0, margins=(S3, S4, S3, S3))

    def open_tab(self, tab: str) -> None:
        """Open one of TABS."""
        self.tabs.setCurrentIndex(TABS.index(tab))


class OutlineView(QWidget):
    """Headings that lead to their places; the one of the place that is read is marked."""

    place_wanted = Signal(object)  # Place

    def __init__(self) -> None:
        super().__init__()
        self._tree = QTreeWidget()
        self._tree.setAccessibleName(self.tr("Contents"))
        self._tree.setHeaderHidden(True)
        self._tree.setFrameShape(QFrame.Shape.NoFrame)
        self._tree.setIndentation(S4)
        self._tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tree.itemActivated.connect(self._want)
        self._tree.itemClicked.connect(self._want)
        self._none = label("", "muted", wrap=True)
        self._stack = stacked(self._none, self._tree)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._items: list[QTreeWidgetItem] = []
        vbox((self._stack, 1), on=self, margins=(0, S3, 0, 0))

    def show_outline(self, outline: Sequence[Heading]) -> None:
        self._tree.clear()
        self._items = []
        above: list[QTreeWidgetItem] = []
        for heading in outline:
            del above[max(0, heading.level) :]
            item = QTreeWidgetItem([heading.title])
            item.setToolTip(0, escape_markup(heading.title))
            if heading.page:
                item.setData(0, _PLACE, Place(heading.page, heading.top))
            (above[-1].addChild if above else self._tree.addTopLevelItem)(item)
            above.append(item)
            self._items.append(item)
        self._tree.expandToDepth(0)
        self._stack.setCurrentWidget(self._tree if outline else self._none)

    def say_none(self, *, readable: bool) -> None:
        """Say that a PDF has no headings; where there is no PDF, what comes here."""
        coming = self.tr("The table of contents of your PDF appears here.")
        self._none.setText(self.tr("This PDF has no table of contents.") if readable else coming)

    def mark(self, place: Place) -> None:
        """Mark the heading of the place that is read."""
        reached = (place.page, place.share + 0.02)
        places = [(item, item.data(0, _PLACE)) for item in self._items]
        before = [item for item, at in places if at is not None and (at.page, at.share) <= reached]
        if before and not self._tree.hasFocus():
            self._tree.setCurrentItem(before[-1])
            self._tree.scrollToItem(before[-1])

    def _want(self, item: QTreeWidgetItem) -> None:
        place = item.data(0, _PLACE)
        if place is not None:
            self.place_wanted.emit(place)
