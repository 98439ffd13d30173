"""Two processes, as torchrun and accelerate start them, learn what one learns from both their batches."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from run_tiny import joint_recipe
from run_tiny import main as run_tiny
from safetensors.torch import load_file
from test_processes import said_by_two
from tiny_runs import NEEDS_GLOO, Opener, steps

from assay.training.loop.distributed import Processes
from assay.training.loop.trainer import train
from assay.training.runs.control import Wanted
from assay.training.runs.events import Event, Step
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


def alone(folder: Path, base: Path) -> None:
    """One process learns from both batches."""
    made = joint_recipe(str(base), gradient_accumulation_steps=2)
    train(made, out=folder / "one", folder=folder, open_source=Opener())


def require_two_learn_what_one_does(folder: Path) -> None:
    two, one = (list(RunFolder(folder / name).read_events()) for name in ("two", "one"))
    assert [type(event) for event in two] == [type(event) for event in one]  # nothing is said twice
    assert [step.losses.keys() for step in steps(two)] == [step.losses.keys() for step in steps(one)]
    for ours, theirs in zip(steps(two), steps(one), strict=True):
        assert ours.losses == pytest.approx(theirs.losses, rel=2e-5)
    require_equal_weights(folder)
    assert not (folder / "two" / "pid").exists()


def require_equal_weights(folder: Path) -> None:
    joint, single = (load_file(folder / name / "model" / "model.safetensors") for name in ("two", "one"))
    for name, value in single.items():
        if name.endswith("key.bias"):
            continue  # a softmax does not see it: AdamW enlarges its rounding errors
        torch.testing.assert_close(joint[name], value, atol=2e-5, rtol=1e-4)


class CancelAfterTwo:
    """Ends the run when its second step is made."""

    def __init__(self) -> None:
        self._made = 0

    def hear(self, event: Event) -> None:
        self._made += isinstance(event, Step)

    def wanted(self) -> Wanted:
        return "cancel" if self._made == 2 else "run"


def cancelled(folder: Path, rank: int) -> list[str]:
    """Two steps of the joint run, of which the checkpoint stays."""
    torch.set_num_threads(1)
    made, control = joint_recipe(str(folder / "base"), gradient_accumulation_steps=1), CancelAfterTwo()
    run = functools.partial(train, made, out=folder / "two", folder=folder, open_source=Opener())
    return [run(control=control, on_event=control.hear).status]


def test_one_process_resumes_what_two_began(tmp_path: Path, tiny_models: Callable[..., Path]) -> None:
    """It makes the batches of both, so that the rest of the run is the same; three processes could not."""
    (tmp_path / "base").symlink_to(tiny_models(0.0))
    assert said_by_two(functools.partial(cancelled, tmp_path)) == [["cancelled"]] * 2
    made = joint_recipe(str(tmp_path / "base"), gradient_accumulation_steps=1)
    end = train(made, out=tmp_path / "two", folder=tmp_path, open_source=Opener(), resume=True)
    assert end.status == "finished"
    joint = joint_recipe(str(tmp_path / "base"), gradient_accumulation_steps=2)
    train(joint, out=tmp_path / "one", folder=tmp_path, open_source=Opener())
    require_equal_weights(tmp_path)


def in_a_world(folder: Path, rank: int) -> list[str]:
    """A sweep of three trainings and the training that is looked at, in the same process."""
    run_tiny(str(folder / "two"), str(folder / "base"), "--world", "--sweep")
    return ["done"]


def test_two_ranks_average_their_gradients_and_the_first_writes(
    tmp_path: Path, tiny_models: Callable[..., Path]
) -> None:
    (tmp_path / "base").symlink_to(tiny_models(0.0))  # dropout differs between ranks
    assert said_by_two(functools.partial(in_a_world, tmp_path)) == [["done"], ["done"]]
    alone(tmp_path, tiny_models(0.0))
    require_two_learn_what_one_does(tmp_path)
    swept = [RunFolder(path) for path in sorted((tmp_path / "sweep").glob("share-*"))]
    assert len(swept) == 3
    for row in swept:
        assert json.loads(row.card.read_text(encoding="utf-8"))["world"] == 2
        assert len(steps(list(row.read_events()))) == 4


@pytest.mark.soak
@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_a_launcher_s_two_processes_learn_what_one_does(
    tmp_path: Path, tiny_models: Callable[..., Path], launcher: str
) -> None:
    base = tiny_models(0.0)
    child = subprocess.Popen(
        [sys.executable, "-m", *LAUNCHERS[launcher], str(RUN), str(tmp_path / "two"), str(base), "--world"],
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
    )
    alone(tmp_path, base)
    _, said = child.communicate()
    assert child.returncode == 0, said.decode()
    require_two_learn_what_one_does(tmp_path)


def test_one_process_talks_to_nobody() -> None:
    processes = Processes()
    assert processes.total([1.5, 2.0]) == [1.5, 2.0]
    weight = torch.nn.Parameter(torch.ones(2))
    weight.grad = torch.tensor([3.0, 4.0])
    processes.average_gradients([weight])
    assert weight.grad.tolist() == [3.0, 4.0]
    assert processes.is_main
