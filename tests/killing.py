"""Processes killed at random moments, and what must hold of a library afterwards."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay.library import Library
    from assay.types import Paper

FEW, MANY = 2, 100
"""Kills in every run of the tests, and under `make soak`."""

_LEFT_S = 300.0  # on a machine that does much else
_WHOLE_S = 1800.0


class Killer:
    """Kills a job at a random moment of the time that the last whole one took, or of its progress.

    A third of them are killed by the clock, so that starting and ending are met too. The others are killed
    soon after one of the reports that the last whole one made, which is while they work on any machine.
    Where the machine has become slower, so that none gets to its end, the time grows.
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self._whole = 0.0  # seconds; 0 until a job was let run to its end
        self._reports = 0

    def run(self, process: subprocess.Popen[str]) -> str | None:
        """What the job said on standard output; None where it was killed before its end."""
        begun = time.monotonic()
        reports = 0
        if not self._whole:
            wait = _WHOLE_S
        elif self.rng.random() < 1 / 3:
            wait = self.rng.uniform(0, 1.2 * self._whole)
        else:
            reports = self._read(process, self.rng.randint(1, max(1, self._reports)))
            wait = self.rng.uniform(0, 0.1 * self._whole)
        try:
            out, errors = process.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self._whole *= 1.05
            return None
        assert process.returncode == 0, errors
        self._whole = time.monotonic() - begun
        self._reports = reports + errors.count("\n")
        return str(out)

    def _read(self, process: subprocess.Popen[str], most: int) -> int:
        assert process.stderr is not None
        return sum(1 for _ in range(most) if process.stderr.readline())


def require_sound(folder: Path) -> None:
    """The library's file is whole: SQLite says so of every page and every reference."""
    with closing(sqlite3.connect(folder / "library.sqlite", timeout=30)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def papers_of(library: Library) -> dict[str, Paper]:
    """doc_id -> paper, of the whole library."""
    return {paper.doc_id: paper for batch in library.papers.all() for paper in batch}


def require_no_process_left(folder: Path) -> None:
    """All children of a killed process end by themselves, within minutes."""
    until = time.monotonic() + _LEFT_S
    while found := processes_on(folder):
        assert time.monotonic() < until, f"still at work: {found}"
        time.sleep(0.05)


def processes_on(folder: Path) -> list[str]:
    """The command lines of the processes that name the folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = place.joinpath("cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        except OSError:  # it has just ended
            continue
        if str(folder) in words:
            found.append(f"{place.name} {' '.join(words)}")
    return found
