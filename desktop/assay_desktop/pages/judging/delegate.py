"""How a row of the history is painted: what was said, the paper, the query, the note."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay_desktop.pages.judging.history_model import PAST_ROLE, stand, when
from assay_desktop.theme import S1, S2, body_font, number_font
from assay_desktop.widgets.grade_mark import DIAMETER, paint_grade_mark
from assay_desktop.widgets.tables.ground import paint_ground

if TYPE_CHECKING:
    from assay_desktop.pages.judging.history import PastPair
    from assay_desktop.theme import Theme

_LINE_PX = 19
_ELIDE = Qt.TextElideMode.ElideRight


class HistoryDelegate(QStyledItemDelegate):
    """Three lines, four with a note."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002 - Qt's signature
        past = cast("PastPair", index.data(PAST_ROLE))
        return QSize(0, _LINE_PX * (3 + bool(_note(past))) + 2 * S2)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        shown: Any = option  # PySide's stubs leave out the fields of options
        past = cast("PastPair", index.data(PAST_ROLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box: QRect = shown.rect.adjusted(0, 1, 0, -1)
        paint_ground(painter, box, shown.state, self._theme)
        line = QRect(box.left() + S2, box.top() + S2 - 1, box.width() - 2 * S2, _LINE_PX)
        self._paint_stand(painter, line, past)
        lines = [
            (past.title, "text", body_font(13, QFont.Weight.Medium)),
            (past.query, "muted", body_font(12)),
        ]
        if _note(past):
            lines.append((_note(past), "text", body_font(12)))
        for text, color, font in lines:
            line.translate(0, _LINE_PX)
            painter.setFont(font)
            painter.setPen(self._theme.color(color))
            elided = QFontMetrics(font).elidedText(" ".join(text.split()), _ELIDE, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()

    def _paint_stand(self, painter: QPainter, line: QRect, past: PastPair) -> None:
        grade = None if past.judgement is None else past.judgement.relevance
        left = line.left()
        if grade is not None:
            mark = QRectF(left, line.center().y() - DIAMETER / 2 + 1, DIAMETER, DIAMETER)
            paint_grade_mark(painter, mark, grade, self._theme.color(f"grade{grade}"))
            left += round(DIAMETER) + S1 + 2
        painter.setFont(number_font(12))
        painter.setPen(self._theme.color("muted"))
        place = QRect(left, line.top(), line.right() - left, line.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, stand(past))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, when(past))


def _note(past: PastPair) -> str:
    return past.judgement.note if past.judgement is not None else ""
