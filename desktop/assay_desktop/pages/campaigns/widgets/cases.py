"""The list of pairs to settle, as the adjudicator walks through it: its rows, and how they are painted."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from assay_desktop.pages.campaigns.model import Case
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S1, S2, Theme, body_font, number_font
from assay_desktop.widgets.grade_mark import paint_grade_mark
from assay_desktop.widgets.tables.row_background import paint_row_background

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.campaign_types import Adjudication
    from assay_desktop.pages.campaigns.model import Case


Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
CASE_ROLE = Qt.ItemDataRole.UserRole + 1


class Show(StrEnum):
    """Which of the disagreements are listed."""

    OPEN = "open"
    SETTLED = "settled"
    ALL = "all"


class CaseModel(QAbstractListModel):
    """The cases in the order given. One that is settled keeps its row until the list is filtered anew."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Case] = []
        self._rows: list[Case] = []

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        case = self._rows[index.row()]
        if role == CASE_ROLE:
            return case
        if role == Qt.ItemDataRole.DisplayRole:
            return paper_title(case)
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_markup(paper_title(case))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{paper_title(case)}. {mark_words(case)}"
        return None

    @property
    def n_all(self) -> int:
        return len(self._all)

    @property
    def n_settled(self) -> int:
        return sum(case.settled for case in self._all)

    def show(self, cases: Sequence[Case], show: Show) -> None:
        self._all = list(cases)
        self.filter(show)

    def filter(self, show: Show) -> None:
        self.beginResetModel()
        self._rows = [
            case for case in self._all if show is Show.ALL or case.settled == (show is Show.SETTLED)
        ]
        self.endResetModel()

    def put(self, case: Case) -> None:
        """Another state of a case that is known; its row stays where it is, and comes back if it was away."""
        self._all = [case if each.pair == case.pair else each for each in self._all]
        row = self.row_of(case.pair)
        if row < 0:
            self.beginInsertRows(_ROOT, 0, 0)
            self._rows.insert(0, case)
            self.endInsertRows()
            return
        self._rows[row] = case
        self.dataChanged.emit(self.index(row), self.index(row))

    def case(self, row: int) -> Case | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, pair: tuple[str, str]) -> int:
        """The row of a pair, or -1."""
        return next((row for row, case in enumerate(self._rows) if case.pair == pair), -1)

    def next_open(self, row: int) -> int:
        """The next row that is not settled, after `row` and then from the top; -1 where none is left."""
        order = [*range(row + 1, len(self._rows)), *range(row + 1)]
        return next((each for each in order if not self._rows[each].settled), -1)


def paper_title(case: Case) -> str:
    """The paper's title, or its id where the paper is gone."""
    return case.paper.title if case.paper is not None else case.disagreement.doc_id


def query_title(case: Case) -> str:
    """The query's words, or its id where it is gone."""
    return case.query.text if case.query is not None and case.query.text else case.disagreement.query_id


def given_grades(case: Case) -> list[int]:
    """The grades that assessors gave, ascending."""
    return sorted(j.relevance for j in case.disagreement.judgements if j.relevance is not None)


def mark_words(case: Case) -> str:
    """What there is to know of a case at a glance: the grades, and whether it is settled."""
    found = case.disagreement.adjudication
    said = " · ".join(map(str, given_grades(case)))
    if found is None:
        return said
    if found.conflict:
        return _tr("{0} · settled twice").format(said)
    if found.stale:
        return _tr("{0} · out of date").format(said)
    return said if found.relevance is None else _tr("{0} · settled as {1}").format(said, found.relevance)


def _tr(text: str) -> str:
    return QCoreApplication.translate("campaigns", text)


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
        paint_row_background(painter, box, shown.state, self._theme)
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
        painter.setPen(self._theme.color("text" if found.is_valid else "danger"))
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
