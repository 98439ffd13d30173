"""Many PDFs, read by one or several processes, delivered in order."""

from __future__ import annotations

import logging
import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import islice
from pathlib import Path

from assay.pdf.limits import Limits
from assay.pdf.paper import PdfFault, PdfPaper
from assay.pdf.process.child import Child, reader_command
from assay.progress import Progress, silent

_logger = logging.getLogger(__name__)

_STAGE = "reading PDFs"
_AHEAD = 4
"""Files a process that may be done before their turn comes: behind a slow one the others wait, in memory."""

_REPORT_S = 0.2


def read_pdfs(
    paths: Iterable[Path],
    *,
    workers: int = 1,
    limits: Limits | None = None,
    command: Sequence[str] | None = None,
    progress: Progress = silent,
) -> Iterator[PdfPaper | PdfFault]:
    """A paper or a fault for each path, in their order, by `workers` processes.

    A file that hangs, crashes its process or needs too much memory costs only itself. `progress` counts files
    and is called a few times a second; what it raises ends the reading, and the processes with it. Ending the
    iteration early does so too. `command` is that of another reader that speaks worker.py's protocol.
    """
    limits = limits or Limits()
    todo = list(paths)
    count = max(1, min(workers, len(todo)))
    children = [Child(command or reader_command(limits), limits) for _ in range(count)]
    try:
        with ThreadPoolExecutor(count, thread_name_prefix="pdf") as threads:
            try:
                yield from _in_order(todo, children, threads, progress)
            finally:  # before the executor waits for its threads
                threads.shutdown(wait=False, cancel_futures=True)
                for child in children:
                    child.stop()
    finally:
        for child in children:
            child.close()


def _in_order(
    paths: Sequence[Path], children: Sequence[Child], threads: ThreadPoolExecutor, progress: Progress
) -> Iterator[PdfPaper | PdfFault]:
    begun = time.monotonic()
    free: queue.SimpleQueue[Child] = queue.SimpleQueue()
    for child in children:
        free.put(child)
    rest = iter(paths)
    coming = deque(threads.submit(_read, free, path) for path in islice(rest, _AHEAD * len(children)))
    done = 0
    progress(_STAGE, 0, len(paths))
    while coming:
        result = _wait(coming.popleft(), partial(progress, _STAGE, done, len(paths)))
        done += 1
        yield result
        progress(_STAGE, done, len(paths))
        coming.extend(threads.submit(_read, free, path) for path in islice(rest, 1))
    _logger.info("Read %d PDFs in %.1f s", done, time.monotonic() - begun)


def _read(free: queue.SimpleQueue[Child], path: Path) -> PdfPaper | PdfFault:
    """On one of the threads, of which there are as many as children: one of these is always free."""
    child = free.get()
    try:
        return child.read(path)
    finally:
        free.put(child)


def _wait(result: Future[PdfPaper | PdfFault], report: Callable[[], None]) -> PdfPaper | PdfFault:
    """The result; until it is there, `report` is called a few times a second."""
    while not wait([result], timeout=_REPORT_S).done:
        report()
    return result.result()
