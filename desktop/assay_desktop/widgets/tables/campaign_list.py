"""A list of campaigns, or of runs, as cards: name, where it stands, how far it is, and a thin bar of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay_desktop.theme import S1, S2, S3, Theme, body_font, number_font
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.tables.rows import ITEM_ROLE, Index, ItemModel, paint_row_background

_CARD_PX = 64
_BAR_PX = 3
_DOT_PX = 7


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

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._cards = _CardModel()
        set_up_list(self, self.tr("Campaigns"), self._cards, _CardDelegate(theme, self))
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
    def title(self, item: CampaignCard) -> str:
        return item.name

    def spoken(self, item: CampaignCard) -> str:
        return f"{item.name}, {item.status}, {item.progress}"


class _CardDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, _CARD_PX)

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
        self._paint_words(painter, inner, card)
        self._paint_bar(painter, inner, card.share)
        painter.restore()

    def _paint_words(self, painter: QPainter, inner: QRect, card: CampaignCard) -> None:
        line = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(body_font(13, QFont.Weight.DemiBold))
        painter.setPen(self._theme.color("text"))
        name = painter.fontMetrics().elidedText(card.name, Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(QRect(inner.left(), inner.top(), inner.width(), 20), line, name)
        row = QRect(inner.left(), inner.top() + 20, inner.width(), 18)
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
