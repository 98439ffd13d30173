"""The lane: one thread, answers on the window's, the latest of a key wins."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from assay.errors import AssayError, LibraryError
from assay_desktop.background.lane import Lane

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.errors import Fault, Faults


class Opened:
    """Stands for a workspace: remembers on which threads it was opened, used and closed."""

    def __init__(self) -> None:
        self.threads = [threading.current_thread()]
        self.closed = False

    def use(self) -> str:
        self.threads.append(threading.current_thread())
        return "used"

    def close(self) -> None:
        self.threads.append(threading.current_thread())
        self.closed = True


class Bench:
    """A lane and the workspace that it opens, on its own thread, at the first call."""

    def __init__(self, faults: Faults) -> None:
        self.opened = SimpleNamespace(closed=False, threads=[])
        self.lane = Lane(self._open, faults)

    def _open(self) -> Any:
        self.opened = Opened()
        return self.opened


@pytest.fixture
def lane(faults: Faults):
    bench = Bench(faults)
    yield bench
    bench.lane.close()


def test_workspace_is_opened_used_and_closed_on_one_thread_that_is_not_ours(lane: Any, qtbot: QtBot) -> None:
    answers: list[str] = []
    for _ in range(3):
        lane.lane.submit(lambda ws: ws.use(), answers.append)
    qtbot.waitUntil(lambda: len(answers) == 3)
    lane.lane.close()
    assert lane.opened.closed
    assert len(set(lane.opened.threads)) == 1
    assert threading.current_thread() not in lane.opened.threads


def test_answers_arrive_on_the_thread_of_the_window(lane: Any, qtbot: QtBot) -> None:
    threads: list[threading.Thread] = []
    lane.lane.submit(lambda ws: ws.use(), lambda _: threads.append(threading.current_thread()))
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.current_thread()]


def test_only_the_latest_call_of_a_key_runs_and_answers(lane: Any, qtbot: QtBot) -> None:
    gate = threading.Event()
    ran: list[int] = []
    answers: list[int] = []
    lane.lane.submit(lambda ws: gate.wait(5), lambda _: None)

    def call(number: int) -> Any:
        return lambda ws: ran.append(number) or number

    for number in range(5):
        lane.lane.submit(call(number), answers.append, key="filter")
    lane.lane.submit(lambda ws: "other", lambda _: answers.append(99), key="another")
    gate.set()
    qtbot.waitUntil(lambda: 99 in answers)
    assert ran == [4]
    assert answers == [4, 99]


def test_call_that_had_begun_when_a_newer_came_is_not_heard(lane: Any, qtbot: QtBot) -> None:
    begun, gate = threading.Event(), threading.Event()
    answers: list[str] = []

    def slow(ws: Any) -> str:
        begun.set()
        gate.wait(5)
        return "old"

    lane.lane.submit(slow, answers.append, key="filter")
    assert begun.wait(5)
    lane.lane.submit(lambda ws: "new", answers.append, key="filter")
    gate.set()
    qtbot.waitUntil(lambda: bool(answers))
    qtbot.wait(20)
    assert answers == ["new"]


def test_error_of_the_library_goes_to_the_one_who_asked(lane: Any, qtbot: QtBot) -> None:
    errors: list[AssayError] = []

    def refuse(ws: Any) -> None:
        raise LibraryError("The disk is full.")

    lane.lane.submit(refuse, lambda _: None, errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert str(errors[0]) == "The disk is full."


def test_unforeseen_exception_is_reported_with_its_traceback(
    lane: Any, faults: Faults, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[Fault] = []
    told: list[AssayError] = []
    faults.occurred.connect(seen.append)
    lane.lane.submit(lambda ws: {}["missing"], lambda _: None, told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert "KeyError" in seen[0].details
    assert "KeyError" in str(told[0])
    assert any("unexpected fault" in record.message for record in caplog.records)


def test_library_that_does_not_open_fails_each_call_and_is_tried_again(faults: Faults, qtbot: QtBot) -> None:
    opened = Opened()
    outcomes: list[Any] = [LibraryError("The folder is read-only."), opened]

    def open_workspace() -> Any:
        outcome = outcomes.pop(0)
        if isinstance(outcome, LibraryError):
            raise outcome
        return outcome

    lane = Lane(open_workspace, faults)
    errors: list[AssayError] = []
    answers: list[str] = []
    lane.submit(lambda ws: ws.use(), answers.append, errors.append)
    lane.submit(lambda ws: ws.use(), answers.append, errors.append)
    qtbot.waitUntil(lambda: bool(answers))
    lane.close()
    assert [str(error) for error in errors] == ["The folder is read-only."]
    assert opened.closed


def test_closing_finishes_the_writes_that_were_submitted(lane: Any) -> None:
    written: list[int] = []
    for number in range(50):
        lane.lane.submit(lambda ws, n=number: written.append(n), lambda _: None)
    lane.lane.close()
    assert written == list(range(50))
    lane.lane.submit(lambda ws: written.append(99), lambda _: None)
    assert 99 not in written


@pytest.mark.parametrize("error", [LibraryError("The disk is full."), KeyError("missing")])
def test_write_that_fails_while_closing_is_in_the_log(
    error: Exception, lane: Any, caplog: pytest.LogCaptureFixture
) -> None:
    gate = threading.Event()

    def refuse(ws: Any) -> None:
        gate.wait(5)
        raise error

    lane.lane.submit(refuse, lambda _: None, lambda _: None)
    lane.lane.submit(lambda ws: ws.use(), lambda _: None)
    gate.set()
    lane.lane.close()
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.exc_info is not None
    assert record.exc_info[1] is error


def test_calls_that_were_superseded_or_answered_leave_no_error_in_the_log(
    lane: Any, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(ws: Any) -> None:
        raise LibraryError("The disk is full.")

    told: list[AssayError] = []
    lane.lane.submit(refuse, lambda _: None, told.append)
    qtbot.waitUntil(lambda: bool(told))
    gate = threading.Event()
    lane.lane.submit(lambda ws: gate.wait(5), lambda _: None)
    for _ in range(3):
        lane.lane.submit(lambda ws: ws.use(), lambda _: None, key="filter")
    gate.set()
    lane.lane.close()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
