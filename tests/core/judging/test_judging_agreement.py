"""Agreement of assessors, against independent implementations and against cases worked by hand."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from fractions import Fraction
from importlib import import_module
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, confusion_matrix
from statsmodels.stats.inter_rater import cohens_kappa

from assay.errors import BadInput
from assay.judging import AgreementReport, PairAgreement, agreement, cohen_kappa, krippendorff_alpha
from counting import steps

Rating = tuple[str, str, str, int]


def drawn(seed: int, *, n_items: int, assessors: str, share: float, queries: int = 3) -> list[Rating]:
    """Ratings round a hidden truth, each assessor with their own leaning; a cell is there with `share`."""
    rng = random.Random(seed)
    rows = []
    for item in range(n_items):
        truth = rng.choice([0, 0, 0, 1, 1, 2])
        for place, assessor in enumerate(assessors):
            if rng.random() < share:
                grade = truth if rng.random() < 0.6 else rng.choice([0, 1, 2, 2 if place else 0])
                rows.append((f"q{item % queries}", f"d{item}", assessor, grade))
    rng.shuffle(rows)
    return rows


def matrix(rows: list[Rating]) -> np.ndarray[Any, Any]:
    """(assessors, items) grades, NaN for none: what the krippendorff package calls reliability data."""
    assessors = sorted({r[2] for r in rows})
    items = sorted({(r[0], r[1]) for r in rows})
    cells = np.full((len(assessors), len(items)), np.nan)
    for query_id, doc_id, assessor, grade in rows:
        cells[assessors.index(assessor), items.index((query_id, doc_id))] = grade
    return cells


def theirs(rows: list[Rating]) -> float:
    return float(
        krippendorff.alpha(
            reliability_data=matrix(rows), level_of_measurement="ordinal", value_domain=[0, 1, 2]
        )
    )


def pair_of(report: AgreementReport, one: str, two: str) -> PairAgreement:
    return next(p for p in report.pairs if (p.assessor_a, p.assessor_b) == (one, two))


# -- against others' implementations --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("assessors", "share"), [("ab", 1.0), ("abcd", 0.5), ("abcdefg", 0.25), ("abc", 0.9)]
)
def test_alpha_is_that_of_the_krippendorff_package(seed: int, assessors: str, share: float) -> None:
    rows = drawn(seed, n_items=60, assessors=assessors, share=share)
    report = agreement(rows)
    assert report.alpha == pytest.approx(theirs(rows), abs=1e-12)
    for query_id, one in report.per_query.items():
        here = [row for row in rows if row[0] == query_id]
        assert one.alpha == pytest.approx(theirs(here), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_kappas_are_those_of_scikit_learn_and_statsmodels(seed: int) -> None:
    rows = drawn(seed, n_items=80, assessors="abcd", share=0.7)
    report = agreement(rows)
    given: dict[str, dict[tuple[str, str], int]] = defaultdict(dict)
    for query_id, doc_id, assessor, grade in rows:
        given[assessor][query_id, doc_id] = grade
    assert [(p.assessor_a, p.assessor_b) for p in report.pairs] == list(itertools.combinations("abcd", 2))
    for pair in report.pairs:
        one, two = given[pair.assessor_a], given[pair.assessor_b]
        shared = sorted(one.keys() & two.keys())
        x, y = [one[key] for key in shared], [two[key] for key in shared]
        assert pair.n == len(shared)
        assert pair.raw == pytest.approx(sum(map(int.__eq__, x, y)) / len(x), abs=1e-15)
        assert np.array(pair.confusion).tolist() == confusion_matrix(x, y, labels=[0, 1, 2]).tolist()
        for ours, weights, wt in (
            (pair.kappa, None, None),
            (pair.linear_kappa, "linear", "linear"),
            (pair.quadratic_kappa, "quadratic", "quadratic"),
        ):
            assert ours == pytest.approx(
                cohen_kappa_score(x, y, weights=weights, labels=[0, 1, 2]), abs=1e-12
            )
            wanted = cohens_kappa(np.array(pair.confusion), wt=wt, return_results=False)
            assert ours == pytest.approx(wanted, abs=1e-12)
        assert pair.alpha == pytest.approx(
            krippendorff.alpha(reliability_data=[x, y], level_of_measurement="ordinal"), abs=1e-12
        )


@given(st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=12))
def test_alpha_takes_any_counts_of_three_grades(counts: list[tuple[int, int, int]]) -> None:
    paired = [row for row in counts if sum(row) > 1]
    present = [c for c in range(3) if any(row[c] for row in paired)]
    ours = krippendorff_alpha(counts)
    if len(present) < 2:
        assert ours is None
    else:
        wanted = krippendorff.alpha(
            value_counts=np.array(counts), level_of_measurement="ordinal", value_domain=[0, 1, 2]
        )
        assert ours == pytest.approx(float(wanted), abs=1e-9)


# -- worked by hand -------------------------------------------------------------------------------------


def test_alpha_of_a_case_worked_in_fractions() -> None:
    # Items (rows: a, b, c): 0 0 -, 1 1 2, 2 2 -, 0 2 -, and one that only a rated, which does not count.
    rows = [
        *[("q", "d1", who, 0) for who in "ab"],
        ("q", "d2", "a", 1), ("q", "d2", "b", 1), ("q", "d2", "c", 2),
        *[("q", "d3", who, 2) for who in "ab"],
        ("q", "d4", "a", 0), ("q", "d4", "b", 2),
        ("q", "d5", "a", 1),
    ]  # fmt: skip
    # Margins: n0 = 3 (d1 twice, d4), n1 = 2 (d2), n2 = 4 (d2, d3 twice, d4); n = 9.
    # Distances: (0,1): 3 + 2 - 5/2 = 5/2; (1,2): 2 + 4 - 3 = 3; (0,2): 3 + 2 + 4 - 7/2 = 11/2; all squared.
    d01, d12, d02 = Fraction(25, 4), Fraction(9), Fraction(121, 4)
    # Coincidences above the diagonal: (1,2): d2 has 2 * 1 / (3 - 1) = 1; (0,2): d4 has 1 * 1 / (2 - 1) = 1.
    observed = 1 * d12 + 1 * d02
    expected = 3 * 2 * d01 + 2 * 4 * d12 + 3 * 4 * d02
    by_hand = 1 - Fraction(9 - 1) * observed / expected
    assert by_hand == Fraction(317, 945)  # 8 (9 + 121/4) = 314 over 75/2 + 72 + 363 = 945/2
    assert agreement(rows).alpha == pytest.approx(float(by_hand), abs=1e-15)
    assert agreement(rows).n_co_rated == 4
    assert agreement(rows).n_items == 5
    assert agreement(rows).n_ratings == 10


def test_raw_agreement_counts_pairs_of_grades() -> None:
    # d1: one pair, equal. d2: three pairs, one equal. Two of four.
    rows = [
        ("q", "d1", "a", 1),
        ("q", "d1", "b", 1),
        *[("q", "d2", w, g) for w, g in zip("abc", (0, 0, 2), strict=True)],
    ]
    report = agreement(rows)
    assert report.raw == 0.5
    # Both ways round: (1,1) twice, (0,0) twice, (0,2) and (2,0) twice each.
    assert report.confusion == ((2, 0, 2), (0, 2, 0), (2, 0, 0))
    assert report.per_query["q"].raw == 0.5


def test_kappas_of_a_table_worked_in_fractions() -> None:
    table = ((4, 2, 1), (1, 5, 2), (0, 1, 4))  # n = 20; rows 7, 8, 5; columns 5, 8, 7
    rows, columns = (7, 8, 5), (5, 8, 7)
    cells = list(itertools.product(range(3), repeat=2))
    for weights, weight in ((None, lambda i, j: int(i != j)), ("linear", lambda i, j: abs(i - j)),
                            ("quadratic", lambda i, j: (i - j) ** 2)):  # fmt: skip
        observed = sum(Fraction(weight(i, j) * table[i][j], 20) for i, j in cells)
        expected = sum(Fraction(weight(i, j) * rows[i] * columns[j], 400) for i, j in cells)
        assert cohen_kappa(table, weights) == pytest.approx(float(1 - observed / expected), abs=1e-15)  # type: ignore[arg-type]
    # Without weights: 13 of 20 agree; by chance (35 + 64 + 35) / 400.
    assert cohen_kappa(table) == pytest.approx(
        float((Fraction(13, 20) - Fraction(134, 400)) / (1 - Fraction(134, 400)))
    )


def test_perfect_agreement_is_one_and_opposite_agreement_below_zero() -> None:
    same = [("q", f"d{i}", who, i % 3) for i in range(9) for who in "ab"]
    report = agreement(same)
    pair = pair_of(report, "a", "b")
    assert (report.raw, report.alpha) == (1.0, 1.0)
    assert (pair.kappa, pair.linear_kappa, pair.quadratic_kappa) == (1.0, 1.0, 1.0)
    opposite = [("q", f"d{i}", who, 2 * ((i + (who == "a")) % 2)) for i in range(8) for who in "ab"]
    report = agreement(opposite)
    assert report.raw == 0.0
    assert report.alpha is not None
    assert report.alpha < 0
    assert pair_of(report, "a", "b").kappa == -1.0


# -- undefined ------------------------------------------------------------------------------------------


def test_everything_is_undefined_where_nobody_shares_a_pair() -> None:
    rows = [("q", "d1", "a", 0), ("q", "d2", "b", 0), ("p", "d1", "c", 2)]
    report = agreement(rows)
    assert (report.n_ratings, report.n_items, report.n_co_rated) == (3, 3, 0)
    assert report.raw is None
    assert report.alpha is None
    for pair in report.pairs:
        assert (pair.n, pair.raw, pair.kappa, pair.linear_kappa, pair.quadratic_kappa) == (0, *[None] * 4)
        assert pair.alpha is None
    assert {(one.n_co_rated, one.raw, one.alpha) for one in report.per_query.values()} == {(0, None, None)}


@pytest.mark.parametrize("grade", [0, 1, 2])
def test_one_single_grade_throughout_is_undefined_and_not_one(grade: int) -> None:
    rows = [("q", f"d{i}", who, grade) for i in range(5) for who in "abc"]
    report = agreement(rows)
    assert report.raw == 1.0, "they do agree"
    assert report.alpha is None
    assert all(p.kappa is p.linear_kappa is p.quadratic_kappa is None for p in report.pairs)
    assert report.per_query["q"].alpha is None


def test_one_rater_and_no_rater_are_no_errors() -> None:
    report = agreement([("q", f"d{i}", "a", i % 3) for i in range(7)])
    assert (report.pairs, report.n_items, report.n_co_rated, report.alpha) == ((), 7, 0, None)
    nothing = agreement([])
    assert (nothing.n_ratings, nothing.raw, nothing.alpha, nothing.pairs) == (0, None, None, ())
    assert nothing.per_query == {}
    assert nothing.confusion == ((0, 0, 0),) * 3
    assert cohen_kappa(np.zeros((3, 3))) is None
    assert krippendorff_alpha(np.zeros((0, 3))) is None


# -- form -----------------------------------------------------------------------------------------------


def test_the_order_of_the_ratings_makes_no_difference() -> None:
    rows = drawn(5, n_items=40, assessors="dbca", share=0.6)
    assert agreement(rows) == agreement(sorted(rows)) == agreement(rows[::-1]), "to the last digit"


def test_one_paper_under_two_queries_is_two_items() -> None:
    report = agreement([("q1", "d", "a", 0), ("q2", "d", "b", 0)])
    assert (report.n_items, report.n_co_rated) == (2, 0)


@pytest.mark.parametrize("grade", [3, -1, 1.5, 1.0, True, "1", None])
def test_only_grades_are_compared(grade: object) -> None:
    with pytest.raises(BadInput, match="Grades are 0, 1 and 2"):
        agreement([("q", "d", "a", grade)])  # type: ignore[list-item]


def test_two_grades_of_one_assessor_on_one_pair_are_refused() -> None:
    with pytest.raises(BadInput, match="b has two grades of query q, paper d"):
        agreement([("q", "d", "b", 0), ("q", "d", "a", 0), ("q", "e", "b", 0), ("q", "d", "b", 0)])


def test_more_items_than_one_chunk_holds_are_all_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = drawn(3, n_items=200, assessors="abc", share=0.8)
    whole = agreement(rows)
    monkeypatch.setattr(
        import_module("assay.judging.campaigns.agreement"), "_CHUNK", 63
    )  # 8 rows of 9 cells at a time
    assert agreement(rows) == whole


def test_the_work_grows_with_the_ratings_and_not_with_their_square() -> None:
    few, many = (drawn(1, n_items=n, assessors="abcd", share=0.5, queries=20) for n in (500, 2_000))
    a_few, a_lot = steps(lambda: agreement(few)), steps(lambda: agreement(many))
    assert a_lot < 5 * a_few
    assert a_lot < 150 * len(many)
