"""Between two models' weights lie those of a model that went part of the way."""

from __future__ import annotations

import pytest
import torch

from assay.errors import ModelError
from assay.training.loop.interpolation import chosen_share, share_words
from assay.training.model.query_trainee import interpolated

BEFORE = {"a": torch.tensor([0.0, 2.0]), "n": torch.tensor([3])}
AFTER = {"a": torch.tensor([4.0, -2.0]), "n": torch.tensor([5])}


@pytest.mark.parametrize(("share", "expected"), [(0.25, [1.0, 1.0]), (0.5, [2.0, 0.0])])
def test_interpolate_weights_is_a_weighted_mean(share: float, expected: list[float]) -> None:
    found = interpolated(BEFORE, AFTER, share)
    assert found["a"].tolist() == expected
    assert found["n"].tolist() == [5]
    assert BEFORE["a"].tolist() == [0.0, 2.0]


def test_the_ends_are_the_models_themselves() -> None:
    assert interpolated(BEFORE, AFTER, 0.0)["a"] is BEFORE["a"]
    assert interpolated(BEFORE, AFTER, 1.0)["a"] is AFTER["a"]


@pytest.mark.parametrize("other", [{"a": torch.zeros(2)}, {"a": torch.zeros(3), "n": torch.tensor([1])}])
def test_models_of_other_parts_are_not_mixed(other: dict[str, torch.Tensor]) -> None:
    with pytest.raises(ModelError, match="other parts"):
        interpolated(BEFORE, other, 0.5)


def test_the_best_share_is_taken_and_of_equals_the_one_that_changes_least() -> None:
    made = {0.0: 0.5, 0.25: 0.7, 0.5: 0.7, 0.75: 0.6, 1.0: 0.4}
    assert chosen_share(made.__getitem__) == (0.25, made)
    assert chosen_share(lambda share: 0.0)[0] == 0.0


def test_what_was_chosen_is_told_with_what_it_finds() -> None:
    found = {0.0: 0.51234, 0.5: 0.61239, 1.0: 0.4}
    assert str(share_words(0.5, found)) == (
        "The queries go 50% of the way from the base (nDCG@10 of the held-out queries is 0.6124 there, "
        "0.5123 at the base, 0.4000 at the end)."
    )
    assert str(share_words(0.0, found)) == (
        "No share of what was learned finds more than the base: its weights are kept (nDCG@10 of the "
        "held-out queries is 0.5123 there, 0.5123 at the base)."
    )
