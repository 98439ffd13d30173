"""Generations share the files that have not changed: what is written grows with the change."""

from __future__ import annotations

import errno
import hashlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import DamagedIndex
from assay.index import ExactIndex, LexicalIndex, Manifest, VectorIndex, generations, open_index, save
from assay.types import Paper, Vectors

DIM = 4
FINGERPRINT = "0123456789abcdef"
PAPERS = [Paper(f"p{n}", f"paper number{n}", "common words") for n in range(50)]
Find = Callable[[Path], Path]


def reopened(folder: Path) -> VectorIndex:
    return open_index(folder, fingerprint=FINGERPRINT, dim=DIM)


def kept(index: VectorIndex, folder: Path) -> None:
    save(index, folder, Manifest(FINGERPRINT, DIM, index.kind, len(index)))


def vectors_saved(folder: Path, n: int = 100) -> Vectors:
    """An index of d0 to d99 with different directions."""
    vectors = np.random.default_rng(n).standard_normal((n, DIM)).astype(np.float32)
    index = ExactIndex(DIM)
    index.add([f"d{row}" for row in range(n)], vectors)
    kept(index, folder)
    return vectors


def words_saved(folder: Path) -> LexicalIndex:
    index = LexicalIndex(folder)
    index.add(PAPERS)
    index.commit()
    return index


def sums(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def ids(index: LexicalIndex, text: str) -> list[str]:
    return sorted(doc_id for doc_id, _ in index.search(text, 100))


@pytest.fixture
def unswept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaced generations stay, to be looked at."""
    monkeypatch.setattr(generations, "_sweep", lambda *_args, **_kwargs: None)


@pytest.fixture
def summed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that checksums are made of."""
    names: list[str] = []
    checksum = generations.sha256_of

    def noted(path: Path) -> str:
        names.append(path.name)
        return checksum(path)

    monkeypatch.setattr(generations, "sha256_of", noted)
    return names


# -- vectors --------------------------------------------------------------------------------------------


def plain_ranking(papers: dict[str, Vectors], query: Vectors) -> list[tuple[str, np.float32]]:
    """Every paper by its cosine, ties by doc_id: of vectors that lie in one new matrix."""
    if not papers:
        return []
    matrix = np.stack(list(papers.values()))
    scores = np.einsum("ij,j->i", matrix, query)
    return sorted(zip(papers, scores, strict=True), key=lambda hit: (-hit[1], hit[0]))


CORNERS = [np.array(corner, np.float32) / 2 for corner in np.ndindex(2, 2, 2, 2) if any(corner)]
"""Few directions, so that many papers score the same."""
UNIT = [(corner / np.linalg.norm(corner)).astype(np.float32) for corner in CORNERS]

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.lists(st.integers(0, 60), max_size=3), st.integers(0, len(UNIT) - 1)),
        st.tuples(st.just("remove"), st.lists(st.integers(0, 60), max_size=3), st.just(0)),
        st.tuples(st.just("remove"), st.just(list(range(61))), st.just(0)),
        st.tuples(st.just("save"), st.just([]), st.just(0)),
        st.tuples(st.just("open"), st.just([]), st.just(0)),
    ),
    max_size=25,
)


@settings(max_examples=40, deadline=None)
@given(steps=STEPS, size=st.sampled_from([0, 3, 40, 60]))
def test_an_index_in_two_parts_answers_like_one_matrix(
    steps: list[tuple[str, list[int], int]], size: int
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, index = Path(name), ExactIndex(DIM)
        index.add(
            [f"d{n}" for n in range(size)],
            np.stack([UNIT[n % len(UNIT)] for n in range(size)] or [[]]).reshape(-1, DIM),
        )
        kept(index, folder)
        papers = {f"d{n}": UNIT[n % len(UNIT)] for n in range(size)}
        stored, opened = dict(papers), reopened(folder)
        for what, numbers, corner in steps:
            doc_ids = [f"d{n}" for n in numbers]
            if what == "add":
                chosen = [UNIT[(corner + n) % len(UNIT)] for n in range(len(numbers))]
                opened.add(doc_ids, np.array(chosen, np.float32).reshape(-1, DIM))
                papers |= dict(zip(doc_ids, chosen, strict=True))
            elif what == "remove":
                opened.remove(doc_ids)
                papers = {doc_id: vector for doc_id, vector in papers.items() if doc_id not in doc_ids}
            elif what == "save":
                kept(opened, folder)
                stored = dict(papers)
                same(reopened(folder), papers)
            else:
                opened, papers = reopened(folder), dict(stored)
            same(opened, papers)


def same(index: VectorIndex, papers: dict[str, Vectors]) -> None:
    """The index has these papers in this order, and answers as they would in one matrix."""
    assert list(index.doc_ids) == list(papers)
    every = index.at(np.arange(len(index)))
    np.testing.assert_allclose(every, np.array(list(papers.values()), np.float32).reshape(-1, DIM), atol=1e-7)
    np.testing.assert_array_equal(index.vectors(list(papers)[::-1]), every[::-1])
    own = dict(zip(papers, every, strict=True))
    allowed = np.arange(len(papers)) % 3 != 1
    for query in (UNIT[0], UNIT[6]):
        for mask in (None, allowed):
            counted = {d: v for n, (d, v) in enumerate(own.items()) if mask is None or mask[n]}
            expected = plain_ranking(counted, query)
            for k in (1, 5, 70):
                scores, rows = index.search_rows(query[None], k, allowed=mask)
                found = [
                    (index.doc_ids[row], s) for row, s in zip(rows[0], scores[0], strict=True) if row >= 0
                ]
                assert found == expected[:k]
                assert np.isneginf(scores[0, len(found) :]).all()


def test_a_small_change_writes_no_old_vector_again(
    tmp_path: Path, generation: Find, summed: list[str]
) -> None:
    vectors = vectors_saved(tmp_path)
    number = (generation(tmp_path) / "vectors.npy").stat().st_ino
    index = reopened(tmp_path)
    index.add(["d3", "new"], vectors[:2])
    index.remove(["d7"])
    summed.clear()
    kept(index, tmp_path)
    assert (generation(tmp_path) / "vectors.npy").stat().st_ino == number
    assert "vectors.npy" not in summed
    assert len(np.load(generation(tmp_path) / "vectors-since.npy")) == 2
    summed.clear()
    assert len(reopened(tmp_path)) == 100
    assert {"vectors.npy", "vectors-since.npy", "places.npy"} <= set(summed)  # opening checks them all


def test_a_reader_keeps_what_it_mapped_when_its_generation_is_swept(tmp_path: Path, generation: Find) -> None:
    vectors = vectors_saved(tmp_path)
    reader, before = reopened(tmp_path), generation(tmp_path)
    expected = reader.search_rows(vectors[:5], 20)
    for n in range(4):
        writer = reopened(tmp_path)
        writer.add([f"d{n}"], -vectors[n : n + 1])
        kept(writer, tmp_path)
    assert not before.exists()
    for ours, theirs in zip(reader.search_rows(vectors[:5], 20), expected, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert reopened(tmp_path).search_rows(-vectors[:1], 1)[1].tolist() == [[0]]


@pytest.mark.parametrize("name", ["vectors.npy", "vectors-since.npy", "places.npy"])
def test_a_flipped_byte_in_either_part_is_noticed(tmp_path: Path, generation: Find, name: str) -> None:
    vectors = vectors_saved(tmp_path)
    index = reopened(tmp_path)
    index.add(["new"], vectors[:1])
    kept(index, tmp_path)
    path = generation(tmp_path) / name
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(DamagedIndex, match=name):
        reopened(tmp_path)


# -- words ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unswept")
def test_tantivy_writes_to_no_file_of_another_generation(tmp_path: Path) -> None:
    """Ten commits: segments are added, lose papers, and are merged away."""
    words_saved(tmp_path)
    known: dict[Path, dict[str, str]] = {}
    for n in range(10):
        known |= {path: sums(path) for path in tmp_path.glob("generation-*") if path not in known}
        index = LexicalIndex(tmp_path)
        index.add([replace(PAPERS[n], abstract=f"rare{n}"), Paper(f"new{n}", f"title{n}")])
        index.remove([f"p{n + 30}"])
        index.commit()
    assert len(known) == 10
    assert {path: sums(path) for path in known} == known
    index = LexicalIndex(tmp_path)
    assert (len(index), ids(index, "rare9"), ids(index, "number39")) == (50, ["p9"], [])


def test_where_there_are_no_links_files_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_args: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    index = words_saved(tmp_path / "words")
    index.add([replace(PAPERS[1], abstract="rare")])
    index.commit()
    assert ids(LexicalIndex(tmp_path / "words"), "rare") == ["p1"]
    vectors = vectors_saved(tmp_path / "vectors")
    opened = reopened(tmp_path / "vectors")
    opened.add(["new"], vectors[:1])
    kept(opened, tmp_path / "vectors")
    assert reopened(tmp_path / "vectors").search_rows(vectors[:1], 2)[1].tolist() == [[0, 100]]


# -- kills ----------------------------------------------------------------------------------------------

KILLED_BEFORE_PUBLISHING = """
import os, signal, sys
from pathlib import Path
import numpy as np
from assay.index import LexicalIndex, Manifest, files, lexical, open_index, save
from assay.types import Paper
def killed(*_args):
    os.kill(os.getpid(), signal.SIGKILL)
files.publish = lexical.publish = killed
place = Path(sys.argv[2])
if sys.argv[1] == "words":
    index = LexicalIndex(place)
    index.add([Paper("p1", "another", "rare")])
    index.remove(["p2"])
    index.commit()
else:
    index = open_index(place, fingerprint="0123456789abcdef", dim=4)
    index.add(["d1"], np.ones((1, 4), np.float32))
    index.remove(["d2"])
    save(index, place, Manifest("0123456789abcdef", 4, "exact", 0))
"""


@pytest.mark.parametrize("what", ["words", "vectors"])
def test_a_kill_between_link_and_publish_leaves_the_index_from_before(tmp_path: Path, what: str) -> None:
    vectors = vectors_saved(tmp_path / "vectors")
    words_saved(tmp_path / "words")
    place = tmp_path / what
    [before] = place.glob("generation-*")
    known = sums(before)
    ended = subprocess.run(
        [sys.executable, "-c", KILLED_BEFORE_PUBLISHING, what, str(place)], check=False, timeout=100
    )
    assert ended.returncode == -signal.SIGKILL
    [left] = set(place.glob("generation-*")) - {before}
    assert any(path.stat().st_nlink == 2 for path in left.iterdir())
    assert sums(before) == known
    opened = reopened(tmp_path / "vectors")
    assert opened.has(["d1", "d2"]).all()
    words = LexicalIndex(tmp_path / "words")
    assert (ids(words, "number2"), ids(words, "rare")) == (["p2"], [])
    opened.add(["d1"], -vectors[1:2])
    kept(opened, tmp_path / "vectors")
    words.add([replace(PAPERS[1], abstract="rare")])
    words.commit()
    assert reopened(tmp_path / "vectors").search_rows(-vectors[1:2], 1)[1].tolist() == [[1]]
    assert ids(LexicalIndex(tmp_path / "words"), "rare") == ["p1"]
