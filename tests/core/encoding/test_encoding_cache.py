"""The vector cache: nothing is lost, nothing damaged is believed."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
import time
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.encoding import FolderCache, text_key
from assay.encoding import cache as cache_module
from assay.errors import DimensionMismatch, LibraryError
from assay.types import Vectors

PRINT = "0123abcd"


def _keys(*names: object) -> list[bytes]:
    return [text_key(str(name)) for name in names]


def _vectors(count: int, *, seed: int = 0, dim: int = 8) -> Vectors:
    return np.random.default_rng(seed).standard_normal((count, dim)).astype(np.float32)


def _segments(folder: Path) -> list[Path]:
    return sorted((folder / PRINT).glob("*.vectors"))


def test_vectors_come_back_in_the_order_asked_for(tmp_path: Path) -> None:
    vectors = _vectors(5)
    FolderCache(tmp_path).put(_keys(*"abcde"), vectors, fingerprint=PRINT)
    got, found = FolderCache(tmp_path).get(_keys("e", "?", "a", "a"), fingerprint=PRINT, dim=8)
    np.testing.assert_array_equal(got, [vectors[4], np.zeros(8), vectors[0], vectors[0]])
    assert found.tolist() == [True, False, True, True]


def test_an_empty_cache_finds_nothing(tmp_path: Path) -> None:
    got, found = FolderCache(tmp_path / "not there yet").get(_keys("a"), fingerprint=PRINT, dim=3)
    assert got.shape == (1, 3)
    assert not found.any()
    got, found = FolderCache(tmp_path).get([], fingerprint=PRINT, dim=3)
    assert got.shape == (0, 3)
    assert found.shape == (0,)


def test_fingerprints_do_not_mix(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    cache.put(_keys("a"), _vectors(1), fingerprint=PRINT)
    assert not cache.get(_keys("a"), fingerprint="another", dim=8)[1].any()


def test_what_another_process_wrote_is_seen(tmp_path: Path) -> None:
    reader, writer = FolderCache(tmp_path), FolderCache(tmp_path)
    assert not reader.get(_keys("a"), fingerprint=PRINT, dim=8)[1].any()
    writer.put(_keys("a"), _vectors(1), fingerprint=PRINT)
    assert reader.get(_keys("a"), fingerprint=PRINT, dim=8)[1].all()


def test_another_dimension_is_an_error(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path)
    cache.put(_keys("a"), _vectors(1, dim=8), fingerprint=PRINT)
    with pytest.raises(DimensionMismatch, match="8 dimensions were given where 9"):
        cache.get(_keys("a"), fingerprint=PRINT, dim=9)


def test_keys_are_those_of_the_text_and_any_text_has_one() -> None:
    assert text_key("abc") == blake2b(b"abc", digest_size=16).digest()
    assert len({text_key(text) for text in ("", " ", "a", "A", "\ud800", "深")}) == 6


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=8), st.integers(1, 3))
def test_it_behaves_like_a_dict(
    tmp_path_factory: pytest.TempPathFactory, puts: list[list[int]], small_segments: int
) -> None:
    """Whatever is put, however often segments are merged. Equal keys have equal vectors, as texts do."""
    vectors = _vectors(31)
    folder = tmp_path_factory.mktemp("cache")
    expected: set[int] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache_module, "SMALL_SEGMENTS", small_segments)
        patch.setattr(cache_module, "SMALL_ROWS", 6)
        patch.setattr(os, "fsync", lambda _: None)
        cache = FolderCache(folder)
        for names in puts:
            cache.put(_keys(*names), vectors[names], fingerprint=PRINT)
            expected.update(names)
            got, found = cache.get(_keys(*range(31)), fingerprint=PRINT, dim=8)
            assert set(np.flatnonzero(found).tolist()) == expected
            np.testing.assert_array_equal(got[found], vectors[found])


def test_many_small_segments_become_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "SMALL_SEGMENTS", 4)
    cache = FolderCache(tmp_path)
    vectors = _vectors(10)
    for row in range(10):
        cache.put(_keys(row), vectors[row : row + 1], fingerprint=PRINT)
        assert len(_segments(tmp_path)) <= 5
    np.testing.assert_array_equal(cache.get(_keys(*range(10)), fingerprint=PRINT, dim=8)[0], vectors)


def test_a_reader_keeps_its_vectors_while_segments_are_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "SMALL_SEGMENTS", 2)
    reader, writer = FolderCache(tmp_path), FolderCache(tmp_path)
    vectors = _vectors(6)
    for row in range(6):
        writer.put(_keys(row), vectors[row : row + 1], fingerprint=PRINT)
        got, found = reader.get(_keys(*range(row + 1)), fingerprint=PRINT, dim=8)
        assert found.all()
        np.testing.assert_array_equal(got, vectors[: row + 1])


WRITER = """
import sys
from pathlib import Path
import numpy as np
from assay.encoding import FolderCache, cache as module, text_key
module.SMALL_SEGMENTS = 4
cache = FolderCache(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), int(sys.argv[2]) + 30):
    cache.put([text_key(str(number))], np.full((1, 8), number, np.float32), fingerprint=sys.argv[3])
"""


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(first), PRINT])
        for first in (0, 20, 40)  # some keys are written twice
    ]
    reader = FolderCache(tmp_path)
    while any(writer.poll() is None for writer in writers):
        got, found = reader.get(_keys(*range(70)), fingerprint=PRINT, dim=8)
        np.testing.assert_array_equal(got[found, 0], np.flatnonzero(found))
        time.sleep(0.01)
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    got, found = reader.get(_keys(*range(70)), fingerprint=PRINT, dim=8)
    assert found.all()
    np.testing.assert_array_equal(got[:, 0], np.arange(70))


def _flip_last_byte(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-7],
        lambda content: content[:10],
        lambda content: b"",
        lambda content: b"not a segment" + content,
        _flip_last_byte,
    ],
    ids=["cut short", "cut in the header", "empty", "foreign", "one bit"],
)
def test_a_damaged_segment_is_set_aside_and_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: object
) -> None:
    assert callable(damage)
    vectors = _vectors(2)
    writer = FolderCache(tmp_path)
    writer.put(_keys("a"), vectors[:1], fingerprint=PRINT)
    writer.put(_keys("b"), vectors[1:], fingerprint=PRINT)
    first = _segments(tmp_path)[0]
    first.write_bytes(damage(first.read_bytes()))
    cache = FolderCache(tmp_path)
    for _ in range(2):
        got, found = cache.get(_keys("a", "b"), fingerprint=PRINT, dim=8)
        assert found.tolist() == [False, True]
        np.testing.assert_array_equal(got[1], vectors[1])
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == 1
    assert first.name in warnings[0].getMessage()
    caplog.clear()
    cache.put(_keys("a"), vectors[:1], fingerprint=PRINT)
    assert cache.get(_keys("a", "b"), fingerprint=PRINT, dim=8)[1].all()


def test_an_unfinished_file_is_no_segment_and_goes_with_the_next_merge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = FolderCache(tmp_path)
    cache.put(_keys("a"), _vectors(1), fingerprint=PRINT)
    unfinished = tmp_path / PRINT / "0-killed.unfinished"
    unfinished.write_bytes(b"half")
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(unfinished, (two_days_ago, two_days_ago))
    assert cache.get(_keys("a"), fingerprint=PRINT, dim=8)[1].all()
    monkeypatch.setattr(cache_module, "SMALL_SEGMENTS", 1)
    cache.put(_keys("b"), _vectors(1), fingerprint=PRINT)
    assert not unfinished.exists()


def test_a_full_disk_is_reported_and_costs_nothing_that_was_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = FolderCache(tmp_path)
    cache.put(_keys("a"), _vectors(1), fingerprint=PRINT)

    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        with pytest.raises(LibraryError, match=r"cannot be written: No space left.*what was committed"):
            cache.put(_keys("b"), _vectors(1), fingerprint=PRINT)
    assert not list((tmp_path / PRINT).glob("*.unfinished"))
    assert cache.get(_keys("a", "b"), fingerprint=PRINT, dim=8)[1].tolist() == [True, False]


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(LibraryError, match="cannot be written"):
        FolderCache(tmp_path / "file").put(_keys("a"), _vectors(1), fingerprint=PRINT)


def test_many_vectors_are_mapped_rather_than_read(tmp_path: Path) -> None:
    vectors = _vectors(5_000, dim=64)
    keys = _keys(*range(5_000))
    cache = FolderCache(tmp_path)
    cache.put(keys, vectors, fingerprint=PRINT)
    got, found = cache.get(keys[5::2], fingerprint=PRINT, dim=64)
    assert found.all()
    np.testing.assert_array_equal(got, vectors[5::2])
    mapped = cache._runs(PRINT)[0].segments[0].vectors
    assert isinstance(mapped, np.memmap)


@pytest.mark.parametrize("half", [0, 1])
def test_a_text_whose_key_agrees_in_one_half_alone_is_not_found(tmp_path: Path, half: int) -> None:
    """Sixteen bytes are compared, not eight: of two texts that share a half, the other's vector is wrong."""
    parts = [(b"A" * 8, b"B" * 8), (b"A" * 8, b"C" * 8) if half == 0 else (b"D" * 8, b"B" * 8)]
    stored, asked = (first + second for first, second in parts)
    vectors = _vectors(1)
    FolderCache(tmp_path).put([stored], vectors, fingerprint=PRINT)

    got, found = FolderCache(tmp_path).get([asked, stored], fingerprint=PRINT, dim=8)

    assert found.tolist() == [False, True]
    np.testing.assert_array_equal(got, [np.zeros(8), vectors[0]])
