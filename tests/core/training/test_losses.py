"""The losses, against values worked out by hand and float64 computations of their own."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from torch.nn import functional

from assay.training.data.examples import Example
from assay.training.loop.losses import batch_loss, duplicate_mask, mnrl, mnrl_rows, row_losses, triplet
from assay.training.recipe.recipe import LossSpec


def vectors(n: int, dim: int, seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(3, n, dim, generator=generator).unbind(0)  # type: ignore[return-value]


def mnrl_by_hand(queries: np.ndarray, documents: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """(batch,) in float64: log of the sum of what is kept, minus the positive's own score."""
    losses = []
    for place, query in enumerate(queries.astype(np.float64)):
        scores = [
            20 * query @ document / np.linalg.norm(query) / np.linalg.norm(document)
            for document in documents.astype(np.float64)
        ]
        kept = [math.exp(score) for score, kept in zip(scores, keep[place], strict=True) if kept]
        losses.append(math.log(math.fsum(kept)) - scores[place])
    return np.array(losses)


def test_mnrl_equals_cross_entropy_in_float64() -> None:
    queries, positives, negatives = vectors(16, 24, 0)
    documents = functional.normalize(torch.cat([positives, negatives]).double(), dim=1)
    scores = functional.normalize(queries.double(), dim=1) @ documents.T * 20
    expected = float(functional.cross_entropy(scores, torch.arange(16)))
    assert float(mnrl(queries, positives, negatives, scale=20.0)) == pytest.approx(expected, abs=1e-6)
    rows = mnrl_rows(queries, positives, negatives, scale=20.0)
    by_hand = mnrl_by_hand(
        queries.numpy(), torch.cat([positives, negatives]).numpy(), np.ones((16, 32), bool)
    )
    np.testing.assert_allclose(rows.numpy(), by_hand, atol=1e-5)


def test_the_triplet_loss_is_zero_exactly_when_the_gap_reaches_the_margin() -> None:
    queries, positives = torch.zeros(1, 2), torch.tensor([[2.0, 0.0]])
    at = [float(triplet(queries, positives, torch.tensor([[0.0, far]]), margin=1.0)) for far in (3.5, 2.5)]
    assert at[0] == 0
    assert at[1] == pytest.approx(0.5, abs=1e-5)


def test_masked_duplicates_are_left_out_of_the_sum_and_nothing_else_is() -> None:
    examples = [Example(f"q{i}", text, f"n{i}") for i, text in enumerate(["same", "other", " same\n"])]
    examples[1] = Example("q1", "other", "same")
    mask = duplicate_mask(examples, LossSpec(mask_duplicates=True))
    assert mask is not None
    # columns: positives same, other, same; negatives n0, same, n2
    assert mask.int().tolist() == [[0, 0, 1, 0, 1, 0], [0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 1, 0]]
    queries, positives, negatives = vectors(3, 8, 2)
    stacked = torch.cat([queries, positives, negatives])
    loss = batch_loss(stacked, LossSpec(mask_duplicates=True), duplicates=mask)
    by_hand = mnrl_by_hand(queries.numpy(), torch.cat([positives, negatives]).numpy(), ~mask.numpy())
    assert float(loss) == pytest.approx(by_hand.mean(), abs=1e-5)


def test_no_mask_is_made_where_it_would_change_nothing() -> None:
    apart = [Example(f"q{i}", f"p{i}", f"n{i}") for i in range(3)]
    alike = [Example(f"q{i}", "p", f"n{i}") for i in range(3)]
    assert duplicate_mask(apart, LossSpec(mask_duplicates=True)) is None
    assert duplicate_mask(alike, LossSpec()) is None
    assert duplicate_mask(alike, LossSpec(kind="triplet", mask_duplicates=True)) is None


@pytest.mark.parametrize(("kind", "changed"), [("mnrl", {"scale": 5.0}), ("triplet", {"margin": 3.0})])
def test_a_losses_setting_is_the_specs(kind: str, changed: dict[str, float]) -> None:
    stacked = torch.cat(vectors(6, 8, 3))
    plain, other = LossSpec(kind=kind), LossSpec(kind=kind, **changed)  # type: ignore[arg-type]
    q, p, n = (part.numpy().astype(np.float64) for part in stacked.chunk(3))
    if kind == "mnrl":
        wanted = mnrl_by_hand(q * 1.0, np.concatenate([p, n]), np.ones((6, 12), bool))
    else:
        wanted = np.maximum(np.linalg.norm(q - p, axis=1) - np.linalg.norm(q - n, axis=1) + plain.margin, 0)
    np.testing.assert_allclose(row_losses(stacked, plain, duplicates=None).numpy(), wanted, atol=1e-4)
    found = row_losses(stacked, other, duplicates=None)
    assert not np.allclose(found.numpy(), wanted, atol=1e-2)
    assert float(batch_loss(stacked, other, duplicates=None)) == pytest.approx(float(found.mean()), abs=1e-5)
