"""What several machines do, once more with the first of the libraries on PostgreSQL: the same bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_library_adjudications
import test_library_reunions
from again_on_postgres import bodies

if TYPE_CHECKING:
    from assay.library import Library

store = test_library_adjudications.store

globals().update(bodies(test_library_adjudications, test_library_reunions))


@pytest.fixture
def machines(machines_on_server: list[Library]) -> list[Library]:
    return machines_on_server
