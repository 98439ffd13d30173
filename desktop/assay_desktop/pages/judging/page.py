"""The judging page: the query at the left, one paper at the right, three grades below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assay_desktop.pages.judging.keys import bind_keys
from assay_desktop.pages.judging.model import Turn
from assay_desktop.pages.judging.page_foot import JudgingFoot
from assay_desktop.pages.judging.page_head import JudgingHead
from assay_desktop.pages.judging.page_panes import PaperPane, QueryPane
from assay_desktop.theme import S2, S6, Theme
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent, QShowEvent


class JudgingPage(QWidget):
    """Widgets only. Nothing in it can hold a model's name, a rank or a score."""

    grade_given = Signal(int)
    state_given = Signal(object)  # JudgementState
    note_edited = Signal(str)
    note_left = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()
    browse_wanted = Signal(int)  # 1 or -1
    assessor_named = Signal(str)
    attention_changed = Signal(bool)
    pool_wanted = Signal()
    evaluate_requested = Signal()
    search_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # a plain QWidget paints no ground
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head = JudgingHead()
        self._head.assessor_named.connect(self.assessor_named)
        self._head.left.connect(self.setFocus)
        column.addWidget(self._head)
        column.addWidget(_hairline())
        self._stack = QStackedWidget()
        self._stack.addWidget(self._build_turn())
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._stack.addWidget(self._empty)
        column.addWidget(self._stack, 1)
        column.addWidget(self._build_strip())
        self._foot_line = _hairline()
        column.addWidget(self._foot_line)
        self._foot = JudgingFoot(theme)
        self._foot.graded.connect(self.grade_given)
        self._foot.state_given.connect(self.state_given)
        self._foot.undo_wanted.connect(self.undo_wanted)
        column.addWidget(self._foot)
        bind_keys(self)

    # --- building

    def _build_turn(self) -> QWidget:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        self._query = QueryPane(self._theme)
        self._paper = PaperPane(self._theme)
        self._paper.note_edited.connect(self.note_edited)
        self._paper.note_left.connect(self.note_left)
        self._paper.note_finished.connect(self.setFocus)
        for pane, role in ((self._query, "sidebar"), (self._paper, "panel")):
            holder = QFrame()
            holder.setProperty("role", role)
            inner = QVBoxLayout(holder)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.addWidget(_scrolled(pane))
            holder.setMinimumWidth(300)
            splitter.addWidget(holder)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        splitter.setSizes([400, 600])
        return splitter

    def _build_strip(self) -> QWidget:
        self._strip = Strip(self._theme)
        self._strip_holder = QWidget()
        row = QHBoxLayout(self._strip_holder)
        row.setContentsMargins(S6, 0, S6, S2)
        row.addWidget(self._strip)
        self._strip.dismissed.connect(self._strip_holder.hide)
        self._strip_holder.hide()
        return self._strip_holder

    # --- what there is to see

    def show_turn(self, turn: Turn) -> None:
        self._show_common(turn, judging=True)
        self._query.show_turn(turn)
        self._paper.show_turn(turn)
        self._foot.show_turn(turn)
        self._stack.setCurrentIndex(0)

    def show_empty(self, *, n_queries: int) -> None:
        self._show_common(Turn(), judging=False)
        if n_queries:
            text = self.tr("Nothing is up for judging yet. A pool gathers the best results of every query.")
            self._empty.show_message("scales", text, action=self.tr("Make a pool"))
        else:
            text = self.tr(
                "There are no queries to judge for yet. A search becomes one with its first grade."
            )
            self._empty.show_message("magnifying-glass", text, action=self.tr("Search"))
        self._stack.setCurrentWidget(self._empty)

    def show_finished(self, turn: Turn) -> None:
        self._show_common(turn, judging=False)
        self._foot.show_turn(turn)
        text = self.tr("All {0} judged.").format(f"{turn.n_total:,}")
        self._empty.show_message(
            "check-circle", text, action=self.tr("Evaluate"), second=self.tr("Look at the last one")
        )
        self._stack.setCurrentWidget(self._empty)

    def show_assessor(self, name: str) -> None:
        self._head.show_assessor(name)

    def show_strip(self, text: str, *, action: str = "") -> None:
        """A failure stays beside the grades until something was saved."""
        self._strip_holder.setVisible(bool(text))
        if text:
            self._strip.say(text, tone="danger", action=action)
        else:
            self._strip.hide()

    # --- moving

    def edit_note(self) -> None:
        if self._stack.currentIndex() == 0:
            self._paper.edit_note()

    def focus_assessor(self) -> None:
        self._head.edit_assessor()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isVisible():
            self.attention_changed.emit(self.isActiveWindow())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.attention_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._paper.leave_note()
        self.note_left.emit()  # also a note that could not be saved before; closing the window comes here too
        self.attention_changed.emit(False)

    # --- inner

    def _show_common(self, turn: Turn, *, judging: bool) -> None:
        self._head.show_turn(turn)
        undoable = judging or turn.finished
        self._foot.setVisible(undoable)
        self._foot_line.setVisible(undoable)
        self._foot.set_judging(judging)

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Make a pool"): self.pool_wanted.emit,
            self.tr("Search"): self.search_requested.emit,
            self.tr("Evaluate"): self.evaluate_requested.emit,
            self.tr("Look at the last one"): lambda: self.browse_wanted.emit(-1),
        }
        acts[action]()


def _hairline() -> QFrame:
    line = QFrame()
    line.setProperty("role", "hairline")
    return line


def _scrolled(widget: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area
