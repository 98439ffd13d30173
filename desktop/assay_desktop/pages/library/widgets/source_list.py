"""The list at the left of the library, and the papers that are dragged onto it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent

from assay_desktop.pages.library.sources import CHOSEN, REMOVED, Source
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import Theme
from assay_desktop.widgets.tables.counted_list import VALUE_ROLE, CountedList, CountedRow

_tr = translator("LibrarySources")

MIME = "application/x-assay-doc-ids"


def papers_to_drag(doc_ids: Sequence[str]) -> QMimeData:
    """Return what a drag of these papers carries: to other programs their ids as text."""
    carried = QMimeData()
    carried.setData(MIME, QByteArray(json.dumps(list(doc_ids)).encode()))
    carried.setText("\n".join(doc_ids))
    return carried


def dragged_papers(carried: QMimeData) -> list[str]:
    """Return the doc_ids of a drag that came from this window; [] for any other."""
    return list(json.loads(bytes(carried.data(MIME).data()))) if carried.hasFormat(MIME) else []


class SourceList(CountedList):
    """Rows carry a source; choosing one emits it."""

    chosen = Signal(object)
    papers_dropped = Signal(object, list)  # a row's source, doc_ids
    menu_wanted = Signal(object, QPoint)  # the source of the row below, None for none; place on the screen

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _tr("Parts of the library"))
        self.selectionModel().currentChanged.connect(self._tell)
        self._telling = True
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._want_menu)

    def show_sources(self, sources: Sequence[Source], chosen: Source | None) -> None:
        """Show a row a source, with a heading before each group. Emits nothing."""
        headings = {
            "collection": _tr("Collections"),
            "tag": _tr("Tags"),
            "year": _tr("Year"),
            "venue": _tr("Venue"),
        }
        rows: list[CountedRow] = []
        group, at = "", -1
        for source in sources:
            if source.group != group:
                group = source.group
                rows.append(CountedRow(headings[group]))
            at = len(rows) if source == chosen else at
            rows.append(_row(source))
        self._telling = False
        self.show_rows(rows, at)
        self._telling = True

    def choose_first(self) -> None:
        """Choose the first row, as a click on it would."""
        self.setCurrentIndex(self.rows.index(0))

    # -- papers that are dragged here -------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dragged_papers(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Papers may be dropped on collections and tags."""
        index = self.indexAt(event.position().toPoint())
        source = index.data(VALUE_ROLE)
        takes = source is not None and source.group in ("collection", "tag")
        self._mark(index.row() if takes else -1)
        event.setAccepted(takes)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._mark(-1)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        source = self.rows.index(self.marked).data(VALUE_ROLE)
        self._mark(-1)
        if source is not None:
            event.acceptProposedAction()
            self.papers_dropped.emit(source, dragged_papers(event.mimeData()))

    def _mark(self, row: int) -> None:
        """Show which row the papers would be dropped on."""
        self.marked = row
        self.viewport().update()

    def _want_menu(self, place: QPoint) -> None:
        self.menu_wanted.emit(self.indexAt(place).data(VALUE_ROLE), self.viewport().mapToGlobal(place))

    def _tell(self, current: QModelIndex) -> None:
        source = current.data(VALUE_ROLE)
        if self._telling and source is not None:
            self.chosen.emit(source)


def _row(source: Source) -> CountedRow:
    names = {
        "all": _tr("All papers"),
        "recent": _tr("Recently added"),
        "files": _tr("With a PDF"),
        "doubtful": _tr("Needs review"),
        CHOSEN: _tr("Selected on the map"),
        "to-read": _tr("To read"),
        "read": _tr("Read"),
        REMOVED: _tr("Removed"),
    }
    text = names.get(source.key, source.label)
    count = "" if source.key == "recent" else numeral(source.count)
    return CountedRow(text, source, count, f"{text}, {count}" if count else text, depth=source.depth)
