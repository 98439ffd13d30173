"""What stays at the left while papers pass: the query, and below it what the grades mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from assay.types import shown_title
from assay_desktop.pages.judging.widgets.guideline import GuidelinePane
from assay_desktop.pages.judging.widgets.panes import year_of
from assay_desktop.theme import S1, S2, S6, S8, Theme
from assay_desktop.widgets.reading import MAX_LINE_PX, ReadingLabel, label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from assay.campaigns.types import JudgingView

_QUERY_SHARE = 0.55
"""Of the column's height, for a query that is too long to stand above the whole guideline."""


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
            widget.setMaximumWidth(MAX_LINE_PX)
            column.addWidget(widget)
        self._place.setContentsMargins(0, 0, 0, S2)
        column.addStretch(1)

    def height_for(self, width: int) -> int:
        """Pixels for all of it in a pane of this width."""
        margins = self._column.contentsMargins()
        return self._column.heightForWidth(min(width, MAX_LINE_PX + margins.left() + margins.right()))

    def minimumSizeHint(self) -> QSize:
        """Nothing: Qt would take the height of the wrapped texts in a pane much narrower than this one."""
        return QSize(0, 0)

    def show_view(self, view: JudgingView) -> None:
        paper, query = view.query_paper, view.query
        if paper is not None:
            self._kind.setText(self.tr("Query paper"))
            self._title.show_text(shown_title(paper))
            self._place.setText(year_of(paper))
            self._text.show_text(paper.abstract)
        else:
            self._kind.setText(self.tr("Query"))
            self._title.show_text(query.text if query is not None else "")
            self._place.setText("")
            self._text.show_text("")
        self._place.setVisible(bool(self._place.text()))
        self._text.setVisible(bool(self._text.text()))


class QueryColumn(QFrame):
    """Shares its height: the guideline scrolls by itself, so that it never pushes the query away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.query = QueryPane()
        self.guideline = GuidelinePane(theme)
        self.guideline.height_changed.connect(self._share_soon)
        self._area = scrolled(self.query)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.timeout.connect(self._share)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, S6)
        column.setSpacing(S6)
        column.addWidget(self._area)
        column.addWidget(self.guideline)
        column.addStretch(1)

    def show_view(self, view: JudgingView) -> None:
        self.query.show_view(view)
        self.guideline.show_view(view)
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


def scrolled(widget: QWidget) -> QScrollArea:
    """`widget` in an area that scrolls up and down and takes no focus."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area
