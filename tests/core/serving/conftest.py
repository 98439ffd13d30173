"""A served campaign of two assessors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from judging_browsers import Served, make_campaign

from assay.workspace import Workspace


def make(folder: Path) -> None:
    with Workspace.open(folder) as ws:
        make_campaign(ws, guideline="# Grades\n\nRead *both*. <script>alert(1)</script>\n")


@pytest.fixture
def folder(copied: Callable[..., Path], tmp_path: Path) -> Path:
    return copied("served", make, tmp_path / "library")


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    server = Served(folder)
    yield server
    server.close()
