"""Edges of the indexes: odd ids, files that are gone, names in messages."""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tantivy

from assay.errors import DamagedIndex, StaleIndex
from assay.index import (
    ExactIndex,
    FaissIndex,
    LexicalIndex,
    VectorIndex,
    Where,
    generations,
    lexical,
    new_index,
    open_index,
    peek,
    save,
)
from assay.index.generations import MANIFEST, POINTER, Manifest, is_saved
from assay.types import Paper


@pytest.mark.parametrize("doc_id", ["A b-C", "10.1000/XYZ.1", "übung", "a", "A"])
def test_an_id_is_one_word_as_it_stands(doc_id: str) -> None:
    index = LexicalIndex()
    index.add([Paper(doc_id, title="owl"), Paper("b", title="owl"), Paper("c", title="owl")])
    index.commit()
    assert index.search("owl", 5, where=Where({doc_id})) == [
        (doc_id, pytest.approx(index.search("owl", 1)[0][1]))
    ]
    index.add([Paper(doc_id, title="bat")])
    index.commit()
    assert len(index) == 3
    assert [name for name, _ in index.search("bat", 5)] == [doc_id]
    index.remove([doc_id])
    index.commit()
    assert (len(index), index.search("bat", 5)) == (2, [])


def test_an_index_of_another_model_is_told_by_name_or_by_fingerprint(tmp_path: Path) -> None:
    index = ExactIndex(2)
    index.add(["a"], np.ones((1, 2), np.float32))
    save(index, tmp_path / "named", Manifest("f" * 40, 2, "exact", 1, model="specter"))
    save(index, tmp_path / "nameless", Manifest("e" * 40, 2, "exact", 1))
    for folder, said in (
        ("named", f"specter ({'f' * 16})"),
        ("nameless", f"with the fingerprint {'e' * 16}"),
    ):
        for model, asked in (("minilm", f"minilm ({'0' * 16})"), ("", f"with the fingerprint {'0' * 16}")):
            with pytest.raises(StaleIndex) as caught:
                open_index(tmp_path / folder, fingerprint="0" * 40, dim=2, model=model)
            assert said in str(caught.value)
            assert asked in str(caught.value)


def one_vector(kind: str = "exact") -> VectorIndex:
    index = new_index(kind, 2)
    index.add(["a"], np.ones((1, 2), np.float32))
    return index


@pytest.mark.parametrize("kind", ["flat", "hnsw"])
def test_what_is_foreign_is_opened_where_numpy_reads_it_alone(tmp_path: Path, kind: str) -> None:
    save(one_vector(kind), tmp_path / kind, Manifest("f", 2, kind, 1))
    assert len(open_index(tmp_path / kind, fingerprint="f", dim=2)) == 1
    with pytest.raises(StaleIndex, match="assay library trust"):
        open_index(tmp_path / kind, fingerprint="f", dim=2, foreign=True)
    with pytest.raises(StaleIndex, match="assay library trust"):
        open_index(tmp_path / kind, fingerprint="f", dim=2, foreign=True)
    save(one_vector(), tmp_path / "exact", Manifest("f", 2, "exact", 1))
    assert len(open_index(tmp_path / "exact", fingerprint="f", dim=2, foreign=True)) == 1


def rewritten(folder: Path, **changes: object) -> None:
    """The current manifest with other fields, under a checksum that is right."""
    name, _ = (folder / POINTER).read_text(encoding="ascii").split()
    fields = json.loads((folder / name / MANIFEST).read_text(encoding="utf-8")) | changes
    content = json.dumps(fields).encode()
    (folder / name / MANIFEST).write_bytes(content)
    (folder / POINTER).write_text(f"{name} {hashlib.sha256(content).hexdigest()}\n", encoding="ascii")


@pytest.mark.parametrize("version", [0, 2, 4, None])
def test_no_other_layout_is_opened(tmp_path: Path, version: int | None) -> None:
    save(one_vector(), tmp_path, Manifest("f", 2, "exact", 1))
    rewritten(tmp_path, version=version)
    with pytest.raises(DamagedIndex, match=f"its layout is version {version}, this Assay writes 3"):
        open_index(tmp_path, fingerprint="f", dim=2)
    assert peek(tmp_path) is None


def test_a_manifest_says_what_it_was_told_and_what_the_files_are(tmp_path: Path) -> None:
    given = Manifest("f", 9, "?", 9, model="m", revision=4, mark="x")
    kept = save(one_vector(), tmp_path, given)
    name, digest = (tmp_path / POINTER).read_text(encoding="ascii").split()
    manifest = tmp_path / name / MANIFEST
    assert digest == hashlib.sha256(manifest.read_bytes()).hexdigest()
    assert (tmp_path / POINTER).read_text(encoding="ascii").endswith("\n")
    files = {path.name: path for path in (tmp_path / name).iterdir() if path != manifest}
    assert kept == replace(
        given,
        dim=2,
        kind="exact",
        n=1,
        files={
            one: (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())
            for one, path in files.items()
        },
    )
    assert [*kept.files] == sorted(files)
    assert peek(tmp_path) == kept
    assert manifest.read_text(encoding="utf-8").startswith('{\n "fingerprint": "f",\n "dim": 2,\n')
    assert peek(tmp_path / "none") is None
    assert not is_saved(tmp_path / "none")


def test_a_file_that_was_there_before_is_summed_and_synced_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = LexicalIndex(tmp_path)
    index.add([Paper(f"p{n}", title="owl") for n in range(20)])
    index.commit()
    before = peek(tmp_path)
    assert before is not None
    summed: list[str] = []
    synced: list[str] = []
    monkeypatch.setattr(generations, "sha256_of", lambda path: summed.append(path.name) or sha256(path))
    monkeypatch.setattr(generations, "_sync", lambda path: synced.append(path.name))
    index = LexicalIndex(tmp_path)
    summed.clear()
    index.add([Paper("new", title="bat")])
    index.commit()
    after = peek(tmp_path)
    assert after is not None
    carried = {name for name in after.files if before.files.get(name) == after.files[name]}
    assert len(carried) > 3
    new = after.files.keys() - carried
    assert sorted(summed) == sorted([*new, MANIFEST])
    assert set(synced) >= {*new, MANIFEST, tmp_path.name}
    assert carried.isdisjoint(synced)
    assert synced[-1] == tmp_path.name, "the folder is the last"


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_faiss_is_told_how_far_to_look_and_what_counts() -> None:
    plain: dict[str, Any] = {}
    for kind in ("flat", "hnsw"):
        plain[kind] = FaissIndex(4, kind=kind)
        plain[kind].add([f"d{n}" for n in range(40)], np.random.default_rng(1).normal(size=(40, 4)))
    flat, graph = plain.values()
    assert FaissIndex(4).kind == "flat"
    allowed = np.arange(40) < 10
    assert flat._parameters(5, None) is None
    assert flat._parameters(5, allowed).sel is not None
    assert [graph._parameters(depth, None).efSearch for depth in (5, 256, 257, 1000)] == [512, 512, 514, 2000]
    assert graph._parameters(5, allowed).efSearch == 512 * 4
    assert graph._parameters(5, np.arange(40) < 7).efSearch == 2926, "512 * 40 / 7, rounded up"
    assert graph._parameters(5, None).sel is None
    flat.remove(["d3"])
    assert flat._parameters(5, None).sel is not None, "one is dead"
    assert flat.at(np.empty(0, np.int64)).dtype == np.float32
    assert flat.vectors([]).shape == (0, 4)


@pytest.mark.parametrize("links", [True, False])
def test_where_tantivy_cannot_lock_its_files_are_read_through_links_or_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    index = LexicalIndex(tmp_path)
    index.add([Paper("a", title="owl"), Paper("b", title="bat")])
    index.commit()
    opened = lexical._open
    seen: dict[str, bool] = {}

    def locked(folder: Path | None) -> tantivy.Index:
        if folder is None or folder.parent == tmp_path:
            raise ValueError("Failed to acquire Lockfile: LockBusy")
        seen.update({path.name: path.is_symlink() for path in folder.iterdir()})
        return opened(folder)

    def unlinked(place: Path, path: Path) -> None:
        raise OSError(f"{path} cannot be linked to")

    monkeypatch.setattr(lexical, "_open", locked)
    monkeypatch.chdir(tmp_path)
    if not links:
        monkeypatch.setattr(Path, "symlink_to", unlinked)
    for folder in (tmp_path, Path()):
        if folder != tmp_path:
            monkeypatch.setattr(lexical, "_open", lambda f: locked(None if f and not f.is_absolute() else f))
        again = LexicalIndex(folder)
        assert [name for name, _ in again.search("owl", 5)] == ["a"]
        assert set(seen.values()) == {links}
        assert "meta.json" in seen
        assert not any(name.endswith(".lock") for name in seen)
        seen.clear()

    def broken(_: Path | None) -> tantivy.Index:
        raise ValueError("no such version")

    monkeypatch.setattr(lexical, "_open", broken)
    with pytest.raises(DamagedIndex, match="cannot be read: no such version"):
        LexicalIndex(tmp_path)


def test_a_graph_is_made_again_where_more_than_a_quarter_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    rebuild = FaissIndex._rebuild

    def noted(index: FaissIndex, stored: np.ndarray) -> None:
        made.append(len(stored))
        rebuild(index, stored)

    monkeypatch.setattr(FaissIndex, "_rebuild", noted)
    rows = np.random.default_rng(2).normal(size=(200, 4)).astype(np.float32)
    for kind in ("flat", "hnsw"):
        index = FaissIndex(4, kind=kind)
        for start, end in ((0, 10), (10, 40), (40, 41), (41, 164)):
            index.add([f"d{n}" for n in range(start, end)], rows[start:end])
        index.remove([f"d{n}" for n in range(41)])
        assert made == [], "41 of 164 are a quarter and no more"
        index.remove(["d41"])
        assert made == [122]
        made.clear()
        np.testing.assert_allclose(
            index.vectors(["d163"])[0], rows[163] / np.linalg.norm(rows[163]), rtol=1e-5
        )
        assert (len(index), int(index._native.ntotal)) == (122, 122)
    graph = FaissIndex(4, kind="hnsw")._native
    assert (graph.hnsw.efConstruction, graph.hnsw.nb_neighbors(1)) == (80, 32)


def test_faiss_positions_may_hold_no_objects(tmp_path: Path) -> None:
    one_vector("flat").write(tmp_path)
    assert np.load(tmp_path / "positions.npy").tolist() == [0, 0]
    np.save(tmp_path / "positions.npy", np.array([0, {"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match=r"allow_pickle|Python objects"):
        FaissIndex.read(tmp_path, kind="flat")


@pytest.mark.parametrize("kind", ["exact", "flat", "hnsw"])
def test_a_new_index_of_any_kind_has_no_place_for_anything(kind: str) -> None:
    index = new_index(kind, 3)
    assert (len(index), list(index.doc_ids), index.dim, index.kind) == (0, [], 3, kind)
    assert not index.has(["a"])[0]
    assert index.find(["a", "b"]).tolist() == [-1, -1]
    index.remove(["a"])
    assert (len(index), index.vectors([]).shape) == (0, (0, 3))
    index.add([], np.empty((0, 3), np.float32))
    index.add(["a"], np.array([[0, 3, 4]], np.float32))
    index.remove(["b"])
    assert (len(index), index.find(["b", "a"]).tolist()) == (1, [-1, 0])
    np.testing.assert_allclose(index.vectors(["a"]), [[0, 0.6, 0.8]], rtol=1e-6)
    if isinstance(index, FaissIndex):
        assert (index._positions.values.tolist(), index._positions.values.dtype) == ([0], np.int64)
        assert int(index._native.ntotal) == 1


@pytest.mark.parametrize("kind", ["flat", "hnsw"])
def test_equal_vectors_are_ordered_by_id_among_few_and_among_many_allowed(kind: str) -> None:
    index = FaissIndex(2, kind=kind)
    names = [f"d{n:02}" for n in range(35, -1, -1)]
    index.add(names, np.ones((36, 2), np.float32))
    for n in (2, 3, 4, 20, 36):  # below a tenth they are looked through one by one
        allowed = np.arange(36) >= 36 - n
        (scores,), (rows,) = index.search_rows(np.ones((1, 2), np.float32), 5, allowed=allowed)
        assert [index.doc_ids[row] for row in rows if row >= 0] == [f"d{i:02}" for i in range(min(n, 5))]
        np.testing.assert_allclose(scores[: min(n, 5)], 1.0, atol=1e-6)
        assert (rows[n:] == -1).all()
    none, nowhere = index.search_rows(np.ones((2, 2), np.float32), 3, allowed=np.zeros(36, np.bool_))
    assert (np.isneginf(none).all(), nowhere.tolist()) == (True, [[-1] * 3] * 2)


def test_only_folders_of_generations_are_swept_and_of_the_unpublished_the_old(tmp_path: Path) -> None:
    save(one_vector(), tmp_path, Manifest("f", 2, "exact", 1))
    (first,) = (path for path in tmp_path.iterdir() if path.is_dir())
    for name in ("a-old", "generation-0-old", "generation-z-old", "generation-young"):
        (tmp_path / name).mkdir()
        if name.endswith("old"):
            then = time.time() - 25 * 3600
            os.utime(tmp_path / name, (then, then))
    (tmp_path / "generation-file").write_text("no folder", encoding="utf-8")
    os.utime(tmp_path / "generation-file", (1, 1))
    save(one_vector(), tmp_path, Manifest("f", 2, "exact", 1))
    assert not first.exists()
    left = {path.name for path in tmp_path.iterdir()}
    assert {"a-old", "generation-young", "generation-file", "CURRENT"} <= left
    assert len(left) == 5, "and the current one"


@pytest.mark.parametrize("kind", ["exact", "flat", "hnsw"])
def test_answers_are_of_float32_and_of_whole_numbers(kind: str) -> None:
    index = new_index(kind, 2)
    index.add(["a", "b"], np.array([[1, 0], [0, 1]], np.float64))
    for k, q in ((1, 1), (5, 2), (0, 1), (2, 0)):
        scores, rows = index.search_rows(np.ones((q, 2), np.float64), k)
        assert (scores.dtype, scores.shape, rows.dtype, rows.shape) == (np.float32, (q, k), np.int64, (q, k))
    allowed = np.array([False, True])
    scores, rows = index.search_rows(np.ones((1, 2), np.float32), 2, allowed=allowed)
    assert (scores.dtype, rows.tolist()) == (np.float32, [[1, -1]])
    assert index.at(np.array([1, 0])).dtype == np.float32


def test_a_paper_that_is_named_twice_is_removed_once() -> None:
    index = LexicalIndex()
    index.add([Paper("a", title="owl"), Paper("b", title="owl")])
    index.commit()
    index.remove(["a", "a", "gone", "gone"])
    index.commit()
    assert (len(index), [*index.doc_ids]) == (1, ["b"])
    vectors = ExactIndex(2)
    vectors.add(["a", "b"], np.eye(2, dtype=np.float32))
    vectors.remove(["a", "a", "gone"])
    assert list(vectors.doc_ids) == ["b"]
