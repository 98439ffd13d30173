"""Half precision: where it is chosen, that vectors stay float32, and that an overflow costs a step only."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch

from assay.training.forward import Chunking, Forward, read_tokens
from assay.training.precision import Choice, LossScale, choose_precision


@pytest.mark.parametrize("asked", ["bf16", "fp16"])
def test_a_processor_trains_in_fp32_and_says_so_if_asked_for_less(asked: str) -> None:
    assert choose_precision("auto", "cpu") == Choice("fp32")
    assert choose_precision("fp32", "mps") == Choice("fp32")
    choice = choose_precision(asked, "cpu")  # type: ignore[arg-type]
    assert choice.numbers == "fp32"
    assert asked in choice.note


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
