"""The threads of a server that read and write the library: the event loop never waits for a disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from assay.workspace import Workspace

T = TypeVar("T")

ON_SERVER = 24
"""Lanes to a library on a server: each has a connection, and mostly waits for the network and for commits."""
AHEAD_ON_SERVER = 12
"""More of them for what comes next: a draw is a dozen round trips at worst, and no grade waits for it."""


class LibraryLanes:
    """Runs the calls of one person on the library one after another, those of several at once.

    A library that is a file has one lane, since one writes there at a time. People are dealt out to the lanes
    as they come, so that none waits behind more than their share.
    """

    def __init__(self, open_workspace: Callable[[], Workspace], *, n: int = 1) -> None:
        self._lanes = [_Lane(open_workspace) for _ in range(n)]
        self._of: dict[str, _Lane] = {}

    def submit(self, who: str, call: Callable[[Workspace], T]) -> Future[T]:
        """Run it behind what the same person asked for. For one thread: the event loop's."""
        lane = self._of.setdefault(who, self._lanes[len(self._of) % len(self._lanes)])
        return lane.submit(call)

    async def run(self, who: str, call: Callable[[Workspace], T]) -> T:
        """Return what the call returns, without keeping the event loop."""
        return await asyncio.wrap_future(self.submit(who, call))

    def close(self) -> None:
        """Finish what was submitted, and close the library."""
        for lane in self._lanes:
            lane.close()


class _Lane:
    """One thread, in which a workspace is opened, used and closed."""

    def __init__(self, open_workspace: Callable[[], Workspace]) -> None:
        self._open = open_workspace
        self._workspace: Workspace | None = None  # touched by the thread alone
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")

    def submit(self, call: Callable[[Workspace], T]) -> Future[T]:
        return self._thread.submit(self._run, call)

    def close(self) -> None:
        if self._workspace is not None:
            self._thread.submit(self._workspace.close)
        self._thread.shutdown(wait=True)

    def _run(self, call: Callable[[Workspace], T]) -> T:
        if self._workspace is None:
            self._workspace = self._open()
        return call(self._workspace)
