"""Chunks sorted by length give what one padded batch gives, and bound the memory when they are cached."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from tiny_runs import Made

from assay.training.loop.batches import Reader
from assay.training.loop.losses import batch_loss
from assay.training.loop.memory import is_out_of_memory
from assay.training.model.forward import Chunking, Forward, Tokens, embed, read_tokens
from assay.training.recipe.recipe import LossSpec

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

SPEC = LossSpec()
EXAMPLES = [Made("made", 16, 1, words=(2, 90)).example(index, 0) for index in range(16)]
TEXTS = [text for part in ("query", "positive", "negative") for text in (getattr(e, part) for e in EXAMPLES)]


def load(folder: Path) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


def gradients(model: SentenceTransformer) -> dict[str, torch.Tensor]:
    return {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}


def padded_gradients(model: SentenceTransformer) -> tuple[float, dict[str, torch.Tensor]]:
    """The usual way: all texts in one batch, padded to the longest."""
    model.zero_grad()
    features = model.preprocess(TEXTS)
    loss = batch_loss(model(features)["sentence_embedding"], SPEC, duplicates=None)
    loss.backward()
    return float(loss.detach()), gradients(model)


def chunked(
    model: SentenceTransformer, chunking: Chunking, seed: tuple[int, ...] = (1,)
) -> tuple[float, dict[str, torch.Tensor]]:
    model.zero_grad()
    losses: list[torch.Tensor] = []

    def loss(vectors: torch.Tensor) -> torch.Tensor:
        losses.append(batch_loss(vectors, SPEC, duplicates=None))
        return losses[-1]

    Forward(model, chunking).backward(read_tokens(model, TEXTS), loss, seed=seed)
    return float(losses[-1].detach()), gradients(model)


def difference(ours: dict[str, torch.Tensor], theirs: dict[str, torch.Tensor]) -> float:
    """The length of the difference of two gradients over all weights, relative to the length of one."""
    assert ours.keys() == theirs.keys()
    one, other = (torch.cat([part[name].flatten() for name in theirs]) for part in (ours, theirs))
    return float((one - other).norm() / other.norm())


@pytest.mark.parametrize("budget", [1, 300])
@pytest.mark.parametrize("cached", [False, True])
def test_without_dropout_the_gradients_are_those_of_one_padded_batch(
    tiny_models: Callable[..., Path], budget: int, cached: bool
) -> None:
    model = load(tiny_models(0.0)).train()
    for tolerance in (1e-5, 1e-12):  # in float32, then in float64
        loss, theirs = padded_gradients(model)
        own_loss, ours = chunked(model, Chunking(budget, cached=cached))
        assert own_loss == pytest.approx(loss, rel=tolerance)
        assert difference(ours, theirs) <= tolerance
        model.double()


def test_with_dropout_cached_gradients_are_those_of_the_same_chunks_without_a_cache(tiny_base: Path) -> None:
    model = load(tiny_base).train()
    loss, plain = chunked(model, Chunking(300))
    cached_loss, cached = chunked(model, Chunking(300, cached=True))
    assert cached_loss == loss
    assert difference(cached, plain) <= 1e-6
    other_loss, _ = chunked(model, Chunking(300), seed=(2,))
    assert other_loss != loss


def test_vectors_stand_in_the_order_of_their_texts(tiny_base: Path) -> None:
    model = load(tiny_base).eval()
    with torch.no_grad():
        vectors = embed(model, read_tokens(model, TEXTS), token_budget=200)
    expected = model.encode(TEXTS, batch_size=1)
    np.testing.assert_allclose(vectors.numpy(), expected, atol=2e-6)


def held_bytes(model: SentenceTransformer, chunking: Chunking) -> int:
    """The most bytes that autograd held between forward and backward passes."""
    held = most = 0

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        nonlocal held, most
        held += tensor.numel() * tensor.element_size()
        most = max(most, held)
        return tensor

    def unpack(tensor: torch.Tensor) -> torch.Tensor:
        nonlocal held
        held -= tensor.numel() * tensor.element_size()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        chunked(model, chunking)
    return most


def test_cached_gradients_hold_the_activations_of_one_chunk_only(tiny_base: Path) -> None:
    model = load(tiny_base).train()
    plain = held_bytes(model, Chunking(300))
    cached = held_bytes(model, Chunking(300, cached=True))
    assert len(Chunking(300).rows(read_tokens(model, TEXTS))) >= 8
    assert cached < plain / 4
    assert held_bytes(model, Chunking(150, cached=True)) < 0.7 * cached


def test_chunks_are_halved_until_every_text_stands_alone(tiny_base: Path) -> None:
    tokens = read_tokens(load(tiny_base), TEXTS)
    chunking: Chunking | None = Chunking(8192)
    budgets = []
    while chunking is not None:
        budgets.append(chunking.token_budget)
        chunking = chunking.halved([tokens])
    assert budgets[1] == len(TEXTS) * tokens.lengths.max() // 2  # at once so small that it changes something
    assert all(after <= before / 2 for before, after in pairwise(budgets))
    assert budgets[-1] <= tokens.lengths.max() < budgets[-2]


def test_a_chunk_of_left_padded_tokens_keeps_the_tokens() -> None:
    ids = torch.tensor([[0, 0, 7], [1, 2, 3], [0, 5, 6]])
    features = {"input_ids": ids, "attention_mask": (ids > 0).long(), "modality": "text"}
    tokens = Tokens(features, np.array([1, 3, 2]), padded_left=True)
    cut = tokens.chunk(np.array([2, 0]), "cpu")
    assert cut["input_ids"].tolist() == [[5, 6], [0, 7]]
    assert cut["modality"] == "text"


def test_queries_and_documents_get_the_prompts_that_the_model_wants(tiny_base: Path) -> None:
    model = load(tiny_base)
    model.prompts = {"query": "graphs ", "passage": "rivers "}
    tokens = Reader(model).tokens(EXAMPLES[:1])
    expected = model.preprocess(
        [f"graphs {EXAMPLES[0].query}", f"rivers {EXAMPLES[0].positive}", f"rivers {EXAMPLES[0].negative}"]
    )
    assert torch.equal(tokens.features["input_ids"], expected["input_ids"])


def test_running_out_of_memory_is_told_from_other_errors() -> None:
    with pytest.raises(RuntimeError) as real:
        torch.empty(2**50)
    assert is_out_of_memory(real.value)
    assert is_out_of_memory(torch.OutOfMemoryError("CUDA out of memory"))
    assert is_out_of_memory(MemoryError())
    for words in (
        "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
        "cuDNN error: CUDNN_STATUS_ALLOC_FAILED",
        "MPS backend out of memory (MPS allocated: 9.0 GB)",
        "HIP error: hipErrorOutOfMemory",
        "std::bad_alloc",
    ):
        assert is_out_of_memory(RuntimeError(words))
    assert not is_out_of_memory(RuntimeError("CUDA error: CUBLAS_STATUS_NOT_INITIALIZED"))
    assert not is_out_of_memory(RuntimeError("shapes do not fit"))
