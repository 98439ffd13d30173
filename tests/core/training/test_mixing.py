"""Which example stands in which batch, on one process and on several."""

from __future__ import annotations

import math
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import RecipeError
from assay.training.data.mixing import AlternateBatches, MixedBatches, Share, stage_seed

BATCH = 16


def mixed(sizes: dict[str, int], weight: float, *, seed: int = 7, exact: bool = False) -> MixedBatches:
    first, second = sizes
    weights = {first: weight, second: 1 - weight}
    return MixedBatches(sizes, weights=weights, batch_size=BATCH, seed=seed, exact=exact)


@pytest.mark.parametrize("weight", [0.5, 0.2])
def test_the_shares_of_two_thousand_mixed_batches_lie_within_four_standard_deviations(weight: float) -> None:
    plan = mixed({"a": 200_000, "b": 200_000}, weight)
    drawn = [name for batch in islice(plan.batches(0), 2000) for name, _ in batch]
    sigma = math.sqrt(weight * (1 - weight) / len(drawn))
    assert len(drawn) == 2000 * BATCH
    assert abs(drawn.count("a") / len(drawn) - weight) < 4 * sigma


@given(st.floats(0.05, 0.95), st.integers(0, 10))
@settings(max_examples=25, deadline=None)
def test_exact_batches_never_owe_an_objective_a_whole_example(weight: float, seed: int) -> None:
    plan = mixed({"a": 3000, "b": 3000}, weight, seed=seed, exact=True)
    n_a = 0
    for number, batch in enumerate(plan.batches(0), start=1):
        n_a += sum(name == "a" for name, _ in batch)
        assert abs(n_a - number * BATCH * weight) < 1.001


def test_no_example_occurs_twice_in_an_epoch_and_the_epoch_ends_with_the_smallest_objective() -> None:
    plan = mixed({"a": 500, "b": 90}, 0.5)
    slots = [slot for batch in plan.batches(3) for slot in batch]
    assert len(set(slots)) == len(slots)
    left_of_b = 90 - sum(name == "b" for name, _ in slots)
    assert 0 <= left_of_b < BATCH
    assert all(len(batch) == BATCH for batch in plan.batches(3))


def test_the_same_seed_and_epoch_give_the_same_batches_and_others_do_not() -> None:
    sizes = {"a": 400, "b": 400}
    first = list(mixed(sizes, 0.5).batches(1))
    assert list(mixed(sizes, 0.5).batches(1)) == first
    assert list(mixed(sizes, 0.5).batches(2)) != first
    assert list(mixed(sizes, 0.5, seed=8).batches(1)) != first


@pytest.mark.parametrize("world", [1, 2, 4])
@pytest.mark.parametrize("kind", ["mixed", "exact", "alternate"])
def test_a_run_that_goes_on_in_mid_epoch_sees_what_it_would_have_seen(world: int, kind: str) -> None:
    sizes = {"a": 700, "b": 640}
    plan = (
        AlternateBatches(sizes, batch_size=BATCH, seed=1)
        if kind == "alternate"
        else mixed(sizes, 0.5, exact=kind == "exact")
    )
    for rank in range(world):
        whole = list(plan.batches(2, share=Share(rank, world)))
        assert list(plan.batches(2, share=Share(rank, world), skip=3)) == whole[3:]
        assert len(whole) == plan.count(2, world=world)


@pytest.mark.parametrize("world", [1, 2, 4])
def test_ranks_share_the_mixed_batches_without_overlap(world: int) -> None:
    plan = mixed({"a": 800, "b": 800}, 0.3)
    per_rank = [list(plan.batches(0, share=Share(rank, world))) for rank in range(world)]
    assert len({len(batches) for batches in per_rank}) == 1
    slots = [slot for batches in per_rank for batch in batches for slot in batch]
    assert len(set(slots)) == len(slots)
    together = [batch for step in zip(*per_rank, strict=True) for batch in step]
    assert together == list(plan.batches(0))[: len(together)], "several ranks learn what one alone would"


@pytest.mark.parametrize("world", [1, 2, 4])
def test_every_step_of_alternate_batches_has_one_objective_on_all_ranks_by_turns(world: int) -> None:
    sizes = {"a": 1000, "b": 900, "c": 520}
    plan = AlternateBatches(sizes, batch_size=BATCH, seed=5)
    steps = list(zip(*(plan.batches(0, share=Share(rank, world)) for rank in range(world)), strict=True))
    for number, step in enumerate(steps):
        assert {name for batch in step for name, _ in batch} == {"abc"[number % 3]}
    slots = [slot for step in steps for batch in step for slot in batch]
    assert len(set(slots)) == len(slots)
    assert len(steps) // 3 == 520 // (BATCH * world), "the epoch ends with the shortest objective"


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ({"a": 0.5}, "objectives a, b"),
        ({"a": 0.5, "b": 0.6}, "1.1"),
        ({"a": 0.0, "b": 1.0}, "above 0"),
        ({"a": 50, "b": 50}, "sum to 100"),
    ],
)
def test_weights_that_cannot_be_shares_are_refused(weights: dict[str, float], said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        MixedBatches({"a": 20, "b": 20}, weights=weights, batch_size=4, seed=0)


def test_an_objective_without_examples_and_an_empty_batch_are_refused() -> None:
    with pytest.raises(RecipeError, match="'b' has no examples"):
        AlternateBatches({"a": 20, "b": 0}, batch_size=4, seed=0)
    with pytest.raises(RecipeError, match="at least 1"):
        AlternateBatches({"a": 20}, batch_size=0, seed=0)
    with pytest.raises(RecipeError, match="needs an objective"):
        AlternateBatches({}, batch_size=4, seed=0)


def test_no_stage_of_one_seed_draws_as_a_stage_of_another() -> None:
    seeds = [stage_seed(seed, stage) for seed in range(40, 60) for stage in range(5)]
    assert len(set(seeds)) == 100
    assert stage_seed(42, 1) == stage_seed(42, 1)
