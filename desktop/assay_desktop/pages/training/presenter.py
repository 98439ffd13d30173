"""The list of runs, and the chosen one: followed from its folder, steered by its control file."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from assay.errors import AssayError, TrainingFailed
from assay.training.runs.control import ControlFile
from assay.training_runs.types import AT_WORK, RunSummary, name_of, requested_state
from assay_desktop.actions.comparing import model_of
from assay_desktop.actions.training_news import TRAINED
from assay_desktop.background.trainings import Trainings, Word, is_alive, is_starting, reason_of
from assay_desktop.pages.training.catalogue import comparisons_of
from assay_desktop.pages.training.improvement_runs import discard
from assay_desktop.pages.training.live import EventFile, LiveRun
from assay_desktop.pages.training.model import RunCatalogue
from assay_desktop.pages.training.words import short_time
from assay_desktop.text.core_words import translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.messages import Message
    from assay.training_runs.types import RunState
    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.catalogue import Catalogue
    from assay_desktop.pages.training.page import TrainingPage
    from assay_desktop.pages.training.presenters.models import ModelsPresenter

_FOLLOW_MS: Final = 400
_LIST_MS: Final = 3000
_DRAW_S: Final = 0.5  # between two drawings while a long run is being read


class RunsPresenter(QObject):
    """Reads only while the page is seen; small pieces at a time, so that the window stays free."""

    recipe_wanted = Signal(str, str)  # the TOML of a run, and the run's name

    def __init__(
        self,
        page: TrainingPage,
        context: AppContext,
        models: ModelsPresenter,
        trainings: Trainings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._models, self._trainings = page, context, models, trainings
        self._catalogue = RunCatalogue(trainings.folder)
        self._rows: list[RunSummary] = []
        self._shown: list[RunSummary] = []  # what the list was last read as
        self._chosen = ""
        self._live = LiveRun()
        self._tail: EventFile | None = None
        self._others: dict[str, tuple[LiveRun, EventFile]] = {}  # whose curves lie over the chosen one's
        self._model = ""  # of the chosen run, in the registry
        self._model_known = False
        self._drawn = 0.0
        self._visible = False
        self._first = True
        self._follow = QTimer(self, interval=_FOLLOW_MS)
        self._follow.timeout.connect(self.follow)
        self._list = QTimer(self, interval=_LIST_MS)
        self._list.timeout.connect(self.refresh)
        models.catalogue_read.connect(lambda _catalogue: self._look_for_model())
        models.busy_changed.connect(self._show_result)
        models.failed.connect(self._hear_failure)

    # --- intents

    def set_visible(self, visible: bool) -> None:
        """Note whether the page is on screen: nothing is read for a page that nobody sees."""
        self._visible = visible
        if not visible:
            self._follow.stop()
            self._list.stop()
            return
        self.refresh()
        self._models.refresh()
        self._list.start()
        self._follow.start()

    def choose(self, key: str) -> None:
        """Show a run, from its beginning."""
        if key != self._chosen:
            self._chosen = key
            self._live, self._tail = LiveRun(), EventFile(Path(key) / "events.jsonl")
            self._model, self._model_known, self._drawn = "", False, 0.0
            self._page.run.clear()
        self._page.open_run()
        self._page.show_runs(self._rows, self._chosen)
        self.follow()

    def lay_over(self, keys: Sequence[str]) -> None:
        """Draw the curves of these runs over those of the chosen one; the first is chosen where none is."""
        known = self._others
        self._others = {
            key: known.get(key) or (LiveRun(), EventFile(Path(key) / "events.jsonl")) for key in keys
        }
        if keys and not self._chosen:
            self.choose(keys[0])
        elif keys:
            self._page.open_run()
        self.follow()

    def ask(self, word: str) -> None:
        """Pause, continue or cancel, after the run's next step."""
        wanted: Word = "pause" if word == "pause" else "cancel" if word == "cancel" else "run"
        messages = {
            "pause": self.tr("Pausing after the next step…"),
            "cancel": self.tr("Cancelling… a checkpoint is saved after the next step."),
            "run": self.tr("Resuming…"),
        }
        row = self._row()
        if row is not None and row.state == "starting":
            messages["cancel"] = self.tr("Cancelling… it ends once the current file is read.")
        try:
            self._trainings.ask(Path(self._chosen), wanted)
        except TrainingFailed as error:
            self._page.run.show_error(translated(error.message))
        else:
            self._page.message.emit(messages[wanted])
            self.follow()

    def resume(self) -> None:
        """Let a waiting run continue, or start a new process on one whose own is gone."""
        row = self._row()
        if row is not None and row.state == "paused":
            self.ask("run")
            return
        try:
            self._trainings.resume(Path(self._chosen))
        except TrainingFailed as error:
            self._page.run.show_error(translated(error.message))
        self.follow()
        self.refresh()

    def want_deletion(self) -> None:
        row = self._row()
        if row is not None:
            self._page.ask_run_deletion(row.name)

    def delete(self) -> None:
        """Delete the run's folder, unless a process is at work in it."""
        run = Path(self._chosen)
        if run.parent != self._trainings.folder or is_alive(run / "pid"):
            self._page.run.show_error(self.tr("This run is still active. Cancel it first."))
            return
        self._context.lane.submit(lambda _ws: discard(run), lambda _none: self._deleted(), self._fail)

    def use_recipe(self) -> None:
        """Hand the run's recipe on, to begin a new one from."""
        run = Path(self._chosen)
        for name in ("requested_recipe.toml", "recipe.toml"):
            try:
                text = (run / name).read_text(encoding="utf-8")
            except OSError:
                continue
            self.recipe_wanted.emit(text, run.name)
            return
        self._page.run.show_error(self.tr("This run has no recipe."))

    def evaluate(self, on: str) -> None:
        if self._model:
            self._models.evaluate(self._model, on)

    def cancel_work(self) -> None:
        """End what is under way with the run's model."""
        self._models.cancel(self._model)

    def promote(self) -> None:
        if self._model:
            self._models.want_promotion(self._model)

    def keep(self) -> None:
        """Copy the run's model among the trained ones."""
        self._models.add(self._chosen)

    def started(self, run: Path) -> None:
        """Show a run that was begun a moment ago, whatever else was shown."""
        self._rows.insert(0, RunSummary(run, name_of(run), "starting"))
        self.choose(str(run))
        self.refresh()

    # --- the list

    def refresh(self) -> None:
        self._context.lane.submit(
            lambda _ws: self._catalogue.rows(), self._show_rows, self._fail, key="training-runs"
        )

    def _show_rows(self, rows: list[RunSummary]) -> None:
        self._rows = rows
        first, self._first = self._first, False
        changed = rows != self._shown
        self._shown = list(rows)
        keys = {row.key for row in rows}
        if self._chosen and self._chosen not in keys:
            self._forget()
        if first and not self._chosen and self._page.shows_goals:  # no other view was opened since
            self._open_first(rows)
            return
        if changed or first:
            self._page.show_runs(rows, self._chosen)

    def _open_first(self, rows: list[RunSummary]) -> None:
        """Open what is at work, else the goals of a new training."""
        working = next((row.key for row in rows if row.is_open), "")
        if working:
            self.choose(working)
        else:
            self._page.show_runs(rows, "")
            self._page.open_new()

    def _forget(self) -> None:
        self._chosen, self._tail, self._live = "", None, LiveRun()
        self._page.run.clear()
        self._page.open_new()

    def _deleted(self) -> None:
        self._forget()
        self.refresh()

    # --- the chosen run

    def follow(self) -> None:
        """Read the next piece of what the run has said, and show where it is."""
        if self._tail is None:
            return
        self._live.take(self._tail.read())
        for live, tail in self._others.values():
            live.take(tail.read())
        row = self._row()
        if row is None:
            return
        self._note_state(row)
        behind = self._tail.behind or any(tail.behind for _live, tail in self._others.values())
        if not behind or time.monotonic() - self._drawn > _DRAW_S:
            self._page.run.show_run(row, self._live, self._laid_over())
            self._drawn = time.monotonic()
        if behind and self._visible:
            QTimer.singleShot(0, self, self.follow)
        elif row.state in TRAINED and not self._model_known:
            self._model_known = True
            self._models.refresh()

    def _laid_over(self) -> list[tuple[str, LiveRun]]:
        """Return the checked runs but for the chosen one; the time tells those of one name apart."""
        rows = {row.key: row for row in self._rows}
        return [
            (f"{rows[key].name} {short_time(rows[key].changed)}".strip(), live)
            for key, (live, _tail) in self._others.items()
            if key in rows and key != self._chosen
        ]

    def _note_state(self, row: RunSummary) -> None:
        """Have the list learn at once what the run has just said."""
        for place, listed in enumerate(self._rows):
            if listed.run == row.run and listed.state != row.state:
                changed = listed.changed
                self._rows[place] = replace(row, changed=changed)
                self._page.show_runs(self._rows, self._chosen)

    def _row(self) -> RunSummary | None:
        """Return the chosen run as its own events tell, which is later news than the list's."""
        if not self._chosen:
            return None
        listed = next((row for row in self._rows if row.key == self._chosen), None)
        run = Path(self._chosen)
        live = self._live
        name = listed.name if listed is not None else name_of(run)
        state, reason = self._state(run, listed)
        host = listed.host if listed is not None and state in AT_WORK else ""
        return RunSummary(run, name, state, step=live.step, steps=live.steps, reason=reason, host=host)

    def _state(self, run: Path, listed: RunSummary | None) -> tuple[RunState, Message | str]:
        live = self._live
        if listed is not None and listed.state == "damaged":
            return "damaged", listed.reason
        if is_starting(run):
            return "starting", ""
        alive = is_alive(run / "pid")
        if live.end is not None and (not alive or live.end.status in TRAINED):
            return live.end.status, live.end.reason
        if alive:
            state: RunState = "paused" if live.paused else "running"
            if live.reading or not live.stages:
                state = "starting"
            return requested_state(state, ControlFile(run / "control").wanted()), ""
        return ("interrupted", "") if live.stages else ("failed", reason_of(run))

    # --- what came out of it

    def _look_for_model(self) -> None:
        row = self._row()
        if row is None or row.state not in TRAINED:
            return
        run = row.run

        def done(model: str) -> None:
            if str(run) == self._chosen:
                self._model = model
                self._model_known = True
                self._show_result()

        self._context.lane.submit(lambda ws: model_of(run, ws), done, self._fail, key="training-model")

    def _show_result(self) -> None:
        row = self._row()
        catalogue: Catalogue | None = self._models.catalogue
        if row is None or row.state not in TRAINED or catalogue is None:
            return
        self._page.run.result.show_model(
            self._model,
            in_use=bool(self._model) and self._model == catalogue.in_use,
            campaigns=catalogue.campaigns,
            work=self._models.work(self._model),
            locked=self._models.locked,
            gains=catalogue.gains(self._model),
        )
        card = catalogue.card(self._model)
        found = [] if card is None else comparisons_of(card)
        self._page.run.show_comparison(found[0] if found else None)

    def _hear_failure(self, model: str, message: str) -> None:
        if model and model == self._model:
            self._page.run.show_error(message)

    def _fail(self, error: AssayError) -> None:
        self._page.run.show_error(str(error))
