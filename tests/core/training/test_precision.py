"""Half precision: where it is chosen, that vectors stay float32, and that an overflow costs a step only."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch
from tiny_runs import Made, stage

from assay.errors import TrainingFailed
from assay.training.loop.batches import Batch, Position, Reader
from assay.training.loop.distributed import Processes
from assay.training.loop.optimising import Optimising
from assay.training.model.forward import Chunking, Forward, read_tokens
from assay.training.model.precision import Choice, LossScale, choose_precision
from assay.training.recipe.recipe import OptimiserSpec
from assay.training.runs.events import Event, Note


@pytest.mark.parametrize("asked", ["bf16", "fp16"])
def test_a_processor_trains_in_fp32_and_says_so_if_asked_for_less(asked: str) -> None:
    assert choose_precision("auto", "cpu") == Choice("fp32")
    assert choose_precision("fp32", "mps") == Choice("fp32")
    choice = choose_precision(asked, "cpu")  # type: ignore[arg-type]
    assert choice.numbers == "fp32"
    assert asked in str(choice.note)


@pytest.mark.parametrize(
    ("capability", "chosen", "fp16", "bf16"),
    [
        ((9, 0), "bf16", "fp16", "bf16"),
        ((7, 5), "fp16", "fp16", "fp32"),
        ((6, 1), "fp32", "fp16", "fp32"),  # without matrix units fp16 is slower there
    ],
)
def test_a_card_trains_in_the_best_numbers_that_it_is_fast_in(
    monkeypatch: pytest.MonkeyPatch, capability: tuple[int, int], chosen: str, fp16: str, bf16: str
) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: capability)
    assert choose_precision("auto", "cuda:0") == Choice(chosen)  # type: ignore[arg-type]
    assert choose_precision("fp16", "cuda:0").numbers == fp16
    assert choose_precision("bf16", "cuda:0").numbers == bf16


def optimising(base: Path, spec: OptimiserSpec) -> tuple[Optimising, list[Batch]]:
    """A stage on the processor, and the batches of a step."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(base), device="cpu", local_files_only=True).train()
    examples = tuple(Made("one", 4, 1).example(index, 0) for index in range(4))
    batch = Batch(("one",) * 4, examples, Reader(model).tokens(examples), Position(0, 1))
    made = stage("one", optimiser=spec)
    return Optimising(Forward(model, Chunking(200)), made, processes=Processes(), seed=1, steps=100), [batch]


def test_gradients_that_are_never_numbers_end_an_fp16_run_before_its_scale_is_nothing(
    tiny_base: Path,
) -> None:
    found, batches = optimising(tiny_base, OptimiserSpec(learning_rate=1e-3, max_grad_norm=1.0))
    found.scale = LossScale("fp16", "cpu")
    weights = list(found.forward.model.parameters())
    before = [weight.detach().clone() for weight in weights]
    weights[3].register_hook(lambda gradient: gradient * math.nan)
    told: list[Event] = []
    for done in range(16):
        found.step(batches, done=done, words=tuple, on_event=told.append)
    # The scale of 2 ** 16 is 1 by now.
    with pytest.raises(TrainingFailed, match=r"in step 17 .*learns nothing like this"):
        found.step(batches, done=16, words=tuple, on_event=told.append)
    assert all(torch.equal(weight, kept) for weight, kept in zip(weights, before, strict=True))
    (note,) = told
    assert isinstance(note, Note)
    assert "not a number in step 1 " in note.text
    assert "left out" in note.text


def test_the_advice_names_only_what_can_be_followed(tiny_base: Path) -> None:
    found, batches = optimising(tiny_base, OptimiserSpec(learning_rate=3e-3, max_grad_norm=0.0))
    next(found.forward.model.parameters()).register_hook(lambda gradient: gradient * math.nan)
    with pytest.raises(TrainingFailed, match="gradient is not a number in step 1") as caught:
        found.step(batches, done=0, words=tuple, on_event=lambda event: None)
    assert "Resuming would fail again" in str(caught.value)
    assert "checkpoint" not in str(caught.value)
    assert "a lower learning_rate than 0.003 or a max_grad_norm of 1. " in str(caught.value)
    clipped, _ = optimising(tiny_base, OptimiserSpec(learning_rate=1e-5, max_grad_norm=1.0))
    clipped.forward.numbers = "bf16"
    assert "a lower learning_rate than 1e-05 or precision fp32. " in str(clipped.advice())


def test_vectors_of_bf16_products_come_as_float32_close_to_the_exact_ones(tiny_base: Path) -> None:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(tiny_base), device="cpu", local_files_only=True).eval()
    tokens = read_tokens(model, ["graphs measure at night", "rivers sort by hand"])
    with torch.no_grad():
        exact, half = (
            Forward(model, Chunking(100), numbers=numbers).embed(tokens)  # type: ignore[arg-type]
            for numbers in ("fp32", "bf16")
        )
    assert half.dtype == torch.float32
    assert not torch.equal(exact, half)
    assert float(torch.cosine_similarity(exact, half).min()) > 0.99


def test_an_overflow_in_fp16_lowers_the_scale_and_leaves_the_weights(tmp_path: Path) -> None:
    weight = torch.nn.Parameter(torch.ones(2))
    optimiser = torch.optim.AdamW([weight], lr=0.1)
    scale = LossScale("fp16", "cpu")
    before = scale.scaled(torch.tensor(1.0))
    assert float(before) > 1000
    for factor in (math.inf, 1.0):
        optimiser.zero_grad()
        scale.scaled((weight * factor).sum()).backward()
        scale.unscale(optimiser)
        kept = weight.detach().clone()
        scale.step(optimiser)
        assert torch.equal(weight, kept) == math.isinf(factor)
    assert float(scale.scaled(torch.tensor(1.0))) == float(before) / 2
    again = LossScale("fp16", "cpu")
    again.restore(scale.state())
    assert float(again.scaled(torch.tensor(1.0))) == float(before) / 2
    assert LossScale("fp32", "cpu").state() == {}
