"""The window on the sample library, which is made once: to index it and rank takes ten seconds."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from scenes import walked_library, walked_stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from shots.shot_stage import Stage


@pytest.fixture(scope="session")
def walked(once: Callable[..., Path]) -> Path:
    return once("walked", walked_library)


@pytest.fixture(scope="module")
def scene(walked: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Iterator[Stage]:
    """The real window on a copy of the sample library with campaigns in every status."""
    with walked_stage(shutil.copytree(walked, tmp_path_factory.mktemp("scene") / "library")) as made:
        yield made
