"""Names on papers by person: B-cubed by hand, groups by brute force, and the whole on made-up people."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import train_test_split

from assay.benchmarks.suites.availability import evaluation_task, read
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.tasks.authors import features as authors_features
from assay.benchmarks.tasks.authors import pairs as authors_pairs
from assay.benchmarks.tasks.authors import score as authors_score
from assay.benchmarks.tasks.authors.bcubed import b_cubed
from assay.benchmarks.tasks.authors.features import FEATURES, block_features, library
from assay.benchmarks.tasks.authors.grouping import cut, score_groups, tree_of
from assay.benchmarks.tasks.authors.pairs import TRIES, Pairs, fit_pairs, least
from assay.benchmarks.tasks.authors.score import score_authors
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.details import Details
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


def test_groups_are_scored_over_the_names_of_all_blocks() -> None:
    """Two pairs at 0.2 and 0.3, and a block of one: at 0.25 one of the pairs is still apart."""
    trees = {"b": tree_of(np.array([0.2, 0.8, 0.8, 0.8, 0.8, 0.3])), "one": tree_of(np.zeros(0))}
    blocks = {"b": ("a", "b", "c", "d"), "one": ("e",)}
    truth = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "z"}
    assert score_groups(trees, blocks, 0.5, truth).f1 == 1
    half = score_groups(trees, blocks, 0.25, truth)
    assert (half.precision, half.recall) == (1, pytest.approx((1 + 1 + 0.5 + 0.5 + 1) / 5))


# --- pairs


def a_name(paper: str, first: str, middle: str = "", **rest: object) -> Signature:
    return Signature(paper, "j doe", first, middle, "Doe", **rest)  # type: ignore[arg-type]


def whole(*given: Any) -> Any:
    """All pairs of a block, part by part."""
    return np.concatenate([*block_features(*given)])


def two_names() -> dict[str, float]:
    names = [
        a_name("p1", "Jean-Paul", "K.", email="jp@a.org.", affiliations=("University of Nets",), position=1),
        a_name("p2", "Jéan", "Karl", email="j.p@A.org", affiliations=("The Nets School",)),
    ]
    papers = {
        "p1": AuthorPaper(
            "On deep nets", "text", "Proc. of Nets", "", 1990,
            ((0, "Ann Lee"), (1, "J Doe")), ("p2", "p9", "p8"),
        ),
        "p2": AuthorPaper("Deep nets again", "", "Nets", "", 2050, ((0, "J Doe"), (2, "A. Lee")), ("p9",)),
        "p9": AuthorPaper("Bat", "", "Abc", "Abc", None, ((0, "Bo Ek"),)),
    }  # fmt: skip
    vectors: Vectors = np.array([[1, 0], [3, 4]], dtype=np.float32)
    return dict(zip(FEATURES, whole(names, papers, vectors)[0].tolist(), strict=True))


def test_each_column_of_a_pair_is_the_value_worked_by_hand() -> None:
    """First names are "jean" twice, middle ones "paul k" and "karl"; "nets" has ne et ts net ets nets.

    Stop words are left out, "again" too. p1 refers to p2, p9 and one that is not known, p2 to p9.
    """
    found = two_names()
    told = {
        "first_names_equal": 1, "middle_initials_overlap": 1 / 2, "middle_names_equal": 0,
        "middle_one_missing": 0, "single_char_first": 0, "single_char_middle": 1,
        "affiliation_overlap": 1.0, "email_prefix_equal": 0, "email_suffix_equal": 1,
        "coauthor_overlap": 1.0,  # "a lee" both
        "coauthor_similarity": 3 / 6,  # an nn ann le ee lee, of which le ee lee are in both
        "coauthor_match": 0,
        "venue_overlap": 6 / 12,  # proc has six grams too: pr ro oc pro roc proc
        "year_diff": 50, "title_overlap_words": 3 / 3, "title_overlap_chars": 1.0,
        "references_self_citation": 1, "references_overlap": 1 / 3, "position_diff": 1, "abstract_count": 1,
        "specter_cosine_sim": 1.6, "levenshtein": 0, "prefix": 0, "lcs": 0, "jaro": 1,
        "references_authors_overlap": 2 / 8,  # bo ek; with them do oe doe le ee lee
        "references_titles_overlap": 3 / 15,  # ba at bat; with them six of "deep" and of "nets"
        "references_venues_overlap": 3 / 12,  # "abc" of "nets abc abc"
        "references_author_blocks_jaccard": 1 / 3,
    }  # fmt: skip
    assert {key: found[key] for key in told} == pytest.approx(told)
    assert math.isnan(found["journal_overlap"])


def test_what_neither_or_only_one_says_is_not_known() -> None:
    names = [a_name("p1", "Dr.", "", email="x@y"), a_name("p2", "W."), a_name("p2", "Wim", "van")]
    papers = {"p1": AuthorPaper("x", year=0), "p2": AuthorPaper("x", year=2000)}
    vectors: Vectors = np.array([[0, 0], [1, 0], [1, 0]], dtype=np.float32)
    first, _, third = (
        dict(zip(FEATURES, row, strict=True)) for row in whole(names, papers, vectors).tolist()
    )
    unknown = {column for column, value in first.items() if math.isnan(value)}
    assert {"first_names_equal", "middle_names_equal", "email_prefix_equal", "year_diff"} < unknown
    assert {"specter_cosine_sim", "levenshtein", "title_overlap_words", "references_overlap"} < unknown
    assert not {"middle_one_missing", "references_self_citation", "abstract_count"} & unknown
    assert (third["first_names_equal"], third["middle_one_missing"], third["single_char_first"]) == (0, 1, 1)
    assert third["specter_cosine_sim"] == 2
    assert math.isnan(third["prefix"])  # "w" is one letter


def test_first_names_are_compared_by_four_distances() -> None:
    """ "martha" and "marhta" are Winkler's own example: 0.9611."""
    names = [a_name("p", "Martha"), a_name("p", "Marhta")]
    row = whole(names, {"p": AuthorPaper("x")}, np.ones((2, 1), dtype=np.float32))[0]
    found = dict(zip(FEATURES, row.tolist(), strict=True))
    told = {"levenshtein": 2 / 6, "prefix": 1 - 3 / 6, "lcs": 1 - 5 / 6, "jaro": 0.9611}
    assert {key: found[key] for key in told} == pytest.approx(told, abs=5e-5)


@pytest.mark.parametrize("at_once", [1, 14, 250_000])
def test_pairs_come_in_the_order_of_scipys_condensed_distances_however_they_are_parted(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """And each has the values that it has with no other name beside it."""
    monkeypatch.setattr(authors_features, "_AT_ONCE", at_once)
    firsts = ("Jane", "", "Jane", "J.", "June", "Jan", "Jane")
    names = [a_name(f"p{n % 5}", first, "K" * (n % 2), position=n * n) for n, first in enumerate(firsts)]
    papers = {
        f"p{n}": AuthorPaper("deep nets", "", "Nets", "", 1990 + n, (), (f"p{n + 2}", "p0")) for n in range(5)
    }
    vectors = np.random.default_rng(1).normal(size=(7, 3)).astype(np.float32)
    found = whole(names, papers, vectors)
    assert found[:4, [*FEATURES].index("position_diff")].tolist() == [1, 4, 9, 16]
    alone = [
        whole([names[a], names[b]], papers, vectors[[a, b]])[0] for a in range(7) for b in range(a + 1, 7)
    ]
    np.testing.assert_allclose(found, alone, rtol=1e-15)


# --- models of pairs


def test_a_probability_never_rises_with_a_column_that_may_only_lower_it(quick: None) -> None:
    """Years apart, drawn so that pairs far apart are one person's at times all the same."""
    rng = np.random.default_rng(3)
    features = np.full((400, len(FEATURES)), np.nan)
    column = [*FEATURES].index("year_diff")
    features[:, column] = rng.integers(0, 50, 400)
    same = rng.random(400) < 0.5 + 0.3 * np.sin(features[:, column] / 4)
    pairs = Pairs(features, same)
    model = fit_pairs(pairs, pairs)
    asked = np.full((50, len(FEATURES)), np.nan)
    asked[:, column] = range(50)
    distances = model.distances(asked)
    assert (np.diff(distances) >= 0).all()
    assert distances[0] < distances[-1]
    assert (distances == distances.astype(np.float16)).all()


def test_the_best_point_of_a_search_is_the_least() -> None:
    """25 tries come near the least of a parabola, and the same ones every time."""
    hyperopt = library("hyperopt")
    tried: list[float] = []

    def loss(point: Mapping[str, float]) -> float:
        tried.append(point["x"])
        return (point["x"] - 0.7) ** 2

    found = [least(loss, {"x": hyperopt.hp.uniform("x", 0, 1)}, random=5)["x"] for _ in range(2)]
    assert len(tried) == 2 * TRIES == 50
    assert found[0] == found[1] == min(tried, key=lambda x: (x - 0.7) ** 2)
    assert abs(found[0] - 0.7) < 0.05


def test_a_missing_library_is_named_with_the_extra_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    with pytest.raises(EvaluationError, match=r"needs the library lightgbm, .* the extra bench"):
        library("lightgbm")


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


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authors_pairs, "TRIES", 6)
    monkeypatch.setattr(authors_pairs, "TREES", (60, 90))


def alone(data: ClusterData, vectors: Vectors, **rest: Any) -> tuple[dict[str, float], Details]:
    return score_authors({"one": data}, {"one": vectors}, **rest)["one"]


@pytest.mark.usefixtures("quick")
def test_people_are_told_apart_by_vectors_that_tell_and_not_by_others() -> None:
    data, vectors = made_up(1)
    values, details = alone(data, vectors)
    assert values["b3_f1"] > 95
    assert details.n == 18  # one block of nine is a tenth
    assert details.components["b3_f1_own"] == pytest.approx(values["b3_f1"], abs=0.05)
    assert alone(data, vectors) == (values, details)
    chance: Vectors = np.random.default_rng(9).normal(size=vectors.shape).astype(np.float32)
    assert alone(data, chance)[0]["b3_f1"] < 70


@pytest.mark.usefixtures("quick")
def test_what_was_fitted_before_a_stop_is_not_fitted_again(tmp_path: Path) -> None:
    """Two models, each of six tries and the best one again: stopped when eight of these 14 were fitted."""
    data, vectors = made_up(1)
    path, lightgbm, fitted = tmp_path / "new" / "fits.jsonl", library("lightgbm"), list[int]()

    def stop(stage: str, done: int, *_rest: object) -> None:
        if (stage, done) == ("fitting pair models", 8):
            raise Cancelled

    class Counted(lightgbm.LGBMClassifier):  # type: ignore[misc,name-defined]
        def fit(self, *arguments: object) -> object:
            fitted.append(1)
            return super().fit(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lightgbm, "LGBMClassifier", Counted)
        with pytest.raises(Cancelled):
            alone(data, vectors, progress=stop, fits=path)
        with path.open("a", encoding="utf-8") as file:
            file.write('\n["a line that was cut')
        assert len(fitted) == 8
        fitted.clear()
        resumed = alone(data, vectors, fits=path)
        assert len(fitted) == 7  # both chosen ones, and five of the second model's six
    assert resumed == alone(data, vectors)


def test_pairs_are_drawn_from_all_of_the_split_as_pythons_sample_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data, vectors = made_up()
    monkeypatch.setattr(authors_score, "TRAIN_PAIRS", 100)
    drawn = authors_score._source("one", data, vectors).pairs()[0]
    every = [pair for names in data.train.values() for pair in combinations(names, 2)]
    assert len(every) == 3 * 18 * 17 // 2
    wanted = random.Random(1).sample(every, 100)
    assert drawn.same.tolist() == [data.clusters[a] == data.clusters[b] for a, b in wanted]
    rows = {doc_id: row for row, doc_id in enumerate(data.papers)}
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = [1 + unit[rows[f"d{a}"]] @ unit[rows[f"d{b}"]] for a, b in wanted]
    column = [*FEATURES].index("specter_cosine_sim")
    assert drawn.features[:, column] == pytest.approx(np.array(cosines), abs=1e-6)


def test_blocks_to_choose_by_and_to_test_are_a_tenth_each_of_all() -> None:
    data, vectors = made_up()
    source = authors_score._source("one", data, vectors)
    blocks = [*data.train, *data.validation, *data.test]
    _, left = train_test_split(blocks, test_size=0.2, stratify=[0] * 9, random_state=1)
    assert [[*source.validation], [*source.test]] == train_test_split(
        left, test_size=0.5, stratify=[0, 0], random_state=1
    )


@pytest.mark.usefixtures("quick")
def test_blocks_with_nothing_to_tell_apart_are_refused() -> None:
    data, vectors = made_up()
    few = {name: each for name, each in data.signatures.items() if each.block in {"block 0", "block 1"}}
    for faulty, reason in (
        (
            replace(data, clusters=dict.fromkeys(data.clusters, "one")),
            "of train have pairs of one person only",
        ),
        (replace(data, clusters={name: name for name in data.clusters}), "pairs of two people only"),
        (replace(data, train={"b": ("s0-0-0",)}), "part 'one': the blocks of train have no pairs"),
        (replace(data, validation={}), "the blocks of dev have no pairs"),
        (replace(data, signatures=few), "2 blocks are too few"),
    ):
        with pytest.raises(EvaluationError, match=reason):
            alone(faulty, vectors)


@pytest.mark.usefixtures("quick")
def test_fitting_can_be_called_off() -> None:
    data, vectors = made_up()

    def stop(stage: str, done: int, total: int | None) -> None:
        if done == 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        alone(data, vectors, progress=stop)


def test_sources_in_their_published_layout_are_scored_by_each_others_models_and_averaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four names in a block those of even and of odd places are two people, and so are their vectors."""
    monkeypatch.setattr(authors_pairs, "TRIES", 1)
    monkeypatch.setattr(authors_pairs, "TREES", (2, 3))
    folder = small_s2and(tmp_path)
    task = task_named("scirepeval/s2and")
    data = read(task, folder)
    assert isinstance(data, PartedData)
    rows = [[int(doc_id) % 2, 1 - int(doc_id) % 2] for doc_id in data.papers]
    found = TaskVectors(np.array(rows, dtype=np.float32), np.zeros((0, 2), dtype=np.float32))
    fits: list[tuple[int, int | None]] = []

    def count(stage: str, done: int, total: int | None, *_: object) -> None:
        if stage == "fitting pair models":
            fits.append((done, total))

    score = score_task(evaluation_task(task, folder), data, found, progress=count)
    assert [*score.details.parts] == list(S2AND_SOURCES)
    assert len(fits) == 12 * 2 * 2  # six models and six of the five others, two kinds, one try and a fit
    parts = score.details.parts.values()
    assert all(
        {*part} == {"b3_f1", "b3_precision", "b3_recall", "b3_f1_own", "b3_f1_others"} for part in parts
    )
    mean = sum(part["b3_f1"] for part in parts) / len(S2AND_SOURCES)
    assert score.values == {"b3_f1": pytest.approx(mean)}
    assert score.details.n == 6 * 4  # one block of each source
