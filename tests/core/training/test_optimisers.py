"""The optimiser that lists are learnt with, against its recurrence written out."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
import torch

from assay.training.loop.optimising import make_optimiser
from assay.training.recipe.recipe import OptimiserSpec

UPDATES = 200
Numbers = npt.NDArray[np.float64]


def radam(
    start: Numbers, gradients: Numbers, *, rate: float, eps: float, betas: tuple[float, float], decay: float
) -> list[Numbers]:
    """The weights after each step: Liu et al., On the Variance of the Adaptive Learning Rate and Beyond
    (2020), algorithm 2, with the decay of Loshchilov and Hutter (2019) and, as in the authors' code, a
    variance that is trusted from a length of 5 on."""
    b1, b2 = betas
    longest = 2 / (1 - b2) - 1
    x, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    after = []
    for t, gradient in enumerate(gradients, start=1):
        x = x - rate * decay * x
        mean = b1 * mean + (1 - b1) * gradient
        square = b2 * square + (1 - b2) * gradient**2
        step = mean / (1 - b1**t)
        length = longest - 2 * t * b2**t / (1 - b2**t)
        if length > 5:
            trust = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
            step = step * math.sqrt(trust) * math.sqrt(1 - b2**t) / (np.sqrt(square) + eps)
        x = x - rate * step
        after.append(x)
    return after


def torch_s(
    start: Numbers, gradients: Numbers, *, decoupled: bool = True, **settings: float
) -> list[Numbers]:
    weights = torch.nn.Parameter(torch.tensor(start))
    optimiser = torch.optim.RAdam(
        [weights],
        lr=settings["rate"],
        eps=settings["eps"],
        betas=(settings["b1"], settings["b2"]),
        weight_decay=settings["decay"],
        decoupled_weight_decay=decoupled,
    )
    after = []
    for gradient in gradients:
        weights.grad = torch.tensor(gradient)
        optimiser.step()
        after.append(weights.detach().numpy().copy())
    return after


@pytest.mark.parametrize(
    ("rate", "eps", "decay"),
    [(1.7306e-6, 1.28947e-7, 9.495e-5), (1e-2, 1e-8, 0.1)],
    ids=["as lists are learnt", "large steps"],
)
def test_torch_s_rectified_adam_with_its_decay_apart_is_the_recurrence(
    rate: float, eps: float, decay: float
) -> None:
    rng = np.random.default_rng(11)
    start, gradients = rng.normal(size=24), rng.normal(size=(UPDATES, 24)) * np.logspace(-4, 1, 24)
    ours = radam(start, gradients, rate=rate, eps=eps, betas=(0.9, 0.999), decay=decay)
    settings = {"rate": rate, "eps": eps, "b1": 0.9, "b2": 0.999, "decay": decay}
    theirs = torch_s(start, gradients, **settings)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(other - start, one - start, rtol=1e-9, atol=1e-13)
    joined = torch_s(start, gradients, decoupled=False, **settings)
    assert np.abs(joined[-1] - ours[-1]).max() > 10 * np.abs(theirs[-1] - ours[-1]).max()


def test_the_first_five_steps_are_momentum_alone() -> None:
    start, gradients = np.zeros(1), np.full((6, 1), 3.0)
    settings = {"rate": 0.1, "eps": 1e-8, "b1": 0.9, "b2": 0.999, "decay": 0.0}
    after = torch_s(start, gradients, **settings)
    # the mean of equal gradients is the gradient, unbiased
    assert [float(x[0]) for x in after[:5]] == pytest.approx([-0.3 * n for n in range(1, 6)])
    assert abs(float(after[5][0] - after[4][0])) < 0.1  # now divided by a root of squares, and rectified


def test_a_recipes_radam_decays_as_adamw_does_and_no_bias() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.LayerNorm(2))
    made = make_optimiser(model, OptimiserSpec(kind="radam", weight_decay=0.1, epsilon=1e-7))
    assert isinstance(made, torch.optim.RAdam)
    groups = {len(group["params"]): group for group in made.param_groups}
    assert {size: group["weight_decay"] for size, group in groups.items()} == {1: 0.1, 3: 0.0}
    assert all(group["decoupled_weight_decay"] and group["eps"] == 1e-7 for group in groups.values())
