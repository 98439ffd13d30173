"""From a recipe to a model that is measured and promoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay_desktop.background.trainings import Trainings
from assay_desktop.pages.training.page import TrainingPage
from assay_desktop.pages.training.presenter import RunsPresenter
from assay_desktop.pages.training.presenters.goals import GoalsPresenter
from assay_desktop.pages.training.presenters.improve import ImprovePresenter
from assay_desktop.pages.training.presenters.models import ModelsPresenter
from assay_desktop.pages.training.presenters.setup import SetupPresenter

if TYPE_CHECKING:
    from assay_desktop.context import AppContext

__all__ = ["TrainingPage", "create"]


def create(context: AppContext) -> TrainingPage:
    """Return the page with its presenters, which live as long as it does."""
    page = TrainingPage(context.theme, context.keys)
    trainings = Trainings(context.jobs.location)
    models = ModelsPresenter(page, context, parent=page)
    runs = RunsPresenter(page, context, models, trainings, parent=page)
    setup = SetupPresenter(page, context, trainings, parent=page)
    improve = ImprovePresenter(page, context, models, trainings, parent=page)
    goals = GoalsPresenter(page, context, setup, improve, parent=page)
    _connect_runs(page, runs)
    _connect_setup(page, setup)
    _connect_goals(page, goals, setup)
    _connect_models(page, models)
    _connect_improve(page, improve)
    models.catalogue_read.connect(setup.show_catalogue)
    runs.recipe_wanted.connect(setup.open_text)
    setup.run_started.connect(runs.started)
    setup.start()
    goals.start()
    return page


def _connect_runs(page: TrainingPage, runs: RunsPresenter) -> None:
    page.shown.connect(runs.set_visible)
    page.run_chosen.connect(runs.choose)
    page.runs_checked.connect(runs.lay_over)
    page.deletion_agreed.connect(runs.delete)
    page.run.word_wanted.connect(runs.ask)
    page.run.resume_wanted.connect(runs.resume)
    page.run.recipe_wanted.connect(runs.use_recipe)
    page.run.delete_wanted.connect(runs.want_deletion)
    page.run.result.evaluate.wanted.connect(runs.evaluate)
    page.run.result.promotion_wanted.connect(runs.promote)
    page.run.result.keep_wanted.connect(runs.keep)
    page.run.result.work.cancel_wanted.connect(runs.cancel_work)


def _connect_setup(page: TrainingPage, setup: SetupPresenter) -> None:
    page.setup.text_edited.connect(setup.edit_text)
    page.setup.save_chosen.connect(setup.save)
    page.setup.check_wanted.connect(setup.check)
    page.setup.preflight.cancel_wanted.connect(setup.cancel_check)
    page.setup.start_wanted.connect(setup.want_start)
    page.setup.form.key_changed.connect(setup.change_key)
    page.setup.form.stage_added.connect(setup.add_stage)
    page.setup.form.objective_added.connect(setup.add_objective)
    page.setup.form.removed.connect(setup.remove)
    page.second_agreed.connect(setup.begin)
    page.discard_agreed.connect(setup.discard)


def _connect_goals(page: TrainingPage, goals: GoalsPresenter, setup: SetupPresenter) -> None:
    page.shown.connect(goals.set_visible)
    page.goals_shown.connect(goals.refresh)
    page.goals.start_wanted.connect(goals.start_goal)
    page.goals.advanced_wanted.connect(goals.open_goal)
    page.goals.check_wanted.connect(goals.check)
    page.goals.work.cancel_wanted.connect(goals.cancel_check)
    page.goals.preset_chosen.connect(setup.open_preset)
    page.goals.file_chosen.connect(setup.open_file)


def _connect_models(page: TrainingPage, models: ModelsPresenter) -> None:
    page.models.model_chosen.connect(models.choose)
    page.models.evaluation_wanted.connect(models.evaluate)
    page.models.speed_wanted.connect(models.measure_speed)
    page.models.promotion_wanted.connect(models.want_promotion)
    page.models.rollback_wanted.connect(models.roll_back)
    page.models.diff_wanted.connect(models.diff)
    page.models.export_chosen.connect(models.export)
    page.models.deletion_agreed.connect(models.delete)
    page.models.folder_chosen.connect(models.add)
    page.models.pooling_chosen.connect(models.add)
    page.models.work.cancel_wanted.connect(models.cancel_chosen)
    page.models.retry_wanted.connect(models.refresh)
    page.promotion_agreed.connect(models.promote)
    page.left.connect(models.leave)
    page.beir_chosen.connect(lambda model, folder: models.evaluate(model, f"beir:{folder}"))


def _connect_improve(page: TrainingPage, improve: ImprovePresenter) -> None:
    page.improve_wanted.connect(improve.open)
    page.improve.start_wanted.connect(improve.start)
    page.improve.attempt_chosen.connect(improve.choose)
    page.improve.go_on_wanted.connect(improve.go_on)
    page.improve.work.cancel_wanted.connect(improve.cancel)
    page.improve.deletion_agreed.connect(improve.delete)
    page.improve.use_wanted.connect(improve.use)
    page.improve.drop_wanted.connect(improve.drop)
