"""Two processes, as torchrun starts them, learn what one learns from both their batches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from run_tiny import joint_recipe
from safetensors.torch import load_file
from tiny_runs import NEEDS_GLOO, Opener, steps

from assay.training.loop.distributed import Processes
from assay.training.loop.trainer import train
from assay.training.runs.run_folder import RunFolder

pytestmark = NEEDS_GLOO

RUN = Path(__file__).with_name("run_tiny.py")


LAUNCHERS = {
    "torchrun": ["torch.distributed.run", "--standalone", "--nproc-per-node=2"],
    "accelerate": [
        *("accelerate.commands.launch", "--multi_gpu", "--num_processes=2", "--num_machines=1"),
        *("--mixed_precision=no", "--dynamo_backend=no", "--main_process_port=0"),
    ],
}
SWEEPS = {"torchrun": ["--sweep"], "accelerate": []}
"""launcher -> whether a sweep of three trainings comes first, in the same processes"""


@pytest.mark.parametrize("launcher", ["torchrun", pytest.param("accelerate", marks=pytest.mark.soak)])
def test_two_ranks_average_their_gradients_and_the_first_writes(  # type: ignore[no-untyped-def]
    tmp_path: Path, tiny_models, launcher: str
) -> None:
    base = tiny_models(0.0)  # dropout differs between ranks
    child = subprocess.Popen(
        [
            *(sys.executable, "-m", *LAUNCHERS[launcher]),
            *(str(RUN), str(tmp_path / "two"), str(base), "--world", *SWEEPS[launcher]),
        ],
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
    )
    train(
        joint_recipe(str(base), gradient_accumulation_steps=2),
        out=tmp_path / "one",
        folder=tmp_path,
        open_source=Opener(),
    )
    _, said = child.communicate()
    assert child.returncode == 0, said.decode()
    two, one = (list(RunFolder(tmp_path / name).read_events()) for name in ("two", "one"))
    assert [type(event) for event in two] == [type(event) for event in one]  # nothing is said twice
    assert [step.losses.keys() for step in steps(two)] == [step.losses.keys() for step in steps(one)]
    for ours, theirs in zip(steps(two), steps(one), strict=True):
        assert ours.losses == pytest.approx(theirs.losses, rel=2e-5)
    joint, single = (load_file(tmp_path / name / "model" / "model.safetensors") for name in ("two", "one"))
    for name, value in single.items():
        if name.endswith("key.bias"):
            continue  # a softmax does not see it: AdamW enlarges its rounding errors
        torch.testing.assert_close(joint[name], value, atol=2e-5, rtol=1e-4)
    assert not (tmp_path / "two" / "pid").exists()
    swept = [RunFolder(path) for path in sorted((tmp_path / "sweep").glob("share-*"))]
    assert len(swept) == (3 if SWEEPS[launcher] else 0)
    for row in swept:
        assert json.loads(row.card.read_text(encoding="utf-8"))["world"] == 2
        assert len(steps(list(row.read_events()))) == 4


def test_one_process_talks_to_nobody() -> None:
    processes = Processes()
    assert processes.total([1.5, 2.0]) == [1.5, 2.0]
    weight = torch.nn.Parameter(torch.ones(2))
    weight.grad = torch.tensor([3.0, 4.0])
    processes.average_gradients([weight])
    assert weight.grad.tolist() == [3.0, 4.0]
    assert processes.is_main
