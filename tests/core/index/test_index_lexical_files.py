"""The keyword index on the disk: changes, restarts, kills and damage."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import DamagedIndex, LibraryError, StaleIndex
from assay.index import LexicalIndex, generations, lexical, text_hash
from assay.types import Paper

PAPERS = [Paper(f"p{n}", f"paper number{n}", "common words") for n in range(50)]


def built(folder: Path, papers: list[Paper] = PAPERS) -> LexicalIndex:
    index = LexicalIndex(folder)
    index.add(papers)
    index.commit(revision=3)
    return index


def ids(index: LexicalIndex, text: str) -> list[str]:
    return [doc_id for doc_id, _ in index.search(text, 100)]


def test_changes_are_seen_after_the_commit_and_not_before(tmp_path: Path) -> None:
    index = built(tmp_path)
    index.add([replace(PAPERS[1], abstract="rare")])
    index.remove(["p2", "unknown"])
    assert ids(index, "rare") == []
    assert ids(LexicalIndex(tmp_path), "number2") == ["p2"]
    index.commit()
    for seen in (index, LexicalIndex(tmp_path)):
        assert ids(seen, "rare") == ["p1"]
        assert ids(seen, "number2") == []
        assert len(seen) == 49


def test_a_replaced_paper_is_there_once(tmp_path: Path) -> None:
    index = built(tmp_path)
    for _ in range(3):
        index.add([PAPERS[5], PAPERS[5]])
        index.commit()
    assert ids(index, "number5") == ["p5"]
    assert len(index) == 50


def test_adding_in_steps_ranks_like_adding_at_once(tmp_path: Path) -> None:
    texts = ["graph walk", "walk walk tree", "tree graph graph", "leaf"]
    papers = [Paper(f"d{n}", texts[n % 4], f"{texts[n % 3]} {texts[n % 2]}") for n in range(40)]
    grown = LexicalIndex(tmp_path)
    for start in range(0, 40, 10):
        grown.add(papers[start : start + 10])
        grown.commit()
    fresh = LexicalIndex()
    fresh.add(papers)
    fresh.commit()
    for query in ("graph", "walk tree", "leaf graph"):
        ours, theirs = grown.search(query, 40), fresh.search(query, 40)
        assert [doc_id for doc_id, _ in ours] == [doc_id for doc_id, _ in theirs]
        assert [score for _, score in ours] == pytest.approx([score for _, score in theirs])


def test_readers_keep_the_index_that_they_opened(tmp_path: Path) -> None:
    index = built(tmp_path)
    reader = LexicalIndex(tmp_path)
    index.remove([paper.doc_id for paper in PAPERS[:40]])
    index.commit()
    assert len(ids(reader, "common")) == 50
    assert len(ids(LexicalIndex(tmp_path), "common")) == 10


def test_what_is_discarded_leaves_no_trace(tmp_path: Path, generation: Callable[[Path], Path]) -> None:
    built(tmp_path)
    index = LexicalIndex(tmp_path)
    index.add([Paper("new", "new")])
    index.discard()
    generation(tmp_path)
    assert ids(LexicalIndex(tmp_path), "new") == []


def test_a_flipped_byte_in_any_file_is_noticed(tmp_path: Path, generation: Callable[[Path], Path]) -> None:
    built(tmp_path)
    files = [path for path in generation(tmp_path).iterdir() if path.stat().st_size]
    assert len(files) > 5
    for path in files:
        content = path.read_bytes()
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
        with pytest.raises(DamagedIndex, match="assay index"):
            LexicalIndex(tmp_path)
        path.unlink()
        with pytest.raises(DamagedIndex, match="assay index"):
            LexicalIndex(tmp_path)
        path.write_bytes(content)
    assert len(LexicalIndex(tmp_path)) == 50


def test_a_damaged_index_is_replaced_by_a_fresh_one(tmp_path: Path) -> None:
    built(tmp_path)
    (tmp_path / generations.POINTER).write_bytes(b"?")
    index = LexicalIndex.fresh(tmp_path)
    index.add(PAPERS[:2])
    index.commit()
    assert len(LexicalIndex(tmp_path)) == 2


def test_an_index_of_another_analysis_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(lexical, "FINGERPRINT", "bm25-0")
        built(tmp_path)
    with pytest.raises(StaleIndex, match="bm25-0"):
        LexicalIndex(tmp_path)


def test_an_index_that_tantivy_does_not_know_is_damaged(
    tmp_path: Path, generation: Callable[[Path], Path]
) -> None:
    built(tmp_path)
    made = generation(tmp_path)
    (made / "meta.json").write_text('{"index_settings": {}, "segments": "of another version"}')
    with pytest.raises(DamagedIndex):
        LexicalIndex(tmp_path)
    generations.publish(made, generations.Manifest(lexical.FINGERPRINT, 0, "bm25", 50))  # sums now agree
    with pytest.raises(DamagedIndex, match="cannot be read"):
        LexicalIndex(tmp_path)


def test_a_full_disk_keeps_the_index_from_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, generation: Callable[[Path], Path]
) -> None:
    index = built(tmp_path)

    def full(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(lexical.shutil, "copyfile", full)
        with pytest.raises(LibraryError, match="No space left on device"):
            index.add([Paper("new", "new")])
        index.discard()
    generation(tmp_path)
    assert len(LexicalIndex(tmp_path)) == 50


def test_an_index_is_opened_while_another_publishes_in_a_loop(tmp_path: Path) -> None:
    built(tmp_path)
    made = LexicalIndex(tmp_path)
    done = threading.Event()

    def publish() -> None:
        while not done.is_set():
            made.add(PAPERS[:1])
            made.commit()

    with ThreadPoolExecutor(1) as pool:
        publishing = pool.submit(publish)
        try:
            for _ in range(200):
                opened = LexicalIndex(tmp_path)
                assert (len(opened), len(opened.doc_ids)) == (50, 50)
        finally:
            done.set()
        publishing.result()


def test_text_hashes_are_known_after_the_files_were_swept(tmp_path: Path) -> None:
    built(tmp_path)
    reader, writer = LexicalIndex(tmp_path), LexicalIndex(tmp_path)
    writer.remove(["p1"])
    writer.commit()
    hashes = reader.text_hashes([paper.doc_id for paper in PAPERS])
    assert list(map(bytes, hashes)) == list(map(text_hash, PAPERS))


def test_a_generation_that_lost_its_words_is_damaged(
    tmp_path: Path, generation: Callable[[Path], Path]
) -> None:
    """Tantivy makes a new index where the file that lists the old one's parts is gone."""
    built(tmp_path)
    made = generation(tmp_path)
    made.joinpath("meta.json").unlink()
    generations.publish(made, generations.Manifest(lexical.FINGERPRINT, 0, "bm25", 50))
    with pytest.raises(DamagedIndex, match="lost papers"):
        LexicalIndex(tmp_path)


COMMIT_FOR_EVER = """
import sys
from pathlib import Path
from assay.index import LexicalIndex
from assay.types import Paper
index = LexicalIndex(Path(sys.argv[1]))
for n in range(len(index), 10_000):
    index.add([Paper(f"d{n}", "walk")])
    index.commit()
    print(n + 1, flush=True)
"""


def test_a_kill_at_any_moment_leaves_a_whole_index(tmp_path: Path) -> None:
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", COMMIT_FOR_EVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        for _ in range(3):
            last = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        last = max([last, *(int(line) for line in process.stdout.read().split())])
        process.wait()
        process.stdout.close()
        index = LexicalIndex(tmp_path)
        assert len(index) in (last, last + 1)
        assert len(index.search("walk", 10_000)) == len(index)
