"""Multi-format encoders trained by the same trainer: every task type, every variant, and back again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from tiny_runs import card_of

from assay.encoding import load_encoder
from assay.encoding.multiformat.folder import load_model, read_folder
from assay.errors import ModelError, RecipeError
from assay.training.loop.estimate import dry_run
from assay.training.loop.trainer import train
from assay.training.recipe.recipe import Formats, Recipe
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.runs.events import End, Event, Step, Validation
from assay.types import TaskFormat

SUBJECTS = ("graphs", "proteins", "planets", "markets")

TASKS = """
[[stages.objectives]]
kind = "classification"
name = "subject"
path = "papers.jsonl"
label = "subject"
[[stages.objectives]]
kind = "classification"
name = "subjects"
path = "papers.jsonl"
label = "subjects"
multi_label = true
[[stages.objectives]]
kind = "regression"
name = "number"
path = "papers.jsonl"
label = "number"
[[stages.objectives]]
kind = "candidates"
path = "asked.jsonl"
query_format = "QRY"
[[stages.objectives]]
kind = "specter"
path = "triples.jsonl"
"""
HEAD = """
name = "formats"
base = '{base}'
device = "cpu"
max_length = 32
[formats]
variant = "{variant}"
{formats}
[[stages]]
mixing = "tasks"
batch_size = 10
gradient_accumulation_steps = 1
max_steps = {steps}
[stages.loss]
kind = "triplet"
[stages.optimiser]
learning_rate = {rate}
[stages.stopping]
interval = {interval}
patience = 0
"""

MakeRecipe = Callable[..., Recipe]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A few papers of four subjects in SciRepEval's forms."""
    folder = tmp_path / "data"
    folder.mkdir()

    def paper(n: int) -> dict[str, Any]:
        own = SUBJECTS[n % 4]
        return {
            "title": f"{own} {n}",
            "abstract": f"{own} compare {own} at night {n}",
            "subject": own,
            "subjects": [own, SUBJECTS[(n + 1) % 4]],
            "number": float(n % 4),
        }

    papers = [paper(n) for n in range(48)]
    asked = [
        {
            "query": f"{SUBJECTS[n % 4]} by hand {n}",
            "candidates": [{**papers[(n + k) % 48], "score": int(k == 0)} for k in range(4)],
        }
        for n in range(24)
    ]
    triples = [
        {"query": papers[n], "pos": papers[(n + 4) % 48], "neg": papers[(n + 2) % 48]} for n in range(40)
    ]
    for name, table in (("papers", papers), ("asked", asked), ("triples", triples)):
        text = "".join(json.dumps(row) + "\n" for row in table)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def make(tiny_base: Path) -> MakeRecipe:
    def made(
        variant: str = "adapters",
        *,
        formats: str = "reduction = 4",
        tasks: str = TASKS,
        steps: int = 6,
        interval: int = 3,
        rate: float = 1e-2,
        base: Path | None = None,
    ) -> Recipe:
        text = HEAD.format(
            base=base or tiny_base,
            variant=variant,
            formats=formats,
            steps=steps,
            interval=interval,
            rate=rate,
        )
        return parse_recipe(text + tasks)

    return made


def sit(recipe: Recipe, out: Path, data: Path, **rest: Any) -> tuple[End, list[Event]]:
    events: list[Event] = []
    return train(recipe, out=out, folder=data, on_event=events.append, **rest), events


def test_all_task_types_learn_together_and_every_loss_falls(
    make: MakeRecipe, data: Path, tmp_path: Path
) -> None:
    result, events = sit(make("codes", formats="", steps=60, interval=60, rate=3e-3), tmp_path / "run", data)
    assert result.status == "finished"
    before, after = (event for event in events if isinstance(event, Validation))
    assert set(before.losses) == {"subject", "subjects", "number", "candidates", "specter"}
    assert after.mean < before.mean
    steps = [event.losses for event in events if isinstance(event, Step)]
    assert set(steps[0]) == set(before.losses)
    for name in before.losses:  # one that is used up drops out until the next epoch
        own = [one[name] for one in steps if name in one]
        assert np.mean(own[-10:]) < np.mean(own[:10]), name


def test_a_frozen_base_stays_bit_for_bit_and_lies_in_no_file(
    make: MakeRecipe, data: Path, tmp_path: Path, tiny_base: Path
) -> None:
    result, _ = sit(make(), tmp_path / "run", data)
    assert result.model
    trained = load_model(read_folder(Path(result.model)))
    theirs = {
        name.removeprefix("bert."): held
        for name, held in load_file(next(tiny_base.rglob("model.safetensors"))).items()
    }
    for name, held in trained.base.state_dict().items():
        assert torch.equal(held, theirs[name]), name
    assert not any(name.startswith(("heads", "model")) for name in trained.part_tensors())
    assert card_of(result)["dim"] == trained.base.dim
    assert card_of(result)["parameters"] == sum(p.numel() for p in trained.parameters())


@pytest.mark.parametrize("variant", ["cls", "codes", "adapters", "pals", "probes", "pools", "wide"])
def test_every_variant_trains_and_comes_back_from_the_disk(
    make: MakeRecipe, data: Path, tmp_path: Path, variant: str
) -> None:
    sizes = "reduction = 4\npal_width = 12\npal_heads = 3\npool_width = 8\nown_width = 8"
    if variant == "wide":
        sizes += '\nwords = "papers.jsonl"'
    result, events = sit(make(variant, formats=sizes), tmp_path / "run", data)
    last = [event for event in events if isinstance(event, Validation)][-1]
    assert np.isfinite(last.mean)
    encoder = load_encoder(str(result.model), max_length=32, device="cpu")
    assert encoder.formats == frozenset(TaskFormat)
    for name in TaskFormat:
        assert np.isfinite(encoder.encode(["graphs at night"], format=name)).all()


def test_a_fusion_stands_on_trained_adapters_and_leaves_them_as_they_are(
    make: MakeRecipe, data: Path, tmp_path: Path
) -> None:
    adapters, _ = sit(make(), tmp_path / "adapters", data)
    fusion = make("fusion", formats=f"reduction = 4\nadapters = '{adapters.model}'")
    fused, _ = sit(fusion, tmp_path / "fusion", data)
    before = load_model(read_folder(Path(adapters.model))).part_tensors()
    after = load_model(read_folder(Path(fused.model))).part_tensors()
    for name, held in before.items():
        assert torch.equal(after[name], held)
    values = [held for name, held in after.items() if name.endswith("value.weight")]
    assert any(not torch.equal(held.diagonal(), torch.ones(len(held))) for held in values)
    with pytest.raises(ModelError, match="same formats, layers and reduction"):
        sit(make("fusion", formats=f"reduction = 2\nadapters = '{adapters.model}'"), tmp_path / "other", data)


def test_a_run_that_was_stopped_goes_on_to_the_same_weights(
    make: MakeRecipe, data: Path, tmp_path: Path
) -> None:
    class After:
        """Cancels once so many steps were made."""

        def __init__(self) -> None:
            self.asked = 0

        def wanted(self) -> Any:
            self.asked += 1
            return "cancel" if self.asked > 10 else "run"

    recipe = make(steps=8, interval=4)
    whole, _ = sit(recipe, tmp_path / "whole", data)
    stopped, _ = sit(recipe, tmp_path / "run", data, control=After())
    assert stopped.status == "cancelled"
    resumed, _ = sit(recipe, tmp_path / "run", data, resume=True)
    one, other = (load_file(Path(result.model) / "parts.safetensors") for result in (whole, resumed))
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert card_of(whole)["stages"] == card_of(resumed)["stages"]


def test_a_dry_run_shows_texts_with_their_labels_and_what_it_takes(make: MakeRecipe, data: Path) -> None:
    for variant in ("adapters", "codes"):
        (one,) = dry_run(make(variant, formats=""), folder=data).stages
        shown = {objective.name: objective.examples for objective in one.objectives}
        subjects = [example["text"].split()[0] for example in shown["subject"]]
        assert [example["target"] for example in shown["subject"]] == subjects
        for example in shown["subjects"]:
            place = SUBJECTS.index(example["text"].split()[0])
            assert {*example["target"].split(", ")} == {SUBJECTS[place], SUBJECTS[(place + 1) % 4]}
        for example in shown["number"]:
            assert float(example["target"]) == SUBJECTS.index(example["text"].split()[0])
        assert all([*one] == ["query", "positive", "negative"] for one in shown["candidates"])
        assert one.seconds > 0


def test_a_plain_recipe_does_not_go_on_with_a_model_of_formats(
    make: MakeRecipe, data: Path, tmp_path: Path
) -> None:
    result, _ = sit(make(), tmp_path / "run", data)
    plain = make("adapters", tasks='[[stages.objectives]]\nkind = "specter"\npath = "triples.jsonl"\n')
    with pytest.raises(ModelError, match=r"Give the recipe a table \[formats\]"):
        sit(replace(plain, formats=Formats()), tmp_path / "other", data, base=Path(result.model))


def test_a_recipe_with_formats_is_written_and_read_again(make: MakeRecipe) -> None:
    recipe = make("pals", formats='pal_width = 12\npal_heads = 3\nformats = "PRX, CLF, RGN, QRY"')
    assert parse_recipe(write_recipe(recipe)) == recipe
    assert recipe.formats.spec.formats == (TaskFormat.CLF, TaskFormat.PRX, TaskFormat.QRY, TaskFormat.RGN)


@pytest.mark.parametrize(
    ("variant", "formats", "said"),
    [
        ("adapters", 'formats = "CLF, PRY"', "there is no format 'PRY'. Did you mean"),
        ("adapters", 'formats = "CLF, RGN, QRY"', "'candidates' learns PRX, which .formats. leaves out"),
        ("pals", "pal_width = 10", "'pal_width' 10 does not fall to 6 heads evenly"),
        (
            "fusion",
            "",
            "fusion needs adapters = .<a trained model with adapters>.*variant = .adapters. first",
        ),
        ("pals", "adapters = 'runs/one/model'", "where the variant is fusion, and only there. Leave it out"),
        ("", "", "'subject' needs a vector of its own format"),
    ],
)
def test_what_formats_cannot_be_is_said(make: MakeRecipe, variant: str, formats: str, said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        make(variant, formats=formats)
