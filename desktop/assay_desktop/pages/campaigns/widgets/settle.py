"""The bar below a disagreement: what was settled last with its undo, the three grades, and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S4, Theme
from assay_desktop.widgets.controls.key_hints import hint, key_label
from assay_desktop.widgets.grade_bar import GradeBar
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from assay_desktop.pages.campaigns.model import Case


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
    left = Signal()  # the reason field, by a key

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
        self._reason.setPlaceholderText(self.tr("Reason, if there is one"))
        hint(self._reason, self.tr("Why the pair gets this grade ({0})"), "campaigns.reason")
        self._reason.setAccessibleName(self.tr("Reason for the grade that settles the pair"))
        self._reason.left.connect(self.left)
        self._state = label(role="muted")
        self._last = label(role="muted")
        self._undo = button(self.tr("undo"), self.withdraw_wanted.emit, kind="link")
        self._undo.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._undo_key = key_label("undo")
        upper = QHBoxLayout()
        upper.setSpacing(S4)
        upper.addWidget(self._bar, 3)
        upper.addWidget(self._reason, 2)
        lower = QHBoxLayout()
        lower.setSpacing(S2)
        for widget in (self._last, self._undo, self._undo_key):
            lower.addWidget(widget)
        lower.addStretch(1)
        lower.addWidget(self._state)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, S3, 0, S2)
        column.setSpacing(S2)
        column.addLayout(upper)
        column.addLayout(lower)
        self.show_last(None, None)

    def set_open(self, open_to_settle: bool) -> None:
        """Whether pairs can be settled; else the bar only says how they were."""
        self._open = open_to_settle

    def show_case(self, case: Case | None, *, n_settled: int, n_all: int) -> None:
        found = case.disagreement.adjudication if case is not None else None
        stands = found is not None and found.stands
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
        """What is typed stays while its pair does: a grade may have been refused, or news come in."""
        pair = case.pair if case is not None else None
        if pair is not None and pair == self._pair and self._reason.isModified():
            return
        self._pair = pair
        found = case.disagreement.adjudication if case is not None else None
        self._reason.setText(found.reason if found is not None and found.relevance is not None else "")

    def show_counts(self, n_settled: int, n_all: int) -> None:
        done = n_all and n_settled == n_all and not self._note
        self._state.setText(self.tr("All {0} are settled.").format(numeral(n_all)) if done else self._note)

    def say_done(self, n_settled: int) -> None:
        """Nothing is left to settle."""
        self._state.setText(self.tr("All {0} are settled.").format(numeral(n_settled)))

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
