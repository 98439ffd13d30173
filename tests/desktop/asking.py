"""What engines and jobs of tests share: they record what they are asked for, and do nothing."""

from __future__ import annotations

from dataclasses import fields, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from assay.codec import from_json
from assay_desktop.background.engine_client import EngineState
from assay_desktop.background.job import Job

if TYPE_CHECKING:
    from assay.engine.types import Operation
    from assay_desktop.context import AppContext


class Asked:
    """`EngineClient.ask` over the `request` of a class that records requests."""

    def request(self, op: str, payload: dict[str, Any], done: Any, failed: Any, *, key: str = "") -> Any:
        raise NotImplementedError

    def ask(self, operation: Operation[Any, Any], request: Any, done: Any, failed: Any, **key: str) -> Any:
        """Record the request with its fields as they are; `done` takes the answer as JSON values."""
        payload = {each.name: getattr(request, each.name) for each in fields(request)}

        def take(answer: Any) -> None:
            done(from_json(answer, operation.answer))

        return self.request(operation.name, payload, take, failed, **key)


class FakeEngine(Asked, QObject):
    """Keeps every request; the test calls `done` or `failed` of it."""

    state_changed = Signal(object)

    def __init__(self, state: EngineState | None = None) -> None:
        super().__init__()
        self.state = state or EngineState(phase="ready")
        self.requests: list[SimpleNamespace] = []
        self.n_restarts = 0

    def request(self, op: str, payload: dict[str, Any], done: Any, failed: Any, *, key: str = "") -> int:
        own = {"op": op, "done": done, "failed": failed, "key": key, "payload": payload}
        self.requests.append(SimpleNamespace(**(payload | own)))
        return len(self.requests)

    def restart(self) -> None:
        self.n_restarts += 1

    def last(self, op: str) -> SimpleNamespace:
        return next(each for each in reversed(self.requests) if each.op == op)

    def count(self, op: str) -> int:
        return sum(each.op == op for each in self.requests)


class FakeJobs(QObject):
    """Keeps what was queued; `become` moves the last job on, and `show` sets all there are."""

    finished = Signal(object)
    changed = Signal()
    announced = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Job] = []
        self.cancelled: list[str] = []

    @property
    def added(self) -> list[list[str]]:
        return [list(job.args) for job in self.rows]

    def add(self, title: str, args: list[str]) -> str:
        self.rows.append(Job(str(len(self.rows)), title, tuple(args)))
        self.changed.emit()
        return self.rows[-1].id

    def all(self) -> tuple[Job, ...]:
        return tuple(self.rows)

    def cancel(self, job_id: str) -> None:
        self.cancelled.append(job_id)

    def show(self, *rows: Job) -> None:
        self.rows = [*rows]
        self.changed.emit()

    def become(self, state: str, **fields: Any) -> None:
        self.rows[-1] = replace(self.rows[-1], state=state, **fields)
        self.changed.emit()
        if state in {"done", "failed", "cancelled"}:
            self.finished.emit(self.rows[-1])


class RecordedJobs:
    """The jobs of a context, of which `add` only remembers what was queued."""

    def __init__(self, context: AppContext) -> None:
        self._real = context.jobs
        self.added: list[list[str]] = []
        self.waiting: bool | None = None  # whether what was added waits still; None: all of it does

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def add(self, _title: str, args: list[str]) -> str:
        self.added.append(list(args))
        return "1"

    def is_waiting(self, args: list[str]) -> bool:
        return list(args) in self.added if self.waiting is None else self.waiting
