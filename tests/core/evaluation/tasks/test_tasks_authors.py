"""Names on papers by person: B-cubed by hand, groups by brute force, and the whole on made-up people."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from assay.benchmarks.suites.availability import evaluation_task, read
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.tasks.authors import score as authors_score
from assay.benchmarks.tasks.authors.bcubed import b_cubed
from assay.benchmarks.tasks.authors.features import FEATURES, block_features
from assay.benchmarks.tasks.authors.grouping import THRESHOLDS, best_threshold, cut, tree_of
from assay.benchmarks.tasks.authors.score import score_authors
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.kinds import AuthorPaper, ClusterData, PartedData, Signature
from assay.benchmarks.tasks.score import TaskVectors, score_task
from assay.errors import EvaluationError
from assay.progress import Cancelled
from assay.types import Vectors
from small_benchmarks import S2AND_SOURCES, small_s2and

# --- B-cubed


def test_b_cubed_is_the_value_worked_by_hand() -> None:
    """Found {a b c} {d e}, true {a b} {c d e}: precision and recall are 11/15 both."""
    found = dict(zip("abcde", [1, 1, 1, 2, 2], strict=True))
    truth = dict(zip("abcde", "xxyyy", strict=True))
    score = b_cubed(found, truth)
    assert score.precision == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5)
    assert score.recall == pytest.approx((1 + 1 + 1 / 3 + 2 / 3 + 2 / 3) / 5)
    assert score.f1 == pytest.approx(11 / 15)


def test_b_cubed_is_a_loop_over_everything() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        names = [str(n) for n in range(30)]
        found = dict(zip(names, rng.integers(0, 8, 30).tolist(), strict=True))
        truth = dict(zip(names, rng.integers(0, 8, 30).tolist(), strict=True))
        precision, recall = [], []
        for name in names:
            together = {other for other in names if found[other] == found[name]}
            same = {other for other in names if truth[other] == truth[name]}
            precision.append(len(together & same) / len(together))
            recall.append(len(together & same) / len(same))
        score = b_cubed(found, truth)
        assert score.precision == pytest.approx(np.mean(precision))
        assert score.recall == pytest.approx(np.mean(recall))


# --- groups


def brute_force(table: np.ndarray, threshold: float) -> set[frozenset[int]]:
    """Joins the two groups of the least mean distance, as long as that is at most the threshold."""
    left = [frozenset([n]) for n in range(len(table))]
    while len(left) > 1:
        apart = {(a, b): np.mean([table[i, j] for i in a for j in b]) for a, b in combinations(left, 2)}
        (a, b), least = min(apart.items(), key=lambda each: each[1])
        if least > threshold:
            break
        left = [each for each in left if each not in (a, b)] + [a | b]
    return {*left}


@pytest.mark.parametrize("threshold", [0.2, 0.45, 0.5, 0.9])
def test_groups_are_those_of_joining_the_nearest_by_hand(threshold: float) -> None:
    distances = np.random.default_rng(0).random(12 * 11 // 2)
    table = np.zeros((12, 12))
    table[np.triu_indices(12, 1)] = distances
    table += table.T
    places = cut(tree_of(distances), threshold)
    found = {frozenset(n for n in range(12) if places[n] == group) for group in places}
    assert found == brute_force(table, threshold)
    assert cut(tree_of(np.zeros(0)), threshold) == [1]  # a block of one name


def test_the_threshold_is_the_best_of_all_and_the_most_moderate_of_equal_ones() -> None:
    """Two pairs at 0.2 and 0.3, 0.8 from each other: every threshold between 0.3 and 0.8 is right."""
    trees = {"b": tree_of(np.array([0.2, 0.8, 0.8, 0.8, 0.8, 0.3]))}
    blocks = {"b": ("a", "b", "c", "d")}
    assert best_threshold(trees, blocks, {"a": "x", "b": "x", "c": "y", "d": "y"}) == 0.5
    assert best_threshold(trees, blocks, {"a": "x", "b": "x", "c": "y", "d": "z"}) == 0.29
    assert best_threshold(trees, blocks, dict.fromkeys("abcd", "x")) == 0.8
    assert len(THRESHOLDS) == 99


# --- pairs


def a_name(paper: str, first: str, **rest: object) -> Signature:
    return Signature(paper, "j doe", first, "", "Doe", **rest)  # type: ignore[arg-type]


def test_what_is_told_of_a_pair_is_what_its_papers_say() -> None:
    names = [
        a_name("p1", "Jane", email="jane@a.org", affiliations=("Old School",), position=0),
        a_name("p2", "J.", email="jane@b.org", affiliations=("New School",), position=2),
        a_name("p3", "Józef", position=0),
    ]
    papers = {
        "p1": AuthorPaper(
            "On nets", "deep nets", "Yearbook", "", 1990, ((0, "Jane Doe"), (1, "Ann Lee")), ("p2", "p9")
        ),
        "p2": AuthorPaper("On trees", "", "", "Yearbook", 1994, ((2, "J Doe"), (0, "A. Lee")), ("p9",)),
        "p3": AuthorPaper("Other things", "", "", "", None, ((0, "Józef Doe"),)),
    }
    vectors: Vectors = np.array([[1, 0], [3, 0], [0, 1]], dtype=np.float32)
    first, second, third = (
        dict(zip(FEATURES, row, strict=True)) for row in block_features(names, papers, vectors).tolist()
    )
    assert math.isnan(first["first names alike"])  # "J." is an initial only
    told = {
        "first names fit": 0.5, "email": 0.5, "affiliations": 1 / 3, "co-authors": 1.0,
        "co-authors shared": 1,
        "venue": 1.0, "years between": 4, "places between": 2, "title": 1 / 3, "references": 0.5,
        "one cites the other": 1, "same paper": 0, "vectors": 1,
    }  # fmt: skip
    assert {key: first[key] for key in told} == pytest.approx(told)
    assert all(math.isnan(first[key]) for key in ("abstract", "middle initials", "suffix"))
    assert (second["first names fit"], second["vectors"]) == pytest.approx((0, 0))  # Jane and Józef
    assert 0 < second["first names alike"] < 1
    assert all(math.isnan(second[key]) for key in ("email", "years between", "co-authors", "venue"))
    assert third["first names fit"] == 0.5


def test_pairs_come_in_the_order_of_scipys_condensed_distances() -> None:
    names = [a_name(f"p{n}", "Jane", position=n * n) for n in range(4)]
    papers = {f"p{n}": AuthorPaper("x") for n in range(4)}
    found = block_features(names, papers, np.eye(4, dtype=np.float32))[:, FEATURES.index("places between")]
    assert found.tolist() == [1, 4, 9, 3, 8, 5]


# --- the whole


def made_up(seed: int = 0, people: int = 3, papers: int = 6) -> tuple[ClusterData, Vectors]:
    """Nine blocks of people whose papers are about one thing each, told by vectors and little else."""
    rng = np.random.default_rng(seed)
    blocks: dict[str, tuple[str, ...]] = {}
    signatures, clusters, details, rows = {}, {}, {}, []
    for block in range(9):
        names = []
        for person in range(people):
            middle = rng.normal(size=8)
            for paper in range(papers):
                name = f"s{block}-{person}-{paper}"
                names.append(name)
                signatures[name] = Signature(f"d{name}", f"block {block}", "J", "", "Doe")
                clusters[name] = f"c{block}-{person}"
                details[f"d{name}"] = AuthorPaper("A title", year=1990 + paper)
                rows.append(middle + 0.3 * rng.normal(size=8))
        blocks[f"block {block}"] = tuple(names)
    splits = [dict([*blocks.items()][3 * part : 3 * part + 3]) for part in range(3)]
    texts = dict.fromkeys(details, ("A title",))
    data = ClusterData(texts, details, signatures, clusters, *splits, Coverage(len(signatures)))
    return data, np.array(rows, dtype=np.float32)


def test_people_are_told_apart_by_vectors_that_tell_and_not_by_others() -> None:
    data, vectors = made_up()
    values, details = score_authors(data, vectors)
    assert values["b3_f1"] > 95
    assert details.n == 54
    told = details.components
    harmonic = 2 * told["b3_precision"] * told["b3_recall"] / (told["b3_precision"] + told["b3_recall"])
    assert values["b3_f1"] == pytest.approx(harmonic)
    assert score_authors(data, vectors) == (values, details)
    chance: Vectors = np.random.default_rng(9).normal(size=vectors.shape).astype(np.float32)
    assert score_authors(data, chance)[0]["b3_f1"] < 70


def test_blocks_and_names_beyond_the_caps_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    data, vectors = made_up()
    monkeypatch.setattr(authors_score, "MOST_NAMES", 10)
    assert score_authors(data, vectors)[1].n == 30
    monkeypatch.setattr(authors_score, "MOST_BLOCKS", 6)  # two a split
    assert score_authors(data, vectors)[1].n == 20
    monkeypatch.setattr(authors_score, "PAIRS", 40)
    assert score_authors(data, vectors)[1].n == 20


def test_every_pair_of_a_block_is_as_likely_to_be_learnt_from(monkeypatch: pytest.MonkeyPatch) -> None:
    data, vectors = made_up()
    work = authors_score._Pairs(data, vectors, lambda *_: None, 0)
    features, same = work.drawn(data.train)
    assert len(features) == len(same) == 3 * 18 * 17 // 2
    assert same.sum() == 3 * 3 * 6 * 5 // 2  # three people of six papers in each of three blocks
    monkeypatch.setattr(authors_score, "PAIRS", 100)
    some, their_same = work.drawn(data.train)
    assert len(some) == 100
    assert 0.15 < their_same.mean() < 0.45  # of all it is 0.29
    known = {tuple(np.nan_to_num(row, nan=-1).tolist()) for row in features}
    assert all(tuple(np.nan_to_num(row, nan=-1).tolist()) in known for row in some)


def test_blocks_with_nothing_to_tell_apart_are_refused() -> None:
    data, vectors = made_up()
    for faulty, reason in (
        (replace(data, clusters=dict.fromkeys(data.clusters, "one")), "pairs of one person only"),
        (replace(data, clusters={name: name for name in data.clusters}), "pairs of two people only"),
        (replace(data, train={"b": ("s0-0-0",)}), "no pairs"),
        (replace(data, validation={}), "no blocks to choose the threshold by"),
        (replace(data, test={"b": ()}), "no blocks to test"),
    ):
        with pytest.raises(EvaluationError, match=reason):
            score_authors(faulty, vectors)


def test_comparing_names_can_be_called_off() -> None:
    data, vectors = made_up()

    def stop(stage: str, done: int, total: int | None) -> None:
        if done == 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        score_authors(data, vectors, progress=stop)


def test_a_source_in_its_published_layout_is_scored_and_the_sources_are_averaged(tmp_path: Path) -> None:
    """Of four names in a block those of even and of odd places are two people, and so are their vectors."""
    folder = small_s2and(tmp_path)
    task = task_named("scirepeval/s2and")
    data = read(task, folder)
    assert isinstance(data, PartedData)
    rows = [[int(doc_id) % 2, 1 - int(doc_id) % 2] for doc_id in data.papers]
    found = TaskVectors(np.array(rows, dtype=np.float32), np.zeros((0, 2), dtype=np.float32))
    score = score_task(evaluation_task(task, folder), data, found)
    assert [*score.details.parts] == list(S2AND_SOURCES)
    assert all({*part} == {"b3_f1", "b3_precision", "b3_recall"} for part in score.details.parts.values())
    mean = sum(part["b3_f1"] for part in score.details.parts.values()) / len(S2AND_SOURCES)
    assert score.values == {"b3_f1": pytest.approx(mean)}
    assert score.details.n == 6 * 8
