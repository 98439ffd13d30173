"""LoRA in recipes: what learns, what stays, and that the model that comes out is a plain folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from test_resume import assert_same_end, sit
from tiny_runs import recipe, stage

from assay.encoding.library_sentence import load_sentence_transformer
from assay.errors import RecipeError
from assay.training.loop.estimate import state_bytes
from assay.training.model.low_rank import add_lora, merge_lora
from assay.training.recipe.recipe import Formats
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.recipe.tuning_spec import Lora

TEXTS = ["graphs measure rivers at night", "proteins", "with few data " * 9]


def test_merged_weights_are_those_of_the_definition_and_give_the_same_vectors(tiny_base: Path) -> None:
    model = load_sentence_transformer(tiny_base, "cpu")
    before = {name: weights.clone() for name, weights in model.state_dict().items()}
    plain = model.encode(TEXTS)
    add_lora(model, Lora(rank=3, alpha=6, target_modules="query, value"), seed=1)
    np.testing.assert_allclose(model.encode(TEXTS), plain, atol=1e-6)  # B begins with zeros
    learning = {name: weights for name, weights in model.named_parameters() if weights.requires_grad}
    assert {name.rpartition(".lora_")[0].rpartition(".")[2] for name in learning} == {"query", "value"}
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for weights in learning.values():
            weights.copy_(torch.randn(weights.shape, generator=generator) / 3)
    n_learning = sum(weights.numel() for weights in learning.values())
    n_weights = sum(weights.numel() for weights in model.parameters())
    assert state_bytes(model) == 4 * n_weights + 12 * n_learning  # gradient and two moments
    unmerged = model.encode(TEXTS)
    assert np.abs(unmerged - plain).max() > 1e-2
    added = {
        f"{name.partition('.lora_A')[0]}.weight": 6 / 3 * learning[name.replace("lora_A", "lora_B")] @ weights
        for name, weights in learning.items()
        if "lora_A" in name
    }
    merge_lora(model)
    np.testing.assert_allclose(model.encode(TEXTS), unmerged, atol=1e-5)
    after = model.state_dict()
    assert after.keys() == before.keys()
    for name, weights in after.items():
        wanted = before[name] + added.get(name, torch.zeros(()))
        torch.testing.assert_close(weights, wanted, atol=1e-6, rtol=0)


def test_a_run_leaves_a_plain_model_of_which_only_the_named_layers_changed(
    tiny_base: Path, tmp_path: Path
) -> None:
    lora = Lora(rank=4, dropout=0.1, target_modules="query,value")
    made = recipe(stage("one"), base=str(tiny_base), lora=lora)
    assert parse_recipe(write_recipe(made)) == made
    whole, _ = sit(made, tmp_path / "whole")
    assert whole.status == "finished"
    result, _ = sit(made, tmp_path / "run", cancel_after=3)
    while result.status == "cancelled":
        result, _ = sit(made, tmp_path / "run", cancel_after=3)
    assert_same_end(tmp_path / "run", tmp_path / "whole")
    base, trained = (
        load_file(folder / "model.safetensors") for folder in (tiny_base, tmp_path / "whole" / "model")
    )
    assert base.keys() == trained.keys()
    changed = {name for name in base if not torch.equal(base[name], trained[name])}
    assert changed == {
        name for name in base if name.endswith(("attention.self.query.weight", "self.value.weight"))
    }


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('[lora]\nrank = 4\ntarget_modules = "nothing"', "does not fit the base"),
        ("[lora]\nalpha = 8", "has no rank"),
        ("[lora]\nrank = 4\ndropout = 1.0", "dropout"),
        ("[lora]\nrnak = 4", "Did you mean 'rank'"),
    ],
)
def test_settings_that_cannot_be_are_refused_before_anything_learns(
    tiny_base: Path, tmp_path: Path, table: str, words: str
) -> None:
    text = write_recipe(recipe(stage("one"), base=str(tiny_base)))
    with pytest.raises(RecipeError, match=words):
        sit(parse_recipe(f"{text}\n{table}\n"), tmp_path / "run")


def test_only_plain_models_have_low_rank_matrices() -> None:
    with pytest.raises(RecipeError, match="is for plain sentence models"):
        recipe(stage("one"), lora=Lora(rank=4), formats=Formats(variant="adapters"))
