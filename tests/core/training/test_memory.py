"""Too little memory, in steps and in validations: smaller micro-batches, and the run goes on."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from test_processes import said_by_two
from test_resume import assert_same_end, sit
from tiny_runs import Opener, recipe, stage, steps

from assay.training.loop.trainer import _move, train
from assay.training.recipe.recipe import Recipe
from assay.training.runs.checkpoint import RunState, read_state
from assay.training.runs.events import Event, Note, Validation


def small_card(tokens: int, *, training: bool) -> Callable[..., Any]:
    """BertModel.forward on a device that runs out of memory on a chunk of more padded tokens."""
    from transformers import BertModel

    forward = BertModel.forward

    @functools.wraps(forward)
    def limited(self: BertModel, *args: Any, **kwargs: Any) -> Any:
        if self.training == training and kwargs["input_ids"].numel() > tokens:
            raise RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`")
        return forward(self, *args, **kwargs)

    return limited


def run(made: Recipe, out: Path) -> list[Event]:
    events: list[Event] = []
    train(made, out=out, folder=out.parent, on_event=events.append, open_source=Opener())
    return events


def notes(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Note)]


def checked(events: list[Event]) -> list[float]:
    return [event.mean for event in events if isinstance(event, Validation)]


def test_out_of_memory_in_a_validation_halves_the_chunks_and_measures_the_same(
    tmp_path: Path, tiny_models: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = recipe(stage("one"), base=str(tiny_models(0.0)))
    whole = run(made, tmp_path / "whole")
    monkeypatch.setattr("transformers.BertModel.forward", small_card(100, training=False))
    small = run(made, tmp_path / "small")
    assert checked(small) == pytest.approx(checked(whole), rel=1e-4)
    assert notes(small)
    assert all("CUBLAS_STATUS_ALLOC_FAILED" in note for note in notes(small))
    state = read_state(sorted((tmp_path / "small" / "checkpoints").iterdir())[-1])
    assert state.token_budget <= 100


def test_smaller_chunks_draw_dropout_anew_but_always_the_same(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = recipe(stage("one", max_steps=8), base=str(tiny_base))
    monkeypatch.setattr("transformers.BertModel.forward", small_card(100, training=True))
    said, _ = sit(made, tmp_path / "whole"), sit(made, tmp_path / "run", cancel_after=3)
    assert all("other dropout" in note for note in notes(said[1]))
    assert notes(said[1])
    sit(made, tmp_path / "run")
    assert_same_end(tmp_path / "run", tmp_path / "whole")


def with_a_small_neighbour(place: Path, rank: int) -> list[str]:
    """A whole run and one that is cancelled and resumed, of two processes; the second has less memory."""
    from transformers import BertModel

    torch.set_num_threads(1)
    if rank == 1:
        BertModel.forward = small_card(100, training=True)  # type: ignore[method-assign]
    made = recipe(stage("one", "two", gradient_accumulation_steps=1, max_steps=7), base=str(place / "base"))
    said: list[str] = []
    for name, cancel_after in (("whole", 0), ("run", 3), ("run", 0)):
        out = place / name
        resume = name == "run" and cancel_after == 0
        events: list[Event] = []

        class Control:
            def wanted(self) -> Any:
                return "cancel" if cancel_after and len(steps(events)) >= cancel_after - 1 > 0 else "run"  # noqa: B023 - used in this turn only

        result = train(
            made,
            out=out,
            folder=place,
            resume=resume,
            on_event=events.append,
            control=Control(),
            open_source=Opener(),
        )
        said += [f"{name}: {result.status}", *notes(events)]
    return said


def test_processes_go_on_in_the_smallest_chunks_of_them_also_when_resumed(
    tmp_path: Path, tiny_base: Path
) -> None:
    (tmp_path / "base").symlink_to(tiny_base)
    first, second = said_by_two(functools.partial(with_a_small_neighbour, tmp_path))
    assert [line for line in first if ": " in line and "memory" not in line] == [
        "whole: finished",
        "run: cancelled",
        "run: finished",
    ]
    assert second == ["whole: finished", "run: cancelled", "run: finished"]
    assert any(line.startswith("Another process ran out of memory") for line in first)
    assert_same_end(tmp_path / "run", tmp_path / "whole")


def test_on_a_device_of_another_kind_its_own_chunks_are_used() -> None:
    def state(device: str, budget: int, *, cached: bool = False) -> RunState:
        return RunState(
            recipe="", base="", data=[], world=1, device=device, token_budget=budget, cached=cached
        )

    old = state("cpu", 2048, cached=True)
    _move(old, to=state("cuda:1", 8192))
    assert (old.device, old.token_budget, old.cached) == ("cuda:1", 8192, False)
    _move(old, to=state("cuda:0", 4))
    assert (old.device, old.token_budget) == ("cuda:0", 8192)
