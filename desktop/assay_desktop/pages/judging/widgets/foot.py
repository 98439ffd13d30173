"""The bar below: what was just said with its undo, the three grades, the states that are no grades."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from assay.campaigns.types import JudgingView, LastJudgement
from assay.types import JudgementState
from assay_desktop.theme import S1, S2, S4, S6, Theme
from assay_desktop.widgets.boxes import boxed, hbox
from assay_desktop.widgets.controls.key_hints import hint, key_label
from assay_desktop.widgets.grade import GradeBar, GradeMark
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_LINE_PX: Final = 92
_TWO_LINES_PX: Final = 124


class JudgingFoot(QFrame):
    """Fixed at the bottom, so that the hand and the eye find it without looking."""

    state_given = Signal(object)  # JudgementState
    undo_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "panel")
        self._grid = grid = QGridLayout(self)
        grid.setHorizontalSpacing(S4)
        grid.setVerticalSpacing(0)
        self._bar = GradeBar(theme, large=True)
        self._bar.setMaximumWidth(610)
        self.graded = self._bar.graded
        self._build_last()
        self._build_states()
        for column, stretch in ((0, 2), (1, 5), (2, 2)):
            grid.setColumnStretch(column, stretch)
        self._lay_out(in_two=False)

    def _lay_out(self, *, in_two: bool) -> None:
        """Put the grades between the rest, or above it."""
        self._in_two = in_two
        middle = Qt.AlignmentFlag.AlignVCenter
        if in_two:
            self._grid.addWidget(self._bar, 0, 0, 1, 3, Qt.AlignmentFlag.AlignCenter)
        else:
            self._grid.addWidget(self._bar, 0, 1)
        self._grid.addWidget(self._last, int(in_two), 0, middle | Qt.AlignmentFlag.AlignLeft)
        self._grid.addWidget(self._states, int(in_two), 2, middle | Qt.AlignmentFlag.AlignRight)
        self._grid.setContentsMargins(S6, S2 if in_two else 0, S6, 0)
        self.setFixedHeight(_TWO_LINES_PX if in_two else _LINE_PX)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Take two lines where one would cut something."""
        one_line = self.minimumSizeHint().width() + S4 + self._bar.minimumSizeHint().width()
        if self._in_two != (self.width() < one_line):
            self._lay_out(in_two=not self._in_two)

    def minimumSizeHint(self) -> QSize:
        """Two lines, of which the lower is the wider."""
        lower = self._last.minimumSizeHint().width() + S4 + self._states.minimumSizeHint().width()
        return QSize(lower + 2 * S6, _LINE_PX)

    def _build_last(self) -> None:
        self._mark = GradeMark(self._theme, 0)
        self._last_words = label(role="muted")
        self._undo = button(self.tr("undo"), self.undo_wanted.emit, kind="link")
        self._undo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        hint(self._undo, self.tr("Undo the last judgement ({0})"), "undo")
        self._last = boxed(hbox(self._mark, self._last_words, self._undo, key_label("undo"), gap=S1))
        policy = self._last.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._last.setSizePolicy(policy)

    def _build_states(self) -> None:
        holder = QWidget()
        row = hbox(on=holder, gap=0)
        self._buttons: dict[JudgementState, QPushButton] = {}
        for state, word, name, meaning in (
            (JudgementState.UNSURE, self.tr("unsure"), "judging.unsure", self.tr("You cannot decide")),
            (
                JudgementState.LATER,
                self.tr("later"),
                "judging.later",
                self.tr("It comes back at the end of the queue"),
            ),
            (
                JudgementState.UNREADABLE,
                self.tr("unreadable"),
                "judging.unreadable",
                self.tr("The text cannot be judged"),
            ),
        ):
            button = QPushButton(word)
            button.setProperty("kind", "link")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            hint(button, f"{meaning} ({{0}})", name)
            button.clicked.connect(lambda _checked=False, state=state: self.state_given.emit(state))
            row.addWidget(button)
            row.addWidget(key_label(name))
            row.addSpacing(S2)
            self._buttons[state] = button
        self._states = holder
        self._dress()
        self._theme.changed.connect(self._dress)

    def _dress(self) -> None:
        """Let the states stand back behind the grades: words, not links."""
        palette = self._theme.palette
        self._states.setStyleSheet(
            f"QPushButton {{ color: {palette.muted}; }} QPushButton:hover {{ color: {palette.text}; }}"
            f"QPushButton:checked {{ color: {palette.accent}; font-weight: 600; }}"
        )

    def show_view(self, view: JudgingView) -> None:
        mark = view.judgement
        graded = mark is not None and mark.state is JudgementState.GRADE
        self._bar.set_grade(mark.relevance if mark is not None and graded else None)
        for state, each in self._buttons.items():
            each.setChecked(mark is not None and mark.state is state)
        self._show_last(view.last)

    def set_judging(self, judging: bool) -> None:
        """Leave only undo where no pair is on screen."""
        self._bar.setVisible(judging)
        self._states.setVisible(judging)

    def _show_last(self, last: LastJudgement | None) -> None:
        self._last.setVisible(last is not None)
        if last is None:
            return
        self._mark.setVisible(last.relevance is not None)
        if last.relevance is not None:
            self._mark.set_grade(last.relevance)
        words = {
            JudgementState.GRADE: (
                self.tr("graded {0} ·") if last.here else self.tr("graded {0} elsewhere ·")
            ).format(last.relevance),
            JudgementState.UNSURE: self.tr("unsure ·"),
            JudgementState.LATER: self.tr("for later ·"),
            JudgementState.UNREADABLE: self.tr("unreadable ·"),
            "note": self.tr("noted ·"),
        }
        self._last_words.setText(words.get(last.kind, ""))
        self._fit()
