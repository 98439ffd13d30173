"""Weights in shards over two processes: the run, its checkpoints and its model are those of one process."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from run_tiny import joint_recipe
from safetensors.torch import load_file
from test_distributed import CancelAfterTwo, require_equal_weights
from test_processes import said_by_two
from tiny_runs import NEEDS_GLOO, Opener, recipe, stage

from assay.errors import RecipeError
from assay.training.loop.trainer import train
from assay.training.model.base_model import load_base
from assay.training.recipe.recipe import LossSpec
from assay.training.runs.checkpoint import load_weights

pytestmark = NEEDS_GLOO


def in_shards(folder: Path, rank: int) -> list[str]:
    torch.set_num_threads(1)
    made = replace(joint_recipe(str(folder / "base"), gradient_accumulation_steps=1), shard_weights=True)
    run = functools.partial(
        train, made, out=folder / "two", folder=folder, open_source=Opener(), token_budget=100
    )
    control = CancelAfterTwo()
    first = run(control=control, on_event=control.hear)
    if rank == 0:
        _read_by_one(folder)
    return [first.status, run(resume=True).status]


def _read_by_one(folder: Path) -> None:
    """The checkpoint fits a model that no process shares, and its moments have the weights' whole sizes."""
    checkpoint = sorted((folder / "two" / "checkpoints").glob("[0-9]*"))[-1]
    alone = load_base(recipe(stage("one")), device="cpu", folder=folder / "base", data=folder).model
    load_weights(alone, checkpoint)
    sizes = {tuple(weights.shape) for weights in alone.parameters()}
    moments = load_file(checkpoint / "optimiser.safetensors")
    assert {tuple(own.shape) for name, own in moments.items() if "exp_avg" in name} <= sizes
    assert json.loads((checkpoint / "state.json").read_text(encoding="utf-8"))["state"]["world"] == 2


def test_a_run_in_shards_cancelled_and_resumed_learns_what_one_process_does(
    tmp_path: Path, tiny_models: Callable[..., Path]
) -> None:
    (tmp_path / "base").symlink_to(tiny_models(0.0))
    assert said_by_two(functools.partial(in_shards, tmp_path)) == [["cancelled", "finished"]] * 2
    made = joint_recipe(str(tiny_models(0.0)), gradient_accumulation_steps=2)
    train(made, out=tmp_path / "one", folder=tmp_path, open_source=Opener())
    require_equal_weights(tmp_path)


def test_shards_are_for_a_whole_base_that_learns_from_triples() -> None:
    made = recipe(stage("one", loss=LossSpec(gather_across_devices=True)), shard_weights=True)
    assert made.shard_weights
    with pytest.raises(RecipeError, match="shard_weights is for a whole base"):
        replace(made, precision="fp16")
