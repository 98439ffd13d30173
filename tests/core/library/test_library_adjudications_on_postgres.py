"""Conflicts and adjudications once more, the first of the three libraries being on a PostgreSQL server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_library_adjudications
import test_library_conflicts
from again_on_postgres import bodies

if TYPE_CHECKING:
    from assay.library import Library

store = test_library_adjudications.store

globals().update(bodies(test_library_adjudications, test_library_conflicts))


@pytest.fixture
def machines(machines_on_server: list[Library]) -> list[Library]:
    return machines_on_server
