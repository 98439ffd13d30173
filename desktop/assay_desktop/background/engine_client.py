"""The window's end of the search engine: another process, spoken to in JSON lines, restarted when it dies."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeVar

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from assay.codec import from_json, to_json
from assay.engine.types import EngineAnswer, EngineStatus, Operation
from assay.errors import BadInput
from assay.location import Location
from assay_desktop.background import children
from assay_desktop.text.core_words import error_words

Q = TypeVar("Q")
A = TypeVar("A")

log = logging.getLogger(__name__)

_MAX_QUICK_DEATHS: Final = 3
_QUICK_S: Final = 10.0  # an engine that lived longer than this did not die of its start
_BACKOFF_MS: Final = (100, 500, 2000)
_MAX_TRIES: Final = 2  # a request that was there at two deaths is not sent to a third engine
_QUIT_MS: Final = 1500


@dataclass(frozen=True, slots=True)
class EngineState(EngineStatus):
    """The engine's process, and its last status."""

    phase: Literal["starting", "ready", "dead"] = "starting"
    resting: bool = False  # dead, but only since nobody asked it to start


@dataclass(slots=True)
class _Request:
    line: bytes
    done: Callable[[object], None]
    failed: Callable[[str, str], None]
    key: str | None
    op: str = ""
    tries: int = 0


class EngineClient(QObject):
    """Sends requests, hands out answers, and keeps an engine running."""

    state_changed = Signal(object)  # EngineState
    answered = Signal(str)  # the op of a request that went well

    def __init__(
        self, location: Location, *, command: Sequence[str] | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._command = list(command or children.command(location, "engine"))
        self._process = self._make_process(children.environment(location))
        self._state = EngineState()
        self._outstanding: dict[int, _Request] = {}
        self._number = 0
        self._quick_deaths = 0
        self._started_at = 0.0
        self._rest = b""  # the beginning of a line whose end has not arrived
        self._last_words: deque[str] = deque(maxlen=20)
        self._stopped = True
        self._restart_timer = QTimer(self, singleShot=True)
        self._restart_timer.timeout.connect(self._launch)

    @property
    def state(self) -> EngineState:
        return self._state

    @property
    def gave_up(self) -> bool:
        """Whether it died too often to be started again without being asked."""
        return self._state.phase == "dead" and self._stopped

    def start(self) -> None:
        """Start the engine; requests made before wait for it."""
        if self._stopped:
            self._stopped = False
            self._quick_deaths = 0
            self._launch()

    def rest(self, message: str) -> None:
        """Stay away until it is asked to start; `message` says why."""
        self._set_state(replace(self._state, phase="dead", message=message, resting=True))

    def restart(self) -> None:
        """Start again after giving up: what the window's "Restart" does."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Ask the engine to quit, and end it if it does not."""
        self._stopped = True
        self._restart_timer.stop()
        if not self.is_running:
            return
        self._process.write(b'{"id": 0, "op": "quit"}\n')
        self._process.closeWriteChannel()
        if not self._process.waitForFinished(_QUIT_MS):
            self._process.kill()
            self._process.waitForFinished(_QUIT_MS)

    def reload(self) -> None:
        """Tell the engine that the papers or the index changed."""
        self._write(b'{"id": 0, "op": "reload"}\n')

    def ask(
        self,
        operation: Operation[Q, A],
        request: Q,
        done: Callable[[A], None],
        failed: Callable[[str, str], None],
        *,
        key: str | None = None,
    ) -> int:
        """Send a request; its answer goes to `done`, the kind of an error and its message to `failed`.

        `done` is called again where the engine has said that there is more to come. A newer request with the
        same `key` replaces an older one, which gets no answer. A request that the engine died on is sent to
        the next engine once.
        """

        def take(answer: object) -> None:
            try:
                decoded = from_json(answer, operation.answer, what=operation.name)
            except BadInput:
                log.exception("the engine's answer cannot be read")
                failed("EngineError", self.tr("The search engine sent an unreadable answer. Try again."))
            else:
                done(decoded)

        self._number += 1
        number = self._number
        if key is not None:
            self._outstanding = {n: r for n, r in self._outstanding.items() if r.key != key}
        message = {"id": number, "op": operation.name, **to_json(request)} | (
            {} if key is None else {"key": key}
        )
        line = (json.dumps(message, ensure_ascii=False) + "\n").encode()
        self._outstanding[number] = _Request(line, take, failed, key, operation.name)
        if self._state.phase == "dead" and not self._restart_timer.isActive():
            QTimer.singleShot(0, self, self._fail_all)
        else:
            self._write(line)
        return number

    def _launch(self) -> None:
        self._rest = b""
        self._last_words.clear()
        self._started_at = time.monotonic()
        self._set_state(replace(self._state, phase="starting", message="", resting=False))
        crashed = ["--after-crash"] if self._quick_deaths else []
        self._process.start(self._command[0], [*self._command[1:], *crashed])

    def _make_process(self, environment: QProcessEnvironment) -> QProcess:
        """One QProcess for life: it is started again rather than replaced while its signals are underway."""
        process = QProcess(self)
        process.setProcessEnvironment(environment)
        process.started.connect(self._send_outstanding)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._overhear)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._failed_to_start)
        return process

    def _send_outstanding(self) -> None:
        for request in self._outstanding.values():
            self._write(request.line)

    def _write(self, line: bytes) -> None:
        if self.is_running:
            self._process.write(line)

    @property
    def is_running(self) -> bool:
        """Whether the process is there, ready or not."""
        return self._process.state() == QProcess.ProcessState.Running

    def _read(self) -> None:
        *lines, self._rest = (self._rest + bytes(self._process.readAllStandardOutput().data())).split(b"\n")
        for line in lines:
            if line.strip():
                self._understand(line)

    def _understand(self, line: bytes) -> None:
        try:
            message = json.loads(line)
            answer = from_json(message, EngineAnswer)
        except (ValueError, BadInput):
            log.error("the engine said something that is no answer: %r", line[:200])
            return
        if message.get("event") == "state":
            self._take_state(message)
        else:
            self._answer(answer)

    def _take_state(self, message: object) -> None:
        try:
            self._set_state(replace(from_json(message, EngineState, what="state"), phase="ready"))
        except BadInput:
            log.exception("the engine's state cannot be read")

    def _answer(self, answer: EngineAnswer) -> None:
        take = self._outstanding.get if answer.more else self._outstanding.pop
        request = take(answer.id or 0, None)
        if request is None or answer.superseded:
            return
        if answer.ok is not None:
            request.done(answer.ok)
            self.answered.emit(request.op)
        else:
            request.failed(str(answer.error.get("kind", "EngineError")), error_words(answer.error))

    def _overhear(self) -> None:
        output = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        for line in filter(None, map(str.strip, output.splitlines())):
            self._last_words.append(line)
            log.debug("engine: %s", line)

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._died(self._process.errorString())

    def _finished(self, status: int) -> None:
        self._read()
        self._overhear()
        self._died(f"exit status {status}")

    def _died(self, how: str) -> None:
        if self._stopped:
            return
        quick = time.monotonic() - self._started_at < _QUICK_S
        self._quick_deaths = self._quick_deaths + 1 if quick else 1
        log.error("the search engine died (%s): %s", how, " | ".join(self._last_words))
        self._fail_hopeless()
        if self._quick_deaths < _MAX_QUICK_DEATHS:
            self._restart_timer.start(_BACKOFF_MS[self._quick_deaths - 1])
            message = self.tr("The search engine stopped; restarting it.")
            self._set_state(replace(self._state, phase="dead", message=message))
        else:
            self._stopped = True
            last = self._last_words[-1] if self._last_words else how
            message = self.tr(
                "The search engine stopped {0} times in a row ({1}). Restart it to search again. Your "
                "library and grades are safe."
            ).format(self._quick_deaths, last)
            self._set_state(replace(self._state, phase="dead", message=message))
            self._fail_all()

    def _fail_hopeless(self) -> None:
        for number, request in list(self._outstanding.items()):
            request.tries += 1
            if request.tries >= _MAX_TRIES:
                del self._outstanding[number]
                request.failed(
                    "EngineError",
                    self.tr(
                        "The search engine stopped twice on this search. Change the search and try again."
                    ),
                )

    def _fail_all(self) -> None:
        requests, self._outstanding = self._outstanding, {}
        for request in requests.values():
            request.failed("EngineError", self._state.message)

    def _set_state(self, state: EngineState) -> None:
        if state != self._state:
            self._state = state
            self.state_changed.emit(state)
