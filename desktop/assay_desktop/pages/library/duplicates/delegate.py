"""Paints a case of duplicates: verdict, score and reasons, its papers, and what a merge would do."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from assay_desktop.pages.library.duplicates.findings import DOUBTFUL, SAME, VERSION, Case
from assay_desktop.pages.library.duplicates.model import CASE_ROLE, effect_words, role_words, verdict_words
from assay_desktop.text.core_words import told
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S2, S3, S4, Theme, body_font, number_font
from assay_desktop.widgets.tables.ground import paint_ground

Index = QModelIndex | QPersistentModelIndex
SHOWN = 6
"""So many papers of a case are painted; of more, their number."""

_LINE_PX = 21
_PAD = 11
_ROLE_PX = 72
_BYLINE = 0.38  # of the width of a line, at most
_MARK_PX = 9
_COLORS = {SAME: "grade2", VERSION: "accent", DOUBTFUL: "warning"}
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class DuplicateDelegate(QStyledItemDelegate):
    """As many lines as the case has papers, one above them and one below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._strong, self._body = body_font(13, QFont.Weight.DemiBold), body_font(13)
        self._small, self._number = body_font(12), number_font(12)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """The view gives every row its own width; asking for none keeps the scroll bar out of it."""
        case = index.data(CASE_ROLE)
        n = len(case.papers) if isinstance(case, Case) else 0
        return QSize(0, 2 * _PAD + _LINE_PX * (2 + min(n, SHOWN) + (n > SHOWN)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        case = index.data(CASE_ROLE)
        if not isinstance(case, Case):
            return
        shown: Any = option  # PySide's stubs leave out the fields of options
        box: QRect = shown.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.drawLine(box.left() + S4, box.bottom(), box.right() - S4, box.bottom())
        paint_ground(painter, box.adjusted(S2, 2, -S2, -2), shown.state, self._theme)
        line = QRect(box.left() + S4, box.top() + _PAD, box.width() - 2 * S4, _LINE_PX)
        self._paint_head(painter, line, case)
        for place in range(min(len(case.papers), SHOWN)):
            line.translate(0, _LINE_PX)
            self._paint_paper(painter, line, case, place)
        inset = line.adjusted(_ROLE_PX, 0, 0, 0)
        if len(case.papers) > SHOWN:
            inset.translate(0, _LINE_PX)
            more = self.tr("and {0} more").format(len(case.papers) - SHOWN)
            self._write(painter, inset, more, self._small, "muted")
        self._write(painter, inset.translated(0, _LINE_PX), effect_words(case), self._small, "muted")
        painter.restore()

    def _paint_head(self, painter: QPainter, line: QRect, case: Case) -> None:
        """The mark's shape says the verdict too: full, half, hollow."""
        self._paint_mark(painter, line, case.finding.verdict)
        left = line.adjusted(_MARK_PX + S2, 0, 0, 0)
        for text, font in (
            (verdict_words(case), self._strong),
            (numeral(case.finding.score, 2), self._number),
        ):
            left.setLeft(left.left() + self._write(painter, left, text, font, "text") + S3)
        self._write(painter, left, ", ".join(map(told, case.finding.reasons)), self._small, "muted")

    def _paint_mark(self, painter: QPainter, line: QRect, verdict: str) -> None:
        place = QRect(line.left(), line.top() + (_LINE_PX - _MARK_PX) // 2, _MARK_PX, _MARK_PX)
        color = self._theme.color(_COLORS[verdict])
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(color if verdict == SAME else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place)
        if verdict == VERSION:
            painter.setBrush(color)
            painter.drawPie(place, 90 * 16, 180 * 16)

    def _paint_paper(self, painter: QPainter, line: QRect, case: Case, place: int) -> None:
        paper = case.papers[place]
        role = QRect(line.left(), line.top(), _ROLE_PX - S1, line.height())
        self._write(painter, role, role_words(case, place), self._small, "muted")
        font = self._body if place else self._strong
        inner = line.adjusted(_ROLE_PX, 0, 0, 0)
        room = round(inner.width() * _BYLINE)
        wide = min(room, QFontMetrics(self._small).horizontalAdvance(paper.byline) + 1)
        aside = QRect(inner.right() - wide, inner.top(), wide, inner.height())
        self._write(painter, aside, paper.byline, self._small, "muted", align=_RIGHT)
        inner.setRight(aside.left() - S4)
        self._write(painter, inner, paper.title, font, "text")

    def _write(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        font: QFont,
        color: str,
        *,
        align: Qt.AlignmentFlag = _LEFT,
    ) -> int:
        """Writes one line, elided where it does not fit; returns how wide it is."""
        metrics = QFontMetrics(font)
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(color))
        painter.drawText(place, align, elided)
        return metrics.horizontalAdvance(elided)
