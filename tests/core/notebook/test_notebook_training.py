"""Training from a notebook: the run's figures, an interrupt, and the model that searches from then on."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from safetensors.numpy import load_file

from assay.errors import BadInput, RecipeError
from assay.notebook import OpenLibrary
from assay.notebook.training import recipe_named
from assay.progress import Cancelled, Progress
from assay.registry.loading import open_registry
from assay.searching.indexing import index_vectors, index_words
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe_file import parse_recipe
from assay.workspace import Workspace
from model_fixtures import judge
from small_models import small_model

STEPS = 4


@pytest.fixture
def library(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenLibrary:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    judge(workspace)
    index_words(workspace)
    index_vectors(workspace)
    return OpenLibrary(workspace, workspace.folder)


@pytest.fixture
def recipe(models_place: Path) -> dict[str, Any]:
    stage = {
        "batch_size": 2,
        "max_steps": STEPS,
        "stopping": {"interval": 2, "patience": 0},
        "objectives": [{"kind": "judgements", "path": "library:", "validation": 0.3}],
    }
    base = str(small_model(models_place))
    return {"name": "tiny", "base": base, "device": "cpu", "max_length": 32, "stages": [stage]}


def test_a_run_has_its_figures_and_its_model_searches(library: OpenLibrary, recipe: dict[str, Any]) -> None:
    run = library.train(recipe)
    events = [
        json.loads(line) for line in (run.run / "events.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    steps = [event for event in events if event["kind"] == "step"]
    assert run.steps.values.tolist() == [
        [e["stage"], e["step"], e["loss"], e["learning_rate"], e["seconds"]] for e in steps
    ]
    assert len(steps) == STEPS
    checked = [event for event in events if event["kind"] == "validation"]
    assert run.validations["validation_loss"].tolist() == [event["mean"] for event in checked]
    assert run.model_id in open_registry()
    assert repr(run) == f"<run {run.run.name}: finished, 4 steps, model {run.model_id}>"
    before = library.search("bees", mode="semantic")["score"]
    assert library.evaluate({"before": "hashing", "after": run.model_id}).means.shape == (2, 2)
    assert run.promote().model == run.model_id
    assert library.workspace.config.model == run.model_id
    assert library.search("bees", mode="semantic")["score"].tolist() != before.tolist()
    assert library.encode(["bees"]).shape == (1, 32)


def test_an_interrupt_keeps_a_checkpoint_from_which_the_run_is_finished(
    library: OpenLibrary, recipe: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the very weights of a run that nobody interrupted."""
    whole = library.train(recipe, out=tmp_path / "whole", add=False)

    @contextmanager
    def interrupted_after_two() -> Iterator[Progress]:
        def report(_stage: str, done: int, _total: int | None, _item: object = None) -> None:
            if done == 2:
                signal.raise_signal(signal.SIGINT)

        yield report

    with monkeypatch.context() as patch:
        patch.setattr("assay.notebook.library.shown_progress", interrupted_after_two)
        with pytest.raises(Cancelled, match=r"To resume: library.train\(recipe, out='.*parts'\)"):
            library.train(recipe, out=tmp_path / "parts", add=False)
    done = library.train(recipe, out=tmp_path / "parts", add=False)
    assert done.steps["step"].tolist() == [1, 2, 3, 4]
    weights = [load_file(next(one.run.rglob("model.safetensors"))) for one in (whole, done)]
    assert all((weights[0][name] == weights[1][name]).all() for name in weights[0])
    with pytest.raises(BadInput, match="add=True"):
        done.promote()


def test_a_recipe_is_a_file_a_dict_a_goal_or_a_preset(
    library: OpenLibrary, recipe: dict[str, Any], tmp_path: Path
) -> None:
    folder = library.workspace.folder
    (tmp_path / "mine.toml").write_text(preset("cropping-small"), encoding="utf-8")
    of_file, near = recipe_named(tmp_path / "mine.toml", folder)
    of_preset, _ = recipe_named("cropping-small", folder)
    assert of_file == of_preset == parse_recipe(preset("cropping-small"))
    assert near == tmp_path
    assert recipe_named(recipe, folder)[0].stages[0].max_steps == STEPS
    with pytest.raises(RecipeError, match="too little for 'search'"):
        library.train("search")
    with pytest.raises(RecipeError, match="max_stepz"):
        library.train({**recipe, "stages": [{"max_stepz": 3}]})
