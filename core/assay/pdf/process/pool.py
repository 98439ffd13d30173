"""Many PDFs, read by one or several processes, delivered in order."""

from __future__ import annotations

import contextlib
import json
import logging
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO

import psutil

from assay.codec import decode, from_json, to_json
from assay.errors import BadInput
from assay.interpreter import NO_WINDOW, python
from assay.messages import translatable
from assay.pdf.limits import Limits
from assay.pdf.paper import PdfFault, PdfPaper
from assay.pdf.types import FileAnswer, PageCall, UnreadablePdf
from assay.progress import Progress, silent

log = logging.getLogger(__name__)

_LOOK_S = 0.05
_MUCH = 0.4
"""A process that dies while it holds so much of what it may is taken to have been refused more."""

_FILES = 200
"""After so many files a process is replaced, whatever it has kept in memory by then."""


AGAIN = "read it again, and if that ends the same way, fetch the file again"
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")
"""What ends a process without any doing of the file: the system short of memory, or a person."""


class Stopped(Exception):
    """The reading was ended from outside; there is no result."""


class Child:
    """Reads files one at a time. `stop` may be called from another thread; all else from one thread only."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self._command, self._limits = list(command), limits
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._files = 0
        self._killed = False  # by a signal from outside
        self._stopped = threading.Event()

    def read(self, path: Path) -> PdfPaper | PdfFault:
        """The paper, or why there is none. Raises `Stopped`.

        A failure in a process that has read other files, or that was ended from outside, is tried again in a
        new one: the file may not be to blame.
        """
        self._killed = False
        result, is_lost = self._read(path)
        if is_lost and (self._files > 1 or self._killed):
            self._end()
            result, is_lost = self._read(path)
        if is_lost or self._files >= _FILES:
            self._end()
        return result

    def stop(self) -> None:
        """End the process; what it reads is lost."""
        self._stopped.set()
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        """Let the process go."""
        self._end()

    def _read(self, path: Path) -> tuple[PdfPaper | PdfFault, bool]:
        """The result, and whether the process was lost over something that a file before may have caused."""
        if self._stopped.is_set():
            raise Stopped
        process = self._process or self._start()
        self._files += 1
        until, held = time.monotonic() + self._limits.seconds, 0.0
        try:
            _pipe(process.stdin).write(json.dumps({"path": str(path)}) + "\n")
            _pipe(process.stdin).flush()
        except OSError:  # it has died; the answer that ends its output says so
            log.debug("the reader of PDFs does not listen")
        while True:
            try:
                answer = self._answers.get(timeout=_LOOK_S)
            except queue.Empty:
                if time.monotonic() > until:
                    self._end()
                    return PdfFault(path, self._limits.too_slow, timed_out=True), False
                held = max(held, _megabytes(process.pid))
                if held > self._limits.megabytes:
                    return PdfFault(path, self._limits.too_large), True
                continue
            if self._stopped.is_set():
                raise Stopped
            if not answer and held > _MUCH * self._limits.megabytes:
                return PdfFault(path, self._limits.too_large), True
            return _result(path, answer) if answer else (self._crash(path, process), True)

    def _crash(self, path: Path, process: subprocess.Popen[str]) -> PdfFault:
        code = process.wait()
        how = _signal_name(-code) if code < 0 else f"exit status {code}"
        self._killed = how in _FROM_OUTSIDE
        return PdfFault(path, f"the process that read this file ended before its time ({how}): {AGAIN}")

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603 - our own module, with our own arguments
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            creationflags=NO_WINDOW,
        )
        self._process, self._files = process, 0
        self._answers = queue.SimpleQueue()
        threading.Thread(target=_forward, args=(_pipe(process.stdout), self._answers), daemon=True).start()
        if self._stopped.is_set():  # `stop` came before there was a process to end
            process.kill()
        return process

    def _end(self) -> None:
        process, self._process, self._files = self._process, None, 0
        if process is not None:
            process.kill()
            process.wait()
            with contextlib.suppress(OSError):  # what it did not live to hear
                _pipe(process.stdin).close()


def reader_command(limits: Limits) -> list[str]:
    """Return the command line of a reading process: worker.py's."""
    return python("-m", "assay.pdf.process.worker", json.dumps(asdict(limits)))


def _result(path: Path, answer: str) -> tuple[PdfPaper | PdfFault, bool]:
    """The result, and whether it is nonsense: a file may have led the process astray without ending it."""
    try:
        found = decode(answer, FileAnswer)
        if found.fault:
            return PdfFault(path, found.fault, lasting=found.lasting), False
        return from_json(found.ok, PdfPaper), False
    except BadInput:
        return PdfFault(path, f"the reader lost its way in this file: {AGAIN}"), True


def _forward(lines: IO[str], answers: queue.SimpleQueue[str]) -> None:
    """Pass the lines on, then "" for their end; a half line that a dying process left is none."""
    with lines:
        for line in lines:
            if line.endswith("\n"):
                answers.put(line)
    answers.put("")


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None, "a child has both its pipes"  # noqa: S101 - our own mistake, not the input's
    return pipe


def _megabytes(pid: int) -> float:
    """The memory that a process holds; 0 where that is not known, and time alone bounds it."""
    try:
        return float(psutil.Process(pid).memory_info().rss) / 2**20
    except (psutil.Error, OSError):
        return 0.0


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


_STAGE = translatable("reading PDFs")
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
    """Yield a paper or a fault for each path, in their order, by `workers` processes.

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
    log.info("Read %d PDFs in %.1f s", done, time.monotonic() - begun)


def _read(free: queue.SimpleQueue[Child], path: Path) -> PdfPaper | PdfFault:
    """On one of the threads, of which there are as many as children: one of these is always free."""
    child = free.get()
    try:
        return child.read(path)
    finally:
        free.put(child)


def _wait(result: Future[PdfPaper | PdfFault], report: Callable[[], None]) -> PdfPaper | PdfFault:
    """Return the result; until it is there, `report` is called a few times a second."""
    while not wait([result], timeout=_REPORT_S).done:
        report()
    return result.result()


_DRAWER = python("-m", "assay.pdf.process.drawer")
_DRAWER_S = 60


def ask_once(call: PageCall) -> object:
    """Ask one thing of a process that draws PDFs, which ends then. Raises `UnreadablePdf`."""
    message = json.dumps({"id": 1, **to_json(call)}) + "\n"
    try:
        done = subprocess.run(  # noqa: S603 - our own module, the file named in its input
            _DRAWER,
            input=message,
            capture_output=True,
            text=True,
            timeout=_DRAWER_S,
            check=False,
            creationflags=NO_WINDOW,
        )
        answer = decode(done.stdout.splitlines()[0], FileAnswer)
    except (subprocess.TimeoutExpired, IndexError, BadInput):
        raise UnreadablePdf("the file is damaged, or takes too long to read", lasting=False) from None
    if answer.fault:
        raise UnreadablePdf(answer.fault, lasting=False)
    return answer.ok
