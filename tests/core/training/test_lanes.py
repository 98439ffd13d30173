"""Chunks on several cores at once have the gradients of chunks one after another, dropout and all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tiny_runs import Made
from torch import Tensor
from torch.nn import functional

from assay.training.loop.losses import batch_loss
from assay.training.model.forward import Chunking, Forward, Tokens, read_tokens
from assay.training.model.lanes import Lanes, add_gradients, even_shares
from assay.training.model.seeded_dropout import SeededDropout
from assay.training.model.trainee import Trainee, load_trainee
from assay.training.recipe.recipe import LossSpec
from assay.training.recipe.recipe_file import parse_recipe

RECIPE = """
name = "lanes"
base = '{base}'
max_length = 48
[formats]
variant = "{variant}"
[[stages]]
[[stages.objectives]]
kind = "classification"
path = "none"
label = "none"
"""
EXAMPLES = [Made("made", 16, 1, words=(2, 90)).example(index, 0) for index in range(16)]
TEXTS = [text for part in ("query", "positive", "negative") for text in (getattr(e, part) for e in EXAMPLES)]


def trainee_of(base: Path, variant: str) -> tuple[Trainee, Tokens]:
    recipe = parse_recipe(RECIPE.format(base=base, variant=variant))
    trainee, _ = load_trainee(recipe, base, device="cpu", data=base)
    return trainee.train(), read_tokens(trainee, TEXTS)  # type: ignore[arg-type]  # all that it asks for


def gradients(
    trainee: Trainee, tokens: Tokens, *, cores: int, times: int = 1, seed: int = 1
) -> dict[str, Tensor]:
    trainee.zero_grad(set_to_none=True)
    forward = Forward(trainee, Chunking(200), cores=cores)  # type: ignore[arg-type]  # likewise
    for _ in range(times):
        vectors = forward.backward(
            tokens,
            lambda vectors: batch_loss(functional.dropout(vectors, 0.2), LossSpec(), duplicates=None),
            seed=(seed,),
        )
    found = {
        name: weight.grad.clone() for name, weight in trainee.named_parameters() if weight.grad is not None
    }
    return {"vectors": vectors, **found}


def difference(one: dict[str, Tensor], other: dict[str, Tensor]) -> float:
    assert one.keys() == other.keys()
    flat = [torch.cat([part[name].flatten() for name in one]) for part in (one, other)]
    return float((flat[0] - flat[1]).norm() / flat[1].norm())


@pytest.mark.parametrize("variant", ["codes", "adapters", "pals", "probes"])
def test_lanes_drop_what_one_lane_drops(tiny_base: Path, variant: str) -> None:
    trainee, tokens = trainee_of(tiny_base, variant)
    assert len(Chunking(200).rows(tokens)) >= 6
    alone = gradients(trainee, tokens, cores=1)
    assert difference(gradients(trainee, tokens, cores=3), alone) <= 1e-6
    assert difference(gradients(trainee, tokens, cores=3, seed=2), alone) > 1e-3  # others are dropped


def test_lanes_repeat_themselves_number_for_number(tiny_base: Path) -> None:
    trainee, tokens = trainee_of(tiny_base, "codes")
    first = gradients(trainee, tokens, cores=3)
    for _ in range(2):
        torch.rand(7)  # whatever others draw from torch's own generator
        again = gradients(trainee, tokens, cores=3)
        assert all(torch.equal(again[name], first[name]) for name in first)


def test_two_batches_of_a_step_add_up(tiny_base: Path) -> None:
    trainee, tokens = trainee_of(tiny_base, "codes")
    once, twice = (gradients(trainee, tokens, cores=2, times=times) for times in (1, 2))
    assert (
        difference(
            {n: g for n, g in twice.items() if n != "vectors"},
            {n: 2 * g for n, g in once.items() if n != "vectors"},
        )
        <= 1e-6
    )


def test_a_model_whose_pools_are_kept_runs_in_one_lane(tiny_base: Path) -> None:
    trainee, _ = trainee_of(tiny_base, "pools")
    assert not trainee.runs_apart
    assert trainee_of(tiny_base, "codes")[0].runs_apart


def test_the_largest_chunks_go_to_the_lane_with_the_least_to_do() -> None:
    assert even_shares([5, 9, 4, 4, 1], 2) == [[1, 3], [0, 2, 4]]
    assert even_shares([5], 3) == [[0]]


def test_lanes_leave_the_cores_of_others_as_they_were() -> None:
    before = torch.get_num_threads()
    lanes = Lanes(2)
    assert lanes.map(lambda _: torch.get_num_threads(), range(4)) == [1, 1, 1, 1]
    assert torch.get_num_threads() == before

    def failing(number: int) -> int:
        if number:
            raise MemoryError(str(number))
        return number

    with pytest.raises(MemoryError, match="1"):
        lanes.map(failing, [0, 1, 2])
    assert lanes.map(failing, [0]) == [0]


def test_gradients_are_added_where_there_are_any() -> None:
    weights = [torch.nn.Parameter(torch.zeros(2)) for _ in range(3)]
    weights[1].grad = torch.ones(2)
    add_gradients(weights, [[torch.ones(2), None, None], [None, torch.full((2,), 3.0), None]])
    assert [None if w.grad is None else w.grad.tolist() for w in weights] == [[1, 1], [4, 4], None]


def test_dropout_keeps_its_share_and_its_mean() -> None:
    x = torch.ones(200_000)
    with SeededDropout(3):
        one = functional.dropout(x, 0.3)
        still = functional.dropout(x, 0.3, training=False)
    with SeededDropout(3):
        again = torch.nn.Dropout(0.3)(x)
    assert torch.equal(one, again)
    assert torch.equal(still, x)
    assert one.unique().tolist() == pytest.approx([0, 1 / 0.7])
    assert float((one == 0).float().mean()) == pytest.approx(0.3, abs=0.01)  # 5 standard errors


def test_attention_drops_weights_after_the_softmax() -> None:
    """Recomputed in numpy with the weights that were dropped; without dropout it is torch's own."""
    rng = torch.Generator().manual_seed(1)
    q, k, v = (torch.randn(2, 3, 5, 4, generator=rng) for _ in range(3))
    mask = (torch.arange(5) < torch.tensor([5, 3])[:, None])[:, None, None, :]
    given: dict[str, Any] = {"attn_mask": mask}
    with SeededDropout(7):
        got = functional.scaled_dot_product_attention(q, k, v, **given, dropout_p=0.4)
        plain = functional.scaled_dot_product_attention(q, k, v, **given)
    assert torch.equal(plain, functional.scaled_dot_product_attention(q, k, v, **given))
    with SeededDropout(7):
        kept = functional.dropout(torch.ones(2, 3, 5, 5), 0.4).numpy()
    scores = np.where(mask.numpy(), q.numpy() @ k.numpy().swapaxes(-1, -2) / 2, -np.inf)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    expected = (shares / shares.sum(-1, keepdims=True) * kept) @ v.numpy()
    np.testing.assert_allclose(got.numpy(), expected, atol=1e-6)
