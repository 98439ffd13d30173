"""A registry in a folder of the test's own, and a small model to put into it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.registry.card import Card
from assay.registry.registry import ModelRegistry
from small_models import card_of, make_run, small_model

Add = Callable[..., Card]


@pytest.fixture(scope="session")
def models_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("small-models")


@pytest.fixture
def model_folder(models_place: Path, tmp_path: Path) -> Path:
    """A small model that a test may damage."""
    return Path(shutil.copytree(small_model(models_place), tmp_path / "model"))


@pytest.fixture
def registry(tmp_path: Path) -> ModelRegistry:
    return ModelRegistry(tmp_path / "models")


@pytest.fixture
def add(registry: ModelRegistry, models_place: Path, tmp_path: Path) -> Add:
    """Adds a run of that name, with weights of that seed and changes to its card."""

    def add_run(name: str = "crops", *, seed: int = 7, dim: int = 32, **changes: Any) -> Card:
        card = card_of(name, seed=seed, dim=dim, **changes)
        model = small_model(models_place, seed=seed, dim=dim)
        number = len(list(tmp_path.glob("run-*")))
        return registry.add(make_run(tmp_path / f"run-{number}", model, card))

    return add_run
