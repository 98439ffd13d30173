"""Validations: what they hold in memory, and that they can be interrupted like everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from test_resume import assert_same_end
from tiny_runs import Made, Opener, recipe, stage, steps

from assay.training.data.examples import AnyExample
from assay.training.loop import stage as stage_module
from assay.training.loop.batches import Batch, Reader
from assay.training.loop.distributed import Processes
from assay.training.loop.optimising import Optimising
from assay.training.loop.trainer import train
from assay.training.loop.validation import HeldOut
from assay.training.model.forward import Chunking, Forward, Tokens, read_tokens
from assay.training.recipe.recipe import LossSpec, Recipe
from assay.training.runs.checkpoint import Checkpoints
from assay.training.runs.control import Control, Wanted
from assay.training.runs.events import CheckpointMade, End, Event, Paused, Resumed, Start, Validation

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


def load(folder: Path) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


@pytest.mark.parametrize("side", ["left", "right"])
def test_packed_tokens_are_half_as_wide_without_padding_and_come_back_as_they_were(
    tiny_base: Path, side: str
) -> None:
    model = load(tiny_base)
    model.tokenizer.padding_side = side
    tokens = read_tokens(model, ["graphs", "rivers sort by hand", "planets measure at night under noise"])
    packed = tokens.packed()
    held = sum(row.numel() * row.element_size() for row in packed.rows.values())
    assert held == 4 * int(tokens.lengths.sum()) * len(packed.rows)
    again = packed.unpacked()
    assert again.padded_left == (side == "left")
    assert again.lengths.tolist() == tokens.lengths.tolist()
    assert again.features.keys() == tokens.features.keys()
    for key, value in tokens.features.items():
        if isinstance(value, torch.Tensor):
            assert torch.equal(again.features[key], value), key


class Counting(Reader):
    """Remembers what it read."""

    def __init__(self, model: SentenceTransformer) -> None:
        super().__init__(model)
        self.read: list[int] = []

    def tokens(self, examples: Sequence[AnyExample], names: Sequence[str] = ()) -> Tokens:
        self.read.append(len(examples))
        return super().tokens(examples, names)


def test_held_out_texts_are_read_by_the_first_validation_and_by_no_other(tiny_base: Path) -> None:
    model = load(tiny_base)
    reader = Counting(model)
    source = Opener(held_out=10)(stage("one").objectives[0], folder=Path(), seed=1, template=None)  # type: ignore[arg-type]
    held_out = HeldOut({"one": source}, batch_size=4, loss=LossSpec(), reader=reader, processes=Processes())
    assert reader.read == []
    forward = Forward(model, Chunking(200))
    first, second = held_out.validated(forward).losses, held_out.validated(forward).losses
    assert reader.read == [4, 4, 2]
    assert first["one"] == pytest.approx(second["one"], rel=1e-6)
    assert model.training


@dataclass
class Midway:
    """Says its words, one a time it is asked, once the step was made and its validation is at work."""

    step: int
    words: list[Wanted]
    events: list[Event] = field(default_factory=list)
    asked: int = 0

    def wanted(self) -> Wanted:
        done = steps(self.events)
        over = any(isinstance(e, Validation) and e.step == self.step for e in self.events)
        if not done or done[-1].step != self.step or over:
            return "run"
        self.asked += 1
        return self.words.pop(0) if self.asked > 1 and self.words else "run"


def sit(made: Recipe, out: Path, control: Control, events: list[Event]) -> End:
    return train(
        made,
        out=out,
        folder=out.parent,
        resume=out.exists(),
        on_event=events.append,
        control=control,
        open_source=Opener(objectives={"one": Made("one", 64, 3)}),
    )


@pytest.mark.parametrize("step", [4, 6])  # in the midst of the stage, and at its end
def test_a_validation_that_is_cancelled_midway_is_made_again_on_resuming(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    made = recipe(stage("one"), base=str(tiny_base))  # validated at 2, 4 and 6
    sit(made, tmp_path / "whole", Midway(0, []), [])
    monkeypatch.setattr(stage_module, "ASK_SECONDS", -1.0)
    control = Midway(step, ["cancel"])
    assert sit(made, tmp_path / "run", control, control.events).status == "cancelled"
    checked = [event.step for event in control.events if isinstance(event, Validation)]
    assert checked == list(range(0, step, 2))
    latest, _ = Checkpoints(tmp_path / "run" / "checkpoints").latest()
    assert latest is not None
    assert (latest.state.progress.step, latest.state.progress.unvalidated) == (step, True)
    events: list[Event] = []
    assert sit(made, tmp_path / "run", Midway(0, []), events).status == "finished"
    assert [event.step for event in events if isinstance(event, Validation)] == list(range(step, 7, 2))
    assert_same_end(tmp_path / "run", tmp_path / "whole")


def test_the_validation_before_the_first_step_can_be_cancelled_too(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Started:
        """Wants no more of it once the stage has begun."""

        def wanted(self) -> Wanted:
            return "cancel" if any(isinstance(event, Start) for event in events) else "run"

    events: list[Event] = []
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "whole", Midway(0, []), [])
    monkeypatch.setattr(stage_module, "ASK_SECONDS", -1.0)
    assert sit(made, tmp_path / "run", Started(), events).status == "cancelled"
    assert not steps(events)
    assert not [event for event in events if isinstance(event, Validation)]
    events.clear()
    assert sit(made, tmp_path / "run", Midway(0, []), events).status == "finished"
    assert [event.step for event in events if isinstance(event, Validation)] == [0, 2, 4, 6]
    assert_same_end(tmp_path / "run", tmp_path / "whole")


def test_a_cancel_amid_a_step_ends_the_run_with_that_step(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Meanwhile:
        """Wants no more of it once the first step is being computed."""

        def wanted(self) -> Wanted:
            return "cancel" if computed else "run"

    computed: list[int] = []
    true = Optimising._gradients

    def gradients(self: Optimising, batches: Sequence[Batch], done: int) -> list[torch.Tensor]:
        computed.append(done)
        return true(self, batches, done)

    monkeypatch.setattr(Optimising, "_gradients", gradients)
    events: list[Event] = []
    made = recipe(stage("one"), base=str(tiny_base))
    assert sit(made, tmp_path / "run", Meanwhile(), events).status == "cancelled"
    assert (computed, len(steps(events))) == ([0], 1)


def test_a_pause_is_heard_in_a_validation_which_then_goes_on(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "whole", Midway(0, []), [])
    monkeypatch.setattr(stage_module, "ASK_SECONDS", -1.0)
    control = Midway(4, ["pause", "pause", "run"])
    assert sit(made, tmp_path / "run", control, control.events).status == "finished"
    kinds = [type(event) for event in control.events]
    place = kinds.index(Paused)
    assert kinds[place - 1 : place + 4] == [CheckpointMade, Paused, Resumed, Validation, CheckpointMade]
    assert_same_end(tmp_path / "run", tmp_path / "whole")


def test_all_processes_ask_between_equally_many_batches(tiny_base: Path) -> None:
    """Three batches for two processes: the second has one, but is asked as often as the first."""
    from assay.training.data.mixing import Share

    class Apart(Processes):
        """Does not wait for the other."""

        def total(self, values: Sequence[float]) -> list[float]:
            return [2.0 * value for value in values]

    source = Opener(held_out=10)(stage("one").objectives[0], folder=Path(), seed=1, template=None)  # type: ignore[arg-type]
    model = load(tiny_base)
    asked, losses = [], []
    for rank in range(2):
        held_out = HeldOut(
            {"one": source},
            batch_size=4,
            loss=LossSpec(),
            reader=Reader(model),
            processes=Apart(share=Share(rank, 2)),
        )
        times: list[int] = []
        forward = Forward(model, Chunking(200))
        found = held_out.validated(forward, between=lambda times=times: times.append(1)).losses  # type: ignore[misc]
        asked.append(len(times))
        losses.append(found["one"])
    assert asked == [2, 2]
    assert np.isfinite(losses).all()
