"""The goals of a new training: counted by the engine, started, measured in time, and opened as recipes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTemporaryDir

from assay.engine.types import GOALS, EmptyCall
from assay.errors import AssayError
from assay.location import folder_of
from assay_desktop.background.command import Command
from assay_desktop.background.work import Work
from assay_desktop.pages.training.goal_words import goal_title
from assay_desktop.pages.training.recipe.draft import read_draft, write_request
from assay_desktop.text.core_words import stage_words, translated

if TYPE_CHECKING:
    from assay.goals.types import TrainingGoal, TrainingGoals
    from assay.progress import Report
    from assay_desktop.context import AppContext, Change
    from assay_desktop.pages.training.page import TrainingPage
    from assay_desktop.pages.training.presenters.improve import ImprovePresenter
    from assay_desktop.pages.training.presenters.setup import SetupPresenter


class GoalsPresenter(QObject):
    """Counts when the goals are shown, and again when the library has changed; one check at a time."""

    def __init__(
        self,
        page: TrainingPage,
        context: AppContext,
        setup: SetupPresenter,
        improve: ImprovePresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._setup, self._improve = setup, improve
        self._check = Command(context.jobs.location, self)
        self._check.progressed.connect(self._tell_check)
        self._check.ended.connect(self._checked)
        self._checking = ""  # a goal's name
        self._place = QTemporaryDir()
        self._found: TrainingGoals | None = None
        context.changes.changed.connect(self._hear_change)

    def start(self) -> None:
        """Offer the published recipes."""
        from assay.training.recipe.presets import preset_names, preset_title

        self._page.goals.show_presets([(name, preset_title(name)) for name in preset_names()])

    # --- intents

    def set_visible(self, visible: bool) -> None:
        """Count again what may have changed while another page was shown."""
        if visible and self._found is not None and self._page.goals.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Count again what there is for each goal."""
        self._page.goals.show_counting()
        self._context.engine.ask(GOALS, EmptyCall(), self._show, self._fail, key=GOALS.name)

    def start_goal(self, name: str) -> None:
        """Train for a goal with its recipe; queries are tuned by a job of their own."""
        goal = self._goal(name)
        if goal is None or goal.lacks:
            return
        if name == "grades":
            self._improve.open()
            self._improve.start_own()
        else:
            self._setup.start_recipe(goal.recipe)

    def open_goal(self, name: str) -> None:
        """Open a goal's recipe as a form, or what tunes queries."""
        goal = self._goal(name)
        if name == "grades":
            self._improve.open()
        elif goal is not None and goal.recipe:
            self._setup.open_text(goal.recipe, goal_title(name))

    def check(self, name: str) -> None:
        """Measure what a goal's recipe costs here: a dry run, which keeps what it found."""
        goal = self._goal(name)
        if goal is None or goal.lacks:
            return
        path = Path(self._place.filePath("recipe.toml"))
        draft = read_draft(goal.recipe, folder=folder_of(self._context.jobs.location))
        try:
            write_request(draft, path)
        except AssayError as error:
            self._page.goals.show_error(translated(error.message))
            return
        self._checking = name
        self._check.run("train", str(path), "--dry-run", "--progress", "jsonl")
        self._show_check("")

    def cancel_check(self) -> None:
        """End the dry run; it has changed nothing."""
        self._check.abandon()
        self._end_check()

    # --- inner

    def _goal(self, name: str) -> TrainingGoal | None:
        goals = self._found.goals if self._found is not None else ()
        return next((goal for goal in goals if goal.name == name), None)

    def _show(self, found: TrainingGoals) -> None:
        self._found = found
        self._page.goals.show_goals(found)

    def _fail(self, _kind: str, message: str) -> None:
        self._page.goals.show_error(message)

    def _tell_check(self, report: Report, _began: float) -> None:
        self._show_check(stage_words(report))

    def _show_check(self, stage: str) -> None:
        words = self.tr("Measuring how long {0} takes").format(goal_title(self._checking))
        self._page.goals.work.show_work(Work(" · ".join(filter(None, (words, stage))), can_cancel=True))
        self._page.goals.show_locked(self.tr("Wait until the timing ends, or cancel it."))

    def _checked(self, state: str, _answer: object, error: str) -> None:
        self._end_check()
        if state == "failed":
            self._page.goals.show_error(error)
        self.refresh()

    def _end_check(self) -> None:
        self._checking = ""
        self._page.goals.work.show_work(None)
        self._page.goals.show_locked("")

    def _hear_change(self, change: Change) -> None:
        """Count again where the goals are in sight: papers and grades change what there is."""
        if (change.papers or change.judgements or change.campaigns) and self._page.goals.isVisible():
            self.refresh()
