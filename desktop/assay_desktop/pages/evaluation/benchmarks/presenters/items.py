"""What is behind one task's score: read by the engine, with the papers' titles where its data are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.benchmarks.types import ItemsCall, RankingsCall
from assay.engine.bench_types import BENCH_ITEMS, BENCH_PAGE, BENCH_RANKINGS
from assay_desktop.pages.evaluation.benchmarks.presenters.results import ReportFields

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.benchmarks.types import ItemPage, ScoreRow, TaskItems
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.benchmarks.options import Choice
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.benchmarks.presenters.results import ResultsPresenter


class PairFields(ReportFields):
    """The fields of `PairCall`."""

    task: str
    reference: str
    system: str
    data: str
    files: tuple[str, ...]


class BehindPresenter(QObject):
    """One task at a time. Two systems that have a score on it, or one alone.

    The engine holds its rows, sorts and counts them: here are only those that are looked at.
    """

    def __init__(
        self,
        page: BenchmarksView,
        context: AppContext,
        results: ResultsPresenter,
        choice: Callable[[], Choice],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._results, self._choice = page, context, results, choice
        self._row: ScoreRow | None = None
        self._systems: list[str] = []
        self._metric = self._reference = self._system = ""
        self._sort, self._down, self._differing = "", False, True
        self._query = self._unit = ""
        self._reading = 0  # pages of an earlier order are not for this one

    def open(self, row: ScoreRow) -> None:
        """Look behind a row of the table, with its two systems where both have a score."""
        self._systems = [name for name, value in row.values.items() if value is not None]
        if not self._systems:
            return
        if self._row is None or (self._row.task, self._row.metric) != (row.task, row.metric):
            self._sort, self._down, self._query = "", False, ""
        self._row, self._metric = row, row.metric
        self._reference = self._known(self._results.reference, self._systems[0])
        others = [name for name in self._systems if name != self._reference]
        self._system = self._known(self._results.other, others[0] if others else self._reference)
        if self._system == self._reference and others:
            self._system = others[0]
        self._page.open_behind()
        self._read()

    def set_reference(self, system: str) -> None:
        """Choose the reference; the two change places where the other one is chosen."""
        if system == self._system:
            self._system = self._reference
        self._reference = system
        self._read()

    def set_system(self, system: str) -> None:
        if system == self._reference:
            self._reference = self._system
        self._system = system
        self._read()

    def set_metric(self, metric: str) -> None:
        self._metric = metric
        self._read()

    def sort(self, column: str, down: bool) -> None:
        """Sort by a column's name; "" for the order of gains."""
        if (column, down) != (self._sort, self._down):
            self._sort, self._down = column, down
            self._read()

    def show_differing(self, only: bool) -> None:
        """Show the papers on which the systems differ, or all."""
        self._differing = only
        self._read()

    def find(self, query: str) -> None:
        """Bring the page of this query into view, and choose it."""
        self._query = query
        self._read()

    def read_page(self, first: int) -> None:
        """Read rows that a view has looked at in vain."""
        reading, unit = self._reading, self._unit

        def take(page: ItemPage | None) -> None:
            if reading == self._reading:
                self._page.behind.show_page(unit, page)

        self._context.engine.ask(
            BENCH_PAGE, self._call(first=first), take, lambda _kind, _message: take(None)
        )

    def choose_query(self, query: str) -> None:
        """Show both rankings of this query."""
        self._query = query
        self._context.engine.ask(
            BENCH_RANKINGS,
            RankingsCall(**self._fields(), query=query),
            lambda answer: self._page.behind.show_rankings(
                answer, reference=self._reference, system=self._system
            ),
            self._fail,
            key=BENCH_RANKINGS.name,
        )

    def retry(self) -> None:
        if self._row is not None:
            self._read()

    # --- inner

    def _read(self) -> None:
        if self._row is None:
            return
        self._page.behind.show_task(
            self._row.name, self._systems, reference=self._reference, system=self._system
        )
        self._reading += 1
        call = self._call(find=self._query)
        self._context.engine.ask(BENCH_ITEMS, call, self._show, self._fail, key=BENCH_ITEMS.name)

    def _show(self, items: TaskItems) -> None:
        self._unit = items.unit
        self._page.behind.show_items(
            items, reference=self._reference, system=self._system, differing=self._differing
        )

    def _call(self, *, first: int = 0, find: str = "") -> ItemsCall:
        """Return which rows, in which order. One system alone does not differ from itself."""
        return ItemsCall(
            **self._fields(),
            metric=self._metric,
            sort=self._sort,
            down=self._down,
            differing=self._differing and self._reference != self._system,
            first=first,
            find=find,
        )

    def _fields(self) -> PairFields:
        choice = self._choice()
        return {
            **self._results.fields,
            "task": "" if self._row is None else self._row.task,
            "reference": self._reference,
            "system": self._system,
            "data": choice.data,
            "files": choice.files,
        }

    def _known(self, wanted: str, otherwise: str) -> str:
        return wanted if wanted in self._systems else otherwise

    def _fail(self, _kind: str, message: str) -> None:
        self._page.behind.show_failure(message)
