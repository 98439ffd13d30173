"""The map and the lists: read when the page is shown, made as a job, kept up with the library."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QObject

from assay.discovery.types import CitationGraph, RelatedCall
from assay.engine.types import RELATED
from assay.items.readable import readable
from assay.types import Filters, shown_title
from assay_desktop.background.job_words import job_progress
from assay_desktop.background.work import Work
from assay_desktop.pages.discovery.model import read_chosen, read_explored

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay.searching.types import SearchResults
    from assay.workspace import Workspace
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext, Change
    from assay_desktop.pages.discovery.model import Explored
    from assay_desktop.pages.discovery.page import DiscoveryPage

_MAP: Final = ["map"]


class DiscoveryPresenter(QObject):
    """Intents of the page -> calls on the lane, questions to the engine, and the job of the map."""

    def __init__(self, page: DiscoveryPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._outdated = True
        self._collection = ""
        self._explored: Explored | None = None
        self._mapping = False  # as the page shows it
        self._fault = ""  # why no map was made
        context.changes.changed.connect(self._hear)
        context.jobs.changed.connect(self._show_work)
        context.jobs.finished.connect(self._hear_job)

    def refresh(self) -> None:
        """Read everything again, if anything has changed since it was read."""
        self._show_work()
        if self._outdated:
            self._outdated = False
            self._context.lane.submit(read_explored, self._show, self._fail, key="discovery")

    def make_map(self) -> None:
        """Queue the job that lays the papers out."""
        if self._job() is None:
            self._fault = ""
            self._context.jobs.add(self.tr("Map the papers"), _MAP)

    def cancel(self) -> None:
        if (job := self._job()) is not None:
            self._context.jobs.cancel(job.id)

    def index(self) -> None:
        if not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])

    def choose(self, doc_id: str) -> None:
        """Read a paper and its links; only the latest choice answers."""
        read = partial(read_chosen, graph=self._graph, doc_id=doc_id)
        self._context.lane.submit(read, self._page.show_paper, self._fail, key="discovery-paper")

    def show_title(self, row: int, doc_id: str) -> None:
        """Read the title of the paper under the mouse."""
        read = partial(_title, doc_id=doc_id)
        self._context.lane.submit(
            read, partial(self._page.map.show_tip, row), self._fail, key="discovery-tip"
        )

    def choose_collection(self, path: str) -> None:
        """Show the members of a collection in colour, and list what is near them."""
        self._collection = path
        if not path:
            self._page.show_members("", None)
            self._page.lists.show_related("", ())
            return
        read = partial(_members, path=path)
        self._context.lane.submit(
            read, partial(self._show_members, path), self._fail, key="discovery-members"
        )

    def _show(self, found: Explored) -> None:
        if self._collection not in {path for path, _ in found.collections}:
            self._collection = ""
        self._explored, self._mapping = found, self._job() is not None
        self._page.show_explored(found, mapping=self._mapping)
        if self._fault:
            self._page.show_error(self._fault)
        self.choose_collection(self._collection)

    def _show_members(self, path: str, doc_ids: list[str]) -> None:
        members = np.zeros(len(self._page.map.places), np.bool_)
        members[self._page.members(doc_ids)] = True
        self._page.show_members(path, members)
        if doc_ids:
            call = RelatedCall(tuple(doc_ids))
            done, failed = partial(self._show_related, path), self._page.lists.show_fault
            self._context.engine.ask(RELATED, call, done, failed, key="related")

    def _show_related(self, path: str, found: SearchResults) -> None:
        if path == self._collection:
            self._page.lists.show_related(path, found.hits)

    @property
    def _graph(self) -> CitationGraph:
        return CitationGraph() if self._explored is None else self._explored.graph

    def _job(self) -> Job | None:
        return next((job for job in self._context.jobs.all() if job.kind == "map" and job.is_open), None)

    def _show_work(self) -> None:
        job = self._job()
        if job is None:
            self._page.work.show_work(None)
        else:
            words = job_progress(job) or job.title
            self._page.work.show_work(Work(words, job.done, job.total, can_cancel=True))
            if self._explored is not None and not self._mapping:
                self._show(self._explored)

    def _hear_job(self, job: Job) -> None:
        if job.kind != "map":
            return
        self._outdated = True
        self._fault = job.error if job.state == "failed" else ""
        if self._page.isVisible():
            self.refresh()

    def _hear(self, change: Change) -> None:
        if change.papers or change.index:
            self._outdated = True
            if self._page.isVisible():
                self.refresh()

    def _fail(self, error: AssayError) -> None:
        self._outdated = True
        self._page.show_error(str(error))


def _title(workspace: Workspace, *, doc_id: str) -> str:
    papers = workspace.library.papers.get([doc_id], items=False)
    return readable(shown_title(papers[0])) if papers else ""


def _members(workspace: Workspace, *, path: str) -> list[str]:
    return workspace.library.papers.ids(filters=Filters(collections=(path,)))
