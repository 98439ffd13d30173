"""Training from a notebook: a recipe by path, dict or name, and the run with its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pandas as pd
import tomlkit

from assay.errors import BadInput
from assay.goals.library_goals import goal_recipe
from assay.goals.types import GoalName
from assay.location import Location, folder_of
from assay.models.promotion import ModelWork
from assay.models.types import Promotion
from assay.notebook.frames import frame_of
from assay.notebook.progress import shown_progress
from assay.training.recipe.presets import preset, preset_names
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe, read_recipe
from assay.training.runs.events import Step, Validation
from assay.training_runs.run_list import read_events
from assay.training_runs.runs import TrainedRun
from assay.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Training(TrainedRun):
    """A finished run. `model_id` names its model wherever a model is asked for."""

    workspace: Workspace

    def __repr__(self) -> str:
        model = self.model_id or self.model
        return f"<run {self.run.name}: {self.status}, {len(self.steps)} steps, model {model}>"

    @property
    def steps(self) -> pd.DataFrame:
        """Every step of the weights, with its loss."""
        return frame_of("train.steps", (one for one in read_events(self.run) if isinstance(one, Step)))

    @property
    def validations(self) -> pd.DataFrame:
        """The losses of the held-out examples: `best` of the stage so far, `ndcg` where lists are learned."""
        events = (one for one in read_events(self.run) if isinstance(one, Validation))
        return frame_of("train.validations", events)

    def promote(self) -> Promotion:
        """Index the library's papers with this model, and search with it from then on."""
        if not self.model_id:
            raise BadInput("The model of {0} was not kept: train with add=True.", self.run)
        with shown_progress() as report:
            return ModelWork(self.workspace).promote(self.model_id, index=True, progress=report)


def recipe_named(recipe: str | Path | Mapping[str, object], location: Location) -> tuple[Recipe, Path]:
    """Return the recipe of a file, a dict, a goal or a preset, and the folder where its paths start."""
    if isinstance(recipe, Mapping):
        return parse_recipe(tomlkit.dumps(recipe)), Path.cwd()
    path, goals = Path(recipe).expanduser(), get_args(GoalName)
    if path.suffix == ".toml" or path.is_file():
        return read_recipe(path), path.parent
    if recipe in goals:
        return parse_recipe(goal_recipe(location, str(recipe))), folder_of(location)
    if recipe in preset_names():
        return parse_recipe(preset(str(recipe))), Path.cwd()
    known = ", ".join(goals), ", ".join(preset_names())
    raise BadInput("'{0}' is no recipe. Give a file, a dict, a goal ({1}) or a preset ({2}).", recipe, *known)
