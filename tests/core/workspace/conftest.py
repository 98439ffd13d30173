"""A workspace of invented papers with the hashing model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from workspace_papers import add, invented_papers

from assay.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        opened.use_model("hashing")
        add(opened, *invented_papers())
        yield opened
