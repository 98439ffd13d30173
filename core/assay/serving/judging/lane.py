"""The threads of a server that read and write the library: the event loop never waits for a disk."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from queue import PriorityQueue
from typing import Any, TypeAlias, TypeVar

from assay.workspace import Workspace

T = TypeVar("T")
_Work: TypeAlias = "tuple[bool, int, Future[Any], Callable[[Workspace], Any] | None]"
"""Whether it can wait, its number, its answer, and the call; None ends the lane."""

ON_SERVER = 24
"""Lanes to a library on a server: each has a connection, and mostly waits for the network and for commits."""


class LibraryLanes:
    """Runs the calls of one person on the library one after another, those of several at once.

    A library that is a file has one lane, since one writes there at a time. People are dealt out to the lanes
    as they come, so that none waits behind more than their share.
    """

    def __init__(self, open_workspace: Callable[[], Workspace], *, n: int = 1) -> None:
        self._lanes = [_Lane(open_workspace) for _ in range(n)]
        self._of: dict[str, _Lane] = {}

    def submit(self, who: str, call: Callable[[Workspace], T], *, can_wait: bool = False) -> Future[T]:
        """Run it behind what the same person asked for; what `can_wait` once nobody waits on their lane.

        For one thread: the event loop's.
        """
        lane = self._of.setdefault(who, self._lanes[len(self._of) % len(self._lanes)])
        return lane.submit(call, can_wait=can_wait)

    async def run(self, who: str, call: Callable[[Workspace], T], *, can_wait: bool = False) -> T:
        """Return what the call returns, without keeping the event loop."""
        return await asyncio.wrap_future(self.submit(who, call, can_wait=can_wait))

    def close(self) -> None:
        """Finish what was submitted, and close the library."""
        for lane in self._lanes:
            lane.close()


class _Lane:
    """One thread, in which a workspace is opened, used and closed."""

    def __init__(self, open_workspace: Callable[[], Workspace]) -> None:
        self._open = open_workspace
        self._work: PriorityQueue[_Work] = PriorityQueue()
        self._numbers = count()
        self._thread = threading.Thread(target=self._run, name="library", daemon=True)
        self._thread.start()

    def submit(self, call: Callable[[Workspace], T], *, can_wait: bool) -> Future[T]:
        future: Future[T] = Future()
        self._work.put((can_wait, next(self._numbers), future, call))
        return future

    def close(self) -> None:
        self._work.put((True, next(self._numbers), Future(), None))
        self._thread.join()

    def _run(self) -> None:
        workspace: Workspace | None = None
        while True:
            _, _, future, call = self._work.get()
            if call is None:
                break
            if future.set_running_or_notify_cancel():
                try:
                    workspace = workspace or self._open()
                    future.set_result(call(workspace))
                except BaseException as error:  # noqa: BLE001 - it is the answer
                    future.set_exception(error)
        if workspace is not None:
            workspace.close()
