"""Steps are measured on queries that did not teach, and the largest that surely wins is put forward."""

from __future__ import annotations

import random
import string
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval
from scipy import optimize, special

from assay.encoding import FolderCache, HashingEncoder
from assay.models.test_sets import TestSet
from assay.query_tuning.steps import Teachers, fit
from assay.query_tuning.types import MEANINGS, ImproveReport, StepChange, sentence
from assay.search import Searcher, searcher_on
from assay.search.query.learned import Learned, Lessons
from assay.types import Fusion, LearnedStep, Paper, Query, SearchMode, SearchRequest

PAIRS = (("apis", "bees"), ("chiroptera", "bats"), ("lepidoptera", "moths"), ("formica", "ants"))
"""What queries say, and what papers call it: nothing but judgements joins the two."""
N = 24
ENCODER = HashingEncoder(256)


def collection(folder: Path) -> TestSet:
    """Each query has two relevant papers of its own, about what its Latin word means."""
    words = random.Random(5)

    def noise() -> str:
        return "".join(words.sample(string.ascii_lowercase, 9))

    papers = [
        Paper(f"p{n}", f"{PAIRS[n % 4][1]} {noise()}", f"On {PAIRS[n % 4][1]}.") for n in range(2 * N)
    ] + [Paper(f"other{n}", f"{noise()} {noise()}", f"On {noise()}.") for n in range(150)]
    queries = [Query(f"q{n}", f"{PAIRS[n % 4][0]} {noise()}") for n in range(N)]
    qrels = {f"q{n}": {f"p{n}": 2, f"p{n + N}": 1, f"p{(n + 1) % N}": 0} for n in range(N)}
    return TestSet("library", papers, queries, qrels, FolderCache(folder))


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> TestSet:
    return collection(tmp_path_factory.mktemp("judged"))


@pytest.fixture(scope="module")
def searcher(judged: TestSet) -> Searcher:
    return searcher_on(judged.papers, mode=SearchMode.HYBRID, encoder=ENCODER)


@pytest.fixture(scope="module")
def steps(judged: TestSet) -> dict[LearnedStep, tuple[StepChange, Learned]]:
    return Teachers(judged, ENCODER).steps(model="hashing", revision=1)


def searched(searcher: Searcher, lessons: Lessons, query: Query) -> dict[str, float]:
    searcher.lessons = lessons
    hits = searcher.search(SearchRequest(query.text, mode=SearchMode.HYBRID, k=100))
    return {hit.doc_id: -float(hit.rank) for hit in hits}


def test_a_ranker_is_measured_by_what_other_folds_teach(
    judged: TestSet, searcher: Searcher, steps: dict[LearnedStep, tuple[StepChange, Learned]]
) -> None:
    change, learned = steps["ranker"]
    runs = {}
    for fold in set(folds(N)):
        others = [query for at, query in enumerate(judged.queries) if folds(N)[at] != fold]
        qrels = {other.query_id: judged.qrels[other.query_id] for other in others}
        teachers = Teachers(TestSet("library", judged.papers, others, qrels, judged.vectors), ENCODER)
        lessons = teachers.with_ranker(teachers.lessons(), range(len(others)))
        for query in (one for one in judged.queries if one not in others):
            runs[query.query_id] = searched(searcher, lessons, query)
    measured = pytrec_eval.RelevanceEvaluator(dict(judged.qrels), {"ndcg_cut.10", "ndcg_cut.100"})
    values = measured.evaluate(runs)
    assert change.after == pytest.approx(np.mean([v["ndcg_cut_10"] for v in values.values()]), abs=1e-6)
    nothing = Lessons(MEANINGS[0])
    plain = measured.evaluate({q.query_id: searched(searcher, nothing, q) for q in judged.queries})
    gains = np.array([values[each]["ndcg_cut_100"] - plain[each]["ndcg_cut_100"] for each in values])
    flipped = (np.random.default_rng(1).choice((-1, 1), (20_000, len(gains))) * gains).mean(axis=1)
    assert change.deep == pytest.approx(gains.mean(), abs=1e-6)
    assert change.deep_p == pytest.approx(np.mean(flipped >= gains.mean()), abs=0.005)
    assert change.wins_surely
    assert change.deep > 0.1
    assert learned.n_queries == N
    assert (learned.meaning, len(learned.ranker)) == (0.8, 5)


def folds(n: int) -> list[int]:
    """Ten, drawn with the seed 2022, where no two queries belong together."""
    return (np.random.default_rng(2022).permutation(n) % 10).tolist()


def test_a_ranker_s_weights_are_the_least_loss_of_listnet_with_a_ridge() -> None:
    """Against scipy's minimum of the same loss, a feature in units of its spread."""
    rng = np.random.default_rng(11)
    lists = [
        (rng.uniform(0.3, 1.0, n), rng.normal(size=(n, 5)) * (1, 3, 0.1, 1, 10), grades)
        for n, grades in ((9, np.eye(9)[4] * 2), (14, np.eye(14)[1] + np.eye(14)[7]), (5, np.eye(5)[0]))
    ]
    scores, features = (np.concatenate([each[at] for each in lists]) for at in (0, 1))
    unit = scores.std() / features.std(axis=0)

    def loss(weights: np.ndarray) -> float:
        total = 10.0 * float(weights @ weights)
        for fused, own, grades in lists:
            logits = (fused + own @ (weights * unit)) / 0.05
            total -= float(grades / grades.sum() @ (logits - special.logsumexp(logits)))
        return total

    best = optimize.minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-9}).x
    assert fit(lists) == pytest.approx((best * unit).tolist(), rel=1e-4, abs=1e-7)


def test_a_weight_is_chosen_for_each_query_by_the_others(
    judged: TestSet, searcher: Searcher, steps: dict[LearnedStep, tuple[StepChange, Learned]]
) -> None:
    change, learned = steps["weights"]
    deep, first = [], []
    for meaning in MEANINGS:
        run = {q.query_id: searched(searcher, Lessons(meaning), q) for q in judged.queries}
        values = pytrec_eval.RelevanceEvaluator(dict(judged.qrels), {"ndcg_cut.100", "ndcg_cut.10"}).evaluate(
            run
        )
        deep.append([values[q.query_id]["ndcg_cut_100"] for q in judged.queries])
        first.append([values[q.query_id]["ndcg_cut_10"] for q in judged.queries])
    nested = []
    for place in range(N):
        others = [sum(row[at] for at in range(N) if at != place) for row in deep]
        nested.append(first[others.index(max(others))][place])
    assert change.after == pytest.approx(np.mean(nested), abs=1e-6)
    assert learned.meaning == MEANINGS[int(np.argmax([sum(row) for row in deep]))]
    assert learned.ranker == ()


def test_a_library_that_fuses_ranks_learns_nothing_of_scores(judged: TestSet) -> None:
    assert Teachers(judged, ENCODER, fusion=Fusion.RRF).steps(model="hashing", revision=1) == {}


def test_queries_of_one_paper_are_in_one_fold(judged: TestSet, searcher: Searcher) -> None:
    """To find a judged paper again says nothing of others."""
    qrels = {f"q{n}": {f"p{n % 8}": 2, f"p{N}": 0} for n in range(N)}
    same = TestSet("library", judged.papers, judged.queries, qrels, judged.vectors)
    teachers = Teachers(same, ENCODER)
    change, _ = teachers.steps(model="hashing", revision=1)["ranker"]
    lessons = teachers.lessons()
    runs = {}
    for fold in set(folds(8)):
        learned = teachers.with_ranker(lessons, [at for at in range(N) if folds(8)[at % 8] != fold])
        for n, query in enumerate(judged.queries):
            if folds(8)[n % 8] == fold:
                runs[query.query_id] = searched(searcher, learned, query)
    values = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10"}).evaluate(runs)
    assert change.after == pytest.approx(np.mean([v["ndcg_cut_10"] for v in values.values()]), abs=1e-6)


def step(group: str, *, deep: float = 0.02, p: float = 0.01, n: int = 30, after: float = 0.46) -> StepChange:
    return StepChange(group, "hybrid", n, 0.45, after, (0.0, 0.02), 0.03, 12, 5, deep, p)


@pytest.mark.parametrize(
    ("change", "sure"),
    [
        (step("ranker"), True),
        (step("ranker", p=0.04), True),
        (step("weights", p=0.04), False),  # five are tried
        (step("weights", p=0.009), True),
        (step("ranker", p=0.06), False),
        (step("ranker", deep=-0.02), False),
        (step("ranker", after=0.44), False),
        (step("ranker", n=9), False),
    ],
)
def test_a_step_wins_beyond_chance_and_loses_nothing_among_the_first(change: StepChange, sure: bool) -> None:
    assert change.wins_surely is sure


def test_one_sentence_says_what_to_do() -> None:
    report = ImproveReport("library", 30, (step("weights"), step("ranker")), "ranker", "abc")
    assert sentence(report) == (
        "The largest step that wins is a ranker learned from your judgements: nDCG@10 0.450 -> 0.460 on "
        "30 judged queries (cross-validated)."
    )
    assert sentence(ImproveReport("library", 12, (), "")).startswith(
        "No significant gain on 12 judged queries, so search stays as it is."
    )
