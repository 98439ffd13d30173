"""A small real library, and its indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import VectorCache
from assay.library import Library
from assay.search import index_folder, lexical_folder, searcher_for, update_index, update_lexical
from assay.search.searcher import Searcher
from assay.types import TaskFormat


@pytest.fixture
def encoder() -> CountingEncoder:
    return CountingEncoder()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        opened.papers.add([(paper, ()) for paper in PAPERS])
        yield opened


@pytest.fixture
def cache(library: Library) -> VectorCache:
    return VectorCache(library.folder / "vectors")


@pytest.fixture
def searcher(library: Library, encoder: CountingEncoder, cache: VectorCache) -> Callable[[], Searcher]:
    """Indexes the library as it is now and opens it for searching."""

    def make() -> Searcher:
        place = index_folder(library.folder, encoder.fingerprint(TaskFormat.PRX))
        update_index(library, encoder, folder=place, cache=cache)
        update_lexical(library, folder=lexical_folder(library.folder))
        encoder.taken()
        return searcher_for(library, encoder)

    return make
