"""A small real library, and its indexes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import FolderCache, VectorCache
from assay.library import Library
from assay.search import lexical_folder, searcher_for, update_index, update_lexical
from assay.search.searcher import Searcher


def index(library: Library, encoder: CountingEncoder) -> None:
    """Bring both indexes of the library up to date."""
    update_index(library, encoder, cache=FolderCache(library.folder / "vectors"))
    update_lexical(library, folder=lexical_folder(library.folder))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library without indexes in `stored`, and with both in `indexed`; tests work on copies."""
    folder = tmp_path_factory.mktemp("made")
    with Library.open(folder / "stored") as opened:
        opened.papers.add([(paper, ()) for paper in PAPERS])
    shutil.copytree(folder / "stored", folder / "indexed")
    with Library.open(folder / "indexed") as opened:
        index(opened, CountingEncoder())
    return folder


@pytest.fixture
def encoder() -> CountingEncoder:
    return CountingEncoder()


@pytest.fixture
def library(tmp_path: Path, made: Path, request: pytest.FixtureRequest) -> Iterator[Library]:
    which = "indexed" if "searcher" in request.fixturenames else "stored"
    with Library.open(shutil.copytree(made / which, tmp_path / "library")) as opened:
        yield opened


@pytest.fixture
def cache(library: Library) -> VectorCache:
    return FolderCache(library.folder / "vectors")


@pytest.fixture
def searcher(library: Library, encoder: CountingEncoder) -> Callable[[], Searcher]:
    """Indexes the library as it is now and opens it for searching."""

    def make() -> Searcher:
        index(library, encoder)
        encoder.taken()
        return searcher_for(library, encoder)

    return make
