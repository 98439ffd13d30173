"""Any number of systems at once: each number is that of the test it names."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from assay.codec import shallow
from assay.errors import BadInput, EvaluationError
from assay.evaluation.statistics import Systems, compare_systems, intervals, resampled_means

rng = np.random.default_rng(6)
HARD = rng.random(25)
SCORES = {
    name: {f"q{i}": float(value) for i, value in enumerate(HARD + rng.normal(better, 0.1, 25))}
    for name, better in (("bm25", 0.0), ("minilm", 0.04), ("ours", 0.1), ("same as ours", 0.1))
}


def compared(**options: object) -> Systems:
    return compare_systems(SCORES, "nDCG@10", resamples=500, draws=500, **options)  # type: ignore[arg-type]


def column(name: str) -> np.ndarray:
    return np.array(list(SCORES[name].values()))


def test_all_pairs_are_compared_in_the_order_given() -> None:
    found = compared()
    names = list(SCORES)
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        (names[i], names[j]) for i in range(4) for j in range(i + 1, 4)
    ]
    assert (found.n, found.measure, found.few) == (25, "nDCG@10", False)


def test_rows_are_best_first_with_mean_and_deviation() -> None:
    rows = compared().rows
    assert [row.mean for row in rows] == sorted((row.mean for row in rows), reverse=True)
    for row in rows:
        assert (row.mean, row.deviation) == pytest.approx(
            (column(row.name).mean(), column(row.name).std(ddof=1))
        )


def test_the_numbers_of_each_pair_are_those_of_scipy_and_statsmodels() -> None:
    found = compared()
    p_t = []
    for pair in found.pairs:
        expected = stats.ttest_rel(column(pair.second), column(pair.first))
        p_t.append(expected.pvalue)
        assert pair.comparison.p_t == pytest.approx(expected.pvalue)
        assert pair.comparison.difference == pytest.approx(pair.tukey.difference)
    assert [pair.p_t_holm for pair in found.pairs] == pytest.approx(multipletests(p_t, method="holm")[1])
    shuffled = [pair.comparison.p_randomisation for pair in found.pairs]
    assert [pair.p_randomisation_holm for pair in found.pairs] == pytest.approx(
        multipletests(shuffled, method="holm")[1]
    )


def test_the_intervals_are_of_the_second_less_the_first() -> None:
    found = compared(seed=4)
    table = np.stack([column(name) for name in SCORES], axis=1)
    means = resampled_means(table, seed=4, resamples=500)
    names = list(SCORES)
    for pair in found.pairs:
        i, j = names.index(pair.first), names.index(pair.second)
        assert pair.bootstrap == intervals(table[:, j] - table[:, i], means[:, j] - means[:, i])


def test_against_a_reference_only_its_pairs_are_shown_and_corrected() -> None:
    whole, found = compared(), compared(reference="ours")
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        ("ours", "bm25"), ("ours", "minilm"), ("ours", "same as ours"),
    ]  # fmt: skip
    there = {(pair.first, pair.second): pair for pair in whole.pairs}
    back = found.pairs[0]
    turned = there["bm25", "ours"]
    assert back.comparison.difference == pytest.approx(-turned.comparison.difference)
    assert (back.tukey.low, back.tukey.high) == (-turned.tukey.high, -turned.tukey.low)
    assert back.tukey.p == turned.tukey.p, "Tukey's family is all pairs, shown or not"
    assert back.p_tukey_randomised == turned.p_tukey_randomised
    raw = [pair.comparison.p_t for pair in found.pairs]
    assert [pair.p_t_holm for pair in found.pairs] == pytest.approx(multipletests(raw, method="holm")[1])


def test_the_order_of_queries_in_a_system_does_not_matter() -> None:
    turned = {**SCORES, "ours": dict(reversed(SCORES["ours"].items()))}
    assert compare_systems(turned, "nDCG@10", resamples=500, draws=500) == compared()


def test_it_goes_into_json_and_back() -> None:
    found = compared(judged={"ours": 0.5}, k=10)
    read = json.loads(json.dumps(found, allow_nan=False, default=shallow))
    assert read["n"] == 25
    assert {row["name"]: row["judged_at_k"] for row in read["rows"]}["ours"] == 0.5
    assert read["pairs"][0]["comparison"]["p_t"] == found.pairs[0].comparison.p_t


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ({"a": {"q": 1.0}}, "two or more"),
        ({"a": {"q": 1.0}, "b": {"q": 1.0}}, "needs two"),
        ({"a": {"q": 1.0, "r": 1.0}, "b": {"q": 1.0}}, "b has no value on 1 of what a has one on ('r'"),
        ({"a": {"q": 1.0}, "b": {"q": 1.0, "r": 1.0}}, "a has no value on 1 of what b has one on ('r'"),
        ({"a": {"q": 1.0, "r": 1.0}, "b": {"q": 1.0, "r": math.nan}}, "b has the value nan on 'r'"),
    ],
)
def test_systems_that_do_not_fit_together_are_refused(
    scores: dict[str, dict[str, float]], words: str
) -> None:
    with pytest.raises(EvaluationError) as caught:
        compare_systems(scores, "AP")
    assert words in str(caught.value)


def test_a_reference_that_is_no_system_is_refused() -> None:
    with pytest.raises(BadInput, match="The systems are: bm25, minilm"):
        compared(reference="best")
