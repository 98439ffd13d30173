"""Scores against a resident matrix: exact in fp32, near in fewer bytes, and nothing is copied."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from assay.errors import BadInput
from assay.training.data.lists.documents import NO_ROW, Documents
from assay.training.recipe.objective_spec import Residency

B, N, D = 3, 7, 16
SIZES = {"whole": B * N - 1, "gathered": 400}  # papers: few enough for one product, and too many
NEAR: dict[Residency, float] = {"fp32": 1e-5, "fp16": 5e-3, "int8": 5e-2}


def drawn(papers: int) -> tuple[np.ndarray, torch.Tensor, torch.Tensor]:
    """Unit vectors, queries, and lists of which one is short."""
    rng = np.random.default_rng(papers)
    vectors = rng.normal(size=(papers, D)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    ids = torch.from_numpy(np.stack([rng.permutation(papers)[:N] for _ in range(B)]).astype(np.int32))
    ids[1, 5:] = NO_ROW
    ids[2, 1] = ids[2, 0]  # a paper may be there twice
    return vectors, torch.randn(B, D, generator=torch.Generator().manual_seed(1)), ids


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("residency", NEAR)
def test_scores_and_gradients_are_those_of_copied_rows(size: str, residency: Residency) -> None:
    vectors, queries, ids = drawn(SIZES[size])
    copied = torch.from_numpy(vectors)[ids.clamp_min(0).long()]  # (b, n, d)
    one, other = queries.clone().requires_grad_(), queries.clone().requires_grad_()
    expected = torch.einsum("bnd,bd->bn", copied, one)
    found = Documents(vectors, residency=residency).scores(other, ids)
    real = ids != NO_ROW
    assert found[~real].tolist() == [-math.inf] * 2
    torch.testing.assert_close(found[real], expected[real], atol=NEAR[residency], rtol=1e-5)
    weights = torch.randn(B, N, generator=torch.Generator().manual_seed(5))
    torch.autograd.backward((expected * weights)[real].sum())
    torch.autograd.backward((found * weights)[real].sum())
    torch.testing.assert_close(other.grad, one.grad, atol=5 * NEAR[residency], rtol=1e-5)


@pytest.mark.parametrize(("residency", "n_bytes"), [("fp32", 4 * D), ("fp16", 2 * D), ("int8", D + 4)])
def test_a_paper_takes_so_many_bytes(residency: Residency, n_bytes: int) -> None:
    vectors, _, _ = drawn(40)
    assert Documents(vectors, residency=residency).n_bytes == 40 * n_bytes


def test_papers_stay_where_and_what_they_are() -> None:
    vectors, queries, ids = drawn(40)
    before = vectors.tobytes()
    documents = Documents(vectors)
    assert documents.rows.data_ptr() == vectors.ctypes.data
    torch.autograd.backward(documents.scores(queries.requires_grad_(), ids)[0].sum())
    assert vectors.tobytes() == before
    assert not documents.rows.requires_grad


def test_a_row_of_zeros_has_the_score_zero_in_eight_bits() -> None:
    documents = Documents(np.zeros((2, D), dtype=np.float32), residency="int8")
    assert documents.scores(torch.ones(1, D), torch.tensor([[0, 1]], dtype=torch.int32)).tolist() == [[0, 0]]


def test_a_collection_without_papers_is_refused() -> None:
    with pytest.raises(BadInput, match="no papers"):
        Documents(np.zeros((0, D), dtype=np.float32))
