"""Actions once more, on PostgreSQL: the same bodies, handed a library of another database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_library_actions
from again_on_postgres import bodies

from assay.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

globals().update(bodies(test_library_actions))


@pytest.fixture
def library(url: str) -> Iterator[Library]:
    with Library.open(url) as opened:
        yield opened


@pytest.fixture
def empty(empty_url: str) -> Iterator[Library]:
    with Library.open(empty_url) as opened:
        yield opened
