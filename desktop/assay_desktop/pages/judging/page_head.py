"""The line above: who judges, how far it is, how fast it goes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QProgressBar

from assay_desktop.pages.judging.model import Turn, duration
from assay_desktop.theme import S2, S3, S6
from assay_desktop.widgets.reading import label


class AssessorField(QLineEdit):
    """A name that is edited in place; Escape takes the old one back."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.undo()
            self.left.emit()
        else:
            super().keyPressEvent(event)


class JudgingHead(QFrame):
    """Title, assessor, progress and pace."""

    assessor_named = Signal(str)
    left = Signal()  # the focus may go back to judging

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setFixedHeight(48)
        row = QHBoxLayout(self)
        row.setContentsMargins(S6, 0, S6, 0)
        row.setSpacing(S3)
        self._title = label(self.tr("Relevance judgements"), "strong")
        row.addWidget(self._title)
        row.addSpacing(S2)
        caption = label(self.tr("assessor"), "muted")
        self._assessor = AssessorField()
        self._assessor.setFixedHeight(30)
        self._assessor.setAccessibleName(self.tr("Assessor: whose judgements these are"))
        self._assessor.setToolTip(self.tr("Whose judgements these are; click to change the name"))
        self._assessor.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._assessor.editingFinished.connect(self._name)
        self._assessor.returnPressed.connect(self.left)
        self._assessor.left.connect(self.left)
        self._assessor.textChanged.connect(self._fit)
        caption.setBuddy(self._assessor)
        row.addWidget(caption)
        row.addWidget(self._assessor)
        row.addStretch(1)
        self._count = label(role="muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(200)
        self._bar.setAccessibleName(self.tr("Judged so far"))
        self._pace = label(role="muted")
        for widget in (self._count, self._bar, self._pace):
            row.addWidget(widget)
        self._fit("")

    def show_assessor(self, name: str) -> None:
        self._assessor.setText(name)

    def edit_assessor(self) -> None:
        self._assessor.setFocus()
        self._assessor.selectAll()

    def show_turn(self, turn: Turn) -> None:
        known = turn.n_total > 0
        for widget in (self._count, self._bar, self._pace):
            widget.setVisible(known)
        if not known:
            return
        self._count.setText(self.tr("{0} of {1}").format(f"{turn.n_done:,}", f"{turn.n_total:,}"))
        self._bar.setRange(0, turn.n_total)
        self._bar.setValue(turn.n_done)
        self._pace.setText(" · ".join(self._paces(turn)))

    def _paces(self, turn: Turn) -> list[str]:
        said = []
        if turn.n_later:
            said.append(self.tr("{0} for later").format(f"{turn.n_later:,}"))
        if turn.median_s is not None:
            said.append(self.tr("{0} s median").format(f"{turn.median_s:.1f}"))
        if turn.minutes_left is not None and turn.n_left:
            said.append(self.tr("{0} left").format(duration(turn.minutes_left)))
        return said

    def _name(self) -> None:
        self.assessor_named.emit(self._assessor.text())

    def _fit(self, text: str) -> None:
        width = QFontMetrics(self._assessor.font()).horizontalAdvance(text)
        self._assessor.setFixedWidth(min(240, max(90, width + 34)))
