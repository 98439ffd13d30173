"""A list of parts of the library: label at the left, count at the right, headings between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay_desktop.figures import numeral
from assay_desktop.theme import RADIUS, S2, body_font, number_font
from assay_desktop.verbatim import verbatim
from assay_desktop.widgets.elided import told_apart

if TYPE_CHECKING:
    from assay_desktop.theme import Theme

_ROW_PX = 28
_HEADING_PX = 34
_VALUE_ROLE = Qt.ItemDataRole.UserRole
_COUNT_ROLE = Qt.ItemDataRole.UserRole + 1


class SourceList(QListView):
    """Rows carry a value; choosing one emits it."""

    chosen = Signal(object)

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
        theme.changed.connect(self.viewport().update)

    def show_rows(self, rows: list[tuple[str, int | None, object]], chosen: object) -> None:
        """`rows` are (label, count, value); a row without value is a heading. Emits nothing."""
        self._telling = False
        self._entries.clear()
        for label, count, value in rows:
            item = QStandardItem(label)
            item.setToolTip(verbatim(label))
            item.setData(value, _VALUE_ROLE)
            item.setData("" if count is None else numeral(count), _COUNT_ROLE)
            item.setData(
                f"{label}, {numeral(count)}" if count is not None else label,
                Qt.ItemDataRole.AccessibleTextRole,
            )
            if value is None:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self._entries.appendRow(item)
            if value is not None and value == chosen:
                self.setCurrentIndex(item.index())
        self._telling = True

    def choose_first(self) -> None:
        """Chooses the first row, as a click on it would."""
        self.setCurrentIndex(self._entries.index(0, 0))

    def _tell(self, current: QModelIndex) -> None:
        value = current.data(_VALUE_ROLE)
        if self._telling and value is not None:
            self.chosen.emit(value)


class _SourceDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002
        return QSize(0, _HEADING_PX if index.data(_VALUE_ROLE) is None else _ROW_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
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

    def _paint_row(
        self,
        painter: QPainter,
        shown: Any,
        box: QRect,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        ground = _ground(shown.state)
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color(ground))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if shown.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(self._theme.color("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0, 0, -1, -1), RADIUS, RADIUS)
        inner = box.adjusted(S2, 0, -S2, 0)
        count = str(index.data(_COUNT_ROLE))
        painter.setFont(number_font())
        painter.setPen(self._theme.color("muted"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        room = inner.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(count) - S2, 0)
        painter.setFont(body_font())
        painter.setPen(shown.palette.color(QPalette.ColorRole.WindowText))
        texts = [str(index.sibling(row, 0).data()) for row in range(index.model().rowCount())]
        text = told_apart(index.row(), texts, painter.fontMetrics(), room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def _ground(state: QStyle.StateFlag) -> str:
    if state & QStyle.StateFlag.State_Selected:
        return "selection"
    return "hover" if state & QStyle.StateFlag.State_MouseOver else ""
