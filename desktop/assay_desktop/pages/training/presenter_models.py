"""Trained models: listed, measured, promoted, rolled back, exported and deleted.

Nothing here loads a model: what needs one is a child process, and torch never comes into the window.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal

from assay_desktop import children
from assay_desktop.child import Child
from assay_desktop.context import Change
from assay_desktop.pages.training.model import Compared, Shelf, compared_of
from assay_desktop.pages.training.shelf import read_shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.job import Job

CAMPAIGN = "campaign:"
BEIR = "beir"


class ModelsPage(Protocol):
    """What the presenter needs of the view of the models."""

    def show_shelf(self, shelf: Shelf, chosen: str) -> None: ...
    def show_failure(self, text: str) -> None: ...
    def show_error(self, text: str) -> None: ...
    def show_busy(self, text: str) -> None: ...
    def show_comparison(self, model: str, compared: Compared) -> None: ...
    def show_diff(self, model: str, other: str, rows: Sequence[tuple[str, Any, Any]]) -> None: ...
    def ask_promotion(self, model: str, *, before: str, n_papers: int) -> None: ...
    def ask_index(self, text: str) -> None: ...
    def ask_beir(self, model: str) -> None: ...
    def show_message(self, text: str) -> None: ...


class ModelsPresenter(QObject):
    """One promotion or rollback at a time; measuring is a job like any other."""

    shelf_read = Signal(object)  # Shelf
    busy_changed = Signal()
    compared = Signal(str, object)  # model, Compared

    def __init__(self, page: ModelsPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._child: Child | None = None
        self._chosen = ""
        self._doing = ""
        self.shelf: Shelf | None = None
        context.jobs.finished.connect(self._hear_job)
        context.jobs.changed.connect(self.busy_changed)
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.stop)

    # --- reading

    def refresh(self) -> None:
        """Reads the models and the library's choice anew."""
        self._context.lane.submit(read_shelf, self._show, self._fail_reading, key="training-models")

    def choose(self, model: str) -> None:
        self._chosen = model

    def show(self, model: str) -> None:
        """Marks a model from now on."""
        self._chosen = model
        if self.shelf is not None:
            self._page.show_shelf(self.shelf, model)

    def busy(self, model: str) -> str:
        """What is under way with this model, in words; "" for nothing."""
        if self._doing:
            return self._doing
        for job in self._context.jobs.all():
            if job.is_open and job.args[:3] == ("model", "evaluate", model):
                waiting = self.tr("waits its turn to be measured…")
                return waiting if job.state == "queued" else self.tr("is being measured…")
        return ""

    def latest(self, model: str) -> Compared | None:
        """The last comparison that a job of this window made, with all its measures."""
        for job in reversed(self._context.jobs.all()):
            if job.args[:3] == ("model", "evaluate", model) and job.state == "done":
                return _read(job)
        return None

    # --- doing

    def evaluate(self, model: str, on: str) -> None:
        """Measures the model beside the library's, as a job. `on` is as `EvaluateButton` says it."""
        args = ["model", "evaluate", model]
        if on.startswith(CAMPAIGN):
            args += ["--campaign", on.removeprefix(CAMPAIGN)]
        elif on == BEIR:
            self._page.ask_beir(model)
            return
        elif on.startswith(f"{BEIR}:"):
            args += ["--beir", on.removeprefix(f"{BEIR}:")]
        if not self._context.jobs.is_waiting(args):
            self._context.jobs.add(self.tr("Measure {0}").format(model), args)

    def want_promotion(self, model: str) -> None:
        """Asks first, with what it would mean."""
        before = self.shelf.in_use if self.shelf is not None else ""
        self._context.lane.submit(
            lambda ws: ws.library.papers.count(),
            lambda n: self._page.ask_promotion(model, before=before, n_papers=n),
            self._fail,
        )

    def promote(self, model: str) -> None:
        self._run(self.tr("{0} is loaded and tried…").format(model), "model", "promote", model)

    def roll_back(self) -> None:
        self._run(self.tr("Going back to the model before…"), "model", "rollback")

    def index(self) -> None:
        """Queues the index of what the library searches with now."""
        if not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])

    def diff(self, model: str, other: str) -> None:
        def call(ws: Workspace) -> list[tuple[str, Any, Any]]:
            return [tuple(each) for each in ws.models.registry.diff(model, other)]

        self._context.lane.submit(
            call, lambda rows: self._page.show_diff(model, other, rows), self._fail, key="training-diff"
        )

    def export(self, model: str, folder: str) -> None:
        self._context.lane.submit(
            lambda ws: ws.models.registry.export(model, Path(folder)),
            lambda out: self._page.show_message(self.tr("{0} is exported to {1}.").format(model, out)),
            self._fail,
        )

    def delete(self, model: str) -> None:
        def done(_none: None) -> None:
            self._page.show_message(self.tr("The model {0} is deleted.").format(model))
            self.refresh()

        self._context.lane.submit(lambda ws: ws.models.delete(model), done, self._fail)

    def add(self, folder: str) -> None:
        """Copies a finished run, or a model's folder, among the models."""

        def done(model: str) -> None:
            self._chosen = model
            self._page.show_message(self.tr("Kept as {0}.").format(model))
            self.refresh()

        self._context.lane.submit(lambda ws: ws.models.registry.add(Path(folder)).model_id, done, self._fail)

    def stop(self) -> None:
        """The window goes: a promotion that has not happened yet does not happen."""
        if self._child is not None:
            self._child.abandon(1000)
            self._child = None

    # --- inner

    def _show(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._page.show_shelf(shelf, self._chosen)
        self.shelf_read.emit(shelf)

    def _run(self, doing: str, *words: str) -> None:
        if self._child is not None:
            return
        location = self._context.jobs.location
        command = children.command(location, "--json", *words)
        self._child = Child(words[1], command, children.environment(location), self)
        self._child.ended.connect(self._ended)
        self._set_doing(doing)
        self._child.start()

    def _ended(self, state: str, answer: dict[str, Any], error: str) -> None:
        if self._child is None:
            return
        self._child.deleteLater()
        self._child = None
        self._set_doing("")
        if state != "done":
            self._page.show_error(error or self.tr("It was cancelled; the library keeps its model."))
            return
        self._context.engine.reload()
        self._context.changes.changed.emit(Change(index=True))
        self.refresh()
        model = str(answer.get("model", ""))
        if answer.get("must_index"):
            text = self.tr("The library searches with {0} now. {1} of {2} papers are indexed with it.")
            self._page.ask_index(
                text.format(model, f"{answer.get('n_indexed', 0):,}", f"{answer.get('n_papers', 0):,}")
            )
        else:
            self._page.show_message(self.tr("The library searches with {0} now.").format(model))

    def _set_doing(self, text: str) -> None:
        self._doing = text
        self._page.show_busy(text)
        self.busy_changed.emit()

    def _hear_job(self, job: Job) -> None:
        if job.args[:2] != ("model", "evaluate") or job.state != "done":
            return
        found = _read(job)
        if found is not None:
            self.compared.emit(job.args[2], found)
            self._page.show_comparison(job.args[2], found)
        self.refresh()

    def _fail_reading(self, error: AssayError) -> None:
        self._page.show_failure(str(error))

    def _fail(self, error: AssayError) -> None:
        self._page.show_error(str(error))


def _read(job: Job) -> Compared | None:
    try:
        return compared_of(job.result)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):  # of another version
        return None
