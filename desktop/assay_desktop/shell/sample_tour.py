"""The tour of five steps: offered once in the sample library, and again when it is asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QLabel, QScrollArea

from assay_desktop.shell.widgets.tour import Stop, Tour

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.pages.training.page import TrainingPage

_OFFERED: Final = "tour"  # in the session, so that every library has its own


class Pages(Protocol):
    """What the tour needs of the window."""

    @property
    def page_key(self) -> str: ...

    def page(self, key: str) -> QWidget: ...

    def open_page(self, key: str) -> None: ...


class SampleTour(QObject):
    """Lives as long as the window; the bubble is made when the tour begins."""

    _improving = Signal()

    def __init__(self, context: AppContext, window: QWidget, pages: Pages) -> None:
        super().__init__(window)
        self._context, self._window, self._pages = context, window, pages
        self._tour: Tour | None = None
        context.jobs.changed.connect(self._look)

    def offer(self) -> None:
        """Begin once the window is there, unless that was done in this library before."""
        if self._context.session.get(_OFFERED) is None:
            self._window.installEventFilter(self)

    def start(self) -> None:
        """Begin with the first step."""
        self._context.session.put(_OFFERED, "yes")
        if self._tour is None:
            self._tour = Tour(self._window, self._context.keys, self._stops(), self._shown)
        self._tour.go(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self, self.start)
        return super().eventFilter(watched, event)

    def _look(self) -> None:
        if any(job.kind == "improve" and job.is_open for job in self._context.jobs.all()):
            self._improving.emit()

    def _search_stops(self) -> list[Stop]:
        search = cast("SearchPage", self._pages.page("search"))
        return [
            Stop(
                "search",
                self.tr("Type a question in your own words, or choose a query on the left."),
                partial(self._pages.open_page, "search"),
                lambda: search.box,
                focus=lambda: search.box.field,
                spare=partial(self._places, search.spared),
                done=(search.search_requested, search.query_chosen),
                ready=lambda: bool(search.listed()[0]),
            ),
            Stop(
                "search",
                self.tr(
                    "Grade three results: press {0} for not relevant, {1} for relevant, {2} for very "
                    "relevant."
                ),
                self._open_results,
                lambda: search.grading,
                ("grade.0", "grade.1", "grade.2"),
                focus=lambda: search.results,
                spare=partial(self._places, search.spared),
                done=(search.grade_given, search.grades_given),
                times=3,
            ),
            Stop(
                "search",
                self.tr("Press {0} to rank by your grades; arrows show what moved. {0} again turns it off."),
                self._open_results,
                lambda: search.learning,
                ("search.grades",),
                focus=lambda: search.results,
                spare=partial(self._places, search.spared),
            ),
        ]

    def _stops(self) -> list[Stop]:
        return [
            *self._search_stops(),
            Stop(
                "evaluation",
                self.tr("Add run searches for every query; your grades score the results."),
                self._open_runs,
                lambda: self._evaluation().library.add,
                spare=partial(self._places, self._evaluation().library.spared),
            ),
            Stop(
                "training",
                self.tr("Improve search learns from your judged queries and tests on held-out ones."),
                self._open_improving,
                lambda: cast("TrainingPage", self._pages.page("training")).improve.start,
                spare=partial(self._places, lambda: _contents(self._pages.page("training"))),
                done=(self._improving,),
            ),
        ]

    def _shown(self) -> tuple[str, QRect]:
        """Return the key of the page in sight, and where it is in the window."""
        key = self._pages.page_key
        return key, self._places(lambda: [self._pages.page(key)])[0]

    def _places(self, widgets: Callable[[], Sequence[QWidget]]) -> list[QRect]:
        """Return where those in sight stand in the window."""
        shown = [each for each in widgets() if each.isVisible()]
        return [QRect(each.mapTo(self._window, QPoint(0, 0)), each.size()) for each in shown]

    def _open_results(self) -> None:
        """Have results to grade, those that are there stay, and the bar in sight, in a narrow window too."""
        if self._pages.page_key != "search":  # the focus stays where it is
            self._pages.open_page("search")
        search = cast("SearchPage", self._pages.page("search"))
        if not search.listed()[0]:
            search.run_first_query()
        search.open_tab("abstract")

    def _open_runs(self) -> None:
        self._pages.open_page("evaluation")
        self._evaluation().show_view("library")

    def _evaluation(self) -> EvaluationPage:
        return cast("EvaluationPage", self._pages.page("evaluation"))

    def _open_improving(self) -> None:
        self._pages.open_page("training")
        cast("TrainingPage", self._pages.page("training")).improve_wanted.emit()


def _contents(page: QWidget) -> list[QWidget]:
    """Return what a page says and offers: its texts, buttons, tables and plots."""
    areas = [each for each in page.findChildren(QAbstractScrollArea) if not isinstance(each, QScrollArea)]
    return [*page.findChildren(QLabel), *page.findChildren(QAbstractButton), *areas]
