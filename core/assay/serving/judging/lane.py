"""The one thread of a server that reads and writes the library: the event loop never waits for a disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from assay.workspace import Workspace

T = TypeVar("T")


class LibraryLane:
    """Runs calls on the library one after another. The workspace is opened, used and closed in its thread."""

    def __init__(self, open_workspace: Callable[[], Workspace]) -> None:
        self._open = open_workspace
        self._workspace: Workspace | None = None  # touched by the thread alone
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")

    def submit(self, call: Callable[[Workspace], T]) -> Future[T]:
        return self._thread.submit(self._run, call)

    async def run(self, call: Callable[[Workspace], T]) -> T:
        """Return what the call returns, without keeping the event loop."""
        return await asyncio.wrap_future(self.submit(call))

    def close(self) -> None:
        """Finish what was submitted, and close the library."""
        if self._workspace is not None:
            self._thread.submit(self._workspace.close)
        self._thread.shutdown(wait=True)

    def _run(self, call: Callable[[Workspace], T]) -> T:
        if self._workspace is None:
            self._workspace = self._open()
        return call(self._workspace)
