"""The window on a library that a team keeps on a server: its lane, its engine, its jobs, its title."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from assay.engine.types import STATUS, EmptyCall, EngineStatus
from assay.errors import LibraryError
from assay.ingest.queries import add_query
from assay.location import VARIABLE, folder_of, name_of, state_folder
from assay_desktop.background import children
from assay_desktop.background.engine_client import EngineClient
from assay_desktop.background.jobs import Jobs
from assay_desktop.background.lane import Lane
from postgres_server import PASSWORD, PostgresServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from assay_desktop.errors import Faults

SECRETS = (PASSWORD, quote(PASSWORD, safe=""))
URL = f"postgresql+psycopg://ada:{quote(PASSWORD, safe='')}@db.example:5433/papers?sslmode=require"


@pytest.fixture
def url(postgres: PostgresServer) -> Iterator[str]:
    address = postgres.new_database()
    yield address
    postgres.drop(address)
    shutil.rmtree(folder_of(address), ignore_errors=True)


def arguments_of(pid: int) -> str:
    """What everybody on this machine can read of a process."""
    place = Path(f"/proc/{pid}/cmdline")
    return place.read_text() if place.exists() else ""


def test_a_child_is_told_a_folder_in_words_and_a_server_in_its_environment(tmp_path: Path) -> None:
    assert children.command(tmp_path, "engine")[1:] == [
        "-P",
        "-m",
        "assay",
        "--library",
        str(tmp_path),
        "engine",
    ]
    assert not children.environment(tmp_path).contains(VARIABLE)
    words = children.command(URL, "--json")
    assert words[1:] == ["-P", "-m", "assay", "--json"]
    assert children.environment(URL).value(VARIABLE) == URL


def test_a_window_that_was_told_a_folder_hands_its_children_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, URL)  # the user's own variable; --library came before it
    assert "--library" in children.command(tmp_path, "engine")


def test_the_name_of_a_server_library_fits_a_title_and_holds_no_secret() -> None:
    assert name_of(URL) == "papers on db.example"
    assert Path(name_of("postgresql:///a%2Fb?host=/run/db")).name == name_of(
        "postgresql:///a%2Fb?host=/run/db"
    )


@pytest.mark.usefixtures("forked_children")
def test_the_queue_of_jobs_is_kept_on_this_machine_without_the_password(
    qtbot: QtBot, url: str, tmp_path: Path
) -> None:
    papers = tmp_path / "papers.jsonl"
    papers.write_text('{"_id": "a", "title": "One"}\n{"_id": "b", "title": "Two"}\n', encoding="utf-8")
    jobs = Jobs(url)
    with qtbot.waitSignal(jobs.finished, timeout=60_000) as finished:
        jobs.add("Import", ["import", str(papers)])
        [child] = jobs._children.values()
        qtbot.waitUntil(lambda: child._process.processId() > 0)
        said = arguments_of(int(child._process.processId()))
    (job,) = finished.args or ()
    jobs.close()
    assert (job.state, job.result["new"]) == ("done", 2)
    assert not any(secret in said for secret in SECRETS)
    kept = (state_folder(url) / "queue.json").read_text(encoding="utf-8")
    assert not any(secret in kept for secret in SECRETS)


@pytest.mark.usefixtures("forked_children")
def test_the_engine_opens_the_servers_library(qtbot: QtBot, url: str) -> None:
    engine = EngineClient(url)
    engine.start()
    qtbot.waitUntil(lambda: engine.state.phase == "ready", timeout=60_000)
    said = arguments_of(int(engine._process.processId()))
    answers: list[EngineStatus] = []
    engine.ask(STATUS, EmptyCall(), answers.append, lambda *_: None)
    qtbot.waitUntil(lambda: bool(answers), timeout=60_000)
    engine.stop()
    assert answers[0].total == 0
    assert not any(secret in said for secret in SECRETS)


@pytest.fixture
def lane_of(faults: Faults) -> Iterator[Any]:
    lanes: list[Lane] = []

    def make(location: str) -> Lane:
        lanes.append(Lane.at(location, faults))
        return lanes[-1]

    yield make
    for lane in lanes:
        lane.close()


def test_the_lane_reads_and_writes_on_the_server(qtbot: QtBot, url: str, lane_of: Any) -> None:
    answers: list[Any] = []
    lane = lane_of(url)
    lane.submit(lambda ws: add_query(ws.library, "bees"), answers.append)
    lane.submit(lambda ws: [query.text for query in ws.library.queries.all()], answers.append)
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=20_000)
    assert answers[1] == ["bees"]


def test_the_lane_goes_on_when_the_server_was_away(
    qtbot: QtBot, fragile_postgres: PostgresServer, lane_of: Any
) -> None:
    lane = lane_of(fragile_postgres.new_database())
    answers: list[Any] = []
    failures: list[Exception] = []
    fragile_postgres.kill()
    lane.submit(lambda ws: add_query(ws.library, "lost"), answers.append, failures.append)  # not opened yet
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=20_000)
    fragile_postgres.start()
    lane.submit(lambda ws: add_query(ws.library, "kept"), answers.append, failures.append)
    qtbot.waitUntil(lambda: len(answers) == 1, timeout=20_000)
    fragile_postgres.kill()
    lane.submit(lambda ws: add_query(ws.library, "lost too"), answers.append, failures.append)
    qtbot.waitUntil(lambda: len(failures) == 2, timeout=20_000)
    fragile_postgres.start()
    lane.submit(lambda ws: [q.text for q in ws.library.queries.all()], answers.append, failures.append)
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=20_000)
    assert answers[1] == ["kept"]
    for failure in failures:
        assert isinstance(failure, LibraryError)
        assert "connects again" in str(failure)


def test_a_server_that_is_not_there_is_said_within_seconds(qtbot: QtBot, lane_of: Any) -> None:
    failures: list[Exception] = []
    lane_of("postgresql://ada@127.0.0.1:9/papers").submit(
        lambda ws: ws.library.papers.count(), lambda _n: None, failures.append
    )
    qtbot.waitUntil(lambda: bool(failures), timeout=20_000)
    assert "does not answer" in str(failures[0])
