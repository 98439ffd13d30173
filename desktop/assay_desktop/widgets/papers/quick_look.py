"""A look at one paper over the list it is in: what it says, without leaving the list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from assay.types import Paper, shown_title
from assay_desktop.theme import S2, S3, S4, S6, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hairline, hbox, vbox
from assay_desktop.widgets.grade import GradeBar, GradeMark
from assay_desktop.widgets.papers.card import byline
from assay_desktop.widgets.reading import ReadingLabel, label
from assay_desktop.widgets.section import scrolled

_SIZE = (680, 520)
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}
_CLOSING = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Escape})


class QuickLook(QFrame):
    """Arrows select the next paper, Space and Escape close it; other keys mean what they mean on the page.

    It lies over the page as long as it has the focus.
    """

    finished = Signal()
    stepped = Signal(int)  # 1 to the next paper, -1 to the one before

    def __init__(self, theme: Theme, page: QWidget, *, grades: bool) -> None:
        """`grades`: papers can be graded on this page."""
        super().__init__(page)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("role", "raised")
        self.setAccessibleName(self.tr("Quick look"))
        self._page = page
        self._title = ReadingLabel("paper-title", line_height=105)
        self._byline = label(role="muted", wrap=True)
        self._abstract = ReadingLabel()
        self._area: QScrollArea = scrolled(
            boxed(vbox(self._abstract, STRETCH, margins=(0, S3, S2, 0))), self.tr("Abstract")
        )
        for part in (self._title, self._abstract, self._area):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._grades = GradeBar(theme)
        self.graded = self._grades.graded
        self._best_mark, self._best = GradeMark(theme, 0), label(role="caption")
        self._best_row = boxed(hbox(self._best_mark, self._best, STRETCH, gap=S2))
        self._best_row.hide()
        if not grades:
            self._grades.hide()
        keys = label(self.tr("Arrows show the next paper, Space closes"), "caption")
        vbox(
            self._title,
            self._byline,
            self._best_row,
            hairline(),
            (self._area, 1),
            self._grades,
            keys,
            on=self,
            gap=S3,
            margins=(S6, S6, S6, S4),
        )

    def open_over(self) -> None:
        """Show it in the middle of the page."""
        room = self._page.rect()
        self.resize(min(_SIZE[0], room.width() - 2 * S6), min(_SIZE[1], room.height() - 2 * S6))
        self.move((room.width() - self.width()) // 2, (room.height() - self.height()) // 2)
        self.show()
        self.raise_()
        self.setFocus()

    def show_paper(self, paper: Paper) -> None:
        self._title.show_text(shown_title(paper))
        self._byline.setText(byline(paper.authors, paper.venue, paper.year))
        self._abstract.show_text(paper.abstract or self.tr("No abstract."))
        self._area.verticalScrollBar().setValue(0)

    def show_grade(self, grade: int | None, *, gradable: bool) -> None:
        self._grades.set_grade(grade)
        self._grades.setEnabled(gradable)

    def show_best(self, grade: int | None) -> None:
        """Show the highest grade that anyone gave the paper, for whatever query."""
        self._best_mark.set_grade(grade or 0)
        self._best.setText(self.tr("Highest grade: {0}").format(grade))
        self._best_row.setVisible(grade is not None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _CLOSING:
            self.leave()
        elif key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif key in {Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}:
            bar = self._area.verticalScrollBar()
            bar.setValue(bar.value() + (1 if key == Qt.Key.Key_PageDown else -1) * bar.pageStep())
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Close where the reader went on to something else of the page; a menu or another window is none."""
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}:
            self.leave()

    def leave(self) -> None:
        """Go away, and say so once."""
        if not self.isHidden():
            self.hide()
            self.finished.emit()
            self.deleteLater()
