"""Adjudicate: what assessors differ on, with all that they said, and one key that settles it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assay.campaign_types import Adjudication
from assay.items.readable import readable
from assay_desktop.pages.campaigns.model import Case
from assay_desktop.pages.campaigns.widgets.case import CasePane
from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import S1, S2, S3, S4, Theme, body_font, number_font, scaled
from assay_desktop.widgets.boxes import STRETCH, boxed, hairline, hbox, split, stacked, vbox
from assay_desktop.widgets.controls.fields import choices, set_up_list
from assay_desktop.widgets.controls.key_hints import hint, key_label
from assay_desktop.widgets.grade import GradeBar, paint_grade_mark
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import ITEM_ROLE, ROOT, Index, ItemModel, paint_row_background

_tr = translator("campaigns")


class Show(StrEnum):
    """Which of the disagreements are listed."""

    OPEN = "open"
    SETTLED = "settled"
    ALL = "all"


class CaseModel(ItemModel):
    """The cases in the order given. One that is settled keeps its row until the list is filtered again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Case] = []

    def title(self, item: Case) -> str:
        return paper_title(item)

    def spoken(self, item: Case) -> str:
        return f"{paper_title(item)}. {mark_words(item)}"

    @property
    def n_all(self) -> int:
        return len(self._all)

    @property
    def n_settled(self) -> int:
        return sum(case.settled for case in self._all)

    def show_cases(self, cases: Sequence[Case], show: Show) -> None:
        self._all = list(cases)
        self.filter(show)

    def filter(self, show: Show) -> None:
        self.show(case for case in self._all if show is Show.ALL or case.settled == (show is Show.SETTLED))

    def put(self, case: Case) -> None:
        """Put another state of a known case in; its row stays where it is, and comes back if it was away."""
        self._all = [case if each.pair == case.pair else each for each in self._all]
        row = self.row_of(case.pair)
        if row >= 0:
            self.change(row, case)
            return
        self.beginInsertRows(ROOT, 0, 0)
        self.items.insert(0, case)
        self.endInsertRows()

    def case(self, row: int) -> Case | None:
        case: Case | None = self.item(row)
        return case

    def row_of(self, pair: tuple[str, str]) -> int:
        """Return the row of a pair, or -1."""
        return self.find(lambda case: case.pair == pair)

    def next_open(self, row: int) -> int:
        """Return the next row that is not settled, after `row`, then from the top; -1 if none is left."""
        order = [*range(row + 1, len(self.items)), *range(row + 1)]
        return next((each for each in order if not self.items[each].settled), -1)


def paper_title(case: Case) -> str:
    """The paper's title, or its id where the paper is gone."""
    return readable(case.paper.title) if case.paper is not None else case.disagreement.doc_id


def query_title(case: Case) -> str:
    """Return the query's words, or its id where it is gone."""
    return case.query.text if case.query is not None and case.query.text else case.disagreement.query_id


def given_grades(case: Case) -> list[int]:
    """Return the grades that assessors gave, ascending."""
    return sorted(j.relevance for j in case.disagreement.judgements if j.relevance is not None)


def mark_words(case: Case) -> str:
    """Return what there is to know of a case at a glance: the grades, and whether it is settled."""
    found = case.disagreement.adjudication
    grades = " · ".join(map(str, given_grades(case)))
    if found is None:
        return grades
    if found.conflict:
        return _tr("{0} · settled twice").format(grades)
    if found.stale:
        return _tr("{0} · out of date").format(grades)
    return grades if found.relevance is None else _tr("{0} · settled as {1}").format(grades, found.relevance)


_ROW_PX = 66
_MARK = 9.0
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class CaseDelegate(QStyledItemDelegate):
    """Three lines; marks with digits, so that colour never speaks alone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, scaled(_ROW_PX))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        case = index.data(ITEM_ROLE)
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
        _write(painter, inner.translated(0, scaled(19)), query_title(case))
        self._paint_grades(painter, inner, case)
        painter.restore()

    def _paint_grades(self, painter: QPainter, inner: QRect, case: Case) -> None:
        left, top = float(inner.left()), inner.top() + float(scaled(39))
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
        room = QRectF(place.x(), place.y(), inner.right() - place.x(), scaled(16))
        painter.drawText(room, _LINE, f"→ {words}")

    def _paint_grade(self, painter: QPainter, left: float, top: float, grade: int) -> float:
        """Return where the next one begins."""
        mark = QRectF(left, top + scaled(8) - _MARK / 2, _MARK, _MARK)
        paint_grade_mark(painter, mark, grade, self._theme.color(f"grade{grade}"))
        painter.setFont(number_font(12))
        painter.setPen(self._theme.color("text"))
        painter.drawText(QRectF(left + _MARK + 4, top, scaled(12), scaled(16)), _LINE, str(grade))
        return left + _MARK + scaled(20)


def _write(painter: QPainter, box: QRect, text: str) -> None:
    """One line at the top of `box`."""
    words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(QRect(box.left(), box.top(), box.width(), scaled(18)), _LINE, words)


class ReasonField(QLineEdit):
    """Escape and Enter leave it; digits typed in it are words, not grades."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SettleBar(QFrame):
    """Fixed at the bottom, as on the judging page."""

    settled = Signal(int, str)  # relevance, reason
    withdraw_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.last_pair: tuple[str, str] | None = None
        self._open = True
        self._pair: tuple[str, str] | None = None  # whose reason is in the field
        self._note = ""
        self._bar = GradeBar(theme, large=True)
        self._bar.setMaximumWidth(560)
        self._bar.graded.connect(self.settle)
        self._reason = ReasonField()
        self._reason.setPlaceholderText(self.tr("Reason (optional)"))
        hint(self._reason, self.tr("Why the pair gets this grade ({0})"), "campaigns.reason")
        self._reason.setAccessibleName(self.tr("Reason for the grade that settles the pair"))
        self.left = self._reason.left
        self._state = label(role="muted")
        self._last = label(role="muted")
        self._undo = button(self.tr("undo"), self.withdraw_wanted.emit, kind="link")
        self._undo.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._undo_key = key_label("undo")
        vbox(
            hbox((self._bar, 3), (self._reason, 2), gap=S4),
            hbox(self._last, self._undo, self._undo_key, STRETCH, self._state, gap=S2),
            on=self,
            gap=S2,
            margins=(0, S3, 0, S2),
        )
        self.show_last(None, None)

    def set_open(self, open_to_settle: bool) -> None:
        """Whether pairs can be settled; else the bar only says how they were."""
        self._open = open_to_settle

    def show_case(self, case: Case | None, *, n_settled: int, n_all: int) -> None:
        found = case.disagreement.adjudication if case is not None else None
        stands = found is not None and found.is_valid
        self._bar.set_grade(found.relevance if found is not None and stands else None)
        self._bar.setEnabled(case is not None and self._open)
        self._reason.setEnabled(case is not None and self._open)
        self._show_reason(case)
        if found is None or found.relevance is None:
            self._note = ""
        elif found.conflict:
            self._note = self.tr("Settled differently on two machines: settle it again.")
        elif found.stale:
            self._note = self.tr("Settled as {0}, but a grade changed since: settle it again.").format(
                found.relevance
            )
        else:
            self._note = self.tr("Settled as {0} by {1}.").format(found.relevance, found.adjudicator)
        self.show_counts(n_settled, n_all)

    def _show_reason(self, case: Case | None) -> None:
        """Keep what is typed while its pair stays: a grade may have been refused, or news come in."""
        pair = case.pair if case is not None else None
        if pair is not None and pair == self._pair and self._reason.isModified():
            return
        self._pair = pair
        found = case.disagreement.adjudication if case is not None else None
        self._reason.setText(found.reason if found is not None and found.relevance is not None else "")

    def show_counts(self, n_settled: int, n_all: int) -> None:
        done = n_all and n_settled == n_all and not self._note
        self._state.setText(
            self.tr("{0:The pair is|All {0} are} settled.").format(numeral(n_all)) if done else self._note
        )

    def say_done(self, n_settled: int) -> None:
        """Say that nothing is left to settle."""
        self._state.setText(self.tr("{0:The pair is|All {0} are} settled.").format(numeral(n_settled)))

    def show_last(self, pair: tuple[str, str] | None, grade: int | None) -> None:
        self.last_pair = pair
        self._last.setText(self.tr("settled as {0}").format(grade) if pair is not None else "")
        for widget in (self._last, self._undo, self._undo_key):
            widget.setVisible(pair is not None)

    def settle(self, grade: int) -> None:
        if self._open and self._bar.isEnabled():
            self.settled.emit(grade, self._reason.text().strip())

    def edit_reason(self) -> None:
        self._reason.setFocus()
        self._reason.selectAll()


_QUEUE_PX = 224


class AdjudicateTab(QWidget):
    """The only place in the window that shows what single assessors said; it holds nothing until then."""

    settled = Signal(str, str, int, str)  # query_id, doc_id, relevance, reason
    withdrawn = Signal(str, str)  # query_id, doc_id
    begin_wanted = Signal()
    release_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._acts: dict[str, Callable[[], None]] = {}
        self._model = CaseModel(self)
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(self._build_work(theme), self._empty)
        self._stack.setCurrentIndex(1)
        vbox(self._stack, on=self)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def _build_work(self, theme: Theme) -> QWidget:
        self._case = CasePane(theme)
        splitter = split(
            self._build_queue(theme), self._case, stretch=(1, 4), sizes=[_QUEUE_PX, 3 * _QUEUE_PX]
        )
        line = hairline()
        self._bar = SettleBar(theme)
        self._bar.settled.connect(self._tell_settled)
        self._bar.withdraw_wanted.connect(self.withdraw_last)
        self._bar.left.connect(self.setFocus)
        return boxed(vbox((splitter, 1), line, self._bar, gap=0))

    def _build_queue(self, theme: Theme) -> QWidget:
        holder = QWidget()
        column = vbox(on=holder, gap=S2, margins=(0, S2, S2, 0))
        self._filter = choices(
            self.tr("Disagreements to list"),
            [
                (self.tr("To settle"), Show.OPEN),
                (self.tr("Settled"), Show.SETTLED),
                (self.tr("All"), Show.ALL),
            ],
        )
        self._filter.activated.connect(self._filter_cases)
        self._count = label(role="caption")
        head = hbox(self._filter, (self._count, 1), gap=S3)
        column.addLayout(head)
        self._queue = QListView()
        set_up_list(self._queue, self.tr("Pairs on which assessors differ"), self._model, CaseDelegate(theme))
        self._queue.setUniformItemSizes(True)
        self._queue.selectionModel().currentChanged.connect(self._choose)
        column.addWidget(self._queue, 1)
        return holder

    # --- what there is to see

    def show_cases(self, cases: Sequence[Case], *, open_to_settle: bool) -> None:
        """Show a campaign's disagreements, its assessors done. `open_to_settle` False: only to read."""
        kept = self._shown
        self._bar.set_open(open_to_settle)
        self._model.show_cases(cases, self._listed)
        if not self._model.n_all:
            text = self.tr("Assessors agree on every pair with two or more grades.")
            self._say("handshake", text, (self.tr("Release"), self.release_wanted.emit))
            return
        if not self._model.rowCount() and self._listed is Show.OPEN and kept is None:
            self._filter.setCurrentIndex(self._filter.findData(Show.SETTLED))
            self._model.filter(Show.SETTLED)
        self._stack.setCurrentIndex(0)
        self._show_row(max(0, self._model.row_of(kept.pair)) if kept is not None else 0)

    def show_settled(self, case: Case) -> None:
        """One pair after it was settled or taken back: it stays in its place in the list, marked so."""
        self._model.put(case)
        self._show_counts()
        if self._shown is not None and self._shown.pair == case.pair:
            self._show_case(case)

    def advance(self) -> None:
        """Go to the next pair below that is not settled, from the top again after the last."""
        row = self._model.next_open(self._queue.currentIndex().row())
        if row >= 0:
            self._show_row(row)
        else:
            self._bar.say_done(self._model.n_settled)

    def show_closed_to_eyes(self, *, can_begin: bool, n_open: int) -> None:
        """Say that the assessors are still at it: show nobody's grades, and hold none in these widgets."""
        self.clear()
        text = self.tr("Grades stay hidden until grading ends, so no assessor is influenced.")
        if n_open:
            text += " " + counted(
                n_open, self.tr("pair still waits for grades."), self.tr("pairs still wait for grades.")
            )
        if can_begin and not n_open:
            self._say("eye-slash", text, (self.tr("Start adjudication"), self.begin_wanted.emit))
        else:
            self._say("eye-slash", text)

    def clear(self) -> None:
        """Leave nothing of any pair in the widgets."""
        self._model.show_cases((), Show.OPEN)
        self._filter.setCurrentIndex(self._filter.findData(Show.OPEN))
        self._case.show_case(None)
        self._bar.show_case(None, n_settled=0, n_all=0)
        self._stack.setCurrentIndex(1)

    # --- moving

    @property
    def is_settling(self) -> bool:
        """Whether there is a pair on screen that a key could settle."""
        return self._stack.currentIndex() == 0 and self._shown is not None

    def settle(self, grade: int) -> None:
        if self.is_settling:
            self._bar.settle(grade)

    def browse(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) row."""
        row = self._queue.currentIndex().row() + step
        if self.is_settling and 0 <= row < self._model.rowCount():
            self._show_row(row)

    def edit_reason(self) -> None:
        if self.is_settling:
            self._bar.edit_reason()

    def withdraw_last(self) -> None:
        """Take back what was settled last here, or else what settles the pair on screen."""
        pair = self._bar.last_pair or (self._shown.pair if self._shown and self._shown.settled else None)
        if pair is not None:
            self.withdrawn.emit(*pair)

    def show_pair(self, pair: tuple[str, str]) -> None:
        """Move to this pair, if it is listed."""
        row = self._model.row_of(pair)
        if row >= 0:
            self._show_row(row)

    def note_last(self, pair: tuple[str, str] | None, grade: int | None) -> None:
        """Say what undo would take back; None for nothing."""
        self._bar.show_last(pair, grade)

    # --- inner

    @property
    def _shown(self) -> Case | None:
        return self._model.case(self._queue.currentIndex().row())

    @property
    def _listed(self) -> Show:
        return Show(self._filter.currentData())  # Qt hands the word back, not the member

    def _show_row(self, row: int) -> None:
        self._queue.setCurrentIndex(self._model.index(row, 0))
        self._show_case(self._shown)

    def _choose(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._show_case(self._model.case(current.row()))

    def _show_case(self, case: Case | None) -> None:
        self._case.show_case(case)
        self._bar.show_case(case, n_settled=self._model.n_settled, n_all=self._model.n_all)
        self._show_counts()

    def _show_counts(self) -> None:
        n, n_all = self._model.n_settled, self._model.n_all
        self._count.setText(self.tr("{0} of {1} settled").format(numeral(n), numeral(n_all)))
        self._bar.show_counts(n, n_all)

    def _filter_cases(self, _index: int) -> None:
        self._model.filter(self._listed)
        self._show_row(0)

    def _tell_settled(self, grade: int, reason: str) -> None:
        case = self._shown
        if case is not None:
            self.settled.emit(*case.pair, grade, reason)

    def _say(self, icon: str, text: str, *acts: tuple[str, Callable[[], None]]) -> None:
        self._acts = dict(acts)
        self._empty.show_message(icon, text, action=next(iter(self._acts), ""))
        self._stack.setCurrentIndex(1)

    def _act_on_empty(self, action: str) -> None:
        self._acts[action]()
