"""A dry run says what a run would find, and leaves no trace."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
import torch
from tiny_runs import Opener, only, recipe, stage, steps

from assay.encoding.model_files.folder import file_digests
from assay.training.loop.estimate import dry_run, kept_for_backward
from assay.training.loop.throughput import peak_memory
from assay.training.loop.trainer import train
from assay.training.model.base_model import load_base
from assay.training.model.forward import Chunking, Forward, read_tokens
from assay.training.runs.events import Event, Start


def test_a_dry_run_counts_what_the_run_then_says_at_its_beginning(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("a", "b", epochs=2), stage("a", name="second"), base=str(tiny_base))
    estimate = dry_run(made, folder=tmp_path, open_source=Opener())
    events: list[Event] = []
    train(made, out=tmp_path / "run", folder=tmp_path, on_event=events.append, open_source=Opener())
    starts = [event for event in only(events, Start) if isinstance(event, Start)]
    assert [one.steps for one in estimate.stages] == [start.steps for start in starts]
    for one, start in zip(estimate.stages, starts, strict=True):
        assert {o.name: o.n_train for o in one.objectives} == dict(start.examples)
        assert (estimate.device, estimate.precision) == (start.device, start.precision)


def test_epochs_times_and_memory_add_up(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("a", max_steps=16), base=str(tiny_base))  # 16 steps of 8 of 64 examples
    estimate = dry_run(made, folder=tmp_path, open_source=Opener())
    (one,) = estimate.stages
    assert one.objectives[0].epochs == pytest.approx(16 * 8 / 64)
    assert one.validations == 9  # before the first step, and after every second
    expected = 16 * one.seconds_per_step + 9 * one.seconds_per_validation
    assert estimate.seconds == pytest.approx(expected)
    assert one.seconds_per_step > 0
    assert one.seconds_per_validation > 0
    weights = sum(p.numel() * p.element_size() for p in load_base(made, device="cpu").model.parameters())
    assert weights * 4 < estimate.memory_bytes <= estimate.worst_memory_bytes
    # What a run on the processor reports is its whole process.
    assert estimate.memory_bytes == pytest.approx(peak_memory("cpu"), rel=0.1)


def test_epochs_of_a_dry_run_are_those_of_the_run_s_steps(tmp_path: Path, tiny_base: Path) -> None:
    """A batch of 8 leaves 3 of 11 examples out: an epoch is one batch, and meets 8 / 11 of the examples."""
    made = recipe(stage("a", batch_size=8, gradient_accumulation_steps=1, max_steps=6), base=str(tiny_base))
    opener = Opener(examples=11)
    (objective,) = dry_run(made, folder=tmp_path, open_source=opener).stages[0].objectives
    events: list[Event] = []
    train(made, out=tmp_path / "run", folder=tmp_path, on_event=events.append, open_source=opener)
    assert objective.epochs == steps(events)[-1].epoch == 6
    assert objective.met == pytest.approx(6 * 8 / 11)


def test_a_dry_run_writes_nothing_and_leaves_the_base_alone(tmp_path: Path, tiny_base: Path) -> None:
    before = file_digests(tiny_base)
    dry_run(recipe(stage("a"), base=str(tiny_base)), folder=tmp_path, open_source=Opener())
    assert list(tmp_path.iterdir()) == []
    assert file_digests(tiny_base) == before


def test_twice_the_texts_keep_twice_the_memory(tiny_base: Path) -> None:
    model = load_base(recipe(stage("a"), base=str(tiny_base)), device="cpu").model
    forward = Forward(model, Chunking(100_000))
    model.train()
    some = ["graphs at night under noise"] * 4
    before = with_history()
    once, twice = (kept_for_backward(forward, read_tokens(model, texts)) for texts in (some, some * 2))
    assert twice == pytest.approx(2 * once, rel=0.05)
    assert with_history() == before  # what was counted is not held: 800 MB a dry run of MiniLM


def with_history() -> int:
    """The tensors that are held with the operation that made them."""
    gc.collect()
    return sum(type(each) is torch.Tensor and each.grad_fn is not None for each in gc.get_objects())
