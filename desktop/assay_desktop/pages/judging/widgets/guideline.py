"""What the grades mean: the campaign's own guideline, or the meanings that Assay gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from assay_desktop.theme import S1, S2, S8, Theme
from assay_desktop.widgets.controls.key_hints import key_label
from assay_desktop.widgets.grade_mark import GradeMark
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.reading import MAX_LINE_PX, label

if TYPE_CHECKING:
    from assay.campaigns.types import JudgingView


class GuidelinePane(QWidget):
    """A heading that folds what is below it away."""

    link_wanted = Signal(str)
    toggled = Signal(bool)  # shown or not, by the assessor
    height_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(S8 + S1, 0, S8, 0)
        column.setSpacing(S2)
        self._fold = QPushButton()
        self._fold.setProperty("kind", "link")
        self._fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._fold.clicked.connect(self.toggle)
        head = QHBoxLayout()
        head.setSpacing(S1)
        head.addWidget(label(self.tr("Guideline"), "section"))
        head.addStretch(1)
        head.addWidget(self._fold)
        head.addWidget(key_label("judging.guideline"))
        column.addLayout(head)
        self._markdown = MarkdownView(theme)
        self._markdown.setAccessibleName(self.tr("Guideline"))
        self._markdown.link_wanted.connect(self.link_wanted)
        self._markdown.height_changed.connect(self.height_changed)
        self._body = QStackedWidget()
        self._body.setMaximumWidth(MAX_LINE_PX)
        self._body.addWidget(self._build_meanings(theme))
        self._body.addWidget(self._markdown)
        column.addWidget(self._body, 1)
        self.show_body(True)

    def _build_meanings(self, theme: Theme) -> QWidget:
        holder = QWidget()
        self._meanings = [label(role="muted", wrap=True) for _ in range(3)]
        grid = self._grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(S2)
        grid.setVerticalSpacing(S2)
        for row, grade in enumerate((2, 1, 0)):
            grid.addWidget(GradeMark(theme, grade), row, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label(str(grade), "strong"), row, 1, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(self._meanings[grade], row, 2)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(3, 1)
        return holder

    @property
    def is_shown(self) -> bool:
        return not self._body.isHidden()

    def show_view(self, view: JudgingView) -> None:
        guideline = view.setting.guideline
        if guideline is not None:
            self._markdown.show_markdown(guideline.markdown)
            self._body.setCurrentWidget(self._markdown)
            return
        self._body.setCurrentIndex(0)
        meanings = (
            (
                self.tr("neither"),
                self.tr("same problem or method, worth opening"),
                self.tr("you would cite it beside the query paper"),
            )
            if view.query_paper is not None
            else (
                self.tr("does not help"),
                self.tr("related; worth opening"),
                self.tr("answers it: you would cite or use it"),
            )
        )
        for text, meaning in zip(meanings, self._meanings, strict=True):
            meaning.setText(text)

    def toggle(self) -> None:
        self.show_body(not self.is_shown)
        self.toggled.emit(self.is_shown)

    def show_body(self, shown: bool) -> None:
        self._body.setVisible(shown)
        self._fold.setText(self.tr("hide") if shown else self.tr("show"))
        self._fold.setAccessibleName(
            self.tr("Hide the guideline") if shown else self.tr("Show the guideline")
        )
        self.height_changed.emit()

    def wanted_height(self, width: int) -> int:
        """Pixels for all of it in a pane of this width."""
        head = self._fold.sizeHint().height()
        if self._body.isHidden():
            return head
        if self._body.currentWidget() is self._markdown:
            return head + S2 + self._markdown.text_height()
        return head + S2 + self._grid.heightForWidth(width - 2 * S8 - S1)
