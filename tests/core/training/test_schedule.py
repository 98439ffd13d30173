"""The learning rate of each update, against transformers' own schedules."""

from __future__ import annotations

import pytest
import torch
from transformers import get_constant_schedule_with_warmup, get_linear_schedule_with_warmup

from assay.training.recipe import OptimiserSpec
from assay.training.schedule import learning_rate


def rates(spec: OptimiserSpec, updates: int) -> list[float]:
    return [learning_rate(spec, done=done, updates=updates) for done in range(updates + 1)]


@pytest.mark.parametrize("warmup", [0, 7])
@pytest.mark.parametrize("kind", ["linear", "constant"])
def test_the_rates_are_those_of_transformers_stepped_once_an_update(kind: str, warmup: int) -> None:
    updates = 40
    optimiser = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=3e-4)
    if kind == "linear":
        theirs = get_linear_schedule_with_warmup(optimiser, warmup, updates)
    else:
        theirs = get_constant_schedule_with_warmup(optimiser, warmup)
    expected = []
    for _ in range(updates + 1):
        expected.append(theirs.get_last_lr()[0])
        optimiser.step()
        theirs.step()
    spec = OptimiserSpec(learning_rate=3e-4, schedule=kind, warmup_updates=warmup)  # type: ignore[arg-type]
    assert rates(spec, updates) == pytest.approx(expected, rel=1e-12)


def test_the_papers_rate_falls_by_equal_steps_to_zero_after_the_last_update() -> None:
    spec = OptimiserSpec()  # 2e-5, linear
    assert learning_rate(spec, done=0, updates=200_000) == 2e-5
    assert learning_rate(spec, done=100_000, updates=200_000) == pytest.approx(1e-5)
    assert learning_rate(spec, done=199_999, updates=200_000) == pytest.approx(1e-10)
    assert learning_rate(spec, done=200_000, updates=200_000) == 0


def test_the_inverse_square_root_is_scirepeval_s() -> None:
    printed = OptimiserSpec(learning_rate=5e-5, schedule="inverse-sqrt", warmup_updates=700)
    assert learning_rate(printed, done=0, updates=10**5) == 0
    assert learning_rate(printed, done=350, updates=10**5) == pytest.approx(2.5e-5)
    assert learning_rate(printed, done=700, updates=10**5) == pytest.approx(5e-5)
    assert learning_rate(printed, done=2800, updates=10**5) == pytest.approx(2.5e-5)
    released = OptimiserSpec(
        learning_rate=5e-5, schedule="inverse-sqrt", warmup_updates=700, warmup_from=1e-4
    )
    assert learning_rate(released, done=0, updates=10**5) == 1e-4
    assert learning_rate(released, done=350, updates=10**5) == pytest.approx(7.5e-5)
    assert learning_rate(released, done=2800, updates=10**5) == pytest.approx(2.5e-5)


def test_a_warm_up_longer_than_the_stage_only_rises() -> None:
    assert rates(OptimiserSpec(learning_rate=1e-3, warmup_updates=10), 4) == pytest.approx(
        [0, 1e-4, 2e-4, 3e-4, 4e-4]
    )
