"""Several processes at one library on a server, and such as are killed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from test_library_processes import grade_and_import_at_once, kill_while_grading, make_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from postgres_server import PostgresServer


@pytest.fixture
def new_url(postgres: PostgresServer) -> Iterator[str]:
    url = postgres.new_database()
    yield url
    postgres.drop(url)


def test_four_processes_grade_while_a_fifth_imports_and_none_meets_a_lock(url: str) -> None:
    grade_and_import_at_once(url)


def test_processes_that_make_one_library_at_the_same_moment_all_open_it(new_url: str) -> None:
    make_at_once(new_url)


def without_clients(postgres: PostgresServer, url: str) -> None:
    """Returns when the server works for no client of the library: a killed one's commit may be underway."""
    left = f"SELECT pid FROM pg_stat_activity WHERE datname = '{url.rpartition('/')[2]}' AND query <> ''"
    while len(postgres.sql(f"{left} AND application_name = 'assay'")) > 0:
        time.sleep(0.01)


def test_a_killed_process_loses_no_acknowledged_grade(postgres: PostgresServer, url: str) -> None:
    kill_while_grading(url, kills=3, seed=3, settle=lambda: without_clients(postgres, url))


@pytest.mark.soak
def test_fifty_kills_lose_no_acknowledged_grade(postgres: PostgresServer, url: str) -> None:
    kill_while_grading(url, kills=50, seed=4, settle=lambda: without_clients(postgres, url))
