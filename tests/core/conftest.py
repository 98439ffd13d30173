"""A workspace of invented papers with the hashing model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.registry.card import Card
from assay.workspace import Workspace
from model_fixtures import Train, trained
from workspace_papers import add, invented_papers


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        opened.use_model("hashing")
        add(opened, *invented_papers())
        yield opened


@pytest.fixture(scope="session")
def models_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where small models are made, once a session."""
    return tmp_path_factory.mktemp("small-models")


@pytest.fixture
def train(models_place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Train:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))

    def add(name: str, **changes: Any) -> Card:
        return trained(models_place, tmp_path / f"run-of-{name}", name, **changes)

    return add
