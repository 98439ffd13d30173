"""A training that stops by nDCG says so: in the command line, in its files and on the model's card."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "core" / "training" / "lists"))

from small_lists import prepare, recipe

from assay.training.recipe.recipe import OptimiserSpec, StoppingSpec
from assay.training.recipe.recipe_file import write_recipe
from assay.training.recipe.tuning_spec import Tuning
from small_models import small_model

Assay = Callable[..., Any]


@pytest.fixture
def train(
    assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Literal["loss", "ndcg"]], Any]:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    base = small_model(tmp_path)
    prepare(tmp_path / "lists", base)

    def run(measure: Literal["loss", "ndcg"]) -> Any:
        made = recipe(
            base,
            max_steps=40,
            # Too little to change any order: nDCG stays, while the loss falls or rises a little.
            optimiser=OptimiserSpec(learning_rate=1e-9 if measure == "ndcg" else 0.5),
            stopping=StoppingSpec(interval=1, patience=2, measure=measure),
            tuning=Tuning(interpolation="none"),
        )
        path = tmp_path / f"{measure}.toml"
        path.write_text(write_recipe(made), encoding="utf-8")
        return assay("train", path, "--out", tmp_path / f"run-{measure}", "--no-add", "--progress", "none")

    return run


def events(folder: Path, kind: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    return [row for row in rows if row["kind"] == kind]


def test_the_reason_is_the_measure_that_stopped(
    train: Callable[..., Any], assay: Assay, tmp_path: Path
) -> None:
    answer = train("ndcg")
    assert answer.status == 0, answer.err
    folder, reason = tmp_path / "run-ndcg", "no better nDCG@10 2 times in a row"
    checks = events(folder, "validation")
    values = [row["ndcg"] for row in checks[1:]]
    assert len(values) == 3  # the first is the best; two more are no better
    assert max(values[1:]) <= values[0]
    for text in (answer.out, answer.err, assay("runs", "show", folder).out):
        assert "validation loss 2 times" not in text
    assert reason in answer.out + answer.err
    assert reason in assay("runs", "show", folder).out
    parts = {"text": "no better nDCG@10 {0} times in a row", "values": ["2"]}
    assert [row["stopped"] for row in events(folder, "stage_end")] == [parts]
    assert events(folder, "end")[0]["reason"] == parts
    (stage,) = json.loads((folder / "card.json").read_text())["stages"]
    assert (stage["stopped"], stage["measure"]) == (reason, "ndcg")
    assert stage["best_ndcg"] == values[0]
    model = assay("model", "add", folder, "--json").payload["model_id"]
    shown = assay("model", "show", model).out
    assert f"nDCG@10 {values[0]}" in " ".join(shown.split())


def test_a_loss_that_stopped_is_still_named(train: Callable[..., Any], tmp_path: Path) -> None:
    assert train("loss").status == 0
    assert events(tmp_path / "run-loss", "end")[0]["reason"] == {
        "text": "no better validation loss {0} times in a row",
        "values": ["2"],
    }
