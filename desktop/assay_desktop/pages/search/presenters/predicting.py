"""Fills the inspector's predictions, and lets the library's papers be learned from."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject

from assay.engine.types import PREDICT
from assay.prediction.types import PredictCall, PredictedLabels, PredictedNumber, Prediction
from assay_desktop.background.engine_client import EngineState
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_progress
from assay_desktop.context import AppContext, Change
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.widgets.predictions import (
    NumberLine,
    PredictedPaper,
    TopicGroup,
)
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import counted, numeral, percent
from assay_desktop.text.translate import translator

_tr = translator("search")

MOST_TOPICS: Final = 8
_GROWN: Final = 1.1  # so much larger a library is worth learning from again


def prediction_of(found: Prediction, *, n_papers: int = 0) -> PredictedPaper:
    """Return what the inspector shows. `n_papers` are in the library now; 0 where that is not known."""
    if found.state != "ready":
        return _nothing(found)
    then = found.n_papers
    grown = n_papers > then * _GROWN
    grown_words = _tr("The library has grown from {0} to {1} papers since this was trained.")
    return PredictedPaper(
        numbers=tuple(map(_number, found.numbers)),
        groups=tuple(map(_group, found.labels)),
        message=grown_words.format(numeral(then), numeral(n_papers)) if grown else "",
        action=_tr("Train again") if grown else "",
        foot=_tr(
            "Trained on {0} with {1}. A paper's own values are predicted without training on it."
        ).format(found.created[:10], found.model),
        missing=tuple(
            _tr("{0} is not predicted: {1}").format(heading(row.key), translated(row.message or row.reason))
            for row in found.omitted
        ),
    )


def heading(key: str) -> str:
    """Return what a target is called."""
    names = {"topics": _tr("Topics"), "venue": _tr("Venue"), "year": _tr("Year"), "score": _tr("Score")}
    return names.get(key, key.capitalize())


def _nothing(found: Prediction) -> PredictedPaper:
    if found.state == "untrained":
        text = _tr(
            "Assay can predict topic, year and score from the rest of your library. This takes about as "
            "long as indexing; you can keep searching."
        )
        return PredictedPaper(message=text, action=_tr("Train predictor"))
    if found.state == "stale":
        text = _tr("These predictions were made with {0}, which is no longer the active model.")
        return PredictedPaper(message=text.format(found.model), action=_tr("Train again"))
    if found.state == "loading":
        return PredictedPaper(message=_tr("The model is still loading."))
    return PredictedPaper(message=translated(found.message))


def _number(row: PredictedNumber) -> NumberLine:
    """Round as it is painted and compared: 2018 is within "2018 to 2022" though it began at 2018.1."""

    is_year = row.key == "year"

    def shown(value: float) -> float:
        return float(f"{value:.0f}") if is_year else float(f"{value:.1f}")

    def words(value: float) -> str:
        return f"{value:.0f}" if is_year else numeral(shown(value), 1)

    value, low, high = map(shown, (row.value, row.low, row.high))
    known = None if row.known is None else shown(row.known)
    truth = ""
    if known is not None:
        text = _tr("Known: {0}, inside that.") if low <= known <= high else _tr("Known: {0}, outside that.")
        truth = text.format(words(known))
    marks = [shown(row.lowest), shown(row.highest), value, low, high]
    marks += [] if known is None else [known]
    return NumberLine(
        heading=heading(row.key),
        value=value,
        low=low,
        high=high,
        lowest=min(marks),
        highest=max(marks),
        known=known,
        words=words(value),
        interval=_tr("{0} to {1} for 80 of 100 papers like it").format(words(low), words(high)),
        ends=(words(min(marks)), words(max(marks))),
        truth=truth,
        about=_tr("{0}; off by {1} on average, their mean alone by {2}; tau {3}").format(
            _papers(row.n), numeral(row.mae, 1), numeral(row.mae_of_mean, 1), numeral(row.tau, 2)
        ),
    )


def _group(row: PredictedLabels) -> TopicGroup:
    """The most probable ones, and after them those that the paper has."""
    return TopicGroup(
        heading=heading(row.key),
        topics=tuple(t for place, t in enumerate(row.labels) if place < MOST_TOPICS or t.known),
        nothing=_tr("None of the {0} learned ones is likelier than 5 %.").format(row.n_labels),
        about=_tr("{0}, {1} learned; average precision {2}, {3} by chance; probabilities {4} off").format(
            _papers(row.n),
            numeral(row.n_labels),
            numeral(row.mean_ap, 2),
            numeral(row.mean_share, 2),
            percent(row.calibration_error, 1),
        ),
    )


def _papers(n: int) -> str:
    return counted(n, _tr("paper"), _tr("papers"))


LEARNING: Final = ("predict", "train")
TAB: Final = "predicted"


class PredictionPresenter(QObject):
    """Asks the engine only while the tab is open. Learning is a job like any other."""

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
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
        """Show another paper; "" for none."""
        self._doc_id = doc_id
        self._ask()

    def open_tab(self, tab: str) -> None:
        self._open = tab == TAB
        self._ask()

    def learn(self) -> None:
        """Queue the learning, unless it waits or runs already."""
        self._failure = ""
        if self._job() is None:
            self._context.jobs.add(self.tr("Train the predictor of topics, year and score"), list(LEARNING))
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
        """Say why; a damaged file is made again by learning again."""
        if doc_id == self._doc_id:
            again = self.tr("Train again") if kind == "LibraryError" else ""
            self._found = PredictedPaper(message=message, action=again)
            self._show()

    def _show(self) -> None:
        if not self._open:
            return
        job = self._job()
        if job is not None:
            where = job_progress(job) if job.state == "running" else self.tr("Queued")
            message = " · ".join(filter(None, (self.tr("Training the predictor on this library"), where)))
            self._page.show_predictions(replace(self._found, message=message, action=""))
        elif self._failure:
            message = self.tr("Predictions aren't available. {0}").format(self._failure)
            self._page.show_predictions(replace(self._found, message=message, action=self.tr("Try again")))
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
        """Ask again when a model has come, or gone: it changes what can be said."""
        if state.semantic != self._semantic:
            self._semantic = state.semantic
            self._ask()

    def _hear_change(self, change: Change) -> None:
        if change.papers or change.index:
            self._ask()
