"""A model whose training has ended is compared with the active one, where there is a test for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from assay_desktop.actions.training_news import TRAINED
from assay_desktop.background.trainings import is_alive

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay.training_runs.types import RunSummary
    from assay.workspace import Workspace
    from assay_desktop.actions.training_watch import TrainingWatch
    from assay_desktop.context import AppContext

LIBRARY: Final = "library"
CAMPAIGN: Final = "campaign:"
_AGAIN_MS: Final = 1000


class Comparing(QObject):
    """Listens to trainings for as long as the window lives; also to those that ended while it was closed."""

    def __init__(self, context: AppContext, watch: TrainingWatch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        watch.ended.connect(self._hear)

    def _hear(self, training: RunSummary) -> None:
        if training.state in TRAINED:
            self._look(training.run)

    def _look(self, run: Path) -> None:
        alive = is_alive(run / "pid")  # before the model is looked for: it is added, then the process ends

        def look(workspace: Workspace) -> tuple[str, str] | None:
            if workspace.library.is_foreign:  # nothing in a folder that others made begins unasked
                return None
            return model_of(run, workspace), test_set(workspace)

        def done(found: tuple[str, str] | None) -> None:
            if found is None:
                return
            model, on = found
            if model and on:
                self._queue(model, on)
            elif alive and not model:  # its model is still being copied
                QTimer.singleShot(_AGAIN_MS, self, lambda: self._look(run))

        self._context.lane.submit(look, done, self._fail)

    def _queue(self, model: str, on: str) -> None:
        words = evaluation_words(model, on)
        if not self._context.jobs.is_waiting(words):
            self._context.jobs.add(self.tr("Compare {0} with the active model").format(model), words)

    def _fail(self, _error: AssayError) -> None:
        """Say nothing: the page offers to measure the model."""


def evaluation_words(model: str, on: str) -> list[str]:
    """Return the words of the job that compares a model on "library", "campaign:NAME" or "beir:FOLDER"."""
    words = ["model", "evaluate", model]
    if on.startswith(CAMPAIGN):
        words += ["--campaign", on.removeprefix(CAMPAIGN)]
    elif on.startswith("beir:"):
        words += ["--beir", on.removeprefix("beir:")]
    return words


def test_set(workspace: Workspace) -> str:
    """Return what models can be compared on: the library's grades, else a campaign's release; "" for nothing.

    Called on the library's thread.
    """
    judged = workspace.library.judgements.qrels()
    if any(grade >= 1 for grades in judged.values() for grade in grades.values()):
        return LIBRARY
    return next((f"{CAMPAIGN}{name}" for name in released(workspace)), "")


def released(workspace: Workspace) -> list[str]:
    """Return the campaigns with a release. Called on the library's thread."""
    names = [campaign.name for campaign in workspace.library.campaigns.all()]
    return [name for name in names if workspace.library.campaign(name).releases.all()]


def model_of(run: Path, workspace: Workspace) -> str:
    """The id under which the registry keeps the model of a finished run; "" where it has it not."""
    from assay.models.promotion import ModelWork
    from assay.training_runs.run_list import fingerprint_of

    made = fingerprint_of(run)
    cards = ModelWork(workspace).registry.cards() if made else ()
    return next((each.model_id for each in cards if each.fingerprint == made and not each.damage), "")
