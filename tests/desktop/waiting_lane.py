"""A lane on which each call waits until the test lets it run."""

from __future__ import annotations

from collections import deque
from typing import Any

from assay.errors import AssayError


class WaitingLane:
    """The lane's interface; the order of the calls is kept."""

    def __init__(self, workspace: Any) -> None:
        self.workspace = workspace
        self._calls: deque[tuple[Any, Any, Any]] = deque()

    def submit(self, call: Any, done: Any, failed: Any = None, *, key: str | None = None) -> None:
        self._calls.append((call, done, failed))

    def run(self) -> None:
        """Runs what was submitted, with what that submits in turn."""
        while self._calls:
            call, done, failed = self._calls.popleft()
            try:
                result = call(self.workspace)
            except AssayError as error:
                failed(error)
            else:
                done(result)
