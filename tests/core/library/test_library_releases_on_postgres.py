"""Releases once more, the first of the libraries being on a PostgreSQL server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_library_releases
from again_on_postgres import bodies

if TYPE_CHECKING:
    from assay.library import Library

store = test_library_releases.store

globals().update(bodies(test_library_releases))


@pytest.fixture
def two_machines(machines_on_server: list[Library]) -> list[Library]:
    return machines_on_server[:2]
