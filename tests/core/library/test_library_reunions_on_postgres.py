"""Merges into a server once more: the same bodies, the first machine's library being on PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_library_reunions
from again_on_postgres import bodies

if TYPE_CHECKING:
    from assay.library import Library

globals().update(bodies(test_library_reunions))


@pytest.fixture
def machines(machines_on_server: list[Library]) -> list[Library]:
    return machines_on_server
