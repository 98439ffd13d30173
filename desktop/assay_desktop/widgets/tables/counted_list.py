"""Lists of names with a number behind each: parts of the library, facets, saved searches, queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from assay_desktop.theme import S2, S3, Theme, body_font, number_font, row_height, scaled
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.elided import distinct_text
from assay_desktop.widgets.tables.rows import ITEM_ROLE, Index, ItemModel, paint_row_background

ALL: Final = 100_000
"""Of rows that are shown at once: what the list stands in scrolls."""
VALUE_ROLE = Qt.ItemDataRole.UserRole
_Hint = QAbstractItemView.ScrollHint
_HEADING_PX: Final = 34
_BOX_PX: Final = 12
_NEAR: Final = 20  # rows above and below, which a name that is cut must not read like
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A name, the number behind it, and what it stands for; a heading stands for nothing."""

    text: str
    value: object = None
    count: str = ""
    spoken: str = ""  # what assistive tools say; "" for the text
    tip: str = ""  # "" for the text
    depth: int = 0  # how far it is set in
    fresh: bool = False  # the number tells of news
    ticked: bool | None = None  # None: there is no box to tick


class CountedModel(ItemModel):
    """Headings cannot be chosen. VALUE_ROLE is what a row stands for."""

    items: list[CountedRow]

    def title(self, item: CountedRow) -> str:
        return item.text

    def spoken(self, item: CountedRow) -> str:
        return item.spoken or item.text

    def tip(self, item: CountedRow) -> str:
        return item.tip or item.text

    def flags(self, index: Index) -> Qt.ItemFlag:
        heading = self.data(index, VALUE_ROLE) is None
        return Qt.ItemFlag.NoItemFlags if heading else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == VALUE_ROLE and index.isValid():
            return self.items[index.row()].value
        return super().data(index, role)


class CountedList(QListView):
    """As high as its rows, up to `most` of them; as there is room where that is 0.

    One of rows alone leaves scrolling to what it stands in.
    """

    def __init__(self, theme: Theme, name: str, *, most: int = 0) -> None:
        super().__init__()
        self._most = most
        if most:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.marked = -1  # the row that something is dragged over
        self.rows = CountedModel(self)
        set_up_list(self, name, self.rows, _Delegate(theme, self))
        theme.changed.connect(self._fit)

    def show_rows(self, rows: Sequence[CountedRow], at: int) -> None:
        """Show other rows, of which that at `at` is current, -1 for none; what was in sight stays there."""
        scroll = self.verticalScrollBar().value()
        self.marked = -1
        self.rows.show(rows)
        self.setCurrentIndex(self.rows.index(at))
        self._fit()
        self.doItemsLayout()
        self.verticalScrollBar().setValue(scroll)

    def fit(self, most: int) -> None:
        """Be as high as so many rows."""
        self._most = most
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._most:
            event.ignore()
        else:
            super().wheelEvent(event)

    def scrollTo(self, index: Index, hint: _Hint = _Hint.EnsureVisible) -> None:
        """Go to a row, where the keys are also with what the list stands in."""
        super().scrollTo(index, hint)
        area, row = self.parentWidget(), self.visualRect(index)
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None and self.hasFocus() and (held := area.widget()) is not None:
            place = self.viewport().mapTo(held, row.center())
            area.ensureVisible(place.x(), place.y(), 0, row.height())

    def _fit(self) -> None:
        if self._most:
            self.setFixedHeight(sum(map(_height, self.rows.items[: self._most])) + 2)
        self.viewport().update()


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, view: CountedList) -> None:
        super().__init__()
        self._theme, self._view = theme, view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, _height(index.data(ITEM_ROLE)))  # as wide as the list, which may get a scroll bar

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown: Any = option  # PySide's stubs leave out the fields of options
        row: CountedRow = index.data(ITEM_ROLE)
        box: QRect = shown.rect.adjusted(0, 1, 0, -1)
        inner = box.adjusted(S2, 0, -S2, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.value is None:
            self._paint_heading(painter, inner, row.text)
        else:
            over = QStyle.StateFlag.State_HasFocus if index.row() == self._view.marked else shown.state
            paint_row_background(painter, box, shown.state | over, self._theme)
            inner.adjust(S3 * row.depth, 0, -self._paint_count(painter, inner, row), 0)
            if row.ticked is not None:
                self._paint_tick(painter, inner, ticked=row.ticked)
                inner.adjust(scaled(_BOX_PX) + S2, 0, 0, 0)
            font = body_font(weight=QFont.Weight.DemiBold if row.ticked else QFont.Weight.Normal)
            painter.setFont(font)
            painter.setPen(self._theme.color("text"))
            painter.drawText(inner, _LEFT, self._cut(index.row(), QFontMetrics(font), inner.width()))
        painter.restore()

    def _paint_heading(self, painter: QPainter, inner: QRect, text: str) -> None:
        font = body_font(11, QFont.Weight.DemiBold)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        painter.setFont(font)
        painter.setPen(self._theme.color("muted"))
        bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
        painter.drawText(inner.adjusted(0, 0, 0, -S2 + 2), bottom, text.upper())

    def _paint_count(self, painter: QPainter, inner: QRect, row: CountedRow) -> int:
        """Paint the number at the right; return the width that it takes, with the gap before it."""
        font = number_font(12, QFont.Weight.DemiBold if row.fresh else QFont.Weight.Normal)
        wide = QFontMetrics(font).horizontalAdvance(row.count)
        painter.setFont(font)
        painter.setPen(self._theme.color("on_accent" if row.fresh else "muted"))
        if row.fresh:
            wide += 2 * S2
            mark = QRectF(inner.right() - wide, inner.center().y() - 9, wide, 18)
            painter.fillPath(_rounded(mark, 9), self._theme.color("accent"))
            painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, row.count)
        else:
            painter.drawText(inner, _RIGHT, row.count)
        return wide + S2 if row.count else 0

    def _paint_tick(self, painter: QPainter, inner: QRect, *, ticked: bool) -> None:
        box = QRectF(inner.left(), inner.center().y() - scaled(_BOX_PX) / 2, scaled(_BOX_PX), scaled(_BOX_PX))
        painter.setPen(QPen(self._theme.color("accent" if ticked else "faint"), 1.2))
        painter.setBrush(self._theme.color("accent" if ticked else "panel"))
        painter.drawRoundedRect(box, 3, 3)
        if ticked:
            path = QPainterPath()
            part = box.width() / _BOX_PX
            path.moveTo(box.left() + 3 * part, box.center().y() + 0.5)
            path.lineTo(box.left() + 5.2 * part, box.bottom() - 3 * part)
            path.lineTo(box.right() - 2.6 * part, box.top() + 3.4 * part)
            painter.strokePath(path, QPen(self._theme.color("on_accent"), 1.5 * part))

    def _cut(self, place: int, metrics: QFontMetrics, width: int) -> str:
        first = max(0, place - _NEAR)
        near = [row.text for row in self._view.rows.items[first : place + _NEAR]]
        return distinct_text(place - first, near, metrics, width)


def _height(row: CountedRow) -> int:
    return row_height() if row.value is not None else scaled(_HEADING_PX)


def _rounded(box: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    return path
