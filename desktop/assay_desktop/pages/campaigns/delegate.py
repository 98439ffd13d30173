"""Paints a disagreement as a row: paper, query, the grades beside each other, and how it is settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from assay_desktop.pages.campaigns.cases import CASE_ROLE, given_grades, paper_title, query_title
from assay_desktop.pages.campaigns.model import Case
from assay_desktop.theme import S1, S2, Theme, body_font, number_font
from assay_desktop.widgets.grade_mark import paint_grade_mark
from assay_desktop.widgets.tables.ground import paint_ground

if TYPE_CHECKING:
    from assay.campaign_types import Adjudication

Index = QModelIndex | QPersistentModelIndex
_ROW_PX = 66
_MARK = 9.0
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class CaseDelegate(QStyledItemDelegate):
    """Three lines; marks with digits, so that colour never speaks alone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, _ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        case = index.data(CASE_ROLE)
        if not isinstance(case, Case):
            return
        shown: Any = option  # PySide's stubs leave out the fields of options
        box: QRect = shown.rect.adjusted(0, 1, 0, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, box, shown.state, self._theme)
        inner = box.adjusted(S2, S1 + 1, -S2, -S1)
        painter.setFont(body_font(13, QFont.Weight.DemiBold))
        painter.setPen(self._theme.color("text"))
        _write(painter, inner, paper_title(case))
        painter.setFont(body_font(12))
        painter.setPen(self._theme.color("muted"))
        _write(painter, inner.translated(0, 19), query_title(case))
        self._paint_grades(painter, inner, case)
        painter.restore()

    def _paint_grades(self, painter: QPainter, inner: QRect, case: Case) -> None:
        left, top = float(inner.left()), inner.top() + 39.0
        for grade in given_grades(case):
            left = self._paint_grade(painter, left, top, grade)
        found = case.disagreement.adjudication
        if found is not None and found.relevance is not None:
            self._paint_settled(painter, QPointF(left + S1, top), inner, found)

    def _paint_settled(self, painter: QPainter, place: QPointF, inner: QRect, found: Adjudication) -> None:
        painter.setFont(body_font(12))
        painter.setPen(self._theme.color("text" if found.stands else "danger"))
        if found.conflict:
            words = self.tr("settled twice")
        elif found.stale:
            words = self.tr("out of date")
        else:
            words = self.tr("settled: {0}").format(found.relevance)
        room = QRectF(place.x(), place.y(), inner.right() - place.x(), 16)
        painter.drawText(room, _LINE, f"→ {words}")

    def _paint_grade(self, painter: QPainter, left: float, top: float, grade: int) -> float:
        """Returns where the next one begins."""
        mark = QRectF(left, top + 8 - _MARK / 2, _MARK, _MARK)
        paint_grade_mark(painter, mark, grade, self._theme.color(f"grade{grade}"))
        painter.setFont(number_font(12))
        painter.setPen(self._theme.color("text"))
        painter.drawText(QRectF(left + _MARK + 4, top, 12, 16), _LINE, str(grade))
        return left + _MARK + 20


def _write(painter: QPainter, box: QRect, text: str) -> None:
    """One line at the top of `box`."""
    words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(QRect(box.left(), box.top(), box.width(), 18), _LINE, words)
