"""What stays at the left while papers pass: the query, and below it what the grades mean."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from assay.campaigns.types import JudgingView
from assay.types import shown_title
from assay_desktop.pages.judging.widgets.panes import year_of
from assay_desktop.theme import S1, S2, S6, S8, Theme, scaled, set_px
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.key_hints import key_label
from assay_desktop.widgets.grade import GradeMark
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.reading import MAX_LINE_PX, ReadingLabel, label
from assay_desktop.widgets.section import scrolled


class GuidelinePane(QWidget):
    """A heading that folds what is below it away."""

    toggled = Signal(bool)  # shown or not, by the assessor
    height_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._fold = QPushButton()
        self._fold.setProperty("kind", "link")
        self._fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._fold.clicked.connect(self.toggle)
        head = hbox(
            label(self.tr("Guideline"), "section"),
            STRETCH,
            self._fold,
            key_label("judging.guideline"),
            gap=S1,
        )
        self._markdown = MarkdownView(theme)
        self._markdown.setAccessibleName(self.tr("Guideline"))
        self.link_wanted = self._markdown.link_wanted
        self._markdown.height_changed.connect(self.height_changed)
        self._body = QStackedWidget()
        set_px(self._body, most=MAX_LINE_PX)
        self._body.addWidget(self._build_meanings(theme))
        self._body.addWidget(self._markdown)
        vbox(head, (self._body, 1), on=self, gap=S2, margins=(S8 + S1, 0, S8, 0))
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
            self._markdown.show_markdown(guideline.text)
            self._body.setCurrentWidget(self._markdown)
            return
        self._body.setCurrentIndex(0)
        meanings = (
            (
                self.tr("neither"),
                self.tr("same problem or method, worth opening"),
                self.tr("you would cite it together with the query paper"),
            )
            if view.query_paper is not None
            else (
                self.tr("does not help"),
                self.tr("relevant; worth opening"),
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


_QUERY_SHARE = 0.55
"""Of the column's height, for a query that is too long to stand above the whole guideline."""


def query_words(view: JudgingView) -> str:
    """Return the query's text, or the title of the paper that asks."""
    if view.query_paper is not None:
        return shown_title(view.query_paper)
    return view.query.text if view.query is not None else ""


class QueryPane(QWidget):
    """The query: its text, or the title and abstract of the paper that asks."""

    def __init__(self) -> None:
        super().__init__()
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(S8 + S1, S8, S8, 0)
        column.setSpacing(S2)
        self._kind = label(role="section")
        self._title = ReadingLabel("paper-title", line_height=105)
        self._place = label(role="muted", wrap=True)
        self._text = ReadingLabel()
        for widget in (self._kind, self._title, self._place, self._text):
            set_px(widget, most=MAX_LINE_PX)
            column.addWidget(widget)
        self._place.setContentsMargins(0, 0, 0, S2)
        column.addStretch(1)

    def show_px(self, px: int) -> None:
        """Show the paper that asks in this size."""
        self._text.set_px(px)

    def height_for(self, width: int) -> int:
        """Pixels for all of it in a pane of this width."""
        margins = self._column.contentsMargins()
        return self._column.heightForWidth(min(width, scaled(MAX_LINE_PX) + margins.left() + margins.right()))

    def minimumSizeHint(self) -> QSize:
        """Return no size: Qt would take the height of wrapped texts in a pane much narrower than this one."""
        return QSize(0, 0)

    def show_view(self, view: JudgingView) -> None:
        paper, query = view.query_paper, view.query
        self._title.show_text(query_words(view))
        if paper is not None:
            self._kind.setText(self.tr("Query paper"))
            self._place.setText(year_of(paper))
            self._text.show_text(paper.abstract)
        else:
            self._kind.setText(self.tr("Query"))
            self._place.setText("")
            about = (query.description, query.narrative) if query is not None else ()
            self._text.show_text("\n\n".join(filter(None, about)))
        self._place.setVisible(bool(self._place.text()))
        self._text.setVisible(bool(self._text.text()))


class QueryColumn(QFrame):
    """Shares its height: the guideline scrolls on its own, so that it never pushes the query away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.query = QueryPane()
        self.guideline = GuidelinePane(theme)
        self.guideline.height_changed.connect(self._share_soon)
        self._area = scrolled(self.query)
        self._settling = QTimer(self, singleShot=True)
        self._settling.timeout.connect(self._share)
        vbox(self._area, self.guideline, STRETCH, on=self, gap=S6, margins=(0, 0, 0, S6))

    def show_view(self, view: JudgingView) -> None:
        self.query.show_view(view)
        self.guideline.show_view(view)
        self._share()

    def show_px(self, px: int) -> None:
        self.query.show_px(px)
        self._share()

    def sizeHint(self) -> QSize:
        return QSize(400, 400)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share_soon(self) -> None:
        self._settling.start(0)

    def _share(self) -> None:
        width, room = self.width(), self.height() - 2 * S6
        query = self.query.height_for(width)
        guideline = self.guideline.wanted_height(width)
        wanted = query
        if query + guideline > room:
            query = min(query, max(round(room * _QUERY_SHARE), room - guideline))
            guideline = min(guideline, room - query)
        # A bar of the last query narrows this one's lines, and would then be needed for what it pushed down.
        policy = Qt.ScrollBarPolicy
        self._area.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if wanted <= query else policy.ScrollBarAsNeeded
        )
        self._area.setFixedHeight(max(0, query))
        self.guideline.setFixedHeight(max(0, guideline))
