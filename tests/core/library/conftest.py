"""An empty library and a filled one, made once and copied for each test."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from library_contents import fill
from library_machines import (
    MACHINES,
    bring,
    make_machines,
    open_machines,
    require_cache_is_rebuild,
    start_campaign,
)

from assay.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

    from postgres_server import PostgresServer


@pytest.fixture(scope="session")
def _templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("libraries")
    Library.open(root / "empty").close()
    shutil.copytree(root / "empty", root / "filled")
    with Library.open(root / "filled") as library:
        fill(library)
    return root


@pytest.fixture(scope="session")
def team(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three closed libraries with a campaign in each, for `open_machines`."""
    return make_machines(tmp_path_factory.mktemp("machines"))


@pytest.fixture
def empty_folder(_templates: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(_templates / "empty", tmp_path / "empty library"))


@pytest.fixture
def folder(_templates: Path, tmp_path: Path) -> Path:
    """The folder of a closed library with papers and queries."""
    return Path(shutil.copytree(_templates / "filled", tmp_path / "library"))


@pytest.fixture
def empty(empty_folder: Path) -> Iterator[Library]:
    with Library.open(empty_folder) as library:
        yield library


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    """A library with papers d0..d11, the queries q1 and q2 (texts) and q3 (paper d3)."""
    with Library.open(folder) as opened:
        yield opened


def _opened(folder: Path, team: Path, machines: int) -> Iterator[list[Library]]:
    opened = open_machines(folder, machines, team=team)
    yield opened
    for library in opened:
        require_cache_is_rebuild(library)
        library.close()


@pytest.fixture
def machines(tmp_path: Path, team: Path) -> Iterator[list[Library]]:
    """The campaign on three machines. Whatever a test does, where pairs stand is what the log says."""
    yield from _opened(tmp_path, team, 3)


@pytest.fixture
def two_machines(tmp_path: Path, team: Path) -> Iterator[list[Library]]:
    yield from _opened(tmp_path, team, 2)


# -- on a server: made once, and put back after each test ---------------------------------------------------


@pytest.fixture(scope="session")
def _empty_on_server(postgres: PostgresServer) -> str:
    url = postgres.new_database()
    Library.open(url).close()
    postgres.keep(url)
    return url


@pytest.fixture(scope="session")
def _filled_on_server(postgres: PostgresServer) -> str:
    url = postgres.new_database()
    with Library.open(url) as library:
        fill(library)
    postgres.keep(url)
    return url


@pytest.fixture
def empty_url(postgres: PostgresServer, _empty_on_server: str) -> Iterator[str]:
    """The address of a closed, empty library."""
    yield _empty_on_server
    postgres.put_back(_empty_on_server)


@pytest.fixture
def url(postgres: PostgresServer, _filled_on_server: str) -> Iterator[str]:
    """The address of a closed library with papers and queries."""
    yield _filled_on_server
    postgres.put_back(_filled_on_server)


@pytest.fixture(scope="session")
def _team_on_server(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    url, folders = postgres.new_database(), tmp_path_factory.mktemp("team")
    with Library.open(url) as server:
        start_campaign(server)
        for name in MACHINES[1:]:
            with Library.open(folders / name, check=False) as other:
                bring(server, other, create=True)
    postgres.keep(url)
    return url, folders


@pytest.fixture
def machines_on_server(
    postgres: PostgresServer, _team_on_server: tuple[str, Path], tmp_path: Path
) -> Iterator[list[Library]]:
    """What `open_machines` opens, but that the first of the three libraries is on a server."""
    url, folders = _team_on_server
    shutil.copytree(folders, tmp_path / "others")
    opened = [
        Library.open(place, check=False) for place in (url, *(tmp_path / "others" / n for n in MACHINES[1:]))
    ]
    yield opened
    for library in opened:
        library.close()
    postgres.put_back(url)
