"""nDCG of a batch of lists, against trec_eval's, and lists as a query meets them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import pytrec_eval
import torch

from assay.training.data.lists.documents import Documents
from assay.training.data.lists.losses import listnet
from assay.training.data.lists.ranked import RankedLists, inner_product, ndcg
from assay.training.recipe.recipe import LossSpec
from in_memory_lists import candidate_lists

NONE = -math.inf


@pytest.mark.parametrize("k", [1, 5, 10])
def test_it_is_trec_evals(k: int) -> None:
    rng = np.random.default_rng(3)
    scores = torch.from_numpy(rng.permuted(np.tile(np.arange(40.0), (25, 1)), axis=1))
    judged = rng.choice([0, 1, 2], p=[0.9, 0.07, 0.03], size=(25, 40))
    judged[:, 3] = 1
    grades = torch.from_numpy(np.where(judged > 0, judged, NONE))
    qrels = {f"{q}": {f"{d}": int(grade) for d, grade in enumerate(row)} for q, row in enumerate(judged)}
    run = {f"{q}": {f"{d}": float(s) for d, s in enumerate(row)} for q, row in enumerate(scores)}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {f"ndcg_cut.{k}"})
    expected = [row[f"ndcg_cut_{k}"] for row in evaluator.evaluate(run).values()]
    np.testing.assert_allclose(ndcg(scores, grades, k=k), expected, atol=1e-9)


def test_saying_the_same_of_all_earns_nothing_for_their_order() -> None:
    grades = torch.tensor([[2.0, 1.0, *[NONE] * 20]])
    assert ndcg(torch.zeros(1, 22), grades).tolist() == [0.0]


def test_lists_are_scored_by_the_papers_that_they_name() -> None:
    vectors = np.eye(4, dtype=np.float32)
    rows = {name: row for row, name in enumerate("abcd")}
    made = candidate_lists(
        {"q1": {"a": 3.0, "b": 2.0}, "q2": {"c": 1.0, "d": 0.5, "a": 0.1}},
        {"q1": {"b": 1}, "q2": {"d": 2, "c": 1}},
        rows,
    )
    ranked = RankedLists(Documents(vectors), made)
    queries = torch.tensor([[0.0, 0.2, 0.9, 0.1], [0.3, 0.8, 0.0, 0.0]], requires_grad=True)
    found = ranked.losses(
        queries, [1, 0], loss=LossSpec(kind="listnet"), scorer=lambda *a: 20 * inner_product(*a)
    )
    expected = listnet(
        20 * torch.tensor([[0.9, 0.1, 0.0], [0.3, 0.8, NONE]]),
        torch.tensor([[1.0, 2.0, NONE], [NONE, 1.0, NONE]]),
    )
    torch.testing.assert_close(found, expected)
    quality = ranked.quality(queries, [1, 0])
    best, own = 2 + 1 / math.log2(3), 1 + 2 / math.log2(3)
    assert quality.tolist() == pytest.approx([own / best, 1.0])
    assert not quality.requires_grad
    torch.autograd.backward(found.sum())
    assert queries.grad is not None
    assert queries.grad[1, 2:].tolist() == [0.0, 0.0]  # no candidate of the second has anything there
