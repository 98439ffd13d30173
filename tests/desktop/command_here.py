"""Jobs whose command line runs in this process: a real one takes a second to load the program anew."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

from PySide6.QtCore import QTimer

from assay.cli import run
from assay.cli.output import Output
from assay_desktop.background.child import Child


class CommandHere(Child):
    """A job's child without a process of its own: it answers once events are handled."""

    def start(self) -> None:
        QTimer.singleShot(0, self, self._run)

    def abandon(self, grace_ms: int) -> None:
        self.blockSignals(True)

    def _run(self) -> None:
        answer, progress = io.StringIO(), io.StringIO()
        words = self._command[self._command.index("assay") + 1 :]
        with redirect_stdout(answer), redirect_stderr(progress):
            status = run(words, Output(as_json=True))
        for line in progress.getvalue().splitlines():
            self._understand(line)
        self._output += answer.getvalue().encode()
        self._finished(status)
