"""From a grade to its durable commit: 1,000 grades through the library, beside bare INSERTs with sqlite3.

The bare table has one row a grade and the same pragmas (write-ahead log, synchronous=FULL), so that its time
is what the disk asks for. The library also looks up the ids, keeps the event's chain, and updates the cache.
"""

from __future__ import annotations

import logging
import sqlite3
import statistics
import tempfile
import time
import uuid
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from assay.library import Library
from assay.types import Paper, Query

if TYPE_CHECKING:
    from collections.abc import Callable

GRADES = 1000
QUERIES = 10


def main() -> None:
    """Prints the table of percentiles."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as name:
        rows = {
            "sqlite3 INSERT + commit": _bare(Path(name) / "bare.sqlite"),
            "record()": _recorded(Path(name) / "library"),
            "undo()": _undone(Path(name) / "library"),
        }
    print("| step | p50, ms | p99, ms | largest, ms |")
    print("|---|---:|---:|---:|")
    for step, times in rows.items():
        hundredths = statistics.quantiles(times, n=100)
        print(f"| {step} | {hundredths[49]:.2f} | {hundredths[98]:.2f} | {max(times):.2f} |")


def _recorded(folder: Path) -> list[float]:
    with Library.open(folder) as library:
        library.papers.add([(Paper(f"d{i}", f"Paper {i}"), (f"title:{i}",)) for i in range(GRADES)])
        library.queries.add([Query(f"q{i}", f"query {i}") for i in range(QUERIES)])
        record = library.judgements.record
        return [
            _ms(lambda i=i: record(f"q{i % QUERIES}", f"d{i}", assessor="bench", relevance=i % 3))  # type: ignore[misc]
            for i in range(GRADES)
        ]


def _undone(folder: Path) -> list[float]:
    with Library.open(folder) as library:
        return [_ms(lambda: library.judgements.undo(assessor="bench")) for _ in range(GRADES)]


def _bare(path: Path) -> list[float]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE grade (uuid TEXT PRIMARY KEY, query TEXT, doc TEXT, grade INTEGER)")

        def insert(i: int) -> None:
            row = (str(uuid.uuid4()), f"q{i % QUERIES}", f"d{i}", i % 3)
            connection.execute("INSERT INTO grade VALUES (?, ?, ?, ?)", row)

        return [_ms(lambda i=i: insert(i)) for i in range(GRADES)]  # type: ignore[misc]


def _ms(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
