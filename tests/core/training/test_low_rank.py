"""LoRA in recipes: what learns, what stays, and that the model that comes out is a plain folder."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from test_resume import After, assert_same_end, sit
from tiny_runs import Opener, recipe, stage
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent / "lists"))

from small_lists import prepare
from small_lists import recipe as of_lists

from assay.cli import app
from assay.encoding import load_encoder
from assay.encoding.library_sentence import load_sentence_transformer
from assay.errors import RecipeError
from assay.registry.loading import open_registry
from assay.training.loop.estimate import state_bytes
from assay.training.loop.trainer import train
from assay.training.model.low_rank import add_lora, merge_lora
from assay.training.recipe.recipe import Formats, Recipe, Variation
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.recipe.tuning_spec import Lora, Tuning
from assay.training.runs.events import End, Event
from assay.types import TaskFormat

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


@dataclass
class Merging:
    """What a model was at the end of its run, as `merge_lora` found and left it."""

    learning: set[str]
    weights: dict[str, torch.Tensor]
    vectors: torch.Tensor
    merged: torch.Tensor


@pytest.fixture
def merging(monkeypatch: pytest.MonkeyPatch) -> list[Merging]:
    seen: list[Merging] = []

    def vectors(model: Any) -> torch.Tensor:
        with torch.no_grad():
            found: torch.Tensor = model.eval()(model.preprocess(TEXTS))["sentence_embedding"]
        return found

    def merge(model: Any) -> None:
        learning = {name for name, weights in model.named_parameters() if weights.requires_grad}
        weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
        before = vectors(model)
        merge_lora(model)
        seen.append(Merging(learning, weights, before, vectors(model)))

    monkeypatch.setattr("assay.training.loop.trainer.merge_lora", merge)
    return seen


def assert_only_matrices_learned(found: Merging, base: Path, *, part: str) -> None:
    """Every tensor of the base's file is as it was, and beside the matrices none but those named learned."""
    torch.testing.assert_close(found.merged, found.vectors, atol=1e-5, rtol=0)
    theirs = load_file(base / "model.safetensors")
    ours = {name.replace(".base_layer", ""): tensor for name, tensor in found.weights.items()}
    n_same = sum(
        any(name.endswith(own) and torch.equal(tensor, ours[name]) for name in ours)
        for own, tensor in theirs.items()
        if not own.startswith("pooler.")
    )
    assert n_same == len([own for own in theirs if not own.startswith("pooler.")])
    own = {name for name in found.learning if not re.search(part, name)}
    assert {re.split(r"\.lora_", name)[0].rpartition(".")[2] for name in own} == {"query", "value"}
    assert all(".lora_" in name for name in own)


def interrupted(made: Recipe, out: Path, **more: Any) -> End:
    """The end of a run that was cancelled after every third step."""
    while True:
        events: list[Event] = []
        known = {"folder": out.parent, "on_event": events.append, "control": After(3, events)}
        end = train(made, out=out, resume=out.exists(), **known, **more)
        if end.status != "cancelled":
            return end


def shown(run: Path) -> str:
    """What `assay model show` says of the model that a run left."""
    result = CliRunner().invoke(app, ["model", "show", open_registry().add(run).model_id])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    ("variant", "base", "part"),
    [
        ("cls", "auto", "^$"),
        ("codes", "auto", r"\.codes$"),
        ("pals", "auto", r"\.pals\."),
        ("adapters", "trained", r"\.adapters\."),
    ],
)
def test_under_formats_matrices_learn_in_the_place_of_the_base(
    tiny_base: Path, tmp_path: Path, merging: list[Merging], variant: Variation, base: Any, part: str
) -> None:
    made = recipe(
        stage("one"),
        base=str(tiny_base),
        formats=Formats(variant=variant, base=base, pal_width=12, pal_heads=3, reduction=4),
        lora=Lora(rank=4),
    )
    assert parse_recipe(write_recipe(made)) == made
    whole, _ = sit(made, tmp_path / "whole")
    [found] = merging
    assert_only_matrices_learned(found, tiny_base, part=part)
    encoder = load_encoder(whole.model, device="cpu", max_length=48)
    vectors = encoder.encode(TEXTS, format=TaskFormat.CLF)  # the first of its formats
    np.testing.assert_allclose(vectors, found.vectors, atol=1e-5)
    changed = np.abs(
        vectors - load_encoder(str(tiny_base), device="cpu").encode(TEXTS, format=TaskFormat.PRX)
    )
    assert changed.max() > 1e-3
    again = interrupted(made, tmp_path / "run", open_source=Opener())
    for name in ("base/model.safetensors", "parts.safetensors"):
        one, other = (load_file(Path(each.model) / name) for each in (whole, again))
        assert one.keys() == other.keys()
        assert all(torch.equal(one[each], other[each]) for each in one)
    assert f'variant = "{variant}"' in shown(tmp_path / "whole")


@pytest.mark.parametrize(
    "tuning", [Tuning(), Tuning(scorer="decoder", blocks=1, heads=4, width=32)], ids=["product", "decoder"]
)
def test_queries_are_tuned_by_matrices(
    tiny_base: Path, tmp_path: Path, merging: list[Merging], tuning: Tuning
) -> None:
    prepare(tmp_path / "lists", tiny_base)
    made = replace(of_lists(tiny_base, tuning=tuning), lora=Lora(rank=4, target_modules="query,value"))
    whole = train(made, out=tmp_path / "whole", folder=tmp_path)
    [found] = merging
    assert_only_matrices_learned(found, tiny_base, part="^scorer[.]")
    again = interrupted(made, tmp_path / "run")
    queries = "queries/model.safetensors"
    one, other = (load_file(Path(each.model) / queries) for each in (whole, again))
    assert all(torch.equal(one[name], other[name]) for name in one)
    changed = {
        name
        for name, weights in load_file(tiny_base / "model.safetensors").items()
        if not torch.equal(weights, one[name])
    }
    assert changed == {name for name in one if name.endswith(("self.query.weight", "self.value.weight"))}
    assert "[lora]" in shown(tmp_path / "whole")


@pytest.mark.parametrize("variant", ["adapters", "probes"])
def test_a_base_that_stays_as_it_is_has_no_low_rank_matrices(variant: Variation) -> None:
    with pytest.raises(RecipeError, match=f"with '{variant}' the base stays as it is. Give .*trained"):
        recipe(stage("one"), lora=Lora(rank=4), formats=Formats(variant=variant))
