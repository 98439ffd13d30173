"""The loss of a batch of tasks against float64 formulas, and batches with an equal share of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest
import torch
from torch import nn

from assay.training.data.examples import AnyExample, Example, Labelled, Task
from assay.training.data.mixing import Share, TaskBatches
from assay.training.loop.losses import batch_loss
from assay.training.loop.task_losses import BatchLoss
from assay.training.recipe.recipe import LossSpec

TRIPLET = LossSpec(kind="triplet")
DIM = 5


def triple(n: int) -> Example:
    return Example(f"q{n}", f"p{n}", f"n{n}")


NAMES = ("near", "classes", "near", "labels", "far", "numbers", "classes", "numbers")
EXAMPLES: tuple[AnyExample, ...] = (
    triple(0),
    Labelled("c0", 2),
    triple(1),
    Labelled("l0", (0, 3)),
    triple(2),
    Labelled("r0", 0.5),
    Labelled("c1", 0),
    Labelled("r1", -1.5),
)
TASKS = {
    "classes": Task("class", ("a", "b", "c")),
    "labels": Task("labels", tuple("abcd")),
    "numbers": Task("number"),
}


@pytest.fixture
def heads() -> dict[str, tuple[Task, nn.Module]]:
    torch.manual_seed(5)
    return {
        name: (task, nn.Sequential(nn.Dropout(0.0), nn.Linear(DIM, task.outputs)))
        for name, task in TASKS.items()
    }


@pytest.fixture
def vectors() -> torch.Tensor:
    torch.manual_seed(6)
    return torch.randn(3 * 3 + 5, DIM)


def by_hand(heads: dict[str, tuple[Task, nn.Module]], vectors: torch.Tensor) -> list[float]:
    """The loss of each example, in float64."""
    x = vectors.detach().numpy().astype(np.float64)
    q, p, n, alone = x[:3], x[3:6], x[6:9], x[9:]
    gap = np.linalg.norm(q - p + 1e-6, axis=1) - np.linalg.norm(q - n + 1e-6, axis=1) + 1
    triples = np.maximum(0, gap)

    def out(name: str, row: np.ndarray) -> np.ndarray:
        layer = heads[name][1][1]  # type: ignore[index]
        return layer.weight.detach().numpy().astype(np.float64) @ row + layer.bias.detach().numpy()

    def entropy(scores: np.ndarray, place: int) -> float:
        return float(np.log(np.exp(scores).sum()) - scores[place])

    scores = out("labels", alone[1])
    wanted = np.array([1.0, 0, 0, 1])
    binary = np.log1p(np.exp(scores)) - scores * wanted
    return [
        triples[0],
        entropy(out("classes", alone[0]), 2),
        triples[1],
        float(binary.mean()),
        triples[2],
        float((out("numbers", alone[2])[0] - 0.5) ** 2),
        entropy(out("classes", alone[3]), 0),
        float((out("numbers", alone[4])[0] + 1.5) ** 2),
    ]


def test_the_loss_is_the_sum_of_the_tasks_means(
    heads: dict[str, tuple[Task, nn.Module]], vectors: torch.Tensor
) -> None:
    loss = BatchLoss(TRIPLET, NAMES, EXAMPLES, device="cpu", by_task=True, heads=heads)
    rows = by_hand(heads, vectors)
    means: dict[str, list[float]] = {}
    for name, row in zip(NAMES, rows, strict=True):
        means.setdefault(name, []).append(row)
    expected = sum(float(np.mean(own)) for own in means.values())
    assert loss(vectors).item() == pytest.approx(expected, rel=1e-5)
    np.testing.assert_allclose(loss.rows(vectors).numpy(), rows, rtol=1e-5)


def test_a_batch_of_plain_triples_is_one_softmax_as_before(vectors: torch.Tensor) -> None:
    names = ("one", "two", "one")
    examples = tuple(triple(n) for n in range(3))
    own = vectors[:9]
    mixed = BatchLoss(LossSpec(), names, examples, device="cpu")
    assert float(mixed(own)) == float(batch_loss(own, LossSpec(), duplicates=None))
    apart = BatchLoss(LossSpec(), names, examples, device="cpu", by_task=True)
    of_one = own[[0, 2, 3, 5, 6, 8]]
    of_two = own[[1, 4, 7]]
    expected = sum(float(batch_loss(part, LossSpec(), duplicates=None)) for part in (of_one, of_two))
    assert float(apart(own)) == pytest.approx(expected, rel=1e-6)


def test_rows_are_for_the_record_and_draw_no_dropout(vectors: torch.Tensor) -> None:
    head = nn.Sequential(nn.Dropout(0.5), nn.Linear(DIM, 1)).train()
    loss = BatchLoss(
        TRIPLET,
        ["n"] * 2,
        [Labelled("a", 1.0), Labelled("b", 2.0)],
        device="cpu",
        heads={"n": (Task("number"), head)},
    )
    assert torch.equal(loss.rows(vectors[:2]), loss.rows(vectors[:2]))
    assert head.training


# --- batches


def tasks_by_turns(sizes: Mapping[str, int], batch_size: int) -> list[str]:
    """The order of tasks by the released code's rules, each example taken by itself from a pile."""
    piles, order, turn = dict(sizes), [], 0
    while names := list(piles):
        for _ in range(round(batch_size / len(names))):
            if not piles[names[turn]]:
                del piles[names[turn]]
                turn = 0 if turn == len(piles) else turn
                break
            piles[names[turn]] -= 1
            order.append(names[turn])
        else:
            turn = (turn + 1) % len(names)
    return order


@pytest.mark.parametrize(
    ("sizes", "batch_size"),
    [
        ({"a": 20, "b": 9, "c": 20}, 12),
        ({"a": 8, "b": 40, "c": 1, "d": 17, "e": 90}, 16),
        ({"a": 100}, 7),
        ({"a": 12, "b": 12}, 8),
    ],
)
def test_tasks_take_turns_and_others_fill_the_places_of_one_that_is_used_up(
    sizes: dict[str, int], batch_size: int
) -> None:
    plan = TaskBatches(sizes, batch_size=batch_size, seed=1)
    batches = list(plan.batches(0))
    order = tasks_by_turns(sizes, batch_size)
    whole = len(order) - len(order) % batch_size
    assert [name for batch in batches for name, _ in batch] == order[:whole]
    assert {len(batch) for batch in batches} == {batch_size}
    met = [slot for batch in batches for slot in batch]
    assert len({*met}) == len(met)  # each example once
    assert list(plan.batches(0)) == batches
    assert list(plan.batches(1)) != batches
    assert list(plan.batches(0, skip=1)) == batches[1:]


@pytest.mark.parametrize("world", [2, 4])
def test_every_process_has_all_tasks_in_each_of_its_batches(world: int) -> None:
    plan = TaskBatches({"a": 64, "b": 64}, batch_size=8, seed=1)
    dealt = [list(plan.batches(0, share=Share(rank, world))) for rank in range(world)]
    assert len({len(batches) for batches in dealt}) == 1
    met = [slot for batches in dealt for batch in batches for slot in batch]
    assert len({*met}) == len(met) == 128
    for batches in dealt:
        assert all(Counter(name for name, _ in batch) == {"a": 4, "b": 4} for batch in batches)
