"""A tiny model, and a page on a real library."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from seeing import on_screen

from assay_desktop.background.trainings import Trainings
from assay_desktop.pages import training
from assay_desktop.pages.training.presenters.models import ModelsPresenter
from assay_desktop.pages.training.presenters.setup import SetupPresenter
from assay_desktop.pages.training.widgets.form import RecipeForm
from assay_desktop.pages.training.widgets.goals import GoalsView
from assay_desktop.pages.training.widgets.improve import ImproveView
from assay_desktop.pages.training.widgets.models import ModelsView
from assay_desktop.pages.training.widgets.preflight import PreflightView
from assay_desktop.pages.training.widgets.result import ResultPanel
from assay_desktop.pages.training.widgets.run import RunView
from assay_desktop.pages.training.widgets.setup import SetupView
from small_models import small_model

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.training.page import TrainingPage

WORDS = (
    "paper",
    "query",
    "graph",
    "model",
    "index",
    "judge",
    "token",
    "vector",
    "train",
    "rank",
    "crop",
    "loss",
)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("tiny"), dim=16)


@pytest.fixture
def small_recipe(tiny_model: Path, tmp_path: Path) -> Path:
    """A recipe of many short steps on forty texts, beside its data."""
    folder = tmp_path / "recipe"
    folder.mkdir()
    rows = [
        " ".join(WORDS[(n * 5 + place * (1 + n % 7)) % len(WORDS)] for place in range(24)) for n in range(40)
    ]
    lines = [f"{row.split(' ', 3)[0]} {n}\t{row}\n" for n, row in enumerate(rows)]
    (folder / "papers.tsv").write_text("".join(lines), encoding="utf-8")
    file = folder / "recipe.toml"
    file.write_text(
        f"""# forty texts
name = "tiny crops"
base = '{tiny_model}'
device = "cpu"
max_length = 32

[[stages]]
batch_size = 4
gradient_accumulation_steps = 1
max_steps = 400

[stages.stopping]
interval = 20
patience = 0

[[stages.objectives]]
kind = "cropping"
path = "papers.tsv"
""",
        encoding="utf-8",
    )
    return file


@pytest.fixture(autouse=True)
def _own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # threads of a tiny model only wait for each other


@pytest.fixture
def trainings(context: AppContext) -> Trainings:
    return Trainings(context.jobs.location)


@pytest.fixture
def view() -> Mock:
    """The page and its views, of which no text, no field and no button is made."""
    return Mock(
        spec=training.TrainingPage,
        setup=Mock(spec=SetupView, form=Mock(spec=RecipeForm), preflight=Mock(spec=PreflightView)),
        run=Mock(spec=RunView, result=Mock(spec=ResultPanel)),
        models=Mock(spec=ModelsView),
        improve=Mock(spec=ImproveView),
        goals=Mock(spec=GoalsView),
    )


@pytest.fixture
def models(view: Mock, context: AppContext) -> ModelsPresenter:
    return ModelsPresenter(view, context)


@pytest.fixture
def setup(view: Mock, context: AppContext, trainings: Trainings) -> SetupPresenter:
    made = SetupPresenter(view, context, trainings)
    made.start()
    return made


@pytest.fixture
def page(context: AppContext, qtbot: QtBot) -> TrainingPage:
    """The page with its presenters, on screen."""
    return on_screen(training.create(context), qtbot, 1224, 774)
