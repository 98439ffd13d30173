"""Asks the process that draws PDFs for pages. It starts with the first and ends when one takes too long."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, QProcess, QTimer

from assay.codec import decode, to_json
from assay.interpreter import python
from assay.pdf.types import FileAnswer, PageCall

SLOW_MS: Final = 20_000
COMMAND: Final = tuple(python("-m", "assay.pdf.process.drawer"))

Done = Callable[[Any], None]
Failed = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Request:
    number: int
    call: PageCall
    done: Done
    failed: Failed


class PdfPages(QObject):
    """One request at a time. Of several that wait under one operation only the latest is made."""

    def __init__(self, parent: QObject | None = None, *, command: tuple[str, ...] = COMMAND) -> None:
        super().__init__(parent)
        self._command = command
        self._process: QProcess | None = None
        self._rest = bytearray()
        self._number = 0
        self._now: _Request | None = None
        self._waiting: dict[str, _Request] = {}
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._give_up)

    def ask(self, call: PageCall, done: Done, failed: Failed) -> None:
        """Ask; `done` gets drawer.py's answer, `failed` the reason; neither after a later request."""
        self._number += 1
        self._waiting[call.op] = _Request(self._number, call, done, failed)
        self._next()

    def close(self) -> None:
        """End the process without waiting for its answers."""
        self._now, self._waiting = None, {}
        self._end()

    def _next(self) -> None:
        if self._now is not None or not self._waiting:
            return
        self._now = self._waiting.pop(next(iter(self._waiting)))
        self._rest = bytearray()
        message = {"id": self._now.number, **to_json(self._now.call)}
        self._started().write(json.dumps(message).encode() + b"\n")
        self._slow.start()

    def _started(self) -> QProcess:
        if self._process is None:
            self._process = QProcess(self)
            self._process.setStandardErrorFile(QProcess.nullDevice())
            self._process.readyReadStandardOutput.connect(self._read)
            self._process.finished.connect(self._crashed)
            self._process.errorOccurred.connect(self._not_started)
            self._process.start(self._command[0], list(self._command[1:]))
        return self._process

    def _read(self) -> None:
        if self._process is None:
            return
        arrived = self._process.readAllStandardOutput().data()
        self._rest += arrived  # in place: a page is up to 130 MB, in pieces of some kB
        if b"\n" in arrived:
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                self._take(decode(line, FileAnswer))

    def _take(self, answer: FileAnswer) -> None:
        request = self._now
        if request is None or answer.id != request.number:
            return
        self._slow.stop()
        self._now = None
        if answer.fault:
            request.failed(answer.fault)
        else:
            request.done(answer.ok)
        self._next()

    def _give_up(self) -> None:
        self._fail(self.tr("the page took too long to draw"))

    def _crashed(self) -> None:
        self._fail(self.tr("the page cannot be drawn: the file is damaged"))

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._fail(self.tr("the process that draws pages could not start"))

    def _fail(self, why: str) -> None:
        """Fail what was asked; ask a new process for what waits."""
        request, self._now = self._now, None
        self._end()
        if request is not None:
            request.failed(why)
        self._next()

    def _end(self) -> None:
        self._slow.stop()
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(1000)
            process.deleteLater()
