"""CODER's own files, written as its `precompute.py` and `create_memmaps.py` do: bare int32 and floats."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from assay.errors import BadInput
from assay.training.data.lists.candidates import lists_of, open_lists, rows_of, write_lists
from assay.training.data.lists.documents import NO_ROW, Documents
from assay.training.data.lists.memmaps import open_embeddings, read_candidates
from in_memory_lists import candidate_lists

D = 6
IDS = [40, 7, 23, 9]


def published(folder: Path, ids: list[int], *, kind: str = "float32", name: str = "ids.memmap") -> np.ndarray:
    """What `precompute.py` leaves: memmaps of mode w+, without a header."""
    folder.mkdir(exist_ok=True)
    made = np.memmap(folder / name, dtype="int32", mode="w+", shape=(len(ids),))
    made[:] = ids
    vectors = np.memmap(folder / "embedding.memmap", dtype=kind, mode="w+", shape=(len(ids), D))
    vectors[:] = np.random.default_rng(5).normal(size=vectors.shape)
    made.flush()
    vectors.flush()
    return np.array(vectors)


@pytest.mark.parametrize("name", ["ids.memmap", "pids.memmap"])
@pytest.mark.parametrize("kind", ["float32", "float16"])
def test_vectors_are_mapped_as_they_are_published_and_found_by_id(
    tmp_path: Path, kind: str, name: str
) -> None:
    written = published(tmp_path / "one", IDS, kind=kind, name=name)
    found = open_embeddings(tmp_path / "one", dim=D)
    assert isinstance(found.vectors, np.memmap)
    assert found.vectors.dtype == kind
    np.testing.assert_array_equal(found.vectors, written)
    assert found.rows(["9", "40", "8", "23", "99999"]).tolist() == [3, 0, NO_ROW, 2, NO_ROW]
    documents = Documents(found.vectors)
    assert documents.rows.data_ptr() == found.vectors.ctypes.data  # nothing is copied, not even of halves
    query = torch.randn(1, D, generator=torch.Generator().manual_seed(1))
    scores = documents.scores(query, torch.tensor([[2, 0]], dtype=torch.int32))
    expected = written.astype(np.float64)[[2, 0]] @ query.numpy()[0]
    np.testing.assert_allclose(scores[0], expected, rtol=2e-3 if kind == "float16" else 1e-6)


def test_ids_that_are_the_rows_need_no_table(tmp_path: Path) -> None:
    published(tmp_path, [0, 1, 2])
    found = open_embeddings(tmp_path, dim=D)
    assert found.order is None
    assert found.rows(["2", "0", "3", "-1"]).tolist() == [2, 0, NO_ROW, NO_ROW]
    with pytest.raises(BadInput, match="whole numbers"):
        found.rows(["d2"])


@pytest.mark.parametrize("cut", ["ids.memmap", "embedding.memmap"])
def test_files_that_are_cut_short_or_of_another_model_are_refused(tmp_path: Path, cut: str) -> None:
    published(tmp_path, IDS)
    with pytest.raises(BadInput, match="do not fit its"):
        open_embeddings(tmp_path, dim=D + 1)
    path = tmp_path / cut
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(BadInput, match=r"truncated|do not fit"):
        open_embeddings(tmp_path, dim=D)
    path.unlink()
    with pytest.raises(BadInput, match=r"truncated|do not fit"):
        open_embeddings(tmp_path, dim=D)


def test_candidates_are_read_query_by_query_without_their_padding(tmp_path: Path) -> None:
    """`create_memmaps.py`: rows as long as the longest, 0 behind the end of a shorter one."""
    for name, values in (("qids", [11, 2]), ("lengths", [3, 1]), ("candidates", [7, 9, 23, 40, 0, 0])):
        np.array(values, dtype="int32").tofile(tmp_path / f"{name}.memmap")
    found = {
        name: sorted(scores, key=scores.__getitem__, reverse=True)
        for name, scores in read_candidates(tmp_path)
    }
    assert found == {"11": ["7", "9", "23"], "2": ["40"]}
    np.array([3], dtype="int32").tofile(tmp_path / "lengths.memmap")
    with pytest.raises(BadInput, match="2 queries, 1 lengths and 6 candidates"):
        list(read_candidates(tmp_path))


def test_lists_written_one_by_one_are_those_made_in_memory(tmp_path: Path) -> None:
    rows = {f"d{n}": n for n in range(30)}
    rng = np.random.default_rng(2)
    run = {f"q{q}": {f"d{d}": float(rng.integers(5)) for d in rng.permutation(30)[:12]} for q in range(20)}
    qrels = {f"q{q}": {f"d{rng.integers(30)}": int(rng.integers(3))} for q in range(0, 20, 2)}
    made = candidate_lists(run, qrels, rows, n=8)
    written = write_lists(tmp_path, lists_of(run.items(), qrels, rows_of(rows), n=8))
    found = open_lists(tmp_path, n_documents=30)
    assert (found.query_ids, found.without) == (made.query_ids, made.without)
    for name in ("ends", "ids", "grades"):
        np.testing.assert_array_equal(getattr(found, name), getattr(made, name))
    assert written.candidates == len(made.ids) == 8 * len(made) + written.missed
    nothing = write_lists(tmp_path / "none", lists_of(run.items(), {}, rows_of(rows)))
    assert nothing.query_ids == ()
    assert list((tmp_path / "none").iterdir()) == []
