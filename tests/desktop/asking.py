"""What engines of tests share: they record typed requests, and decode what a test answers."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from assay.codec import from_json

if TYPE_CHECKING:
    from assay.engine.types import Operation


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
