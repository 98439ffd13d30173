"""Wide models: which words they weigh, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer

from assay.encoding.model_files.folder import find_folder
from assay.errors import RecipeError
from assay.training.loop.trainer import train
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe

PAPERS = [
    {"title": f"{word} {n}", "abstract": f"{word} at night", "year": n % 5}
    for n, word in enumerate(["graphs", "proteins", "planets", "markets"] * 3)
]
RECIPE = """
name = "wide"
base = '{base}'
device = "cpu"
max_length = 32
[formats]
variant = "wide"
own_width = 8
{more}
[[stages]]
mixing = "tasks"
batch_size = 6
gradient_accumulation_steps = 1
max_steps = {steps}
[stages.optimiser]
learning_rate = 0.01
[[stages.objectives]]
kind = "{kind}"
path = "papers.jsonl"
{label}
"""
WORDS = 'words = "papers.jsonl"'


@pytest.fixture
def data(tmp_path: Path) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in PAPERS)
    (tmp_path / "papers.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def recipe(base: Path | str, more: str = WORDS, **rest: Any) -> Recipe:
    values = {"kind": "regression", "label": 'label = "year"', "steps": 2} | rest
    return parse_recipe(RECIPE.format(base=base, more=more, **values))


def trained(made: Recipe, data: Path, name: str) -> Path:
    result = train(made, out=data / name, folder=data)
    assert result.model
    return Path(result.model)


def parts(model: Path) -> dict[str, torch.Tensor]:
    return load_file(model / "parts.safetensors")


def test_words_weigh_what_few_of_the_papers_hold_them(tiny_base: Path, data: Path) -> None:
    weights = parts(trained(recipe(tiny_base), data, "run"))["heads.words"]
    transformer = find_folder(str(tiny_base), allow_network=False)
    found = next(path.parent for path in transformer.rglob("tokenizer.json"))
    tokenizer = AutoTokenizer.from_pretrained(str(found))
    texts = [f"{row['title']} [SEP] {row['abstract']}" for row in PAPERS]
    held = [set(tokenizer(text)["input_ids"]) for text in texts]
    for word in range(len(weights)):
        n = sum(word in one for one in held)
        assert weights[word].item() == pytest.approx(float(torch.log(torch.tensor(13 / (n + 1)))), abs=1e-6)


def test_a_wide_model_that_goes_on_to_learn_keeps_its_words_unless_told_otherwise(
    tiny_base: Path, data: Path
) -> None:
    first = trained(recipe(tiny_base), data, "first")
    again = trained(recipe(first, ""), data, "again")
    assert torch.equal(parts(again)["heads.words"], parts(first)["heads.words"])
    (data / "papers.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in PAPERS[:8]), encoding="utf-8"
    )
    anew = trained(recipe(first), data, "anew")
    assert not torch.equal(parts(anew)["heads.words"], parts(first)["heads.words"])


def test_a_plain_base_needs_papers_to_weigh_words_by(tiny_base: Path, data: Path) -> None:
    with pytest.raises(RecipeError, match=r"Say under \[formats\] of which papers"):
        train(recipe(tiny_base, ""), out=data / "run", folder=data)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ('{"title": "one"}\n', "holds 1 paper: too few"),
        ('{"title": "one"}\n{"title": 3}\n', "words.jsonl:2: title or abstract is not text"),
    ],
)
def test_papers_that_tell_of_no_words_are_named(tiny_base: Path, data: Path, text: str, said: str) -> None:
    (data / "words.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(RecipeError, match=said):
        train(recipe(tiny_base, 'words = "words.jsonl"'), out=data / "run", folder=data)


@pytest.mark.parametrize("variant", ["wide", "pools"])
def test_a_stage_that_could_teach_nothing_is_refused(tiny_base: Path, variant: str) -> None:
    text = RECIPE.format(base=tiny_base, more="", kind="specter", label="", steps=2)
    with pytest.raises(RecipeError, match="'stage 1' teaches nothing"):
        parse_recipe(text.replace('"wide"\n', f'"{variant}"\n'))


def test_words_are_for_wide_models_alone(tiny_base: Path) -> None:
    text = RECIPE.format(base=tiny_base, more=WORDS, kind="regression", label='label = "year"', steps=2)
    with pytest.raises(RecipeError, match="Only 'wide' models weigh words"):
        parse_recipe(text.replace('variant = "wide"', 'variant = "pools"'))


def test_heads_learn_as_much_faster_as_the_recipe_says(tiny_base: Path, data: Path) -> None:
    """AdamW's first step moves every weight by the learning rate."""
    from assay.training.data.examples import Task
    from assay.training.loop.optimising import make_optimiser
    from assay.training.model.trainee import load_trainee
    from assay.training.recipe.recipe import OptimiserSpec

    made = recipe(tiny_base)
    model, _ = load_trainee(made, tiny_base, device="cpu", data=data)
    model.add_heads({"year": Task("number", ())}, dropout=0.0, seed=1)
    optimiser = make_optimiser(model, OptimiserSpec(learning_rate=0.01), head_rate=3.0)
    rates = {id(p): group["times"] for group in optimiser.param_groups for p in group["params"]}
    heads = list(model.heads.parameters())
    assert {rates[id(p)] for p in heads} == {3.0}
    learnt = {id(p) for p in model.model.parameters() if p.requires_grad}
    assert {rates[one] for one in learnt} == {1.0}
    assert set(rates) == learnt | {id(p) for p in heads}
