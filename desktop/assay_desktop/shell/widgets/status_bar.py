"""The line at the foot: library, model, coverage, the running job, and that nothing leaves the machine."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QWidget

from assay.training_runs.types import RunSummary
from assay_desktop.actions.training_news import progress_words
from assay_desktop.background.engine_client import EngineState
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import time_left
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, Theme, repolish, scaled
from assay_desktop.widgets.boxes import STRETCH, hbox
from assay_desktop.widgets.share import show_share

HEIGHT = 26
_BAR_WIDTH = 96
_MAX_NAME = 40
_MAX_WORK = 26  # a job and a training stand next to each other


class StatusBar(QFrame):
    """Every item is a button that leads to what it speaks of."""

    library_clicked = Signal()
    model_clicked = Signal()
    index_clicked = Signal()
    job_clicked = Signal()
    training_clicked = Signal()
    offline_clicked = Signal()
    guide_clicked = Signal()
    engine_clicked = Signal()

    def __init__(self, theme: Theme, library: str) -> None:
        super().__init__()
        self.setProperty("role", "status-bar")
        theme.changed.connect(self._fit_text)
        self._fit_text()
        self._library = StatusItem(self.tr("Library"), self.library_clicked)
        self._library.show_value(library, hint=self.tr("The open library; click for its settings"))
        self._model = StatusItem(self.tr("Model"), self.model_clicked)
        self._index = StatusItem(self.tr("Indexed"), self.index_clicked)
        self._engine = StatusItem("", self.engine_clicked)
        self._job = StatusWork(self.tr("Job"), self.job_clicked)
        self._training = StatusWork(self.tr("Training"), self.training_clicked)
        self._offline = StatusItem(self.tr("Offline"), self.offline_clicked)
        self._online = StatusItem(self.tr("Look-ups"), self.offline_clicked)
        guide = StatusItem(self.tr("Guide"), self.guide_clicked)
        guide.setToolTip(self.tr("Open the user guide in its own window"))
        left = (self._library, self._model, self._index, self._engine, self._job, self._training)
        right = (self._offline, self._online, guide)
        self._row = hbox(*left, STRETCH, *right, on=self, gap=S2, margins=(S2, 1, S2, 0))
        for hidden in (self._model, self._index, self._engine):
            hidden.hide()
        self.show_hosts(())
        self.show_jobs((), waiting=0)
        self.show_training(None, more=0)

    def _fit_text(self) -> None:
        self.setFixedHeight(scaled(HEIGHT))

    @property
    def room(self) -> int:
        """Pixels between the items, for what `hold` puts there."""
        return self.width() - self._row.sizeHint().width() - 2 * S2

    def hold(self, widget: QWidget) -> None:
        """Keep this between the items, at the right."""
        self._row.insertWidget(self._row.indexOf(self._offline), widget)

    def show_hosts(self, titles: Sequence[str]) -> None:
        """Show the hosts that may be asked about papers; without any the program is offline."""
        self._offline.setVisible(not titles)
        self._offline.setToolTip(
            self.tr("Assay is offline: papers, searches and grades stay on this computer.")
        )
        self._online.setVisible(bool(titles))
        hint = self.tr("Only look-ups you start contact these hosts. Everything else stays on this computer.")
        self._online.show_value(", ".join(titles), hint=hint)

    def show_engine(self, state: EngineState) -> None:
        """Show the model and its coverage, or that the engine is not there."""
        self._model.setVisible(bool(state.model))
        name = self.tr("{0}, loading…") if state.semantic == "loading" else "{0}"
        self._model.show_value(name.format(state.model), hint=self.tr("The model for semantic search"))
        self._index.setVisible(state.total > 0 and state.semantic != "loading")
        share = f"{100 * state.indexed // max(1, state.total)} %"
        counts = self.tr("Semantic search finds {0} of {1} {1:paper|papers}").format(
            numeral(state.indexed), numeral(state.total)
        )
        self._index.show_value(share, hint=counts)
        stopped = self.tr("Search not started") if state.resting else self.tr("Search stopped")
        words = {"starting": self.tr("Search starting…"), "dead": stopped}
        self._engine.setVisible(state.phase in words)
        self._engine.show_value(
            words.get(state.phase, ""), hint=state.message or self.tr("The search engine")
        )
        self._engine.warn(wanted=state.phase == "dead" and not state.resting)

    def show_jobs(self, running: Sequence[Job], *, waiting: int) -> None:
        """Show the first running job, and how many more run; `waiting` others stand behind them."""
        self._job.setVisible(bool(running))
        if running:
            job, *others = running
            more = self.tr("{0} more").format(len(others)) if others else ""
            last = self.tr("{0} waiting").format(waiting) if waiting else ""
            text = " · ".join(filter(None, (time_left(job.eta_s), more, last)))
            self._job.show_work(job.title, text, job.done, job.total, hint=self.tr("Show the jobs"))

    def show_training(self, training: RunSummary | None, *, more: int) -> None:
        """Show the run at work; `more` others are next to it."""
        self._training.setVisible(training is not None)
        if training is None:
            return
        words = {
            "starting": self.tr("starting"),
            "paused": self.tr("paused"),
            "pausing": self.tr("pausing…"),
            "cancelling": self.tr("cancelling…"),
        }
        others = self.tr("{0} more").format(more) if more else ""
        state = words.get(training.state) or time_left(training.eta_seconds)
        text = " · ".join(filter(None, (state, others)))
        self._training.show_work(
            self.tr("Train {0}").format(training.name),
            text,
            training.step,
            training.steps,
            hint=progress_words(training),
        )


class StatusWork(QWidget):
    """What is under way: its name, a bar, and how long it still takes."""

    def __init__(self, kind: str, clicked: object) -> None:
        super().__init__()
        self._item = StatusItem("", clicked, most=_MAX_WORK)
        self._item.setAccessibleName(kind)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_WIDTH)
        self._left = QLabel()
        self._left.setProperty("role", "caption")
        hbox(self._item, self._bar, self._left, on=self, gap=S2)

    def show_work(self, name: str, left: str, done: int, total: int | None, *, hint: str) -> None:
        """Show work; a `total` of None or 0 is not known."""
        self._item.show_value(name, hint=hint)
        show_share(self._bar, done, total)
        self._left.setText(left)

    @property
    def value(self) -> str:
        """ "Train crops, 3 min left"."""
        return ", ".join(filter(None, (self._item.value, self._left.text())))


class StatusItem(QPushButton):
    """A flat button that says "name **value**"."""

    def __init__(self, name: str, clicked: object, *, most: int = _MAX_NAME) -> None:
        super().__init__()
        self._name = name
        self._most = most
        self._label = QLabel(name)
        self._label.setProperty("role", "caption")
        self._value = QLabel()
        self._value.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._label, self._value):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._value.setProperty("role", "value")
        hbox(self._label, self._value, on=self, gap=4, margins=(6, 0, 6, 0))
        self._label.setVisible(bool(name))
        self._value.hide()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(clicked)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def show_value(self, value: str, *, hint: str) -> None:
        short = value if len(value) <= self._most else value[: self._most - 1].rstrip() + "…"
        self._value.setText(short)
        self._value.setVisible(bool(value))
        self.setToolTip(escape_markup(hint))
        self.setAccessibleName(f"{self._name} {value}".strip())
        self.updateGeometry()

    def warn(self, *, wanted: bool) -> None:
        """Write the value in the colour of danger, or as usual."""
        self._value.setProperty("tone", "danger" if wanted else "")
        repolish(self._value)

    @property
    def value(self) -> str:
        return self._value.text()
