"""Pickled scores are read as data: nothing that such a file says to do is done."""

from __future__ import annotations

import gzip
import os
import pickle
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assay.errors import RecipeError
from assay.training.data.objectives.scores import read_pickled

ids = st.integers(0, 2**40) | st.text(min_size=1, max_size=12, alphabet="abcé0123456789")


def read(path: Path) -> dict[str, dict[str, float]]:
    return dict(read_pickled(path))


@given(
    st.dictionaries(ids, st.dictionaries(ids, st.floats(allow_nan=False) | st.integers(-5, 300), max_size=5)),
    st.integers(2, pickle.HIGHEST_PROTOCOL),
)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_scores_read_as_they_were_written(
    tmp_path: Path, scores: dict[Any, dict[Any, float]], protocol: int
) -> None:
    path = tmp_path / "scores.pkl"
    path.write_bytes(pickle.dumps(scores, protocol=protocol))
    expected = {str(q): {str(p): score for p, score in found.items()} for q, found in scores.items()}
    assert read(path) == expected


def test_thousands_of_queries_and_passages_are_read(tmp_path: Path) -> None:
    """More than the thousand items that a pickle sets at once, in both dicts."""
    scores = {q: {p: p / 7 for p in range(1500 if q == 3 else 2)} for q in range(2500)}
    path = tmp_path / "scores.pkl.gz"
    path.write_bytes(gzip.compress(pickle.dumps(scores)))
    assert read(path) == {str(q): {str(p): s for p, s in found.items()} for q, found in scores.items()}


class Runs:
    """Its unpickling would make a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder),)


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("place", ["whole", "query", "score"])
def test_a_hostile_pickle_is_refused_and_not_run(tmp_path: Path, protocol: int, place: str) -> None:
    made = tmp_path / "made"
    hostile: Any = {"whole": Runs(made), "query": {1: Runs(made)}, "score": {1: {2: Runs(made)}}}[place]
    path = tmp_path / "scores.pkl"
    path.write_bytes(pickle.dumps(hostile, protocol=protocol))
    with pytest.raises(RecipeError, match="Convert it"):
        read(path)
    assert not made.exists()
    pickle.loads(path.read_bytes())
    assert made.exists()  # it would have run


@pytest.mark.parametrize(
    "other",
    [
        {1: {2: np.float32(0.5)}},
        defaultdict(dict, {1: {2: 0.5}}),
        [1, 2],
        {1: [2, 0.5]},
        {1: {2: "high"}},
        {1: {2: True}},
        {(1, 2): {2: 0.5}},
        {1.5: {2: 0.5}},
        {1: {2: {3: 4.0}}},
        7,
        {"a" * 70_000: {1: 0.5}},
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_pickle_of_other_things_says_how_to_convert_it(tmp_path: Path, other: object) -> None:
    path = tmp_path / "scores.pkl"
    path.write_bytes(pickle.dumps(other))
    with pytest.raises(RecipeError, match=r"scores.pkl: .*tabs between"):
        read(path)


def test_a_pickle_that_is_cut_short_is_an_error_at_every_length(tmp_path: Path) -> None:
    data = pickle.dumps({q: dict.fromkeys(range(3), 0.5) for q in range(3)})
    path = tmp_path / "scores.pkl"
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with pytest.raises(RecipeError, match=r"scores\.pkl"):
            read(path)
    path.write_bytes(gzip.compress(data)[:-12])
    with pytest.raises(RecipeError, match="cut short"):
        read(path)


@given(st.binary(max_size=80))
@example(b"P\\\x00\n")
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_scores_or_a_recipe_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "scores.pkl"
    path.write_bytes(b"\x80\x04}" + data)
    try:
        found = read(path)
    except RecipeError:
        return
    assert all(isinstance(score, (int, float)) for scores in found.values() for score in scores.values())
