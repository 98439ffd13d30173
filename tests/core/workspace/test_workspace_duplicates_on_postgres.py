"""Duplicates of a library once more, on PostgreSQL: the same bodies, handed a workspace of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_workspace_duplicates

from assay.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from postgres_server import PostgresServer

work = test_workspace_duplicates.work

globals().update(
    {
        f"{name}_on_a_server": body
        for name, body in vars(test_workspace_duplicates).items()
        if name.startswith("test_")
    }
)


@pytest.fixture
def library(postgres: PostgresServer) -> Iterator[Workspace]:
    with Workspace.open(postgres.new_database()) as opened:
        yield opened
