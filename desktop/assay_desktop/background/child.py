"""A child process of the command line: its progress, its one result, and how it is asked to stop."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from assay.codec import from_json
from assay.errors import BadInput
from assay.progress import IndexUpdated, Report
from assay_desktop.text.core_words import error_words

log = logging.getLogger(__name__)

GRACE_MS: Final = 5000
_CANCELLED_STATUS: Final = 130
_REPORTED: Final = (1, 2)  # a whole report all the same: grades are hurt, or no file could be read


class Child(QObject):
    """The running process: reads its progress (stderr) and its one result (stdout).

    `key` is whatever its owner knows it by. It ends as "done", "failed" or "cancelled", once.
    """

    progressed = Signal(object, float)  # Report, and when its stage began
    announced = Signal(object)  # IndexUpdated: what can be used before the work is over
    ended = Signal(str, object, str)  # state, result, error

    def __init__(
        self,
        key: str,
        command: Sequence[str],
        environment: QProcessEnvironment,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.key = key
        self._command = list(command)
        self._is_stopping = False
        self._rest = b""
        self._output = bytearray()
        self._report = Report("", 0, None)
        self._stage_began = 0.0
        self._last_words: deque[str] = deque(maxlen=20)
        self._process = QProcess(self)
        self._process.setProcessEnvironment(environment)
        self._process.readyReadStandardError.connect(self._read_progress)
        self._process.readyReadStandardOutput.connect(self._read_output)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._failed_to_start)
        self._kill = QTimer(self, singleShot=True)
        self._kill.timeout.connect(self._process.kill)

    def start(self) -> None:
        self._process.start(self._command[0], self._command[1:])

    def cancel(self, grace_ms: int = GRACE_MS) -> None:
        self._is_stopping = True
        self._process.write(b"cancel\n")
        self._kill.start(grace_ms)

    def abandon(self, grace_ms: int) -> None:
        """End the process without a word to anyone; used when the window goes."""
        self.blockSignals(True)
        self._process.write(b"cancel\n")
        self._process.closeWriteChannel()
        if not self._process.waitForFinished(grace_ms):
            self._process.kill()
            self._process.waitForFinished(1000)

    def _read_output(self) -> None:
        self._output += bytes(self._process.readAllStandardOutput().data())

    def _read_progress(self) -> None:
        *lines, self._rest = (self._rest + bytes(self._process.readAllStandardError().data())).split(b"\n")
        for line in lines:
            self._understand(line.decode("utf-8", "replace").strip())

    def _understand(self, line: str) -> None:
        fields = _object_in(line)
        progress, event = fields.get("progress"), fields.get("event")
        if isinstance(event, dict) and event.get("kind") == "index_updated":
            self.announced.emit(from_json(event, IndexUpdated))
            return
        try:
            report = from_json(progress, Report)
        except BadInput:
            if line:
                self._last_words.append(line)
            return
        if not report.is_of(self._report):
            self._stage_began = time.monotonic()
        self._report = report
        self.progressed.emit(report, self._stage_began)

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.ended.emit(
                "failed", {}, self.tr("The job could not start: {0}.").format(self._process.errorString())
            )

    def _finished(self, status: int) -> None:
        self._kill.stop()
        self._read_progress()
        self._read_output()
        answer = _object_in(self._output.decode("utf-8", "replace"))
        if (self._is_stopping and status != 0) or status == _CANCELLED_STATUS or "cancelled" in answer:
            self.ended.emit("cancelled", answer, "")
        elif status == 0 or (status in _REPORTED and answer and "error" not in answer):
            # An import of nothing but unreadable files is refused, and its report says why, file by file.
            self.ended.emit("done", answer, "")
        else:
            self.ended.emit("failed", answer, self._reason(answer, status))

    def _reason(self, answer: dict[str, object], status: int) -> str:
        error = answer.get("error")
        if isinstance(error, dict) and error.get("message"):
            return error_words(error)
        for line in self._last_words:
            log.warning("child: %s", line)
        ended = self.tr(
            "The job ended unexpectedly (exit status {0}). What it saved is kept; run it again."
        ).format(status)
        if not self._last_words:
            return ended
        return f"{ended} {self.tr('Last output: {0}').format(self._last_words[-1])}"


def _object_in(text: str) -> dict[str, object]:
    """The JSON object that `text` is, or {} where it is something else."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
