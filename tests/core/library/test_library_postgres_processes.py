"""Several processes at one library on a server: clients that are killed, and a server that is."""

from __future__ import annotations

import random
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from test_library_processes import cache, grade_and_import_at_once, kill_while_grading, make_at_once, start

from assay.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator

    from postgres_server import PostgresServer

# Grades as a person would, until its input is closed: what was refused is given again.
PATIENT_GRADER = """
    import itertools, sys, threading, time
    from assay.errors import LibraryError
    from assay.library import Library
    location, assessor = sys.argv[1:]
    told_to_stop = threading.Thread(target=sys.stdin.read, daemon=True)
    told_to_stop.start()
    with Library.open(location) as library:
        for i in itertools.count():
            if not told_to_stop.is_alive():
                break
            while True:
                try:
                    pair = f"q{1 + i % 3}", f"d{i % 12}"
                    library.judgements.record(*pair, assessor=assessor, relevance=i % 3)
                    break
                except LibraryError as error:
                    assert "connects again" in str(error), error
                    print("away", flush=True)
                    time.sleep(0.05)
            print(i, flush=True)
"""


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


def kill_the_server_while_grading(server: PostgresServer, url: str, *, kills: int, seed: int) -> None:
    """Two graders; the server dies under them again and again.

    Every acknowledged grade is there, once, in its order. A grade whose acknowledgement was lost with the
    server may be there too, and then twice, since the grader gave it again.
    """
    rng = random.Random(seed)
    graders = {who: start(PATIENT_GRADER, url, who, stdin=subprocess.PIPE) for who in ("ada", "bob")}
    for process in graders.values():
        read_until(process, "0")
    for _ in range(kills):
        time.sleep(0.2 + rng.random() * 0.5)
        server.kill()
        time.sleep(rng.random() * 0.3)
        server.start()
    said = {who: ["0", *rest_of(process).split()] for who, process in graders.items()}  # both have ended
    for who, words in said.items():
        n = len(words) - words.count("away")
        assert [int(word) for word in words if word != "away"] == list(range(n))  # each acknowledged once
        assert "away" in words  # it was grading when the server died
        check_grades(url, who, n, n_refused=words.count("away"))


def read_until(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    while process.stdout.readline().strip() != word:
        assert process.poll() is None, process.stderr and process.stderr.read()


def rest_of(process: subprocess.Popen[str]) -> str:
    """What the process says until it ends, which it is told to, and which must be well."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdin.close()
        out, err = process.stdout.read(), process.stderr.read()
    assert process.returncode == 0, err
    return out


def check_grades(url: str, who: str, n: int, *, n_refused: int) -> None:
    with Library.open(url) as library:
        events = library.judgements.history(assessor=who, limit=1_000_000)[::-1]
        given = [(event.query_id, event.doc_id, event.relevance) for event in events]
        once = [row for i, row in enumerate(given) if i == 0 or row != given[i - 1]]
        assert once == [(f"q{1 + i % 3}", f"d{i % 12}", i % 3) for i in range(n)]
        assert len(given) - len(once) <= n_refused
        before = cache(library)
        library.judgements.rebuild()
        assert cache(library) == before


@pytest.fixture
def fragile_url(fragile_postgres: PostgresServer) -> Iterator[str]:
    from library_contents import fill

    url = fragile_postgres.new_database()
    with Library.open(url) as library:
        fill(library)
    yield url
    fragile_postgres.drop(url)


def test_a_server_that_is_killed_in_mid_grading_keeps_every_acknowledged_grade(
    fragile_postgres: PostgresServer, fragile_url: str
) -> None:
    kill_the_server_while_grading(fragile_postgres, fragile_url, kills=2, seed=1)


@pytest.mark.soak
def test_twenty_kills_of_the_server_lose_no_acknowledged_grade(
    fragile_postgres: PostgresServer, fragile_url: str
) -> None:
    kill_the_server_while_grading(fragile_postgres, fragile_url, kills=20, seed=2)
