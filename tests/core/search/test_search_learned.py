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
from assay.index import words
from assay.index.lexical import FINGERPRINT
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


RANKER = (0.5, -0.3, 0.2, 0.1, 0.4)


def some_lessons(dim: int, *, ranker: tuple[float, ...] = RANKER, meaning: float = 0.8) -> Lessons:
    rng = np.random.default_rng(7)
    points = rng.normal(size=(3, dim)).astype(np.float32)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    directions = rng.normal(size=(3, dim)).astype(np.float32) / math.sqrt(dim)
    return Lessons(meaning, ranker, ("a star", "Bees  dance", "walks"), points, directions)


def some_learned(encoder: HashingEncoder, **other: object) -> Learned:
    lessons = some_lessons(encoder.dim)
    learned = Learned(
        step="ranker",
        meaning=lessons.meaning,
        ranker=lessons.ranker,
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
        words=FINGERPRINT,
        fusion=Fusion.SCORES,
    )
    return replace(learned, **other)  # type: ignore[arg-type]


def by_hand(opened: Searcher, encoder: CountingEncoder, text: str, lessons: Lessons) -> dict[str, float]:
    """The fused score of each paper, and the weighted sum of its five features."""
    request = SearchRequest(text, mode=SearchMode.KEYWORD, k=12)
    bm25 = {hit.doc_id: hit.score for hit in opened.search(request)}
    rows = encoder.encode([encoder.template.paper_text(p) for p in PAPERS], format=TaskFormat.PRX)
    query = encoder.encode([text], format=TaskFormat.QRY)[0].astype(np.float64)
    query /= np.linalg.norm(query)
    cosines = rows @ query
    meaning = (cosines + 1) / (cosines.max() + 1)
    said = np.array([bm25.get(paper.doc_id, 0.0) for paper in PAPERS]) / max(bm25.values())
    fused = lessons.meaning * meaning + (1 - lessons.meaning) * said
    best = sorted(range(len(PAPERS)), key=lambda at: (-fused[at], PAPERS[at].doc_id))
    near = []
    for n in (3, 10):
        mean = rows[best[:n]].mean(axis=0)
        near.append(rows @ (mean / np.linalg.norm(mean)))
    shift = np.zeros(encoder.dim)
    for at, own in enumerate(lessons.texts):
        if own.casefold().split() != text.casefold().split():  # a query gets nothing of its own grades
            shift += math.exp((float(lessons.points[at] @ query) - 1) / 0.3) * lessons.directions[at]
    features = np.column_stack([meaning, said, *near, rows @ shift])
    added = features @ np.array(lessons.ranker)
    first = best[0]
    if {word.stem for word in words(text)} <= {word.stem for word in words(PAPERS[first].title)}:
        added[first] = added.max()
    return {paper.doc_id: score for paper, score in zip(PAPERS, (fused + added).tolist(), strict=True)}


@pytest.mark.parametrize("text", ["bees dance", "gravity and the hive of graphs"])
def test_a_ranker_adds_a_weighted_sum_of_five_features(
    searcher: Open, encoder: CountingEncoder, text: str
) -> None:
    opened, lessons = searcher(), some_lessons(encoder.dim, meaning=0.7)
    expected = by_hand(opened, encoder, text, lessons)
    opened.lessons = lessons
    hits = opened.search(replace(REQUEST, text=text))
    assert {hit.doc_id: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)
    assert [hit.doc_id for hit in hits] == sorted(expected, key=lambda doc_id: (-expected[doc_id], doc_id))


def test_a_typed_title_still_finds_its_paper(searcher: Open, encoder: CountingEncoder) -> None:
    """A ranker that takes away what is near and says the same would else put it last."""
    opened = searcher()
    titles = [replace(REQUEST, text=paper.title) for paper in PAPERS]
    before = [opened.search(title)[0].doc_id for title in titles]
    opened.lessons = some_lessons(encoder.dim, ranker=(-9.0, -9.0, 0.0, 0.0, 0.0))
    assert [opened.search(title)[0].doc_id for title in titles] == before
    untold = replace(REQUEST, text="bees gravity hive graphs")
    assert opened.search(untold)[0].doc_id != "bees0", "what is no title is ranked as the ranker has it"


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
    opened.lessons = some_lessons(encoder.dim, ranker=(), meaning=0.1)
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
        ({"ranker": (1.0, 2.0)}, "damaged"),
        ({"ranker": (0.0, 0.0, 0.0, 0.0, float("inf"))}, "damaged"),
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
