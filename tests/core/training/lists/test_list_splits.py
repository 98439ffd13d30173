"""Like queries stand on one side, and those that share a paper with what is learnt are told apart."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np
import pytest

from assay.errors import BadInput
from assay.training.data.lists import splits
from assay.training.data.lists.splits import Split, alike, folds, split_queries

STEMS = ["graph kernels for molecules", "how proteins fold", "dense retrieval of papers", "ants find paths",
         "stars collapse", "budgets of small towns", "why bridges sway", "speech of infants"]  # fmt: skip
TEXTS = [variant for stem in STEMS for variant in (stem, f"{stem}?", stem.upper())]
RELEVANT = [{f"p{row // 3}", "common"} if row % 6 == 0 else {f"q{row}"} for row in range(len(TEXTS))]


def groups_of(texts: list[str]) -> set[frozenset[int]]:
    found = alike(texts)
    return {frozenset(np.flatnonzero(found == group).tolist()) for group in found}


def test_queries_that_differ_by_a_mark_or_by_capitals_are_one() -> None:
    assert groups_of(TEXTS) == {frozenset(range(row, row + 3)) for row in range(0, len(TEXTS), 3)}


def test_of_many_queries_those_with_a_rare_word_in_common_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half a million queries are not compared pair by pair, and near ones are still found."""
    rng = np.random.default_rng(3)
    words = ["".join(rng.choice(list("abcdefghiklmnoprstuw"), 7)) for _ in range(120)]
    texts = ["what is the " + " ".join(rng.choice(words, 5, replace=False)) for _ in range(300)]
    texts += [f"{text}?" for text in texts[:60]] + [text.replace("what", "which") for text in texts[60:90]]
    exact = groups_of(texts)
    assert len(exact) == 300
    monkeypatch.setattr(splits, "MANY", 100)
    assert groups_of(texts) == exact


def test_the_likeness_is_about_that_of_difflib() -> None:
    one = "Aspirin lowers the risk of colorectal cancer in adults."
    near, far = "Aspirin lowers the risk of pancreatic cancer in adults.", "Aspirin does nothing for adults."
    assert SequenceMatcher(None, one, near).ratio() > 0.8 > SequenceMatcher(None, one, far).ratio()
    assert groups_of([one, near, far]) == {frozenset({0, 1}), frozenset({2})}


def test_like_queries_reach_through_those_between_them() -> None:
    chain = ["abcdefghij", "abcdefghkl", "abcdefmnkl"]
    assert groups_of(chain) == {frozenset({0, 1, 2})}


def checked(split: Split, texts: list[str], relevant: list[set[str]]) -> None:
    parts = [split.train, split.shared, split.clean]
    assert sorted(np.concatenate(parts).tolist()) == list(range(len(texts)))
    groups = alike(texts)
    assert not {*groups[split.train]} & {*groups[split.held_out]}
    learnt = set().union(*(relevant[row] for row in split.train))
    assert all(relevant[row] & learnt for row in split.shared)
    assert not any(relevant[row] & learnt for row in split.clean)


def test_a_split_holds_out_whole_groups_and_tells_sharers_apart() -> None:
    split = split_queries(TEXTS, RELEVANT, share=0.4, seed=3)
    checked(split, TEXTS, RELEVANT)
    assert len(split.held_out) == 9  # as many threes as fit below 40 % of 24
    assert len(split.shared)
    again = split_queries(TEXTS, RELEVANT, share=0.4, seed=3)
    np.testing.assert_array_equal(again.train, split.train)
    other = split_queries(TEXTS, RELEVANT, share=0.4, seed=4)
    assert other.train.tolist() != split.train.tolist()


def test_folds_hold_out_every_query_once_and_are_of_like_size() -> None:
    parts = folds(TEXTS, RELEVANT, n=4, seed=1)
    for split in parts:
        checked(split, TEXTS, RELEVANT)
    held = np.concatenate([split.held_out for split in parts])
    assert sorted(held.tolist()) == list(range(len(TEXTS)))
    assert [len(split.held_out) for split in parts] == [6, 6, 6, 6]


def test_too_few_queries_are_said_to_be_so() -> None:
    with pytest.raises(BadInput, match="1 differ"):
        split_queries(TEXTS[:3], RELEVANT[:3], share=0.5, seed=1)
    with pytest.raises(BadInput, match="2 queries that differ do not make 5"):
        folds(TEXTS[:6], RELEVANT[:6], n=5, seed=1)


def test_queries_of_one_paper_stand_on_one_side_where_that_leaves_enough_groups() -> None:
    relevant = [
        {f"p{row // 3 % 6}"} for row in range(len(TEXTS))
    ]  # the first two stems share papers with the last
    for split in (
        split_queries(TEXTS, relevant, share=0.4, seed=3, apart=True),
        *folds(TEXTS, relevant, n=3, seed=1, apart=True),
    ):
        checked(split, TEXTS, relevant)
        assert not len(split.shared)
        assert len(split.clean)


def test_queries_that_all_share_one_paper_are_parted_by_their_texts_alone() -> None:
    relevant = [{"common", f"q{row}"} for row in range(len(TEXTS))]
    split = split_queries(TEXTS, relevant, share=0.4, seed=3, apart=True)
    checked(split, TEXTS, relevant)
    assert len(split.shared) == 9
    assert not len(split.clean)
