"""Fills the inspector's predictions, and lets the library's papers be learned from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject

from assay.engine.types import PREDICT
from assay.prediction.types import PredictCall, Prediction
from assay_desktop.background.job_words import job_progress
from assay_desktop.pages.search.prediction_words import prediction_of
from assay_desktop.pages.search.widgets.predicted import PredictedPaper

if TYPE_CHECKING:
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext, Change

LEARNING: Final = ("predict", "train")
TAB: Final = "predicted"


class PredictionsPage(Protocol):
    """What the presenter needs of the page."""

    def show_predictions(self, found: PredictedPaper) -> None: ...


class PredictionPresenter(QObject):
    """Asks the engine only while the tab is open. Learning is a job like any other."""

    def __init__(self, page: PredictionsPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._doc_id = ""
        self._open = False
        self._found = PredictedPaper()
        self._failure = ""  # why the last learning of this window came to nothing
        self._semantic = context.engine.state.semantic
        context.jobs.changed.connect(self._show)
        context.jobs.finished.connect(self._hear_end)
        context.engine.state_changed.connect(self._hear_engine)
        context.changes.changed.connect(self._hear_change)

    def select(self, doc_id: str) -> None:
        """Another paper; "" for none."""
        self._doc_id = doc_id
        self._ask()

    def open_tab(self, tab: str) -> None:
        self._open = tab == TAB
        self._ask()

    def learn(self) -> None:
        """Queues the learning, unless it waits or runs already."""
        self._failure = ""
        if self._job() is None:
            self._context.jobs.add(self.tr("Learn to predict topics, year and score"), list(LEARNING))
        self._show()

    # --- inner

    def _ask(self) -> None:
        doc_id = self._doc_id
        if not self._open or not doc_id:
            return
        self._context.engine.ask(
            PREDICT,
            PredictCall(doc_id),
            lambda answer: self._take(doc_id, answer),
            lambda kind, message: self._refuse(doc_id, kind, message),
            key="predict",
        )

    def _take(self, doc_id: str, answer: Prediction) -> None:
        if doc_id == self._doc_id:
            self._found = prediction_of(answer, n_papers=self._context.engine.state.total)
            self._show()

    def _refuse(self, doc_id: str, kind: str, message: str) -> None:
        """A damaged file is made anew by learning again."""
        if doc_id == self._doc_id:
            again = self.tr("Learn again") if kind == "LibraryError" else ""
            self._found = PredictedPaper(message=message, action=again)
            self._show()

    def _show(self) -> None:
        if not self._open:
            return
        job = self._job()
        if job is not None:
            where = job_progress(job) if job.state == "running" else self.tr("Queued")
            said = " · ".join(filter(None, (self.tr("Learning from this library's papers"), where)))
            self._page.show_predictions(replace(self._found, message=said, action=""))
        elif self._failure:
            said = self.tr("Predictions aren't available. {0}").format(self._failure)
            self._page.show_predictions(replace(self._found, message=said, action=self.tr("Try again")))
        else:
            self._page.show_predictions(self._found)

    def _job(self) -> Job | None:
        """The learning that waits or runs."""
        return next((job for job in self._context.jobs.all() if job.is_open and job.args == LEARNING), None)

    def _hear_end(self, job: Job) -> None:
        if job.args == LEARNING:
            self._failure = job.error if job.state == "failed" else ""
            self._show()
            self._ask()

    def _hear_engine(self, state: EngineState) -> None:
        """A model that has come, or gone, changes what can be said."""
        if state.semantic != self._semantic:
            self._semantic = state.semantic
            self._ask()

    def _hear_change(self, change: Change) -> None:
        if change.papers or change.index:
            self._ask()
