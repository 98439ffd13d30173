"""What watching a folder of 10,000 files costs while nothing happens, and when a new file is noticed.

`python tests/benchmarks/bench_watching.py [--minutes 2] [--files 5]` makes the folder, and measures the
window's own watching in one process, by news of the system and by walks.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

from measuring import head, parser_of, row
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QThreadPool, QTimer, Signal

from assay_desktop.shell import watching
from assay_desktop.shell.watching import Watching

FOLDERS, FILES = 100, 100


class _Jobs(QObject):
    finished = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.looks: list[float] = []  # seconds

    def is_waiting(self, _args: list[str]) -> bool:
        return False

    def add(self, *_args: Any) -> None:
        self.looks.append(time.monotonic())


def main() -> None:
    """Prints a row for each way to watch."""
    parser = parser_of(__doc__)
    parser.add_argument("--minutes", type=float, default=2, help="of doing nothing")
    parser.add_argument("--files", type=int, default=5, help="that are new")
    asked = parser.parse_args()
    QCoreApplication([])
    with tempfile.TemporaryDirectory(dir=Path.home()) as name:
        for number in range(FOLDERS):
            folder = Path(name, f"{number:03}")
            folder.mkdir()
            for each in range(FILES):
                folder.joinpath(f"{each:03}.pdf").write_bytes(b"%PDF")
        head("watched by", "processor while idle", "new file noticed, median", "slowest", texts=1)
        _measure("nothing", None, name, asked)
        _measure("news of the system", 60_000, name, asked)
        _measure("a walk every minute", 60_000, name, asked, walks=True)
        _measure("a walk every second", 1_000, name, asked, walks=True)


def _measure(title: str, every: int | None, folder: str, asked: Any, *, walks: bool = False) -> None:
    jobs = _Jobs()
    lane = Mock(submit=lambda _read, done, **_: done([folder]))
    made = Watching(SimpleNamespace(lane=lane, jobs=jobs))  # type: ignore[arg-type]
    if every is not None:
        made._unreported = frozenset({folder} if walks else ())
        made._timer.setInterval(every)
        watching.SETTLED_MS = min(every, 3_000)
        made._timer.start()
        made.check()
    _wait(2)
    started, used = time.monotonic(), time.process_time()
    _wait(60 * asked.minutes)
    idle = (time.process_time() - used) / (time.monotonic() - started)
    took = [_noticed(Path(folder, "050"), jobs) for _ in range(asked.files if every is not None else 0)]
    made.stop()
    QThreadPool.globalInstance().waitForDone()
    if took:
        row(title, f"{idle:.3%}", f"{statistics.median(took):.2f} s", f"{max(took):.2f} s")
    else:
        row(title, f"{idle:.3%}", "", "")


def _noticed(folder: Path, jobs: _Jobs) -> float:
    """Seconds until a look is queued."""
    _wait(7 * time.monotonic() % 5)  # at any time of the interval
    n_looks, started = len(jobs.looks), time.monotonic()
    folder.joinpath(f"new-{n_looks}.pdf").write_bytes(b"%PDF")
    while len(jobs.looks) == n_looks:
        _wait(0.02)
    return jobs.looks[-1] - started


def _wait(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


if __name__ == "__main__":
    main()
