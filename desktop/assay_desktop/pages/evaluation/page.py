"""The evaluation page: the library's own runs, or benchmarks; a switch at the head chooses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLayout, QSizePolicy, QStackedWidget, QWidget

from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
from assay_desktop.pages.evaluation.page_library import LibraryView
from assay_desktop.theme import S2, S3, S4, S6
from assay_desktop.widgets.boxes import fill, vbox
from assay_desktop.widgets.controls.mode_switch import ModeSwitch
from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from assay_desktop.keys import Keys
    from assay_desktop.theme import Theme

LIBRARY, BENCHMARKS = "library", "benchmarks"
VIEWS: Final = (LIBRARY, BENCHMARKS)


class EvaluationPage(QWidget):
    """Widgets only. Its two views have signals of their own."""

    view_chosen = Signal(str)
    benchmarks_made = Signal(object)  # BenchmarksView

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # a plain QWidget paints no ground
        self._theme, self._keys = theme, keys
        self._heads, self._views = QStackedWidget(), QStackedWidget()
        across, down = S6 + S2, S6 - 4
        vbox(self._build_head(theme), (self._views, 1), on=self, gap=S3, margins=(across, down, across, down))
        self.library = LibraryView(theme, keys)
        self._benchmarks: BenchmarksView | None = None
        fill(self._heads, self.library.head)
        fill(self._views, self.library)
        for name in VIEWS:
            keys.bind(f"evaluation.{name}", self, partial(self.choose, name))
        self.show_view(LIBRARY)

    def _build_head(self, theme: Theme) -> QLayout:
        self._switch = ModeSwitch(
            theme,
            {
                LIBRARY: (self.tr("This library"), self.tr("Runs on this library's judgements")),
                BENCHMARKS: (self.tr("Benchmarks"), self.tr("Models on public benchmarks and other sets")),
            },
        )
        self._switch.chosen.connect(self.choose)
        self._heads.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        head = FlowRow(S4, end=True)
        for widget in (label(self.tr("Evaluation"), "page-title"), self._switch, self._heads):
            head.addWidget(widget)
        return head

    @property
    def benchmarks(self) -> BenchmarksView:
        """Made when it is first shown: it takes twice as long as all else of the page."""
        if self._benchmarks is None:
            self._benchmarks = BenchmarksView(self._theme, self._keys)
            fill(self._heads, self._benchmarks.head)
            fill(self._views, self._benchmarks)
            self.benchmarks_made.emit(self._benchmarks)
        return self._benchmarks

    @property
    def view(self) -> str:
        return self._view

    def choose(self, view: str) -> None:
        """Choose a view as the user does: it is remembered."""
        self.show_view(view)
        self._turn().setFocus()
        self.view_chosen.emit(view)

    def show_view(self, view: str) -> None:
        """Show a view, as soon as the page is seen."""
        self._view = view
        self._switch.choose(view)
        if view == LIBRARY or self.isVisible():
            self._turn()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._turn()

    def _turn(self) -> LibraryView | BenchmarksView:
        part = self.library if self._view == LIBRARY else self.benchmarks
        self._heads.setCurrentWidget(part.head)
        self._views.setCurrentWidget(part)
        self.setFocusProxy(part)
        return part
