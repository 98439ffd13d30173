"""Duplicates: found by a job, weighed against the library as it is now, settled one by one or all at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject

from assay.duplicates.types import Duplicates
from assay.ingest.types import Merged
from assay_desktop.background.job_words import job_outcome, job_progress
from assay_desktop.context import Change
from assay_desktop.pages.library.duplicates.model import Case, Finding, findings_of, read_cases, totals_of
from assay_desktop.text.action_words import action_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.errors import AssayError
    from assay.ingest.duplicates import DuplicateWork
    from assay.library import Action
    from assay.workspace import Workspace
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.duplicates.model import DuplicateList
    from assay_desktop.pages.library.duplicates.page import DuplicatesView

AT_ONCE: Final = 200  # findings that are read in one turn of the lane, so that others come between
_FIND: Final = ("duplicates", "find")
_MERGE: Final = ("duplicates", "merge")


class DuplicatesPresenter(QObject):
    """Intents of the view -> jobs and calls on the lane -> the list and what stands around it."""

    def __init__(
        self, page: DuplicatesView, table: DuplicateList, context: AppContext, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._page, self._list, self._context = page, table, context
        self._found: list[Finding] | None = None  # None until a search has answered
        self._settling: set[Finding] = set()
        self._last: Action | None = None
        self._opened = self._telling = self._index_is_old = False
        context.jobs.changed.connect(self._show_jobs)
        context.jobs.answered.connect(self._take_found)
        context.jobs.finished.connect(self._show_end)
        context.changes.changed.connect(self._hear)

    # -- intents ----------------------------------------------------------------------------------------

    def open(self) -> None:
        """Show what was found before as it stands now; look for findings the first time."""
        self._opened = True
        if self._found is None and self._open_job() is None:
            self.find()
        self._refresh()
        self._show_jobs()

    def leave(self) -> None:
        """Have the index follow what was merged in the view, once for all of it."""
        self._opened = False
        if self._index_is_old and not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])
        self._index_is_old = False

    def find(self) -> None:
        """Look through the whole library."""
        if self._open_job() is None:
            self._context.jobs.add(self.tr("Find duplicates"), _FIND)

    def cancel(self) -> None:
        job = self._open_job()
        if job is not None:
            self._context.jobs.cancel(job.id)

    def merge_all(self) -> None:
        """Merge all that are surely the same, as one action."""
        if self._open_job() is None and totals_of(self._list.cases).n_merges:
            self._context.jobs.add(self.tr("Merge duplicates"), _MERGE)

    def merge(self, case: Case) -> None:
        self._settle(case, lambda work: work.merge([case.doc_ids], named=True), papers=True)

    def keep_apart(self, case: Case) -> None:
        self._settle(case, lambda work: work.keep_apart(case.doc_ids), papers=False)

    def link(self, case: Case) -> None:
        """Link a preprint with what was published of it; nothing where the case is none of the two."""
        if not case.preprint:
            return
        (published,) = (doc_id for doc_id in case.doc_ids if doc_id != case.preprint)
        pair = (case.preprint, published)
        self._settle(case, lambda work: work.link_versions([pair]), papers=False)

    def undo(self) -> None:
        """Undo the last change that is shown."""
        if self._last is not None:
            self._undo(self._last.pk)

    # -- settling ---------------------------------------------------------------------------------------

    def _settle(self, case: Case, act: Callable[[DuplicateWork], Action], *, papers: bool) -> None:
        if case.finding in self._settling or self._open_job(_MERGE) is not None:
            return
        self._settling.add(case.finding)
        near = self._list.near(case)

        def failed(error: AssayError) -> None:
            self._settling.discard(case.finding)
            self._fail(error)

        done = partial(self._settled, case.finding, near, papers=papers)
        self._context.lane.submit(partial(_acted, act=act, near=near), done, failed)

    def _settled(
        self, finding: Finding, near: list[Finding], answer: tuple[Action, list[Case]], *, papers: bool
    ) -> None:
        action, cases = answer
        self._settling.discard(finding)
        self._list.replace(near, cases)
        self._show_cases()
        self._show_last(action)
        self._page.offer_undo(action_words(action), partial(self._undo, action.pk))
        if papers:
            self._tell_papers()

    def _undo(self, pk: int) -> None:
        undo = lambda ws: ws.library.actions.undo(expected=pk)  # noqa: E731 - as short as it is
        self._context.lane.submit(undo, self._was_undone, self._fail)

    def _was_undone(self, action: Action) -> None:
        self._page.show_message(self.tr("Undone: {0}").format(action_words(action)))
        self._refresh()
        self._tell_papers()

    def _tell_papers(self) -> None:
        """Leave the index for when the view is left, not once for each merge."""
        self._index_is_old = True
        self._context.engine.reload()
        self._telling = True
        self._context.changes.changed.emit(Change(papers=True))
        self._telling = False
        if not self._opened:
            self.leave()

    # -- reading ----------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Read all findings again as the library is now, and what can be undone."""
        self._context.lane.submit(_last_action, self._show_last, self._fail, key="library-last-action")
        if self._found is None:
            self._show_cases()
        else:
            self._read_on([], 0)

    def _read_on(self, read: list[Case], at: int) -> None:
        """Read the next findings, from `at`. A new reading takes the place of one under way."""
        chunk = (self._found or [])[at : at + AT_ONCE]
        if not chunk:
            self._show_read(read)
            return

        def took(cases: list[Case]) -> None:
            self._read_on([*read, *cases], at + AT_ONCE)

        self._context.lane.submit(
            partial(read_cases, findings=chunk), took, self._fail, key="library-duplicates"
        )

    def _show_read(self, cases: list[Case]) -> None:
        """Show the list again; the case that was chosen stays so where it is still there."""
        chosen = self._page.chosen
        self._list.show(cases)
        self._show_cases()
        self._page.select(chosen)

    def _show_cases(self) -> None:
        n_found = None if self._found is None else len(self._found)
        self._page.show_cases(totals_of(self._list.cases), n_found=n_found)

    def _show_last(self, action: Action | None) -> None:
        self._last = action
        self._page.show_last("" if action is None else action_words(action))

    def _hear(self, change: Any) -> None:
        if change.papers and self._opened and not self._telling:
            self._refresh()

    # -- jobs -------------------------------------------------------------------------------------------

    def _open_job(self, kind: tuple[str, ...] = ("duplicates",)) -> Job | None:
        return next((job for job in self._context.jobs.all() if job.is_open and job.runs(*kind)), None)

    def _show_jobs(self) -> None:
        job = self._open_job()
        if job is None:
            self._page.hide_work()
            return
        where = job_progress(job) if job.state == "running" else job_outcome(job)
        self._page.show_work(job.title, where, job.done, job.total)

    def _take_found(self, job: Job) -> None:
        if job.runs(*_FIND):
            self._found = findings_of(job.answer(Duplicates))
            self._refresh()

    def _show_end(self, job: Job) -> None:
        """Offer undo of a merge at once; the news of its papers comes as a change."""
        if job.kind != "duplicates" or not job.started:
            return
        if job.state == "failed":
            self._page.show_error(self.tr("{0} failed. {1}").format(job.title, job.error))
        elif job.runs(*_MERGE) and job.state == "done" and (action := job.answer(Merged).action):
            self._page.offer_undo(action_words(action), partial(self._undo, action.pk))
        self._show_cases()

    def _fail(self, error: AssayError) -> None:
        self._page.show_error(str(error))


def _acted(
    workspace: Workspace, *, act: Callable[[DuplicateWork], Action], near: Sequence[Finding]
) -> tuple[Action, list[Case]]:
    """Write, and read what is left of the findings nearby."""
    from assay.ingest.duplicates import DuplicateWork

    action = act(DuplicateWork(workspace.library))
    return action, read_cases(workspace, near)


def _last_action(workspace: Workspace) -> Action | None:
    """Return the last one that stands."""
    return next((action for action in workspace.library.actions.all() if not action.undone), None)
