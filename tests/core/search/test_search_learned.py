"""What judged queries teach hybrid search, against its formulas worked by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import HashingEncoder
from assay.errors import BadInput
from assay.search import Searcher, searcher_for
from assay.search.query.learned import (
    FOLDER,
    Learned,
    Lessons,
    fingerprints,
    keep,
    lesson,
    lessons_of,
    packed,
    read_version,
    versions,
)
from assay.types import Fusion, SearchMode, SearchRequest, Seed, TaskFormat

Open = Callable[[], Searcher]
REQUEST = SearchRequest("bees dance", mode=SearchMode.HYBRID, k=12)


def some_lessons(dim: int, *, strength: float = 0.4, meaning: float = 0.8) -> Lessons:
    rng = np.random.default_rng(7)
    points = rng.normal(size=(3, dim)).astype(np.float32)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    directions = rng.normal(size=(3, dim)).astype(np.float32) / math.sqrt(dim)
    return Lessons(meaning, strength, ("a star", "Bees  dance", "walks"), points, directions)


def some_learned(encoder: HashingEncoder, **other: object) -> Learned:
    lessons = some_lessons(encoder.dim)
    learned = Learned(
        step="queries",
        meaning=lessons.meaning,
        strength=lessons.strength,
        n_queries=3,
        model="hashing",
        revision=4,
        judgements="library",
        measure="nDCG@10",
        before=0.4,
        after=0.5,
        p=0.01,
        created="2026-11-26T12:00:00+00:00",
        queries=tuple(lessons.texts),
        points=packed(lessons.points),
        directions=packed(lessons.directions),
        vectors=fingerprints(encoder),
        words="bm25-2",
        fusion=Fusion.SCORES,
    )
    return replace(learned, **other)  # type: ignore[arg-type]


def test_a_query_follows_the_directions_of_judged_ones_as_far_as_it_is_like_them(
    searcher: Open, encoder: CountingEncoder
) -> None:
    opened = searcher()
    lessons = some_lessons(encoder.dim, meaning=0.7)
    bm25 = {hit.doc_id: hit.score for hit in opened.search(replace(REQUEST, mode=SearchMode.KEYWORD))}
    rows = encoder.encode([encoder.template.paper_text(p) for p in PAPERS], format=TaskFormat.PRX)
    query = encoder.encode(["bees dance"], format=TaskFormat.QRY)[0].astype(np.float64)
    moved = query / np.linalg.norm(query)
    for at in (0, 2):  # the other one is this very query
        like = math.exp((float(lessons.points[at] @ (query / np.linalg.norm(query))) - 1) / 0.3)
        moved = moved + 0.4 * like * lessons.directions[at]
    cosines = rows @ (moved / np.linalg.norm(moved))
    opened.lessons = lessons
    found = {hit.doc_id: hit.score for hit in opened.search(REQUEST)}
    for paper, cosine in zip(PAPERS, cosines, strict=True):
        words = bm25.get(paper.doc_id, 0.0) / max(bm25.values())
        expected = 0.7 * (cosine + 1) / (cosines.max() + 1) + 0.3 * words
        assert found[paper.doc_id] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    "request_",
    [
        replace(REQUEST, mode=SearchMode.SEMANTIC),
        replace(REQUEST, mode=SearchMode.KEYWORD),
        replace(REQUEST, text="", seeds=(Seed("bees0"),)),
        replace(REQUEST, seeds=(Seed("stars0"),)),
    ],
)
def test_what_was_not_measured_is_searched_as_before(
    searcher: Open, encoder: CountingEncoder, request_: SearchRequest
) -> None:
    opened = searcher()
    before = opened.search(request_)
    opened.lessons = some_lessons(encoder.dim, meaning=0.5)
    assert opened.search(request_) == before


def test_ranks_are_fused_without_weights(searcher: Open, encoder: CountingEncoder) -> None:
    opened = searcher()
    opened.fusion = Fusion.RRF
    before = opened.search(REQUEST)
    opened.lessons = some_lessons(encoder.dim, strength=0.0, meaning=0.1)
    assert opened.search(REQUEST) == before


def test_a_direction_is_the_falling_slope_of_listnet_s_loss() -> None:
    rng = np.random.default_rng(3)
    vectors, scores = rng.normal(size=(9, 5)), rng.uniform(size=9)
    grades = np.array([0, 3, 0, 1, 0, 0, 2, 0, 0], float)
    wanted = np.minimum(grades, 2) / np.minimum(grades, 2).sum()

    def loss(step: np.ndarray) -> float:
        """The cross-entropy where the query, whose vector counts once, takes a step."""
        moved = (scores + vectors @ step) / 0.05
        return float(np.log(np.exp(moved - moved.max()).sum()) + moved.max() - wanted @ moved)

    slope = [(loss(1e-5 * axis) - loss(-1e-5 * axis)) / 2e-5 for axis in np.eye(5)]
    assert lesson(vectors.astype(np.float32), scores, grades) == pytest.approx(
        -0.05 * np.array(slope), abs=1e-4
    )


def test_a_version_is_read_as_it_was_written(tmp_path: Path, encoder: CountingEncoder) -> None:
    learned = some_learned(encoder)
    keep(learned, tmp_path)
    again = read_version(tmp_path, learned.version)
    assert again == learned
    assert [one.version for one in versions(tmp_path)] == [learned.version]
    one, other = lessons_of(again), some_lessons(encoder.dim)
    np.testing.assert_array_equal(one.directions, other.directions)
    np.testing.assert_array_equal(one.points, other.points)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"vectors": "0 0"}, "model"),
        ({"words": "bm25-1"}, "index"),
        ({"fusion": Fusion.RRF}, "fusion"),
        ({"directions": "AAAA"}, "damaged"),
        ({"meaning": 7.5}, "damaged"),
        ({"meaning": float("nan")}, "damaged"),
        ({"strength": -1.0}, "damaged"),
        ({}, ""),
    ],
)
def test_what_no_longer_fits_is_set_aside(
    searcher: Open, encoder: CountingEncoder, change: dict[str, object], why: str
) -> None:
    library = searcher()._library
    learned = some_learned(encoder, **change)
    path = keep(learned, library.folder)  # type: ignore[attr-defined]
    opened = searcher_for(library, encoder, weights=learned.version)  # type: ignore[arg-type]
    assert opened.set_aside == why
    assert (opened.lessons is None) is bool(why)
    path.unlink()
    assert searcher_for(library, encoder, weights=learned.version).set_aside == "damaged"  # type: ignore[arg-type]


def test_a_version_is_a_name_and_no_path(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(BadInput, match="no learned weights"):
        read_version(tmp_path, "../x")
