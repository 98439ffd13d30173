"""Eight tasks in one sorted launch have the gradients of one padded forward pass for each task and slot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor
from transformers import BertConfig, BertModel

from assay.training.loop.task_losses import BatchLoss, heads_of
from assay.training.model.forward import Chunking, Forward
from assay.training.model.trainee import Trainee, load_trainee
from assay.training.recipe.recipe import LossSpec
from assay.training.recipe.recipe_file import parse_recipe
from assay.types import TaskFormat
from eight_tasks import (
    LABELLED,
    TRIPLES,
    Vectors,
    drawn_batch,
    own_layers,
    padded_rows,
    read_batch,
    released_loss,
)

RECIPE = """
name = "step"
base = '{base}'
max_length = 48
[formats]
variant = "{variant}"
pooling = "{pooling}"
reduction = 4
pal_width = 12
pal_heads = 3
pool_width = 8
[[stages]]
mixing = "tasks"
[[stages.objectives]]
kind = "classification"
path = "none"
label = "none"
"""
WITHIN = 1e-5


def trainee_of(base: Path, variant: str, pooling: str = "cls") -> Trainee:
    recipe = parse_recipe(RECIPE.format(base=base, variant=variant, pooling=pooling))
    trainee, _ = load_trainee(recipe, base, device="cpu", data=base)
    trainee.add_heads({name: task for name, (task, _) in LABELLED.items()}, dropout=0.2, seed=1)
    torch.manual_seed(5)
    with torch.no_grad():  # away from where parts begin, so that all of them have a gradient
        for name, weights in trainee.named_parameters():
            if not name.startswith("model.base."):
                weights.add_(torch.randn_like(weights) * 0.2)
    return trainee.eval()


@pytest.fixture
def texts() -> dict[str, Sequence[str]]:
    """Of very different lengths, some cut."""
    rng = np.random.default_rng(3)
    words = ["graphs", "proteins", "planets", "markets", "compare", "at", "night", *"0123456789"]

    def some(lengths: Sequence[int]) -> list[str]:
        return [" ".join(rng.choice(words, n)) for n in lengths]

    tasks = (*LABELLED, *TRIPLES)
    return {"queries": some([2, 3, 5]), **{name: some([3, 60, 9, 17, 30, 1, 44, 12]) for name in tasks}}


def gradients(trainee: Trainee) -> dict[str, Tensor]:
    return {name: p.grad.clone() for name, p in trainee.named_parameters() if p.grad is not None}


def launched(trainee: Trainee, drawn: Any, *, budget: int, cores: int = 1) -> dict[str, Tensor]:
    """As the trainer computes them, in chunks of so many tokens, so many at once."""
    trainee.zero_grad(set_to_none=True)
    batch = read_batch(trainee, drawn)
    loss = BatchLoss(
        LossSpec(kind="triplet"),
        batch.names,
        batch.examples,
        device="cpu",
        by_task=True,
        heads=heads_of(trainee),
    )
    forward = Forward(trainee, Chunking(budget), cores=cores)  # type: ignore[arg-type]  # all that it asks
    forward.backward(batch.tokens, loss, seed=(1,))
    return gradients(trainee)


def one_by_one(trainee: Trainee, drawn: Any, vectors: Vectors) -> dict[str, Tensor]:
    trainee.zero_grad(set_to_none=True)
    heads = {name: head for name, (_, head) in trainee.named_heads().items()}
    torch.autograd.backward(released_loss(vectors, heads, drawn))
    return gradients(trainee)


def assert_same(found: dict[str, Tensor], expected: dict[str, Tensor]) -> None:
    """Each tensor's difference, against its own size; where that is next to nothing, against the whole's."""
    whole = torch.cat([held.flatten() for held in expected.values()]).norm()
    assert found.keys() == expected.keys()
    for name, held in expected.items():
        assert (found[name] - held).norm() <= WITHIN * max(held.norm(), 1e-2 * whole), name


@pytest.mark.parametrize(
    ("variant", "pooling"),
    [
        ("cls", "mean"),
        ("codes", "cls"),
        ("adapters", "mean"),
        ("pals", "cls"),
        ("probes", "mean"),
        ("pools", "cls"),
    ],
)
def test_one_launch_has_the_gradients_of_a_pass_for_each_task_and_slot(
    tiny_base: Path, texts: dict[str, Sequence[str]], variant: str, pooling: str
) -> None:
    trainee = trainee_of(tiny_base, variant, pooling)
    drawn = drawn_batch(texts, seed=1)
    expected = one_by_one(trainee, drawn, own_layers(trainee))
    for budget, cores in ((200, 1), (200, 2), (10_000, 1)):
        assert_same(launched(trainee, drawn, budget=budget, cores=cores), expected)
    trains_base = variant in ("cls", "codes", "pals")
    assert any(name.startswith("model.base.") for name in expected) == trains_base


def test_codes_have_the_gradients_of_transformers_own_bert(
    tiny_base: Path, texts: dict[str, Sequence[str]]
) -> None:
    """The embeddings of words one row a code larger; transformers' layers, its own padding and mask."""
    trainee = trainee_of(tiny_base, "codes")
    model, codes = trainee.model, trainee.model.codes
    assert codes is not None
    weights = next(tiny_base.rglob("model.safetensors"))
    bert = BertModel(BertConfig.from_pretrained(weights.parent)).eval()
    bert.load_state_dict({name.removeprefix("bert."): held for name, held in load_file(weights).items()})

    def vectors(texts: Sequence[str], form: TaskFormat) -> Tensor:
        ids, lengths = padded_rows(trainee.tokenizer, texts, width=47)
        words = bert.embeddings.word_embeddings(ids)
        own = codes[model.place(form)].expand(len(ids), 1, -1)
        read = torch.cat([words[:, :1], own, words[:, 1:]], dim=1)
        mask = (torch.arange(48) < lengths[:, None] + 1).long()
        return bert(inputs_embeds=read, attention_mask=mask).last_hidden_state[:, 1]

    drawn = drawn_batch(texts, seed=2)
    expected = one_by_one(trainee, drawn, vectors)
    expected |= {f"model.base.{name}": p.grad for name, p in bert.named_parameters() if p.grad is not None}
    assert_same(launched(trainee, drawn, budget=300), expected)
