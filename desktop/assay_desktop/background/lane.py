"""The one thread that reads and writes the library while the window stays free.

It owns the workspace: opened, used and closed there and nowhere else, so that database sessions never cross
threads, and so that sqlalchemy is not imported before the first paint.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from assay.errors import AssayError
from assay_desktop.errors import Faults, unexpected
from assay_desktop.text.core_words import in_language

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.location import Location
    from assay.workspace import Workspace

T = TypeVar("T")
log = logging.getLogger(__name__)


class _Superseded(Exception):
    """A newer call with the same key arrived before this one began."""


class _Call:
    """One submitted call with those who wait for its answer."""

    __slots__ = ("done", "failed", "future", "key", "number")

    def __init__(
        self,
        number: int,
        key: str | None,
        done: Callable[[Any], None],
        failed: Callable[[AssayError], None] | None,
    ) -> None:
        self.number = number
        self.key = key
        self.done = done
        self.failed = failed
        self.future: Future[Any] | None = None


class Lane(QObject):
    """Runs calls on the library one after another; answers arrive on the window's thread."""

    _answered = Signal(object)  # _Call

    def __init__(self, open_workspace: Callable[[], Workspace], faults: Faults) -> None:
        super().__init__()
        self._open = open_workspace
        self._faults = faults
        self._workspace: Workspace | None = None  # touched by the thread alone
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")
        self._latest: dict[str, int] = {}
        self._waiting: set[_Call] = set()  # submitted and not answered yet
        self._submitted = 0
        self._closed = False
        self._answered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @classmethod
    def at(cls, location: Location, faults: Faults) -> Lane:
        """Return a lane to the library in a folder or on a server."""

        def open_workspace() -> Workspace:
            from assay.workspace import Workspace

            return Workspace.open(location)

        return cls(open_workspace, faults)

    def submit(
        self,
        call: Callable[[Workspace], T],
        done: Callable[[T], None],
        failed: Callable[[AssayError], None] | None = None,
        *,
        key: str | None = None,
    ) -> None:
        """Run `call` on the library's thread and hand its result to `done` on the window's.

        Of several calls with one `key` only the latest answers: an older one that has not begun never runs,
        one that has begun runs to its end unheard. Calls that write therefore take no key. An `AssayError`
        goes to `failed`, or to the window's toast where there is none; any other exception to both.
        """
        waiting = _Call(self._next_number(), key, done, failed)
        if key is not None:
            self._latest[key] = waiting.number
        self._enqueue(lambda: self._run(call, waiting), waiting)

    def outside(
        self,
        call: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[AssayError], None] | None = None,
        *,
        closed: bool = False,
    ) -> None:
        """Run `call` in turn without the library, which may be one that cannot be opened.

        With `closed` the library is let go of before; the next call of `submit` opens it again.
        """

        def run() -> T:
            if closed:
                self._close_workspace()
            return call()

        self._enqueue(run, _Call(self._next_number(), None, done, failed))

    def close(self) -> None:
        """Finish every call that was submitted, writes above all, and close the library.

        Nobody is left to hear the answers: what failed goes to the log.
        """
        if self._closed:
            return
        self._closed = True
        closing = self._thread.submit(self._close_workspace)
        self._thread.shutdown(wait=True)
        futures = [call.future for call in sorted(self._waiting, key=lambda call: call.number)]
        for future in [*futures, closing]:
            error = None if future is None else future.exception()
            if error is not None and not isinstance(error, _Superseded):
                log.error("a call failed while the library was closed: %s", error, exc_info=error)
        self._waiting.clear()

    def _next_number(self) -> int:
        self._submitted += 1
        return self._submitted

    def _enqueue(self, run: Callable[[], object], waiting: _Call) -> None:
        if self._closed:
            return
        self._waiting.add(waiting)
        waiting.future = self._thread.submit(run)
        waiting.future.add_done_callback(lambda _future: self._answered.emit(waiting))

    def _run(self, call: Callable[[Workspace], T], waiting: _Call) -> T:
        if self._is_superseded(waiting):
            raise _Superseded
        if self._workspace is None:
            self._workspace = self._open()
        return call(self._workspace)

    def _close_workspace(self) -> None:
        if self._workspace is not None:
            self._workspace.close()
            self._workspace = None

    def _is_superseded(self, waiting: _Call) -> bool:
        return waiting.key is not None and self._latest.get(waiting.key) != waiting.number

    def _deliver(self, waiting: _Call) -> None:
        self._waiting.discard(waiting)
        if self._closed or self._is_superseded(waiting) or waiting.future is None:
            return
        error = waiting.future.exception()
        if error is None:
            waiting.done(waiting.future.result())
        elif isinstance(error, AssayError) and waiting.failed is not None:
            waiting.failed(in_language(error))
        elif not isinstance(error, _Superseded):
            self._faults.report(error)
            if waiting.failed is not None:
                waiting.failed(unexpected(error))
