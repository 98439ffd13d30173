"""What engines and jobs of tests share: they record what they are asked for, and do nothing."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from assay.codec import from_json

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
