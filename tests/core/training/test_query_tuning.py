"""Queries that learn to order lists, over papers that stay byte for byte as they are."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

sys.path.insert(0, str(Path(__file__).parent / "lists"))

from small_lists import PAPERS, QUERIES, prepare, recipe
from tiny_runs import card_of

from assay.encoding import load_encoder
from assay.encoding.coder.encoder import TunedQueries
from assay.errors import ModelError, RecipeError
from assay.training.loop import stage
from assay.training.loop.estimate import dry_run
from assay.training.loop.trainer import train
from assay.training.recipe.objective_spec import ListsSpec, PairsSpec
from assay.training.recipe.recipe import LossSpec, OptimiserSpec, Recipe, StoppingSpec
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.recipe.tuning_spec import Lora, Tuning
from assay.training.runs.events import End, Event, Note, Step, Validation
from assay.types import TaskFormat

TEXT = "predict rivers"


@pytest.fixture
def folder(tmp_path: Path, tiny_base: Path) -> Path:
    prepare(tmp_path / "lists", tiny_base)
    return tmp_path


def trained(made: Recipe, folder: Path, out: str = "run", **more: object) -> tuple[End, list[Event]]:
    events: list[Event] = []
    result = train(made, out=folder / out, folder=folder, on_event=events.append, **more)  # type: ignore[arg-type]
    assert result.model
    return result, events


def digests(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_queries_learn_and_papers_stay_byte_for_byte(folder: Path, tiny_base: Path) -> None:
    before = digests(folder / "lists")
    result, events = trained(recipe(tiny_base, tuning=Tuning(interpolation="none")), folder)
    assert digests(folder / "lists") == before
    base = load_encoder(str(tiny_base), device="cpu", max_length=48)
    tuned = load_encoder(str(result.model), device="cpu", max_length=48)
    assert isinstance(tuned, TunedQueries)
    assert tuned.fingerprint(TaskFormat.PRX) == base.fingerprint(TaskFormat.PRX)
    assert tuned.fingerprint(TaskFormat.QRY) != base.fingerprint(TaskFormat.QRY)
    for each, same in ((TaskFormat.PRX, True), (TaskFormat.QRY, False)):
        found, was = (one.encode([TEXT], format=each) for one in (tuned, base))
        assert np.array_equal(found, was) is same
    checks = [event for event in events if isinstance(event, Validation)]
    assert [event.step for event in checks] == [0, 3, 6]
    assert all(event.ndcg is not None and 0 <= event.ndcg <= 1 for event in checks)
    assert checks[-1].mean < checks[0].mean
    (facts,) = card_of(result)["data"]
    assert facts["n_train"] + facts["n_validation"] == len(QUERIES)


def test_what_it_learns_finds_more_of_what_is_relevant(folder: Path, tiny_base: Path) -> None:
    made = recipe(tiny_base, max_steps=30, stopping=StoppingSpec(10, 0, measure="ndcg"))
    result, events = trained(made, folder)
    checks = [event.ndcg for event in events if isinstance(event, Validation)]
    assert checks[0] is not None
    assert max(one for one in checks if one is not None) > checks[0] + 0.05
    (stage,) = card_of(result)["stages"]
    assert stage["shares"][f"{stage['share']:g}"] == max(stage["shares"].values())
    assert stage["shares"]["0"] == pytest.approx(checks[0])


@pytest.mark.parametrize("lora", [Lora(), Lora(rank=8, alpha=64)], ids=["whole", "lora"])
def test_interpolate_weights_is_the_mean_of_both_models_weights(
    folder: Path, tiny_base: Path, lora: Lora
) -> None:
    made = recipe(tiny_base, max_steps=30, stopping=StoppingSpec(10, 0, measure="ndcg"))
    made = replace(
        made, lora=lora, tuning=Tuning(interpolation="fixed", share=0.5) if lora.rank else made.tuning
    )
    chosen, events = trained(made, folder)
    whole, _ = trained(replace(made, tuning=Tuning(interpolation="none")), folder, "whole")
    share = card_of(chosen)["stages"][0]["share"]
    notes = [event.text for event in events if isinstance(event, Note)]
    assert lora.rank or any(f"{share:.0%} of the way" in text for text in notes)  # told where it was chosen
    before = load_file(tiny_base / "model.safetensors")
    after, own = (load_file(Path(one.model) / "queries" / "model.safetensors") for one in (whole, chosen))
    for name, weights in own.items():
        expected = (1 - share) * before[name] + share * after[name]
        torch.testing.assert_close(weights, expected, rtol=1e-5, atol=1e-6)


def test_of_a_decoder_no_share_is_the_inner_product_of_the_base(folder: Path, tiny_base: Path) -> None:
    tuning = Tuning(
        scorer="decoder", blocks=1, heads=4, width=32, query_tokens=6, interpolation="fixed", share=0.0
    )
    result, _ = trained(recipe(tiny_base, tuning=tuning), folder)
    tuned, base = (load_encoder(str(each), device="cpu", max_length=48) for each in (result.model, tiny_base))
    assert isinstance(tuned, TunedQueries)
    vectors = np.load(folder / "lists" / "documents.npy")[:12]
    products = vectors @ base.encode([TEXT], format=TaskFormat.QRY)[0]
    found = tuned.decoded(TEXT, vectors)
    np.testing.assert_allclose(found / found[0], products / products[0], rtol=1e-3)


def test_a_stage_may_end_long_before_its_rate_is_nothing(folder: Path, tiny_base: Path) -> None:
    stopping = StoppingSpec(3, 0, measure="ndcg", after=3)
    made = recipe(tiny_base, max_steps=30, stopping=stopping, tuning=Tuning(interpolation="none"))
    result, events = trained(made, folder)
    steps = [event for event in events if isinstance(event, Step)]
    assert [step.step for step in steps] == [1, 2, 3]
    assert steps[-1].learning_rate == pytest.approx(2e-3 * 28 / 30)
    assert card_of(result)["stages"][0]["steps"] == 3


@pytest.mark.parametrize("loss", ["max-margin", "infonce", "two-class"])
def test_every_loss_of_lists_falls(folder: Path, tiny_base: Path, loss: str) -> None:
    made = recipe(
        tiny_base,
        max_steps=12,
        loss=LossSpec(kind=loss, scale=20.0),  # type: ignore[arg-type]
        optimiser=OptimiserSpec(learning_rate=1e-3, kind="radam"),
        stopping=StoppingSpec(12, 0, measure="ndcg"),
    )
    _, events = trained(made, folder)
    first, last = [event.mean for event in events if isinstance(event, Validation)]
    assert last < first


def test_a_cosine_and_a_scale_that_learns_are_scorers_too(folder: Path, tiny_base: Path) -> None:
    made = recipe(tiny_base, tuning=Tuning(scorer="cosine", learn_scale=True))
    result, _ = trained(made, folder)
    settings = json.loads((Path(result.model) / "coder.json").read_text(encoding="utf-8"))
    assert settings["scorer"]["cosine"] is True
    assert settings["first"] == "random"


@pytest.mark.parametrize(
    "more",
    [{}, {"head": "product", "gelu": True, "xavier": True}, {"head": "two-class", "to_query": False}],
    ids=["gated", "gelu", "two-class"],
)
def test_a_decoder_learns_and_permuted_candidates_keep_their_scores(
    folder: Path, tiny_base: Path, more: dict[str, Any]
) -> None:
    tuning = Tuning(
        scorer="decoder", blocks=1, heads=4, width=32, query_tokens=6, interpolation="none", **more
    )
    made = recipe(
        tiny_base,
        tuning=tuning,
        objectives=(ListsSpec(path="lists", validation=0.25, others=4),),
        loss=LossSpec(kind="two-class" if more.get("head") == "two-class" else "listnet"),
        max_steps=20,
        stopping=StoppingSpec(10, 0, measure="ndcg"),
    )
    result, events = trained(made, folder)
    checks = [event.mean for event in events if isinstance(event, Validation)]
    assert min(checks[1:]) < checks[0]
    assert result.model
    vectors = np.load(folder / "lists" / "documents.npy")[:12]
    tuned = load_encoder(str(result.model), device="cpu", max_length=48)
    assert isinstance(tuned, TunedQueries)
    assert tuned.decodes
    scores = tuned.decoded(TEXT, vectors)
    order = np.random.default_rng(3).permutation(12)
    np.testing.assert_allclose(tuned.decoded(TEXT, vectors[order]), scores[order], rtol=1e-6, atol=1e-5)
    queries = tuned.encode([TEXT], format=TaskFormat.QRY)
    assert not np.allclose(scores, (vectors @ queries[0]), atol=1e-4)  # it adds to the inner product


def test_a_run_that_was_cut_while_shares_were_tried_ends_with_the_same_weights(
    folder: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "ASK_SECONDS", 0.0)
    # The last step's weights are the best ones, and what the next sitting begins with.
    made = recipe(tiny_base, max_steps=4, stopping=StoppingSpec(4, 0, measure="loss"))
    whole, _ = trained(made, folder, "whole")
    events: list[Event] = []

    class AtTheEnd:
        asked = 0

        def wanted(self) -> str:
            checks = [event for event in events if isinstance(event, Validation)]
            AtTheEnd.asked += len(checks) == 2
            return "cancel" if AtTheEnd.asked > 5 else "run"

    cut = train(made, out=folder / "cut", folder=folder, on_event=events.append, control=AtTheEnd())  # type: ignore[arg-type]
    assert cut.status == "cancelled"
    resumed, _ = trained(made, folder, "cut", resume=True)
    one, other = (
        load_file(Path(result.model) / "queries" / "model.safetensors") for result in (whole, resumed)
    )
    assert all(torch.equal(weights, other[name]) for name, weights in one.items())
    assert card_of(resumed)["stages"] == card_of(whole)["stages"]


def test_candidates_of_another_models_papers_are_refused(tmp_path: Path, tiny_base: Path) -> None:
    prepare(tmp_path / "lists", tiny_base, model="0" * 64)
    with pytest.raises(RecipeError, match="embedded by another model"):
        train(recipe(tiny_base), out=tmp_path / "run", folder=tmp_path)
    assert not (tmp_path / "run" / "checkpoints").exists()


def test_tuned_queries_are_no_base_of_another_training(folder: Path, tiny_base: Path) -> None:
    result, _ = trained(recipe(tiny_base), folder)
    with pytest.raises(ModelError, match="has tuned queries"):
        train(replace(recipe(tiny_base), base=str(result.model)), out=folder / "again", folder=folder)


def test_a_dry_run_tells_of_lists_and_costs(folder: Path, tiny_base: Path) -> None:
    found = dry_run(recipe(tiny_base), folder=folder)
    (objective,) = found.stages[0].objectives
    assert "candidates, 1 of them relevant" in objective.examples[0]["list"]
    assert len(PAPERS) == 48
    assert found.seconds > 0


LISTS = ListsSpec(path="lists")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"objectives": (LISTS, PairsSpec(path="p"))}, "stage of their own"),
        ({"loss": LossSpec()}, "the loss mnrl is not for lists"),
        ({"objectives": (PairsSpec(path="p"),)}, "the loss listnet is not for this"),
    ],
)
def test_what_lists_cannot_stand_with_is_named(
    tiny_base: Path, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(RecipeError, match=said):
        recipe(tiny_base, **changes)


def test_measures_and_tuning_say_nothing_to_other_objectives(tiny_base: Path) -> None:
    others = {"objectives": (PairsSpec(path="p"),), "loss": LossSpec()}
    with pytest.raises(RecipeError, match="only lists are measured by nDCG"):
        recipe(tiny_base, **others)
    with pytest.raises(RecipeError, match=r"\[tuning\] is for recipes of lists"):
        recipe(tiny_base, **others, stopping=StoppingSpec(), tuning=Tuning(scorer="cosine"))


def test_a_recipe_of_lists_is_written_as_it_is_read(tiny_base: Path) -> None:
    made = recipe(tiny_base, tuning=Tuning(scorer="decoder", blocks=3))
    assert parse_recipe(write_recipe(made)) == made
    assert "[tuning]" in write_recipe(made)
