"""A served campaign of two assessors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from judging_browsers import Served, make_campaign

from assay.workspace import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Workspace.open(tmp_path / "library") as ws:
        make_campaign(ws, guideline="# Grades\n\nRead *both*. <script>alert(1)</script>\n")
    return tmp_path / "library"


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    server = Served(folder)
    yield server
    server.close()
