"""Saved searches: the list at the left, the line above the results, the dialog for a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPen,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QListView, QMenu, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay_desktop.pages.search.model import QueryLine, SavedLine
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import RADIUS, S1, S2, Theme, body_font, number_font, row_height
from assay_desktop.widgets.boxes import STRETCH, hbox
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.rows import Index

LINE_ROLE = Qt.ItemDataRole.UserRole + 1


class SideDelegate(QStyledItemDelegate):
    """One line each, the text elided before the number."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, row_height())  # as wide as the list, which may get a scroll bar

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(LINE_ROLE)
        if not isinstance(line, QueryLine | SavedLine):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("selection" if selected else "hover"))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        inner = box.adjusted(S2, 0, -S2, 0)
        wide = self._paint_count(painter, inner, line)
        painter.setFont(body_font(13))
        painter.setPen(self._theme.color("text"))
        room = inner.adjusted(0, 0, -(wide + S2 if wide else 0), 0)
        text = QFontMetricsF(body_font(13)).elidedText(line.label, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _paint_count(self, painter: QPainter, inner: QRectF, line: QueryLine | SavedLine) -> float:
        """Paint the count at the right; return the width that it takes."""
        if not line.count:
            return 0.0
        font = number_font(12, QFont.Weight.DemiBold) if line.fresh else number_font(12)
        wide = QFontMetricsF(font).horizontalAdvance(line.count)
        painter.setFont(font)
        if line.fresh:
            wide += 2 * S2
            mark = QRectF(inner.right() - wide, inner.center().y() - 9, wide, 18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent"))
            painter.drawRoundedRect(mark, 9, 9)
            painter.setPen(self._theme.color("on_accent"))
            painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, line.count)
        else:
            painter.setPen(self._theme.color("muted"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, line.count)
        return wide


MOST_ROWS = 7
"""So many are in sight at once; the list scrolls to the others."""


class SavedList(QListView):
    """As high as its rows. Enter asks a search again, F2 renames it, Delete removes it."""

    opened = Signal(object)  # SavedLine
    seen = Signal(object)
    renaming = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._rows = QStandardItemModel()
        set_up_list(self, self.tr("Saved searches"), self._rows, SideDelegate(theme))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        self.clicked.connect(lambda index: self._tell(self.opened, index))
        self.activated.connect(lambda index: self._tell(self.opened, index))
        theme.changed.connect(self.viewport().update)

    def show_lines(self, lines: Sequence[SavedLine], current: int | None) -> None:
        """Show the lines; `current` is the pk of the one whose results are shown."""
        at = self.currentIndex().row()
        self._rows.clear()
        for line in lines:
            item = QStandardItem(line.label)
            item.setData(line, LINE_ROLE)
            item.setToolTip(escape_markup("\n".join(filter(None, (line.label, line.fault)))))
            item.setData(self._words(line), Qt.ItemDataRole.AccessibleTextRole)
            self._rows.appendRow(item)
            if line.pk == current:
                at = item.row()
        self.setCurrentIndex(self._rows.index(min(at, len(lines) - 1), 0) if lines else QModelIndex())
        if current is None:
            self.clearSelection()
        self.setFixedHeight(min(len(lines), MOST_ROWS) * row_height() + 2)
        self.setVisible(bool(lines))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        calls = {Qt.Key.Key_F2: self.renaming, Qt.Key.Key_Delete: self.removed}
        signal = calls.get(Qt.Key(event.key()))
        if signal is not None and self.currentIndex().isValid():
            self._tell(signal, self.currentIndex())
        else:
            super().keyPressEvent(event)

    def menu_of(self, line: SavedLine) -> QMenu:
        """Return what can be done with a saved search."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, signal, possible in (
            (self.tr("Search again"), self.opened, True),
            (self.tr("Mark as seen"), self.seen, line.n_new > 0),
            (self.tr("Rename…"), self.renaming, True),
            (self.tr("Remove"), self.removed, True),
        ):
            action = QAction(text, menu)
            action.setEnabled(possible)
            action.triggered.connect(_emitter(signal.emit, line))
            menu.addAction(action)
        return menu

    def _open_menu(self, where: QPoint) -> None:
        line = self.indexAt(where).data(LINE_ROLE)
        if isinstance(line, SavedLine):
            self.menu_of(line).popup(self.viewport().mapToGlobal(where))

    def _tell(self, signal: object, index: QModelIndex) -> None:
        line = index.data(LINE_ROLE)
        if isinstance(line, SavedLine):
            signal.emit(line)  # type: ignore[attr-defined]  # a bound signal

    def _words(self, line: SavedLine) -> str:
        if line.fault:
            return self.tr("{0}, {1}").format(line.label, line.fault)
        return self.tr("{0}, {1} new").format(line.label, line.count) if line.n_new else line.label


def _emitter(emit: Callable[[object], None], line: SavedLine) -> Callable[[], None]:
    return lambda: emit(line)


class KeptLine(QWidget):
    """It is only there where the search is a saved one."""

    seen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = ElidedLabel("caption")
        self.button = button(self.tr("Mark as seen"), self.seen.emit, kind="link")
        hbox(self.text, self.button, STRETCH, on=self, gap=S1)
        self.hide()

    def show_line(self, line: SavedLine | None) -> None:
        if line is not None:
            self.text.show_text(self._words(line))
            self.text.setToolTip(escape_markup(line.fault))
            self.button.setVisible(line.n_new > 0)
        self.setVisible(line is not None)

    def _words(self, line: SavedLine) -> str:
        if line.fault:
            return self.tr("Saved as “{0}” · what is new is not known").format(line.label)
        if not line.n_new:
            return self.tr("Saved as “{0}” · nothing new").format(line.label)
        if line.n_new == 1:
            return self.tr("Saved as “{0}” · 1 new paper").format(line.label)
        return self.tr("Saved as “{0}” · {1} new papers").format(line.label, numeral(line.n_new))
