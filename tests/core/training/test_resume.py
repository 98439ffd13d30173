"""A run that was interrupted ends as if it had not been: to the last bit of every loss and every weight."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import torch
from run_tiny import long_recipe
from run_tiny import main as run_tiny
from safetensors.torch import load_file
from tiny_runs import Opener, card_of, forked, recipe, stage, steps

from assay.errors import RecipeError
from assay.training.loop.trainer import train
from assay.training.recipe.recipe import Recipe
from assay.training.runs.control import Wanted
from assay.training.runs.events import End, Event, Note, StageEnd, Start, Validation, from_json
from assay.training.runs.run_folder import RunFolder

NEEDS_KILL = pytest.mark.skipif(
    sys.platform == "win32", reason="this system has no SIGKILL and no fork server"
)


@dataclass
class After:
    """Cancels with so many steps of this sitting; never for 0."""

    steps: int
    events: Sequence[Event]

    def wanted(self) -> Wanted:
        begun = any(isinstance(event, Start) for event in self.events)
        last = self.steps and begun and len(steps(self.events)) >= self.steps - 1
        return "cancel" if last else "run"


def sit(made: Recipe, out: Path, *, cancel_after: int = 0) -> tuple[End, list[Event]]:
    events: list[Event] = []
    result = train(
        made,
        out=out,
        folder=out.parent,
        resume=out.exists(),
        on_event=events.append,
        control=After(cancel_after, events),
        open_source=Opener(),
    )
    return result, events


def numbers(events: Sequence[Event]) -> dict[tuple[str, str, int], object]:
    """(kind, stage, step) -> everything in the events that decides what is learnt."""
    found: dict[tuple[str, str, int], object] = {}
    for event in events:
        if isinstance(event, Validation):
            found["validation", event.stage, event.step] = (event.losses, event.best, event.patience_left)
    for step in steps(events):
        found["step", step.stage, step.step] = (step.losses, step.loss, step.learning_rate, step.epoch)
    return found


def assert_same_end(out: Path, whole: Path) -> None:
    """Every loss that was told last for a step, the weights, and the card's account of the stages."""
    one, other = (list(RunFolder(folder).read_events()) for folder in (out, whole))
    assert numbers(one) == numbers(other)
    ours, theirs = (load_file(folder / "model" / "model.safetensors") for folder in (out, whole))
    assert all(torch.equal(ours[name], value) for name, value in theirs.items())
    cards = [json.loads((folder / "card.json").read_text(encoding="utf-8")) for folder in (out, whole)]
    for key in ("stages", "data", "fingerprint", "recipe"):
        assert cards[0][key] == cards[1][key]


@pytest.fixture(scope="module")
def whole(tiny_folders: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a long run that nothing interrupted."""
    out = tmp_path_factory.mktemp("long") / "whole"
    sit(long_recipe(str(tiny_folders())), out)
    return out


def test_a_run_that_is_cancelled_again_and_again_ends_as_one_that_is_not(
    tmp_path: Path, tiny_base: Path, whole: Path
) -> None:
    made = long_recipe(str(tiny_base))
    sittings = 1
    result, events = sit(made, tmp_path / "run", cancel_after=6)
    while result.status == "cancelled":
        assert len(steps(events)) == 6
        result, events = sit(made, tmp_path / "run", cancel_after=6)
        sittings += 1
    assert sittings == 5  # 18 steps, then 9
    said = RunFolder(tmp_path / "run").read_events()
    resumed = [event.resumed_from for event in said if isinstance(event, Start) and event.resumed_from]
    assert resumed == [6, 12, 18, 24]
    assert_same_end(tmp_path / "run", whole)


@NEEDS_KILL
@pytest.mark.parametrize("moments", [("step:8", "fsync:9", "rename:4")])
def test_a_run_that_is_killed_goes_on_to_the_same_end(
    tmp_path: Path, tiny_base: Path, whole: Path, moments: Sequence[str]
) -> None:
    kill_and_resume(tmp_path, tiny_base, whole, moments)


@NEEDS_KILL
@pytest.mark.soak
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("first", range(1, 49, 3))  # such a run writes 48 files through, and renames 15
def test_a_run_that_is_killed_at_any_write_goes_on_to_the_same_end(
    tmp_path: Path, tiny_base: Path, whole: Path, first: int
) -> None:
    moments = [f"fsync:{first + n}" for n in range(3)] + [f"rename:{(first + n) % 15 + 1}" for n in range(3)]
    kill_and_resume(tmp_path, tiny_base, whole, moments)


def kill_and_resume(folder: Path, base: Path, whole: Path, moments: Sequence[str]) -> None:
    context = forked()
    children = {
        moment: context.Process(
            target=run_tiny, args=(str(folder / moment.replace(":", "-")), str(base), f"--die-at={moment}")
        )
        for moment in moments
    }
    for child in children.values():
        child.start()
    made = long_recipe(str(base))
    for moment, child in children.items():
        child.join()
        assert child.exitcode == -signal.SIGKILL, moment
        out = folder / moment.replace(":", "-")
        goes_on = RunFolder(out).checkpoints.any()  # else it died before its first one, and begins anew
        result, events = sit(made, out)
        assert result.status == "finished"
        assert (len(steps(events)) < 27) == goes_on
        assert_same_end(out, whole)
        assert not list((out / "checkpoints").glob(".*"))


def test_a_damaged_checkpoint_is_passed_over_for_the_one_before(
    tmp_path: Path, tiny_base: Path, whole: Path
) -> None:
    made = long_recipe(str(tiny_base))
    sit(made, tmp_path / "run", cancel_after=7)  # checkpoints at 5 and 7
    latest = tmp_path / "run" / "checkpoints" / "00000007" / "weights.safetensors"
    latest.write_bytes(latest.read_bytes()[:-100])
    _, events = sit(made, tmp_path / "run")
    note = next(event.text for event in events if isinstance(event, Note))
    assert "00000007 is damaged: weights.safetensors" in note
    assert steps(events)[0].step == 6
    assert_same_end(tmp_path / "run", whole)


def test_a_last_line_that_was_cut_short_is_taken_off_before_more_is_said(
    tmp_path: Path, tiny_base: Path
) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "run", cancel_after=2)
    with (tmp_path / "run" / "events.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"kind": "step", "stage": "st')
    assert len(list(RunFolder(tmp_path / "run").read_events())) > 2  # readers leave it out
    sit(made, tmp_path / "run")
    lines = (tmp_path / "run" / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert len([from_json(json.loads(line)) for line in lines]) == len(lines)


def test_a_finished_run_that_gave_its_checkpoints_up_is_not_made_again(
    tmp_path: Path, tiny_base: Path
) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "run")
    model = tmp_path / "run" / "model" / "model.safetensors"
    before = model.read_bytes()
    RunFolder(tmp_path / "run").checkpoints.clear()
    for wanted in (made, replace(made, random_seed=7)):
        with pytest.raises(RecipeError, match="has finished"):
            sit(wanted, tmp_path / "run")
    assert model.read_bytes() == before


def test_a_run_without_a_checkpoint_yet_goes_on_with_its_own_recipe_only(
    tmp_path: Path, tiny_base: Path
) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "run", cancel_after=2)
    RunFolder(tmp_path / "run").checkpoints.clear()
    with pytest.raises(RecipeError, match="'random_seed = 42' became 'random_seed = 7'"):
        sit(replace(made, random_seed=7), tmp_path / "run")
    result, _ = sit(made, tmp_path / "run")
    assert result.status == "finished"


def test_a_finished_run_can_be_resumed_to_the_same_model(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    first, _ = sit(made, tmp_path / "run")
    second, events = sit(made, tmp_path / "run")
    assert steps(events) == []
    assert [event.steps for event in events if isinstance(event, StageEnd)] == [6]
    assert card_of(first)["fingerprint"] == card_of(second)["fingerprint"]


def test_only_the_same_recipe_base_and_data_go_on(tmp_path: Path, tiny_base: Path) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "run", cancel_after=2)
    kept = (tmp_path / "run" / "recipe.toml").read_text(encoding="utf-8")
    with pytest.raises(RecipeError, match="another recipe: 'random_seed = 42' became 'random_seed = 7'"):
        sit(replace(made, random_seed=7), tmp_path / "run")
    with pytest.raises(RecipeError, match="its data files have changed"):
        train(made, out=tmp_path / "run", folder=tmp_path, resume=True, open_source=Opener(examples=65))
    assert (tmp_path / "run" / "recipe.toml").read_text(encoding="utf-8") == kept
    result, _ = sit(replace(made, name="renamed"), tmp_path / "run")
    assert result.status == "finished"
