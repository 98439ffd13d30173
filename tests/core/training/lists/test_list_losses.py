"""List-wise losses against scipy, torch's own, and sums written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy.special import softmax
from scipy.stats import entropy
from torch import Tensor

from assay.training.data.lists.losses import LOSSES, infonce, listnet, max_margin

NONE = -math.inf


@pytest.fixture
def scores() -> Tensor:
    return torch.randn(5, 9, generator=torch.Generator().manual_seed(2), dtype=torch.float64)


@pytest.fixture
def grades() -> Tensor:
    """One relevant, two of one grade, two of two grades, all of them, and one at the list's end."""
    made = torch.full((5, 9), NONE, dtype=torch.float64)
    made[0, 3] = 1
    made[1, [0, 5]] = 2
    made[2, 1], made[2, 8] = 1, 2
    made[3] = torch.tensor([1.0, 2, 1, 1, 2, 2, 1, 1, 1])
    made[4, 8] = 2
    return made


def test_listnet_is_the_divergence_of_two_softmaxes(scores: Tensor, grades: Tensor) -> None:
    expected = [
        entropy(softmax(wanted), softmax(found))
        for wanted, found in zip(grades.numpy(), scores.numpy(), strict=True)
    ]
    np.testing.assert_allclose(listnet(scores, grades), expected, atol=1e-12)


def test_its_gradient_is_the_difference_of_the_softmaxes(scores: Tensor, grades: Tensor) -> None:
    scores.requires_grad_()
    torch.autograd.backward(listnet(scores, grades).mean())
    expected = (softmax(scores.detach().numpy(), axis=1) - softmax(grades.numpy(), axis=1)) / len(scores)
    np.testing.assert_allclose(scores.grad, expected, atol=1e-12)


def test_max_margin_is_torchs_own(scores: Tensor, grades: Tensor) -> None:
    targets = torch.full(grades.shape, -1)
    for row, wanted in enumerate(grades.isfinite()):
        places = wanted.nonzero().flatten()
        targets[row, : len(places)] = places
    expected = torch.nn.MultiLabelMarginLoss(reduction="none")(scores, targets)
    torch.testing.assert_close(max_margin(scores, grades), expected)


def test_infonce_knows_no_other_relevant_candidate_as_negative(scores: Tensor, grades: Tensor) -> None:
    for row in range(len(scores)):
        relevant = grades[row].isfinite()
        others = scores[row][~relevant].exp().sum()
        lost = [-math.log(float(score.exp() / (score.exp() + others))) for score in scores[row][relevant]]
        assert float(infonce(scores, grades)[row]) == pytest.approx(np.mean(lost), abs=1e-12)


@pytest.mark.parametrize("name", LOSSES)
def test_padding_changes_neither_loss_nor_gradient(name: str, scores: Tensor, grades: Tensor) -> None:
    loss = LOSSES[name]  # type: ignore[index]
    pad = torch.full((5, 4), NONE, dtype=torch.float64)
    short, long = scores.clone().requires_grad_(), torch.cat([scores, pad], dim=1).requires_grad_()
    torch.autograd.backward(loss(short, grades).sum())
    torch.autograd.backward(loss(long, torch.cat([grades, pad], dim=1)).sum())
    torch.testing.assert_close(loss(short, grades), loss(long, torch.cat([grades, pad], dim=1)))
    assert short.grad is not None
    assert long.grad is not None
    torch.testing.assert_close(long.grad, torch.cat([short.grad, torch.zeros(5, 4)], dim=1).double())
