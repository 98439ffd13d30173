"""SciRepEval's tasks_config.json: what becomes of each key, and its own samples learned from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.errors import RecipeError
from assay.training.recipe.recipe_file import parse_recipe
from assay.training.recipe.scirepeval import objectives_of, with_tasks
from assay.types import TaskFormat

TASKS: list[dict[str, Any]] = [
    {
        "name": "cites",
        "type": "regression",
        "dataset": {"path": "somewhere/else", "name": "cite_count"},
        "labels_field": "log_citations",
        "ctrl_token": "[RGN]",
        "sample_size": {"train": 600, "dev": 40},
    },
    {
        "name": "fields",
        "type": "classification",
        "multi_label": True,
        "data_files": {"train": "fos/train.jsonl", "dev": "fos/dev.jsonl"},
        "labels": "fos/labels.txt",
        "labels_field": "labels_text",
        "ctrl_token": "[CLF]",
        "sample_size": -1,
    },
    {
        "name": "search",
        "type": "ir",
        "data_files": {"train": "search.jsonl.gz"},
        "input_fields": ["title", "abstract", "venue", "year"],
        "ctrl_token": {"query": "[QRY]", "candidates": "[PRX]"},
        "sample_size": 50,
    },
    {"name": "near", "type": "triplet", "dataset": {"name": "near"}, "ctrl_token": "[PRX]"},
]


def write(folder: Path, tasks: object) -> Path:
    path = folder / "tasks_config.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    return path


def test_every_key_becomes_one_of_the_recipe_s(tmp_path: Path) -> None:
    cites, fields, search, near = objectives_of(write(tmp_path, TASKS))
    root = tmp_path.resolve()
    assert cites == {
        "kind": "regression",
        "name": "cites",
        "path": str(root / "cite_count"),
        "label": "log_citations",
        "format": "RGN",
        "limit": 600,
        "validation_limit": 40,
    }
    assert fields == {
        "kind": "classification",
        "name": "fields",
        "path": str(root / "fos"),
        "label": "labels_text",
        "labels": str(root / "fos" / "labels.txt"),
        "multi_label": True,
        "format": "CLF",
    }
    assert search == {
        "kind": "candidates",
        "name": "search",
        "path": str(root / "search.jsonl.gz"),
        "fields": "title, abstract, venue, year",
        "format": "PRX",
        "query_format": "QRY",
        "limit": 50,
        "validation_limit": 50,
    }
    assert near == {
        "kind": "specter",
        "name": "near",
        "path": str(root / "near"),
        "format": "PRX",
        "query_format": "PRX",
    }


@pytest.mark.parametrize(
    ("preset", "variant"), [("scirepeval-paper", "paper"), ("scirepeval-released", "released")]
)
def test_a_preset_takes_the_tasks_in_place_of_its_own(tmp_path: Path, preset: str, variant: str) -> None:
    """SciRepEval, section 5 and appendix, typed off here a second time."""
    recipe = parse_recipe(with_tasks(preset, write(tmp_path, TASKS)))
    (stage,) = recipe.stages
    assert [one.name for one in stage.objectives] == ["cites", "fields", "search", "near"]
    assert stage.objectives[2].formats == (TaskFormat.QRY, TaskFormat.PRX)
    assert (stage.batch_size * stage.gradient_accumulation_steps, stage.epochs, stage.mixing) == (
        256,
        2,
        "tasks",
    )
    assert (stage.loss.kind, stage.loss.margin) == ("triplet", 1.0)
    optimiser = stage.optimiser
    assert (optimiser.learning_rate, optimiser.warmup_steps, optimiser.schedule) == (
        5e-5,
        700,
        "inverse-sqrt",
    )
    assert optimiser.warmup_from == (1e-4 if variant == "released" else 0)
    own = parse_recipe(with_tasks(preset, write(tmp_path, TASKS)).replace("\nname = ", "\nname = ", 1))
    assert own == recipe


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"type": "ranking"}, "task 'cites': it needs a 'name', and a 'type'"),
        ({"colour": 1}, "task 'cites': the key 'colour' is not known"),
        ({"contrastive": True}, "task 'cites': 'contrastive' losses are not computed here"),
        ({"dataset": None}, "task 'cites': neither 'data_files' nor 'dataset'"),
        ({"ctrl_token": {"query": "[QRY]"}}, "task 'cites': 'ctrl_token' of queries and candidates"),
        ({"sample_size": "many"}, "task 'cites': 'sample_size' must be a whole number"),
        (
            {"data_files": {"train": "a.jsonl", "dev": "b/c.jsonl"}},
            "task 'cites': 'data_files' must lie in one",
        ),
    ],
)
def test_what_no_recipe_can_say_is_refused_by_task_and_key(
    tmp_path: Path, change: dict[str, object], said: str
) -> None:
    with pytest.raises(RecipeError, match=said):
        objectives_of(write(tmp_path, [{**TASKS[0], **change}]))


def test_a_file_that_lists_no_tasks_is_refused(tmp_path: Path) -> None:
    for tasks in ([], {}, ["a"]):
        with pytest.raises(RecipeError, match="does not list tasks"):
            objectives_of(write(tmp_path, tasks))
    with pytest.raises(RecipeError, match="cannot be read"):
        objectives_of(tmp_path / "nowhere.json")


def test_paths_are_joined_as_the_released_code_is_run(tmp_path: Path) -> None:
    """SciRepEval's own config lies in training/sample_data and says sample_data/...: it is run in training/.

    Data sets of the hub are found where `assay bench fetch --training` writes them.
    """
    samples = tmp_path / "training" / "sample_data"
    samples.mkdir(parents=True)
    (samples / "fos_labels.txt").write_text("Art\nLaw\n")
    (samples / "fos_small.json").write_text("[]")
    (tmp_path / "training" / "scirepeval" / "fos").mkdir(parents=True)
    tasks = [
        {"name": "fos", "type": "classification", "dataset": {"path": "allenai/scirepeval", "name": "fos"},
         "labels": "sample_data/fos_labels.txt", "labels_field": "labels_text"},
        {"name": "small", "type": "classification", "data_files": {"train": "sample_data/fos_small.json"},
         "labels": "fos_labels.txt", "labels_field": "labels"},
        {"name": "absent", "type": "triplet",
         "dataset": {"path": "allenai/scirepeval", "name": "cite_prediction"}},
    ]  # fmt: skip
    fos, small, absent = objectives_of(write(samples, tasks))
    root = tmp_path.resolve() / "training"
    assert fos["labels"] == small["labels"] == str(root / "sample_data" / "fos_labels.txt")
    assert fos["path"] == str(root / "scirepeval" / "fos")
    assert small["path"] == str(root / "sample_data" / "fos_small.json")
    assert absent["path"] == str(root / "sample_data" / "cite_prediction")
