"""The learning rate of each step, against transformers' own schedules."""

from __future__ import annotations

import pytest
import torch
from transformers import get_constant_schedule_with_warmup, get_linear_schedule_with_warmup

from assay.training.loop.schedule import learning_rate, plateau_factor
from assay.training.recipe.recipe import OptimiserSpec


def rates(spec: OptimiserSpec, steps: int) -> list[float]:
    return [learning_rate(spec, done=done, steps=steps) for done in range(steps + 1)]


@pytest.mark.parametrize("warmup", [0, 7])
@pytest.mark.parametrize("kind", ["linear", "constant"])
def test_the_rates_are_those_of_transformers_once_a_step(kind: str, warmup: int) -> None:
    steps = 40
    optimiser = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=3e-4)
    if kind == "linear":
        theirs = get_linear_schedule_with_warmup(optimiser, warmup, steps)
    else:
        theirs = get_constant_schedule_with_warmup(optimiser, warmup)
    expected = []
    for _ in range(steps + 1):
        expected.append(theirs.get_last_lr()[0])
        optimiser.step()
        theirs.step()
    spec = OptimiserSpec(learning_rate=3e-4, schedule=kind, warmup_steps=warmup)  # type: ignore[arg-type]
    assert rates(spec, steps) == pytest.approx(expected, rel=1e-12)


def test_the_inverse_square_root_is_scirepeval_s() -> None:
    printed = OptimiserSpec(learning_rate=5e-5, schedule="inverse-sqrt", warmup_steps=700)
    assert learning_rate(printed, done=0, steps=10**5) == 0
    assert learning_rate(printed, done=350, steps=10**5) == pytest.approx(2.5e-5)
    assert learning_rate(printed, done=700, steps=10**5) == pytest.approx(5e-5)
    assert learning_rate(printed, done=2800, steps=10**5) == pytest.approx(2.5e-5)
    released = OptimiserSpec(learning_rate=5e-5, schedule="inverse-sqrt", warmup_steps=700, warmup_from=1e-4)
    assert learning_rate(released, done=0, steps=10**5) == 1e-4
    assert learning_rate(released, done=350, steps=10**5) == pytest.approx(7.5e-5)
    assert learning_rate(released, done=2800, steps=10**5) == pytest.approx(2.5e-5)


def test_a_warm_up_longer_than_the_stage_only_rises() -> None:
    assert rates(OptimiserSpec(learning_rate=1e-3, warmup_steps=10), 4) == pytest.approx(
        [0, 1e-4, 2e-4, 3e-4, 4e-4]
    )


@pytest.mark.parametrize(("patience", "cooldown"), [(3, 0), (3, 4), (0, 2)])
def test_a_plateau_lowers_the_rate_where_torchs_does(patience: int, cooldown: int) -> None:
    optimiser = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    theirs = torch.optim.lr_scheduler.ReduceLROnPlateau(
        optimiser, factor=0.707, patience=patience, threshold=1e-3, cooldown=cooldown, min_lr=0.2, eps=0.0
    )
    spec = OptimiserSpec(
        schedule="plateau",
        plateau_patience=patience,
        plateau_cooldown=cooldown,
        plateau_threshold=1e-3,
        plateau_floor=0.2,
    )
    rng = torch.Generator().manual_seed(4)
    losses = [2 / (1 + step**0.5) + 0.3 * float(torch.rand((), generator=rng)) for step in range(60)]
    seen, found, expected = [], [], []
    for step, loss in enumerate(losses, start=1):
        theirs.step(loss)
        expected.append(optimiser.param_groups[0]["lr"])
        seen.append((step, loss))
        found.append(plateau_factor(spec, seen))
    assert found == pytest.approx(expected)
    assert found[-1] == pytest.approx(0.2)


def test_patience_is_of_steps_however_far_validations_are_apart() -> None:
    spec = OptimiserSpec(schedule="plateau")
    stays = [(step, 1.0) for step in range(2000, 30_001, 2000)]
    factors = [plateau_factor(spec, stays[: place + 1]) for place in range(len(stays))]
    # The first is the least; it is lowered with the first validation more than 8,000 steps later, then not
    # counted for 3,000 steps.
    assert factors[:5] == [1.0] * 5
    assert factors[5] == pytest.approx(0.707)
    assert factors[-1] == pytest.approx(0.707**2)
