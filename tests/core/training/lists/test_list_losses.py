"""List-wise losses against scipy, torch's own, and sums written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy.special import softmax
from scipy.stats import entropy
from torch import Tensor

from assay.training.data.lists.losses import LOSSES, infonce, list_losses, listnet, max_margin, targets
from assay.training.recipe.recipe import LabelNorm, LossSpec

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


def test_max_margin_over_the_longest_list_is_the_released_mean(scores: Tensor, grades: Tensor) -> None:
    """The released code hands padded rows to torch's loss, which divides by their whole width."""
    pad = torch.full((5, 4), NONE, dtype=torch.float64)
    long, wanted = torch.cat([scores, pad], dim=1), torch.cat([grades, pad], dim=1)
    places = torch.full(long.shape, -1)
    for row, there in enumerate(wanted.isfinite()):
        found = there.nonzero().flatten()
        places[row, : len(found)] = found
    expected = torch.nn.MultiLabelMarginLoss(reduction="none")(long, places)
    torch.testing.assert_close(list_losses(long, wanted, LossSpec(kind="max-margin", padded=True)), expected)
    own = list_losses(long, wanted, LossSpec(kind="max-margin"))
    torch.testing.assert_close(own, expected * 13 / 9)


def test_two_classes_lose_the_mean_of_each_class_in_the_batch(scores: Tensor, grades: Tensor) -> None:
    pad = torch.full((5, 2), NONE, dtype=torch.float64)
    found = list_losses(
        torch.cat([scores, pad], 1), torch.cat([grades, pad], 1), LossSpec(kind="two-class")
    ).mean()
    chance, relevant = scores.sigmoid(), grades.isfinite()
    expected = -(chance[relevant].log().mean() + (1 - chance[~relevant]).log().mean())
    assert found.item() == pytest.approx(expected.item(), rel=1e-12)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("", [8.0, 2.0, 4.0]),
        ("max", [1.0, 0.25, 0.5]),
        ("maxmin", [1.0, 0.0, 1 / 3]),
        ("maxminmax", [8.0, 0.0, 8 / 3]),
        ("maxminbatchmean", [4 / 9, 0.0, 4 / 27]),
        ("std", [6 / np.std([8, 2, 4]), 0.0, 2 / np.std([8, 2, 4])]),
    ],
)
def test_labels_are_normalised_then_boosted_and_the_low_ones_left_out(
    labels: LabelNorm, expected: list[float]
) -> None:
    """By hand: grades 8, 2, 4 (least 2, range 6, mean of the normalised 4/9)."""
    grades = torch.tensor([[NONE, 8.0, 2.0, 4.0], [3.0, NONE, NONE, 3.0]], dtype=torch.float64)
    made = targets(grades, LossSpec(kind="listnet", labels=labels, boost=1.5))
    np.testing.assert_allclose(made[0, 1:], np.array(expected) * 1.5, rtol=1e-9)
    assert made[0, 0] == NONE
    assert made[1, 1:3].tolist() == [NONE, NONE]
    assert made[1].isfinite().sum() == 2  # of equal grades the released range is 0 / 0
    cut = targets(grades, LossSpec(kind="listnet", labels=labels, least_label=1e6))
    assert cut[0].isfinite().tolist() == [False, True, False, False]  # the best of a list always counts
