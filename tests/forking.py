"""`assay`, or another module, forked from a process that has loaded it: a start takes 0.1 s, not 1 to 5.

A program is started by `command()`, as any other: its arguments, environment, current folder and streams are
its own, a signal that it is sent arrives, and it leaves with the command's status. For tests of what a
command does; what is loaded at a start, and what a kill leaves, is tested with processes of their own.
Where a system has no such forks, and on Windows, each is a process of its own.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import selectors
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

LOADED = (
    "sentence_transformers",
    "ipykernel.kernelapp",
    "pandas",
    "faiss",
    "sqlalchemy.dialects.sqlite",
    "rich._emoji_codes",
    "typer._adapters",
)
"""Beside all modules of the core: what they load late."""
PASSED_ON = (signal.SIGTERM, signal.SIGINT)
_LONGEST = 1 << 20  # bytes of arguments and environment


class Forking:
    """The loaded process, and how programs are started from it."""

    def __init__(self, folder: Path) -> None:
        """The first of the processes that share the folder starts it; it ends when all have closed it."""
        from filelock import FileLock

        self._place = str(folder / "forking")  # short: a socket's path may have some 100 bytes
        self._process = None
        self._held = -1
        if not hasattr(os, "pidfd_open"):
            return
        pipe = Path(f"{self._place}.pipe")
        with FileLock(f"{self._place}.lock"):
            is_first = not pipe.exists()
            if is_first:
                os.mkfifo(pipe)
            self._held = os.open(pipe, os.O_RDWR)
            if is_first:
                with pipe.open("rb") as ending:
                    words = [sys.executable, __file__, "--serve", self._place]
                    self._process = subprocess.Popen(words, stdin=ending, stdout=subprocess.PIPE)
                assert self._process.stdout is not None
                assert self._process.stdout.readline() == b"ready\n"

    def command(self, *words: str) -> list[str]:
        """Return the words that start `assay` with `words`."""
        return self.module("assay", *words)

    def module(self, *words: str) -> list[str]:
        """Return the words that start the module that is named first with the others."""
        fork = ("-I", "-S", __file__, self._place) if self._held >= 0 else ("-m",)
        return [sys.executable, *fork, *words]

    def script(self, folder: Path) -> Path:
        """Write a program `assay` into `folder`, for a shell."""
        path = folder / "assay"
        path.write_text(f'#!/bin/sh\nexec {" ".join(self.command())} "$@"\n', encoding="utf-8")
        path.chmod(0o755)
        return path

    def close(self) -> None:
        """End it, and whatever it started."""
        if self._held >= 0:
            os.close(self._held)
        if self._process:
            self._process.communicate()


def ask(place: str, words: list[str]) -> int:
    """Be the module that `words` begin with, done by a fork of the server at `place`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
        line.connect(place)
        for number in PASSED_ON:
            signal.signal(number, lambda number, _frame: line.send(bytes([number])))
        os.umask(mask := os.umask(0))
        request = json.dumps([words, os.getcwd(), dict(os.environ), mask]).encode()  # noqa: PTH109 - it is fast
        socket.send_fds(line, [request], [0, 1, 2])
        status = int(line.recv(16))
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


def serve(place: str) -> None:
    """Load everything, then fork until standard input ends."""
    import importlib
    import pkgutil
    import re

    import assay

    for name in (*LOADED, *(each.name for each in pkgutil.walk_packages(assay.__path__, "assay."))):
        if not re.search(r"__main__$|\.migrations\.", name):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(place)
    listener.listen(64)
    print("ready", flush=True)
    waiting = selectors.DefaultSelector()
    waiting.register(0, selectors.EVENT_READ, None)
    waiting.register(listener, selectors.EVENT_READ, None)
    running: dict[int, socket.socket] = {}
    while True:
        for key, _ in waiting.select():
            if key.fileobj == 0:
                for pid in running:
                    os.kill(pid, signal.SIGKILL)
                return
            if key.fileobj is listener:
                _begin(listener, waiting, running)
            elif isinstance(key.fileobj, socket.socket):
                _pass_on(key.fileobj, key.data, waiting)
            else:
                waiting.unregister(key.fileobj)
                os.close(key.fd)
                line = running.pop(key.data)
                status = os.waitstatus_to_exitcode(os.waitpid(key.data, 0)[1])
                with contextlib.suppress(OSError, KeyError):
                    waiting.unregister(line)
                with contextlib.suppress(OSError):  # it was killed, and its program with it
                    line.send(str(status).encode())
                line.close()


def _begin(
    listener: socket.socket, waiting: selectors.BaseSelector, running: dict[int, socket.socket]
) -> None:
    line, _ = listener.accept()
    request, streams, *_ = socket.recv_fds(line, _LONGEST, 3)
    if not (pid := os.fork()):
        listener.close()
        _be(streams, *json.loads(request))
    for stream in streams:
        os.close(stream)
    running[pid] = line
    waiting.register(line, selectors.EVENT_READ, pid)
    waiting.register(os.pidfd_open(pid), selectors.EVENT_READ, pid)


def _pass_on(line: socket.socket, pid: int, waiting: selectors.BaseSelector) -> None:
    """A signal for the program; where whoever asked was killed, that."""
    try:
        number = line.recv(1)
    except OSError:
        number = b""
    if not number:
        waiting.unregister(line)
    os.kill(pid, number[0] if number else signal.SIGKILL)


def _be(
    streams: list[int], words: list[str], folder: str, environment: dict[str, str], mask: int
) -> NoReturn:
    """Become a program that has just started."""
    import runpy

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, max(streams) + 64)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.umask(mask)
    random.seed()
    sys.argv = words
    sizes = (-1, 1 if "PYTHONUNBUFFERED" in environment else -1, 1)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, size, encoding="utf-8")  # noqa: PTH123, SIM115 - to the end
        for number, (mode, size) in enumerate(zip("rww", sizes, strict=True))
    )
    status = 1
    try:
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter would say it
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    finally:
        _leave(status)


def _leave(status: int) -> NoReturn:
    import atexit
    import logging

    logging.shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve(sys.argv[2])
    else:
        sys.exit(ask(sys.argv[1], sys.argv[2:]))
