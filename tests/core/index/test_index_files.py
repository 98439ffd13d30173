"""Saved indexes: whole or not at all, checked when opened."""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from assay.errors import DamagedIndex, DimensionMismatch, LibraryError, StaleIndex
from assay.index import (
    ExactIndex,
    Manifest,
    VectorIndex,
    generations,
    hash_array,
    new_index,
    open_index,
    papers,
    peek,
    save,
)

FINGERPRINT = "0123456789abcdef"
Find = Callable[[Path], Path]


def saved(folder: Path, rng: np.random.Generator, *, kind: str = "exact", n: int = 300) -> VectorIndex:
    index = new_index(kind, 8)
    index.add([f"d{row}" for row in range(n)], rng.standard_normal((n, 8)).astype(np.float32))
    save(index, folder, Manifest(FINGERPRINT, 8, kind, n, model="MiniLM"))
    return index


def reopened(folder: Path) -> VectorIndex:
    return open_index(folder, fingerprint=FINGERPRINT, dim=8)


@pytest.mark.parametrize("kind", ["exact", "flat", "hnsw"])
def test_an_opened_index_answers_and_changes_like_the_saved_one(
    tmp_path: Path, rng: np.random.Generator, kind: str
) -> None:
    index = saved(tmp_path, rng, kind=kind)
    index.remove(["d3", "d4"])  # a tombstone must survive the disk as well
    save(index, tmp_path, Manifest(FINGERPRINT, 8, kind, 0))
    other = reopened(tmp_path)
    queries = rng.standard_normal((5, 8)).astype(np.float32)
    assert other.kind == kind
    for step in (lambda _: None, lambda i: i.add(["new"], queries[:1]), lambda i: i.remove(["d10", "new"])):
        step(index)
        step(other)
        assert list(other.doc_ids) == list(index.doc_ids)
        for ours, theirs in zip(other.search_rows(queries, 10), index.search_rows(queries, 10), strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_an_exact_index_is_mapped_from_its_file(tmp_path: Path, rng: np.random.Generator) -> None:
    index = saved(tmp_path, rng)
    other = reopened(tmp_path)
    assert isinstance(other, ExactIndex)
    assert not other._large.flags.writeable  # the file's own pages, not a copy
    np.testing.assert_array_equal(other.vectors(["d7"]), index.vectors(["d7"]))


@pytest.mark.parametrize("kind", ["exact", "flat", "hnsw"])
def test_an_empty_index_is_saved_and_grows(tmp_path: Path, rng: np.random.Generator, kind: str) -> None:
    saved(tmp_path, rng, kind=kind, n=0)
    index = reopened(tmp_path)
    assert len(index) == 0
    index.add(["a"], np.ones((1, 8), np.float32))
    assert index.search_rows(np.ones((1, 8), np.float32), 1)[1].tolist() == [[0]]


def test_hashes_and_revision_come_back(tmp_path: Path) -> None:
    index = ExactIndex(2)
    index.add(["é"], np.eye(2, dtype=np.float32)[:1], hashes=hash_array([b"0123456789abcdef"]))
    index.add(["b"], np.eye(2, dtype=np.float32)[1:])
    save(index, tmp_path, Manifest(FINGERPRINT, 2, "exact", 2, revision=17, mark="m"))
    opened, manifest = open_index(tmp_path, fingerprint=FINGERPRINT, dim=2), peek(tmp_path)
    assert manifest is not None
    hashes = [bytes(each) for each in opened.text_hashes(["b", "é", "nobody"])]
    assert hashes == [bytes(16), b"0123456789abcdef", bytes(16)]
    assert (manifest.revision, manifest.n, manifest.kind, opened.mark) == (17, 2, "exact", "m")


def test_saving_leaves_one_generation(tmp_path: Path, rng: np.random.Generator, generation: Find) -> None:
    for n in (10, 20, 30):
        saved(tmp_path, rng, n=n)
        generation(tmp_path)
    assert len(reopened(tmp_path)) == 30


# -- stale ----------------------------------------------------------------------------------------------


def test_no_index_is_stale_and_says_how_to_build_one(tmp_path: Path) -> None:
    with pytest.raises(StaleIndex, match="assay index"):
        open_index(tmp_path / "none", fingerprint=FINGERPRINT, dim=8)


def test_another_dimension_under_the_same_fingerprint_is_refused(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    saved(tmp_path, rng)
    with pytest.raises(DimensionMismatch):
        open_index(tmp_path, fingerprint=FINGERPRINT, dim=9)


# -- damage ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["exact", "hnsw"])
def test_a_flipped_byte_in_any_file_is_noticed(
    tmp_path: Path, rng: np.random.Generator, generation: Find, kind: str
) -> None:
    saved(tmp_path, rng, kind=kind)
    files = [path for path in generation(tmp_path).iterdir() if path.is_file()]
    assert len(files) >= 3
    for path in files:
        content = path.read_bytes()
        for at in (0, len(content) // 2, len(content) - 1):
            path.write_bytes(content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :])
            with pytest.raises(DamagedIndex):
                reopened(tmp_path)
        path.write_bytes(content)
    assert len(reopened(tmp_path)) == 300


def settled(generation: Path) -> None:
    """Its files were written a minute ago."""
    for path in generation.iterdir():
        os.utime(path, (time.time() - 60,) * 2)


def flipped(path: Path) -> None:
    """Harm a file so that the system says the same of it: what a failing disk does."""
    of, content = path.stat(), path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    os.utime(path, ns=(of.st_atime_ns, of.st_mtime_ns))


def test_bytes_are_checked_once_and_again_in_a_copy_after_a_crash_and_on_demand(
    tmp_path: Path, rng: np.random.Generator, generation: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path / "a", rng)
    own = generation(tmp_path / "a")
    settled(own)
    read: list[str] = []
    real = generations.sha256_of
    monkeypatch.setattr(generations, "sha256_of", lambda path: (read.append(path.name), real(path))[1])
    reopened(tmp_path / "a")
    assert {"vectors.npy", *papers.FILES} == {*read}
    read.clear()
    reopened(tmp_path / "a")
    assert not read
    shutil.copytree(tmp_path / "a", tmp_path / "copy")
    reopened(tmp_path / "copy")
    assert {*read} == {"vectors.npy", *papers.FILES}

    flipped(own / "vectors.npy")
    assert len(reopened(tmp_path / "a")) == 300
    with pytest.raises(DamagedIndex, match=r"vectors\.npy"):
        generations.open_current(tmp_path / "a", lambda *_: None, whole=True)
    generations.forget_checks(tmp_path)
    with pytest.raises(DamagedIndex, match=r"vectors\.npy"):
        reopened(tmp_path / "a")


def test_an_index_that_cannot_be_read_is_checked_whole_to_say_why(
    tmp_path: Path, rng: np.random.Generator, generation: Find
) -> None:
    saved(tmp_path, rng, kind="flat")
    settled(generation(tmp_path))
    reopened(tmp_path)
    path = generation(tmp_path) / "index.faiss"
    of, content = path.stat(), path.read_bytes()
    path.write_bytes(b"none" + content[4:])
    os.utime(path, ns=(of.st_atime_ns, of.st_mtime_ns))
    with pytest.raises(DamagedIndex, match="checksum"):
        reopened(tmp_path)


def test_a_missing_or_cut_file_is_noticed_and_named(
    tmp_path: Path, rng: np.random.Generator, generation: Find
) -> None:
    saved(tmp_path, rng)
    for path in list(generation(tmp_path).iterdir()):
        content = path.read_bytes()
        for harm in (path.unlink, lambda path=path, content=content: path.write_bytes(content[:-1])):
            harm()
            with pytest.raises(DamagedIndex, match=path.name):
                reopened(tmp_path)
            path.write_bytes(content)


@pytest.mark.parametrize("pointer", [b"", b"nonsense", b"../../etc 00", b"\xff\xfe \x00\x01", b"a b c"])
def test_a_damaged_pointer_is_noticed(tmp_path: Path, rng: np.random.Generator, pointer: bytes) -> None:
    saved(tmp_path, rng)
    (tmp_path / "CURRENT").write_bytes(pointer)
    with pytest.raises(DamagedIndex):
        reopened(tmp_path)
    assert peek(tmp_path) is None


def test_a_damaged_index_is_replaced_by_the_next_save(tmp_path: Path, rng: np.random.Generator) -> None:
    saved(tmp_path, rng)
    (tmp_path / "CURRENT").write_bytes(b"nonsense")
    saved(tmp_path, rng, n=20)
    assert len(reopened(tmp_path)) == 20


# -- writing --------------------------------------------------------------------------------------------


def test_a_full_disk_keeps_the_index_from_before_and_leaves_no_rest(
    tmp_path: Path, rng: np.random.Generator, generation: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path, rng)

    def full(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(np, "save", full)
        with pytest.raises(LibraryError, match="No space left on device") as caught:
            saved(tmp_path, rng, n=500)
    assert str(tmp_path) in str(caught.value)
    generation(tmp_path)
    assert len(reopened(tmp_path)) == 300


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, rng: np.random.Generator) -> None:
    file = tmp_path / "a-file"
    file.write_text("in the way")
    with pytest.raises(LibraryError, match="cannot be written"):
        saved(file / "indexes", rng)


def test_a_reader_that_meets_a_swept_generation_takes_the_new_one(
    tmp_path: Path, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process publishes between our look at the pointer and our look at the files."""
    saved(tmp_path, rng)
    look, looks = generations._pointed_at, []

    def overtaken(folder: Path) -> tuple[Path, str] | None:
        pointed = look(folder)
        if not looks:
            looks.append(pointed)
            saved(tmp_path, rng, n=25)
        return pointed

    monkeypatch.setattr(generations, "_pointed_at", overtaken)
    assert len(reopened(tmp_path)) == 25


def test_a_generation_swept_while_it_is_read_is_left_for_the_next_one(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    saved(tmp_path, rng, n=10)
    opened: list[Path] = []

    def read(generation: Path, manifest: Manifest) -> tuple[int, bytes]:
        opened.append(generation)
        if len(opened) == 1:
            saved(tmp_path, rng, n=20)
        return manifest.n, generation.joinpath("papers-rows.npy").read_bytes()

    found = generations.open_current(tmp_path, read)
    assert found is not None
    assert (found[0], len(np.load(io.BytesIO(found[1])))) == (20, 20)
    assert len(set(opened)) == 2


def test_a_file_that_vanishes_without_a_newer_index_is_damage(
    tmp_path: Path, rng: np.random.Generator, generation: Find
) -> None:
    saved(tmp_path, rng)

    def read(generation: Path, manifest: Manifest) -> bytes:
        generation.joinpath("papers-rows.npy").unlink()
        return generation.joinpath("papers-rows.npy").read_bytes()

    with pytest.raises(DamagedIndex, match="assay index"):
        generations.open_current(tmp_path, read)


@pytest.mark.parametrize("kind", ["exact", "flat"])
def test_an_index_is_opened_while_another_publishes_in_a_loop(
    tmp_path: Path, rng: np.random.Generator, kind: str
) -> None:
    saved(tmp_path, rng, kind=kind)
    done = threading.Event()

    def publish() -> None:
        while not done.is_set():
            saved(tmp_path, rng, kind=kind)

    with ThreadPoolExecutor(1) as pool:
        publishing = pool.submit(publish)
        try:
            assert {len(reopened(tmp_path)) for _ in range(200)} == {300}
        finally:
            done.set()
        publishing.result()


SAVE_FOR_EVER = """
import sys
import numpy as np
from pathlib import Path
from assay.index import ExactIndex, Manifest, save
for n in range(1, 10_000):
    index = ExactIndex(8)
    index.add([f"d{row}" for row in range(n)], np.full((n, 8), n, np.float32))
    save(index, Path(sys.argv[1]), Manifest("0123456789abcdef", 8, "exact", n))
    print(n, flush=True)
"""


def test_a_kill_at_any_moment_leaves_a_whole_index(tmp_path: Path) -> None:
    for delay in (0.0, 0.003, 0.007, 0.011):
        process = subprocess.Popen(
            [sys.executable, "-c", SAVE_FOR_EVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        for _ in range(5):
            last = int(process.stdout.readline())
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        last = max([last, *(int(line) for line in process.stdout.read().split())])
        process.wait()
        process.stdout.close()
        index = reopened(tmp_path)
        assert len(index) in (last, last + 1)
        assert index.search_rows(np.ones((1, 8), np.float32), 1)[0][0, 0] == pytest.approx(1)


def test_everything_is_on_the_disk_before_the_pointer_names_it(
    tmp_path: Path, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a power cut would leave: of each file, folder and the pointer itself, whether it was synced."""
    synced: set[int] = set()
    lacking: list[list[str]] = []
    fsync, move = os.fsync, os.replace

    def note(descriptor: int) -> None:
        fsync(descriptor)
        synced.add(os.fstat(descriptor).st_ino)

    def check(source: os.PathLike[str], target: os.PathLike[str]) -> None:
        if Path(target).name == generations.POINTER:
            (generation,) = (path for path in tmp_path.iterdir() if path.is_dir())
            parts = [generation, *generation.iterdir(), Path(source)]
            lacking.append([path.name for path in parts if path.stat().st_ino not in synced])
            synced.clear()
        move(source, target)

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(os, "replace", check)
    saved(tmp_path, rng)

    assert lacking == [[]]
    assert tmp_path.stat().st_ino in synced  # and the folder, for the pointer's new name
