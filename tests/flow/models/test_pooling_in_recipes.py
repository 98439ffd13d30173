"""A published BERT as the base of a recipe, of a sweep and of hybrid:FOLDER: --pooling reaches it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.cli.options import PoolingOption, each_with_pooling
from assay.cli.training.train import read
from assay.registry.loading import open_registry
from published_models import write_scibert

Assay = Callable[..., Any]

RECIPE = """
name = "over a published base"
base = "scibert"

[[stages]]
max_steps = 1

[[stages.objectives]]
kind = "cropping"
path = "papers.jsonl"
"""


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """A recipe whose base is a published folder beside it."""
    write_scibert(tmp_path / "scibert")
    papers = [
        {"_id": f"p{n}", "title": f"Bees {n}", "text": "Bees dance on the comb. " * 40} for n in range(40)
    ]
    (tmp_path / "papers.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in papers), encoding="utf-8"
    )
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE, encoding="utf-8")
    return path


@pytest.mark.parametrize("pooling", list(PoolingOption))
def test_a_recipe_is_trained_over_the_copy_with_that_pooling(recipe: Path, pooling: PoolingOption) -> None:
    wanted = read(recipe, device=None, name="", pooling=pooling)
    registry = open_registry()
    assert wanted.base in registry
    modes = json.loads((registry.folder(wanted.base) / "1_Pooling" / "config.json").read_text())
    names = {"cls": "cls_token", "mean": "mean_tokens", "last": "lasttoken"}
    assert modes[f"pooling_mode_{names[pooling]}"] is True


def test_hybrid_systems_take_the_pooling_too(recipe: Path) -> None:
    base = str(recipe.parent / "scibert")
    names = each_with_pooling(["bm25", f"hybrid:{base}", base, "hybrid"], PoolingOption.MEAN)
    registry = open_registry()
    assert (names[0], names[3]) == ("bm25", "hybrid")
    assert names[1].startswith("hybrid:")
    assert names[1].removeprefix("hybrid:") in registry
    assert names[2] in registry


def test_the_hint_names_the_option(assay: Assay, recipe: Path) -> None:
    for command in (("train",), ("sweep", "--out", str(recipe.parent / "out"))):
        refused = assay(command[0], str(recipe), *command[1:])
        assert refused.status == 2
    assert "--pooling" in assay("train", str(recipe), "--dry-run").err
