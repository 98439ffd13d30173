"""Both rankings of a query: read on the library's thread, with grades that are given right there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay_desktop.actions.undoing_grades import turn_grade
from assay_desktop.context import Change

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay.types import LibraryOverview, Rankings
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.page_library import LibraryView


@dataclass(frozen=True, slots=True)
class _Read:
    rankings: Rankings
    grades: dict[str, int]  # the assessor's own, by doc_id


class RankingsPresenter(QObject):
    """Follows the evaluation: another baseline or run is another pair of rankings for the same query."""

    def __init__(self, page: LibraryView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._report: LibraryOverview | None = None
        self._tag = ""
        self._query = ""  # "" while none is open

    def follow(self, report: LibraryOverview | None, tag: str) -> None:
        """Take up another evaluation or run; None where there is nothing to compare."""
        self._report, self._tag = report, tag
        if report is None or self._query not in report.per_query:
            self.close()
        elif self._query:
            self._read()

    def open(self, query_id: str) -> None:
        """Show the rankings of this query."""
        self._query = query_id
        self._page.open_rankings()
        self._read()

    def close(self) -> None:
        self._query = ""
        self._page.close_rankings()

    def choose(self, doc_id: str) -> None:
        """Show the paper that was chosen."""
        self._context.lane.submit(
            lambda ws: next(iter(ws.library.papers.get([doc_id])), None),
            self._page.rankings.show_paper,
            self._fail,
            key="rankings-paper",
        )

    def grade(self, doc_id: str, relevance: int) -> None:
        """Save the grade; the rankings and the measures follow once it is on the disk."""
        query, assessor = self._query, self._context.settings.assessor

        def failed(error: AssayError) -> None:
            self._page.show_strip(self.tr("The grade was not saved. {0}").format(error))

        self._context.lane.submit(
            lambda ws: ws.library.judgements.record(query, doc_id, assessor=assessor, relevance=relevance),
            lambda _judgement: self._graded(),
            failed,
        )

    def turn(self, redo: bool) -> None:
        """Undo or redo the assessor's last grade."""
        turn_grade(self._context, self._page.show_message, self._page.show_strip, redo=redo)

    # --- inner

    def _graded(self) -> None:
        self._read()
        self._context.changes.changed.emit(Change(judgements=True))

    def _read(self) -> None:
        if self._report is None or not self._query:
            return
        read = partial(
            _read,
            query=self._query,
            reference=self._report.reference,
            tag=self._tag,
            assessor=self._context.settings.assessor,
        )
        self._context.lane.submit(read, self._show, self._fail, key="rankings")

    def _show(self, read: _Read) -> None:
        if self._report is not None and read.rankings.query == self._query:
            self._page.rankings.show_rankings(read.rankings, self._report, self._tag, read.grades)

    def _fail(self, error: AssayError) -> None:
        self._page.show_strip(str(error))


def _read(ws: Workspace, *, query: str, reference: str, tag: str, assessor: str) -> _Read:
    from assay.searching.rankings import kept_rankings

    rankings = kept_rankings(ws.library, query, reference=reference, tag=tag)
    own = ws.library.judgements.current(query_id=query, assessor=assessor)
    return _Read(rankings, {each.doc_id: each.relevance for each in own if each.relevance is not None})
