"""Negatives of all processes: two learn in a step what one learns from both their batches at once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from test_processes import said_by_two
from tiny_runs import NEEDS_GLOO, Made, objective, recipe, stage

from assay.errors import RecipeError
from assay.training.data.examples import AnyExample
from assay.training.loop.batches import Batch, Position, Reader
from assay.training.loop.distributed import Processes, joined
from assay.training.loop.optimising import Optimising
from assay.training.model.base_model import load_base
from assay.training.model.forward import Chunking, Forward
from assay.training.recipe.objective_spec import RegressionSpec
from assay.training.recipe.recipe import LossSpec, OptimiserSpec, Stage
from assay.training.runs.events import ignore_event

EACH = 4  # examples of a process
SGD_LIKE = OptimiserSpec(learning_rate=1e-3, epsilon=1e-1)  # moments that do not magnify rounding


def examples() -> list[AnyExample]:
    """Eight, of which the fifth has the positive of the first: on another process, where there are two."""
    made = [Made("one", 64, 3).example(index, 0) for index in range(2 * EACH)]
    made[EACH] = replace(made[EACH], positive=made[0].positive)
    return [*made]


def gathering() -> Stage:
    loss = LossSpec(gather_across_devices=True, mask_duplicates=True)
    return stage("one", batch_size=EACH, gradient_accumulation_steps=1, loss=loss, optimiser=SGD_LIKE)


def step(
    base: Path, of: Sequence[AnyExample], processes: Processes, *, cached: bool, spoil: int = 0
) -> tuple[float, dict[str, torch.Tensor]]:
    """The loss of one step, and the gradient that every weight has at its end."""
    own = gathering()
    model = load_base(recipe(own, base=str(base)), device="cpu", folder=base, data=base).model
    model.eval()  # as dropout differs between ranks
    forward = Forward(model, Chunking(48 if cached else 4096, cached=cached))
    if spoil:
        _spoil(forward, at=spoil)
    optimising = Optimising(forward, own, processes=processes, seed=1, steps=10)
    batch = Batch(("one",) * len(of), tuple(of), Reader(model).tokens(of), Position(0, 1))
    outcome = optimising.step([batch], done=0, words=list, on_event=ignore_event)
    return outcome.loss, {
        name: weights.grad.clone() for name, weights in model.named_parameters() if weights.grad is not None
    }


def _spoil(forward: Forward, *, at: int) -> None:
    """Let call number `at` of the model run out of memory, once."""
    inner, calls = forward.model.forward, iter(range(1, 1000))

    def refusing(*given: object, **more: object) -> object:
        if next(calls) == at:
            raise MemoryError
        return inner(*given, **more)

    forward.model.forward = refusing  # type: ignore[method-assign, assignment]


def on_two(folder: Path, base: Path, rank: int) -> list[str]:
    torch.set_num_threads(1)
    own = examples()[rank * EACH : (rank + 1) * EACH]
    with joined("cpu") as processes:
        cases = {"whole": (False, 0), "cached": (True, 0)}
        # The second process runs out of memory before the rows are exchanged, and after.
        cases |= {"before": (False, rank), "after": (True, 7 * rank)}
        for name, (cached, spoil) in cases.items():
            found = step(base, own, processes, cached=cached, spoil=spoil)
            if rank == 0:
                torch.save(found, folder / f"{name}.pt")
    return ["done"]


@NEEDS_GLOO
def test_two_processes_have_the_loss_and_gradient_of_one_with_all_documents(
    tmp_path: Path, tiny_models: Callable[..., Path]
) -> None:
    """Also with cached gradients, with a document that both have, and where one runs out of memory midway."""
    base = tiny_models(0.0)
    expected, gradients = step(base, examples(), Processes(), cached=False)
    assert said_by_two(functools.partial(on_two, tmp_path, base)) == [["done"], ["done"]]
    for name in ("whole", "cached", "before", "after"):
        loss, found = torch.load(tmp_path / f"{name}.pt")
        assert loss == pytest.approx(expected, abs=1e-6), name
        assert found.keys() == gradients.keys()
        for weight, gradient in gradients.items():
            torch.testing.assert_close(found[weight], gradient, atol=1e-6, rtol=1e-5, msg=f"{name}: {weight}")


def test_gathering_is_for_a_softmax_over_whole_batches() -> None:
    gathered = LossSpec(gather_across_devices=True)
    for refused in (
        {"loss": replace(gathered, kind="triplet")},
        {"loss": gathered, "mixing": "tasks"},
    ):
        with pytest.raises(RecipeError, match="gather_across_devices"):
            stage("one", **refused)
    with pytest.raises(RecipeError, match="triples alone"):
        Stage(
            objectives=(objective("one"), RegressionSpec(path="a.jsonl", name="year", label="year")),
            loss=gathered,
        )
