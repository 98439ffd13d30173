"""Which papers a query learns to put in order, and what becomes of the lists on the disk."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from assay.errors import BadInput
from assay.training.data.lists.candidates import (
    ABSENT,
    CandidateLists,
    open_lists,
    with_others,
)
from assay.training.data.lists.documents import NO_ROW
from assay.types import Qrels, Run
from in_memory_lists import candidate_lists, save

ROWS = {name: row for row, name in enumerate("abcdefgh")}
RUN: Run = {
    "q1": {"a": 3.0, "b": 2.0, "c": 2.0, "d": 1.0},
    "q2": {"e": 1.0},
    "q3": {"a": 1.0, "b": 0.5},
    "q4": {"h": 1.0},
}
QRELS: Qrels = {"q1": {"b": 1, "g": 2, "a": 0}, "q2": {"e": 2}, "q3": {"a": 0}, "q5": {"a": 1}}


def of(lists: CandidateLists, name: str) -> list[tuple[str, float]]:
    ids, grades = lists.batch([lists.query_ids.index(name)])
    return [("abcdefgh"[row], float(grade)) for row, grade in zip(ids[0], grades[0], strict=True)]


def test_missing_relevant_papers_come_before_the_first_stages() -> None:
    lists = candidate_lists(RUN, QRELS, ROWS)
    assert lists.query_ids == ("q1", "q2")
    # of equal scores the later id comes first, as in trec_eval; what was judged 0 is as what was not judged
    assert of(lists, "q1") == [("g", 2), ("a", -math.inf), ("c", -math.inf), ("b", 1), ("d", -math.inf)]
    assert of(lists, "q2") == [("e", 2)]


def test_queries_without_anything_relevant_are_named() -> None:
    assert candidate_lists(RUN, QRELS, ROWS).without == ("q3", "q4")
    nothing = candidate_lists(RUN, {}, ROWS)
    assert (len(nothing), nothing.without) == (0, tuple(RUN))


def test_fewer_candidates_are_the_best_and_a_relevant_one_beyond_them_is_put_first() -> None:
    assert [name for name, _ in of(candidate_lists(RUN, QRELS, ROWS, n=2), "q1")] == ["b", "g", "a", "c"]


def test_a_model_is_measured_on_what_the_first_stage_found() -> None:
    lists = candidate_lists(RUN, QRELS, ROWS, n=3, add_relevant=False)
    assert [name for name, _ in of(lists, "q1")] == ["a", "c", "b"]
    assert candidate_lists(RUN, {"q1": {"g": 2}}, ROWS, add_relevant=False).without == tuple(RUN)


def test_a_batch_is_as_wide_as_its_longest_list() -> None:
    lists = candidate_lists(RUN, QRELS, ROWS)
    ids, grades = lists.batch([1, 0])
    assert (ids.shape, ids.dtype) == ((2, 5), np.int32)
    assert ids[0].tolist() == [4, NO_ROW, NO_ROW, NO_ROW, NO_ROW]
    assert np.isneginf(grades[0, 1:]).all()
    assert lists.batch([1])[0].shape == (1, 1)


def test_saved_lists_are_mapped_and_the_same(tmp_path: Path) -> None:
    lists = candidate_lists(RUN, QRELS, ROWS)
    save(lists, tmp_path / "lists")
    found = open_lists(tmp_path / "lists", n_documents=8)
    assert isinstance(found.ids, np.memmap)
    assert (found.query_ids, found.without) == (lists.query_ids, lists.without)
    for one, other in zip(found.batch([0, 1]), lists.batch([0, 1]), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("candidates.int32", "20 bytes"),
        ("grades.float32", "20 bytes"),
        ("lists.json", "cannot be read"),
    ],
)
def test_a_file_that_was_cut_short_is_named(tmp_path: Path, name: str, said: str) -> None:
    save(candidate_lists(RUN, QRELS, ROWS), tmp_path)
    path = tmp_path / name
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(BadInput, match=said) as caught:
        open_lists(tmp_path, n_documents=8)
    assert name in str(caught.value)


def test_lists_of_a_larger_index_are_refused(tmp_path: Path) -> None:
    save(candidate_lists(RUN, QRELS, ROWS), tmp_path)
    with pytest.raises(BadInput, match="beyond the 3"):
        open_lists(tmp_path, n_documents=3)


@pytest.mark.parametrize(
    ("run", "qrels", "said"),
    [
        ({"q1": {"a": 1.0, "z": 2.0}}, {"q1": {"a": 1}}, "'z'"),
        ({"q1": {"a": 1.0}}, {"q1": {"y": 2}}, "'y'"),
    ],
)
def test_candidates_that_the_index_lacks_are_named(run: Run, qrels: Qrels, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        candidate_lists(run, qrels, ROWS)
    assert "q1" in str(caught.value)


def test_no_candidates_are_too_few() -> None:
    with pytest.raises(BadInput, match="at least 1"):
        candidate_lists(RUN, QRELS, ROWS, n=0)


def test_other_queries_candidates_join_a_list_that_has_them_not() -> None:
    """CODER's in-batch negatives: never own ones, none twice, of the batch alone while it has enough."""
    ids = np.array([[0, 1, 2, 3], [4, 5, NO_ROW, NO_ROW], [6, 7, 8, 0]], dtype=np.int32)
    grades = np.where(ids % 4 == 0, 1.0, ABSENT).astype(np.float32)
    batch = {0, 1, 2, 3, 4, 5, 6, 7, 8}
    seen: set[int] = set()
    for seed in range(20):
        found, graded = with_others(ids, grades, 3, n_documents=1000, rng=np.random.default_rng(seed))
        np.testing.assert_array_equal(found[:, :4], ids)
        np.testing.assert_array_equal(graded[:, :4], grades)
        assert (graded[:, 4:] == ABSENT).all()
        for own, drawn in zip(ids, found[:, 4:], strict=True):
            assert len({*drawn.tolist()}) == 3
            assert {*drawn.tolist()} <= batch - {*own.tolist()}
        seen |= {*found[0, 4:].tolist()}
    assert seen == batch - {0, 1, 2, 3}  # by chance, not always the first


def test_a_batch_with_too_few_others_takes_papers_of_the_collection() -> None:
    ids = np.array([[0, 1], [1, 2]], dtype=np.int32)
    grades = np.zeros((2, 2), dtype=np.float32)
    found, _ = with_others(ids, grades, 6, n_documents=50, rng=np.random.default_rng(0))
    for own, drawn in zip(ids, found[:, 2:], strict=True):
        assert len({*drawn.tolist()} - {*own.tolist()}) == 6
        assert 0 <= drawn.min() <= drawn.max() < 50
