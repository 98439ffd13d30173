"""A list of campaigns, or of runs, as cards: name, where it stands, how far it is, and a thin bar of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay_desktop.theme import S1, S2, S3, Theme, body_font, number_font, scaled
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.tables.rows import ITEM_ROLE, Index, ItemModel, paint_row_background

_CARD_PX = 64
_BAR_PX = 3
_DOT_PX = 7
_CHECK_PX = 14
_CHECKED = Qt.CheckState.Checked


@dataclass(frozen=True, slots=True)
class CampaignCard:
    """`status` in words; `tone` is the palette's colour of its dot; `progress` "312 of 1,844".

    `key` is what the card is known by where names are not unique.
    """

    name: str
    status: str
    tone: str
    progress: str
    share: float  # 0..1 of the pairs that are judged
    key: str = ""

    @property
    def known_by(self) -> str:
        return self.key or self.name


class CampaignList(QListView):
    """Choosing a card by mouse or key emits what it is known by; showing cards emits nothing."""

    chosen = Signal(str)
    checked = Signal(object)  # what the checked cards are known by

    def __init__(self, theme: Theme, *, checkable: bool = False) -> None:
        """Cards that are `checkable` have a box at their right, which Space and a click toggle."""
        super().__init__()
        self._cards = _CardModel(checkable=checkable)
        set_up_list(self, self.tr("Campaigns"), self._cards, _CardDelegate(theme, self))
        self._cards.toggled.connect(lambda: self.checked.emit(self._cards.checked))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._telling = True
        self.selectionModel().currentChanged.connect(self._tell)
        theme.changed.connect(self.viewport().update)

    def show_cards(self, cards: Sequence[CampaignCard], chosen: str) -> None:
        """Show all campaigns again, with `chosen` marked if it is among them."""
        self._telling = False
        self._cards.show(cards)
        row = self._cards.find(lambda card: card.known_by == chosen)
        if row >= 0:
            self.setCurrentIndex(self._cards.index(row))
        self._telling = True

    def choose(self, name: str) -> None:
        """Choose as a click on its card would, also where it is marked already; never an unknown name."""
        row = self._cards.find(lambda card: card.known_by == name)
        if row < 0:
            return
        if row == self.currentIndex().row():
            self.chosen.emit(name)
        else:
            self.setCurrentIndex(self._cards.index(row))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle the box that is pressed; that chooses no card."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if not (check_box(self.visualRect(index)).contains(place) and toggle(self._cards, index)):
            super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Undo that Qt makes the first card the current one then: nobody has chosen it by that."""
        self._telling = False
        super().focusInEvent(event)
        self._telling = True

    def _tell(self, current: QModelIndex) -> None:
        card = current.data(ITEM_ROLE)
        if self._telling and isinstance(card, CampaignCard):
            self.chosen.emit(card.known_by)


class _CardModel(ItemModel):
    toggled = Signal()

    def __init__(self, *, checkable: bool) -> None:
        super().__init__()
        self._checkable = checkable
        self._checks: set[str] = set()

    @property
    def checked(self) -> list[str]:
        """What the checked cards are known by, from above."""
        return [card.known_by for card in self.items if card.known_by in self._checks]

    def flags(self, index: Index) -> Qt.ItemFlag:
        checkable = Qt.ItemFlag.ItemIsUserCheckable if self._checkable else Qt.ItemFlag.NoItemFlags
        return super().flags(index) | checkable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.CheckStateRole:
            return super().data(index, role)
        card = super().data(index, ITEM_ROLE)
        if not self._checkable or not isinstance(card, CampaignCard):
            return None
        return Qt.CheckState.Checked if card.known_by in self._checks else Qt.CheckState.Unchecked

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        card = super().data(index, ITEM_ROLE)
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(card, CampaignCard):
            return False
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._checks.add(card.known_by)
        else:
            self._checks.discard(card.known_by)
        self.dataChanged.emit(index, index, [role])
        self.toggled.emit()
        return True

    def title(self, item: CampaignCard) -> str:
        return item.name

    def spoken(self, item: CampaignCard) -> str:
        return f"{item.name}, {item.status}, {item.progress}"


class _CardDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, scaled(_CARD_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        card = index.data(ITEM_ROLE)
        if not isinstance(card, CampaignCard):
            return
        shown: Any = option  # PySide's stubs leave out the fields of options
        box: QRect = shown.rect.adjusted(0, 1, 0, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, box, shown.state, self._theme)
        inner = box.adjusted(S3, S2, -S3, -S2)
        check = index.data(Qt.ItemDataRole.CheckStateRole)
        if check is not None:
            self._paint_check(painter, check_box(shown.rect), Qt.CheckState(check))
        self._paint_words(painter, inner, card, room=0 if check is None else _CHECK_PX + S2)
        self._paint_bar(painter, inner, card.share)
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, _option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Toggle the box by Space."""
        pressed = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        return pressed and toggle(model, index)

    def _paint_check(self, painter: QPainter, box: QRect, state: Qt.CheckState) -> None:
        checked = state == _CHECKED
        painter.setPen(self._theme.color("accent" if checked else "faint"))
        painter.setBrush(self._theme.color("accent" if checked else "panel"))
        painter.drawRoundedRect(QRectF(box), 4, 4)
        if checked:
            pen = QPen(self._theme.color("on_accent"), 1.6)
            painter.setPen(pen)
            left, middle, right = (
                QPointF(box.left() + box.width() * x, box.top() + box.height() * y)
                for x, y in ((0.26, 0.52), (0.44, 0.70), (0.76, 0.32))
            )
            painter.drawPolyline([left, middle, right])

    def _paint_words(self, painter: QPainter, inner: QRect, card: CampaignCard, *, room: int) -> None:
        line = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(body_font(13, QFont.Weight.DemiBold))
        painter.setPen(self._theme.color("text"))
        name = painter.fontMetrics().elidedText(card.name, Qt.TextElideMode.ElideMiddle, inner.width() - room)
        painter.drawText(QRect(inner.left(), inner.top(), inner.width(), scaled(20)), line, name)
        row = QRect(inner.left(), inner.top() + scaled(20), inner.width(), scaled(18))
        dot = QRectF(row.left(), row.center().y() - _DOT_PX / 2 + 1, _DOT_PX, _DOT_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(card.tone))
        painter.drawEllipse(dot)
        painter.setPen(self._theme.color("muted"))
        painter.setFont(number_font(12))
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, card.progress)
        left = row.adjusted(
            _DOT_PX + S1 + 2, 0, -painter.fontMetrics().horizontalAdvance(card.progress) - S2, 0
        )
        painter.setFont(body_font(12))
        status = painter.fontMetrics().elidedText(card.status, Qt.TextElideMode.ElideRight, left.width())
        painter.drawText(left, line, status)

    def _paint_bar(self, painter: QPainter, inner: QRect, share: float) -> None:
        bar = QRectF(inner.left(), inner.bottom() - _BAR_PX + 1, inner.width(), _BAR_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("line"))
        painter.drawRoundedRect(bar, _BAR_PX / 2, _BAR_PX / 2)
        if share > 0:
            bar.setWidth(max(_BAR_PX, bar.width() * min(1.0, share)))
            painter.setBrush(self._theme.color("accent"))
            painter.drawRoundedRect(bar, _BAR_PX / 2, _BAR_PX / 2)


def check_box(row: QRect) -> QRect:
    """Return where a card's box is."""
    return QRect(row.right() - S3 - _CHECK_PX, row.top() + S2 + 4, _CHECK_PX, _CHECK_PX)


def toggle(model: QAbstractItemModel, index: Index) -> bool:
    """Check the card or uncheck it; return whether it has a box."""
    check = index.data(Qt.ItemDataRole.CheckStateRole)
    if check is None:
        return False
    other = Qt.CheckState.Unchecked if Qt.CheckState(check) == _CHECKED else _CHECKED
    return model.setData(index, other, Qt.ItemDataRole.CheckStateRole)
