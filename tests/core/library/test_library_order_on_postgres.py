"""Collections, tags, removal and edits once more, on PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_library_order
from again_on_postgres import bodies

from assay.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

globals().update(bodies(test_library_order, leave_out=("test_the_history_outlives_the_program",)))


@pytest.fixture
def library(url: str) -> Iterator[Library]:
    with Library.open(url) as opened:
        yield opened
