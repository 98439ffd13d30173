"""The optimiser that lists are learnt with."""

from __future__ import annotations

import torch

from assay.training.loop.optimising import make_optimiser
from assay.training.recipe.recipe import OptimiserSpec


def test_a_recipes_radam_decays_as_adamw_does_and_no_bias() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.LayerNorm(2))
    made = make_optimiser(model, OptimiserSpec(kind="radam", weight_decay=0.1, epsilon=1e-7))
    assert isinstance(made, torch.optim.RAdam)
    groups = {len(group["params"]): group for group in made.param_groups}
    assert {size: group["weight_decay"] for size, group in groups.items()} == {1: 0.1, 3: 0.0}
    assert all(group["decoupled_weight_decay"] and group["eps"] == 1e-7 for group in groups.values())
