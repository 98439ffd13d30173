"""The duplicates of the library: cases in a list, what merging does, and the ways to settle each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHideEvent, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from assay.duplicates.types import Verdict
from assay_desktop.keys import Keys
from assay_desktop.pages.library.duplicates.model import (
    Case,
    DuplicateList,
    Finding,
    Totals,
    effect_words,
    role_words,
    verdict_words,
)
from assay_desktop.pages.library.widgets.import_bar import ImportBar
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S1, S2, S3, S4, Theme, body_font, number_font, scaled
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import set_up_list
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.tables.rows import ITEM_ROLE, Index, paint_row_background

SHOWN = 6
"""So many papers of a case are painted; of more, their number."""

_LINE_PX = 21
_PAD = 11
_ROLE_PX = 72
_BYLINE = 0.38  # of the width of a line, at most
_MARK_PX = 9
_COLORS = {Verdict.SAME: "grade2", Verdict.VERSION: "accent", Verdict.POSSIBLE: "warning"}
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class DuplicateDelegate(QStyledItemDelegate):
    """As many lines as the case has papers, one above them and one below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._take_fonts()
        theme.changed.connect(self._take_fonts)

    def _take_fonts(self) -> None:
        self._strong, self._body = body_font(13, QFont.Weight.DemiBold), body_font(13)
        self._small, self._number = body_font(12), number_font(12)
        self._line = scaled(_LINE_PX)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """The view gives every row its own width; asking for none keeps the scroll bar out of it."""
        case = index.data(ITEM_ROLE)
        n = len(case.papers) if isinstance(case, Case) else 0
        return QSize(0, 2 * _PAD + self._line * (2 + min(n, SHOWN) + (n > SHOWN)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        case = index.data(ITEM_ROLE)
        if not isinstance(case, Case):
            return
        shown: Any = option  # PySide's stubs leave out the fields of options
        box: QRect = shown.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.drawLine(box.left() + S4, box.bottom(), box.right() - S4, box.bottom())
        paint_row_background(painter, box.adjusted(S2, 2, -S2, -2), shown.state, self._theme)
        line = QRect(box.left() + S4, box.top() + _PAD, box.width() - 2 * S4, self._line)
        self._paint_head(painter, line, case)
        for place in range(min(len(case.papers), SHOWN)):
            line.translate(0, self._line)
            self._paint_paper(painter, line, case, place)
        inset = line.adjusted(_ROLE_PX, 0, 0, 0)
        if len(case.papers) > SHOWN:
            inset.translate(0, self._line)
            more = self.tr("and {0} more").format(len(case.papers) - SHOWN)
            self._write(painter, inset, more, self._small, "muted")
        self._write(painter, inset.translated(0, self._line), effect_words(case), self._small, "muted")
        painter.restore()

    def _paint_head(self, painter: QPainter, line: QRect, case: Case) -> None:
        """Paint the head; the mark's shape says the verdict too: full, half, hollow."""
        self._paint_mark(painter, line, case.finding.verdict)
        left = line.adjusted(_MARK_PX + S2, 0, 0, 0)
        for text, font in (
            (verdict_words(case), self._strong),
            (numeral(case.finding.score, 2), self._number),
        ):
            left.setLeft(left.left() + self._write(painter, left, text, font, "text") + S3)
        self._write(painter, left, ", ".join(map(translated, case.finding.reasons)), self._small, "muted")

    def _paint_mark(self, painter: QPainter, line: QRect, verdict: Verdict) -> None:
        place = QRect(line.left(), line.top() + (line.height() - _MARK_PX) // 2, _MARK_PX, _MARK_PX)
        color = self._theme.color(_COLORS[verdict])
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(color if verdict == Verdict.SAME else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place)
        if verdict == Verdict.VERSION:
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
        """Write one line, elided where it does not fit; return how wide it is."""
        metrics = QFontMetrics(font)
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(color))
        painter.drawText(place, align, elided)
        return metrics.horizontalAdvance(elided)


class DuplicatesView(QWidget):
    """Widgets only: intents leave as signals, what there is to see comes through `show_*`."""

    entered = Signal()  # the view is seen
    left = Signal()  # and is not any more, whichever way the user went
    back_wanted = Signal()
    find_wanted = Signal()
    merge_all_wanted = Signal()
    merge_wanted = Signal(object)  # Case
    apart_wanted = Signal(object)  # Case
    link_wanted = Signal(object)  # Case
    undo_wanted = Signal()
    message = Signal(str)
    undo_offered = Signal(str, str, object)  # what was done, the button's words, what it calls

    def __init__(self, theme: Theme, keys: Keys, duplicates: DuplicateList) -> None:
        super().__init__()
        self._theme, self._keys, self._model = theme, keys, duplicates
        self._totals = Totals(0, 0, 0, 0)
        self._n_found: int | None = None
        self._at_work = False
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("role", "panel")
        self.work = ImportBar()
        self.strip = Strip(theme)
        self.list = self._build_list()
        self.empty = StatePanel(theme)
        self.empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(self.list, self.empty)
        column = vbox(_inset(self._build_head()), on=self, gap=S2, margins=(0, S4, 0, 0))
        for bar in (self.work, self.strip):
            column.addLayout(hbox(bar, margins=(S4, 0, S4, 0)))
        self._preview_row = _inset(self._build_preview())
        column.addWidget(self._preview_row)
        column.addWidget(self._stack, 1)
        self._foot = _inset(self._build_foot(), below=S3)
        column.addWidget(self._foot)
        self._bind_keys()
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Esc works where there is no list too
        self.show_last("")
        self._show_state()

    # -- building ---------------------------------------------------------------------------------------

    def _build_head(self) -> QHBoxLayout:
        self._back = button(self.tr("Back"), self.back_wanted.emit)
        hint(self._back, self.tr("Back to the papers ({0})"), "duplicates.back")
        self._count = label(role="caption")
        self.undo = button(self.tr("Undo the last change"), self.undo_wanted.emit)
        self.again = button(self.tr("Search again"), self.find_wanted.emit)
        self.again.setToolTip(self.tr("Search the whole library again"))
        return hbox(
            self._back,
            label(self.tr("Duplicates"), "page-title"),
            self._count,
            STRETCH,
            self.undo,
            self.again,
            gap=S3,
        )

    def _build_preview(self) -> QHBoxLayout:
        self.preview = ElidedLabel("muted")
        self.merge_all = button(self.tr("Merge all certain"), self.merge_all_wanted.emit, kind="primary")
        self.merge_all.setToolTip(self.tr("Merge all of these as one change; you can undo it"))
        return hbox(self.preview, STRETCH, self.merge_all, gap=S3)

    def _build_list(self) -> QListView:
        view = QListView()
        set_up_list(view, self.tr("Duplicates found"), self._model, DuplicateDelegate(self._theme))
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.selectionModel().currentChanged.connect(self._show_choice)
        self._theme.changed.connect(view.viewport().update)
        return view

    def _build_foot(self) -> QHBoxLayout:
        self.merge = self._case_button(self.tr("Merge"), self.merge_wanted.emit)
        hint(self.merge, self.tr("Merge these papers into the first ({0})"), "duplicates.merge")
        self.apart = self._case_button(self.tr("Mark as distinct"), self.apart_wanted.emit)
        hint(self.apart, self.tr("Mark as not duplicates ({0})"), "duplicates.apart")
        self.link = self._case_button(self.tr("Link"), self.link_wanted.emit)
        text = self.tr("Link preprint and published paper; both are kept ({0})")
        hint(self.link, text, "duplicates.link")
        keys = label(role="caption")
        names = ("duplicates.merge", "duplicates.apart", "duplicates.link", "undo")
        hint(keys, self.tr("{0} merges, {1} marks as distinct, {2} links, {3} undoes"), *names)
        row = FlowRow(S2, end=True)
        for part in (label(self.tr("Selected"), "caption"), self.merge, self.apart, self.link, keys):
            row.addWidget(part)
        return hbox((row, 1))

    def _case_button(self, text: str, tell: Callable[[Case], None]) -> QPushButton:
        def act() -> None:
            case = self._model.case(self.list.currentIndex().row())
            if case is not None and made.isEnabled():
                tell(case)

        made = button(text, act)
        return made

    def _bind_keys(self) -> None:
        """Bind keys; those that settle a case are the list's alone: Enter on a button is that button's."""
        for name, act in (
            ("duplicates.merge", self.merge.click),
            ("duplicates.apart", self.apart.click),
            ("duplicates.link", self.link.click),
        ):
            self._keys.bind(name, self.list, act, context=Qt.ShortcutContext.WidgetShortcut)
        self._keys.bind("undo", self, self.undo.click)
        self._keys.bind("duplicates.back", self, self.back_wanted.emit)

    # -- what there is to see ---------------------------------------------------------------------------

    @property
    def chosen(self) -> Finding | None:
        case = self._model.case(self.list.currentIndex().row())
        return None if case is None else case.finding

    def enter(self) -> None:
        self.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():  # as after a minimised window
            self.entered.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.left.emit()

    def show_work(self, title: str, where: str, done: int, total: int | None) -> None:
        self._at_work = True
        self.work.show_progress(title, where, done, total)
        self._show_state()

    def hide_work(self) -> None:
        self._at_work = False
        self.work.hide()
        self._show_state()

    def show_cases(self, totals: Totals, *, n_found: int | None) -> None:
        """Show the cases; `n_found` is how many the last search found, None before one."""
        self._totals, self._n_found = totals, n_found
        self._show_state()

    def select(self, finding: Finding | None) -> None:
        """Select the row of this finding, else the first."""
        row = -1 if finding is None else self._model.row_of(finding)
        self.list.setCurrentIndex(self._model.index(max(0, row), 0))

    def show_last(self, title: str) -> None:
        """Say what the last change did, "" where there is none to undo."""
        self.undo.setEnabled(bool(title))
        text = self.tr("Undo: {1} ({0})").replace("{1}", title) if title else ""
        hint(self.undo, text, "undo", keys=self._keys)

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger")

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def offer_undo(self, text: str, undo: Callable[[], None]) -> None:
        self.undo_offered.emit(text, self.tr("Undo"), undo)

    # -- inner ------------------------------------------------------------------------------------------

    def _show_state(self) -> None:
        """Show the list where there is something to settle, else say why there is none."""
        n = self._model.rowCount()
        for each in (self._preview_row, self._foot):
            each.setVisible(n > 0)
        self._count.setText(self._n_words(n) if n else "")
        self.again.setVisible(n > 0)
        self.again.setEnabled(not self._at_work)
        self.merge_all.setEnabled(self._totals.n_merges > 0 and not self._at_work)
        self.preview.show_text(self._preview_words())
        self._show_choice()
        if n:
            self._stack.setCurrentWidget(self.list)
            if self.hasFocus():
                self.list.setFocus()
            return
        if self._at_work:
            self.empty.show_message("copy", self.tr("Looking for duplicates…"))
        elif self._n_found is None:
            sentence = self.tr("Finds papers recorded twice. Searching changes nothing.")
            self.empty.show_message("copy", sentence, action=self.tr("Find duplicates"))
        else:
            sentence = self.tr("All reviewed.") if self._n_found else self.tr("No duplicates found.")
            self.empty.show_message(
                "check-circle", sentence, action=self.tr("Back to the papers"), second=self.tr("Search again")
            )
        self._stack.setCurrentWidget(self.empty)

    def _show_choice(self, *_: QModelIndex) -> None:
        case = self._model.case(self.list.currentIndex().row())
        for each in (self.merge, self.apart):
            each.setEnabled(case is not None and not self._at_work)
        self.link.setEnabled(case is not None and bool(case.preprint) and not self._at_work)

    def _n_words(self, n: int) -> str:
        others = n - self._totals.n_merges - self._totals.n_left_out
        return self.tr("{0} certain, {1} to review").format(numeral(n - others), numeral(others))

    def _preview_words(self) -> str:
        totals = self._totals
        counts = [
            counted(totals.n_merges, self.tr("group"), self.tr("groups")),
            self.tr("{0} hidden").format(counted(totals.n_hidden, self.tr("paper"), self.tr("papers"))),
            counted(totals.n_judgements, self.tr("judgement stays"), self.tr("judgements stay")),
        ]
        text = ", ".join(counts) if totals.n_merges else self.tr("No certain duplicates")
        if totals.n_left_out:
            left = counted(totals.n_left_out, self.tr("group"), self.tr("groups"))
            text += self.tr(" · {0} to merge one by one: several of the papers are judged").format(left)
        return text

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Find duplicates"): self.find_wanted.emit,
            self.tr("Search again"): self.find_wanted.emit,
            self.tr("Back to the papers"): self.back_wanted.emit,
        }
        acts[action]()

    def _paint_icons(self) -> None:
        muted = self._theme.color("muted")
        self._back.setIcon(icon("arrow-left", muted))
        self.undo.setIcon(icon("arrow-counter-clockwise", muted))


def _inset(row: QHBoxLayout, *, below: int = 0) -> QWidget:
    row.setContentsMargins(S4, 0, S4, below)
    return boxed(row)
