"""Batches by token budget, checked on any lengths."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from assay.encoding import token_budget_batches

LENGTHS = st.lists(st.integers(0, 600), max_size=200)
BUDGETS = st.integers(1, 5000)


@given(LENGTHS, BUDGETS)
def test_every_text_is_in_exactly_one_batch(lengths: list[int], budget: int) -> None:
    batches = token_budget_batches(lengths, budget=budget)
    assert sorted(int(row) for batch in batches for row in batch) == list(range(len(lengths)))
    assert all(len(batch) for batch in batches)


@given(LENGTHS, BUDGETS)
def test_padded_area_stays_within_the_budget_unless_a_single_text_exceeds_it(
    lengths: list[int], budget: int
) -> None:
    for batch in token_budget_batches(lengths, budget=budget):
        longest = max(lengths[row] for row in batch)
        assert len(batch) == 1 or len(batch) * longest <= budget


@given(LENGTHS, BUDGETS)
@example([0, 1], 1)
def test_batches_hold_neighbours_in_length_longest_first(lengths: list[int], budget: int) -> None:
    in_order = [lengths[row] for batch in token_budget_batches(lengths, budget=budget) for row in batch]
    assert in_order == sorted(lengths, reverse=True)
