"""Workers that are processes of this machine, one a device; shards and answers are files between them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from assay.interpreter import NO_WINDOW, python
from assay.workers.jobs import Job
from assay.workers.pool import WorkerLost

_MOST = 300  # characters of a process's last line


class ProcessWorker:
    """A process with a device of its own."""

    def __init__(self, device: str, folder: Path, number: int, *, threads: int) -> None:
        """`threads` are the cores that torch takes there, where the device is the processor."""
        self._command = python("-m", "assay.workers.child", device)
        self._environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
        self._files = [folder / f"{number}.{name}" for name in ("shard", "answer", "log")]
        self._process: subprocess.Popen[str] | None = None
        self.restart()

    def call(self, job: Job, shard: bytes) -> bytes:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise WorkerLost("it was closed")
        given, made, _ = self._files
        given.write_bytes(shard)
        try:
            process.stdin.write(json.dumps([job.module, job.settings, str(given), str(made)]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError) as error:  # it has died, or was closed by another thread
            raise WorkerLost(self._last_words()) from error
        if not answer:
            raise WorkerLost(self._last_words())
        return made.read_bytes()

    def restart(self) -> None:
        self.close()
        with self._files[2].open("w") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own module, with our own arguments
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
                env=self._environment,
                creationflags=NO_WINDOW,
            )

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _last_words(self) -> str:
        process = self._process
        code = None if process is None else process.wait()
        lines = self._files[2].read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return f"a process ended with status {code}" + (f" ({lines[-1][:_MOST]})" if lines else "")
