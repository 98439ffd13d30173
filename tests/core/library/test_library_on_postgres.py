"""The library's tests once more, on PostgreSQL: the same bodies, handed a library of another database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import test_library_actions
import test_library_files
import test_library_judgements
import test_library_links
import test_library_listing
import test_library_order
import test_library_papers
import test_library_queries
from again_on_postgres import bodies

from assay.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = (
    test_library_actions,
    test_library_files,
    test_library_judgements,
    test_library_links,
    test_library_listing,
    test_library_order,
    test_library_papers,
    test_library_queries,
)
listed = test_library_listing.listed


globals().update(bodies(*MODULES))


@pytest.fixture
def library(url: str) -> Iterator[Library]:
    with Library.open(url) as opened:
        yield opened


@pytest.fixture
def empty(empty_url: str) -> Iterator[Library]:
    with Library.open(empty_url) as opened:
        yield opened
