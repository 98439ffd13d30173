"""Edges of the indexes: odd ids, files that are gone, names in messages."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from assay.errors import DamagedIndex, StaleIndex
from assay.index import (
    ExactIndex,
    FaissIndex,
    LexicalIndex,
    VectorIndex,
    generations,
    new_index,
    open_index,
    open_with_hashes,
    peek,
    save,
)
from assay.index.generations import MANIFEST, POINTER, Manifest, discard, is_saved
from assay.types import Paper


@pytest.mark.parametrize("doc_id", ["A b-C", "10.1000/XYZ.1", "übung", "a", "A"])
def test_an_id_is_one_word_as_it_stands(doc_id: str) -> None:
    index = LexicalIndex()
    index.add([Paper(doc_id, title="owl"), Paper("b", title="owl"), Paper("c", title="owl")])
    index.commit()
    assert index.search("owl", 5, allowed={doc_id}) == [(doc_id, pytest.approx(index.search("owl", 1)[0][1]))]
    index.add([Paper(doc_id, title="bat")])
    index.commit()
    assert len(index) == 3
    assert [name for name, _ in index.search("bat", 5)] == [doc_id]
    index.remove([doc_id])
    index.commit()
    assert (len(index), index.search("bat", 5)) == (2, [])


def test_a_generation_that_is_gone_already_is_given_up_without_a_word(tmp_path: Path) -> None:
    discard(tmp_path / "generation-gone")
    index = LexicalIndex(tmp_path)
    index.add([Paper("a", title="owl")])
    index.discard()
    assert not is_saved(tmp_path)
    assert len(LexicalIndex(tmp_path)) == 0
    again = LexicalIndex(tmp_path)
    again.add([Paper("a", title="owl")])
    again.commit()
    assert is_saved(tmp_path)


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


def test_a_model_is_told_by_its_fingerprint_where_nobody_gave_its_name(tmp_path: Path) -> None:
    save(one_vector(), tmp_path, Manifest("f" * 40, 2, "exact", 1))
    for opened in (open_index, open_with_hashes):
        with pytest.raises(StaleIndex) as caught:
            opened(tmp_path, fingerprint="0" * 40, dim=2)
        assert f"the model with the fingerprint {'f' * 16}, and" in str(caught.value)
        assert f"in use is with the fingerprint {'0' * 16}." in str(caught.value)


def one_vector(kind: str = "exact") -> VectorIndex:
    index = new_index(kind, 2)
    index.add(["a"], np.ones((1, 2), np.float32))
    return index


@pytest.mark.parametrize("kind", ["flat", "hnsw", "ivf"])
def test_what_is_foreign_is_opened_where_numpy_reads_it_alone(tmp_path: Path, kind: str) -> None:
    save(one_vector(kind), tmp_path / kind, Manifest("f", 2, kind, 1))
    assert len(open_index(tmp_path / kind, fingerprint="f", dim=2)) == 1
    with pytest.raises(StaleIndex, match="assay library trust"):
        open_index(tmp_path / kind, fingerprint="f", dim=2, foreign=True)
    with pytest.raises(StaleIndex, match="assay library trust"):
        open_with_hashes(tmp_path / kind, fingerprint="f", dim=2, foreign=True)
    save(one_vector(), tmp_path / "exact", Manifest("f", 2, "exact", 1))
    assert len(open_index(tmp_path / "exact", fingerprint="f", dim=2, foreign=True)) == 1


def rewritten(folder: Path, **changes: object) -> None:
    """The current manifest with other fields, under a checksum that is right."""
    name, _ = (folder / POINTER).read_text(encoding="ascii").split()
    fields = json.loads((folder / name / MANIFEST).read_text(encoding="utf-8")) | changes
    content = json.dumps(fields).encode()
    (folder / name / MANIFEST).write_bytes(content)
    (folder / POINTER).write_text(f"{name} {hashlib.sha256(content).hexdigest()}\n", encoding="ascii")


@pytest.mark.parametrize(("version", "opens"), [(0, False), (1, True), (2, True), (3, False), (None, False)])
def test_both_layouts_that_there_were_are_opened_and_no_other(
    tmp_path: Path, version: int | None, opens: bool
) -> None:
    save(one_vector(), tmp_path, Manifest("f", 2, "exact", 1))
    rewritten(tmp_path, version=version)
    if opens:
        assert len(open_index(tmp_path, fingerprint="f", dim=2)) == 1
        found = peek(tmp_path)
        assert found is not None
        assert found.version == version
        return
    with pytest.raises(DamagedIndex, match=f"its layout is version {version}, this Assay writes 2"):
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
    monkeypatch.setattr(generations, "_sha256", lambda path: summed.append(path.name) or sha256(path))
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


def test_a_file_that_differs_is_summed_again_under_its_old_name(tmp_path: Path) -> None:
    for n in (1, 2):
        index = ExactIndex(2)
        index.add([f"d{row}" for row in range(n)], np.ones((n, 2), np.float32))
        kept = save(index, tmp_path, Manifest("f", 2, "exact", n))
        name = (tmp_path / POINTER).read_text(encoding="ascii").split()[0]
        for one, (size, digest) in kept.files.items():
            assert (size, digest) == ((tmp_path / name / one).stat().st_size, sha256(tmp_path / name / one))


def test_an_index_begins_with_no_vector_in_either_matrix() -> None:
    index = ExactIndex(3)
    assert (index._large.shape, index._small.shape, index._used) == ((0, 3), (0, 3), 0)
    assert (index._large.dtype, index._small.dtype, len(index)) == (np.float32, np.float32, 0)


def test_faiss_is_told_how_far_to_look_and_what_counts() -> None:
    plain: dict[str, Any] = {}
    for kind in ("flat", "hnsw", "ivf"):
        plain[kind] = FaissIndex(4, kind=kind)
        plain[kind].add([f"d{n}" for n in range(40)], np.random.default_rng(1).normal(size=(40, 4)))
    flat, graph, lists = plain.values()
    assert FaissIndex(4).kind == "flat"
    allowed = np.arange(40) < 10
    assert flat._parameters(5, None) is None
    assert flat._parameters(5, allowed).sel is not None
    assert [graph._parameters(depth, None).efSearch for depth in (5, 256, 257, 1000)] == [512, 512, 514, 2000]
    assert graph._parameters(5, allowed).efSearch == 512 * 4
    assert graph._parameters(5, np.arange(40) < 7).efSearch == 2926, "512 * 40 / 7, rounded up"
    assert [each._parameters(5, None).sel for each in (graph, lists)] == [None, None]
    assert lists._parameters(5, None).nprobe == 16
    lists._native = SimpleNamespace(nlist=100, ntotal=40)
    assert lists._parameters(5, None).nprobe == 25
    lists._native.nlist = 64
    assert lists._parameters(5, None).nprobe == 16
    flat.remove(["d3"])
    assert flat._parameters(5, None).sel is not None, "one is dead"
    assert flat.at(np.empty(0, np.int64)).dtype == np.float32
    assert flat.vectors([]).shape == (0, 4)
