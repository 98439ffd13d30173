"""The library's tests once more, on PostgreSQL: the same bodies, handed a library of another database."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import pytest
import test_library_judgements
import test_library_listing
import test_library_papers
import test_library_queries
import test_library_undo

from assay.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MODULES = (
    test_library_judgements,
    test_library_listing,
    test_library_papers,
    test_library_queries,
    test_library_undo,
)
OF_A_FOLDER = {"folder", "empty_folder", "tmp_path"}  # their tests concern the file
listed = test_library_listing.listed


def _bodies() -> Iterator[tuple[str, Callable[..., None]]]:
    for module in MODULES:
        for name, body in vars(module).items():
            if name.startswith("test_") and not OF_A_FOLDER & set(inspect.signature(body).parameters):
                yield f"{name}_{module.__name__.removeprefix('test_library_')}", body


globals().update(_bodies())


@pytest.fixture
def library(url: str) -> Iterator[Library]:
    with Library.open(url) as opened:
        yield opened


@pytest.fixture
def empty(empty_url: str) -> Iterator[Library]:
    with Library.open(empty_url) as opened:
        yield opened
