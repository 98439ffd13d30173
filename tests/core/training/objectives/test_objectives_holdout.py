"""Who validates: whole groups, near the share, the same for everyone."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.training.data.holdout import drawn, held_out, joined, source_rng


@given(st.lists(st.integers(0, 8), max_size=60), st.floats(0.01, 0.99), st.integers(0, 9), st.integers(1, 2))
@settings(deadline=None)
def test_groups_are_never_parted_and_both_sides_have_enough(
    names: list[int], share: float, seed: int, least: int
) -> None:
    groups = np.array(names, dtype=np.uint64)
    held = held_out(groups, share, np.random.default_rng(seed), least=least)
    inside, outside = {*groups[held].tolist()}, {*groups[~held].tolist()}
    assert not inside & outside
    if held.any():
        assert held.sum() >= least
        assert (~held).sum() >= least


@given(st.integers(2, 300), st.floats(0.01, 0.99), st.integers(0, 9))
@settings(deadline=None)
def test_of_single_rows_the_share_is_held_out_exactly(n: int, share: float, seed: int) -> None:
    held = held_out(np.arange(n, dtype=np.uint64), share, np.random.default_rng(seed))
    assert held.sum() == min(max(1, round(share * n)), n - 1)


def test_what_cannot_be_parted_is_not() -> None:
    rng = np.random.default_rng(0)
    assert not held_out(np.array([4, 4, 4], dtype=np.uint64), 0.5, rng).any()
    assert not held_out(np.array([4], dtype=np.uint64), 0.5, rng).any()
    assert not held_out(np.array([], dtype=np.uint64), 0.5, rng).any()


def test_groups_larger_than_the_share_are_still_parted() -> None:
    groups = np.array([1] * 6 + [2] * 4, dtype=np.uint64)
    held = held_out(groups, 0.1, np.random.default_rng(0))
    assert groups[held].tolist() == [2] * 4


def test_the_seed_decides_who_validates() -> None:
    groups = np.arange(100, dtype=np.uint64)
    one, same, other = (held_out(groups, 0.1, source_rng(seed, "a", "split")) for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


@given(st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=3), max_size=15))
@settings(deadline=None)
def test_rows_are_joined_through_what_they_share(keys: list[list[int]]) -> None:
    # Independently: the closure of "shares a key", by repeated products of a matrix.
    near = np.array([[bool({*a} & {*b}) for b in keys] for a in keys], dtype=int).reshape(
        len(keys), len(keys)
    )
    for _ in keys:
        near = ((near @ near) > 0).astype(int)
    groups = joined(keys)
    for a in range(len(keys)):
        for b in range(len(keys)):
            assert (groups[a] == groups[b]) == bool(near[a, b])


@given(st.integers(0, 40), st.integers(0, 50), st.booleans())
def test_a_limit_draws_so_many_each_once(n: int, limit: int, shuffled: bool) -> None:
    rows = np.arange(n) * 3
    chosen = drawn(rows, limit, np.random.default_rng(5), shuffled=shuffled).tolist()
    assert len(chosen) == min(n, limit or n)
    assert len({*chosen}) == len(chosen)
    assert {*chosen} <= {*rows.tolist()}
    assert shuffled or chosen == sorted(chosen)
