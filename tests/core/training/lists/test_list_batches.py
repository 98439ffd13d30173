"""Batches of lists: their losses, their place among triples and labels, their device and their precision."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from scipy.special import log_softmax, softmax
from small_lists import PAPERS, prepare
from torch import Tensor, nn
from torch._subclasses.fake_tensor import FakeTensorMode

from assay.errors import BadInput
from assay.training.data.examples import AnyExample, Example, Labelled, Listed, Task
from assay.training.data.lists.candidates import (
    CandidateLists,
    open_lists,
)
from assay.training.data.lists.documents import Documents
from assay.training.data.lists.losses import LOSSES
from assay.training.data.lists.prepared import open_prepared, prepared_files, write_prepared
from assay.training.data.lists.ranked import RankedLists, inner_product, ndcg
from assay.training.loop.losses import mnrl_rows, triplet_rows
from assay.training.loop.task_losses import BatchLoss, Layout
from assay.training.recipe.recipe import LossSpec
from in_memory_lists import candidate_lists, save

DIM = 4
ROWS = {name: row for row, name in enumerate("abcdef")}
RUN = {"q0": {"a": 3.0, "b": 2.0, "c": 1.0}, "q1": {"d": 2.0, "e": 1.0}, "q2": {"f": 3.0, "a": 2.0, "c": 1.0}}
QRELS = {"q0": {"b": 1}, "q1": {"d": 2, "e": 1}, "q2": {"c": 1}}
LISTED = (("a", "b", "c"), ("d", "e"), ("f", "a", "c"))
GRADES = ((None, 1, None), (2, 1), (None, None, 1))


def papers() -> np.ndarray:
    return np.random.default_rng(8).normal(size=(len(ROWS), DIM)).astype(np.float32)


def ranked() -> RankedLists:
    return RankedLists(Documents(papers()), candidate_lists(RUN, QRELS, ROWS))


def doubled(queries: Tensor, documents: Documents, ids: Tensor) -> Tensor:
    return 2 * inner_product(queries, documents, ids)


def listnet_by_hand(query: np.ndarray, place: int, factor: float) -> float:
    """KL(softmax(grades) || softmax(scores)) in float64."""
    scores = factor * papers().astype(np.float64)[[ROWS[name] for name in LISTED[place]]] @ query
    grades = np.array([-np.inf if grade is None else grade for grade in GRADES[place]], dtype=np.float64)
    target, found = softmax(grades), log_softmax(scores)
    there = target > 0
    return float((target[there] * (np.log(target[there]) - found[there])).sum())


def ndcg_by_hand(query: np.ndarray, place: int, factor: float) -> float:
    scores = factor * papers().astype(np.float64)[[ROWS[name] for name in LISTED[place]]] @ query
    gains = [grade or 0 for grade in GRADES[place]]

    def gain(order: list[int]) -> float:
        return sum(gains[one] / math.log2(rank + 2) for rank, one in enumerate(order))

    ideal = sorted(range(len(gains)), key=lambda one: -gains[one])
    return gain(np.argsort(-scores).tolist()) / gain(ideal)


def mixed(lists: RankedLists) -> tuple[tuple[str, ...], tuple[AnyExample, ...]]:
    """Two objectives of lists, one of numbers, one of triples, in no order."""
    examples: tuple[AnyExample, ...] = (
        Listed("third", 2, lists),
        Example("q", "p", "n"),
        Labelled("text", 0.5),
        Listed("first", 0, lists),
        Listed("second", 1, lists),
        Labelled("other", -1.0),
    )
    return ("one", "near", "number", "two", "one", "number"), examples


@pytest.mark.parametrize(("scorer", "factor"), [(None, 1.0), (doubled, 2.0)])
def test_lists_among_others_lose_what_each_loses_alone(scorer: Any, factor: float) -> None:
    names, examples = mixed(ranked())
    spec = LossSpec(kind="listnet")
    torch.manual_seed(4)  # a head that is right by chance leaves the difference of two equal numbers
    head = nn.Linear(DIM, 1)
    # a recipe has lists or triples; the places of one must not depend on how many there are of the other
    names, examples = names[:1] + names[2:], examples[:1] + examples[2:]
    loss = BatchLoss(
        spec, names, examples, device="cpu", heads={"number": (Task("number"), head)}, scorer=scorer
    )
    vectors = torch.randn(5, DIM, generator=torch.Generator().manual_seed(4))
    x = vectors.numpy().astype(np.float64)
    numbers = x[:2] @ head.weight.detach().numpy()[0].astype(np.float64) + head.bias.item()
    lost = [
        listnet_by_hand(x[2], 2, factor),
        (numbers[0] - 0.5) ** 2,
        listnet_by_hand(x[3], 0, factor),
        listnet_by_hand(x[4], 1, factor),
        (numbers[1] + 1.0) ** 2,
    ]
    np.testing.assert_allclose(loss.rows(vectors).numpy(), lost, rtol=1e-5)
    expected = np.mean([lost[0], lost[3]]) + lost[2] + np.mean([lost[1], lost[4]])
    assert float(loss(vectors).detach()) == pytest.approx(expected, rel=1e-5)
    quality = [ndcg_by_hand(x[2], 2, factor), 0, ndcg_by_hand(x[3], 0, factor), ndcg_by_hand(x[4], 1, factor)]
    np.testing.assert_allclose(loss.quality(vectors).numpy(), [*quality, 0], rtol=1e-6)


def test_the_scorer_that_is_given_orders_the_lists() -> None:
    names, examples = ("one",), (Listed("second", 1, ranked()),)

    def backwards(queries: Tensor, documents: Documents, ids: Tensor) -> Tensor:
        return -inner_product(queries, documents, ids)

    vectors = torch.randn(1, DIM, generator=torch.Generator().manual_seed(1))
    found = BatchLoss(LossSpec(kind="listnet"), names, examples, device="cpu", scorer=backwards)
    query = vectors.numpy()[0].astype(np.float64)
    assert found.quality(vectors).tolist() == pytest.approx([ndcg_by_hand(query, 1, -1.0)])
    assert ndcg_by_hand(query, 1, -1.0) != pytest.approx(ndcg_by_hand(query, 1, 1.0))


def test_vectors_stand_in_the_order_in_which_texts_are_given() -> None:
    names, examples = mixed(ranked())
    layout = Layout(names, examples)
    assert layout.texts() == (["q"], ["p", "n"], ["text", "other"], ["third", "first", "second"])
    assert layout.text_names() == (["near"], ["near", "near"], ["number"] * 2, ["one", "two", "one"])
    assert (layout.triples, layout.labelled, layout.listed) == ([1], [2, 5], [0, 3, 4])


# --- devices: on another one than the processor's, without one (no number is computed)


def test_losses_stay_on_the_device_of_their_vectors() -> None:
    with FakeTensorMode():
        queries, positives, negatives = (torch.randn(4, DIM, device="meta") for _ in range(3))
        scores, grades = torch.randn(4, 6, device="meta"), torch.randn(4, 6, device="meta")
        masked = torch.zeros(4, 8, dtype=torch.bool, device="meta")
        found = [
            mnrl_rows(queries, positives, negatives, scale=20.0, duplicates=masked),
            triplet_rows(queries, positives, negatives, margin=1.0),
            LOSSES["listnet"](scores, grades),
            LOSSES["infonce"](scores, grades),
            ndcg(scores, grades),
        ]
        assert [(one.device.type, tuple(one.shape)) for one in found] == [("meta", (4,))] * 5


def test_batches_of_lists_bring_papers_to_the_device_of_the_queries() -> None:
    documents = Documents(papers(), residency="int8")
    lists = RankedLists(documents, candidate_lists(RUN, QRELS, ROWS))
    examples = [Listed(f"{place}", place, lists) for place in (2, 0)]
    loss = BatchLoss(LossSpec(kind="infonce"), ["one"] * 2, examples, device="meta")
    with FakeTensorMode(allow_non_fake_inputs=True):
        vectors = torch.randn(2, DIM, device="meta")
        found = [loss.rows(vectors), loss.quality(vectors)]
        assert [(one.device.type, tuple(one.shape)) for one in found] == [("meta", (2,))] * 2
        assert loss(vectors).device.type == "meta"
        assert documents.rows.device.type == "meta"
        assert documents.scales is not None
        assert documents.scales.device.type == "meta"


# --- what lists are made of


def test_rows_beyond_the_first_piece_are_rounded_like_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.training.data.lists.documents._PIECE", 4)
    documents = Documents(papers(), residency="int8")
    scale = np.abs(papers()).max(axis=1) / 127
    np.testing.assert_allclose(documents.scales, scale, rtol=1e-6)
    np.testing.assert_array_equal(documents.rows.numpy(), np.round(papers() / scale[:, None]))


@pytest.mark.parametrize(("lowest", "said"), [(-1, "names papers beyond the 6"), (0, None)])
def test_rows_below_the_first_are_refused_and_the_first_is_not(
    tmp_path: Path, lowest: int, said: str | None
) -> None:
    made = candidate_lists(RUN, QRELS, ROWS)
    ids = np.array(made.ids)
    ids[0] = lowest
    save(CandidateLists(made.query_ids, made.ends, ids, made.grades), tmp_path)
    if said is None:
        assert open_lists(tmp_path, n_documents=6).ids[0] == 0
        return
    with pytest.raises(BadInput, match=said):
        open_lists(tmp_path, n_documents=6)


def test_lists_that_go_backwards_or_are_empty_are_refused(tmp_path: Path) -> None:
    made = candidate_lists(RUN, QRELS, ROWS)
    for ends in ([3, 3, 8], [0, 5, 8], [5, 3, 8], [3, 8]):
        wrong = CandidateLists(made.query_ids, np.array(ends, dtype=np.int64), made.ids, made.grades)
        save(wrong, tmp_path)
        with pytest.raises(BadInput, match="its lists have no end each"):
            open_lists(tmp_path, n_documents=6)


def test_a_prepared_folder_holds_the_files_that_are_said(tmp_path: Path) -> None:
    made = candidate_lists(RUN, QRELS, ROWS)
    folder = tmp_path / "deep" / "lists"
    for first in ("bm25", "Öl"):  # a folder may be written again
        save(made, folder)
        write_prepared(
            folder, vectors=papers().astype(np.float64), keys=[2**64 - 1, 0, 1, 2, 3, 4],
            texts=["eins", "zwei", "Übung"], lists=made.query_ids, model="abc", first=first,
        )  # fmt: skip
    assert sorted(prepared_files(folder)) == sorted(folder.iterdir())
    found = open_prepared(folder)
    assert (found.model, found.first, found.texts) == ("abc", "Öl", ("eins", "zwei", "Übung"))
    assert found.files == tuple(sorted(folder.iterdir()))
    np.testing.assert_array_equal(found.vectors, papers())
    assert [found.relevant(place) for place in range(3)] == [{1}, {3, 4}, {2}]
    assert [found.relevant_keys(place) for place in range(3)] == [[0], [2, 3], [1]]
    assert "Übung" in (folder / "queries.jsonl").read_text(encoding="utf-8")
    lists = RankedLists(Documents(papers()), found.lists)
    assert [lists.description(place) for place in range(3)] == [
        f"{n} candidates, {relevant} of them relevant" for n, relevant in ((3, 1), (2, 2), (3, 1))
    ]


@pytest.mark.parametrize("name", ["documents.npy", "papers.uint64", "queries.jsonl", "lists.json"])
def test_a_prepared_folder_that_lacks_a_file_is_damaged(tmp_path: Path, tiny_base: Path, name: str) -> None:
    folder = prepare(tmp_path / "lists", tiny_base)
    (folder / name).unlink()
    with pytest.raises(BadInput, match=str(folder)):
        open_prepared(folder)


@pytest.mark.parametrize("wrong", ["double", "flat", "keys", "count"])
def test_vectors_of_another_form_are_damaged(tmp_path: Path, tiny_base: Path, wrong: str) -> None:
    folder = prepare(tmp_path / "lists", tiny_base)
    vectors = np.load(folder / "documents.npy")
    if wrong == "double":
        np.save(folder / "documents.npy", vectors.astype(np.float64))
    elif wrong == "flat":
        np.save(folder / "documents.npy", vectors[:, 0])
    elif wrong == "keys":
        keys = np.fromfile(folder / "papers.uint64", dtype=np.uint64)
        keys[:-1].tofile(folder / "papers.uint64")
    else:
        told = folder / "prepared.json"
        text = told.read_text(encoding="utf-8")
        told.write_text(text.replace(f'"documents": {len(PAPERS)}', '"documents": 3'), encoding="utf-8")
    with pytest.raises(BadInput, match="do not go together"):
        open_prepared(folder)
