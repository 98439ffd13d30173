"""Resumed runs of every mixing, stages that end early, and checkpoints of which none is sound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_resume import assert_same_end, sit
from tiny_runs import recipe, stage

from assay.errors import TrainingFailed
from assay.training.recipe.recipe import OptimiserSpec, Stage, StoppingSpec

STAGES = {
    "exact": stage("one", "two", mixing="exact", max_steps=9),
    "alternate": stage(
        "one", "two", mixing="alternate", gradient_accumulation_steps=3, epochs=2, batch_size=8
    ),
    "patience": stage(
        "one",
        max_steps=40,
        optimiser=OptimiserSpec(learning_rate=0.3, schedule="constant"),  # so fast that it gets worse
        stopping=StoppingSpec(interval=1, patience=3),
    ),
}


@pytest.mark.parametrize("kind", STAGES)
def test_a_run_of_any_kind_that_is_cancelled_again_and_again_ends_as_one_that_is_not(
    tmp_path: Path, tiny_base: Path, kind: str
) -> None:
    first: Stage = STAGES[kind]
    made = recipe(first, stage("two", max_steps=2), base=str(tiny_base))  # begins with the best weights
    whole, _ = sit(made, tmp_path / "whole")
    result, _ = sit(made, tmp_path / "run", cancel_after=3)
    sittings = 1
    while result.status == "cancelled":
        result, _ = sit(made, tmp_path / "run", cancel_after=3)
        sittings += 1
    assert sittings > 2
    assert result.status == whole.status == ("stopped" if kind == "patience" else "finished")
    assert_same_end(tmp_path / "run", tmp_path / "whole")


@pytest.mark.parametrize("fault", ["damaged", "another version"])
def test_a_run_of_which_no_checkpoint_is_sound_is_left_as_it_is(
    tmp_path: Path, tiny_base: Path, fault: str
) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "run", cancel_after=3)
    checkpoints = tmp_path / "run" / "checkpoints"
    states = {path: path.read_text(encoding="utf-8") for path in checkpoints.glob("*/state.json")}
    assert len(states) == 2
    for path, text in states.items():
        changed = json.dumps(json.loads(text) | {"format": 99}) if fault == "another version" else text[:-9]
        path.write_text(changed, encoding="utf-8")
        states[path] = changed
    said = "was written by another version" if fault == "another version" else "cannot be read"
    with pytest.raises(TrainingFailed, match=f"{said}.*No other checkpoint .* is sound.*new run"):
        sit(made, tmp_path / "run")
    assert {path: path.read_text(encoding="utf-8") for path in checkpoints.glob("*/state.json")} == states
    assert len(list(checkpoints.glob("*/weights.safetensors"))) == 2
