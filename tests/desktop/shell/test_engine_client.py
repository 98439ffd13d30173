"""The engine's client against a real process that speaks the protocol and dies on request."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from assay.engine.types import PREDICT, SIMILAR, Operation
from assay.prediction.types import PredictCall
from assay.searching.types import SearchResults, SimilarCall
from assay_desktop.background.engine_client import EngineClient, EngineState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

ENGINE = """
import json, os, pathlib, sys
marks = pathlib.Path(sys.argv[1])
with (marks / "starts").open("a") as starts:
    starts.write("x")
if (marks / "never").exists():
    sys.stderr.write("no model here\\n")
    sys.exit(3)
say = lambda message: print(json.dumps(message), flush=True)
say({"event": "state", "model": "tiny", "semantic": "ready", "indexed": 3, "total": 4, "message": ""})
for line in sys.stdin:
    message = json.loads(line)
    op = message["op"]
    with (marks / "ops").open("a") as ops:
        ops.write(op + "\\n")
    if op == "quit":
        break
    if op == "poison":
        os._exit(9)
    if op == "die once" and not (marks / "died").exists():
        (marks / "died").touch()
        os._exit(9)
    if op == "bad":
        say({"id": message["id"], "error": {"kind": "BadInput", "message": "no such paper"}})
    elif op == "late":
        held = message
    elif op == "flush":
        say({"id": held["id"], "ok": {"text": "late"}})
        say({"id": message["id"], "ok": {"text": "flushed"}})
    elif op == "twice":
        say({"id": message["id"], "ok": {"text": "candidates"}, "more": True})
        say({"id": message["id"], "ok": {"text": "in order"}})
        say({"id": message["id"], "ok": {"text": "nobody asked"}})
    elif op == "more and die":
        first = not (marks / "died").exists()
        say({"id": message["id"], "ok": {"text": "candidates"}, "more": True})
        if first:
            (marks / "died").touch()
            os._exit(9)
        say({"id": message["id"], "ok": {"text": "in order"}})
    elif op == "replaced":
        say({"id": message["id"], "superseded": True})
    elif op == "noise":
        print("not json", flush=True)
        say({"id": message["id"], "ok": {}})
    elif "id" in message:
        say({"id": message["id"], "ok": {"text": message.get("text"), "key": message.get("key")}})
"""


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    (tmp_path / "engine.py").write_text(ENGINE)
    return tmp_path


@pytest.fixture
def make_client(marks: Path) -> Iterator[Callable[[], EngineClient]]:
    clients: list[EngineClient] = []

    def make() -> EngineClient:
        client = EngineClient(marks, command=(sys.executable, str(marks / "engine.py"), str(marks)))
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.stop()


class Answers:
    def __init__(self) -> None:
        self.done: list[dict[str, Any]] = []
        self.failed: list[tuple[str, str]] = []

    def ask(self, client: EngineClient, op: str, payload: dict[str, Any] | None = None, **key: str) -> int:
        operation = Operation(op, dict, object)
        return client.ask(operation, payload or {}, self.done.append, lambda *e: self.failed.append(e), **key)


def test_request_made_before_the_engine_runs_is_answered_once_it_does(make_client: Any, qtbot: QtBot) -> None:
    client, answers = make_client(), Answers()
    answers.ask(client, "search", {"text": "naïve 检索"})
    client.start()
    qtbot.waitUntil(lambda: bool(answers.done))
    assert answers.done == [{"text": "naïve 检索", "key": None}]


def test_first_state_means_ready(make_client: Any, qtbot: QtBot) -> None:
    client = make_client()
    states: list[EngineState] = []
    client.state_changed.connect(states.append)
    assert client.state.phase == "starting"
    client.start()
    qtbot.waitUntil(lambda: client.state.phase == "ready")
    assert states[-1] == EngineState("tiny", "ready", 3, 4, phase="ready")


def test_an_answer_is_decoded_and_one_of_another_shape_is_a_failure(
    make_client: Any, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    client, answers = make_client(), Answers()
    client.start()
    decoded: list[SearchResults] = []
    client.ask(SIMILAR, SimilarCall("p1"), decoded.append, lambda *error: answers.failed.append(error))
    qtbot.waitUntil(lambda: bool(decoded))
    assert decoded == [SearchResults()]
    client.ask(PREDICT, PredictCall("p1"), decoded.append, lambda *error: answers.failed.append(error))
    qtbot.waitUntil(lambda: bool(answers.failed))
    assert answers.failed == [("EngineError", "The search engine sent an unreadable answer. Try again.")]
    assert "cannot be read" in caplog.text


def test_an_answer_with_more_to_come_is_followed_by_one_other(make_client: Any, qtbot: QtBot) -> None:
    client, answers = make_client(), Answers()
    client.start()
    answers.ask(client, "twice")
    answers.ask(client, "echo", {"text": "last"})
    qtbot.waitUntil(lambda: bool(answers.done) and answers.done[-1]["text"] == "last")
    assert [each["text"] for each in answers.done] == ["candidates", "in order", "last"]


def test_a_search_whose_second_answer_died_is_asked_again(make_client: Any, qtbot: QtBot) -> None:
    client, answers = make_client(), Answers()
    client.start()
    answers.ask(client, "more and die")
    qtbot.waitUntil(lambda: len(answers.done) == 3, timeout=5000)
    assert [each["text"] for each in answers.done] == ["candidates", "candidates", "in order"]


def test_error_of_the_engine_reaches_the_asker_with_its_kind(make_client: Any, qtbot: QtBot) -> None:
    client, answers = make_client(), Answers()
    client.start()
    answers.ask(client, "bad")
    qtbot.waitUntil(lambda: bool(answers.failed))
    assert answers.failed == [("BadInput", "no such paper")]


def test_of_two_requests_with_one_key_only_the_newer_is_heard(make_client: Any, qtbot: QtBot) -> None:
    client, answers = make_client(), Answers()
    client.start()
    qtbot.waitUntil(lambda: client.state.phase == "ready")
    answers.ask(client, "late", key="search")
    answers.ask(client, "flush", key="search")
    qtbot.waitUntil(lambda: bool(answers.done))
    qtbot.wait(30)
    assert answers.done == [{"text": "flushed"}]


def test_superseded_answer_is_silent(make_client: Any, qtbot: QtBot) -> None:
    client, answers, after = make_client(), Answers(), Answers()
    client.start()
    answers.ask(client, "replaced")
    after.ask(client, "search")
    qtbot.waitUntil(lambda: bool(after.done))
    assert answers.done == []
    assert answers.failed == []


def test_dead_engine_is_restarted_and_the_outstanding_request_answered(
    make_client: Any, marks: Path, qtbot: QtBot
) -> None:
    client, answers = make_client(), Answers()
    phases: list[str] = []
    client.state_changed.connect(lambda state: phases.append(state.phase))
    client.start()
    answers.ask(client, "die once", {"text": "kept"})
    qtbot.waitUntil(lambda: bool(answers.done), timeout=10_000)
    assert answers.done == [{"text": "kept", "key": None}]
    assert "dead" in phases
    assert phases[-1] == "ready"
    assert (marks / "starts").read_text() == "xx"


def test_request_that_kills_every_engine_fails_and_the_others_live(make_client: Any, qtbot: QtBot) -> None:
    client, poison, other = make_client(), Answers(), Answers()
    client.start()
    qtbot.waitUntil(lambda: client.state.phase == "ready")
    poison.ask(client, "poison")
    qtbot.waitUntil(lambda: bool(poison.failed), timeout=10_000)
    other.ask(client, "search", {"text": "still here"})
    qtbot.waitUntil(lambda: bool(other.done), timeout=10_000)
    assert poison.failed[0][0] == "EngineError"


def test_engine_that_never_starts_is_given_up_loudly_and_can_be_restarted(
    make_client: Any, marks: Path, qtbot: QtBot
) -> None:
    (marks / "never").touch()
    client, answers, later = make_client(), Answers(), Answers()
    client.start()
    qtbot.waitUntil(lambda: "times in a row" in client.state.message, timeout=10_000)
    assert "no model here" in client.state.message
    assert (marks / "starts").read_text() == "xxx"
    answers.ask(client, "search")
    qtbot.waitUntil(lambda: bool(answers.failed))
    (marks / "never").unlink()
    client.restart()
    later.ask(client, "search")
    qtbot.waitUntil(lambda: bool(later.done), timeout=10_000)


def test_line_that_is_not_json_costs_only_itself(
    make_client: Any, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    client, answers = make_client(), Answers()
    client.start()
    answers.ask(client, "noise")
    qtbot.waitUntil(lambda: bool(answers.done))
    assert "no answer" in caplog.text


def test_reload_and_quit_reach_the_engine(make_client: Any, marks: Path, qtbot: QtBot) -> None:
    client = make_client()
    client.start()
    qtbot.waitUntil(lambda: client.state.phase == "ready")
    client.reload()
    client.stop()
    assert (marks / "ops").read_text().split() == ["reload", "quit"]
    assert (marks / "starts").read_text() == "x"


def test_missing_program_is_given_up_without_hanging(tmp_path: Path, qtbot: QtBot) -> None:
    client = EngineClient(tmp_path, command=(str(tmp_path / "nothing here"),))
    client.start()
    qtbot.waitUntil(lambda: "times in a row" in client.state.message, timeout=10_000)
    client.stop()
