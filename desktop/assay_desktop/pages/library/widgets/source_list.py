"""The list at the left of the library, and the papers that are dragged onto it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QByteArray,
    QMimeData,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QPainter,
    QPalette,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay_desktop.pages.library.sources import CHOSEN, REMOVED, Source
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import RADIUS, S2, S3, Theme, body_font, number_font
from assay_desktop.widgets.elided import distinct_text
from assay_desktop.widgets.tables.rows import Index

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


_ROW_PX = 28
_HEADING_PX = 34
_VALUE_ROLE = Qt.ItemDataRole.UserRole
_COUNT_ROLE = Qt.ItemDataRole.UserRole + 1
_DEPTH_ROLE = Qt.ItemDataRole.UserRole + 2
_TAKES_ROLE = Qt.ItemDataRole.UserRole + 3
_OVER_ROLE = Qt.ItemDataRole.UserRole + 4


class SourceList(QListView):
    """Rows carry a value; choosing one emits it."""

    chosen = Signal(object)
    papers_dropped = Signal(object, list)  # a row's value, doc_ids
    menu_wanted = Signal(object, QPoint)  # the value of the row below, None for none; place on the screen

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._entries = QStandardItemModel(self)
        self.setModel(self._entries)
        self.setItemDelegate(_SourceDelegate(theme, self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.selectionModel().currentChanged.connect(self._tell)
        self._telling = True
        self._over: QStandardItem | None = None
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._want_menu)
        theme.changed.connect(self.viewport().update)

    def show_sources(self, sources: Sequence[Source], chosen: Source | None) -> None:
        """Show a row a source, with a heading before each group. Emits nothing."""
        self._telling = False
        self._over = None
        place = self.verticalScrollBar().value()
        self._entries.clear()
        group = ""
        for source in sources:
            if source.group != group:
                group = source.group
                self._entries.appendRow(_heading(group))
            self._entries.appendRow(_item(source))
            if source == chosen:
                self.setCurrentIndex(self._entries.index(self._entries.rowCount() - 1, 0))
        self.doItemsLayout()
        self.verticalScrollBar().setValue(place)
        self._telling = True

    def choose_first(self) -> None:
        """Choose the first row, as a click on it would."""
        self.setCurrentIndex(self._entries.index(0, 0))

    # -- papers that are dragged here -------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dragged_papers(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        item = self._entries.itemFromIndex(self.indexAt(event.position().toPoint()))
        takes = item is not None and bool(item.data(_TAKES_ROLE))
        self._mark(item if takes else None)
        event.setAccepted(takes)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._mark(None)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        item = self._over
        self._mark(None)
        if item is not None:
            event.acceptProposedAction()
            self.papers_dropped.emit(item.data(_VALUE_ROLE), dragged_papers(event.mimeData()))

    def _mark(self, item: QStandardItem | None) -> None:
        """Show which row the papers would be dropped on."""
        if self._over is not None:
            self._over.setData(False, _OVER_ROLE)
        self._over = item
        if item is not None:
            item.setData(True, _OVER_ROLE)

    def _want_menu(self, place: QPoint) -> None:
        self.menu_wanted.emit(self.indexAt(place).data(_VALUE_ROLE), self.viewport().mapToGlobal(place))

    def _tell(self, current: QModelIndex) -> None:
        value = current.data(_VALUE_ROLE)
        if self._telling and value is not None:
            self.chosen.emit(value)


def _heading(group: str) -> QStandardItem:
    names = {"collection": _tr("Collections"), "tag": _tr("Tags"), "year": _tr("Year"), "venue": _tr("Venue")}
    item = QStandardItem(names[group])
    item.setToolTip(escape_markup(names[group]))
    item.setData(names[group], Qt.ItemDataRole.AccessibleTextRole)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


def _item(source: Source) -> QStandardItem:
    """Make an item; papers may be dropped on collections and tags."""
    names = {
        "all": _tr("All papers"),
        "recent": _tr("Recently added"),
        "files": _tr("With a PDF"),
        "doubtful": _tr("Needs review"),
        CHOSEN: _tr("Chosen on the map"),
        "to-read": _tr("To read"),
        "read": _tr("Read"),
        REMOVED: _tr("Removed"),
    }
    label = names.get(source.key, source.label)
    count = "" if source.key == "recent" else numeral(source.count)
    item = QStandardItem(label)
    item.setToolTip(escape_markup(label))
    item.setData(source, _VALUE_ROLE)
    item.setData(count, _COUNT_ROLE)
    item.setData(source.depth, _DEPTH_ROLE)
    item.setData(source.group in ("collection", "tag"), _TAKES_ROLE)
    item.setData(f"{label}, {count}" if count else label, Qt.ItemDataRole.AccessibleTextRole)
    return item


class _SourceDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        return QSize(0, _HEADING_PX if index.data(_VALUE_ROLE) is None else _ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown: Any = option  # PySide's stubs leave out the fields of options
        box: QRect = shown.rect.adjusted(0, 1, 0, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(_VALUE_ROLE) is None:
            self._paint_heading(painter, box, str(index.data()))
        else:
            self._paint_row(painter, shown, box, index)
        painter.restore()

    def _paint_heading(self, painter: QPainter, box: QRect, text: str) -> None:
        font = body_font(11, QFont.Weight.DemiBold)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        painter.setFont(font)
        painter.setPen(self._theme.color("muted"))
        place = box.adjusted(S2, 0, -S2, -S2 + 2)
        painter.drawText(place, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, text.upper())

    def _paint_row(self, painter: QPainter, shown: Any, box: QRect, index: Index) -> None:
        ground = _ground(shown.state)
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color(ground))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if index.data(_OVER_ROLE) or shown.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(self._theme.color("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0, 0, -1, -1), RADIUS, RADIUS)
        inner = box.adjusted(S2, 0, -S2, 0)
        count = str(index.data(_COUNT_ROLE))
        painter.setFont(number_font())
        painter.setPen(self._theme.color("muted"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        inset = S3 * int(index.data(_DEPTH_ROLE) or 0)
        room = inner.adjusted(inset, 0, -painter.fontMetrics().horizontalAdvance(count) - S2, 0)
        painter.setFont(body_font())
        painter.setPen(shown.palette.color(QPalette.ColorRole.WindowText))
        texts = [str(index.sibling(row, 0).data()) for row in range(index.model().rowCount())]
        text = distinct_text(index.row(), texts, painter.fontMetrics(), room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def _ground(state: QStyle.StateFlag) -> str:
    if state & QStyle.StateFlag.State_Selected:
        return "selection"
    return "hover" if state & QStyle.StateFlag.State_MouseOver else ""
