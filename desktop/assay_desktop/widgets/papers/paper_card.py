"""Paints a paper as a row of a result list: title, byline, passage, ranks per channel, grade mark."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import ROW_HEIGHT, S1, S2, Theme, body_font, number_font, row_height, scaled
from assay_desktop.widgets.grade import DIAMETER, paint_grade_mark
from assay_desktop.widgets.papers.card import PaperCard, badge_words
from assay_desktop.widgets.tables.rows import Index

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignCenter


class PaperCardDelegate(QStyledItemDelegate):
    """Paints the `PaperCard` under `role`. Its two buttons appear under the mouse and act on its row."""

    similar_wanted = Signal(str)  # doc_id
    seed_wanted = Signal(str)  # doc_id

    def __init__(self, theme: Theme, role: int, *, inset: int = 20, actions: bool = True) -> None:
        super().__init__()
        self._theme, self._role, self._inset = theme, role, inset
        self._buttons = (
            ((self.tr("similar"), self.similar_wanted), (self.tr("add as seed"), self.seed_wanted))
            if actions
            else ()
        )
        self._take_fonts()
        theme.changed.connect(self._take_fonts)

    def _take_fonts(self) -> None:
        self._title = body_font(15, QFont.Weight.DemiBold)
        self._small = body_font(13)
        self._badge = number_font(11)
        self._line, self._margin = scaled(20), 11 if row_height() >= scaled(ROW_HEIGHT) else 6

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """The view gives every row its own width; asking for none keeps the scroll bar out of it."""
        card = index.data(self._role)
        n_lines = 3 if isinstance(card, PaperCard) and card.passage else 2
        return QSize(0, n_lines * self._line + 2 * self._margin + (2 if n_lines == 3 else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        card = index.data(self._role)
        if not isinstance(card, PaperCard):
            return
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        self._paint_ground(painter, option.rect, selected=selected, hovered=hovered)
        if option.state & QStyle.StateFlag.State_HasFocus and option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(
                QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                self._theme.color("accent"),
            )
        inner = self._inner(option.rect)
        buttons = self._boxes(option.rect) if hovered else []
        self._paint_text(painter, card, inner, buttons[0].left() - S2 if buttons else inner.right())
        self._paint_side(painter, card, inner, edge="faint" if selected else "line")
        if hovered:
            self._paint_buttons(painter, option.rect)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, *, selected: bool, hovered: bool) -> None:
        if selected or hovered:
            painter.fillRect(rect, self._theme.color("selection" if selected else "hover"))
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _paint_text(self, painter: QPainter, card: PaperCard, inner: QRectF, end: float) -> None:
        """Paint the lines: next to the first stands the grade, next to the second badges.

        The last ends at `end`, where the buttons lie over the row.
        """
        first = inner.width() - (0 if card.grade is None else scaled(32) + S2)
        badges = self._badges(card, inner)
        second = (badges[0][1].left() - S2 if badges else inner.right()) - inner.left()
        last = end - inner.left()
        top = inner.top()
        for text, font, color in (
            (elided(card.title, self._title, first), self._title, "text"),
            (
                elided_byline(card.byline, self._small, second if card.passage else min(second, last)),
                self._small,
                "muted",
            ),
        ):
            painter.setFont(font)
            painter.setPen(self._theme.color(color))
            painter.drawText(QRectF(inner.left(), top, inner.width(), self._line), _LEFT, text)
            top += self._line
        if card.passage:
            paint_passage(
                painter,
                card.passage,
                QRectF(inner.left(), top + 2, last, self._line),
                self._small,
                self._theme.color("text"),
            )

    def _badge_width(self, badge: str) -> float:
        return QFontMetricsF(self._badge).horizontalAdvance(badge) + 12

    def _paint_side(self, painter: QPainter, card: PaperCard, inner: QRectF, *, edge: str) -> None:
        if card.grade is not None:
            right, top = inner.right(), inner.top()
            font = number_font(13)
            digit = str(card.grade)
            painter.setFont(font)
            painter.setPen(self._theme.color("text"))
            wide = QFontMetricsF(font).horizontalAdvance(digit)
            painter.drawText(QRectF(right - wide - 2, top, wide + 2, self._line), _LEFT, digit)
            side = scaled(DIAMETER)
            circle = QRectF(right - wide - S2 - side, top + (self._line - side) / 2, side, side)
            paint_grade_mark(painter, circle, card.grade, self._theme.color(f"grade{card.grade}"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._badge)
        for place, (badge, around) in enumerate(self._badges(card, inner)):
            news = card.new and place == 0
            box = around.adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(self._theme.color("accent" if news else edge), 1))
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(self._theme.color("accent" if news else "muted"))
            painter.drawText(box, _MIDDLE, badge)

    def _inner(self, rect: QRect) -> QRectF:
        return QRectF(rect).adjusted(self._inset, self._margin, -self._inset, -self._margin)

    def _badges(self, card: PaperCard, inner: QRectF) -> list[tuple[str, QRectF]]:
        """Return where each badge stands: right-aligned, next to the byline."""
        right, top = inner.right(), inner.top() + self._line + 2
        boxes = []
        for badge in reversed(card.badges):
            wide = self._badge_width(badge)
            boxes.append((badge, QRectF(right - wide, top, wide, scaled(17))))
            right -= wide + S1
        return boxes[::-1]

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Say what a badge means where one is pointed at, else what the row says of itself."""
        card = index.data(self._role)
        if event.type() == QEvent.Type.ToolTip and isinstance(card, PaperCard):
            for badge, box in self._badges(card, self._inner(option.rect)):
                if box.contains(QPointF(event.pos())):
                    QToolTip.showText(event.globalPos(), escape_markup(badge_words(badge)), view)
                    return True
        return super().helpEvent(event, view, option, index)

    # --- the buttons under the mouse

    def _paint_buttons(self, painter: QPainter, rect: QRect) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(body_font(12))
        for (label, _signal), box in zip(self._buttons, self._boxes(rect), strict=True):
            painter.setPen(QPen(self._theme.color("line"), 1))
            painter.setBrush(self._theme.color("raised"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            painter.setPen(self._theme.color("text"))
            painter.drawText(box, _MIDDLE, label)

    def _boxes(self, rect: QRect) -> list[QRectF]:
        """Where the buttons stand in a row, in the order of `_buttons`, right-aligned at the bottom."""
        metrics = QFontMetricsF(body_font(12))
        widths = [metrics.horizontalAdvance(label) + 18 for label, _ in self._buttons]
        left = rect.right() - self._inset - sum(widths) - S1 * max(0, len(widths) - 1)
        boxes = []
        for wide in widths:
            boxes.append(QRectF(left, rect.bottom() - 31, wide, 24))
            left += wide + S1
        return boxes

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        card = index.data(self._role)
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            for (_label, signal), box in zip(self._buttons, self._boxes(option.rect), strict=True):
                if box.contains(event.position()) and isinstance(card, PaperCard):
                    signal.emit(card.doc_id)
                    return True
        return super().editorEvent(event, model, option, index)


def elided(text: str, font: QFont, width: float) -> str:
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)


def elided_byline(byline: str, font: QFont, width: float) -> str:
    """Return the byline in so much room: authors and venue give way, the year stays whole."""
    rest, dot, year = byline.rpartition(" · ")
    end = f"{dot}{year}" if year.isdecimal() else ""
    if not end or QFontMetricsF(font).horizontalAdvance(byline) <= width:
        return elided(byline, font, width)
    return elided(rest, font, width - QFontMetricsF(font).horizontalAdvance(end)) + end


def paint_passage(
    painter: QPainter, passage: tuple[tuple[str, bool], ...], rect: QRectF, font: QFont, color: QColor
) -> None:
    """One line of text with bold pieces, cut with an ellipsis; scripts of both directions keep order."""
    text = "".join(piece for piece, _ in passage).replace("\n", " ")
    layout = _line(text, passage, font, rect.width())
    fits = layout.lineAt(0).textLength() if layout.lineCount() else 0
    if fits < len(text):
        room = rect.width() - QFontMetricsF(font).horizontalAdvance("…") - 1
        shorter = _line(text, passage, font, room)  # named: a line does not keep its layout alive
        fits = shorter.lineAt(0).textLength()
        layout = _line(text[:fits].rstrip() + "…", passage, font, rect.width() + 20)
    painter.setPen(color)
    line = layout.lineAt(0)
    if line.isValid():
        layout.draw(painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2))


def _line(text: str, passage: tuple[tuple[str, bool], ...], font: QFont, width: float) -> QTextLayout:
    """`text` laid out as one line of at most `width` pixels, with the passage's bold pieces."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAnywhere)
    layout.setTextOption(option)
    bold = QTextCharFormat()
    bold.setFontWeight(QFont.Weight.DemiBold)
    formats, start = [], 0
    for piece, is_bold in passage:
        if is_bold and start < len(text):
            each = QTextLayout.FormatRange()
            each.start, each.length, each.format = start, min(len(piece), len(text) - start), bold
            formats.append(each)
        start += len(piece)
    layout.setFormats(formats)
    layout.beginLayout()
    line = layout.createLine()
    if line.isValid():
        line.setLineWidth(max(1.0, width))
    layout.endLayout()
    return layout
