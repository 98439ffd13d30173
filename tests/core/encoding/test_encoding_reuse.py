"""Encoding through the cache: resumed after a kill, cancelled, never done twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from assay.encoding import (
    FolderCache,
    HashingEncoder,
    encode_formats_with_cache,
    encode_with_cache,
)
from assay.progress import Cancelled, Progress, Report, silent
from assay.types import TaskFormat, Vectors

TEXTS = [f"paper number {number} " + "and more words " * (number % 7) for number in range(100)]


class CountingEncoder(HashingEncoder):
    """Remembers every text that it was asked for."""

    def __init__(self) -> None:
        super().__init__(dim=16)
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        self.asked += texts
        return super().encode(texts, format=format, progress=progress)


class SeveralEncoder(HashingEncoder):
    """A vector for each format, but for PRX and QRY, which share one; remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__(dim=16)
        self.asked: list[tuple[str, tuple[TaskFormat, ...]]] = []

    def _side(self, format: TaskFormat) -> str:
        return "search" if format in (TaskFormat.PRX, TaskFormat.QRY) else format.value

    def fingerprint(self, format: TaskFormat) -> str:
        return f"{super().fingerprint(format)}{self._side(format)}"

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        return super().encode(
            [f"{self._side(format)} {text}" for text in texts], format=format, progress=progress
        )

    def encode_formats(
        self, texts: Sequence[str], *, formats: Sequence[TaskFormat], progress: Progress = silent
    ) -> list[Vectors]:
        self.asked += [(text, tuple(formats)) for text in texts]
        return super().encode_formats(texts, formats=formats, progress=progress)


def _plain(texts: Sequence[str]) -> Vectors:
    return HashingEncoder(dim=16).encode(texts, format=TaskFormat.PRX)


def test_a_second_run_encodes_nothing_and_gives_the_same(tmp_path: Path) -> None:
    for _ in range(2):
        encoder = CountingEncoder()
        vectors, encoded = encode_with_cache(
            encoder, TEXTS, format=TaskFormat.PRX, cache=FolderCache(tmp_path)
        )
    assert (encoded, encoder.asked) == (0, [])
    np.testing.assert_array_equal(vectors, _plain(TEXTS))


def test_only_new_texts_are_encoded_and_equal_ones_once(tmp_path: Path) -> None:
    encode_with_cache(CountingEncoder(), TEXTS[:40], format=TaskFormat.PRX, cache=FolderCache(tmp_path))
    encoder = CountingEncoder()
    texts = [*TEXTS[30:50], *TEXTS[45:50], "", ""]
    vectors, encoded = encode_with_cache(
        encoder, texts, format=TaskFormat.PRX, cache=FolderCache(tmp_path), commit_every=4
    )
    assert encoded == 11
    assert sorted(encoder.asked) == sorted([*TEXTS[40:50], ""])
    np.testing.assert_array_equal(vectors, _plain(texts))


def test_a_cancelled_run_keeps_what_was_committed(tmp_path: Path) -> None:
    def stop_at_half(stage: str, done: int, total: int | None, item: object = None) -> None:
        if done > 50:
            raise Cancelled

    with pytest.raises(Cancelled):
        encode_with_cache(
            CountingEncoder(),
            TEXTS,
            format=TaskFormat.PRX,
            cache=FolderCache(tmp_path),
            progress=stop_at_half,
            commit_every=10,
        )
    encoder = CountingEncoder()
    _, encoded = encode_with_cache(encoder, TEXTS, format=TaskFormat.PRX, cache=FolderCache(tmp_path))
    assert encoded == len(encoder.asked) == 50


def test_progress_covers_the_whole_and_begins_with_what_is_there(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    encode_with_cache(CountingEncoder(), TEXTS[:30], format=TaskFormat.PRX, cache=cache)
    reports: list[Report] = []
    encode_with_cache(
        CountingEncoder(),
        TEXTS,
        format=TaskFormat.PRX,
        cache=cache,
        progress=lambda *report: reports.append(Report(*report)),
        commit_every=20,
    )
    assert {(report.stage, report.total) for report in reports} == {("encoding", 100)}
    counts = [report.done for report in reports]
    assert counts == sorted(counts)
    assert (counts[0] > 30, counts[-1]) == (True, 100)


SLOW_RUN = """
import sys, time
from pathlib import Path
from assay.encoding import HashingEncoder, FolderCache, encode_with_cache
from assay.types import TaskFormat
texts = Path(sys.argv[1]).read_text().split("|")
encode_with_cache(
    HashingEncoder(dim=16), texts, format=TaskFormat.PRX, cache=FolderCache(Path(sys.argv[2])),
    commit_every=5, progress=lambda *_: time.sleep(0.05),
)
"""


def test_a_killed_run_resumes_and_encodes_nothing_that_was_committed(tmp_path: Path) -> None:
    (tmp_path / "texts").write_text("|".join(TEXTS))
    folder = tmp_path / "cache"
    run = subprocess.Popen([sys.executable, "-c", SLOW_RUN, str(tmp_path / "texts"), str(folder)])
    deadline = time.monotonic() + 60
    while len(list(folder.glob("*/*.vectors"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL  # it was in the middle: 20 commits were to come
    committed = 5 * len(list(folder.glob("*/*.vectors")))
    assert 15 <= committed < 100
    encoder = CountingEncoder()
    vectors, encoded = encode_with_cache(encoder, TEXTS, format=TaskFormat.PRX, cache=FolderCache(folder))
    assert encoded == len(encoder.asked) == 100 - committed
    np.testing.assert_array_equal(vectors, _plain(TEXTS))


def test_a_text_is_read_once_for_all_formats_that_it_lacks(tmp_path: Path) -> None:
    encoder, cache = SeveralEncoder(), FolderCache(tmp_path)
    encode_with_cache(encoder, TEXTS[:30], format=TaskFormat.CLF, cache=cache)
    encode_with_cache(encoder, TEXTS[:10], format=TaskFormat.QRY, cache=cache)
    encoder.asked.clear()
    texts = [*TEXTS[:50], *TEXTS[40:50]]
    found, encoded = encode_formats_with_cache(
        encoder,
        texts,
        formats=[TaskFormat.CLF, TaskFormat.PRX, TaskFormat.RGN, TaskFormat.QRY],
        cache=cache,
        commit_every=7,
    )
    for vectors, each in zip(
        found, [TaskFormat.CLF, TaskFormat.PRX, TaskFormat.RGN, TaskFormat.QRY], strict=True
    ):
        np.testing.assert_array_equal(vectors, SeveralEncoder().encode(texts, format=each))
    assert encoded == 50
    of_text = dict(encoder.asked)
    assert len(of_text) == len(encoder.asked) == 50
    assert {of_text[text] for text in TEXTS[:10]} == {(TaskFormat.RGN,)}
    assert {of_text[text] for text in TEXTS[10:30]} == {(TaskFormat.QRY, TaskFormat.RGN)}
    assert {of_text[text] for text in TEXTS[30:50]} == {(TaskFormat.CLF, TaskFormat.QRY, TaskFormat.RGN)}
    encoder.asked.clear()
    encode_formats_with_cache(encoder, texts, formats=[TaskFormat.RGN, TaskFormat.PRX], cache=cache)
    assert encoder.asked == []
