"""Two processes teach formats what one process teaches them with both their batches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from tiny_runs import NEEDS_GLOO, steps

from assay.training.loop.trainer import train
from assay.training.recipe.recipe_file import parse_recipe
from assay.training.runs.run_folder import RunFolder

pytestmark = [NEEDS_GLOO, pytest.mark.soak]

SUBJECTS = ("graphs", "proteins", "planets", "markets")
RECIPE = """
name = "formats"
base = '{base}'
device = "cpu"
max_length = 32
[formats]
variant = "adapters"
reduction = 4
head_dropout = 0.0
[[stages]]
mixing = "tasks"
batch_size = 6
gradient_accumulation_steps = {gradient_accumulation_steps}
max_steps = 7
[stages.loss]
kind = "triplet"
[stages.optimiser]
learning_rate = 1e-2
epsilon = 1e-4  # AdamW enlarges the rounding errors of what has hardly any gradient
max_grad_norm = 0.5
[stages.stopping]
interval = 3
patience = 0
[[stages.objectives]]
kind = "classification"
name = "subject"
path = "papers.jsonl"
label = "subject"
[[stages.objectives]]
kind = "regression"
name = "number"
path = "few.jsonl"
label = "number"
[[stages.objectives]]
kind = "candidates"
path = "asked.jsonl"
query_format = "QRY"
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Papers with a subject, a few with a number, so that theirs are used up first, and queries."""
    papers = [
        {
            "title": f"{SUBJECTS[n % 4]} {n}",
            "abstract": f"{SUBJECTS[n % 4]} compare at night {n}",
            "subject": SUBJECTS[n % 4],
            "number": n % 4,
        }
        for n in range(40)
    ]
    asked = [
        {
            "query": f"{SUBJECTS[n % 4]} by hand {n}",
            "candidates": [{**papers[(n + k) % 40], "score": int(k == 0)} for k in range(4)],
        }
        for n in range(30)
    ]
    for name, rows in (("papers", papers), ("few", papers[:15]), ("asked", asked)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_two_processes_teach_all_tasks_as_one_does_with_both_their_batches(
    data: Path, tiny_models: Callable[..., Path]
) -> None:
    base, recipe = tiny_models(0.0), data / "recipe.toml"  # what is dropped differs between processes
    recipe.write_text(RECIPE.format(base=base, gradient_accumulation_steps=1), encoding="utf-8")
    launched = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", "-m", "assay"]
    child = subprocess.Popen(
        [sys.executable, *launched, "train", str(recipe), "--out", str(data / "two")],
        env=os.environ | {"OMP_NUM_THREADS": "1", "ASSAY_MODELS": str(data / "models")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    alone = parse_recipe(RECIPE.format(base=base, gradient_accumulation_steps=2))
    train(alone, out=data / "one", folder=data)
    _, said = child.communicate()
    assert child.returncode == 0, said.decode()
    two, one = (RunFolder(data / name) for name in ("two", "one"))
    ours, theirs = (steps(list(run.read_events())) for run in (two, one))
    assert len(ours) == 7
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.losses == pytest.approx(other.losses, rel=2e-5)
    assert any("number" not in step.losses for step in ours)  # its examples were used up
    joint, single = (load_file(run.model / "parts.safetensors") for run in (two, one))
    assert joint.keys() == single.keys()
    for name, value in single.items():
        torch.testing.assert_close(joint[name], value, atol=2e-5, rtol=1e-4)
    assert json.loads(two.card.read_text(encoding="utf-8"))["world"] == 2
