"""What a run says and heeds before its first step: reading may take minutes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tiny_runs import Opener, recipe, stage, steps

from assay.encoding import TextTemplate
from assay.messages import message
from assay.training.data.examples import Source
from assay.training.loop.trainer import train
from assay.training.recipe.objective_spec import ObjectiveSpec
from assay.training.runs.control import ControlFile
from assay.training.runs.events import End, Event, Reading, Start
from assay.training.runs.run_folder import RunFolder


class Opening:
    """Opens objectives, and does something else meanwhile."""

    def __init__(self, meanwhile: Callable[[ObjectiveSpec], None]) -> None:
        self.names: list[str] = []
        self._meanwhile = meanwhile

    def __call__(self, spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
        self.names.append(spec.name)
        self._meanwhile(spec)
        return Opener()(spec, folder=folder, seed=seed, template=template)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "run"


def read_events(out: Path) -> list[Event]:
    return list(RunFolder(out).read_events()) if (out / "events.jsonl").exists() else []


def begun(out: Path, base: Path, opening: Opening, *, resume: bool = False) -> End:
    made = recipe(stage("one", "two"), stage("two"), base=str(base))
    return train(made, out=out, folder=out.parent, resume=resume, open_source=opening)


def test_what_is_being_read_is_told_before_it_is(out: Path, tiny_base: Path) -> None:
    told: list[Event] = []
    begun(out, tiny_base, Opening(lambda _spec: told.extend(read_events(out)[-1:])))
    readings = [Reading("one: made.jsonl"), Reading("two: made.jsonl")]
    assert told == readings
    whole = read_events(out)
    assert whole[:3] == [*readings, Reading(f"the base model {tiny_base}")]
    assert isinstance(next(event for event in whole[3:] if not isinstance(event, Reading)), Start)


def test_a_run_that_is_cancelled_while_it_reads_ends_and_is_resumed_from_its_folder(
    out: Path, tiny_base: Path
) -> None:
    def cancel(spec: ObjectiveSpec) -> None:
        if spec.name == "one":
            ControlFile(out / "control").ask("cancel")

    opening = Opening(cancel)
    cut = begun(out, tiny_base, opening)
    assert opening.names == ["one"]  # the second one is not read any more
    assert (cut.status, cut.model) == ("cancelled", "")
    assert read_events(out)[-1] == End("cancelled", message("before it began to train; it can be resumed"))
    assert (out / "recipe.toml").is_file()
    assert RunFolder(out).living() is None
    resumed = begun(out, tiny_base, Opening(lambda _spec: None), resume=True)
    assert resumed.status == "finished"
    assert len(steps(read_events(out))) == 12
