"""Gradients of words are gathered sparsely, and come out as torch computes them whole."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from assay.training.model.word_gradients import gathered_words

WORDS, DIM = 5000, 6


@pytest.fixture
def model() -> nn.ModuleDict:
    torch.manual_seed(3)
    return nn.ModuleDict({"words": nn.Embedding(WORDS, DIM), "places": nn.Embedding(32, DIM)})


def backward(model: nn.ModuleDict, chunks: list[Tensor]) -> None:
    for ids in chunks:
        x = model["words"](ids) + model["places"](torch.arange(ids.shape[1]))
        torch.autograd.backward(x.square().sum())


def test_the_gradient_of_many_chunks_is_the_whole_one(model: nn.ModuleDict) -> None:
    chunks = [torch.randint(WORDS, (3, 8)), torch.randint(40, (2, 5)), torch.tensor([[7, 7, 7]])]
    backward(model, chunks)
    whole = {name: weight.grad for name, weight in model.named_parameters()}
    model.zero_grad(set_to_none=True)
    with gathered_words(model):
        backward(model, chunks[:1])
        words, places = (model[name].weight.grad for name in ("words", "places"))
        assert words.is_sparse
        assert not places.is_sparse
        backward(model, chunks[1:])
    for name, weight in model.named_parameters():
        assert weight.grad is not None
        assert not weight.grad.is_sparse
        torch.testing.assert_close(weight.grad, whole[name])
    with gathered_words(model):  # a further batch of the same step
        backward(model, chunks)
    doubled = whole["words.weight"]
    assert doubled is not None
    torch.testing.assert_close(model["words"].weight.grad, 2 * doubled)


def test_a_frozen_table_and_one_that_fails_stay_as_they_were(model: nn.ModuleDict) -> None:
    model["places"].weight.requires_grad_(False)
    with pytest.raises(IndexError), gathered_words(model):
        backward(model, [torch.tensor([[1, 2]]), torch.tensor([[WORDS]])])
    assert not model["words"].sparse
    assert not model["words"].weight.grad.is_sparse
    model["words"].weight.requires_grad_(False)
    with gathered_words(model):
        assert not model["words"].sparse
